// The law of moves, tried past the program: every pair of states, and what has to be true with each. Nothing that the
// table does not name passes the database.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { withdrawalStates, type WithdrawalState } from '@inrange/contract/withdrawals'
import { violatedConstraint } from '../../../platform/database-fault.ts'
import { postTransfers } from '../../ledger/ledger.public.ts'
import { forceState, insertBareWithdrawal, readLawOfMoves } from './withdrawals-fixture.queries.ts'
import { withWithdrawals, type Person } from './withdrawals.fixture.ts'
import { insertApproval } from './queue.queries.ts'
import { transitions, usd } from './withdrawals.rules.ts'

const world = withWithdrawals()
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
let owner: Person
let people: Person[]
let way: { methodId: string; destinationId: string; address: string }

beforeAll(async () => {
  owner = await world.person()
  people = [await world.person('admin'), await world.person('admin')]
  way = await world.wayOut(owner, await world.usdtMethod('usdt_erc20'), 'usdt_erc20', WALLET)
  await world.fund(owner, 5_000)
})

/** A new withdrawal that needs no approval, with two people's word that it may be given back. */
async function fresh(): Promise<{ ownerId: string; id: string; holdId: string }> {
  const [ownerId, id] = [owner.id, randomUUID()]
  const holdId = await world.db.database.transaction(async (transaction) => {
    const [hold] = await postTransfers(transaction, [
      { ownerId, code: 'hold', amountMicros: usd(10), idempotencyKey: `withdrawal:${id}:hold` },
    ])
    const transferId = hold?.outcome === 'posted' ? hold.transferId : ''
    await insertBareWithdrawal(transaction, { ownerId, id, ...way, holdId: transferId })
    for (const { id: approverId } of people) {
      const statement = 'Nothing was sent, as our wallet shows.'
      await insertApproval(transaction, { ownerId, id, purpose: 'give_back', approverId, statement, now: new Date() })
    }
    return transferId
  })
  return { ownerId, id, holdId }
}

const isOver = (state: WithdrawalState) => transitions[state].length === 0 || state === 'completed'

/** Forces a state, with the transfer that an end needs. @returns 'moved', or the rule that refused it */
async function force(row: { ownerId: string; id: string; holdId: string }, to: WithdrawalState): Promise<string> {
  try {
    await forceState(world.db.database.kysely, { ...row, to, resolvedBy: isOver(to) ? row.holdId : null })
    return 'moved'
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === null) throw error
    return constraint
  }
}

/** The shortest lawful way from the beginning to each state. */
function pathTo(target: WithdrawalState): WithdrawalState[] {
  const ways: WithdrawalState[][] = [['requested']]
  for (const way of ways) {
    const last = way.at(-1) ?? 'requested'
    if (last === target) return way.slice(1)
    for (const next of transitions[last]) if (!ways.flat().includes(next)) ways.push([...way, next])
  }
  throw new Error(`No way leads to ${target}`)
}

test('the program and the database have one law', async () => {
  const ours = Object.entries(transitions).flatMap(([from, targets]) => targets.map((to) => `${from} ${to}`))
  expect((await readLawOfMoves(world.db.database.kysely)).toSorted()).toEqual(ours.toSorted())
})

describe.each(withdrawalStates)('from %s', (from) => {
  test('every other state is reached exactly where the law names it', async () => {
    const lawful: readonly WithdrawalState[] = transitions[from]
    const [answered, expected]: [string[], string[]] = [[], []]
    let row = await fresh()
    for (const step of pathTo(from)) expect(await force(row, step)).toBe('moved')
    for (const to of withdrawalStates) {
      if (to === from) continue
      const outcome = await force(row, to)
      answered.push(`${to}: ${outcome}`)
      expected.push(`${to}: ${lawful.includes(to) ? 'moved' : 'withdrawals_move_legally'}`)
      if (outcome !== 'moved') continue
      row = await fresh()
      for (const step of pathTo(from)) await force(row, step)
    }
    expect(answered).toEqual(expected)
  })
})

