// Which range's earnings are shown. A range that was once one's own may be named by the address alone; it stays chosen.
import { useQuery } from '@tanstack/react-query'
import { useSignedInUser } from '../../lib/auth.ts'
import { read } from '../../lib/query.ts'
import { Select } from '../../ui/input.tsx'
import { t } from './wallet.texts.ts'

const rangesMax = 200

type RangeFilterProps = { chosen: string | undefined; onChoose: (range: string | undefined) => void }

export function RangeFilter({ chosen, onChoose }: RangeFilterProps) {
  const { id } = useSignedInUser()
  // Admins see everybody's ranges, but a wallet is one's own.
  const { data } = useQuery(read('ranges.list', { query: { limit: rangesMax, ownerId: id } }))
  const options = (data?.items ?? []).map((range) => ({ value: range.id, label: range.name }))
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
      className="max-w-56"
      onChange={({ currentTarget: { value } }) => onChoose(value || undefined)}
    />
  )
}
