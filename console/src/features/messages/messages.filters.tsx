// The archive's filters as a bar of pills: each says what is asked for, opens what it is asked with, and can be taken
// out. All of them are parts of the address.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSignedInUser } from '../../lib/auth.ts'
import { formatDateTime } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { forgetTyped, useTypedText } from '../../lib/typed-text.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { focusSearchField } from '../../ui/focus-return.ts'
import { SearchInput } from '../../ui/input.tsx'
import { FilterChip } from './filter-chip.tsx'
import {
  CarrierPanel,
  Choices,
  languageName,
  LanguagePanel,
  OwnerPanel,
  PartPanel,
  PeriodPanel,
  RangePanel,
  useFilterOptions,
} from './filter.panels.tsx'
import { isFiltered, without, withoutAll } from './messages.rules.ts'
import { flags, type MatchMode, type MessagesSearch, type SearchPatch } from './messages.search.ts'
import { t } from './messages.texts.ts'

type FilterProps = { search: MessagesSearch; onChange: (patch: SearchPatch) => void }

/** A part of a text and how it lies in it. */
function PartValue({ mode, part }: { mode: MatchMode | undefined; part: string }) {
  return (
    <>
      <span className="shrink-0">{t(mode ?? 'contains')}</span>
      <bdi dir="ltr" className="truncate font-semibold">
        {part}
      </bdi>
    </>
  )
}

export function PeriodValue({ search }: { search: MessagesSearch }) {
  const { during, from, until } = search
  if (during !== undefined) return t(during)
  if (from !== undefined && until !== undefined)
    return t('fromUntil', { from: formatDateTime(from), until: formatDateTime(until) })
  if (from !== undefined) return t('since', { time: formatDateTime(from) })
  return until === undefined ? null : t('before', { time: formatDateTime(until) })
}

function PeriodChip({ search, onChange }: FilterProps) {
  const hasPeriod = search.during !== undefined || search.from !== undefined || search.until !== undefined
  return (
    <FilterChip
      name={t('period')}
      value={hasPeriod ? <PeriodValue search={search} /> : null}
      onClear={() => onChange(without('period'))}
    >
      {(close) => <PeriodPanel search={search} onChange={onChange} close={close} />}
    </FilterChip>
  )
}

function SenderChip({ search, onChange }: FilterProps) {
  const { sender, senderMatch } = search
  return (
    <FilterChip
      name={t('sender')}
      value={sender === undefined ? null : <PartValue mode={senderMatch} part={sender} />}
      onClear={() => onChange(without('sender'))}
    >
      {(close) => (
        <PartPanel
          label={t('sender')}
          value={sender}
          mode={senderMatch}
          onText={(text) => onChange({ sender: text })}
          onMode={(mode) => onChange({ senderMatch: mode })}
          close={close}
        />
      )}
    </FilterChip>
  )
}

function RecipientChip({ search, onChange }: FilterProps) {
  const { recipient, recipientMatch } = search
  return (
    <FilterChip
      name={t('recipient')}
      value={recipient === undefined ? null : <PartValue mode={recipientMatch} part={recipient} />}
      onClear={() => onChange(without('recipient'))}
    >
      {(close) => (
        <PartPanel
          label={t('recipient')}
          value={recipient}
          mode={recipientMatch}
          inputMode="tel"
          onText={(text) => onChange({ recipient: text })}
          onMode={(mode) => onChange({ recipientMatch: mode })}
          close={close}
        />
      )}
    </FilterChip>
  )
}

function RangeChip({ search, onChange }: FilterProps) {
  const name = useFilterOptions(search)?.ranges.find(({ id }) => id === search.range)?.name
  return (
    <FilterChip
      name={t('range')}
      value={search.range === undefined ? null : <bdi className="truncate">{name ?? t('chosen')}</bdi>}
      onClear={() => onChange(without('range'))}
    >
      {(close) => <RangePanel search={search} onChange={onChange} close={close} />}
    </FilterChip>
  )
}

