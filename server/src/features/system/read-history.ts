// What was measured over a day, a week or a month, in steps that make about a hundred points of it.
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { selectHistory, selectSampleHistory, type HistoryStep, type SampleStep } from './minutes.queries.ts'
import { perSecond, shownMs } from './minutes.rules.ts'

const STEP_SECONDS = { 24: 900, 168: 7_200, 720: 21_600 } as const

type History = OperationResult<Operations['system.history']>

export async function readHistory(
  deps: { database: Database; clock: Clock },
  hours: keyof typeof STEP_SECONDS,
): Promise<History> {
  const stepSeconds = STEP_SECONDS[hours]
  const stepMs = stepSeconds * 1_000
  const nowMs = deps.clock.nowMs()
  const lastMs = nowMs - (nowMs % stepMs)
  const firstMs = lastMs - (hours * 3_600_000 - stepMs)
  const since = new Date(firstMs)
  const done = new Map(
    (await selectHistory(deps.database.kysely, since, stepSeconds)).map((step) => [step.at.getTime(), step]),
  )
  const had = new Map(
    (await selectSampleHistory(deps.database.kysely, since, stepSeconds)).map((step) => [step.at.getTime(), step]),
  )
  const steps: History['steps'] = []
  for (let atMs = firstMs; atMs <= lastMs; atMs += stepMs) {
    // Of the running step only what has passed of it, and at least a minute: what is written is written by the minute.
    const seconds = atMs === lastMs ? Math.max(60, (nowMs - atMs) / 1_000) : stepSeconds
    steps.push({
      at: new Date(atMs).toISOString(),
      ...presentWork(done.get(atMs), seconds),
      ...presentSample(had.get(atMs)),
    })
  }
  return { stepSeconds, steps }
}

function presentWork(step: HistoryStep | undefined, seconds: number) {
  if (!step) {
    return {
      requests: null,
      faults: null,
      p95Ms: null,
      perSecond: null,
      lagP95Ms: null,
      streams: null,
      memoryBytes: null,
    }
  }
  return {
    requests: Number(step.requests),
    faults: Number(step.faults),
    p95Ms: shownMs(step.requestCounts, 0.95),
    perSecond: perSecond(Number(step.acknowledged), seconds),
    lagP95Ms: shownMs(step.lagCounts, 0.95),
    streams: step.streams,
    memoryBytes: Number(step.memoryBytes),
  }
}

function presentSample(sample: SampleStep | undefined) {
  return {
    databaseBytes: sample ? Number(sample.databaseBytes) : null,
    connections: sample?.connections ?? null,
    jobsWaiting: sample?.jobsWaiting ?? null,
    users: sample?.users ?? null,
    usersActive: sample?.usersActive ?? null,
  }
}
