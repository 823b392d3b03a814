// The manage-users section, for admins. Filters, page and the open dialog are in the address; what an admin may not
// do to somebody is not offered.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ShieldCheck, UserCheck, UserPlus, UserRound, Users } from 'lucide-react'
import { useCallback, useState } from 'react'
import { acting } from '../../lib/acting.ts'
import { ApiError } from '../../lib/api.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { formatPercent } from '../../lib/format.ts'
import { chunk, late } from '../../lib/late.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { forgetTyped } from '../../lib/typed-text.ts'
import { pathOf, sections } from '../../paths.ts'
import { AccessDenied } from '../../ui/access-denied.tsx'
import { Button } from '../../ui/button.tsx'
import { StatCard, StatRow } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CountText } from '../../ui/figures.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { FailureBox } from './user.failure.tsx'
import type { User, UsersAnswer } from './user.parts.tsx'
import { parseUsersSearch, type UsersPatch, type UsersSearch } from './users.search.ts'
import { PendingTable, UsersTable, type TableActions } from './users.table.tsx'
import { t } from './users.texts.ts'
import { searchId, UsersToolbar } from './users.toolbar.tsx'

const route = getRouteApi(pathOf('manage-users'))
const loadCreate = chunk(() => import('./create-user.dialog.tsx'))
const loadEdit = chunk(() => import('./edit-user.dialog.tsx'))
const loadDetails = chunk(() => import('./user-details.dialog.tsx'))
const loadAccess = chunk(() => import('./user-access.dialog.tsx'))
const CreateUserDialog = late(loadCreate, 'CreateUserDialog')
const EditUserDialog = late(loadEdit, 'EditUserDialog')
const UserDetailsDialog = late(loadDetails, 'UserDetailsDialog')
const UserAccessDialog = late(loadAccess, 'UserAccessDialog')

const pageSize = 50

function warmDialogs(): void {
  void loadDetails()
  void loadEdit()
  void loadAccess()
}

type Patch = (change: UsersPatch, replace?: boolean) => void

