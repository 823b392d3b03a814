// The audit log over its operations: pages, filters, whose address an admin may read, the file, and who may ask at all.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { createManualClock } from '../../platform/clock.ts'
import { serveSlice, type Json, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { insertAuditedUser, insertAuditedRange, insertEntryAt, readAuditEntries } from './audit-fixture.queries.ts'
import { auditRoutes, recordAudit, runOnBehalf, type AuditFact } from './audit.public.ts'
import { exportLog } from './export-log.ts'
import { answerCsv } from '../../platform/csv.ts'
import { createSilentLog } from '../../platform/log.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-03-10T12:00:00Z')
const ids = { ayse: '', oya: '', boss: '', range: '' }
const callers = new Map<string, SliceCaller>()
let client: SliceClient

beforeAll(async () => {
  const { kysely } = db.database
  ids.ayse = await insertAuditedUser(kysely, 'ayse')
  ids.oya = await insertAuditedUser(kysely, 'oya', 'admin')
  ids.boss = await insertAuditedUser(kysely, 'boss', 'super_admin')
  ids.range = await insertAuditedRange(kysely, '=Turkey "Mobile", 1')
  callers.set('ayse', { userId: ids.ayse, role: 'user' })
  callers.set('oya', { userId: ids.oya, role: 'admin' })
  callers.set('boss', { userId: ids.boss, role: 'super_admin' })
  client = serveSlice(auditRoutes({ database: db.database, clock }), callers)
})

function record(fact: Partial<AuditFact> & { action: string }): Promise<void> {
  const whole = { actorId: ids.oya, subjectType: 'user', subjectId: ids.ayse, ...fact }
  return recordAudit(db.database.kysely, whole)
}

async function list(as: string, query: Record<string, string> = {}): Promise<Json[]> {
  const { status, body } = await client.call(as, 'GET', `/audit?${new URLSearchParams(query).toString()}`)
  expect(status).toBe(200)
  return body.items
}
async function actions(as: string, query: Record<string, string>): Promise<string[]> {
  return (await list(as, query)).map((entry) => entry.action as string)
}

test('an entry says who, for whom, what, to whom, from where, before and after, with the names of today', async () => {
  const requestId = randomUUID()
  await runOnBehalf({ actorId: ids.oya, userId: ids.ayse }, () =>
    record({
      action: 'range_updated',
      actorId: ids.ayse,
      subjectType: 'range',
      subjectId: ids.range,
      address: '192.0.2.7',
      requestId,
      before: { ownerId: ids.oya, name: 'Old', rate: 4_300n },
      after: { ownerId: ids.ayse, name: 'New', rate: 'none', amountMicros: 5n, lines: [{ rangeId: ids.range }] },
    }),
  )
  const [entry] = await list('oya', { requestId })
  const rangeId = toApiId('range', ids.range)
  expect(entry).toEqual({
    id: expect.stringMatching(/^aud_/),
    at: expect.stringMatching(/Z$/),
    actor: { id: toApiId('user', ids.oya), username: 'oya' },
    onBehalfOf: { id: toApiId('user', ids.ayse), username: 'ayse' },
    action: 'range_updated',
    outcome: 'done',
    subject: { type: 'range', id: rangeId, name: '=Turkey "Mobile", 1' },
    address: '192.0.2.7',
    isAddressHidden: false,
    requestId,
    before: { ownerId: toApiId('user', ids.oya), name: 'Old', rate: '0.004300' },
    after: { ownerId: toApiId('user', ids.ayse), name: 'New', rate: 'none', amount: '0.000005', lines: [{ rangeId }] },
  })
  expect(await client.call('oya', 'GET', `/audit/entries/${entry.id}`)).toEqual({ status: 200, body: entry })
})

test('an entry that does not exist is not found, and neither is what is no id', async () => {
  for (const id of [toApiId('audit', randomUUID()), 'aud_nonsense', toApiId('user', ids.ayse)]) {
    expect((await client.call('oya', 'GET', `/audit/entries/${id}`)).status).toBe(404)
  }
})

