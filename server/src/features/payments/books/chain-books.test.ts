// The books beside a real local chain: what is on its way, what the operator moves, and what a node does not say.
import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fromApiId } from '@inrange/contract/ids'
import { accountXpub, findAnvil } from '../../../testing/chain/local-chain.ts'
import { checkLedger, postTransfers } from '../../ledger/ledger.public.ts'
import { USD, withDeposits } from '../deposits/deposits.fixture.ts'
import { insertBareWithdrawal, insertUsableDestination } from '../withdrawals/withdrawals-fixture.queries.ts'
import { paymentChecks } from './payment-checks.ts'
import { recordMovement } from './record-movement.ts'
import { takeBooks } from './take-books.ts'

describe.runIf(findAnvil() !== null)('the books of a chain', () => {
  const fixture = withDeposits()
  let methodId: string | undefined
  const method = async () => {
    if (methodId !== undefined) return methodId
    // The operator's wallet was filled long before anything is read: what is beyond the books stays the same.
    await fixture.local.mine(100)
    methodId = await fixture.addMethod({ xpub: accountXpub(60) })
    return methodId
  }
  const take = async () => {
    const [check] = await takeBooks(fixture.deps)
    if (check === undefined) throw new Error('nothing was compared')
    return check
  }
  const addressOf = async (): Promise<string> => {
    const announced = await fixture.announce(await fixture.person(), await method(), '10.00')
    return announced.body.address
  }
  const record = async (txHash: string) => {
    const { id: userId } = await fixture.root()
    const actor = { userId, address: '192.0.2.1', requestId: 'req' }
    return await recordMovement(fixture.deps, { network: 'erc20', txHash, note: 'A trial', actor })
  }
  const refusal = async (txHash: string): Promise<string> => {
    const error: unknown = await record(txHash).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    return error instanceof Error && 'code' in error ? `${String(error.code)}: ${error.message}` : 'none'
  }
  const isSound = async () => {
    const report = await checkLedger({
      database: fixture.db.database,
      extraChecks: paymentChecks,
      readsMessages: false,
    })
    return report.isSound
  }

  test('a deposit is explained before it is read, while it confirms, and once it is credited', async () => {
    const address = await addressOf()
    await fixture.scan(await method())
    const { differenceMicros } = await take()
    await fixture.token.send('payer', address, 25n * USD)
    expect(await take()).toMatchObject({ differenceMicros, inFlightInMicros: 25n * USD, custodyMicros: 0n })
    await fixture.scan(await method())
    expect(await take()).toMatchObject({ differenceMicros, inFlightInMicros: 25n * USD })
    await fixture.finalise()
    await fixture.scan(await method())
    expect(await take()).toMatchObject({ differenceMicros, inFlightInMicros: 0n, custodyMicros: 25n * USD })
  })

  test('what the operator brings and takes is booked by its hash, once, when it is final', async () => {
    const treasury = fixture.local.operator.address
    const { differenceMicros, custodyMicros } = await take()
    const funding = await fixture.token.send('payer', treasury, 30n * USD)
    expect(await refusal(funding)).toMatch(/not final yet: 1 of/)
    await fixture.finalise()
    expect(await record(funding)).toMatchObject({ direction: 'funded', amount: '30.000000' })
    expect(await refusal(funding)).toMatch(/^transaction_used/)
    await fixture.scan(await method())
    expect(await take()).toMatchObject({ differenceMicros, custodyMicros: custodyMicros + 30n * USD })

    const taking = await fixture.token.send('operator', fixture.local.payer.address, 10n * USD)
    // More than they brought: fees that were earned, or a loss. It is outside already, so it is booked.
    const more = await fixture.token.send('operator', fixture.local.payer.address, 21n * USD)
    const reverted = await fixture.token.send('operator', fixture.local.payer.address, 1n, { isReverting: true })
    await fixture.finalise()
    expect(await record(taking)).toMatchObject({ direction: 'withdrew', amount: '10.000000' })
    expect(await record(more)).toMatchObject({ direction: 'withdrew', amount: '21.000000' })
    expect(await refusal(reverted)).toMatch(/failed on the chain/)
    expect(await refusal('ab'.repeat(32))).toMatch(/does not know/)
    const after = await take()
    expect(after).toMatchObject({ custodyMicros: custodyMicros - USD, differenceMicros })
    expect(await isSound()).toBe(true)
  })

  test('what moves between addresses of ours is nothing; what pays a user is theirs; what pays others is foreign', async () => {
    const address = await addressOf()
    const swept = await fixture.token.send('operator', address, 5n * USD)
    const deposit = await fixture.token.send('payer', address, 15n * USD)
    const foreign = await fixture.token.send('payer', '0x2222222222222222222222222222222222222222', USD)
    await fixture.finalise()
    const before = await take()
    expect(await record(swept)).toMatchObject({ direction: 'swept', amount: '5.000000' })
    expect(await refusal(deposit)).toMatch(/their deposit/)
    expect(await refusal(foreign)).toMatch(/none of our tokens/)
    expect(await take()).toMatchObject({ custodyMicros: before.custodyMicros })
  })

  test('what waits among the reviews is decided there', async () => {
    const unexplained = await fixture.token.send('payer', fixture.local.operator.address, 40n * USD)
    await fixture.finalise()
    await fixture.scan(await method())
    expect(await refusal(unexplained)).toMatch(/^transaction_used: .*reviews/)
    expect(await isSound()).toBe(true)
  })

  test('what was sent and is not final is on its way out', async () => {
    const before = await take()
    const { id: ownerId } = await fixture.person()
    const [id, address] = [randomUUIDv7(), '0x3333333333333333333333333333333333333333']
    const { kysely } = fixture.db.database
    const custody = 'usdt_erc20'
    const [, hold] = await fixture.db.database.transaction((transaction) =>
      postTransfers(transaction, [
        { ownerId, code: 'deposit', amountMicros: 10n * USD, idempotencyKey: 'deposit:trial', custody },
        { ownerId, code: 'hold', amountMicros: 10n * USD, idempotencyKey: `withdrawal:${id}:hold` },
      ]),
    )
    if (hold?.outcome !== 'posted') throw new Error('no hold')
    const now = fixture.clock.now()
    const destinationId = await insertUsableDestination(kysely, { ownerId, kind: custody, address, now })
    const methodUuid = fromApiId('paymentMethod', await method()) ?? ''
    const row = { ownerId, id, methodId: methodUuid, destinationId, address, holdId: hold.transferId }
    await insertBareWithdrawal(kysely, row)
    expect((await take()).inFlightOutMicros).toBe(0n)
    const sent = `set session_replication_role = 'replica'; update withdrawals set state = 'sent', tx_hash = '0xab';
      set session_replication_role = 'origin'`
    await fixture.db.owner.query(sent)
    const { inFlightOutMicros, custodyMicros, differenceMicros } = await take()
    expect([inFlightOutMicros, custodyMicros - before.custodyMicros]).toEqual([10n * USD, 10n * USD])
    expect(differenceMicros).toBe(before.differenceMicros)
  })

  test('a node that is gone leaves a comparison without figures, and nothing is booked', async () => {
    const before = await take()
    fixture.node.behave('refuses')
    expect(await take()).toMatchObject({ outsideMicros: null, differenceMicros: null })
    expect(await refusal('cd'.repeat(32))).toMatch(/^outside_unavailable/)
    fixture.node.behave('none')
    expect((await take()).differenceMicros).toBe(before.differenceMicros)
  })
})