function useAddress(): { search: UsersSearch; patch: Patch } {
  const search = parseUsersSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback<Patch>(
    (change, replace = false) =>
      void navigate({
        search: (former: UsersSearch) => compact({ ...former, ...change }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  return { search, patch }
}

function useUsers({ search, role, status, cursor }: UsersSearch) {
  return useQuery(readKeeping('users.list', { query: compact({ limit: pageSize, search, role, status, cursor }) }))
}

function Summary({ summary }: { summary: UsersAnswer['summary'] | undefined }) {
  const pending = summary === undefined
  const { total, active, admins, users } = summary ?? { total: 0, active: 0, admins: 0, users: 0 }
  const share = (count: number) => t('ofTotal', { percent: formatPercent(count / Math.max(1, total)) })
  return (
    <StatRow>
      <StatCard
        label={t('total')}
        icon={<Users />}
        pending={pending}
        value={<CountText value={total} />}
        note={t('inactiveCount', { count: total - active })}
      />
      <StatCard
        label={t('activeUsers')}
        icon={<UserCheck />}
        pending={pending}
        value={<CountText value={active} />}
        note={share(active)}
      />
      <StatCard
        label={t('admins')}
        icon={<ShieldCheck />}
        pending={pending}
        value={<CountText value={admins} />}
        note={share(admins)}
      />
      <StatCard
        label={t('regularUsers')}
        icon={<UserRound />}
        pending={pending}
        value={<CountText value={users} />}
        note={share(users)}
      />
    </StatRow>
  )
}

function AddButton({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <Button
      variant="primary"
      icon={<UserPlus aria-hidden="true" />}
      onPointerEnter={() => void loadCreate()}
      onFocus={() => void loadCreate()}
      onClick={onAdd}
    >
      {label}
    </Button>
  )
}

function Nothing({ isFiltered, patch }: { isFiltered: boolean; patch: Patch }) {
  const clear = () => {
    forgetTyped()
    patch({ search: undefined, role: undefined, status: undefined, cursor: undefined })
    // The button goes with the filters; whoever pressed it goes on where filters begin.
    document.getElementById(searchId)?.focus()
  }
  return (
    <EmptyState
      size="page"
      icon={<Users />}
      title={t('emptyTitle')}
      description={t(isFiltered ? 'emptyFiltered' : 'emptyHint')}
      action={
        isFiltered ? (
          <Button onClick={clear}>{t('clearFilters')}</Button>
        ) : (
          <AddButton label={t('createFirst')} onAdd={() => patch({ dialog: 'add' })} />
        )
      }
    />
  )
}

type DialogsProps = { search: UsersSearch; users: readonly User[]; patch: Patch }

function Dialogs({ search: { dialog, user: userId }, users, patch }: DialogsProps) {
  // What was opened from somebody's details leads back to them.
  const [cameFrom, setCameFrom] = useState<string>()
  const close = () => patch({ dialog: undefined, user: undefined })
  if (dialog === 'add') {
    return <CreateUserDialog onClose={close} />
  }
  if (dialog === undefined || userId === undefined) return null
  const listed = users.find(({ id }) => id === userId)
  const closeAct = () => (cameFrom === userId ? patch({ dialog: 'details' }) : close())
  return (
    <>
      {dialog === 'edit' && <EditUserDialog key={userId} userId={userId} onClose={closeAct} />}
      {dialog === 'details' && (
        <UserDetailsDialog
          key={userId}
          userId={userId}
          listed={listed}
          onOpen={(next) => {
            setCameFrom(userId)
            patch({ dialog: next })
          }}
          onClose={() => {
            setCameFrom(undefined)
            close()
          }}
        />
      )}
      {dialog !== 'edit' && dialog !== 'details' && (
        <UserAccessDialog key={userId} act={dialog} userId={userId} listed={listed} onClose={closeAct} />
      )}
    </>
  )
}

function Pages({ search, list, patch }: { search: UsersSearch; list: ReturnType<typeof useUsers>; patch: Patch }) {
  const trail = useCursorTrail(search.cursor, list.data?.nextCursor, (cursor) => patch({ cursor }))
  if (trail.back === undefined && trail.onward === undefined) return null
  return (
    <Pagination onNewer={trail.back} onOlder={trail.onward} busy={list.isPlaceholderData}>
      {t('newestFirst')}
    </Pagination>
  )
}

function ListPart({ search, list, patch, ...actions }: Omit<TableActions, 'onWarm'> & ListPartProps) {
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = list
  const isFiltered = search.search !== undefined || search.role !== undefined || search.status !== undefined
  return (
    <>
      {error !== null && (
        <FailureBox error={error} onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </FailureBox>
      )}
      <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && 'opacity-60')}>
        {isPending && <PendingTable />}
        {data?.items.length === 0 && <Nothing isFiltered={isFiltered} patch={patch} />}
        {data !== undefined && data.items.length > 0 && (
          <UsersTable users={data.items} {...actions} onWarm={warmDialogs} />
        )}
      </div>
      <Pages search={search} list={list} patch={patch} />
    </>
  )
}

type ListPartProps = { search: UsersSearch; list: ReturnType<typeof useUsers>; patch: Patch }

export function UsersPage() {
  const me = useSignedInUser()
  const { search, patch } = useAddress()
  const list = useUsers(search)
  useListKeys()
  if (list.error instanceof ApiError && list.error.code === 'forbidden') {
    return (
      <Page>
        <AccessDenied needed="admin" />
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader
        title={sections['manage-users'].title}
        description={t('subtitle')}
        actions={acting === null && <AddButton label={t('add')} onAdd={() => patch({ dialog: 'add' })} />}
      />
      {(list.data !== undefined || list.error === null) && <Summary summary={list.data?.summary} />}
      <UsersToolbar
        search={search}
        onSearch={(change) => patch({ ...change, cursor: undefined }, 'search' in change)}
      />
      <ListPart
        search={search}
        list={list}
        patch={patch}
        me={me}
        onOpen={(dialog, { id }) => patch({ dialog, user: id })}
      />
      <Dialogs search={search} users={list.data?.items ?? []} patch={patch} />
    </Page>
  )
}
