// Everything about one user, beside the list. Each part is read on its own, so that one that fails says so in its
// place and the others stay.
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, VenetianMask } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { formatDay } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CountText, IdText, MoneyText } from '../../ui/figures.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { AccessSection } from './user-access.section.tsx'
import { FailureBox } from './user.failure.tsx'
import { useUserActions, useUserMenu, type UserDialog } from './user.menu.tsx'
import { Avatar, LockedBadge, RoleBadge, StatusBadge, type User } from './user.parts.tsx'
import { t } from './users.texts.ts'

const activitiesShown = 20

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-[0.8125rem] font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 py-1">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-end">{children}</dd>
    </div>
  )
}

function Copyable({ text, label, children }: { text: string; label: string; children: ReactNode }) {
  return (
    // The icon, not the space around it, ends where the other facts end.
    <span className="-me-1.5 flex items-center justify-end gap-0.5 pointer-coarse:-me-3.5">
      <span className="min-w-0">{children}</span>
      <CopyButton text={text} label={label} />
    </span>
  )
}

function TimeOrNever({ iso }: { iso: string | null }) {
  return iso === null ? <span className="text-ink-soft">{t('never')}</span> : <RelativeTime iso={iso} />
}

function BasicInfo({ user }: { user: User }) {
  return (
    <Section title={t('basicInfo')}>
      <dl className="divide-y divide-line text-sm">
        <Fact label={t('username')}>
          <bdi className="font-medium">{user.username}</bdi>
        </Fact>
        <Fact label={t('email')}>
          <Copyable text={user.email} label={t('copyEmail')}>
            <EmailText value={user.email} />
          </Copyable>
        </Fact>
        <Fact label={t('role')}>
          <RoleBadge role={user.role} />
        </Fact>
        <Fact label={t('status')}>
          <span className="flex flex-wrap justify-end gap-1.5">
            <StatusBadge user={user} />
            <LockedBadge user={user} />
          </span>
        </Fact>
        <Fact label={t('created')}>{formatDay(user.createdAt)}</Fact>
        <Fact label={t('lastLogin')}>
          <TimeOrNever iso={user.lastLogin} />
        </Fact>
        <Fact label={t('lastActivity')}>
          <TimeOrNever iso={user.lastActivity} />
        </Fact>
        <Fact label={t('logins')}>
          <CountText value={user.totalLogins} />
        </Fact>
        <Fact label={t('userId')}>
          <Copyable text={user.id} label={t('copyId')}>
            <IdText value={user.id} className="max-sm:text-xs" />
          </Copyable>
        </Fact>
      </dl>
    </Section>
  )
}

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-canvas/60 px-3 py-2.5">
      <dt className="truncate text-xs text-ink-soft">{label}</dt>
      <dd className="mt-0.5 truncate text-base font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

