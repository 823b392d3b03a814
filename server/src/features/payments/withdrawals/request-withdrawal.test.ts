// Asking for a withdrawal: what is shown is what is done, each refusal beside its accepted neighbour, and nothing
// twice.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import { settingsByName, type Settings } from '@inrange/contract/settings'
import { balancesOf, postTransfers } from '../../ledger/ledger.public.ts'
import { landMessages, makeConnection, makeRange } from '../../ledger/ledger-fixture.queries.ts'
import {
  forgetDays,
  insertPaypalDeposit,
  readAuditActions,
  readDays,
  readNotices,
  readTransfers,
} from './withdrawals-fixture.queries.ts'
import {
  codeOf,
  DAY_MS,
  messageOf,
  PERSON_PASSWORD,
  withWithdrawals,
  type Person,
  type WayOut,
} from './withdrawals.fixture.ts'
import { usd } from './withdrawals.rules.ts'

const world = withWithdrawals()
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
let erc20 = ''
let paypal = ''

beforeEach(async () => {
  erc20 ||= await world.usdtMethod('usdt_erc20')
  paypal ||= await world.paypalMethod()
  await world.setSetting('withdrawals', settingsByName.withdrawals.default)
  await world.setSetting('earningsMaturityDays', 0)
  await forgetDays(world.db.database.kysely)
})

async function readyPerson(dollars: number): Promise<{ person: Person; way: WayOut }> {
  const person = await world.person()
  await world.fund(person, dollars)
  return { person, way: await world.wayOut(person, erc20, 'usdt_erc20', WALLET) }
}

function prepare(person: Person, way: WayOut, amount: string) {
  const ids = {
    methodId: toApiId('paymentMethod', way.methodId),
    destinationId: toApiId('destination', way.destinationId),
  }
  return world.call(person, 'POST', '/withdrawals/prepare', { ...ids, amount })
}

const password = { kind: 'password', password: PERSON_PASSWORD }
function request(person: Person, intent: string, facts: { proof?: unknown; requestKey?: string } = {}) {
  const { proof = password, requestKey = randomUUID() } = facts
  return world.call(person, 'POST', '/withdrawals', { intent, proof, requestKey })
}

async function available(person: Person): Promise<bigint> {
  return (await balancesOf(world.db.database.kysely, person.id)).availableMicros
}

test('what was shown is held, and its owner and the audit log hear of it', async () => {
  const { person, way } = await readyPerson(200)
  const shown = await prepare(person, way, '100')
  expect(shown.body).toMatchObject({
    gross: '100.000000',
    fee: '1.000000',
    feePercent: 1,
    net: '99.000000',
    available: '200.000000',
    proofs: ['password'],
    passkeyOptions: null,
  })
  expect(shown.body.destination.address).toBe(WALLET)
  expect(await available(person)).toBe(usd(200))
  const made = await request(person, shown.body.intent)
  expect(made.body).toMatchObject({
    state: 'requested',
    status: 'pending',
    gross: '100.000000',
    fee: '1.000000',
    net: '99.000000',
    destination: WALLET,
    destinationLabel: 'Main',
    mayCancel: true,
    held: null,
    txHash: null,
  })
  const id = fromApiId('withdrawal', made.body.id) ?? ''
  expect(await readTransfers(world.db.database.kysely, id)).toEqual(['hold 100000000'])
  expect(await available(person)).toBe(usd(100))
  expect(await readNotices(world.db.database.kysely, person.id)).toEqual(['withdrawal_requested'])
  expect(await readAuditActions(world.db.database.kysely, id)).toEqual(['withdrawal_requested'])
  expect(await readDays(world.db.database.kysely, person.id)).toEqual({ own: '1 100000000', platform: '1 100000000' })
})

test('the same request twice is one withdrawal, also at the same time; another under its key is refused', async () => {
  const { person, way } = await readyPerson(200)
  const { intent } = (await prepare(person, way, '50')).body
  const requestKey = randomUUID()
  const made = await Promise.all([1, 2, 3].map(() => request(person, intent, { requestKey })))
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
  expect(await available(person)).toBe(usd(150))
  // The intent is long over and spent; the withdrawal is still the answer.
  world.clock.advanceMs(10 * 60_000)
  expect((await request(person, intent, { requestKey })).body.id).toBe(made[0]?.body.id)
  const other = (await prepare(person, way, '50')).body.intent
  expect(codeOf(await request(person, other, { requestKey }))).toBe('409 request_key_reused')
  expect(codeOf(await request(person, other))).toBe('201')
})

