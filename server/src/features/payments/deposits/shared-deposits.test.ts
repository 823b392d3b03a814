// Deposits to one address for everybody, told apart by exact amounts; what fits none comes before a person. On a real
// local chain.
import { describe, expect, test } from 'vitest'
import { accountXpub, constantsOf, findAnvil, walletAddress } from '../../../testing/chain/local-chain.ts'
import { startTronDialect } from '../../../testing/chain/node-proxy.ts'
import { custodyTotals, totalsByKind } from '../../ledger/ledger.public.ts'
import { DAY_MS, USD, withDeposits, type Person } from './deposits.fixture.ts'
import { expireDeposits } from './expire-deposits.ts'
import { OPEN_DEPOSITS_MAX } from './create-deposit.ts'

describe.runIf(findAnvil() !== null)('deposits by an exact amount', () => {
  const fixture = withDeposits()
  let methodId: string | undefined
  const method = async () => (methodId ??= await fixture.addMethod())
  const read = async (person: Person, id: string) => (await fixture.call(person, 'GET', `/deposits/${id}`)).body
  const rawOf = (exactAmount: string) => BigInt(exactAmount.replace('.', ''))
  const treasury = () => fixture.local.operator.address
  const openReviews = async () =>
    (await fixture.call(await fixture.root(), 'GET', '/payments/reviews?limit=1')).body.items
  const decide = (by: Person, reviewId: string, body: Record<string, unknown>) =>
    fixture.call(by, 'POST', `/payments/reviews/${reviewId}/decide`, { note: 'Looked at it.', ...body })
  /** Pays the treasury an amount that fits nothing. @returns its review */
  const strange = async (raw: bigint) => {
    const id = await method()
    const txHash = await fixture.token.send('payer', treasury(), raw)
    await fixture.finalise()
    await fixture.scan(id)
    const [review] = await openReviews()
    expect(review).toMatchObject({ txHash, fromAddress: fixture.local.payer.address })
    return review
  }
  /** What the house keeps for nobody, and what custody holds. */
  const house = async () => {
    const database = fixture.db.database.kysely
    const [kinds, custody] = [await totalsByKind(database), await custodyTotals(database)]
    return { suspense: kinds.suspense, operator: kinds.operator_funds, custody: custody.usdt_erc20 }
  }

  test('exactly the announced amount is credited, to the last unit', async () => {
    const id = await method()
    const person = await fixture.person()
    const announced = (await fixture.announce(person, id, '25.00')).body
    expect(announced).toMatchObject({ mode: 'shared', address: treasury(), state: 'awaiting_payment' })
    const raw = rawOf(announced.exactAmount)
    expect(raw).toBeGreaterThan(25n * USD)
    expect(raw).toBeLessThan(25_010_000n)
    await fixture.token.send('payer', treasury(), raw)
    await fixture.scan(id)
    expect(await read(person, announced.id)).toMatchObject({ state: 'confirming' })
    await fixture.finalise()
    await fixture.scan(id)
    expect(await read(person, announced.id)).toMatchObject({ state: 'credited' })
    expect(await fixture.balances(person)).toEqual({ available: raw, deficit: 0n })
  })

  test('the same request is the same deposit; with another amount it is refused', async () => {
    const id = await method()
    const person = await fixture.person()
    const first = await fixture.announce(person, id, '20.00', 'my request 1')
    const again = await fixture.announce(person, id, '20.00', 'my request 1')
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id, exactAmount: first.body.exactAmount } })
    const other = await fixture.announce(person, id, '21.00', 'my request 1')
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'request_key_reused' } } })
    const twice = await Promise.all([1, 2].map(() => fixture.announce(person, id, '22.00', 'my request 2')))
    expect(twice[0]?.body.id).toBe(twice[1]?.body.id)
  })

  test('less than the minimum, parts of a cent, an unknown method and too many at once are refused', async () => {
    const id = await method()
    const person = await fixture.person()
    expect(await fixture.announce(person, id, '9.99')).toMatchObject({
      status: 422,
      body: { error: { code: 'amount_too_small', message: 'Minimum deposit: $10.00.' } },
    })
    expect(await fixture.announce(person, id, '10.001')).toMatchObject({ status: 422 })
    expect(await fixture.announce(person, 'pmt_00000000000000000000000000', '10.00')).toMatchObject({ status: 404 })
    for (let open = 0; open < OPEN_DEPOSITS_MAX; open += 1) {
      expect(await fixture.announce(person, id, '10.00')).toMatchObject({ status: 201 })
    }
    expect(await fixture.announce(person, id, '10.00')).toMatchObject({
      status: 422,
      body: { error: { code: 'limit_exceeded' } },
    })
    const [deposit] = await fixture.rows<{ id: string }>('select id from deposits where owner_id = $1 limit 1', [
      person.id,
    ])
    const stranger = await fixture.person()
    const path = `/deposits/${fixture.apiIdOf('deposit', deposit?.id ?? '')}`
    expect(await fixture.call(stranger, 'GET', path)).toMatchObject({ status: 404 })
    expect(await fixture.call(stranger, 'POST', `${path}/cancel`)).toMatchObject({ status: 404 })
    expect(await fixture.call(person, 'POST', `${path}/cancel`)).toMatchObject({
      status: 200,
      body: { state: 'cancelled' },
    })
    expect(await fixture.announce(person, id, '10.00')).toMatchObject({ status: 201 })
  })

  test('the bound holds for announcements at the same time', async () => {
    const id = await method()
    const person = await fixture.person()
    const asked = Array.from({ length: OPEN_DEPOSITS_MAX + 5 }, () => fixture.announce(person, id, '10.00'))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(OPEN_DEPOSITS_MAX)
    expect(statuses.filter((status) => status === 422)).toHaveLength(5)
  })

  test('what comes after the announcement ended is credited by a person, not by itself', async () => {
    const id = await method()
    const person = await fixture.person()
    const announced = (await fixture.announce(person, id, '31.00')).body
    await fixture.advance(DAY_MS + 60_000)
    await expireDeposits(fixture.deps)
    const review = await strange(rawOf(announced.exactAmount))
    expect(review).toMatchObject({ kind: 'late', suggested: { username: person.username } })
    expect(await read(person, announced.id)).toMatchObject({ state: 'in_review' })
    expect(await fixture.balances(person)).toEqual({ available: 0n, deficit: 0n })
    const before = await house()
    const root = await fixture.root()
    expect(await decide(root, review.id, { decision: 'dismissed' })).toMatchObject({ status: 422 })
    expect(await decide(root, review.id, { decision: 'credit' })).toMatchObject({ status: 422 })
    const decided = await decide(root, review.id, { decision: 'credit', userId: person.apiId })
    expect(decided).toMatchObject({
      status: 200,
      body: {
        state: 'decided',
        decision: 'credit',
        decidedFor: { username: person.username },
        decidedBy: root.username,
      },
    })
    const raw = rawOf(announced.exactAmount)
    expect(await fixture.balances(person)).toEqual({ available: raw, deficit: 0n })
    expect(await read(person, announced.id)).toMatchObject({ state: 'credited' })
    const after = await house()
    expect(after).toEqual({ ...before, suspense: before.suspense - raw })
    expect(await decide(root, review.id, { decision: 'credit', userId: person.apiId })).toMatchObject({
      status: 409,
      body: { error: { code: 'state_changed' } },
    })
    expect(await fixture.balances(person)).toEqual({ available: raw, deficit: 0n })
  })

  test('a payment in time that is read late is in time', async () => {
    const id = await method()
    const person = await fixture.person()
    const announced = (await fixture.announce(person, id, '32.00')).body
    await fixture.token.send('payer', treasury(), rawOf(announced.exactAmount))
    await fixture.advance(10 * DAY_MS)
    await expireDeposits(fixture.deps)
    expect(await read(person, announced.id)).toMatchObject({ state: 'expired' })
    await fixture.finalise()
    await fixture.scan(id)
    expect(await read(person, announced.id)).toMatchObject({ state: 'credited' })
  })

  test('an exact amount is given to nobody else before the chain was read beyond its reservation', async () => {
    const id = await method()
    const person = await fixture.person()
    const announced = (await fixture.announce(person, id, '33.00')).body
    const reserved = async () =>
      await fixture.rows('select reserved_until is not null as "isReserved" from deposits where id::text = $1', [
        fixture.uuidOf('deposit', announced.id),
      ])
    await fixture.advance(10 * DAY_MS)
    await expireDeposits(fixture.deps)
    expect(await reserved()).toEqual([{ isReserved: true }])
    await fixture.scan(id)
    await expireDeposits(fixture.deps)
    expect(await reserved()).toEqual([{ isReserved: false }])
  })

  test('somebody who pastes a stranger’s hash gets nothing, and takes nothing from them', async () => {
    const id = await method()
    const [payer, thief] = [await fixture.person(), await fixture.person()]
    const announced = (await fixture.announce(payer, id, '44.00')).body
    const stolen = (await fixture.announce(thief, id, '44.00')).body
    const txHash = await fixture.token.send('payer', treasury(), rawOf(announced.exactAmount))
    const hint = await fixture.call(thief, 'POST', `/deposits/${stolen.id}/transaction`, { txHash })
    expect(hint).toMatchObject({ status: 422, body: { error: { code: 'transaction_refused' } } })
    await fixture.finalise()
    await fixture.scan(id)
    expect(await fixture.balances(payer)).toEqual({ available: rawOf(announced.exactAmount), deficit: 0n })
    expect(await fixture.balances(thief)).toEqual({ available: 0n, deficit: 0n })
    expect(await read(thief, stolen.id)).toMatchObject({ state: 'awaiting_payment', txHash: null })
  })

  test('a hash is looked up at once: unknown yet, another address, another amount, on its way', async () => {
    const id = await method()
    const person = await fixture.person()
    const announced = (await fixture.announce(person, id, '45.00')).body
    const hint = (txHash: string) => fixture.call(person, 'POST', `/deposits/${announced.id}/transaction`, { txHash })
    expect(await hint(`0x${'ab'.repeat(32)}`)).toMatchObject({
      status: 200,
      body: { state: 'awaiting_payment', reason: expect.stringMatching(/does not know this transaction yet/) },
    })
    const elsewhere = await fixture.token.send('payer', walletAddress(60, 77), rawOf(announced.exactAmount))
    expect(await hint(elsewhere)).toMatchObject({
      body: { error: { message: expect.stringMatching(/another address/) } },
    })
    const short = await fixture.token.send('payer', treasury(), 44n * USD)
    expect(await hint(short)).toMatchObject({
      status: 200,
      body: { state: 'awaiting_payment', reason: expect.stringMatching(/\$44.00.*a person looks/) },
    })
    await fixture.finalise()
    await fixture.scan(id)
    const [review] = await openReviews()
    expect(review).toMatchObject({
      kind: 'wrong_amount',
      amount: '44.000000',
      suggested: { username: person.username },
    })
    const exact = await fixture.token.send('payer', treasury(), rawOf(announced.exactAmount))
    expect(await hint(exact)).toMatchObject({
      status: 200,
      body: { state: 'confirming', txHash: exact, confirmations: 1 },
    })
    fixture.node.behave('refuses')
    const other = (await fixture.announce(person, id, '46.00')).body
    const unasked = fixture.call(person, 'POST', `/deposits/${other.id}/transaction`, { txHash: exact })
    await expect(unasked).rejects.toMatchObject({ code: 'outside_unavailable' })
    fixture.node.behave('none')
  })

  test('nobody decides what is credited to themselves', async () => {
    const review = await strange(71n * USD)
    expect(review).toMatchObject({ kind: 'unmatched', suggested: null })
    const root = await fixture.root()
    expect(await decide(root, review.id, { decision: 'credit', userId: root.apiId })).toMatchObject({
      status: 409,
      body: { error: { code: 'other_person_needed' } },
    })
    const person = await fixture.person()
    expect(await decide(root, review.id, { decision: 'credit', userId: person.apiId })).toMatchObject({ status: 200 })
    expect(await fixture.balances(person)).toEqual({ available: 71n * USD, deficit: 0n })
  })

  test('a return is proven by its own transaction: to the payer, from us, the same amount, once', async () => {
    const root = await fixture.root()
    const review = await strange(72n * USD)
    const before = await house()
    const { payer } = fixture.local
    const back = (txHash: string) => decide(root, review.id, { decision: 'returned', txHash })
    const short = await fixture.token.send('operator', payer.address, 71n * USD)
    const astray = await fixture.token.send('operator', walletAddress(60, 5), 72n * USD)
    const right = await fixture.token.send('operator', payer.address, 72n * USD)
    expect(await back(right)).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(/not final/) } },
    })
    await fixture.finalise()
    expect(await back(short)).toMatchObject({ body: { error: { message: expect.stringMatching(/another amount/) } } })
    expect(await back(astray)).toMatchObject({ body: { error: { code: 'transaction_refused' } } })
    expect(await back(right)).toMatchObject({ status: 200, body: { decision: 'returned' } })
    const after = await house()
    expect(after).toEqual({
      operator: before.operator,
      suspense: before.suspense - 72n * USD,
      custody: before.custody - 72n * USD,
    })
    const again = await strange(72n * USD)
    expect(await decide(root, again.id, { decision: 'returned', txHash: right })).toMatchObject({
      status: 409,
      body: { error: { code: 'transaction_used' } },
    })
    expect(await decide(root, again.id, { decision: 'operator_funds' })).toMatchObject({ status: 200 })
    const last = await house()
    expect(last).toEqual({ ...after, operator: after.operator + 72n * USD, custody: after.custody + 72n * USD })
  })

  test('a decision is about what the chain says now', async () => {
    const review = await strange(73n * USD)
    const [root, person] = [await fixture.root(), await fixture.person()]
    const credit = () => decide(root, review.id, { decision: 'credit', userId: person.apiId })
    fixture.node.behave('lies_about_amounts')
    expect(await credit()).toMatchObject({ status: 422, body: { error: { code: 'transaction_refused' } } })
    fixture.node.behave('refuses')
    await expect(credit()).rejects.toMatchObject({ code: 'outside_unavailable' })
    fixture.node.behave('none')
    expect(await fixture.balances(person)).toEqual({ available: 0n, deficit: 0n })
    await fixture.local.reorganise(12)
    await fixture.scan(await method())
    expect(await credit()).toMatchObject({ status: 409 })
    const [orphaned] = await openReviews()
    expect(orphaned).toMatchObject({ kind: 'orphaned', txHash: review.txHash })
    expect(await decide(root, orphaned.id, { decision: 'operator_funds' })).toMatchObject({ status: 422 })
    expect(await decide(root, orphaned.id, { decision: 'dismissed' })).toMatchObject({ status: 200 })
  })

  test('a transaction is looked up for a super admin: known, not final, another token, not ours', async () => {
    const id = await method()
    const root = await fixture.root()
    const lookUp = (txHash: string) => fixture.call(root, 'POST', '/payments/look-up', { network: 'erc20', txHash })
    const txHash = await fixture.token.send('payer', treasury(), 74n * USD)
    expect((await lookUp(txHash)).body).toMatchObject({
      detail: expect.stringMatching(/joins the reviews/),
      reviewId: null,
    })
    await fixture.finalise()
    const found = (await lookUp(txHash)).body
    expect(found).toMatchObject({
      detail: expect.stringMatching(/waits in the reviews/),
      reviewId: expect.stringMatching(/^rev_/),
    })
    await fixture.scan(id)
    expect(await openReviews()).toEqual([expect.objectContaining({ id: found.reviewId, amount: '74.000000' })])
    const fake = await fixture.local.deployToken({ symbol: 'USDT', decimals: 6 })
    const byFake = await fake.send('payer', treasury(), 74n * USD)
    expect((await lookUp(byFake)).body.detail).toMatch(/another token/)
    const elsewhere = await fixture.token.send('payer', walletAddress(60, 78), 74n * USD)
    expect((await lookUp(elsewhere)).body.detail).toMatch(/no address of ours/)
    expect((await lookUp(`0x${'cd'.repeat(32)}`)).body.detail).toMatch(/does not know/)
    const other = fixture.call(root, 'POST', '/payments/look-up', { network: 'bep20', txHash })
    await expect(other).rejects.toMatchObject({ code: 'outside_unavailable' })
  })

  test('a token of eighteen decimals is credited in micro-USD; what is less is dust, on record', async () => {
    const big = await fixture.local.deployToken({ symbol: 'USDT', decimals: 18 })
    fixture.chains.bep20 = constantsOf('bep20', fixture.local, big)
    const id = await fixture.addMethod({ usdtNetwork: 'bep20' })
    methodId = undefined
    const person = await fixture.person()
    const announced = (await fixture.announce(person, id, '25.00')).body
    const micros = rawOf(announced.exactAmount)
    await big.send('payer', treasury(), micros * 10n ** 12n)
    await big.send('payer', treasury(), 19n * 10n ** 18n + 7n)
    await fixture.finalise()
    await fixture.scan(id)
    expect(await fixture.balances(person)).toEqual({ available: micros, deficit: 0n })
    const receipts = await fixture.rows(
      "select amount_micros, dust_raw from chain_receipts where network = 'bep20' order by log_index, dust_raw",
    )
    expect(receipts).toEqual([
      { amount_micros: micros, dust_raw: '0' },
      { amount_micros: 19n * USD, dust_raw: '7' },
    ])
  })

  test('on Tron the same, through a node that speaks its dialect', async () => {
    const tron = await startTronDialect(fixture.local.url, 3_448_148_188)
    try {
      fixture.chains.trc20 = constantsOf('trc20', { chainId: 3_448_148_188 }, fixture.token)
      const facts = { usdtNetwork: 'trc20', usdtAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', nodeUrl: tron.url }
      const id = await fixture.addMethod({ ...facts, xpub: accountXpub(195) })
      const person = await fixture.person()
      const announced = (await fixture.announce(person, id, '25.00')).body
      expect(announced.address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
      await fixture.token.send('payer', announced.address, 25n * USD)
      await fixture.scan(id)
      expect(await read(person, announced.id)).toMatchObject({ state: 'confirming', network: 'trc20' })
      await fixture.local.mine(20)
      await fixture.scan(id)
      const credited = await read(person, announced.id)
      expect(credited).toMatchObject({ state: 'credited', txHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(await fixture.balances(person)).toEqual({ available: 25n * USD, deficit: 0n })
    } finally {
      await tron.stop()
    }
  })
})
