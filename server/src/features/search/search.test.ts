// What people find, and what they do not, through the served operation on a real database.
import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { toApiId, toMessageId } from '@inrange/contract/ids'
import { SEARCH_HITS_MAX } from '@inrange/contract/search'
import { serveSlice, type Json, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { makePaymentMethods, givePayments, type PaymentThings } from '../../testing/policy-payments.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { handOver, insertCarrierWithConnection, insertOwnedRange, insertPerson } from './search-fixture.queries.ts'
import { searchRoutes } from './search.routes.ts'

const test = useTestDatabase()
const callers = new Map<string, SliceCaller>()
let api: SliceClient
let ukId = ''
let payments: PaymentThings
let carrier: { carrierId: string; connectionId: string }

beforeAll(async () => {
  for (const [username, role] of [
    ['ada', 'user'],
    ['ben', 'user'],
    ['100%_real', 'user'],
    ['oya', 'admin'],
    ['root', 'super_admin'],
  ] as const) {
    callers.set(username, { userId: await insertPerson(test.owner, username, role), role })
  }
  const used = ['447700900123', '447700900124', '447700900777']
  const block = { prefix: '447700', start: '900000', end: '900999' }
  ukId = await insertOwnedRange(test.owner, { name: 'UK Mobile 01', ...block, ownerId: uuidOf('ada'), used })
  await insertOwnedRange(test.owner, {
    name: 'DE Mobile',
    prefix: '491713',
    start: '920000',
    end: '920999',
    ownerId: uuidOf('ben'),
    used: ['491713920123'],
  })
  payments = await givePayments(test.database, await makePaymentMethods(test.database), uuidOf('ada'))
  carrier = await insertCarrierWithConnection(test.owner, 'Northwire')
  api = serveSlice(searchRoutes({ database: test.database }), callers)
})
const uuidOf = (username: string) => callers.get(username)!.userId

/** By group, what of each hit tells it apart. */
async function find(username: string, q: string): Promise<Record<string, string[]>> {
  const { status, body } = await api.call(username, 'GET', `/search?patience=patient&q=${encodeURIComponent(q)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return Object.fromEntries(
    body.groups.map(({ group, hits, state }: Json) => [
      state === 'whole' ? group : `${group} ${state}`,
      hits.map((hit: Json) => hit.number ?? hit.name ?? hit.username ?? hit.id),
    ]),
  )
}

describe('numbers', () => {
  it('are found by any part, and only where they are the searcher’s', async () => {
    expect((await find('ada', '00123'))['numbers']).toEqual(['+447700900123'])
    expect((await find('ben', '00123'))['numbers']).toBeUndefined()
    expect((await find('oya', '20123'))['numbers']).toEqual(['+491713920123'])
    expect((await find('oya', '0777'))['numbers']).toEqual(['+447700900777'])
  })

  it('are found as a whole, though nothing has come for them yet', async () => {
    const { body } = await api.call('ada', 'GET', `/search?q=${encodeURIComponent('+44 7700 900555')}`)
    const [number] = body.groups.find(({ group }: Json) => group === 'numbers').hits
    expect(number).toMatchObject({
      number: '+447700900555',
      isUsed: false,
      range: { name: 'UK Mobile 01' },
      owner: null,
    })
    expect((await find('ben', '+447700900555'))['numbers']).toBeUndefined()
  })

  it('say whose they are to an admin', async () => {
    const { body } = await api.call('oya', 'GET', '/search?q=447700900124')
    expect(body.groups[0].hits[0]).toMatchObject({ isUsed: true, owner: 'ada' })
  })

  it('of a former owner are not a present owner’s to know', async () => {
    const used = ['3160000001']
    const block = { prefix: '316', start: '0000000', end: '0000099' }
    const nlId = await insertOwnedRange(test.owner, { name: 'NL', ...block, ownerId: uuidOf('ada'), used })
    await handOver(test.owner, nlId, uuidOf('ben'))
    expect((await find('ben', '60000001'))['numbers']).toBeUndefined()
    expect((await find('ada', '3160000001'))['numbers']).toBeUndefined()
    expect((await find('oya', '60000001'))['numbers']).toEqual(['+3160000001'])
  })
})

describe('digits that more numbers have than are looked through', () => {
  beforeAll(async () => {
    const used = Array.from({ length: 25_000 }, (_, n) => String(34_600_000_000 + n))
    const many = { prefix: '34600', start: '000000', end: '024999', ownerId: uuidOf('ada'), used }
    await insertOwnedRange(test.owner, { name: 'ES', ...many })
    const few = { prefix: '3934600', start: '0000', end: '0009', ownerId: uuidOf('ben'), used: ['39346000007'] }
    await insertOwnedRange(test.owner, { name: 'IT', ...few })
  })

  it('are found in a user’s own ranges, however many others have', async () => {
    expect((await find('ben', '34600'))['numbers']).toEqual(['+39346000007'])
    expect((await find('ada', '34600'))['numbers cut']).toHaveLength(SEARCH_HITS_MAX)
    expect((await find('oya', '34600'))['numbers cut']).toHaveLength(SEARCH_HITS_MAX)
  })

  it('are nobody’s who has none', async () => {
    expect((await find('100%_real', '34600'))['numbers']).toBeUndefined()
  })
})

describe('people, ranges and carriers', () => {
  it('are found by a part of their names, those that begin so first', async () => {
    expect(await find('oya', 'mobile')).toMatchObject({ ranges: ['DE Mobile', 'UK Mobile 01'] })
    expect(await find('ada', 'mobile')).toEqual({ ranges: ['UK Mobile 01'] })
    expect((await find('oya', 'ad'))['users']).toEqual(['ada'])
    expect((await find('oya', 'northw'))['carriers']).toEqual(['Northwire', 'Main of Northwire'])
  })

  it('are nothing to a user', async () => {
    expect(await find('ada', 'ben')).toEqual({})
    expect(await find('ada', 'northwire')).toEqual({})
  })

  it('can be asked for alone', async () => {
    expect(Object.keys(await find('oya', 'user: ada'))).toEqual(['users'])
    expect(Object.keys(await find('oya', 'range: 447700'))).toEqual(['ranges'])
  })

  it('say that there is more', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await insertPerson(test.owner, `zeno ${name}`, 'user')
    expect((await find('oya', 'zeno'))['users cut']).toHaveLength(5)
  })
})

describe('a pasted id', () => {
  const own = () => ({
    range: toApiId('range', ukId),
    withdrawal: payments.withdrawal,
    deposit: payments.deposit,
    transaction: payments.withdrawal.replace('wdr_', 'txn_'),
  })

  it.each(['range', 'withdrawal', 'deposit', 'transaction'] as const)('of a %s leads its owner there', async (noun) => {
    const id = own()[noun]
    expect((await find('ada', ` ${id} `))['things']?.length).toBe(1)
    expect(await find('ben', id)).toEqual({})
  })

  it('leads administrators to what they may open', async () => {
    const { range, withdrawal, deposit } = own()
    expect((await find('oya', withdrawal))['things']).toEqual([withdrawal])
    expect((await find('oya', range))['things']).toEqual(['UK Mobile 01'])
    expect(await find('oya', deposit)).toEqual({})
    expect((await find('root', deposit))['things']).toEqual([deposit])
    expect((await find('oya', toApiId('user', uuidOf('ben'))))['things']).toEqual(['ben'])
    const connection = toApiId('connection', carrier.connectionId)
    expect((await find('oya', connection))['things']).toEqual(['Main of Northwire'])
    expect(await find('ada', connection)).toEqual({})
  })

  it('may be cut, where it is of a payment', async () => {
    expect((await find('ada', payments.withdrawal.slice(0, 16)))['things']).toContain(payments.withdrawal)
  })

  it('that names nothing finds nothing', async () => {
    const key = { ownerId: uuidOf('ada'), landedAtMicros: 1_700_000_000_000_000n }
    for (const id of [toApiId('range', randomUUIDv7()), toMessageId(key), 'qua_01h455vb4pex5vsknk084sn02q']) {
      expect(await find('oya', id)).toEqual({})
    }
  })
})

describe('what was typed', () => {
  it('is data: wildcards, quotes, marks of direction, emoji, half characters and 200 of them', async () => {
    expect((await find('oya', '100%_re'))['users']).toEqual(['100%_real'])
    for (const q of [
      '%',
      '%%',
      '_',
      '__',
      `'; drop table users; --`,
      '\\',
      '\\\\',
      '😀😀',
      '\u202e\u202d ab',
      'a\u0000b',
    ]) {
      expect(Object.keys(await find('oya', q)).filter((group) => group === 'users')).toEqual([])
    }
    expect(await find('oya', 'x'.repeat(200))).toEqual({})
    expect((await find('oya', '\u202b+44 7700 900123\u202c'))['numbers']).toEqual(['+447700900123'])
  })

  it('is nothing below two characters, and refused where nobody types so much', async () => {
    expect(await find('oya', ' a ')).toEqual({})
    const { status } = await api.call('oya', 'GET', `/search?q=${'x'.repeat(900)}`)
    expect(status).toBe(422)
  })
})