describe('beside the law of moves the database refuses', () => {
  const set = async (row: { id: string }, assignment: string): Promise<string> => {
    try {
      await world.db.owner.query(`update withdrawals set ${assignment} where id = $1`, [row.id])
      return 'changed'
    } catch (error) {
      return violatedConstraint(error) ?? String(error)
    }
  }

  test('a change of what was confirmed', async () => {
    const row = await fresh()
    for (const assignment of [
      'gross_micros = 20000000, net_micros = 20000000',
      `destination = 'elsewhere'`,
      'approvals_needed = 2',
      `kind = 'usdt_bep20'`,
      `requested_at = requested_at - interval '1 day'`,
    ]) {
      expect(await set(row, assignment), assignment).toBe('withdrawals_confirmed_facts_stay')
    }
    expect(await set(row, `state_reason = 'Why'`)).toBe('changed')
  })

  test('an end without its transfer, a transfer without an end, and both at once', async () => {
    const row = await fresh()
    expect(await set(row, `state = 'cancelled'`)).toBe('withdrawals_not_sent_is_released')
    expect(await set(row, `released_transfer_id = hold_transfer_id`)).toBe('withdrawals_over_is_resolved')
    const both = 'released_transfer_id = hold_transfer_id, settled_transfer_id = hold_transfer_id'
    expect(await set(row, `state = 'cancelled', ${both}`)).toBe('withdrawals_over_is_resolved')
    expect(await set(row, `state = 'cancelled', settled_transfer_id = hold_transfer_id`)).toBe(
      'withdrawals_not_sent_is_released',
    )
    expect(await set(row, `state = 'cancelled', released_transfer_id = hold_transfer_id`)).toBe('changed')
  })

  test('sent without a proof of it', async () => {
    const row = await fresh()
    expect(await set(row, `state = 'approved'`)).toBe('changed')
    expect(await set(row, `state = 'sent'`)).toBe('withdrawals_sent_is_proven')
    expect(await set(row, `state = 'sent', tx_hash = 'h1'`)).toBe('changed')
    const other = await fresh()
    await set(other, `state = 'approved'`)
    expect(await set(other, `state = 'sent', tx_hash = 'h1'`)).toBe('withdrawals_tx_once')
  })

  test('an approval by fewer than it needs, by its owner, or by one person twice', async () => {
    const large = await world.place(owner, { ...way, kind: 'usdt_erc20', feeBasisPoints: 100 }, 500)
    const { ownerId, id } = large
    const approve = async (approverId: string): Promise<string> => {
      const approval = { ownerId, id, purpose: 'send', approverId, statement: '', now: new Date() } as const
      return await insertApproval(world.db.database.kysely as never, approval).then(
        () => 'said',
        (error: unknown) => violatedConstraint(error) ?? String(error),
      )
    }
    expect(await approve(ownerId)).toBe('withdrawal_approvals_not_by_the_owner')
    expect(await approve(people[0]?.id ?? '')).toBe('said')
    expect(await approve(people[0]?.id ?? '')).toBe('withdrawal_approvals_pkey')
    expect(await set(large, `state = 'approved'`)).toBe('withdrawals_need_their_approvals')
    expect(await approve(people[1]?.id ?? '')).toBe('said')
    expect(await set(large, `state = 'approved'`)).toBe('changed')
    // Nobody has stated that it was not sent.
    const cancelled = `state = 'cancelled', released_transfer_id = hold_transfer_id`
    expect(await set(large, cancelled)).toBe('withdrawals_need_their_approvals')
  })

  test('a beginning in the middle', async () => {
    const row = await fresh()
    const copied = world.db.owner.query(
      `insert into withdrawals select (jsonb_populate_record(w, jsonb_build_object('id', uuidv7(), 'state', 'approved',
         'request_key', 'copy', 'hold_transfer_id', uuidv7()))).* from withdrawals w where id = $1`,
      [row.id],
    )
    await expect(copied).rejects.toThrow(/begins as requested/)
  })
})
