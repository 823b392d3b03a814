// The services elsewhere that users may sign in with: each with what it is, what to enter there, and a test of it. What
// is open is in the address. Saved one by one, so nothing here is ever unsaved.
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, CircleX, Link2, Pencil, Plus, Power, PowerOff, Trash2, Zap } from 'lucide-react'
import { startTransition, useCallback, type ReactNode } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { call } from '../../lib/api.ts'
import { chunk, late } from '../../lib/late.ts'
import { outdate, read } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { pathOf } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { CountText } from '../../ui/figures.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import type { Provider } from './identity-providers.model.ts'
import { parseProvidersSearch, type ProvidersPatch, type ProvidersSearch } from './identity-providers.search.ts'
import { t } from './identity-providers.texts.ts'

const route = getRouteApi(pathOf('platform-settings'))
const loadForm = chunk(() => import('./provider-form.dialog.tsx'))
const loadQuestions = chunk(() => import('./identity-providers.questions.tsx'))
const ProviderFormDialog = late(loadForm, 'ProviderFormDialog')
const ProviderQuestion = late(loadQuestions, 'ProviderQuestion')

type Patch = (change: ProvidersPatch) => void

function useAddress(): { search: ProvidersSearch; patch: Patch } {
  const search = parseProvidersSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback<Patch>(
    (change) =>
      startTransition(() => {
        void navigate({
          search: (former: ProvidersSearch) => compact({ ...former, ...change }),
          // The section that was gone to stays in the address, and is not gone to once more.
          hash: true,
          hashScrollIntoView: false,
          resetScroll: false,
        })
      }),
    [navigate],
  )
  return { search, patch }
}

function useTest({ id, issuer, clientId, scopes }: Provider) {
  // What was found is of what was tested, and is gone once that is edited.
  const subject = [issuer, clientId, scopes].join('\n')
  const asking = useMutation({
    mutationFn: (_subject: string) => call('identity-providers.test', { params: { providerId: id } }),
  })
  const isOfThis = asking.variables === subject
  return {
    run: () => asking.mutate(subject),
    isBusy: asking.isPending,
    outcome: isOfThis ? asking.data : undefined,
    error: isOfThis ? asking.error : null,
  }
}

/** What came of a test, where it was asked for. Announced. */
function TestOutcome({ test: { outcome, error } }: { test: ReturnType<typeof useTest> }) {
  const isThere = outcome !== undefined || error !== null
  const isGood = outcome?.ok === true
  return (
    <div role="status" className={cx(!isThere && 'hidden')}>
      {isThere && (
        <div
          className={cx(
            'rounded-lg border px-3 py-2.5 text-sm',
            isGood ? 'border-good/25 bg-good-soft text-good' : 'border-bad/25 bg-bad-soft text-bad',
          )}
        >
          <p className="flex flex-wrap items-center gap-x-2 font-medium [&_svg]:size-4 [&_svg]:shrink-0">
            {isGood ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
            {t(isGood ? 'testGood' : 'testBad')}
            {outcome !== undefined && (
              <span className="text-xs font-normal tabular-nums">{t('tookMs', { ms: outcome.durationMs })}</span>
            )}
          </p>
          <p className="mt-0.5 break-words text-ink">
            <bdi>{outcome === undefined ? error?.message : serverText(outcome.detail)}</bdi> {isGood && t('testLimits')}
          </p>
        </div>
      )}
    </div>
  )
}

function useEnabling({ id, name }: Provider) {
  return useMutation({
    mutationFn: () => call('identity-providers.update', { params: { providerId: id }, body: { isEnabled: true } }),
    onSuccess: () => notify(t('enableDone', { name })),
    onError: (error) => notify(t('enableFailed', { name, reason: error.message }), { tone: 'bad' }),
    onSettled: () => outdate('identity-providers.list', 'identity-providers.enabled'),
  })
}

type RowProps = { provider: Provider; patch: Patch }

function Actions({ provider, patch, test }: RowProps & { test: ReturnType<typeof useTest> }) {
  const { id, name, isEnabled } = provider
  const enabling = useEnabling(provider)
  const ask = (dialog: NonNullable<ProvidersSearch['dialog']>) => patch({ dialog, provider: id })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        size="small"
        aria-label={t('testOf', { name })}
        icon={<Zap aria-hidden="true" />}
        busy={test.isBusy}
        onClick={test.run}
      >
        {t(test.isBusy ? 'testing' : 'runTest')}
      </Button>
      <Button
        size="small"
        aria-label={t('editOf', { name })}
        icon={<Pencil aria-hidden="true" />}
        onPointerEnter={() => void loadForm()}
        onFocus={() => void loadForm()}
        onClick={() => ask('edit-provider')}
      >
        {t('edit')}
      </Button>
      {/* One button for both, so that the focus stays where it is. */}
      <Button
        size="small"
        aria-label={t(isEnabled ? 'disableOf' : 'enableOf', { name })}
        icon={isEnabled ? <PowerOff aria-hidden="true" /> : <Power aria-hidden="true" />}
        busy={enabling.isPending}
        onPointerEnter={() => void loadQuestions()}
        onFocus={() => void loadQuestions()}
        onClick={() => (isEnabled ? ask('disable-provider') : enabling.mutate())}
      >
        {t(isEnabled ? 'disable' : 'enable')}
      </Button>
      <IconButton
        label={t('deleteOf', { name })}
        className="size-8"
        onPointerEnter={() => void loadQuestions()}
        onFocus={() => void loadQuestions()}
        onClick={() => ask('delete-provider')}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function Fact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="mt-0.5 flex min-w-0 items-center gap-1 text-[0.8125rem]">{children}</dd>
    </div>
  )
}

