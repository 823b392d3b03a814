// One of many processes that post to one account at once, as fast as they can: random deposits and holds, releases and
// settlements of its own holds, and an attempt at each hold that all of them were given. Arguments: the address of the
// database, the owner, a seed, how many steps, and the shared holds as `id:amount`, with commas. Says over IPC that it
// is ready, begins when it is told, and reports what it did.
// Not through the door, which would load twenty times what is not needed.
import type { TransferOutcome, TransferRequest } from '../features/ledger/ledger.rules.ts'
import { postTransfers } from '../features/ledger/post-transfers.ts'
import { openDatabase } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'

export type HammerReport = {
  /** Micro-USD that were posted, by code. */
  posted: Record<string, number>
  /** How often a request ended so. */
  outcomes: Record<string, number>
  /** Of the shared holds, how many this process resolved. */
  sharedResolved: number
}
type Hold = { id: string; amountMicros: bigint }

const [connectionString = '', ownerId = '', seed = '', steps = '', shared = ''] = process.argv.slice(2)
const log = createLog({ level: 'error' })
const database = await openDatabase({ connectionString, log, poolSizeMax: 1, hotPoolSizeMax: 1 })
const report: HammerReport = { posted: {}, outcomes: {}, sharedResolved: 0 }

// mulberry32: a small generator with a seed, so that a failure can be run again.
let state = Number(seed)
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}

let keys = 0
async function post(ask: Omit<TransferRequest, 'ownerId' | 'idempotencyKey'>): Promise<TransferOutcome | undefined> {
  const request = { ...ask, ownerId, idempotencyKey: `${seed}:${(keys += 1)}` }
  const [outcome] = await database.transaction((transaction) => postTransfers(transaction, [request]))
  const ended = outcome?.outcome ?? 'nothing'
  report.outcomes[ended] = (report.outcomes[ended] ?? 0) + 1
  if (ended === 'posted') report.posted[ask.code] = (report.posted[ask.code] ?? 0) + Number(ask.amountMicros)
  return outcome
}

async function resolve(hold: Hold): Promise<boolean> {
  const amountMicros = hold.amountMicros
  const outcome =
    random(2) === 0
      ? await post({ code: 'hold_released', amountMicros, resolvesId: hold.id })
      : await post({ code: 'hold_settled', amountMicros, resolvesId: hold.id, custody: 'paypal' })
  return outcome?.outcome === 'posted'
}

async function hammer(): Promise<void> {
  const own: Hold[] = []
  const sharedHolds = shared.split(',').map((text): Hold => {
    const [id = '', amount = ''] = text.split(':')
    return { id, amountMicros: BigInt(amount) }
  })
  for (let step = 0; step < Number(steps); step += 1) {
    const amountMicros = BigInt(1 + random(900))
    const choice = random(4)
    const hold = choice === 0 ? own.pop() : undefined
    if (hold) await resolve(hold)
    else if (choice < 2) await post({ code: 'deposit', amountMicros: amountMicros / 2n + 1n, custody: 'paypal' })
    else {
      const outcome = await post({ code: 'hold', amountMicros })
      if (outcome?.outcome === 'posted') own.push({ id: outcome.transferId, amountMicros })
    }
    const sharedHold = sharedHolds[step]
    if (sharedHold && (await resolve(sharedHold))) report.sharedResolved += 1
  }
}

process.on('message', () => {
  void hammer().then(async () => {
    await database.close()
    process.send?.(report)
    process.disconnect?.()
  })
})
process.send?.('ready')
