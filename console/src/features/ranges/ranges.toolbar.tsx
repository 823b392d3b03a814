// What narrows the list of ranges: text, owner (for admins) and status; and whether it shows cards or a table.
import { LayoutGrid, Table2 } from 'lucide-react'
import { useTypedText } from '../../lib/typed-text.ts'
import { Input, SearchInput, Select } from '../../ui/input.tsx'
import { Segments } from '../../ui/segments.tsx'
import { withChosen, type OwnerOptions } from './owner-options.ts'
import type { RangesPatch, RangesSearch } from './ranges.search.ts'
import { t } from './ranges.texts.ts'

type ToolbarProps = {
  search: RangesSearch
  onSearch: (patch: RangesPatch) => void
  /** Null for those who only see their own. */
  owners: OwnerOptions | null
  /** The name of the chosen owner, as far as the list knows it. */
  ownerName: string | undefined
}
type OwnerFilterProps = Pick<ToolbarProps, 'onSearch' | 'ownerName'> & {
  owner: string | undefined
  owners: OwnerOptions
}

function OwnerFilter({ owner, ownerName, owners, onSearch }: OwnerFilterProps) {
  const chosen = owner === undefined ? null : { value: owner, label: ownerName ?? t('unknownOwner') }
  return (
    <>
      {owners.isCut && (
        <Input
          type="search"
          aria-label={t('narrowUsers')}
          placeholder={t('narrowUsers')}
          value={owners.narrowed}
          onChange={(event) => owners.narrow(event.currentTarget.value)}
          className="w-36 max-sm:w-full"
        />
      )}
      <Select
        aria-label={t('owner')}
        wrapperClassName="max-sm:flex-1"
        className="max-w-48 max-sm:w-full max-sm:max-w-none"
        value={owner ?? ''}
        options={[{ value: '', label: t('allUsers') }, ...withChosen(owners.options, chosen)]}
        onChange={({ currentTarget: { value } }) => onSearch({ owner: value || undefined })}
      />
    </>
  )
}

export function RangesToolbar({ search, onSearch, owners, ownerName }: ToolbarProps) {
  const [text, setText] = useTypedText(search.search ?? '', (next) => onSearch({ search: next || undefined }))
  return (
    <div role="search" className="flex flex-wrap items-center gap-2">
      <SearchInput
        label={t('search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="w-72 max-sm:w-full"
      />
      {owners !== null && (
        <OwnerFilter owner={search.owner} ownerName={ownerName} owners={owners} onSearch={onSearch} />
      )}
      <Select
        aria-label={t('status')}
        wrapperClassName="max-sm:flex-1"
        className="max-sm:w-full"
        value={search.status ?? ''}
        options={[
          { value: '', label: t('allStatus') },
          { value: 'active', label: t('active') },
          { value: 'inactive', label: t('inactive') },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ status: value === 'active' || value === 'inactive' ? value : undefined })
        }
      />
      <div className="ms-auto max-sm:basis-full">
        <Segments
          label={t('view')}
          value={search.view ?? 'cards'}
          options={[
            { value: 'cards', label: t('cards'), icon: <LayoutGrid aria-hidden="true" /> },
            { value: 'table', label: t('table'), icon: <Table2 aria-hidden="true" /> },
          ]}
          onChange={(value) => onSearch({ view: value === 'table' ? 'table' : undefined })}
        />
      </div>
    </div>
  )
}
