// One of many processes that ask for withdrawals at once, as fast as they can. Arguments: the address of the database,
// and, as JSON, whose withdrawals of which amounts to ask for, in which order. Says over IPC that it is
// ready, begins when it is told, and reports how each request ended.
import { randomUUID } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import { AppError } from '@inrange/contract/errors'
import { placeWithdrawal } from '../features/payments/withdrawals/request-withdrawal.ts'
import { feeMicrosOf } from '../features/payments/withdrawals/withdrawals.rules.ts'
import { cancelWithdrawal } from '../features/payments/withdrawals/decide-withdrawal.ts'
import { createNotices } from '../features/notices/notices.public.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { isRetryable } from '../platform/database-fault.ts'
import { createLog } from '../platform/log.ts'
import { createSecrets, parseKeyRing } from '../platform/secrets.ts'

export type AskingOwner = { ownerId: string; methodId: string; destinationId: string; address: string }
export type Asking = { requests: { owner: AskingOwner; amountMicros: number }[]; cancelsEvery: number }
export type AskingReport = {
  /** Micro-USD of what was made and not cancelled. */
  standingMicros: number
  /** How often a request ended so. */
  outcomes: Record<string, number>
}

const [connectionString = '', asking = '{}'] = process.argv.slice(2)
const { requests, cancelsEvery } = JSON.parse(asking) as Asking
const log = createLog({ level: 'error' })
const database = await openDatabase({ connectionString, log, poolSizeMax: 1, hotPoolSizeMax: 1 })
const secrets = createSecrets(parseKeyRing(Buffer.alloc(32, 1).toString('base64')))
const notices = createNotices({ clock: systemClock, secrets })
const deps = { database, clock: systemClock, log, secrets, notices, publicUrl: 'http://localhost' }
const report: AskingReport = { standingMicros: 0, outcomes: {} }

async function ask(owner: AskingOwner, grossMicros: bigint): Promise<string | null> {
  const { ownerId, address } = owner
  const feeMicros = feeMicrosOf(grossMicros, 100)
  const amounts = { grossMicros, feeMicros, feeBasisPoints: 100, netMicros: grossMicros - feeMicros }
  const shown = { ...owner, kind: 'usdt_erc20' as const, address, ...amounts }
  const request = { ownerId, shown, intent: randomUUID(), requestKey: randomUUID(), proofKind: 'totp' }
  const origin = { address: '127.0.0.1', requestId: 'process' }
  try {
    const { id } = await database.transaction((transaction) =>
      placeWithdrawal(deps, transaction, { ...request, origin }),
    )
    return id
  } catch (error) {
    // A lock that took too long on a busy machine; two that wait for each other are counted by the database.
    if (isRetryable(error)) return await ask(owner, grossMicros)
    const code = error instanceof AppError ? error.code : String(error)
    report.outcomes[code] = (report.outcomes[code] ?? 0) + 1
    return null
  }
}

async function askAll(): Promise<void> {
  let made = 0
  for (const { owner, amountMicros } of requests) {
    const id = await ask(owner, BigInt(amountMicros))
    if (id === null) continue
    report.outcomes['made'] = (report.outcomes['made'] ?? 0) + 1
    made += 1
    if (made % cancelsEvery === 0) {
      const by = { userId: owner.ownerId, address: '127.0.0.1', requestId: 'process' }
      await cancelWithdrawal(deps, { id, by })
    } else report.standingMicros += amountMicros
  }
}

process.on('message', () => {
  void askAll().then(async () => {
    await database.close()
    process.send?.(report)
    process.disconnect?.()
  })
})
// Those that start after this one find what it compiled.
flushCompileCache()
process.send?.('ready')
