// What each filter is asked with. A choice takes effect at once and closes its panel; a text follows when the hand
// rests.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { locale } from '../../i18n/language.ts'
import { read } from '../../lib/query.ts'
import { useTypedText } from '../../lib/typed-text.ts'
import { readerZone, zoneOptions } from '../../lib/zones.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Input, SearchInput, Select } from '../../ui/input.tsx'
import { fromLocalField, knownZone, toLocalField } from './messages.rules.ts'
import { matchModes, timeWords, type MatchMode, type MessagesSearch, type SearchPatch } from './messages.search.ts'
import { t } from './messages.texts.ts'

/** Nothing was received before. */
const firstMoment = '2000'

export type PanelProps = { search: MessagesSearch; onChange: (patch: SearchPatch) => void; close: () => void }

type Option = { value: string; label: string }

/** A list of choices of which one holds; choosing it again takes it back. */
export function Choices({
  label,
  options,
  value,
  onChoose,
}: {
  label: string
  options: readonly Option[]
  value: string | undefined
  onChoose: (value: string | undefined) => void
}) {
  return (
    <ul aria-label={label} className="-mx-1 flex max-h-64 flex-col overflow-y-auto">
      {options.map((option) => (
        <li key={option.value}>
          <button
            type="button"
            aria-pressed={option.value === value}
            className={cx(
              'flex min-h-8 w-full items-center rounded-md px-2.5 text-start text-sm hover:bg-hover',
              'pointer-coarse:min-h-11',
              option.value === value && 'bg-accent-soft font-medium text-accent-ink',
            )}
            onClick={() => onChoose(option.value === value ? undefined : option.value)}
          >
            <span className="truncate">{option.label}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type PartPanelProps = {
  label: string
  value: string | undefined
  mode: MatchMode | undefined
  inputMode?: 'tel'
  onText: (text: string | undefined) => void
  onMode: (mode: MatchMode | undefined) => void
  close: () => void
}

/** A part of a sender or of a number, and how it lies in it. */
export function PartPanel({ label, value, mode, inputMode, onText, onMode, close }: PartPanelProps) {
  const [text, setText] = useTypedText(value ?? '', (next) => onText(next || undefined))
  return (
    <>
      <Select
        aria-label={t('how', { name: label })}
        value={mode ?? 'contains'}
        options={matchModes.map((name) => ({ value: name, label: t(name) }))}
        onChange={({ currentTarget: { value: chosen } }) => {
          const found = matchModes.find((name) => name === chosen)
          onMode(found === 'contains' ? undefined : found)
        }}
      />
      <Input
        aria-label={label}
        value={text}
        maxLength={30}
        dir="ltr"
        {...(inputMode === undefined ? {} : { inputMode })}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && close()}
      />
    </>
  )
}

/** What there is to choose from: what occurs among the messages that are looked at. */
export function useFilterOptions({ owner }: MessagesSearch) {
  return useQuery(read('messages.filter-options', { query: owner === undefined ? {} : { ownerId: owner } })).data
}

type FindableProps = Parameters<typeof Choices>[0] & {
  /** Names the search field. */
  find: string
}

/** A list that is searched here, since it is here as a whole. */
function Findable({ find, label, options, value, onChoose }: FindableProps) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = options.filter((option) => option.label.toLowerCase().includes(wanted))
  return (
    <>
      {options.length > 8 && (
        <SearchInput label={find} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      )}
      <Choices label={label} options={found} value={value} onChoose={onChoose} />
      {found.length === 0 && <p className="px-1.5 text-sm text-ink-soft">{t('noneFound')}</p>}
    </>
  )
}

export function RangePanel({ search, onChange, close }: PanelProps) {
  const options = useFilterOptions(search)
  return (
    <Findable
      find={t('findRange')}
      label={t('range')}
      options={(options?.ranges ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={search.range}
      onChoose={(range) => {
        onChange({ range })
        close()
      }}
    />
  )
}

/** A carrier means any of its connections, which stand below it. */
export function CarrierPanel({ search, onChange, close }: PanelProps) {
  const connections = useFilterOptions(search)?.connections ?? []
  const carriers = [...new Map(connections.map(({ carrier }) => [carrier.id, carrier])).values()]
  const choices = carriers.flatMap((carrier) => [
    { value: carrier.id, label: carrier.name },
    ...connections
      .filter((connection) => connection.carrier.id === carrier.id)
      .map(({ id, name }) => ({ value: id, label: t('connectionOf', { carrier: carrier.name, connection: name }) })),
  ])
  return (
    <Findable
      find={t('findCarrier')}
      label={t('carrier')}
      options={choices}
      value={search.connection ?? search.carrier}
      onChoose={(chosen) => {
        const isCarrier = carriers.some(({ id }) => id === chosen)
        onChange({ carrier: isCarrier ? chosen : undefined, connection: isCarrier ? undefined : chosen })
        close()
      }}
    />
  )
}

export function LanguagePanel({ search, onChange, close }: PanelProps) {
  const options = useFilterOptions(search)
  return (
    <Findable
      find={t('findLanguage')}
      label={t('language')}
      options={(options?.languages ?? []).map(({ language }) => ({ value: language, label: languageName(language) }))}
      value={search.language}
      onChoose={(language) => {
        onChange({ language })
        close()
      }}
    />
  )
}

/** Admins may look at another person's messages; their content is masked. */
export function OwnerPanel({ search, onChange, close }: PanelProps) {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useTypedText('', setTyped)
  const { data } = useQuery(read('users.options', { query: typed === '' ? {} : { search: typed } }))
  return (
    <>
      <SearchInput label={t('findOwner')} value={wanted} onChange={(event) => setWanted(event.currentTarget.value)} />
      <Choices
        label={t('owner')}
        options={(data?.items ?? []).map(({ id, username }) => ({ value: id, label: username }))}
        value={search.owner}
        onChoose={(owner) => {
          onChange({ owner, range: undefined })
          close()
        }}
      />
    </>
  )
}

const languageNames = new Intl.DisplayNames(locale, { type: 'language' })

/** Of a code that nobody knows, the code. */
export function languageName(code: string): string {
  if (code === 'und') return t('unknownLanguage')
  return /^[a-z]{2,3}$/.test(code) ? (languageNames.of(code) ?? code) : code
}

type MomentFieldProps = { label: string; iso: string | undefined; zone: string; onMoment: (iso?: string) => void }

/** Keeps what is typed: a year of four digits is three other years before, and none of them is asked for. */
function MomentField({ label, iso, zone, onMoment }: MomentFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <label className="flex items-center gap-2 text-[0.8125rem] text-ink-soft">
      <span className="w-12 shrink-0">{label}</span>
      <Input
        type="datetime-local"
        value={typed ?? toLocalField(iso, zone)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          if (value === '' ? iso !== undefined : value >= firstMoment) onMoment(fromLocalField(value, zone))
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  )
}

function OwnPeriod({ search, onChange }: Omit<PanelProps, 'close'>) {
  const zone = knownZone(search.zone, readerZone)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-t border-line pt-2.5">
      <legend className="float-start mb-2 w-full text-xs font-medium text-ink-soft">{t('custom')}</legend>
      {(['from', 'until'] as const).map((name) => (
        <MomentField
          key={name}
          label={t(name)}
          iso={search[name]}
          zone={zone}
          onMoment={(iso) => onChange({ [name]: iso, during: undefined })}
        />
      ))}
    </fieldset>
  )
}

export function PeriodPanel({ search, onChange, close }: PanelProps) {
  const zone = knownZone(search.zone, readerZone)
  return (
    <>
      <Choices
        label={t('period')}
        options={timeWords.map((word) => ({ value: word, label: t(word) }))}
        value={search.during}
        onChoose={(chosen) => {
          const during = timeWords.find((word) => word === chosen)
          // The zone is part of what is meant, so that whoever is sent the address sees the same days.
          onChange({ during, zone: during === undefined ? undefined : zone, from: undefined, until: undefined })
          close()
        }}
      />
      <OwnPeriod search={search} onChange={onChange} />
      <Select
        aria-label={t('zone')}
        value={zone}
        options={zoneOptions(zone)}
        className="text-[0.8125rem]"
        onChange={({ currentTarget: { value } }) => {
          // The clocks stay as they were set; what they mean changes.
          const moved = (iso: string | undefined) => fromLocalField(toLocalField(iso, zone), value)
          onChange({ zone: value, from: moved(search.from), until: moved(search.until) })
        }}
      />
      <Button size="small" className="self-end" onClick={close}>
        {t('done')}
      </Button>
    </>
  )
}
