// The account section: one part at a time beside a list of the parts. Which part, and which dialog, is the address.
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  Activity,
  Bell,
  Fingerprint,
  KeyRound,
  Link2,
  MonitorSmartphone,
  SunMoon,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { lazy, startTransition, Suspense, useCallback } from 'react'
import { compact } from '../../lib/search.ts'
import { pathOf, sections } from '../../paths.ts'
import { cx } from '../../ui/class-names.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { parseAccountSearch, type AccountPatch, type AccountSearch } from './account.search.ts'
import { t } from './account.texts.ts'
import { ActivityPanel } from './activity.panel.tsx'
import { AppearancePanel } from './appearance.panel.tsx'
import { FactorsPanel } from './factors.panel.tsx'
import { IdentitiesPanel } from './identities.panel.tsx'
import { PasswordPanel } from './password.panel.tsx'
import { ProfilePanel } from './profile.panel.tsx'
import { SessionsPanel } from './sessions.panel.tsx'

const route = getRouteApi(pathOf('account'))
const loadDialogs = () => import('./account.dialogs.tsx')
const NotificationSettings = lazy(async () => ({
  default: (await import('../notifications/notification-settings.panel.tsx')).NotificationSettingsPanel,
}))
const AccountDialogs = lazy(async () => ({ default: (await loadDialogs()).AccountDialogs }))

const accountTabs = [
  'profile',
  'password',
  'factors',
  'identities',
  'sessions',
  'activity',
  'notifications',
  'appearance',
] as const
type AccountTab = (typeof accountTabs)[number]

const icons = {
  profile: UserRound,
  password: KeyRound,
  factors: Fingerprint,
  identities: Link2,
  sessions: MonitorSmartphone,
  activity: Activity,
  notifications: Bell,
  appearance: SunMoon,
} as const satisfies Record<AccountTab, LucideIcon>

/** On a phone the list is wider than the screen; the current part is brought into sight when it becomes that. */
function bringIntoSight(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

function Parts({ current }: { current: AccountTab }) {
  return (
    <nav
      aria-label={t('parts')}
      className="min-w-0 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:[scrollbar-width:none]"
    >
      <ul className="flex gap-1 max-lg:w-max lg:flex-col">
        {accountTabs.map((tab) => {
          const Icon = icons[tab]
          return (
            <li key={tab}>
              <Link
                to={pathOf('account')}
                search={tab === 'profile' ? {} : { tab }}
                resetScroll={false}
                ref={tab === current ? bringIntoSight : undefined}
                aria-current={tab === current ? 'page' : undefined}
                className={cx(
                  'flex h-9 items-center gap-2.5 rounded-lg px-3 text-sm font-medium whitespace-nowrap transition-colors',
                  'pointer-coarse:h-11',
                  tab === current ? 'bg-accent-soft text-accent-ink' : 'text-ink-soft hover:bg-hover hover:text-ink',
                )}
              >
                <Icon className="size-4 shrink-0" aria-hidden="true" />
                {t(tab)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

export type Patch = (change: AccountPatch) => void

function useAddress(): { search: AccountSearch; patch: Patch } {
  const search = parseAccountSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: AccountPatch) =>
      startTransition(() => {
        void navigate({ search: (former: AccountSearch) => compact({ ...former, ...change }), resetScroll: false })
      }),
    [navigate],
  )
  return { search, patch }
}

function Part({ tab, search, patch }: { tab: AccountTab; search: AccountSearch; patch: Patch }) {
  if (tab === 'profile') return <ProfilePanel patch={patch} />
  if (tab === 'password') return <PasswordPanel />
  if (tab === 'factors') return <FactorsPanel patch={patch} />
  if (tab === 'identities')
    return <IdentitiesPanel errorCode={search.error_code} linked={search.linked} patch={patch} />
  if (tab === 'sessions') return <SessionsPanel patch={patch} />
  if (tab === 'notifications') {
    return (
      <Suspense fallback={<SkeletonRows rows={8} label={t('loading')} className="h-14" />}>
        <NotificationSettings />
      </Suspense>
    )
  }
  return tab === 'activity' ? <ActivityPanel cursor={search.cursor} patch={patch} /> : <AppearancePanel />
}

export function AccountPage() {
  const { search, patch } = useAddress()
  const tab = accountTabs.find((name) => name === search.tab) ?? 'profile'
  const warm = () => void loadDialogs()
  return (
    <Page>
      <PageHeader title={sections.account.title} description={t('description')} />
      <div
        className="grid grid-cols-1 gap-5 lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-8"
        onPointerEnter={warm}
        onFocus={warm}
      >
        <Parts current={tab} />
        <div className="flex min-w-0 flex-col gap-5">
          <Part tab={tab} search={search} patch={patch} />
        </div>
      </div>
      <Suspense>
        {search.dialog !== undefined && (
          <AccountDialogs
            dialog={search.dialog}
            item={search.item}
            onClose={() => patch({ dialog: undefined, item: undefined })}
          />
        )}
      </Suspense>
    </Page>
  )
}
