// The queue: who may decide, in what order, and that every decision is told, recorded and final.
import { beforeEach, expect, test } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { settingsByName } from '@inrange/contract/settings'
import { balancesOf } from '../../ledger/ledger.public.ts'
import { moveWithdrawal, releaseWithdrawal, returnWithdrawal, settleWithdrawal } from './withdrawal.moves.ts'
import { forgetDays, readAuditActions, readDays, readNotices, readTransfers } from './withdrawals-fixture.queries.ts'
import { codeOf, messageOf, withdrawalPath, withWithdrawals, type Person } from './withdrawals.fixture.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'
import { usd } from './withdrawals.rules.ts'

const world = withWithdrawals()
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
let methodId = ''
let [oya, root, third]: Person[] = []

beforeEach(async () => {
  methodId ||= await world.usdtMethod('usdt_erc20')
  oya ??= await world.person('admin')
  root ??= await world.person('super_admin')
  third ??= await world.person('admin')
  await world.setSetting('withdrawals', settingsByName.withdrawals.default)
  await forgetDays(world.db.database.kysely)
})

async function waiting(dollars = 100, role: Person['role'] = 'user'): Promise<{ person: Person; row: WithdrawalRow }> {
  const person = await world.person(role)
  await world.fund(person, dollars)
  const way = await world.wayOut(person, methodId, 'usdt_erc20', WALLET)
  return { person, row: await world.place(person, way, dollars) }
}

function act(who: Person | undefined, row: WithdrawalRow, step: string, body: unknown = {}) {
  return world.call(who ?? null, 'POST', withdrawalPath(row, step), body)
}

const balances = ({ ownerId }: WithdrawalRow) => balancesOf(world.db.database.kysely, ownerId)
const REASON = { reason: 'The destination is on a list' }

test('one person approves a small one, and the answer says what happened', async () => {
  const { row } = await waiting()
  const seen = await world.call(oya ?? null, 'GET', withdrawalPath(row))
  expect(seen.body).toMatchObject({ state: 'requested', approvalsNeeded: 1, mayApprove: true, approvals: [] })
  const done = await act(oya, row, 'approve', { note: 'Looks right' })
  expect(done.body).toMatchObject({ state: 'approved', status: 'pending', mayApprove: false, mayCancel: false })
  expect(done.body.approvals).toMatchObject([
    { by: { username: oya?.username }, purpose: 'send', statement: 'Looks right' },
  ])
  expect(done.body.internalEvents.at(-1)).toMatchObject({
    state: 'approved',
    note: 'Looks right',
    actor: oya?.username,
  })
  // The owner sees that it happened, and neither who nor what was noted.
  const own = await world.call({ ...(await ownerOf(row)) }, 'GET', `/withdrawals/${toApiId('withdrawal', row.id)}`)
  expect(own.body.events.map((event: { state: string }) => event.state)).toEqual(['requested', 'approved'])
  expect(JSON.stringify(own.body)).not.toMatch(/Looks right|approvals|flags/)
  expect(await readAuditActions(world.db.database.kysely, row.id)).toEqual([
    'withdrawal_requested',
    'withdrawal_approved',
  ])
})

async function ownerOf(row: WithdrawalRow): Promise<Person> {
  const { rows } = await world.db.owner.query<{ id: string }>('select id from sessions where user_id = $1', [
    row.ownerId,
  ])
  return { id: row.ownerId, sessionId: rows[0]?.id ?? '', username: '', role: 'user' }
}

test('two people approve a large one: not one of them twice, and never its owner', async () => {
  const { row } = await waiting(500)
  expect((await act(oya, row, 'approve')).body.state).toBe('in_review')
  const again = await act(oya, row, 'approve')
  expect([codeOf(again), messageOf(again)]).toEqual([
    '409 other_person_needed',
    'You have said yes already. A second person has to as well.',
  ])
  expect((await act(third, row, 'approve')).body.state).toBe('approved')
  expect(codeOf(await act(root, row, 'approve'))).toBe('409 state_changed')

  const own = await waiting(100, 'admin')
  for (const [step, body] of [
    ['approve', {}],
    ['reject', REASON],
    ['hold', { reason: 'Wait' }],
  ] as const) {
    expect(codeOf(await act(own.person, own.row, step, body)), step).toBe('409 other_person_needed')
  }
  expect(codeOf(await act(oya, own.row, 'approve'))).toBe('200')
})

test('two who approve the last one at once: it is approved once', async () => {
  const { row } = await waiting()
  const answers = await Promise.all([act(oya, row, 'approve'), act(third, row, 'approve')])
  expect(answers.map(codeOf).toSorted()).toEqual(['200', '409 state_changed'])
})

