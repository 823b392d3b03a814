// The carriers section, for admins: the list of carriers, or one of them with its connections. What is open, and the
// page of the list and of a log, are in the address. States are renewed while they are on screen.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, RadioTower, SearchX } from 'lucide-react'
import { useCallback } from 'react'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { chunk, late } from '../../lib/late.ts'
import { useListKeys, useReturnToItem } from '../../lib/list-keys.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { forgetTyped, useTypedText } from '../../lib/typed-text.ts'
import { pathOf, sections } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { focusSearchField } from '../../ui/focus-return.ts'
import { SearchInput, Select } from '../../ui/input.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { CarrierView, useCarrier, type CarrierActions } from './carrier.view.tsx'
import { CarriersList, renewEveryMs, stateTexts } from './carriers.list.tsx'
import { carrierStates, parseCarriersSearch, type CarriersPatch, type CarriersSearch } from './carriers.search.ts'
import { t } from './carriers.texts.ts'
import type { CarrierDetails } from './connections.rules.ts'

const route = getRouteApi(pathOf('carriers'))
const loadCarrierForm = chunk(() => import('./carrier-form.dialog.tsx'))
const loadConnectionForm = chunk(() => import('./connection-form.dialog.tsx'))
const loadDetails = chunk(() => import('./connection-details.dialog.tsx'))
const loadAccess = chunk(() => import('./carrier-access.dialog.tsx'))
const CarrierFormDialog = late(loadCarrierForm, 'CarrierFormDialog')
const ConnectionFormDialog = late(loadConnectionForm, 'ConnectionFormDialog')
const ConnectionDetailsDialog = late(loadDetails, 'ConnectionDetailsDialog')
const DeactivateDialog = late(loadAccess, 'DeactivateDialog')
const TraceDialog = late(() => import('./trace.dialog.tsx'), 'TraceDialog')
const RotateSecretDialog = late(loadAccess, 'RotateSecretDialog')

const pageSize = 25

function warmDialogs(): void {
  void loadCarrierForm()
  void loadConnectionForm()
  void loadDetails()
  void loadAccess()
}

type Patch = (change: CarriersPatch) => void

function useAddress(): { search: CarriersSearch; patch: Patch } {
  const search = parseCarriersSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback<Patch>(
    (change) =>
      void navigate({ search: (former: CarriersSearch) => compact({ ...former, ...change }), resetScroll: false }),
    [navigate],
  )
  return { search, patch }
}

function AddButton({ label, patch }: { label: string; patch: Patch }) {
  return (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onPointerEnter={() => void loadCarrierForm()}
      onFocus={() => void loadCarrierForm()}
      onClick={() => patch({ dialog: 'add' })}
    >
      {label}
    </Button>
  )
}

