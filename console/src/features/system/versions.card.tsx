// What runs here, to be quoted to whoever helps.
import { Card } from '../../ui/card.tsx'
import { formatBytes } from '../../ui/measures.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { Facts } from './system.figures.ts'
import { t } from './system.texts.ts'

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 px-4 py-1.5 text-sm">
      <dt className="min-w-0 text-ink-soft">{name}</dt>
      <dd className="text-end">
        <bdi className="tabular-nums">{value}</bdi>
      </dd>
    </div>
  )
}

export function VersionsCard({ facts }: { facts: Facts | undefined }) {
  return (
    <Card title={t('versions')} flush>
      {facts === undefined ? (
        <SkeletonRows rows={5} label={t('loading')} className="h-9" />
      ) : (
        <dl className="divide-y divide-line">
          <Line name={t('program')} value={facts.program.version} />
          <Line name={t('node')} value={facts.program.nodeVersion} />
          <Line name={t(facts.database.isEmbedded ? 'postgresEmbedded' : 'postgres')} value={facts.database.version} />
          <Line name={t('memoryNow')} value={formatBytes(facts.program.memoryBytes)} />
          <Line
            name={t('pool')}
            value={t('poolIs', {
              busy: facts.database.pool.open - facts.database.pool.idle,
              waiting: facts.database.pool.waiting,
              max: facts.database.pool.max,
            })}
          />
        </dl>
      )}
    </Card>
  )
}