test('pages hold each entry once, newest first, whatever is recorded meanwhile', async () => {
  const subject = 'paged'
  for (const n of [1, 2, 3, 4, 5])
    await record({ action: `step_${'x'.repeat(n)}`, subjectType: 'thing', subjectId: subject })
  const first = await client.call('oya', 'GET', `/audit?subject=${subject}&limit=2`)
  await record({ action: 'step_later', subjectType: 'thing', subjectId: subject })
  const second = await client.call('oya', 'GET', `/audit?subject=${subject}&limit=2&cursor=${first.body.nextCursor}`)
  const third = await client.call('oya', 'GET', `/audit?subject=${subject}&limit=2&cursor=${second.body.nextCursor}`)
  const seen = [first, second, third].flatMap(({ body }) => body.items.map((entry: Json) => entry.action.length - 5))
  expect(seen).toEqual([5, 4, 3, 2, 1])
  expect(third.body.nextCursor).toBeNull()
})

test('filters find what they name and nothing else', async () => {
  const requestId = randomUUID()
  const mark = { requestId }
  await record({ action: 'user_updated', address: '192.0.2.1', ...mark })
  await record({ action: 'user_created', address: '2001:db8::1', actorId: ids.boss, ...mark })
  await record({ action: 'session_ended', actorId: null, subjectId: ids.boss, ...mark })
  await record({ action: 'sign_in_refused', actorId: null, subjectId: 'unknown', address: '192.0.2.1', ...mark })
  await record({ action: 'settings_changed', subjectType: 'settings', subjectId: 'smtp,mfa', ...mark })
  await runOnBehalf({ actorId: ids.oya, userId: ids.ayse }, () => record({ action: 'users_listed', ...mark }))
  const find = (query: Record<string, string>) => actions('boss', { requestId, ...query })
  expect(await find({})).toHaveLength(6)
  expect(await find({ actorId: toApiId('user', ids.boss) })).toEqual(['user_created'])
  expect(await find({ onBehalfOfId: toApiId('user', ids.ayse) })).toEqual(['users_listed'])
  expect(await find({ onBehalfOfId: toApiId('user', ids.oya) })).toEqual([])
  expect(await find({ subject: toApiId('user', ids.boss) })).toEqual(['session_ended'])
  expect(await find({ subject: 'smtp,mfa' })).toEqual(['settings_changed'])
  expect(await find({ subject: toApiId('range', ids.ayse) })).toEqual([])
  const method = { action: 'payment_method_updated', subjectType: 'payment_method', subjectId: ids.ayse, ...mark }
  await record(method)
  expect(await find({ subject: toApiId('paymentMethod', ids.ayse) })).toEqual(['payment_method_updated'])
  expect(await find({ action: 'user_' })).toEqual(['user_created', 'user_updated'])
  expect(await find({ action: 'sign,session' })).toEqual(['sign_in_refused', 'session_ended'])
  expect(await find({ outcome: 'refused' })).toEqual(['sign_in_refused'])
  expect(await find({ outcome: 'failed' })).toEqual([])
  expect(await find({ address: '2001:0db8:0::1' })).toEqual(['user_created'])
  expect(await find({ address: '192.0.2.2' })).toEqual([])
  expect(await find({ requestId: randomUUID() })).toEqual([])
})

test('a period holds its first moment and not its last, also of an entry whose id is a little later', async () => {
  const requestId = randomUUID()
  await insertEntryAt(db.owner, { at: '2026-02-01T00:00:00Z', idAt: '2026-02-01T00:00:20Z', requestId })
  const find = (from: string, until: string) => actions('oya', { requestId, from, until })
  expect(await find('2026-02-01T00:00:00Z', '2026-02-01T00:00:01Z')).toEqual(['dated'])
  expect(await find('2026-02-01T00:00:01Z', '2026-02-02T00:00:00Z')).toEqual([])
  expect(await find('2026-01-31T00:00:00Z', '2026-02-01T00:00:00Z')).toEqual([])
})

test.each([
  ['actorId=oya', 'actorId'],
  ['action=User%20x', 'action'],
  ['action=a%25', 'action'],
  ['outcome=good', 'outcome'],
  ['address=here', 'address'],
  ['from=yesterday', 'from'],
  ['cursor=x', 'cursor'],
  ['limit=1000', 'limit'],
])('the filter %s is refused at its field', async (query, field) => {
  const { status, body } = await client.call('oya', 'GET', `/audit?${query}`)
  expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]])
})