function Toolbar({ search, patch }: { search: CarriersSearch; patch: Patch }) {
  const [text, setText] = useTypedText(search.search ?? '', (next) =>
    patch({ search: next || undefined, cursor: undefined }),
  )
  return (
    <div role="search" className="flex flex-wrap items-center gap-2">
      <SearchInput
        label={t('search')}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="w-72 max-sm:w-full"
      />
      <Select
        aria-label={t('stateFilter')}
        wrapperClassName="max-sm:flex-1"
        className="max-sm:w-full"
        value={search.state ?? ''}
        options={[
          { value: '', label: t('allStates') },
          ...carrierStates.map((value) => ({ value, label: t(stateTexts[value]) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          patch({ state: carrierStates.find((state) => state === value), cursor: undefined })
        }
      />
    </div>
  )
}

function Nothing({ search, patch }: { search: CarriersSearch; patch: Patch }) {
  const isFirstPage = search.cursor === undefined
  if (search.search !== undefined || search.state !== undefined) {
    const clear = () => {
      forgetTyped()
      patch({ search: undefined, state: undefined, cursor: undefined })
      focusSearchField()
    }
    return (
      <EmptyState
        size="page"
        icon={<SearchX />}
        title={t('nothingMatches')}
        description={t('nothingMatchesHint')}
        action={<Button onClick={clear}>{t('clear')}</Button>}
      />
    )
  }
  if (!isFirstPage) {
    return (
      <EmptyState
        size="page"
        icon={<RadioTower />}
        title={t('nothingHere')}
        action={<Button onClick={() => patch({ cursor: undefined })}>{t('toStart')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      size="page"
      icon={<RadioTower />}
      title={t('emptyTitle')}
      description={t('emptyHint')}
      action={<AddButton label={t('createFirst')} patch={patch} />}
    />
  )
}

function ListPart({ search, patch }: { search: CarriersSearch; patch: Patch }) {
  const { cursor, state } = search
  const list = useQuery({
    ...readKeeping('carriers.list', { query: compact({ limit: pageSize, cursor, state, search: search.search }) }),
    refetchInterval: renewEveryMs,
  })
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = list
  const trail = useCursorTrail(cursor, data?.nextCursor, (next) => patch({ cursor: next }))
  return (
    <>
      <PageHeader
        title={sections.carriers.title}
        description={t('subtitle')}
        actions={<AddButton label={t('add')} patch={patch} />}
      />
      <Toolbar search={search} patch={patch} />
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && 'opacity-60')}>
        {isPending && (
          <Card flush>
            <SkeletonRows rows={5} label={t('loading')} className="h-14.75" />
          </Card>
        )}
        {data?.items.length === 0 && <Nothing search={search} patch={patch} />}
        {data !== undefined && data.items.length > 0 && <CarriersList carriers={data.items} />}
      </div>
      {(trail.back !== undefined || trail.onward !== undefined) && (
        <Pagination
          words={{ newer: t('previous'), older: t('next') }}
          onNewer={trail.back}
          onOlder={trail.onward}
          busy={isPlaceholderData}
        >
          {t('byName')}
        </Pagination>
      )}
    </>
  )
}

type CarrierDialogsProps = {
  search: CarriersSearch
  carrierId: string
  carrier: CarrierDetails | undefined
  patch: Patch
}

function CarrierDialogs({
  search: { dialog, connection: connectionId, log, period, trace },
  ...rest
}: CarrierDialogsProps) {
  const { carrierId, carrier, patch } = rest
  const close = () => patch({ dialog: undefined, connection: undefined, log: undefined, period: undefined })
  const listed = carrier?.items.find(({ id }) => id === connectionId)
  return (
    <>
      {dialog === 'edit' && <CarrierFormDialog carrierId={carrierId} onClose={close} />}
      {dialog === 'deactivate' && (
        <DeactivateDialog kind="carrier" id={carrierId} name={carrier?.name} onClose={close} />
      )}
      {dialog === 'add-connection' && (
        <ConnectionFormDialog
          carrierId={carrierId}
          carrierName={carrier?.name}
          connectionId={null}
          onClose={close}
          onCreated={(id) => patch({ dialog: undefined, connection: id })}
        />
      )}
      {connectionId !== undefined && dialog === undefined && (
        <ConnectionDetailsDialog
          key={connectionId}
          connectionId={connectionId}
          listed={listed}
          logCursor={log}
          onLogCursor={(cursor) => patch({ log: cursor })}
          period={period ?? '24h'}
          onPeriod={(next) => patch({ period: next === '7d' ? next : undefined })}
          onTrace={() => patch({ trace: connectionId, connection: undefined })}
          onDialog={(next) => patch({ dialog: next, log: undefined })}
          onClose={close}
        />
      )}
      {trace !== undefined && (
        <TraceDialog
          key={trace}
          connection={carrier?.items.find(({ id }) => id === trace)}
          connectionId={trace}
          onClose={() => patch({ trace: undefined, connection: trace })}
        />
      )}
      {connectionId !== undefined && dialog === 'edit-connection' && (
        <ConnectionFormDialog
          key={connectionId}
          carrierId={carrierId}
          carrierName={carrier?.name}
          connectionId={connectionId}
          onClose={close}
          onCreated={close}
        />
      )}
      {connectionId !== undefined && dialog === 'deactivate-connection' && (
        <DeactivateDialog kind="connection" id={connectionId} name={listed?.name} onClose={close} />
      )}
      {connectionId !== undefined && dialog === 'rotate-secret' && (
        <RotateSecretDialog connectionId={connectionId} listed={listed} onClose={close} />
      )}
    </>
  )
}

function CarrierPart({ carrierId, search, patch }: { carrierId: string; search: CarriersSearch; patch: Patch }) {
  const stored = useCarrier(carrierId)
  const actions: CarrierActions = {
    onDialog: (dialog) => patch({ dialog }),
    onOpen: ({ id }, dialog) => patch({ connection: id, dialog }),
    onWarm: warmDialogs,
  }
  return (
    <>
      <CarrierView stored={stored} actions={actions} />
      <CarrierDialogs search={search} carrierId={carrierId} carrier={stored.data} patch={patch} />
    </>
  )
}

export function CarriersPage() {
  const { search, patch } = useAddress()
  useListKeys()
  useReturnToItem(search.carrier)
  return (
    <Page>
      {search.carrier === undefined ? (
        <>
          <ListPart search={search} patch={patch} />
          {search.dialog === 'add' && (
            <CarrierFormDialog
              carrierId={null}
              onClose={() => patch({ dialog: undefined })}
              onCreated={(carrier) => patch({ dialog: undefined, cursor: undefined, carrier })}
            />
          )}
        </>
      ) : (
        <CarrierPart key={search.carrier} carrierId={search.carrier} search={search} patch={patch} />
      )}
    </Page>
  )
}
