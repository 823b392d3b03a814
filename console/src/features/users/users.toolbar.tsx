// What narrows the list of users: text, role and status.
import { roles } from '@inrange/contract/roles'
import { useTypedText } from '../../lib/typed-text.ts'
import { SearchInput, Select } from '../../ui/input.tsx'
import { statuses, type UsersPatch, type UsersSearch } from './users.search.ts'
import { t } from './users.texts.ts'

export const searchId = 'users-search'

type ToolbarProps = { search: UsersSearch; onSearch: (patch: UsersPatch) => void }

export function UsersToolbar({ search, onSearch }: ToolbarProps) {
  const [text, setText] = useTypedText(search.search ?? '', (next) => onSearch({ search: next || undefined }))
  return (
    <div role="search" className="flex flex-wrap items-center gap-2">
      <SearchInput
        id={searchId}
        label={t('search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="w-72 max-sm:w-full"
      />
      <Select
        aria-label={t('role')}
        wrapperClassName="max-sm:flex-1"
        className="max-sm:w-full"
        value={search.role ?? ''}
        options={[
          { value: '', label: t('allRoles') },
          { value: 'user', label: t('users') },
          { value: 'admin', label: t('admins') },
          { value: 'super_admin', label: t('superAdmins') },
        ]}
        onChange={({ currentTarget: { value } }) => onSearch({ role: roles.find((role) => role === value) })}
      />
      <Select
        aria-label={t('status')}
        wrapperClassName="max-sm:flex-1"
        className="max-sm:w-full"
        value={search.status ?? ''}
        options={[
          { value: '', label: t('allStatus') },
          { value: 'active', label: t('active') },
          { value: 'inactive', label: t('inactive') },
          { value: 'invited', label: t('invited') },
          { value: 'locked', label: t('locked') },
        ]}
        onChange={({ currentTarget: { value } }) => onSearch({ status: statuses.find((status) => status === value) })}
      />
    </div>
  )
}
