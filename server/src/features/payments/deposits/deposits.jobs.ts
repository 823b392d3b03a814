// What deposits on chains do by themselves: each chain is read every few seconds, by one process at a time, and what
// nobody paid ends. A minute's job reads in rounds until the next one takes over.
import { setTimeout as delay } from 'node:timers/promises'
import type { JobContext, JobDefinition } from '../../../platform/jobs.ts'
import { SCAN_JOB } from '../methods/create-method.ts'
import { releaseScanLease, renewScanLease, takeScanLease } from '../methods/health.queries.ts'
import { selectMethod, selectScannedMethods, type MethodRow } from '../methods/methods.queries.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { expireDeposits } from './expire-deposits.ts'
import { scanChain } from './scan-chain.ts'

const ROUND_EVERY_MS = 10_000
/** Below the minute in which the next job comes. */
const READING_MS = 45_000
/** Renewed each round; longer than one takes. Whoever dies holding it delays the chain by so much. */
const LEASE_MS = 2 * 60_000

export function depositsJobs(deps: PaymentsDeps): JobDefinition[] {
  return [
    { name: SCAN_JOB, schedule: '* * * * *', handle: (_payload, context) => scanChains(deps, context) },
    {
      name: 'expire-deposits',
      schedule: '* * * * *',
      handle: async () => void (await expireDeposits(deps)),
    },
  ]
}

async function scanChains(deps: PaymentsDeps, { signal, log }: JobContext): Promise<void> {
  const methods = await selectScannedMethods(deps.database.kysely)
  await Promise.all(
    methods.map(async (method) => {
      const rounds = await readWhileLeased(deps, method, signal)
      log.debug({ kind: method.kind, rounds }, 'chain read')
    }),
  )
}

/** @returns how many rounds were read; 0 when another process reads this chain */
async function readWhileLeased(deps: PaymentsDeps, method: MethodRow, signal: AbortSignal): Promise<number> {
  const { database, clock } = deps
  const now = clock.now()
  const until = new Date(now.getTime() + LEASE_MS)
  if (!(await takeScanLease(database.kysely, method.id, now, until))) return 0
  const endsAtMs = performance.now() + READING_MS
  let rounds = 0
  try {
    for (let current: MethodRow | null = method; current !== null;) {
      // The first round of each minute looks at everything.
      await scanChain(deps, current, { isThorough: rounds === 0, signal })
      rounds += 1
      if (signal.aborted || performance.now() + ROUND_EVERY_MS > endsAtMs) break
      await delay(ROUND_EVERY_MS, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) break
      await renewScanLease(database.kysely, method.id, new Date(clock.now().getTime() + LEASE_MS))
      current = await selectMethod(database.kysely, method.id)
      if (current?.nodeUrlSealed === null) break
    }
  } finally {
    await releaseScanLease(database.kysely, method.id)
  }
  return rounds
}