test('two requests at once under one key are one withdrawal, and the other is told so', async () => {
  const { person, way } = await readyPerson(200)
  const intents = [(await prepare(person, way, '50')).body.intent, (await prepare(person, way, '60')).body.intent]
  const requestKey = randomUUID()
  const made = await Promise.all(intents.map((intent) => request(person, intent, { requestKey })))
  expect(made.map(codeOf).toSorted()).toEqual(['201', '409 request_key_reused'])
  expect(await available(person)).toBe(usd(made[0]?.status === 201 ? 150 : 140))
})

test('an intent is spent once, lasts five minutes, and belongs to its session', async () => {
  const { person, way } = await readyPerson(200)
  const other = await world.person()
  const spent = (await prepare(person, way, '20')).body.intent
  expect(codeOf(await request(other, spent))).toBe('422 intent_over')
  expect(codeOf(await request(person, spent))).toBe('201')
  expect(codeOf(await request(person, spent))).toBe('422 intent_over')
  expect(codeOf(await request(person, `${spent}x`))).toBe('422 intent_over')
  const late = (await prepare(person, way, '20')).body.intent
  world.clock.advanceMs(5 * 60_000)
  expect(codeOf(await request(person, late))).toBe('422 intent_over')
  const fresh = (await prepare(person, way, '20')).body.intent
  world.clock.advanceMs(5 * 60_000 - 1)
  expect(codeOf(await request(person, fresh))).toBe('201')
  expect(await available(person)).toBe(usd(160))
})

test('a wrong proof holds nothing and spends no intent', async () => {
  const { person, way } = await readyPerson(200)
  const { intent } = (await prepare(person, way, '20')).body
  for (const proof of [
    { kind: 'password', password: 'wrong' },
    { kind: 'totp', code: '123456' },
    { kind: 'passkey', credential: {} },
  ]) {
    expect(codeOf(await request(person, intent, { proof }))).toBe('422 proof_refused')
  }
  expect(await available(person)).toBe(usd(200))
  expect(await readAuditActions(world.db.database.kysely, person.id)).toEqual([
    'proof_refused',
    'proof_refused',
    'proof_refused',
  ])
  expect(codeOf(await request(person, intent))).toBe('201')
})

test('where a factor is demanded the password proves nothing', async () => {
  const { person, way } = await readyPerson(200)
  const { intent } = (await prepare(person, way, '20')).body
  await world.changeLimits({ requireFactor: true })
  expect(codeOf(await request(person, intent))).toBe('422 proof_refused')
  const shown = await prepare(person, way, '20')
  expect(codeOf(shown)).toBe('422 proof_refused')
  expect(messageOf(shown)).toMatch(/authenticator app or a passkey/)
  await world.changeLimits({ requireFactor: false })
  expect(codeOf(await request(person, intent))).toBe('201')
})

test('a fee that changed after it was shown is shown again', async () => {
  const { person, way } = await readyPerson(200)
  const { intent } = (await prepare(person, way, '20')).body
  const setFee = (fee: number) =>
    world.db.owner.query('update payment_methods set fee_basis_points = $2 where id = $1', [erc20, fee])
  await setFee(200)
  const refused = await request(person, intent)
  await setFee(100)
  expect(codeOf(refused)).toBe('422 intent_over')
  expect(messageOf(refused)).toMatch(/fee was changed/)
  // What was refused in the transaction spent nothing.
  expect(codeOf(await request(person, intent))).toBe('201')
})

