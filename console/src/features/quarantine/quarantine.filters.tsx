// The filters of quarantine: the state, why, where from, to and from whom, and since when. Each is a part of the
// address; texts follow when the hand rests.
import { forgetTyped, useTypedText } from '../../lib/typed-text.ts'
import { Button } from '../../ui/button.tsx'
import { Input, SearchInput, Select } from '../../ui/input.tsx'
import { Segments } from '../../ui/segments.tsx'
import type { Summary } from './quarantine.parts.tsx'
import {
  isFiltered,
  matches,
  noFilters,
  periods,
  reasons,
  states,
  type Patch,
  type QuarantineSearch,
} from './quarantine.search.ts'
import { t } from './quarantine.texts.ts'

const searchId = 'quarantine-recipient'

type FiltersProps = { search: QuarantineSearch; summary: Summary | undefined; patch: Patch }

function ConnectionFilter({ search, summary, patch }: FiltersProps) {
  const chosen = search.connection
  const options = (summary?.connections ?? []).map(({ id, name, carrier, waiting }) => ({
    value: id,
    label: t('connectionCount', { carrier: carrier.name, name, count: waiting }),
  }))
  const isOther = chosen !== undefined && !options.some(({ value }) => value === chosen)
  return (
    <Select
      aria-label={t('connection')}
      wrapperClassName="max-sm:flex-1"
      className="max-w-64 max-sm:w-full max-sm:max-w-none"
      value={chosen ?? ''}
      options={[
        { value: '', label: t('allConnections') },
        ...(isOther ? [{ value: chosen, label: t('otherConnection') }] : []),
        ...options,
      ]}
      onChange={({ currentTarget: { value } }) => patch({ connection: value || undefined, cursor: undefined })}
    />
  )
}

function NumberFilter({ search, patch }: Pick<FiltersProps, 'search' | 'patch'>) {
  const [text, setText] = useTypedText(search.to ?? '', (to) => patch({ to: to || undefined, cursor: undefined }))
  return (
    <span className="inline-flex gap-1 max-sm:w-full">
      <Select
        aria-label={t('match')}
        value={search.match ?? 'contains'}
        options={matches.map((name) => ({ value: name, label: t(name) }))}
        onChange={({ currentTarget: { value } }) =>
          patch({ match: value === 'starts' || value === 'ends' ? value : undefined, cursor: undefined })
        }
      />
      <SearchInput
        id={searchId}
        label={t('recipientLabel')}
        placeholder={t('recipient')}
        maxLength={30}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="w-44 max-sm:flex-1"
      />
    </span>
  )
}

function SenderFilter({ search, patch }: Pick<FiltersProps, 'search' | 'patch'>) {
  const [text, setText] = useTypedText(search.from ?? '', (from) =>
    patch({ from: from || undefined, cursor: undefined }),
  )
  return (
    <Input
      aria-label={t('senderLabel')}
      placeholder={t('sender')}
      dir="auto"
      autoComplete="off"
      maxLength={64}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      className="w-36! max-sm:w-full!"
    />
  )
}

export function QuarantineFilters({ search, summary, patch }: FiltersProps) {
  const counts = new Map(summary?.reasons.map(({ reason, waiting }) => [reason, waiting]))
  return (
    <div role="search" className="flex flex-wrap items-center gap-2">
      <span className="max-sm:w-full">
        <Segments
          label={t('state')}
          value={search.state ?? 'waiting'}
          options={states.map((value) => ({ value, label: t(value) }))}
          onChange={(state) => patch({ state: state === 'waiting' ? undefined : state, cursor: undefined })}
        />
      </span>
      <Select
        aria-label={t('reasons')}
        wrapperClassName="max-sm:flex-1"
        className="max-sm:w-full"
        value={search.reason ?? ''}
        options={[
          { value: '', label: t('allReasons') },
          ...reasons.map((name) => {
            const waiting = counts.get(name) ?? 0
            return { value: name, label: waiting === 0 ? t(name) : `${t(name)} (${waiting})` }
          }),
        ]}
        onChange={({ currentTarget: { value } }) =>
          patch({ reason: reasons.find((name) => name === value), cursor: undefined })
        }
      />
      <ConnectionFilter search={search} summary={summary} patch={patch} />
      <NumberFilter search={search} patch={patch} />
      <SenderFilter search={search} patch={patch} />
      <Select
        aria-label={t('period')}
        wrapperClassName="max-sm:flex-1"
        className="max-sm:w-full"
        value={search.period ?? ''}
        options={[{ value: '', label: t('anyTime') }, ...periods.map((name) => ({ value: name, label: t(name) }))]}
        onChange={({ currentTarget: { value } }) =>
          patch({ period: periods.find((name) => name === value), cursor: undefined })
        }
      />
      {isFiltered(search) && (
        <Button
          variant="quiet"
          onClick={() => {
            forgetTyped()
            patch(noFilters)
            // The button goes with the filters; whoever pressed it goes on where filters begin.
            document.getElementById(searchId)?.focus()
          }}
        >
          {t('clear')}
        </Button>
      )}
    </div>
  )
}
