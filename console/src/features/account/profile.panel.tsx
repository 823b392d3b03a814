// Who one is, and how well the account is protected.
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { formatRole, initialOf } from '../../lib/person.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IdText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Patch } from './account.page.tsx'
import { Panel, ReadFailure } from './account.parts.tsx'
import { t } from './account.texts.ts'

type Account = CallOutput<'account.read'>

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-0.5 py-1.5 text-sm sm:flex-nowrap">
      <dt className="w-full shrink-0 text-ink-soft max-sm:text-xs sm:w-36">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-3">{children}</dd>
    </div>
  )
}

function Facts({ account, patch }: { account: Account; patch: Patch }) {
  const { user } = account
  return (
    <>
      <div className="mb-3 flex items-center gap-4">
        <span
          aria-hidden="true"
          className="inline-flex size-14 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xl font-semibold text-accent-ink"
        >
          {initialOf(user.username)}
        </span>
        <div className="min-w-0">
          <p className="truncate text-lg font-semibold tracking-tight">
            <bdi>{user.username}</bdi>
          </p>
          <p className="text-[0.8125rem] text-ink-soft">{formatRole(user.role)}</p>
        </div>
      </div>
      <dl className="divide-y divide-line">
        <Fact label={t('email')}>
          <bdi dir="ltr" className="min-w-0 wrap-anywhere">
            {user.email}
          </bdi>
          {account.hasPassword && (
            <Button size="small" aria-label={t('changeEmail')} onClick={() => patch({ dialog: 'change-email' })}>
              {t('change')}
            </Button>
          )}
        </Fact>
        <Fact label={t('memberSince')}>{formatDay(user.createdAt)}</Fact>
        <Fact label={t('lastLogin')}>
          {user.lastLogin === null ? t('never') : <RelativeTime iso={user.lastLogin} />}
        </Fact>
        <Fact label={t('userId')}>
          <IdText value={user.id} className="max-sm:text-xs" />
          <CopyButton text={user.id} label={t('copyId')} className="-my-1" />
        </Fact>
      </dl>
      <p className="mt-3 text-xs text-ink-soft">{t('adminChanges')}</p>
    </>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label={t('loading')}>
      <div className="mb-3 flex items-center gap-4">
        <Skeleton className="size-14 rounded-full" />
        <Skeleton className="h-6 w-40" />
      </div>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex h-11 items-center gap-4">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-48" />
        </div>
      ))}
    </div>
  )
}

function protectionOf({ factors, hasPassword }: Account) {
  const hasFactor = factors.totp + factors.phone + factors.passkeys > 0
  if (hasFactor && hasPassword) return { isGood: true, title: t('protectedBy'), hint: t('protectedHint') }
  if (!hasPassword) return { isGood: true, title: t('withoutPassword'), hint: t('noPasswordHint') }
  return { isGood: false, title: t('passwordOnly'), hint: t('passwordOnlyHint') }
}

function Protection({ account, patch }: { account: Account; patch: Patch }) {
  const { isGood, title, hint } = protectionOf(account)
  const Icon = isGood ? ShieldCheck : ShieldAlert
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span
        aria-hidden="true"
        className={cx(
          'inline-flex size-10 shrink-0 items-center justify-center rounded-xl',
          isGood ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn',
        )}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-48 flex-1">
        <p className="text-sm font-medium">{title}</p>
        <p className="mt-0.5 text-[0.8125rem] text-pretty text-ink-soft">{hint}</p>
      </div>
      {!isGood && (
        <Button variant="primary" onClick={() => patch({ tab: 'factors' })}>
          {t('addFactor')}
        </Button>
      )}
    </div>
  )
}

export function ProfilePanel({ patch }: { patch: Patch }) {
  const asked = useQuery(read('account.read', {}))
  const account = asked.data
  return (
    <>
      <Panel title={t('profile')}>
        <ReadFailure asked={asked} />
        {account !== undefined && <Facts account={account} patch={patch} />}
        {account === undefined && asked.error === null && <Waiting />}
      </Panel>
      {account !== undefined && (
        <Panel title={t('protection')}>
          <Protection account={account} patch={patch} />
        </Panel>
      )}
    </>
  )
}
