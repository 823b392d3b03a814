// The users as a table. On phones role, status and balance stand below the name, so nothing has to be scrolled
// sideways.
import { Ellipsis, Eye, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { MoneyText } from '../../ui/figures.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { cx } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { useUserMenu, type UserDialog } from './user.menu.tsx'
import { Avatar, FactorText, LockedBadge, RoleBadge, StatusBadge, type User } from './user.parts.tsx'
import { t } from './users.texts.ts'

const pendingRows = 8
/** Among the columns between name and actions. */
const factorColumn = 2

export type TableActions = {
  me: { id: string; role: User['role'] }
  onOpen: (dialog: UserDialog, user: User) => void
  onWarm: () => void
}
type RowProps = TableActions & { user: User }

function RowActions(props: RowProps) {
  const { user, onOpen, onWarm } = props
  const { items, may } = useUserMenu(user, (dialog) => onOpen(dialog, user))
  const name = user.username
  return (
    <span className="flex justify-end">
      <IconButton
        data-list-item
        label={t('viewDetails', { name })}
        onPointerEnter={onWarm}
        onFocus={onWarm}
        onClick={() => onOpen('details', user)}
      >
        <Eye aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('editOf', { name })}
        className="max-sm:hidden"
        disabled={!may.edit}
        onPointerEnter={onWarm}
        onFocus={onWarm}
        onClick={() => onOpen('edit', user)}
      >
        <Pencil aria-hidden="true" />
      </IconButton>
      <Menu
        items={items}
        trigger={
          <button
            type="button"
            aria-label={t('moreOf', { name })}
            title={t('moreOf', { name })}
            onPointerEnter={onWarm}
            className={
              'inline-flex size-9 items-center justify-center rounded-lg text-ink-soft hover:bg-hover ' +
              'hover:text-ink pointer-coarse:size-11'
            }
          >
            <Ellipsis className="size-4.5" aria-hidden="true" />
          </button>
        }
      />
    </span>
  )
}

/** The name opens the details too: a larger target than the eye, for whoever points. */
function NameCell({ me, user, onOpen, onWarm }: RowProps) {
  return (
    <Cell className="w-full max-w-0">
      <button
        type="button"
        onPointerEnter={onWarm}
        onFocus={onWarm}
        onClick={() => onOpen('details', user)}
        className="group -my-1 flex w-full min-w-0 items-center gap-3 rounded-lg py-1 text-start"
      >
        <Avatar name={user.username} className={cx(!user.isActive && 'opacity-60 grayscale')} />
        <span className="min-w-0 leading-tight">
          <span className="flex h-5 items-center gap-2">
            <bdi className="truncate font-medium underline-offset-4 group-hover:underline">{user.username}</bdi>
            {me.id === user.id && <Badge>{t('you')}</Badge>}
          </span>
          <bdi dir="ltr" className="mt-0.5 block truncate text-xs text-ink-soft">
            {user.email}
          </bdi>
          <span className="mt-1.5 flex flex-wrap items-center gap-1.5 md:hidden">
            <RoleBadge role={user.role} />
            <StatusBadge user={user} />
            <LockedBadge user={user} />
            <MoneyText value={user.wallet.balance} className="text-xs font-medium" />
          </span>
        </span>
      </button>
    </Cell>
  )
}

function UserRow(props: RowProps) {
  const { user } = props
  return (
    <Row data-list-row>
      <NameCell {...props} />
      <Cell className="max-md:hidden">
        <RoleBadge role={user.role} />
      </Cell>
      <Cell className="max-md:hidden">
        <span className="flex flex-wrap items-center gap-1.5">
          <StatusBadge user={user} />
          <LockedBadge user={user} />
        </span>
      </Cell>
      <Cell className="whitespace-nowrap max-lg:hidden">
        <FactorText count={user.factorCount} />
      </Cell>
      <Cell align="end" className="font-medium whitespace-nowrap max-md:hidden">
        <MoneyText value={user.wallet.balance} />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft max-md:hidden">
        {user.lastLogin === null ? t('never') : <RelativeTime iso={user.lastLogin} />}
      </Cell>
      <Cell className="ps-0">
        <RowActions {...props} />
      </Cell>
    </Row>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Card flush>
      <Table label={t('users')}>
        <TableHead>
          <HeadCell>{t('user')}</HeadCell>
          <HeadCell className="max-md:hidden">{t('role')}</HeadCell>
          <HeadCell className="max-md:hidden">{t('status')}</HeadCell>
          <HeadCell className="max-lg:hidden">{t('secondFactor')}</HeadCell>
          <HeadCell align="end" className="max-md:hidden">
            {t('balance')}
          </HeadCell>
          <HeadCell className="max-md:hidden">{t('lastLogin')}</HeadCell>
          <HeadCell align="end">{t('actions')}</HeadCell>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </Card>
  )
}

function PendingRow() {
  return (
    <tr aria-hidden="true">
      <Cell className="w-full">
        <span className="flex min-h-9.5 items-center gap-3">
          <span className="size-9 shrink-0 overflow-clip rounded-full">
            <Skeleton className="size-full" />
          </span>
          <span className="flex min-w-0 flex-col gap-2">
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className="h-3 w-40" />
            <Skeleton className="mt-0.5 h-4.5 w-32 md:hidden" />
          </span>
        </span>
      </Cell>
      {['w-12', 'w-16', 'w-16', 'w-14', 'w-16'].map((width, index) => (
        <Cell key={index} className={index === factorColumn ? 'max-lg:hidden' : 'max-md:hidden'}>
          <Skeleton className={cx('h-4', width)} />
        </Cell>
      ))}
      <Cell className="ps-0">
        <Skeleton className="ms-auto me-2.5 h-4 w-20" />
      </Cell>
    </tr>
  )
}

/** The table before its first answer: the same head, rows of the same height. */
export function PendingTable() {
  return (
    <div>
      <p role="status" className="sr-only">
        {t('loading')}
      </p>
      <Frame>
        {Array.from({ length: pendingRows }, (_, index) => (
          <PendingRow key={index} />
        ))}
      </Frame>
    </div>
  )
}

export function UsersTable({ users, ...actions }: TableActions & { users: readonly User[] }) {
  return (
    <Frame>
      {users.map((user) => (
        <UserRow key={user.id} user={user} {...actions} />
      ))}
    </Frame>
  )
}
