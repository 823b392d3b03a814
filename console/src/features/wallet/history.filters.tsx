// The filters of the transaction history, each a part of the address, and the same list as a file.
import { useMutation } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { useState } from 'react'
import { download } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { isFiltered, methods, noFilters, periods, statuses, types, type filtersOf } from './history.rules.ts'
import type { WalletPatch, WalletSearch } from './wallet.search.ts'
import { t } from './wallet.texts.ts'

export const firstFilterId = 'wallet-type'

type FilterProps = { search: WalletSearch; patch: (change: WalletPatch) => void }

type ChoiceProps = {
  id?: string
  label: string
  all: string
  chosen: string | undefined
  options: readonly { value: string; label: string }[]
  onChoose: (value: string | undefined) => void
}

function Choice({ id, label, all, chosen, options, onChoose }: ChoiceProps) {
  return (
    <Select
      id={id}
      aria-label={label}
      wrapperClassName="max-sm:w-full"
      className="max-sm:w-full"
      value={options.some(({ value }) => value === chosen) ? chosen : ''}
      options={[{ value: '', label: all }, ...options]}
      onChange={({ currentTarget: { value } }) => onChoose(value || undefined)}
    />
  )
}

function PeriodFilter({ search, patch }: FilterProps) {
  const [isCustom, setCustom] = useState(false)
  const isOpen = isCustom || search.from !== undefined || search.until !== undefined
  const shown = periods.find((name) => name === search.period) ?? (isOpen ? 'custom' : undefined)
  function choose(value: string | undefined): void {
    setCustom(value === 'custom')
    patch({ period: value === 'custom' ? undefined : value, from: undefined, until: undefined, cursor: undefined })
  }
  return (
    <>
      <Choice
        label={t('period')}
        all={t('anyTime')}
        chosen={shown}
        options={[...periods.map((name) => ({ value: name, label: t(name) })), { value: 'custom', label: t('custom') }]}
        onChoose={choose}
      />
      {shown === 'custom' &&
        (['from', 'until'] as const).map((name) => (
          <label key={name} className="inline-flex items-center gap-2 text-[0.8125rem] text-ink-soft max-sm:w-full">
            <span className="max-sm:w-10">{t(name)}</span>
            <Input
              type="date"
              className="w-38! max-sm:flex-1"
              value={search[name] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                patch({ [name]: value || undefined, period: undefined, cursor: undefined })
              }
            />
          </label>
        ))}
    </>
  )
}

function ExportButton({ filters }: { filters: ReturnType<typeof filtersOf> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download('wallet.transactions-export', { query: filters }),
    onSuccess: () => notify(t('exported')),
    onError: (error) => notify(t('exportFailed'), { tone: 'bad', description: error.message }),
  })
  return (
    <Button
      className="ms-auto max-sm:col-span-2 max-sm:ms-0"
      icon={<Download aria-hidden="true" />}
      busy={isPending}
      onClick={() => mutate()}
    >
      {t('export')}
    </Button>
  )
}

export function HistoryFilters({ search, filters, patch }: FilterProps & { filters: ReturnType<typeof filtersOf> }) {
  const typeLabels = { deposit: t('deposits'), withdrawal: t('withdrawals'), earning: t('earningsOnly') }
  const clear = () => {
    patch(noFilters)
    document.getElementById(firstFilterId)?.focus()
  }
  return (
    <div
      role="group"
      aria-label={t('filters')}
      className="gap-2 border-b border-line bg-canvas/60 px-4 py-2.5 max-sm:grid max-sm:grid-cols-2 sm:flex sm:flex-wrap sm:items-center"
    >
      <Choice
        id={firstFilterId}
        label={t('type')}
        all={t('allTypes')}
        chosen={search.type}
        options={types.map((value) => ({ value, label: typeLabels[value] }))}
        onChoose={(type) => patch({ type, cursor: undefined })}
      />
      <Choice
        label={t('status')}
        all={t('allStatuses')}
        chosen={search.status}
        options={statuses.map((value) => ({ value, label: t(value) }))}
        onChoose={(status) => patch({ status, cursor: undefined })}
      />
      <Choice
        label={t('method')}
        all={t('allMethods')}
        chosen={search.method}
        options={methods.map((value) => ({ value, label: t(value) }))}
        onChoose={(method) => patch({ method, cursor: undefined })}
      />
      <PeriodFilter search={search} patch={patch} />
      {isFiltered(search) && (
        <Button variant="quiet" icon={<X aria-hidden="true" />} onClick={clear}>
          {t('clearFilters')}
        </Button>
      )}
      <ExportButton filters={filters} />
    </div>
  )
}
