// The archive's filters. Each is a part of the address; texts follow when the hand rests.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedInUser } from '../../lib/auth.ts'
import { read } from '../../lib/query.ts'
import { useTypedText } from '../../lib/typed-text.ts'
import { Button } from '../../ui/button.tsx'
import { Input, SearchInput, Select } from '../../ui/input.tsx'
import { isFiltered, periods, toLocalField } from './messages.rules.ts'
import type { MessagesSearch } from './messages.search.ts'
import { t } from './messages.texts.ts'

/** What changes in the address; undefined takes it out. */
export type SearchPatch = { [K in keyof MessagesSearch]?: MessagesSearch[K] | undefined }
type FilterProps = { search: MessagesSearch; onChange: (patch: SearchPatch) => void }

const rangesMax = 200

function TextFilters({ search, onChange }: FilterProps) {
  const [text, setText] = useTypedText(search.text ?? '', (next) => onChange({ text: next || undefined }))
  const [sender, setSender] = useTypedText(search.sender ?? '', (next) => onChange({ sender: next || undefined }))
  const [recipient, setRecipient] = useTypedText(search.recipient ?? '', (next) =>
    onChange({ recipient: next || undefined }),
  )
  return (
    <>
      <SearchInput
        id="messages-search"
        label={t('text')}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
        className="w-52 max-sm:w-full"
      />
      <Input
        aria-label={t('sender')}
        placeholder={t('sender')}
        value={sender}
        maxLength={30}
        onChange={(event) => setSender(event.currentTarget.value)}
        className="w-28! max-sm:flex-1"
      />
      <Input
        aria-label={t('recipient')}
        placeholder={t('recipient')}
        inputMode="tel"
        value={recipient}
        maxLength={20}
        onChange={(event) => setRecipient(event.currentTarget.value)}
        className="w-34! max-sm:flex-1"
      />
    </>
  )
}

function RangeFilter({ search, onChange }: FilterProps) {
  const owner = search.owner === undefined ? {} : { ownerId: search.owner }
  const { data } = useQuery(read('ranges.list', { query: { limit: rangesMax, ...owner } }))
  const options = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const chosen = search.range
  // A pasted address may name a range beyond the list; it stays chosen.
  const isListed = chosen === undefined || options.some(({ value }) => value === chosen)
  return (
    <Select
      aria-label={t('range')}
      value={chosen ?? ''}
      options={[
        { value: '', label: t('allRanges') },
        ...(isListed ? [] : [{ value: chosen, label: t('thisRange') }]),
        ...options,
      ]}
      className="max-w-44"
      onChange={({ currentTarget: { value } }) => onChange({ range: value || undefined })}
    />
  )
}

function PeriodFilter({ search, onChange }: FilterProps) {
  const hasTimes = search.from !== undefined || search.until !== undefined
  const [isCustom, setCustom] = useState(false)
  const isOpen = hasTimes || isCustom
  const shown = search.period ?? (isOpen ? 'custom' : '')
  function choose(value: string): void {
    const period = periods.find((name) => name === value)
    setCustom(value === 'custom')
    if (value !== 'custom') onChange({ period, from: undefined, until: undefined })
    else onChange({ period: undefined })
  }
  return (
    <>
      <Select
        aria-label={t('period')}
        value={shown}
        options={[
          { value: '', label: t('anyTime') },
          ...periods.map((name) => ({ value: name, label: t(name) })),
          { value: 'custom', label: t('custom') },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {shown === 'custom' &&
        (['from', 'until'] as const).map((name) => (
          <label key={name} className="inline-flex items-center gap-2 text-[0.8125rem] text-ink-soft">
            {t(name)}
            <Input
              type="datetime-local"
              value={toLocalField(search[name])}
              className="w-auto!"
              onChange={({ currentTarget: { value } }) =>
                onChange({ [name]: value === '' ? undefined : new Date(value).toISOString() })
              }
            />
          </label>
        ))}
    </>
  )
}

/** Admins may look at another person's messages; their content is masked. */
function OwnerFilter({ search, onChange }: FilterProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = useQuery({
    ...read('users.read', { params: { userId: search.owner ?? '' } }),
    enabled: search.owner !== undefined,
  })
  const { data } = useQuery(read('users.options', { query: typed === null || typed === '' ? {} : { search: typed } }))
  function change(text: string): void {
    setTyped(text)
    const found = data?.items.find(({ username }) => username === text)
    if (found !== undefined) onChange({ owner: found.id, range: undefined })
    else if (text === '') onChange({ owner: undefined, range: undefined })
  }
  return (
    <>
      <Input
        aria-label={t('owner')}
        list="messages-owners"
        placeholder={`${t('owner')}: ${t('ownerHint')}`}
        value={typed ?? chosen.data?.username ?? ''}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
        className="w-40! max-sm:flex-1"
      />
      <datalist id="messages-owners">
        {data?.items.map(({ id, username }) => (
          <option key={id} value={username}>
            {username}
          </option>
        ))}
      </datalist>
    </>
  )
}

export function MessagesFilters({ search, onChange }: FilterProps) {
  const { role } = useSignedInUser()
  return (
    <div role="search" className="flex flex-wrap items-center gap-2">
      <TextFilters search={search} onChange={onChange} />
      <RangeFilter search={search} onChange={onChange} />
      <Select
        aria-label={t('status')}
        value={search.read ?? ''}
        options={[
          { value: '', label: t('allStatus') },
          { value: 'unread', label: t('unread') },
          { value: 'read', label: t('read') },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ read: value === 'read' || value === 'unread' ? value : undefined })
        }
      />
      <PeriodFilter search={search} onChange={onChange} />
      {role !== 'user' && <OwnerFilter search={search} onChange={onChange} />}
      {isFiltered(search) && (
        <Button
          variant="quiet"
          onClick={() =>
            onChange({
              text: undefined,
              sender: undefined,
              recipient: undefined,
              range: undefined,
              read: undefined,
              period: undefined,
              from: undefined,
              until: undefined,
            })
          }
        >
          {t('clear')}
        </Button>
      )}
    </div>
  )
}
