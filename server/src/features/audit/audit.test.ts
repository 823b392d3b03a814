// The two records: what goes in comes out, in order, and cannot be changed.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { listActivities, recordActivity, recordAudit, runOnBehalf } from './audit.public.ts'
import { deleteAsOwner, insertAuditedUser, readAuditEntries, tamper, type Statement } from './audit-fixture.queries.ts'

const db = useTestDatabase()
const kysely = () => db.database.kysely

test('activities come newest first, a page at a time, each once, and only of their user', async () => {
  const userId = await insertAuditedUser(kysely(), 'ann')
  const other = await insertAuditedUser(kysely(), 'bob')
  for (const n of [1, 2, 3, 4, 5]) {
    await recordActivity(kysely(), { userId, activityType: 'note', description: `number ${n}`, metadata: { n } })
    await recordActivity(kysely(), { userId: other, activityType: 'note', description: 'not hers' })
  }
  const first = await listActivities(kysely(), { userId, limit: 3 })
  expect(first.items.map((item) => item.description)).toEqual(['number 5', 'number 4', 'number 3'])
  expect(first.items[0]).toMatchObject({ activityType: 'note', metadata: { n: 5 } })
  expect(first.items[0]?.id).toMatch(/^act_/)
  expect(first.items[0]?.userId).toMatch(/^usr_/)
  const second = await listActivities(kysely(), { userId, limit: 3, cursor: first.nextCursor ?? '' })
  expect(second.items.map((item) => item.description)).toEqual(['number 2', 'number 1'])
  expect(second.nextCursor).toBeNull()
})

test('a page that is exactly full has no next one', async () => {
  const userId = await insertAuditedUser(kysely(), 'cleo')
  await recordActivity(kysely(), { userId, activityType: 'note', description: 'one' })
  expect((await listActivities(kysely(), { userId, limit: 1 })).nextCursor).toBeNull()
})

test.each(['x', Buffer.from('["x"]').toString('base64url'), Buffer.from('[]').toString('base64url')])(
  'the cursor %s is refused as a field',
  async (cursor) => {
    const userId = randomUUID()
    await expect(listActivities(kysely(), { userId, limit: 1, cursor })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { cursor: expect.any(String) },
    })
  },
)

const plain = { onBehalfOf: null, outcome: 'done' }

test('an entry keeps who did what to whom from where, before and after; money as text, no false address', async () => {
  const actorId = randomUUID()
  const fact = { actorId, action: 'thing_changed', subjectType: 'thing', subjectId: 'one' }
  await recordAudit(kysely(), { ...fact, address: '192.0.2.1', requestId: 'r1', before: { a: 1n }, after: { a: 2n } })
  await recordAudit(kysely(), { ...fact, address: 'unknown' })
  expect(await readAuditEntries(kysely(), 'thing')).toEqual([
    { ...fact, ...plain, address: '192.0.2.1', requestId: 'r1', before: { a: '1' }, after: { a: '2' } },
    { ...fact, ...plain, address: null, requestId: null, before: null, after: null },
  ])
})

test('a record goes with its transaction', async () => {
  const userId = await insertAuditedUser(kysely(), 'dora')
  const failing = db.database.transaction(async (transaction) => {
    await recordActivity(transaction, { userId, activityType: 'note', description: 'never' })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect((await listActivities(kysely(), { userId, limit: 1 })).items).toEqual([])
})

test.each([
  ['thing_changed', undefined, 'done'],
  ['thing_refused', undefined, 'refused'],
  ['thing_denied', undefined, 'refused'],
  ['thing_failed', undefined, 'failed'],
  ['thing_changed', 'failed', 'failed'],
  ['thing_refused', 'done', 'done'],
] as const)('%s, said to be %s, is %s', async (action, said, outcome) => {
  const subjectType = `outcome ${action} ${said}`
  const fact = { actorId: null, action, subjectType, subjectId: 'one' }
  await recordAudit(kysely(), said === undefined ? fact : { ...fact, outcome: said })
  expect(await readAuditEntries(kysely(), subjectType)).toMatchObject([{ action, outcome }])
})

test('what is done for somebody is recorded under both names, whoever the slice named, and nothing after it', async () => {
  const [admin, user] = [randomUUID(), randomUUID()]
  const record = (subjectType: string, actorId: string | null) =>
    recordAudit(kysely(), { actorId, action: 'thing_changed', subjectType, subjectId: 'one' })
  await runOnBehalf({ actorId: admin, userId: user }, async () => {
    await record('acted', user)
    await db.database.transaction(async (transaction) => {
      await recordAudit(transaction, { actorId: null, action: 'thing_changed', subjectType: 'acted', subjectId: 'two' })
    })
  })
  await record('acted after', user)
  const both = { actorId: admin, onBehalfOf: user }
  expect(await readAuditEntries(kysely(), 'acted')).toMatchObject([both, both])
  expect(await readAuditEntries(kysely(), 'acted after')).toMatchObject([{ actorId: user, onBehalfOf: null }])
})

test('two who act for others at the same time are not mixed up', async () => {
  const people = [1, 2, 3, 4].map(() => ({ actorId: randomUUID(), userId: randomUUID() }))
  await Promise.all(
    people.map((acting) =>
      runOnBehalf(acting, async () => {
        await listActivities(kysely(), { userId: acting.userId, limit: 1 })
        const fact = { actorId: null, action: 'thing_changed', subjectType: 'at once', subjectId: acting.userId }
        await recordAudit(kysely(), fact)
      }),
    ),
  )
  const found = (await readAuditEntries(kysely(), 'at once')) as { actorId: string; subjectId: string }[]
  expect(new Map(found.map((entry) => [entry.subjectId, entry.actorId]))).toEqual(
    new Map(people.map(({ actorId, userId }) => [userId, actorId])),
  )
})

test.each<Statement>([
  'update activities',
  'delete activities',
  'update audit_log',
  'delete audit_log',
  'date audit_log',
  'place audit_log',
  'update audit_blocks',
  'delete audit_blocks',
  'update audit_verifications',
  'delete audit_verifications',
])('the program may not %s', async (statement) => {
  await expect(tamper(kysely(), statement)).rejects.toThrow(/permission denied/)
})

test('not even the owner of the tables deletes an entry by mistake', async () => {
  await expect(deleteAsOwner(db.owner, 'audit_log')).rejects.toThrow('the audit log is append-only')
})
