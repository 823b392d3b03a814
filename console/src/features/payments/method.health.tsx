// How the connection of a method is, as the platform found it last, and a test on demand. What was found is announced.
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { call } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'
import { StatusDot } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CountText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Fact } from './payments.parts.tsx'
import type { Method } from './payments.rules.ts'
import { t } from './payments.texts.ts'

type Health = NonNullable<Method['health']>

function useTest({ id, version }: Method) {
  // What was found is of what was tested, and is gone once that is edited.
  const asking = useMutation({
    mutationFn: (_version: string) => call('payment-methods.test', { params: { methodId: id } }),
    onSettled: () => outdate('payment-methods.list'),
  })
  const isOfThis = asking.variables === version
  return {
    run: () => asking.mutate(version),
    isBusy: asking.isPending,
    found: isOfThis ? asking.data : undefined,
    error: isOfThis ? asking.error : null,
  }
}

function Found({ test: { found, error } }: { test: ReturnType<typeof useTest> }) {
  const isThere = found !== undefined || error !== null
  const isGood = found?.ok === true
  return (
    <div role="status" className={cx(!isThere && 'hidden')}>
      {isThere && (
        <div
          className={cx(
            'mt-3 rounded-lg border px-3 py-2.5 text-[0.8125rem]',
            isGood ? 'border-good/25 bg-good-soft' : 'border-bad/25 bg-bad-soft',
          )}
        >
          <p
            className={cx(
              'flex flex-wrap items-center gap-x-2 font-medium [&_svg]:size-4 [&_svg]:shrink-0',
              isGood ? 'text-good' : 'text-bad',
            )}
          >
            {isGood ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
            {t(isGood ? 'testGood' : 'testBad')}
            {found !== undefined && (
              <span className="text-xs font-normal tabular-nums">{t('tookMs', { ms: found.durationMs })}</span>
            )}
          </p>
          <p className="mt-0.5 wrap-anywhere text-ink">
            <bdi>{found === undefined ? error?.message : serverText(found.detail)}</bdi>
          </p>
        </div>
      )}
    </div>
  )
}

function State({ health }: { health: Health | null }) {
  if (health === null) return <span className="text-ink-soft">{t('healthUnknown')}</span>
  return (
    <span className="inline-flex items-center gap-2">
      <StatusDot tone={health.isOk ? 'good' : 'bad'} />
      <span className={cx('font-medium', health.isOk ? 'text-good' : 'text-bad')}>
        {t(health.isOk ? 'healthGood' : 'healthBad')}
      </span>
      <span className="text-ink-soft">
        {t('checked')} <RelativeTime iso={health.checkedAt} />
      </span>
    </span>
  )
}

function Block({ number, children }: { number: number | null; children?: ReactNode }) {
  if (number === null) return <span className="text-ink-soft">-</span>
  return (
    <>
      <CountText value={number} className="font-medium" />
      {children}
    </>
  )
}

function ChainFacts({ health }: { health: Health }) {
  const { headNumber, headAt, finalizedNumber, lagBlocks, scannedAt } = health
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2.5 sm:grid-cols-4">
      <Fact label={t('head')}>
        <Block number={headNumber}>
          {headAt !== null && <RelativeTime iso={headAt} className="block text-xs text-ink-soft" />}
        </Block>
      </Fact>
      <Fact label={t('finalized')}>
        <Block number={finalizedNumber} />
      </Fact>
      <Fact label={t('lag')}>
        {lagBlocks === null ? <span className="text-ink-soft">-</span> : t('lagBlocks', { count: lagBlocks })}
      </Fact>
      <Fact label={t('scanned')}>
        {scannedAt === null ? <span className="text-ink-soft">{t('never')}</span> : <RelativeTime iso={scannedAt} />}
      </Fact>
    </dl>
  )
}

export function MethodHealth({ method }: { method: Method }) {
  const test = useTest(method)
  const { health, name, type } = method
  return (
    <section aria-label={`${t('health')} · ${name}`} className="border-t border-line bg-canvas/60 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[0.8125rem]">
        <div>
          <h3 className="sr-only">{t('health')}</h3>
          <State health={health} />
        </div>
        <Button
          size="small"
          aria-label={t('testOf', { name })}
          icon={<Zap aria-hidden="true" />}
          busy={test.isBusy}
          onClick={test.run}
        >
          {t(test.isBusy ? 'testing' : 'test')}
        </Button>
      </div>
      <p className="mt-1 text-[0.8125rem] wrap-anywhere text-ink-soft">
        {health === null ? t('healthUnknownHint') : serverText(health.detail)}
      </p>
      {health !== null && type === 'usdt' && <ChainFacts health={health} />}
      {health !== null && health.error !== null && (
        <p className="mt-3 text-[0.8125rem] wrap-anywhere text-ink-soft">
          {t('lastError')}
          {health.errorAt !== null && (
            <>
              {' '}
              <RelativeTime iso={health.errorAt} />
            </>
          )}
          : <bdi className="text-ink">{health.error}</bdi>
        </p>
      )}
      <Found test={test} />
    </section>
  )
}
