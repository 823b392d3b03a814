// The filters of the live inbox beyond its search field: sender, number and range, in a line of their own. Each is a
// part of the address; texts follow when the hand rests.
import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/query.ts'
import { forgetTyped, useTypedText } from '../../lib/typed-text.ts'
import { Button } from '../../ui/button.tsx'
import { focusSearchField } from '../../ui/focus-return.ts'
import { Input, Select } from '../../ui/input.tsx'
import { isFiltered, noFilters, type InboxSearch, type SearchPatch } from './inbox.search.ts'
import { t } from './inbox.texts.ts'

type FilterProps = { search: InboxSearch; onSearch: (patch: SearchPatch) => void }

const rangesMax = 200

function RangeFilter({ search, onSearch }: FilterProps) {
  const { data } = useQuery(read('ranges.list', { query: { limit: rangesMax } }))
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
      wrapperClassName="max-sm:flex-1"
      className="max-w-52 max-sm:max-w-none"
      onChange={({ currentTarget: { value } }) => onSearch({ range: value || undefined })}
    />
  )
}

/** On a phone it stands among the other filters. */
export function StatusFilter({ search, onSearch, className }: FilterProps & { className: string }) {
  return (
    <Select
      wrapperClassName={className}
      aria-label={t('status')}
      value={search.read ?? ''}
      options={[
        { value: '', label: t('allStatus') },
        { value: 'unread', label: t('unread') },
        { value: 'read', label: t('read') },
      ]}
      onChange={({ currentTarget: { value } }) =>
        onSearch({ read: value === 'read' || value === 'unread' ? value : undefined })
      }
    />
  )
}

export function InboxFilters({ search, onSearch }: FilterProps) {
  const [sender, setSender] = useTypedText(search.sender ?? '', (next) => onSearch({ sender: next || undefined }))
  const [number, setNumber] = useTypedText(search.number ?? '', (next) => onSearch({ number: next || undefined }))
  return (
    <div
      id="inbox-filters"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-canvas/60 px-4 py-2 sm:px-5"
    >
      <Input
        aria-label={t('sender')}
        placeholder={t('senderHint')}
        dir="auto"
        value={sender}
        maxLength={30}
        onChange={(event) => setSender(event.currentTarget.value)}
        className="w-44! max-sm:w-auto! max-sm:flex-1"
      />
      <Input
        aria-label={t('recipient')}
        placeholder={t('recipientHint')}
        dir="auto"
        inputMode="tel"
        value={number}
        maxLength={20}
        onChange={(event) => setNumber(event.currentTarget.value)}
        className="w-44! max-sm:w-auto! max-sm:flex-1"
      />
      <StatusFilter search={search} onSearch={onSearch} className="sm:hidden max-sm:flex-1" />
      <RangeFilter search={search} onSearch={onSearch} />
      {isFiltered(search) && (
        <Button
          variant="quiet"
          onClick={() => {
            forgetTyped()
            onSearch(noFilters)
            focusSearchField()
          }}
        >
          {t('clear')}
        </Button>
      )}
    </div>
  )
}
