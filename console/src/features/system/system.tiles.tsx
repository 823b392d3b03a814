// The figures at the head of the Super Admin Dashboard, each with its last day as a curve where it has one. A figure
// that was not measured is a dash, never a nought.
import { Activity, Clock, Database, Gauge, HardDrive, Hourglass, TriangleAlert, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPercent } from '../../lib/format.ts'
import { useNowMs } from '../../lib/clock.ts'
import { StatCard, StatRow } from '../../ui/card.tsx'
import { Sparkline } from '../../ui/chart.sparkline.tsx'
import { CountText } from '../../ui/figures.tsx'
import { formatBytes, formatDuration } from '../../ui/measures.ts'
import { curveOf, valueOf, type Facts, type History, type Step } from './system.figures.ts'
import { t } from './system.texts.ts'

type TilesProps = { facts: Facts | undefined; history: History | undefined }

function Figure({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>
}

function Missing() {
  return <span className="text-ink-faint">–</span>
}

function Duration({ ms }: { ms: number | null | undefined }) {
  return ms === null || ms === undefined ? <Missing /> : <Figure>{formatDuration(ms)}</Figure>
}

function Curve({
  name,
  history,
  of,
}: {
  name: string
  history: History | undefined
  of: (step: Step) => number | null
}) {
  const values = curveOf(history, of)
  if (values.length < 2) return null
  return <Sparkline label={t('overLastDay', { name })} values={values} className="max-xl:hidden" />
}

function UsageTiles({ facts, history }: TilesProps) {
  const pending = facts === undefined
  return (
    <>
      <StatCard
        label={t('users')}
        icon={<Users />}
        pending={pending}
        value={<CountText value={facts?.users.total ?? 0} />}
        note={t('usersNote', { count: facts?.users.active ?? 0 })}
        aside={<Curve name={t('users')} history={history} of={(step) => step.users} />}
      />
      <StatCard
        label={t('rate')}
        icon={<Activity />}
        pending={pending}
        value={<CountText value={facts?.receiving.perSecond ?? 0} />}
        note={t('rateNote')}
        aside={<Curve name={t('rate')} history={history} of={(step) => valueOf(step, 'rate')} />}
      />
      <StatCard
        label={t('lag')}
        icon={<Hourglass />}
        pending={pending}
        value={<Duration ms={facts?.receiving.lagP95Ms} />}
        note={
          facts?.receiving.lagP95Ms === null ? t('nothingCame') : t('lagNote', { queued: facts?.receiving.queued ?? 0 })
        }
        aside={<Curve name={t('lag')} history={history} of={(step) => step.lagP95Ms} />}
      />
      <StatCard
        label={t('p95')}
        icon={<Gauge />}
        pending={pending}
        value={<Duration ms={facts?.api.p95Ms} />}
        note={
          facts === undefined || facts.api.p95Ms === null
            ? t('nothingAsked')
            : t('p95Note', { p50: formatDuration(facts.api.p50Ms ?? 0), p99: formatDuration(facts.api.p99Ms ?? 0) })
        }
        aside={<Curve name={t('p95')} history={history} of={(step) => step.p95Ms} />}
      />
    </>
  )
}

function MachineTiles({ facts, history }: TilesProps) {
  const pending = facts === undefined
  const nowMs = useNowMs()
  const { requests = 0, faults = 0 } = facts?.api ?? {}
  const growth = facts?.database.growthBytes ?? null
  return (
    <>
      <StatCard
        label={t('errors')}
        icon={<TriangleAlert />}
        pending={pending}
        value={requests === 0 ? <Missing /> : <Figure>{formatPercent(faults / requests)}</Figure>}
        note={requests === 0 ? t('nothingAsked') : t('errorsNote', { faults, count: requests })}
        aside={<Curve name={t('errors')} history={history} of={(step) => valueOf(step, 'errors')} />}
      />
      <StatCard
        label={t('database')}
        icon={<Database />}
        pending={pending}
        value={<Figure>{formatBytes(facts?.database.bytes ?? 0)}</Figure>}
        note={growth === null ? t('growthUnknown') : t('growthNote', { bytes: formatBytes(growth) })}
        aside={<Curve name={t('database')} history={history} of={(step) => step.databaseBytes} />}
      />
      <StatCard
        label={t('disk')}
        icon={<HardDrive />}
        pending={pending}
        value={
          facts?.disk ? <Figure>{formatPercent(facts.disk.freeBytes / facts.disk.totalBytes)}</Figure> : <Missing />
        }
        note={
          facts?.disk ? (
            <>
              <Figure>{formatBytes(facts.disk.freeBytes)}</Figure>{' '}
              {t('diskNote', { total: formatBytes(facts.disk.totalBytes) })}
            </>
          ) : (
            t('diskUnknown')
          )
        }
      />
      <StatCard
        label={t('uptime')}
        icon={<Clock />}
        pending={pending}
        value={facts && <Figure>{formatDuration(Math.max(0, nowMs - Date.parse(facts.program.startedAt)))}</Figure>}
        note={facts && t('uptimeNote', { version: facts.program.version, count: facts.program.processes })}
      />
    </>
  )
}

export function SystemTiles(props: TilesProps) {
  return (
    <section aria-label={t('figures')}>
      <StatRow>
        <UsageTiles {...props} />
        <MachineTiles {...props} />
      </StatRow>
    </section>
  )
}