test('an admin does not learn from where somebody above them spoke, neither by reading nor by searching', async () => {
  const requestId = randomUUID()
  const address = '198.51.100.77'
  await record({ action: 'signed_in', actorId: ids.boss, subjectId: ids.boss, address, requestId })
  await record({ action: 'sign_in_refused', actorId: null, subjectId: ids.boss, address, requestId })
  await runOnBehalf({ actorId: ids.boss, userId: ids.ayse }, () => record({ action: 'looked', address, requestId }))
  // Somebody else, who tried something on a super admin, has an address of their own.
  await record({ action: 'request_denied', actorId: ids.oya, subjectId: ids.boss, address, requestId })
  await record({ action: 'signed_out', actorId: ids.ayse, address, requestId })
  const seen = async (as: string) =>
    (await list(as, { requestId })).map((entry) => [entry.action, entry.address, entry.isAddressHidden])
  expect(await seen('oya')).toEqual([
    ['signed_out', address, false],
    ['request_denied', address, false],
    ['looked', null, true],
    ['sign_in_refused', null, true],
    ['signed_in', null, true],
  ])
  expect(await seen('boss')).toEqual(
    ['signed_out', 'request_denied', 'looked', 'sign_in_refused', 'signed_in'].map((action) => [
      action,
      address,
      false,
    ]),
  )
  expect(await actions('oya', { requestId, address })).toEqual(['signed_out', 'request_denied'])
  expect(await actions('boss', { requestId, address })).toHaveLength(5)
  const file = await client.app.request(`/audit/export?requestId=${requestId}`, {
    headers: { authorization: 'Bearer oya' },
  })
  expect((await file.text()).split(address)).toHaveLength(3)
})

test('the file holds what the filter finds, newest first, and starts no formula', async () => {
  const requestId = randomUUID()
  await record({
    action: 'range_created',
    subjectType: 'range',
    subjectId: ids.range,
    requestId,
    after: { name: '=1' },
  })
  await record({ action: 'range_updated', subjectType: 'note', subjectId: '@cmd', requestId })
  const answer = await client.app.request(`/audit/export?requestId=${requestId}`, {
    headers: { authorization: 'Bearer oya' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit-2026-03-10.csv"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const [head, newest, older, ...rest] = (await answer.text()).split('\r\n')
  expect(head).toBe(
    'at,actor,actor_id,on_behalf_of,on_behalf_of_id,action,outcome,subject_type,subject,subject_id,address,request_id,before,after,entry_id',
  )
  expect(newest).toContain(",range_updated,done,note,,'@cmd,,")
  expect(older).toContain(`,range,"'=Turkey ""Mobile"", 1",${toApiId('range', ids.range)},,`)
  expect(older).toContain('"{""name"":""=1""}"')
  expect(rest).toEqual([''])
})

test('taking the file is recorded with its filter; a refused filter is not', async () => {
  const query = `subject=${randomUUID()}`
  await client.app.request(`/audit/export?${query}`, { headers: { authorization: 'Bearer boss' } })
  const refused = await client.call('boss', 'GET', '/audit/export?outcome=good')
  expect(refused.status).toBe(422)
  const entries = (await readAuditEntries(db.database.kysely, 'audit')) as { actorId: string; after: unknown }[]
  expect(entries.at(-1)).toMatchObject({ actorId: ids.boss, action: 'audit_exported', address: '192.0.2.1' })
  expect(entries.at(-1)?.after).toEqual({ subject: query.slice('subject='.length) })
})

test('a file has at most its bound of rows, over all its pages, and says that it was cut', async () => {
  const context = {
    caller: { userId: ids.oya, username: 'oya', role: 'admin', sessionId: '', duty: null, actor: null },
    scope: 'any',
    requestId: randomUUID(),
    address: '192.0.2.1',
    signal: new AbortController().signal,
  } as const
  const subject = randomUUID()
  const lines = async (rowsMax: number, rowsPerPage: number) => {
    const file = await exportLog({ database: db.database, clock }, context, { subject }, { rowsMax, rowsPerPage })
    return (await (await answerCsv(file, createSilentLog())).text()).trimEnd().split('\r\n').slice(1)
  }
  for (let n = 0; n < 5; n++) await record({ action: 'step', subjectType: 'thing', subjectId: subject })
  expect(await lines(5, 2)).toHaveLength(5)
  const cut = await lines(4, 2)
  expect(cut).toHaveLength(5)
  expect(cut.at(-1)).toContain('the first 4 rows only')
  expect(new Set(cut).size).toBe(5)
})

test('a user may not ask for any of it', async () => {
  for (const path of ['/audit', '/audit/export', '/audit/chain', `/audit/entries/${toApiId('audit', randomUUID())}`]) {
    expect((await client.call('ayse', 'GET', path)).status).toBe(403)
  }
})