test('a rejected one gives everything back, with the reason, and its amount to the day', async () => {
  const { person, row } = await waiting(100)
  expect((await balances(row)).heldMicros).toBe(usd(100))
  const done = await act(oya, row, 'reject', REASON)
  expect(done.body).toMatchObject({ state: 'rejected', status: 'failed', reason: REASON.reason })
  expect(await balances(row)).toMatchObject({ availableMicros: usd(100), heldMicros: 0n })
  expect(await readTransfers(world.db.database.kysely, row.id)).toEqual(['hold 100000000', 'hold_released 100000000'])
  expect(await readNotices(world.db.database.kysely, person.id)).toEqual(['withdrawal_requested', 'withdrawal_failed'])
  // That it was asked for stays counted.
  expect(await readDays(world.db.database.kysely, person.id)).toEqual({ own: '1 0', platform: '1 0' })
  for (const step of ['approve', 'reject', 'hold']) {
    expect(codeOf(await act(third, row, step, step === 'approve' ? {} : REASON)), step).toBe('409 state_changed')
  }
})

test('its owner takes it back while nobody has agreed to all of it, and not after', async () => {
  const large = await waiting(500)
  await act(oya, large.row, 'approve')
  const cancel = ({ person, row }: { person: Person; row: WithdrawalRow }) =>
    world.call(person, 'POST', `/withdrawals/${toApiId('withdrawal', row.id)}/cancel`)
  const done = await cancel(large)
  expect(done.body).toMatchObject({ state: 'cancelled', status: 'failed', mayCancel: false })
  expect(await balances(large.row)).toMatchObject({ availableMicros: usd(500), heldMicros: 0n })
  expect(codeOf(await cancel(large))).toBe('409 state_changed')
  const approved = await waiting()
  await act(oya, approved.row, 'approve')
  expect(codeOf(await cancel(approved))).toBe('409 state_changed')
  const other = await waiting()
  expect(codeOf(await cancel({ person: large.person, row: other.row }))).toBe('404 not_found')
  expect(codeOf(await cancel(other))).toBe('200')
})

test('a held one is not approved until it is let go on, or its time is over', async () => {
  const { row } = await waiting()
  const until = new Date(world.clock.nowMs() + 3_600_000).toISOString()
  const held = await act(oya, row, 'hold', { reason: 'We ask them about it', until })
  expect(held.body).toMatchObject({
    state: 'requested',
    held: { reason: 'We ask them about it', until },
    mayApprove: false,
  })
  const refused = await act(third, row, 'approve')
  expect(codeOf(refused)).toBe('409 state_changed')
  expect(messageOf(refused)).toMatch(/held back until .* We ask them about it/)
  // Letting go on and time both end it.
  expect((await act(oya, row, 'hold', { reason: null })).body).toMatchObject({ held: null, mayApprove: true })
  await act(oya, row, 'hold', { reason: 'Once more', until })
  world.clock.advanceMs(3_600_000)
  expect((await act(third, row, 'approve')).body.state).toBe('approved')
  expect(codeOf(await act(oya, row, 'hold', { reason: 'Too late?', until }))).toBe('422 invalid_request')
  expect((await act(oya, row, 'hold', { reason: 'Not sent yet' })).body.held).toEqual({
    reason: 'Not sent yet',
    until: null,
  })
  const sending = world.db.database.transaction((transaction) =>
    moveWithdrawal(world.deps, transaction, { ownerId: row.ownerId, id: row.id, from: 'approved', to: 'sending' }),
  )
  await expect(sending).rejects.toThrow(/it is held/)
})

test('nothing is approved while everything is paused', async () => {
  const { row } = await waiting()
  await world.changeLimits({ isPaused: true })
  expect(codeOf(await act(oya, row, 'approve'))).toBe('409 withdrawals_paused')
  expect(codeOf(await act(oya, row, 'reject', REASON))).toBe('200')
})

test('an approved one is given back on two people’s word, not one’s, not its owner’s', async () => {
  const { person, row } = await waiting()
  const statement = 'Our wallet shows no such transaction.'
  expect(codeOf(await act(oya, row, 'give-back', { statement }))).toBe('409 state_changed')
  await act(oya, row, 'approve')
  expect(codeOf(await act(oya, row, 'give-back', { statement: 'Not sent.' }))).toBe('422 invalid_request')
  const first = await act(oya, row, 'give-back', { statement })
  expect(first.body).toMatchObject({ state: 'approved', held: { until: null } })
  expect(codeOf(await act(oya, row, 'give-back', { statement }))).toBe('409 other_person_needed')
  expect((await balances(row)).availableMicros).toBe(0n)
  const second = await act(root, row, 'give-back', { statement })
  expect(second.body).toMatchObject({ state: 'cancelled', status: 'failed' })
  expect(await balances(row)).toMatchObject({ availableMicros: usd(100), heldMicros: 0n })
  expect(await readNotices(world.db.database.kysely, person.id)).toEqual(['withdrawal_requested', 'withdrawal_failed'])
  const own = await waiting(100, 'admin')
  await act(oya, own.row, 'approve')
  expect(codeOf(await act(own.person, own.row, 'give-back', { statement }))).toBe('409 other_person_needed')
})

