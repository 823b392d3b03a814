// Sent withdrawals on a real local chain: what proves them, what does not and which part differs, finality, and a chain
// that takes blocks back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  constantsOf,
  findAnvil,
  startLocalChain,
  walletAddress,
  type DeployedToken,
  type LocalChain,
} from '../../../testing/chain/local-chain.ts'
import type { ChainConstants } from '../chain/networks.ts'
import { balancesOf, custodyTotals } from '../../ledger/ledger.public.ts'
import { watchPayouts } from './watch-payouts.ts'
import { readAuditActions, readTransfers } from './withdrawals-fixture.queries.ts'
import { codeOf, messageOf, withdrawalPath, withWithdrawals, type Person } from './withdrawals.fixture.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'
import { usd } from './withdrawals.rules.ts'

const hasAnvil = findAnvil() !== null
if (!hasAnvil)
  console.error('NO LOCAL CHAIN: anvil is not installed on this platform, so sent USDT is not tested here.')

test('a machine of continuous integration has the local chain', () => {
  expect(hasAnvil || process.env['CI'] === undefined).toBe(true)
})

describe.runIf(hasAnvil)('a sent withdrawal', () => {
  const chains: Partial<Record<'erc20', ChainConstants>> = {}
  const world = withWithdrawals(() => chains)
  let local: LocalChain
  let token: DeployedToken
  let fake: DeployedToken
  let methodId = ''
  let [root, oya, third]: Person[] = []
  let child = 100

  beforeAll(async () => {
    local = await startLocalChain()
    token = await local.deployToken({ symbol: 'USDT', decimals: 6, answersNothing: true })
    fake = await local.deployToken({ symbol: 'USDT', decimals: 6 })
    chains.erc20 = constantsOf('erc20', local, token)
    world.deps.outside = { chains }
    methodId = await world.usdtMethod('usdt_erc20', { address: local.operator.address, nodeUrl: local.url })
    ;[root, oya, third] = [await world.person('super_admin'), await world.person('admin'), await world.person('admin')]
    await world.changeLimits({ perUserDayRequests: 100 })
  })
  afterAll(() => local.stop())

  const NET = 99_000_000n
  /** Approved: $100 of which $99 go to an address of its own. */
  async function approved(): Promise<WithdrawalRow> {
    const person = await world.person()
    await world.fund(person, 200)
    const way = await world.wayOut(person, methodId, 'usdt_erc20', walletAddress(60, (child += 1)))
    const row = await world.place(person, way, 100)
    expect(codeOf(await act(oya, row, 'approve'))).toBe('200')
    return row
  }
  function act(who: Person | undefined, row: WithdrawalRow, step: string, body: unknown = {}) {
    return world.call(who ?? null, 'POST', withdrawalPath(row, step), body)
  }
  const record = (row: WithdrawalRow, txHash: string) => act(root, row, 'record-sent', { txHash })
  const read = async (row: WithdrawalRow) => (await world.call(root ?? null, 'GET', withdrawalPath(row))).body
  const send = (row: WithdrawalRow) => token.send('operator', row.destination, NET)
  const balances = ({ ownerId }: WithdrawalRow) => balancesOf(world.db.database.kysely, ownerId)

  test('is proven by the whole tuple, and each part that differs is named with what was expected and found', async () => {
    const row = await approved()
    const { destination } = row
    const elsewhere = walletAddress(60, 99)
    const cases: [hash: string, says: RegExp][] = [
      [`0x${'ab'.repeat(32)}`, /does not know this transaction yet/],
      [
        await fake.send('operator', destination, NET),
        /moves another token, not USDT.*Expected 0x.*found another token/,
      ],
      [await token.send('payer', destination, NET), /not sent from our wallet.*Expected 0x.*found 0x/],
      [
        await token.send('operator', elsewhere, NET),
        new RegExp(`another address.*Expected ${destination}, found ${elsewhere}`),
      ],
      [await token.send('operator', destination, NET - 1n), /another amount. Expected 99.000000, found 98.999999/],
      [await token.send('operator', destination, usd(100)), /Expected 99.000000, found 100.000000/],
      [await token.send('operator', destination, NET, { isReverting: true }), /failed on the chain.*found reverted/],
    ]
    for (const [hash, says] of cases) {
      const answer = await record(row, hash)
      expect(codeOf(answer), String(says)).toBe('422 transaction_refused')
      expect(messageOf(answer)).toMatch(says)
      expect(answer.body.error.fields.txHash).toBe(messageOf(answer))
    }
    expect((await read(row)).state).toBe('approved')
    const done = await record(row, await send(row))
    expect(done.body).toMatchObject({ state: 'sent', confirmations: 1, confirmationsNeeded: 5 })
    expect(done.body.txUrl).toBe(`https://explorer.example/tx/${done.body.txHash}`)
    const actions = await readAuditActions(world.db.database.kysely, row.id)
    expect(actions.filter((action) => action === 'withdrawal_transaction_refused')).toHaveLength(cases.length)
    expect(actions.at(-1)).toBe('withdrawal_recorded_sent')
  })

  test('stays sent until the chain calls it final, and is settled then, once', async () => {
    const row = await approved()
    const before = (await custodyTotals(world.db.database.kysely)).usdt_erc20
    await record(row, await send(row))
    await watchPayouts(world.deps)
    expect(await read(row)).toMatchObject({ state: 'sent', completedAt: null })
    expect((await balances(row)).heldMicros).toBe(usd(100))
    await local.mine(1)
    await watchPayouts(world.deps)
    expect(await read(row)).toMatchObject({ state: 'sent', confirmations: 2 })
    await local.mine(6)
    await Promise.all([watchPayouts(world.deps), watchPayouts(world.deps)])
    expect(await read(row)).toMatchObject({ state: 'completed', status: 'completed', confirmations: 8 })
    expect(await balances(row)).toMatchObject({ availableMicros: usd(100), heldMicros: 0n })
    // Custody fell by what left; the fee stayed there.
    expect(before - (await custodyTotals(world.db.database.kysely)).usdt_erc20).toBeGreaterThanOrEqual(usd(99))
    const posted = (await readTransfers(world.db.database.kysely, row.id)).toSorted()
    expect(posted).toEqual(['hold 100000000', 'hold_settled 100000000', 'withdrawal_fee 1000000'])
  })

  test('is watched with the wallet it was sent from, whichever the method has by then', async () => {
    const row = await approved()
    await record(row, await send(row))
    const setWallet = (address: string) =>
      world.db.owner.query('update payment_methods set address = $2 where id = $1', [methodId, address])
    await setWallet(local.payer.address)
    await local.mine(8)
    await watchPayouts(world.deps)
    await setWallet(local.operator.address)
    expect((await read(row)).state).toBe('completed')
  })

  test('is completed at once when it is final already', async () => {
    const row = await approved()
    const hash = await send(row)
    await local.mine(8)
    const done = await record(row, hash.toUpperCase().replace('0X', ''))
    expect(done.body).toMatchObject({ state: 'completed', txHash: hash })
    expect(done.body.events.map((event: { state: string }) => event.state).slice(-2)).toEqual(['sent', 'completed'])
  })

  test('one transaction proves one withdrawal', async () => {
    const person = await world.person()
    await world.fund(person, 500)
    const way = await world.wayOut(person, methodId, 'usdt_erc20', walletAddress(60, 98))
    const rows = [await world.place(person, way, 100), await world.place(person, way, 100)]
    for (const row of rows) await act(oya, row, 'approve')
    const [first, second] = rows as [WithdrawalRow, WithdrawalRow]
    const hash = await send(first)
    const answers = await Promise.all([record(first, hash), record(second, hash)])
    expect(answers.map(codeOf).toSorted()).toEqual(['200', '409 transaction_used'])
    const left = codeOf(answers[0]) === '200' ? second : first
    expect(codeOf(await record(left, hash))).toBe('409 transaction_used')
    expect(codeOf(await record(left, await send(left)))).toBe('200')
  })

  test('needs somebody when its block is taken back, and goes on when it is sent again', async () => {
    const row = await approved()
    await local.mine(3)
    await record(row, await send(row))
    await local.reorganise(1)
    expect(await watchPayouts(world.deps)).toMatchObject({ gone: 1 })
    const seen = await read(row)
    expect(seen).toMatchObject({ state: 'needs_attention', status: 'pending' })
    expect(seen.internalEvents.at(-1).note).toMatch(/gone from the chain/)
    expect((await balances(row)).heldMicros).toBe(usd(100))
    // Nothing is concluded from it a second time.
    expect(await watchPayouts(world.deps)).toMatchObject({ gone: 0 })
    const again = await record(row, await send(row))
    expect(again.body.state).toBe('sent')
    await local.mine(8)
    await watchPayouts(world.deps)
    expect((await read(row)).state).toBe('completed')
  })

  test('is given back on two people’s word once its transaction is gone, and not while it stands', async () => {
    const row = await approved()
    const statement = 'The block was taken back and our wallet has the money.'
    await local.mine(3)
    await record(row, await send(row))
    expect(codeOf(await act(oya, row, 'give-back', { statement }))).toBe('409 state_changed')
    await local.reorganise(1)
    await watchPayouts(world.deps)
    const first = await act(oya, row, 'give-back', { statement })
    expect(first.body).toMatchObject({ state: 'needs_attention' })
    const second = await act(third, row, 'give-back', { statement })
    expect(second.body).toMatchObject({ state: 'failed', status: 'failed' })
    expect(await balances(row)).toMatchObject({ availableMicros: usd(200), heldMicros: 0n })
    const other = await approved()
    const hash = await send(other)
    await record(other, hash)
    await world.db.owner.query(`update withdrawals set state = 'needs_attention' where id = $1`, [other.id])
    const refused = await act(oya, other, 'give-back', { statement })
    expect([codeOf(refused), messageOf(refused)]).toEqual([
      '409 state_changed',
      'The recorded transaction stands on the chain: this was sent.',
    ])
    // What stands on the chain after all is sent, without anybody.
    await watchPayouts(world.deps)
    expect((await read(other)).state).toBe('sent')
  })

  test('a node that is away changes nothing', async () => {
    const row = await approved()
    const hash = await send(row)
    await record(row, hash)
    const sealed = `update payment_methods m set node_url_sealed = $2 where id = $1`
    const { rows } = await world.db.owner.query<{ sealed: string }>(
      'select node_url_sealed as sealed from payment_methods where id = $1',
      [methodId],
    )
    const broken = world.deps.secrets.seal('http://127.0.0.1:9', {
      table: 'payment_methods',
      row: methodId,
      column: 'node_url_sealed',
    })
    await world.db.owner.query(sealed, [methodId, broken])
    const waiting = await approved()
    await expect(record(waiting, hash)).rejects.toMatchObject({ code: 'outside_unavailable' })
    expect(await watchPayouts(world.deps)).toMatchObject({ gone: 0, completed: 0, unreachable: 1 })
    expect((await read(row)).state).toBe('sent')
    await world.db.owner.query(sealed, [methodId, rows[0]?.sealed])
    expect(codeOf(await record(waiting, await send(waiting)))).toBe('200')
  })

  test('nothing is recorded before it is approved, while it is held, or by who may not', async () => {
    const person = await world.person()
    await world.fund(person, 200)
    const way = await world.wayOut(person, methodId, 'usdt_erc20', walletAddress(60, (child += 1)))
    const row = await world.place(person, way, 100)
    const hash = await send(row)
    expect(codeOf(await record(row, hash))).toBe('409 state_changed')
    await act(oya, row, 'approve')
    await act(oya, row, 'hold', { reason: 'We look at it again' })
    expect(codeOf(await record(row, hash))).toBe('409 state_changed')
    await act(oya, row, 'hold', { reason: null })
    expect(codeOf(await act(oya, row, 'record-sent', { txHash: hash }))).toBe('403 forbidden')
    expect(codeOf(await record(row, 'not a hash'))).toBe('422 invalid_request')
    expect(codeOf(await record(row, hash))).toBe('200')
  })

  // The clock is ahead from here on.
  test('a payment of before does not prove what was asked for after it', async () => {
    const address = walletAddress(60, (child += 1))
    const old = await token.send('operator', address, NET)
    world.clock.advanceMs(6 * 60_000)
    const person = await world.person()
    await world.fund(person, 200)
    const way = await world.wayOut(person, methodId, 'usdt_erc20', address)
    const row = await world.place(person, way, 100)
    await act(oya, row, 'approve')
    const refused = await record(row, old)
    expect(codeOf(refused)).toBe('422 transaction_refused')
    expect(messageOf(refused)).toMatch(/older than the withdrawal/)
  })
})
