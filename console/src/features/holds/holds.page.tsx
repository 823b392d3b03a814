// Holds, for admins: cases over inflated traffic, and the queue of withdrawals. What is shown and open is the address.
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, startTransition, Suspense, useCallback } from 'react'
import { useSignedInUser } from '../../lib/auth.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { compact } from '../../lib/search.ts'
import { maySee, pathOf, sections } from '../../paths.ts'
import { AccessDenied } from '../../ui/access-denied.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs, type Place } from '../payments/payments.parts.tsx'
import type { PaymentsPatch } from '../payments/payments.search.ts'
import { CasesPanel } from './cases.panel.tsx'
import { parseHoldsSearch, type HoldsSearch } from './holds.search.ts'
import { t } from './holds.texts.ts'

const route = getRouteApi(pathOf('holds'))
const loadForm = () => import('./open-case.dialog.tsx')
const OpenCaseDialog = lazy(async () => ({ default: (await loadForm()).OpenCaseDialog }))
const WithdrawalsQueue = lazy(async () => ({
  default: (await import('../payments/withdrawals.queue.tsx')).WithdrawalsQueue,
}))

const tabs = ['cases', 'withdrawals'] as const

function usePlace(): Place {
  const search = parseHoldsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: PaymentsPatch) =>
      startTransition(() => {
        void navigate({ search: (former: HoldsSearch) => compact({ ...former, ...change }), resetScroll: false })
      }),
    [navigate],
  )
  return { host: 'holds', search, patch }
}

function Holds() {
  const place = usePlace()
  const { search, patch } = place
  useListKeys()
  const tab = tabs.find((name) => name === search.tab) ?? 'cases'
  const warm = () => void loadForm()
  return (
    <Page>
      <PageHeader
        title={sections.holds.title}
        description={t('description')}
        actions={
          <Button
            icon={<Plus aria-hidden="true" />}
            onPointerEnter={warm}
            onFocus={warm}
            onClick={() => patch({ tab: undefined, dialog: 'open-case', item: undefined })}
          >
            {t('openCase')}
          </Button>
        }
      />
      <Tabs
        host="holds"
        label={t('parts')}
        current={tab}
        tabs={tabs.map((name) => ({ name, label: t(name) }))}
        searchOf={(name) => (name === 'cases' ? {} : { tab: name })}
      />
      {tab === 'cases' ? (
        <CasesPanel place={place} />
      ) : (
        <Suspense fallback={<SkeletonRows rows={6} label={t('withdrawals')} />}>
          <WithdrawalsQueue place={place} />
        </Suspense>
      )}
      <Suspense>
        {tab === 'cases' && search.dialog === 'open-case' && (
          <OpenCaseDialog
            onClose={() => patch({ dialog: undefined })}
            onOpened={(item) => patch({ dialog: undefined, state: undefined, cursor: undefined, item })}
          />
        )}
      </Suspense>
    </Page>
  )
}

export function HoldsPage() {
  const { role } = useSignedInUser()
  if (maySee(role, 'holds')) return <Holds />
  return (
    <Page>
      <AccessDenied needed="admin" />
    </Page>
  )
}
