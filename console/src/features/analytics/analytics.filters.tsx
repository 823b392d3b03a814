// What traffic is compared with, and of an admin whose it is. Each is a part of the address.
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { readKeeping } from '../../lib/query.ts'
import { Input, Select } from '../../ui/input.tsx'
import type { AnalyticsPatch } from './analytics.page.tsx'
import { comparisons, type AnalyticsSearch } from './analytics.search.ts'
import { t } from './analytics.texts.ts'

type FiltersProps = { search: AnalyticsSearch; isAdmin: boolean; onChange: (patch: AnalyticsPatch) => void }

/** As many users as the server offers at once; where there may be more, the list is narrowed by typing. */
const optionsMax = 50

function OwnerFilter({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const [narrowed, setNarrowed] = useState('')
  const query = narrowed === '' ? {} : { search: narrowed }
  const { data } = useQuery(readKeeping('users.options', { query }))
  const chosen = useQuery({
    ...readKeeping('users.read', { params: { userId: search.owner ?? '' } }),
    enabled: search.owner !== undefined,
  })
  const items = data?.items ?? []
  const isKnown = search.owner === undefined || items.some(({ id }) => id === search.owner)
  return (
    <>
      <Select
        aria-label={t('owner')}
        value={search.owner ?? ''}
        wrapperClassName="max-sm:w-full"
        className="max-w-56 max-sm:w-full max-sm:max-w-none"
        options={[
          { value: '', label: t('wholePlatform') },
          ...(isKnown ? [] : [{ value: search.owner ?? '', label: chosen.data?.username ?? t('owner') }]),
          ...items.map(({ id, username }) => ({ value: id, label: username })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ owner: value || undefined })}
      />
      {(narrowed !== '' || items.length >= optionsMax) && (
        <Input
          type="search"
          aria-label={t('narrowOwners')}
          placeholder={t('narrowOwners')}
          className="w-44! max-sm:w-full!"
          value={narrowed}
          onChange={({ currentTarget: { value } }) => setNarrowed(value)}
        />
      )}
    </>
  )
}

export function AnalyticsFilters({ search, isAdmin, onChange }: FiltersProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isAdmin && <OwnerFilter search={search} onChange={onChange} />}
      <label htmlFor={id} className="text-[0.8125rem] text-ink-soft">
        {t('compareWith')}
      </label>
      <Select
        id={id}
        wrapperClassName="max-sm:flex-1"
        className="max-sm:w-full"
        value={search.compare ?? 'previous'}
        options={comparisons.map((value) => ({ value, label: t(value) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ compare: comparisons.find((each) => each === value && each !== 'previous') })
        }
      />
    </div>
  )
}