function Statistics({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery(read('users.stats', { params: { userId } }))
  const shown = (figure: ReactNode) => (data === undefined ? <Skeleton className="my-1 h-4 w-14" /> : figure)
  return (
    <Section title={t('statistics')}>
      {error !== null && (
        <FailureBox error={error} className="mb-2" onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {(data !== undefined || error === null) && (
        <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          <Tile label={t('totalMessages')}>{shown(<CountText value={data?.totalMessages ?? 0} />)}</Tile>
          <Tile label={t('unreadMessages')}>{shown(<CountText value={data?.unreadMessages ?? 0} />)}</Tile>
          <Tile label={t('numberRanges')}>{shown(<CountText value={data?.numberRanges ?? 0} />)}</Tile>
          <Tile label={t('totalEarnings')}>{shown(<MoneyText value={data?.totalEarnings ?? '0'} />)}</Tile>
          <Tile label={t('todayMessages')}>{shown(<CountText value={data?.todayMessages ?? 0} />)}</Tile>
          <Tile label={t('todayEarnings')}>{shown(<MoneyText value={data?.todayEarnings ?? '0'} />)}</Tile>
        </dl>
      )}
    </Section>
  )
}

function Destination({ text, label, children }: { text: string | null; label: string; children: ReactNode }) {
  if (text === null || text === '') return <span className="text-ink-soft">{t('notSet')}</span>
  return (
    <Copyable text={text} label={label}>
      {children}
    </Copyable>
  )
}

function EmailText({ value }: { value: string }) {
  return (
    <bdi dir="ltr" className="wrap-anywhere">
      {value}
    </bdi>
  )
}

function WalletInfo({ wallet }: { wallet: User['wallet'] }) {
  return (
    <Section title={t('walletInfo')}>
      <dl className="divide-y divide-line text-sm">
        <Fact label={t('balance')}>
          <MoneyText value={wallet.balance} className="font-semibold" />
        </Fact>
        <Fact label={t('usdtAddress')}>
          <Destination text={wallet.usdtAddress} label={t('copyAddress')}>
            <IdText value={wallet.usdtAddress ?? ''} />
          </Destination>
        </Fact>
        <Fact label={t('paypalEmail')}>
          <Destination text={wallet.paypalEmail} label={t('copyPaypal')}>
            <EmailText value={wallet.paypalEmail ?? ''} />
          </Destination>
        </Fact>
      </dl>
    </Section>
  )
}

function Activities({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    read('users.activities', { params: { userId }, query: { limit: activitiesShown } }),
  )
  return (
    <Section title={t('recentActivities')}>
      {data === undefined && error === null && <SkeletonRows rows={3} label={t('loading')} className="h-9" />}
      {error !== null && <FailureBox error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data?.items.length === 0 && <p className="text-sm text-ink-soft">{t('noActivities')}</p>}
      {data !== undefined && data.items.length > 0 && (
        <ul className="divide-y divide-line">
          {data.items.map(({ id, description, createdAt }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 py-2 text-sm">
              <span dir="auto" className="min-w-0 break-words">
                {serverText(description)}
              </span>
              <RelativeTime iso={createdAt} className="shrink-0 text-xs text-ink-soft" />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

type OpenProps = { user: User; onOpen: (dialog: UserDialog) => void }

/** Beside the menu in the footer. */
const buttons: readonly UserDialog[] = ['act-as', 'edit']

function Footer({ user, onOpen }: OpenProps) {
  const { items, may } = useUserMenu(user, onOpen, buttons)
  return (
    <>
      <Menu
        align="start"
        items={items}
        trigger={
          <Button variant="quiet" icon={<Ellipsis aria-hidden="true" />} className="me-auto">
            {t('more')}
          </Button>
        }
      />
      {may.actAs && (
        <Button icon={<VenetianMask aria-hidden="true" />} onClick={() => onOpen('act-as')}>
          {t('actAs')}
        </Button>
      )}
      {may.edit && (
        <Button variant="primary" icon={<Pencil aria-hidden="true" />} onClick={() => onOpen('edit')}>
          {t('edit')}
        </Button>
      )}
    </>
  )
}

function Sections({ user, onOpen }: OpenProps) {
  const may = useUserActions(user)
  return (
    <div className="flex flex-col gap-6">
      <BasicInfo user={user} />
      <Statistics userId={user.id} />
      <WalletInfo wallet={user.wallet} />
      <AccessSection user={user} may={may} onOpen={onOpen} />
      <Activities userId={user.id} />
    </div>
  )
}

type UserDetailsDialogProps = {
  userId: string
  /** The row of the list, shown until the user is read. */
  listed: User | undefined
  onOpen: (dialog: UserDialog) => void
  onClose: () => void
}

export function UserDetailsDialog({ userId, listed, onOpen, onClose }: UserDetailsDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(read('users.read', { params: { userId } }))
  const user = data ?? listed
  return (
    <Dialog
      layout="sheet"
      title={
        <span className="flex items-center gap-3">
          {user !== undefined && <Avatar name={user.username} />}
          <bdi className="min-w-0 truncate">{user?.username ?? t('details')}</bdi>
        </span>
      }
      onClose={onClose}
      {...(user === undefined ? {} : { footer: <Footer user={user} onOpen={onOpen} /> })}
    >
      {error !== null && (
        <FailureBox error={error} className="mb-4" onRetry={() => void refetch()} retrying={isFetching}>
          {t('readFailed', { reason: error.message })}
        </FailureBox>
      )}
      {user === undefined && error === null && <SkeletonRows rows={10} label={t('loading')} />}
      {user !== undefined && <Sections user={user} onOpen={onOpen} />}
    </Dialog>
  )
}