describe('refusals, when it is shown and again when it is done', () => {
  /** The answer to an amount that was fine when it was prepared, after something changed. */
  async function bothAnswers(
    amount: string,
    change: (world: { person: Person; way: WayOut }) => Promise<unknown>,
  ): Promise<{ prepared: string; requested: string; message: string }> {
    const { person, way } = await readyPerson(500)
    const { intent } = (await prepare(person, way, amount)).body
    await change({ person, way })
    const shown = await prepare(person, way, amount)
    return { prepared: codeOf(shown), requested: codeOf(await request(person, intent)), message: messageOf(shown) }
  }
  const cases: readonly [name: string, change: Partial<Settings['withdrawals']>, expected: string][] = [
    ['nothing changed', {}, '201'],
    ['paused', { isPaused: true }, '409 withdrawals_paused'],
    ['minimum', { minimumUsd: 101 }, '422 amount_too_small'],
    ['minimum as large', { minimumUsd: 100 }, '201'],
    ['per request', { perRequestUsd: 99 }, '422 limit_exceeded'],
    ['per request as large', { perRequestUsd: 100 }, '201'],
    ['the day’s amount', { perUserDayUsd: 99 }, '422 limit_exceeded'],
    ['the platform’s day', { platformDayUsd: 99 }, '422 limit_exceeded'],
    ['the platform’s day as large', { platformDayUsd: 100 }, '201'],
  ]
  test.each(cases)('%s', async (_name, change, expected) => {
    const { prepared, requested } = await bothAnswers('100', () => world.changeLimits(change))
    expect([prepared, requested]).toEqual([expected === '201' ? '200' : expected, expected])
  })

  test('a destination that was removed, and one that rests', async () => {
    const set =
      (column: string, value: Date) =>
      async ({ way }: { way: WayOut }) =>
        world.db.owner.query(`update payout_destinations set ${column} = $2 where id = $1`, [way.destinationId, value])
    const removed = await bothAnswers('20', set('removed_at', world.clock.now()))
    expect([removed.prepared, removed.requested]).toEqual(['422 destination_refused', '422 destination_refused'])
    const resting = await bothAnswers('20', set('usable_from', new Date(world.clock.nowMs() + 1)))
    expect([resting.prepared, resting.requested]).toEqual(['422 destination_resting', '422 destination_resting'])
  })

  test('money that is gone meanwhile, named', async () => {
    const { prepared, requested, message } = await bothAnswers('100', async ({ person, way }) =>
      world.place(person, way, 450),
    )
    expect([prepared, requested]).toEqual(['422 amount_not_available', '422 amount_not_available'])
    expect(message).toBe('$50.00 is ready for withdrawal.')
  })

  test('an account that is not old enough', async () => {
    const made =
      (hoursAgo: number) =>
      async ({ person }: { person: Person }) => {
        const createdAt = new Date(world.clock.nowMs() - hoursAgo * 3_600_000)
        await world.db.owner.query('update users set created_at = $2 where id = $1', [person.id, createdAt])
        await world.db.owner.query('update passwords set changed_at = $2 where user_id = $1', [person.id, createdAt])
      }
    const young = await bothAnswers('20', made(71))
    expect([young.prepared, young.requested]).toEqual(['422 account_resting', '422 account_resting'])
    const old = await bothAnswers('20', made(72))
    expect([old.prepared, old.requested]).toEqual(['200', '201'])
  })

  test('a change of the password makes it rest, one of long ago does not', async () => {
    const changed =
      (agoMs: number) =>
      async ({ person }: { person: Person }) =>
        world.db.owner.query('update passwords set changed_at = $2 where user_id = $1', [
          person.id,
          new Date(world.clock.nowMs() - agoMs),
        ])
    const lately = await bothAnswers('20', changed(DAY_MS - 1))
    expect([lately.prepared, lately.requested]).toEqual(['422 account_resting', '422 account_resting'])
    const before = await bothAnswers('20', changed(DAY_MS))
    expect([before.prepared, before.requested]).toEqual(['200', '201'])
  })

  test.each(['factor_added', 'factor_removed', 'factors_reset', 'email_changed', 'identity_linked'])(
    '%s',
    async (action) => {
      const { prepared, requested } = await bothAnswers('20', ({ person }) =>
        world.db.owner.query(
          `insert into audit_log (action, subject_type, subject_id, at) values ($1, 'user', $2, $3)`,
          [action, person.id, world.clock.now()],
        ),
      )
      expect([prepared, requested]).toEqual(['422 account_resting', '422 account_resting'])
    },
  )

  test('another’s audit entry, and one that changes nothing of the sign-in, rest nobody', async () => {
    const { prepared } = await bothAnswers('20', async ({ person }) => {
      const insert = `insert into audit_log (action, subject_type, subject_id, at) values ($1, 'user', $2, $3)`
      await world.db.owner.query(insert, ['signed_in', person.id, world.clock.now()])
      await world.db.owner.query(insert, ['factor_added', randomUUID(), world.clock.now()])
    })
    expect(prepared).toBe('200')
  })

  test('a deficit stops everything until it is earned', async () => {
    const { prepared, requested, message } = await bothAnswers('20', ({ person }) =>
      world.db.database.transaction((transaction) =>
        postTransfers(transaction, [
          {
            ownerId: person.id,
            code: 'deposit_lost',
            amountMicros: usd(5),
            custody: 'usdt_erc20',
            idempotencyKey: `test:${randomUUID()}`,
          },
        ]),
      ),
    )
    expect([prepared, requested]).toEqual(['422 amount_not_available', '422 amount_not_available'])
    expect(message).toMatch(/\$5\.00 has to be earned first/)
  })
})

