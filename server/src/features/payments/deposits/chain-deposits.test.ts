// Deposits on a real local chain, by address and by exact amount: what is credited, to whom, when, and what is not.
import { describe, expect, test, vi } from 'vitest'
import { createSilentLog } from '../../../platform/log.ts'
import { accountXpub, findAnvil, walletAddress } from '../../../testing/chain/local-chain.ts'
import { DAY_MS, FINAL_BLOCKS, USD, withDeposits, type Person } from './deposits.fixture.ts'
import { depositsJobs } from './deposits.jobs.ts'
import { expireDeposits } from './expire-deposits.ts'

describe.runIf(findAnvil() !== null)('deposits by an own address', () => {
  const fixture = withDeposits()
  let methodId: string | undefined
  const method = async () => (methodId ??= await fixture.addMethod({ xpub: accountXpub(60) }))
  const read = async (person: Person, id: string) => (await fixture.call(person, 'GET', `/deposits/${id}`)).body
  const newestOf = async (person: Person) => {
    const rows = await fixture.rows<{ state: string; amount_micros: bigint; expected_micros: bigint | null }>(
      'select state, amount_micros, expected_micros from deposits where owner_id = $1 order by id',
      [person.id],
    )
    return rows
  }

  test('a payment is seen, counts its confirmations, and is credited once it is final', async () => {
    const id = await method()
    const person = await fixture.person()
    const announced = await fixture.announce(person, id, '25.00')
    expect(announced).toMatchObject({ status: 201, body: { state: 'awaiting_payment', mode: 'address' } })
    const { address } = announced.body
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    const txHash = await fixture.token.send('payer', address, 25n * USD)
    expect(await fixture.scan(id)).toBe(true)
    const seen = await read(person, announced.body.id)
    expect(seen).toMatchObject({ state: 'confirming', amount: '25.000000', txHash, confirmations: 1 })
    expect(seen.confirmationsNeeded).toBeGreaterThan(1)
    expect(await fixture.balances(person)).toEqual({ available: 0n, deficit: 0n })
    await fixture.finalise()
    await fixture.scan(id)
    const credited = await read(person, announced.body.id)
    expect(credited).toMatchObject({ state: 'credited', amount: '25.000000', fee: '0.000000' })
    expect(credited.events.map(({ state }: { state: string }) => state)).toEqual([
      'awaiting_payment',
      'confirming',
      'credited',
    ])
    expect(await fixture.balances(person)).toEqual({ available: 25n * USD, deficit: 0n })
    await fixture.scan(id)
    expect(await fixture.balances(person)).toEqual({ available: 25n * USD, deficit: 0n })
  })

  test('two who read the chain at the same time credit once', async () => {
    const id = await method()
    const person = await fixture.person()
    const { address } = (await fixture.announce(person, id, '25.00')).body
    await fixture.token.send('payer', address, 25n * USD)
    await fixture.finalise()
    await Promise.all([1, 2, 3, 4].map(() => fixture.scan(id)))
    expect(await fixture.balances(person)).toEqual({ available: 25n * USD, deficit: 0n })
    expect(await newestOf(person)).toHaveLength(1)
  })

  test('the job reads each chain while no other process does, and gives it free when it is told to stop', async () => {
    const id = await method()
    const person = await fixture.person()
    const { id: depositId, address } = (await fixture.announce(person, id, '25.00')).body
    await fixture.token.send('payer', address, 25n * USD)
    await fixture.finalise()
    const job = depositsJobs(fixture.deps).find(({ name }) => name === 'scan-chains')
    const run = async (signal: AbortSignal) =>
      await job?.handle(undefined, { signal, log: createSilentLog(), attempt: 1 })
    await fixture.rows('update payment_method_health set scanning_until = $1', [new Date(fixture.clock.nowMs() + 1)])
    await run(new AbortController().signal)
    expect(await read(person, depositId)).toMatchObject({ state: 'awaiting_payment' })
    await fixture.rows('update payment_method_health set scanning_until = $1', [fixture.clock.now()])
    const stopping = new AbortController()
    const reading = run(stopping.signal)
    await vi.waitUntil(async () => (await read(person, depositId)).state === 'credited', { timeout: 10_000 })
    stopping.abort()
    await reading
    expect(await fixture.rows('select 1 from payment_method_health where scanning_until is not null')).toEqual([])
  })

  test('the address is what the operator’s own wallet has there, and another user’s is another', async () => {
    const id = await method()
    const [one, other] = [await fixture.person(), await fixture.person()]
    const addresses = [
      (await fixture.announce(one, id, '10.00')).body.address,
      (await fixture.announce(one, id, '10.00')).body.address,
      (await fixture.announce(other, id, '10.00')).body.address,
    ]
    expect(addresses[0]).toBe(addresses[1])
    expect(addresses[0]).not.toBe(addresses[2])
    const [row] = await fixture.rows<{ child_index: bigint }>(
      'select child_index from deposit_addresses where owner_id = $1',
      [other.id],
    )
    expect(addresses[2]).toBe(walletAddress(60, Number(row?.child_index)))
  })

  test('both transfers of one transaction count, announced or not, for whoever’s address it is', async () => {
    const id = await method()
    const person = await fixture.person()
    const { address } = (await fixture.announce(person, id, '30.00')).body
    await fixture.token.sendTwice('payer', [address, 30n * USD], [address, 12n * USD])
    await fixture.finalise()
    await fixture.scan(id)
    expect(await fixture.balances(person)).toEqual({ available: 42n * USD, deficit: 0n })
    expect(await newestOf(person)).toEqual([
      { state: 'credited', amount_micros: 30n * USD, expected_micros: 30n * USD },
      { state: 'credited', amount_micros: 12n * USD, expected_micros: null },
    ])
  })

  test('another amount than announced, and one after the announcement expired, are credited as they came', async () => {
    const id = await method()
    const person = await fixture.person()
    const first = (await fixture.announce(person, id, '20.00')).body
    await fixture.token.send('payer', first.address, 17_500_001n)
    const second = (await fixture.announce(person, id, '50.00')).body
    await fixture.finalise()
    await fixture.scan(id)
    await fixture.advance(2 * DAY_MS)
    expect(await expireDeposits(fixture.deps)).toBeGreaterThan(0)
    expect(await read(person, second.id)).toMatchObject({ state: 'expired' })
    await fixture.token.send('payer', second.address, 50n * USD)
    await fixture.finalise()
    await fixture.scan(id)
    expect((await fixture.balances(person)).available).toBe(67_500_001n)
    expect(await read(person, second.id)).toMatchObject({ state: 'expired' })
  })

  test('a look-alike of the token, a reverted transfer and one of nothing bring nothing', async () => {
    const id = await method()
    const person = await fixture.person()
    const { id: depositId, address } = (await fixture.announce(person, id, '25.00')).body
    const fake = await fixture.local.deployToken({ symbol: 'USDT', decimals: 6 })
    const byFake = await fake.send('payer', address, 25n * USD)
    const reverted = await fixture.token.send('payer', address, 25n * USD, { isReverting: true })
    await fixture.token.send('payer', address, 0n)
    await fixture.finalise()
    await fixture.scan(id)
    expect(await fixture.balances(person)).toEqual({ available: 0n, deficit: 0n })
    expect(await read(person, depositId)).toMatchObject({ state: 'awaiting_payment' })
    const hint = (txHash: string) => fixture.call(person, 'POST', `/deposits/${depositId}/transaction`, { txHash })
    expect(await hint(byFake)).toMatchObject({
      status: 422,
      body: { error: { code: 'transaction_refused', message: expect.stringMatching(/another token/) } },
    })
    expect(await hint(reverted)).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(/failed/) } },
    })
    expect(await fixture.rows('select 1 from chain_receipts where to_address = $1', [address])).toEqual([])
  })

  test('less than the minimum of the method comes before a person; less than a cent before nobody', async () => {
    const id = await method()
    const person = await fixture.person()
    const { address } = (await fixture.announce(person, id, '25.00')).body
    await fixture.token.send('payer', address, 9n * USD)
    await fixture.token.send('payer', address, 9_999n)
    await fixture.finalise()
    await fixture.scan(id)
    expect(await fixture.balances(person)).toEqual({ available: 0n, deficit: 0n })
    const reviews = await fixture.rows(
      'select kind, amount_micros from payment_reviews where suggested_owner_id = $1',
      [person.id],
    )
    expect(reviews).toEqual([{ kind: 'below_minimum', amount_micros: 9n * USD }])
    const receipts = await fixture.rows(
      'select state, suspense_transfer_id is not null as booked from chain_receipts where to_address = $1 order by raw_amount',
      [address],
    )
    expect(receipts).toEqual([
      { state: 'ignored', booked: true },
      { state: 'in_review', booked: true },
    ])
  })

  test('a turned-back chain before crediting: the deposit waits again, and is credited when the payment returns', async () => {
    const id = await method()
    const person = await fixture.person()
    const { id: depositId, address } = (await fixture.announce(person, id, '40.00')).body
    await fixture.token.send('payer', address, 40n * USD)
    await fixture.local.mine(2)
    await fixture.scan(id)
    expect(await read(person, depositId)).toMatchObject({ state: 'confirming', confirmations: 3 })
    await fixture.local.reorganise(3)
    await fixture.scan(id)
    expect(await read(person, depositId)).toMatchObject({
      state: 'awaiting_payment',
      confirmations: null,
      amount: null,
    })
    await fixture.finalise()
    await fixture.scan(id)
    expect(await fixture.balances(person)).toEqual({ available: 0n, deficit: 0n })
    await fixture.token.send('payer', address, 40n * USD)
    await fixture.finalise()
    await fixture.scan(id)
    expect(await read(person, depositId)).toMatchObject({ state: 'credited' })
    expect(await fixture.balances(person)).toEqual({ available: 40n * USD, deficit: 0n })
  })

  test('a turned-back chain after crediting: what is there is taken back, what was spent is owed, a person hears', async () => {
    const id = await method()
    const person = await fixture.person()
    const { id: depositId, address } = (await fixture.announce(person, id, '40.00')).body
    await fixture.token.send('payer', address, 40n * USD)
    await fixture.local.mine(FINAL_BLOCKS)
    await fixture.scan(id)
    expect(await fixture.balances(person)).toEqual({ available: 40n * USD, deficit: 0n })
    await fixture.spend(person, 15n * USD)
    await fixture.requestWithdrawal(person, id)
    await fixture.local.reorganise(FINAL_BLOCKS + 1)
    await fixture.scan(id)
    expect(await read(person, depositId)).toMatchObject({ state: 'reversed' })
    expect(await fixture.balances(person)).toEqual({ available: 0n, deficit: 25n * USD })
    expect(await fixture.rows('select held_reason from withdrawals where owner_id = $1', [person.id])).toEqual([
      { held_reason: expect.stringMatching(/A deposit was taken back/) },
    ])
    const reviews = await fixture.rows(
      'select kind, state from payment_reviews where suggested_deposit_id::text = $1',
      [fixture.uuidOf('deposit', depositId)],
    )
    expect(reviews).toEqual([{ kind: 'orphaned', state: 'open' }])
    expect(
      await fixture.rows("select kind from notices where user_id = $1 and kind = 'deposit_reversed'", [person.id]),
    ).toHaveLength(1)
    await fixture.scan(id)
    expect(await fixture.balances(person)).toEqual({ available: 0n, deficit: 25n * USD })
  })

  test('a node that contradicts itself, fell behind or is gone: health says so, nothing is credited, nothing is lost', async () => {
    const id = await method()
    const person = await fixture.person()
    const { address } = (await fixture.announce(person, id, '11.00')).body
    await fixture.token.send('payer', address, 11n * USD)
    await fixture.finalise()
    const health = async () => {
      const root = await fixture.root()
      const { items } = (await fixture.call(root, 'GET', '/payment-methods')).body
      return items.find((item: { id: string }) => item.id === id).health
    }
    for (const [how, words] of [
      ['lags', /fell behind/],
      ['hides_receipts', /denies a payment/],
      ['refuses', /refused/],
      ['other_chain', /chain/],
    ] as const) {
      fixture.node.behave(how)
      expect([how, await fixture.scan(id)]).toEqual([how, false])
      expect(await health()).toMatchObject({ isOk: false, detail: expect.stringMatching(words) })
      expect(await fixture.balances(person)).toEqual({ available: 0n, deficit: 0n })
    }
    fixture.node.behave('none')
    expect(await fixture.scan(id)).toBe(true)
    expect(await health()).toMatchObject({ isOk: true, error: expect.any(String) })
    expect(await fixture.balances(person)).toEqual({ available: 11n * USD, deficit: 0n })
  })

  test('a large amount needs the word of a second node; one that says otherwise stops it until both agree', async () => {
    const id = await fixture.addMethod({ secondNodeUrl: fixture.second.url, xpub: accountXpub(60, 1) })
    methodId = undefined
    await fixture.changeDeposits({ secondOpinionUsd: 100 })
    const person = await fixture.person()
    const { id: depositId, address } = (await fixture.announce(person, id, '500.00')).body
    await fixture.token.send('payer', address, 500n * USD)
    const small = await fixture.person()
    await fixture.token.send('payer', (await fixture.announce(small, id, '100.00')).body.address, 100n * USD)
    await fixture.finalise()
    fixture.second.behave('hides_receipts')
    await fixture.scan(id)
    expect(await read(person, depositId)).toMatchObject({ state: 'confirming' })
    expect((await fixture.balances(small)).available).toBe(100n * USD)
    fixture.second.behave('lies_about_amounts')
    await fixture.scan(id)
    const reviews = () =>
      fixture.rows('select kind, state, decision from payment_reviews where suggested_owner_id = $1', [person.id])
    expect(await reviews()).toEqual([{ kind: 'disagreement', state: 'open', decision: null }])
    expect(await fixture.balances(person)).toEqual({ available: 0n, deficit: 0n })
    fixture.second.behave('none')
    await fixture.scan(id)
    expect((await fixture.balances(person)).available).toBe(500n * USD)
    expect(await reviews()).toEqual([{ kind: 'disagreement', state: 'decided', decision: 'dismissed' }])
  })

  test('an address whose row was changed is never shown, and what comes to it is credited to nobody', async () => {
    const id = await method()
    const person = await fixture.person()
    const { id: depositId, address } = (await fixture.announce(person, id, '10.00')).body
    const evil = walletAddress(60, 999)
    const redirect = (from: string, to: string) =>
      fixture.rows('update deposit_addresses set address = $2 where address = $1', [from, to])
    await redirect(address, evil)
    await fixture.rows('update deposits set address = $2 where address = $1', [address, evil])
    await expect(fixture.call(person, 'GET', `/deposits/${depositId}`)).rejects.toThrow(/extended public key derives/)
    await expect(fixture.announce(person, id, '10.00')).rejects.toThrow(/extended public key derives/)
    await fixture.token.send('payer', evil, 77n * USD)
    await fixture.finalise()
    expect(await fixture.scan(id)).toBe(false)
    expect(await fixture.balances(person)).toEqual({ available: 0n, deficit: 0n })
    await fixture.rows('delete from chain_receipts where to_address = $1', [evil])
    await redirect(evil, address)
  })

  test('a fee on deposits is taken where the method says so, half up to the cent', async () => {
    const id = await fixture.addMethod({ fees: 1.5, feesOnDeposits: true, xpub: accountXpub(60, 2) })
    methodId = undefined
    const person = await fixture.person()
    const { id: depositId, address } = (await fixture.announce(person, id, '33.00')).body
    // 1.5 % of 33.33 is 0.49995.
    await fixture.token.send('payer', address, 33_330_000n)
    await fixture.finalise()
    await fixture.scan(id)
    expect(await read(person, depositId)).toMatchObject({ state: 'credited', fee: '0.500000', amount: '33.330000' })
    expect((await fixture.balances(person)).available).toBe(32_830_000n)
  })
})