test('what PayPal knows of is not given back on anybody’s word', async () => {
  const { row } = await waiting()
  await act(oya, row, 'approve')
  const { ownerId, id } = row
  await world.db.database.transaction(async (transaction) => {
    const fields = { paypalBatchId: 'B1' }
    await moveWithdrawal(world.deps, transaction, { ownerId, id, from: 'approved', to: 'sending', fields })
    await moveWithdrawal(world.deps, transaction, { ownerId, id, from: 'sending', to: 'needs_attention' })
  })
  const statement = 'We believe that it did not arrive.'
  expect(codeOf(await act(oya, row, 'give-back', { statement }))).toBe('409 state_changed')
})

test('settled: the whole hold leaves, the fee stays, and it can come back once', async () => {
  const { person, row } = await waiting(100)
  await act(oya, row, 'approve')
  const { ownerId, id } = row
  const settle = (from: 'approved' | 'sent') =>
    world.db.database.transaction((transaction) => settleWithdrawal(world.deps, transaction, { ownerId, id, from }))
  await world.db.database.transaction((transaction) =>
    moveWithdrawal(world.deps, transaction, { ownerId, id, from: 'approved', to: 'sent', fields: { txHash: 'h' } }),
  )
  expect(await settle('approved')).toBeNull()
  expect(await settle('sent')).toMatchObject({ state: 'completed', completedAt: world.clock.now() })
  expect(await settle('sent')).toBeNull()
  const back = () =>
    world.db.database.transaction((transaction) =>
      returnWithdrawal(world.deps, transaction, { ownerId, id, from: 'completed' }),
    )
  expect(await balances(row)).toMatchObject({ availableMicros: 0n, heldMicros: 0n })
  expect(await back()).toMatchObject({ state: 'returned' })
  expect(await back()).toBeNull()
  expect(await balances(row)).toMatchObject({ availableMicros: usd(99) })
  expect((await readTransfers(world.db.database.kysely, id)).toSorted()).toEqual([
    'hold 100000000',
    'hold_settled 100000000',
    'payout_returned 99000000',
    'withdrawal_fee 1000000',
  ])
  const kinds = ['withdrawal_requested', 'withdrawal_sent', 'withdrawal_completed', 'withdrawal_failed']
  expect(await readNotices(world.db.database.kysely, person.id)).toEqual(kinds)
})

test('a release racing a settlement: one of them, never both, and never neither', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { row } = await waiting(20)
    await act(oya, row, 'approve')
    const { ownerId, id } = row
    const run = world.db.database.transaction.bind(world.db.database)
    const fields = { paypalBatchId: `B${round}` }
    await run((transaction) =>
      moveWithdrawal(world.deps, transaction, { ownerId, id, from: 'approved', to: 'sending', fields }),
    )
    const ends = [
      () => run((transaction) => settleWithdrawal(world.deps, transaction, { ownerId, id, from: 'sending' })),
      () =>
        run((transaction) =>
          releaseWithdrawal(world.deps, transaction, { ownerId, id, from: 'sending', to: 'failed' }),
        ),
    ]
    const order = round % 2 === 0 ? ends : ends.toReversed()
    const ended = await Promise.all(order.map((end) => end()))
    const states = ended.flatMap((after) => (after ? [after.state] : []))
    expect(states).toHaveLength(1)
    const { availableMicros, heldMicros } = await balances(row)
    expect([heldMicros, availableMicros]).toEqual([0n, states[0] === 'failed' ? usd(20) : 0n])
  }
})

test('the queue shows each step in its order, in pages, with what waits', async () => {
  await world.db.owner.query(`update withdrawals set flags = '{}'`)
  const first = await waiting(20)
  const second = await waiting(20)
  await act(oya, first.row, 'approve')
  const ids = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map(({ id }) => id)
  const list = (query: string) => world.call(oya ?? null, 'GET', `/withdrawal-queue?${query}`)
  expect(ids(await list('step=payment'))).toContain(toApiId('withdrawal', first.row.id))
  expect(ids(await list('step=approval'))).toContain(toApiId('withdrawal', second.row.id))
  expect(ids(await list('step=approval'))).not.toContain(toApiId('withdrawal', first.row.id))
  const all = ids(await list('step=over'))
  expect(all).toEqual(all.toSorted().toReversed())
  const page = await list('step=over&limit=2')
  const next = await list(`step=over&limit=2&cursor=${page.body.nextCursor}`)
  expect([...ids(page), ...ids(next)]).toEqual(all.slice(0, 4))
  expect(codeOf(await list('step=over&cursor=WyJ4Il0'))).toBe('422 invalid_request')
  const { counts } = (await list('step=approval')).body
  expect(counts.approval).toBe(ids(await list('step=approval')).length)
  expect(Object.keys(counts)).toEqual(['approval', 'payment', 'progress', 'attention'])
})

test('nobody but administrators see the queue', async () => {
  const { person, row } = await waiting(20)
  expect(codeOf(await world.call(person, 'GET', '/withdrawal-queue'))).toBe('403 forbidden')
  expect(codeOf(await world.call(person, 'GET', withdrawalPath(row)))).toBe('403 forbidden')
  expect(codeOf(await act(person, row, 'approve'))).toBe('403 forbidden')
  expect(codeOf(await act(oya, row, 'record-sent', { txHash: '0'.repeat(64) }))).toBe('403 forbidden')
})
