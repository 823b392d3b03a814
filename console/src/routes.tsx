// Every address of the console. Each page is a chunk of its own, loaded when its link is hovered or followed;
// filters and open dialogs are typed search parameters, read by the feature that owns them. An unknown section
// leads to the dashboard.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  redirect,
} from '@tanstack/react-router'
import type { AccountSearch } from './features/account/account.search.ts'
import type { AnalyticsSearch } from './features/analytics/analytics.search.ts'
import type { PeriodSearch } from './features/analytics/period.search.ts'
import type { AdminDashboardSearch } from './features/admin-dashboard/admin-dashboard.search.ts'
import type { AuditSearch } from './features/audit/audit.search.ts'
import type { CarriersSearch } from './features/carriers/carriers.search.ts'
import type { HoldsSearch } from './features/holds/holds.search.ts'
import type { InboxSearch } from './features/inbox/inbox.search.ts'
import type { MessagesSearch } from './features/messages/messages.search.ts'
import type { NotificationsSearch } from './features/notifications/notifications.search.ts'
import type { PaymentsSearch } from './features/payments/payments.search.ts'
import type { QuarantineSearch } from './features/quarantine/quarantine.search.ts'
import type { ReportsSearch } from './features/reports/reports.search.ts'
import { parseRangesSearch } from './features/ranges/ranges.search.ts'
import type { ProvidersSearch } from './features/settings/identity-providers.search.ts'
import { Gate } from './features/shell/gate.tsx'
import { RouteError } from './features/shell/route-error.tsx'
import type { SystemSearch } from './features/system/system.search.ts'
import type { TestNumbersSearch } from './features/test-numbers/test-numbers.search.ts'
import type { UsersSearch } from './features/users/users.search.ts'
import { parseWalletSearch } from './features/wallet/wallet.search.ts'
import { pathOf } from './paths.ts'
import { PagePending } from './ui/page-pending.tsx'

const rootRoute = createRootRoute({
  component: Gate,
  notFoundComponent: () => <Navigate to={pathOf('dashboard')} replace />,
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: pathOf('dashboard'), replace: true })
  },
})

const sectionRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('dashboard'),
    // As with the account.
    validateSearch: (raw): PeriodSearch => raw,
    component: lazyRouteComponent(() => import('./features/dashboard/dashboard.page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('inbox'),
    // As with the account.
    validateSearch: (raw): MessagesSearch => raw,
    component: lazyRouteComponent(() => import('./features/messages/messages.page.tsx'), 'MessagesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('sms-inbox'),
    // As with the account.
    validateSearch: (raw): InboxSearch => raw,
    component: lazyRouteComponent(() => import('./features/inbox/inbox.page.tsx'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('number-ranges'),
    validateSearch: parseRangesSearch,
    component: lazyRouteComponent(() => import('./features/ranges/ranges.page.tsx'), 'RangesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('wallet'),
    validateSearch: parseWalletSearch,
    component: lazyRouteComponent(() => import('./features/wallet/wallet.page.tsx'), 'WalletPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('manage-users'),
    // As with the account.
    validateSearch: (raw): UsersSearch => raw,
    component: lazyRouteComponent(() => import('./features/users/users.page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('carriers'),
    // As with the account.
    validateSearch: (raw): CarriersSearch => raw,
    component: lazyRouteComponent(() => import('./features/carriers/carriers.page.tsx'), 'CarriersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('quarantine'),
    // As with the account.
    validateSearch: (raw): QuarantineSearch => raw,
    component: lazyRouteComponent(() => import('./features/quarantine/quarantine.page.tsx'), 'QuarantinePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('holds'),
    // As with the account.
    validateSearch: (raw): HoldsSearch => raw,
    component: lazyRouteComponent(() => import('./features/holds/holds.page.tsx'), 'HoldsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('audit'),
    // As with the account.
    validateSearch: (raw): AuditSearch => raw,
    component: lazyRouteComponent(() => import('./features/audit/audit.page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('test-numbers'),
    // As with the account.
    validateSearch: (raw): TestNumbersSearch => raw,
    component: lazyRouteComponent(() => import('./features/test-numbers/test-numbers.page.tsx'), 'TestNumbersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('earnings'),
    // As with the account.
    validateSearch: (raw): PeriodSearch => raw,
    component: lazyRouteComponent(() => import('./features/earnings/earnings.page.tsx'), 'EarningsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('analytics'),
    // As with the account.
    validateSearch: (raw): AnalyticsSearch => raw,
    component: lazyRouteComponent(() => import('./features/analytics/analytics.page.tsx'), 'AnalyticsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('reports'),
    // As with the account.
    validateSearch: (raw): ReportsSearch => raw,
    component: lazyRouteComponent(() => import('./features/reports/reports.page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('admin-dashboard'),
    // As with the account.
    validateSearch: (raw): AdminDashboardSearch => raw,
    component: lazyRouteComponent(
      () => import('./features/admin-dashboard/admin-dashboard.page.tsx'),
      'AdminDashboardPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('platform-settings'),
    // As with the account.
    validateSearch: (raw): ProvidersSearch => raw,
    component: lazyRouteComponent(
      () => import('./features/settings/platform-settings.page.tsx'),
      'PlatformSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('super-admin-dashboard'),
    // As with the account.
    validateSearch: (raw): SystemSearch => raw,
    component: lazyRouteComponent(
      () => import('./features/system/super-admin-dashboard.page.tsx'),
      'SuperAdminDashboardPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('payment-settings'),
    // As with the account.
    validateSearch: (raw): PaymentsSearch => raw,
    component: lazyRouteComponent(() => import('./features/payments/payment-settings.page.tsx'), 'PaymentSettingsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('notifications'),
    // As with the account.
    validateSearch: (raw): NotificationsSearch => raw,
    component: lazyRouteComponent(() => import('./features/notifications/notifications.page.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: pathOf('account'),
    // The page reads it, to keep that out of the first load.
    validateSearch: (raw): AccountSearch => raw,
    component: lazyRouteComponent(() => import('./features/account/account.page.tsx'), 'AccountPage'),
  }),
] as const

/** The addresses that are open to everybody. One that is none of them is unknown, and leads to the dashboard. */
const doorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$door',
  component: lazyRouteComponent(() => import('./features/identity/door.page.tsx'), 'DoorPage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, ...sectionRoutes, doorRoute]),
  defaultPreload: 'intent',
  defaultPreloadDelay: 30,
  defaultPendingMs: 150,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
})

/**
 * A page moves the address only while it is there: what was begun on it (a file, a form that was closed) may end after
 * somebody went on, who is not to be taken back.
 */
function isOfLeftPage({ from, to, href }: { from?: unknown; to?: unknown; href?: unknown }): boolean {
  return to === undefined && href === undefined && from !== undefined && from !== router.latestLocation.pathname
}

const { navigate } = router
router.navigate = ((options: Parameters<typeof navigate>[0]) =>
  isOfLeftPage(options) ? Promise.resolve() : navigate(options)) as typeof navigate

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
