// Destinations: what may be added, what is refused and why, how long it rests, and who hears of it.
import { expect, test } from 'vitest'
import { readAuditActions, readNotices, insertDepositAddress } from './withdrawals-fixture.queries.ts'
import { readTable } from '../../../testing/table.ts'
import { codeOf, messageOf, TREASURY, withWithdrawals } from './withdrawals.fixture.ts'

const world = withWithdrawals()
const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

test('each kind takes its own addresses and says what is wrong with any other', async () => {
  const person = await world.person()
  const cases = readTable(`
    kind       | address                                    | answer | in words
    usdt_erc20 | 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 | 201    |
    usdt_bep20 | 0xd8da6bf26964af9d7eed9e03e53415d37aa96045 | 201    |
    usdt_trc20 | TJRabPrwbZy45sbavfcjinPJC18kjpRTv8         | 201    |
    paypal     | Ayse@Example.COM                           | 201    |
    usdt_erc20 | 0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045 | 422    | checksum
    usdt_trc20 | TJRabPrwbZy45sbavfcjinPJC18kjpRTv9         | 422    | checksum
    usdt_erc20 | TJRabPrwbZy45sbavfcjinPJC18kjpRTv8         | 422    | Tron address
    usdt_trc20 | 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 | 422    | Ethereum or BSC
    usdt_erc20 | 0x0000000000000000000000000000000000000000 | 422    | Nobody owns
    usdt_erc20 | 0xdAC17F958D2ee523a2206206994597C13D831ec7 | 422    | contract of the token
    usdt_bep20 | 0x55d398326f99059fF775485246999027B3197955 | 422    | contract of the token
    usdt_trc20 | TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t         | 422    | contract of the token
    usdt_erc20 | 0x1234                                     | 422    | 42 characters
    paypal     | not an address                             | 422    | email address
    usdt_erc20 | ayse@example.com                           | 422    | 42 characters
  `)
  for (const { kind, address, answer, 'in words': words = '' } of cases) {
    const answered = await world.call(person, 'POST', '/destinations', { kind, address })
    expect(answered.status, address).toBe(Number(answer))
    if (answered.status === 201) continue
    expect(answered.body.error.code).toBe('destination_refused')
    expect(messageOf(answered)).toContain(words)
    expect(answered.body.error.fields.address).toBe(messageOf(answered))
  }
  const { body } = await world.call(person, 'GET', '/destinations')
  // In the checksummed form of each network, whatever was typed.
  expect(body.items.map((item: { address: string }) => item.address)).toEqual([
    VITALIK,
    VITALIK,
    TRON,
    'ayse@example.com',
  ])
})

test('an address at which our own money comes in is refused', async () => {
  const person = await world.person()
  const methodId = await world.usdtMethod('usdt_erc20')
  const theirs = '0xBE0eB53F46cd790Cd13851d5EFf43D12404d33E8'
  await insertDepositAddress(world.db.database.kysely, { ownerId: person.id, methodId, address: theirs })
  for (const address of [TREASURY, theirs, theirs.toLowerCase()]) {
    for (const kind of ['usdt_erc20', 'usdt_bep20']) {
      const answer = await world.call(person, 'POST', '/destinations', { kind, address })
      expect(messageOf(answer)).toMatch(/^This is an address of this platform/)
    }
  }
  const neighbour = await world.call(person, 'POST', '/destinations', { kind: 'usdt_erc20', address: VITALIK })
  expect(neighbour.status).toBe(201)
})

test('a new one rests as the setting says, is told to its owner, and is no second time', async () => {
  const person = await world.person()
  const added = await world.call(person, 'POST', '/destinations', {
    kind: 'paypal',
    address: 'a@example.com',
    label: 'Mine',
  })
  expect(added.body).toMatchObject({ isUsable: false, label: 'Mine' })
  const restMs = Date.parse(added.body.usableFrom) - Date.parse(added.body.createdAt)
  expect(restMs).toBe(24 * 3_600_000)
  expect(await readNotices(world.db.database.kysely, person.id)).toEqual(['destination_added'])
  const again = await world.call(person, 'POST', '/destinations', { kind: 'paypal', address: 'A@example.com' })
  expect(codeOf(again)).toBe('409 conflict')
  // What was removed rests anew.
  world.clock.advanceMs(24 * 3_600_000)
  const { body: listed } = await world.call(person, 'GET', '/destinations')
  expect(listed.items[0].isUsable).toBe(true)
  expect((await world.call(person, 'DELETE', `/destinations/${added.body.id}`)).status).toBe(204)
  expect(codeOf(await world.call(person, 'DELETE', `/destinations/${added.body.id}`))).toBe('404 not_found')
  const back = await world.call(person, 'POST', '/destinations', { kind: 'paypal', address: 'a@example.com' })
  expect(back.body.isUsable).toBe(false)
})

test('nobody sees or removes another’s, and what is done is in the audit log', async () => {
  const [person, other] = [await world.person(), await world.person()]
  const { body } = await world.call(person, 'POST', '/destinations', { kind: 'paypal', address: 'p@example.com' })
  expect(codeOf(await world.call(other, 'DELETE', `/destinations/${body.id}`))).toBe('404 not_found')
  expect((await world.call(other, 'GET', '/destinations')).body.items).toEqual([])
  const { rows } = await world.db.owner.query<{ id: string }>(
    'select id from payout_destinations where owner_id = $1',
    [person.id],
  )
  expect(await readAuditActions(world.db.database.kysely, rows[0]?.id ?? '')).toEqual(['destination_added'])
})

test('twenty are enough', async () => {
  const person = await world.person()
  const add = (number: number) =>
    world.call(person, 'POST', '/destinations', { kind: 'paypal', address: `n${number}@example.com` })
  const statuses = []
  for (let number = 0; number < 21; number += 1) statuses.push((await add(number)).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 409])
})