function Address({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className="min-w-0 font-mono break-all">
      {text}
    </bdi>
  )
}

function ProviderRow({ provider, patch }: RowProps) {
  const { name, issuer, isEnabled, identities, clientSecretSet, callbackUrl } = provider
  const test = useTest(provider)
  return (
    <li className="flex min-w-0 flex-col gap-3 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <h3 className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-semibold">
          <bdi className="min-w-0 break-words">{name}</bdi>
          <Badge tone={isEnabled ? 'good' : 'neutral'} dot>
            {t(isEnabled ? 'enabled' : 'disabled')}
          </Badge>
        </h3>
        <Actions provider={provider} patch={patch} test={test} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_8rem_8rem]">
        <Fact label={t('issuer')} className="max-sm:col-span-2">
          <Address text={issuer} />
        </Fact>
        <Fact label={t('linkedUsers')}>
          <CountText value={identities} />
        </Fact>
        <Fact label={t('clientSecret')}>{t(clientSecretSet ? 'secretSet' : 'secretNone')}</Fact>
        <Fact label={t('callback')} className="col-span-full">
          <Address text={callbackUrl} />
          <CopyButton text={callbackUrl} label={t('copyCallback', { name })} />
        </Fact>
      </dl>
      <TestOutcome test={test} />
    </li>
  )
}

function Dialogs({ search: { dialog, provider }, patch }: { search: ProvidersSearch; patch: Patch }) {
  const close = () => patch({ dialog: undefined, provider: undefined })
  if (dialog === 'add-provider') return <ProviderFormDialog providerId={null} onClose={close} />
  if (dialog === undefined || provider === undefined) return null
  if (dialog === 'edit-provider') return <ProviderFormDialog key={provider} providerId={provider} onClose={close} />
  const isDeletion = dialog === 'delete-provider'
  return <ProviderQuestion key={provider} isDeletion={isDeletion} providerId={provider} onClose={close} />
}

export function IdentityProvidersSection() {
  const { search, patch } = useAddress()
  const { data, error, isPending, isFetching, refetch } = useQuery(read('identity-providers.list', {}))
  return (
    <section
      id="identityProviders"
      aria-labelledby="identityProviders-title"
      className="min-w-0 scroll-mt-20 overflow-clip rounded-xl border border-line bg-surface shadow-card"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-line px-5 py-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="identityProviders-title" className="text-[0.9375rem] font-semibold">
            {t('title')}
          </h2>
          <p className="mt-0.5 text-[0.8125rem] text-pretty text-ink-soft">{t('hint')}</p>
        </div>
        <Button
          icon={<Plus aria-hidden="true" />}
          onPointerEnter={() => void loadForm()}
          onFocus={() => void loadForm()}
          onClick={() => patch({ dialog: 'add-provider' })}
        >
          {t('add')}
        </Button>
      </header>
      {error !== null && (
        <ErrorBox className="m-5" onRetry={() => void refetch()} retrying={isFetching}>
          {t('readFailed', { reason: error.message })}
        </ErrorBox>
      )}
      {isPending && <SkeletonRows rows={2} label={t('loading')} className="h-24" />}
      {data?.items.length === 0 && <EmptyState icon={<Link2 />} title={t('emptyTitle')} description={t('emptyHint')} />}
      {data !== undefined && data.items.length > 0 && (
        <ul aria-label={t('title')} className="divide-y divide-line">
          {data.items.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} patch={patch} />
          ))}
        </ul>
      )}
      <Dialogs search={search} patch={patch} />
    </section>
  )
}