function CarrierChip({ search, onChange }: FilterProps) {
  const connections = useFilterOptions(search)?.connections ?? []
  const connection = connections.find(({ id }) => id === search.connection)
  const carrier = connections.find((one) => one.carrier.id === search.carrier)?.carrier
  const isOn = search.carrier !== undefined || search.connection !== undefined
  const name =
    connection === undefined
      ? carrier?.name
      : t('connectionOf', { carrier: connection.carrier.name, connection: connection.name })
  return (
    <FilterChip
      name={t('carrier')}
      value={isOn ? <bdi className="truncate">{name ?? t('chosen')}</bdi> : null}
      onClear={() => onChange(without('carrier', 'connection'))}
    >
      {(close) => <CarrierPanel search={search} onChange={onChange} close={close} />}
    </FilterChip>
  )
}

function LanguageChip({ search, onChange }: FilterProps) {
  const { language } = search
  return (
    <FilterChip
      name={t('language')}
      value={language === undefined ? null : languageName(language)}
      onClear={() => onChange(without('language'))}
    >
      {(close) => <LanguagePanel search={search} onChange={onChange} close={close} />}
    </FilterChip>
  )
}

function OwnerChip({ search, onChange }: FilterProps) {
  const { data } = useQuery({
    ...read('users.read', { params: { userId: search.owner ?? '' } }),
    enabled: search.owner !== undefined,
    retry: false,
  })
  return (
    <FilterChip
      name={t('owner')}
      value={search.owner === undefined ? null : <bdi className="truncate">{data?.username ?? t('chosen')}</bdi>}
      onClear={() => onChange({ owner: undefined, range: undefined })}
    >
      {(close) => <OwnerPanel search={search} onChange={onChange} close={close} />}
    </FilterChip>
  )
}

/** A filter that is one of a few words. */
function ChoiceChip<T extends string>(props: {
  name: string
  options: readonly { value: T; label: string }[]
  value: T | undefined
  label: ReactNode
  onChoose: (value: T | undefined) => void
}) {
  const { name, options, value, label, onChoose } = props
  return (
    <FilterChip name={name} value={value === undefined ? null : label} onClear={() => onChoose(undefined)}>
      {(close) => (
        <Choices
          label={name}
          options={options}
          value={value}
          onChoose={(chosen) => {
            onChoose(options.find((option) => option.value === chosen)?.value)
            close()
          }}
        />
      )}
    </FilterChip>
  )
}

function ChoiceChips({ search, onChange }: FilterProps) {
  const { read: status, flag } = search
  return (
    <>
      <ChoiceChip
        name={t('status')}
        options={(['unread', 'read'] as const).map((value) => ({ value, label: t(value) }))}
        value={status}
        label={status === undefined ? '' : t(status)}
        onChoose={(chosen) => onChange({ read: chosen })}
      />
      <ChoiceChip
        name={t('flag')}
        options={flags.map((value) => ({ value, label: t(`flag_${value}`) }))}
        value={flag}
        label={flag === undefined ? '' : t(`flag_${flag}`)}
        onChoose={(chosen) => onChange({ flag: chosen })}
      />
      <LanguageChip search={search} onChange={onChange} />
    </>
  )
}

function TextFilter({ search, onChange }: FilterProps) {
  const isOfOthers = search.owner !== undefined
  const [text, setText] = useTypedText(search.text ?? '', (next) => onChange({ text: next || undefined }))
  return (
    <SearchInput
      label={isOfOthers ? t('textMasked') : t('text')}
      value={isOfOthers ? '' : text}
      disabled={isOfOthers}
      maxLength={200}
      title={t('textHint')}
      onChange={(event) => setText(event.currentTarget.value)}
      className="min-w-56 flex-1 max-sm:w-full max-sm:flex-none"
    />
  )
}

/** `children` stand beside the search field: what is done with a filter. */
export function MessagesFilters({ search, onChange, children }: FilterProps & { children: ReactNode }) {
  const isAdmin = useSignedInUser().role !== 'user'
  const props: FilterProps = { search, onChange: (patch) => onChange({ ...patch, cursor: undefined }) }
  return (
    <div role="search" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <TextFilter {...props} />
        {children}
      </div>
      <div
        className={cx(
          'flex flex-wrap items-center gap-2',
          'max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4',
        )}
      >
        {isAdmin && <OwnerChip {...props} />}
        <PeriodChip {...props} />
        <SenderChip {...props} />
        <RecipientChip {...props} />
        <RangeChip {...props} />
        <ChoiceChips {...props} />
        {isAdmin && <CarrierChip {...props} />}
        {isFiltered(search) && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              forgetTyped()
              onChange(withoutAll)
              focusSearchField()
            }}
          >
            {t('clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
