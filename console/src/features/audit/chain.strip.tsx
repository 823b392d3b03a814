// Whether the log is whole, in one line: how far it is sealed, when that was verified, and the hash to keep elsewhere.
// When it was changed, that is said first and loudest.
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { t } from './audit.texts.ts'

type Chain = CallOutput<'audit.chain'>

const renewMs = 60_000
const hashCharsShown = 16

function Line({ icon, isBad = false, children }: { icon: ReactNode; isBad?: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={t('chain')}
      className={cx(
        'flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded-xl border px-4 py-1.5 text-[0.8125rem]',
        isBad ? 'border-bad/25 bg-bad-soft text-bad' : 'border-line bg-surface text-ink-soft shadow-card',
        '[&>svg]:size-4 [&>svg]:shrink-0',
      )}
    >
      {icon}
      {children}
    </section>
  )
}

function Sealed({ chain }: { chain: Chain }) {
  const { sealedAt, sealedEntries, unsealedEntries, headHash, verification } = chain
  if (sealedAt === null) return <span>{t('notSealed')}</span>
  return (
    <>
      <span>
        {t('sealedUpTo')} <RelativeTime iso={sealedAt} className="font-medium text-ink" />
      </span>
      <span>
        {verification === null ? (
          t('notVerified')
        ) : (
          <>
            {t('verifiedAt')} <RelativeTime iso={verification.at} className="font-medium text-ink" />
          </>
        )}
      </span>
      <span>{t('sealedCount', { count: sealedEntries })}</span>
      <span>{t('unsealed', { count: unsealedEntries })}</span>
      {headHash !== null && (
        <span className="ms-auto flex items-center gap-1 max-lg:ms-0">
          <span className="sr-only">{t('head')}: </span>
          <bdi dir="ltr" className="font-mono text-xs" title={headHash}>
            {headHash.slice(0, hashCharsShown)}…
          </bdi>
          <CopyButton text={headHash} label={t('copyHead')} className="-me-1.5" />
        </span>
      )}
    </>
  )
}

function Broken({ faults }: { faults: NonNullable<Chain['verification']>['faults'] }) {
  return (
    <div role="alert" className="min-w-0 flex-1 py-1.5">
      <p className="text-sm font-semibold">{t('broken')}</p>
      <ul className="mt-1 list-disc ps-4">
        {faults.slice(0, 5).map(({ blockId, problem }, index) => (
          <li key={index} className="break-words">
            {blockId === '0' ? t('wholeChain', { problem }) : t('block', { block: blockId, problem })}
          </li>
        ))}
      </ul>
      <p className="mt-1">{t('brokenHint')}</p>
    </div>
  )
}

export function ChainStrip() {
  const { data, error, isFetching, refetch } = useQuery({ ...read('audit.chain', {}), refetchInterval: renewMs })
  if (data === undefined) {
    if (error === null)
      return (
        <Line icon={<ShieldCheck aria-hidden="true" />}>
          <Skeleton className="h-3.5 w-72 max-w-full" />
        </Line>
      )
    return (
      <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
        {t('chainFailed', { reason: error.message })}
      </ErrorBox>
    )
  }
  const { verification } = data
  if (verification !== null && !verification.isSound) {
    return (
      <Line isBad icon={<TriangleAlert aria-hidden="true" />}>
        <Broken faults={verification.faults} />
      </Line>
    )
  }
  return (
    <Line icon={<ShieldCheck aria-hidden="true" className={verification === null ? '' : 'text-good'} />}>
      <Sealed chain={data} />
    </Line>
  )
}