test('five times a day, and the day is one of UTC', async () => {
  world.clock.setTo('2027-03-10T12:00:00Z')
  const { person, way } = await readyPerson(500)
  for (let time = 0; time < 5; time += 1) await world.place(person, way, 10)
  await expect(world.place(person, way, 10)).rejects.toThrow(/asked 5 times today/)
  world.clock.setTo('2027-03-10T23:59:59.999Z')
  await expect(world.place(person, way, 10)).rejects.toThrow(/asked 5 times today/)
  world.clock.setTo('2027-03-11T00:00:00Z')
  await expect(world.place(person, way, 10)).resolves.toMatchObject({ state: 'requested' })
})

test('what PayPal brought leaves only to PayPal while it may be charged back', async () => {
  const person = await world.person()
  const transferId = await world.fund(person, 300)
  const brought = { ownerId: person.id, methodId: paypal, amountMicros: usd(200), transferId }
  await insertPaypalDeposit(world.db.database.kysely, { ...brought, creditedAt: world.clock.now() })
  const chain = await world.wayOut(person, erc20, 'usdt_erc20', WALLET)
  const back = await world.wayOut(person, paypal, 'paypal', 'p@example.com')
  await expect(world.place(person, chain, 101)).rejects.toThrow(
    /\$200\.00 came by PayPal .* \$100\.00 may leave this way/,
  )
  await expect(world.place(person, chain, 100)).resolves.toBeDefined()
  await expect(world.place(person, chain, 10)).rejects.toThrow(/\$0\.00 may leave this way/)
  await expect(world.place(person, back, 150)).resolves.toBeDefined()
  // 180 days later it is money like any other.
  world.clock.advanceMs(180 * DAY_MS + 1)
  await expect(world.place(person, chain, 50)).resolves.toBeDefined()
})

test('the closed hours are settled first, so that what was earned counts', async () => {
  const { person, way } = await readyPerson(10)
  const rangeId = await makeRange(world.db.database.kysely, person.id)
  const connectionId = await makeConnection(world.db.database.kysely)
  const receivedAt = new Date(world.clock.nowMs() - 3 * 3_600_000)
  const landing = { ownerId: person.id, rangeId, connectionId, receivedAt, messages: 10, rateMicros: usd(1) }
  await landMessages(world.db.database, landing)
  expect(await available(person)).toBe(usd(10))
  const shown = await prepare(person, way, '20')
  expect(shown.body.available).toBe('20.000000')
  expect(codeOf(await request(person, shown.body.intent))).toBe('201')
  expect(await available(person)).toBe(0n)
})

test('what is odd is flagged for whoever decides', async () => {
  const { person, way } = await readyPerson(900)
  expect((await world.place(person, way, 100)).flags).not.toContain('The first withdrawal, and a large one')
  const large = await world.place(person, way, 500)
  expect(large.flags).toContain('The first withdrawal, and a large one')
  expect(large.approvalsNeeded).toBe(2)
  const other = await world.person()
  await world.fund(other, 50)
  const same = await world.wayOut(other, erc20, 'usdt_erc20', WALLET)
  expect((await world.place(other, same, 20)).flags).toContain('Another user has this destination too')
})

test('below the limit nobody has to agree, unless something is odd', async () => {
  await world.changeLimits({ autoApproveUsd: 50 })
  const own = '0xBE0eB53F46cd790Cd13851d5EFf43D12404d33E8'
  const person = await world.person()
  await world.fund(person, 200)
  const way = await world.wayOut(person, erc20, 'usdt_erc20', own)
  expect((await world.place(person, way, 49)).state).toBe('approved')
  expect((await world.place(person, way, 50)).state).toBe('requested')
  const other = await world.person()
  await world.fund(other, 200)
  const shared = await world.wayOut(other, erc20, 'usdt_erc20', own)
  expect((await world.place(other, shared, 49)).state).toBe('requested')
})

test('two at once never take more than there is', async () => {
  const { person, way } = await readyPerson(100)
  const settled = await Promise.allSettled(Array.from({ length: 5 }, () => world.place(person, way, 60)))
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await available(person)).toBe(usd(40))
})

test('nobody asks with a method or a destination that is not theirs or not there', async () => {
  const [mine, theirs] = [await readyPerson(100), await readyPerson(100)]
  const foreign = { ...mine.way, destinationId: theirs.way.destinationId }
  expect(codeOf(await prepare(mine.person, foreign, '20'))).toBe('404 not_found')
  expect(codeOf(await prepare(mine.person, { ...mine.way, methodId: randomUUID() }, '20'))).toBe('404 not_found')
  expect(codeOf(await prepare(mine.person, { ...mine.way, methodId: paypal }, '20'))).toBe('422 destination_refused')
  for (const amount of ['9.99', '10.001', '-20', '0', 'ten', '1e3']) {
    expect((await prepare(mine.person, mine.way, amount)).status, amount).toBe(422)
  }
})
