// The chain of sealed blocks: what was sealed is proved, what was touched is found and its block named, and what is not
// sealed yet is said not to be.
import { expect, test } from 'vitest'
import { createSilentLog } from '../../platform/log.ts'
import type { Database } from '../../platform/database.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { auditJobs } from './audit.jobs.ts'
import { countEntries, readBlockOf, tamperSealed, throughOwner } from './audit-fixture.queries.ts'
import { readChain } from './read-chain.ts'
import { recordAudit } from './record-audit.ts'
import { sealAuditBlocks } from './seal-audit-blocks.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

const db = useTestDatabase()
let recorded = 0

/** @returns the subject's id, by which a test finds the entry again */
async function record(): Promise<string> {
  const subjectId = `thing ${++recorded}`
  await recordAudit(db.database.kysely, { actorId: null, action: 'thing_changed', subjectType: 'thing', subjectId })
  return subjectId
}
const seal = (entriesMax?: number) =>
  sealAuditBlocks({ database: db.database }, entriesMax === undefined ? {} : { entriesMax })
const verify = (database: Database = db.database) => verifyAuditChain({ database, keep: false })

test('an empty log seals nothing, and verifies', async () => {
  expect(await seal()).toEqual({ blocks: 0, entries: 0n })
  expect(await verify()).toMatchObject({ isSound: true, blocks: 0, unsealedEntries: 0, headHash: null })
})

test('blocks follow each other, bounded, and are not sealed again; a tail is unsealed until it is sealed', async () => {
  for (let index = 0; index < 5; index++) await record()
  expect(await verify()).toMatchObject({ isSound: true, entries: 0n, unsealedEntries: 5 })
  expect(await seal(2)).toEqual({ blocks: 3, entries: 5n })
  expect(await seal(2)).toEqual({ blocks: 0, entries: 0n })
  await record()
  expect(await verify()).toMatchObject({ isSound: true, blocks: 3, entries: 5n, unsealedEntries: 1 })
  expect(await seal()).toEqual({ blocks: 1, entries: 1n })
  expect(await verify()).toMatchObject({ isSound: true, blocks: 4, entries: 6n, unsealedEntries: 0 })
})

test('two sealers at once seal every entry once', async () => {
  for (let index = 0; index < 6; index++) await record()
  const results = await Promise.all([1, 2, 3].map(() => seal(1)))
  expect(results.reduce((sum, result) => sum + result.entries, 0n)).toBe(6n)
  expect((await verify()).isSound).toBe(true)
})

test('a slow transaction delays the seal and is not skipped', async () => {
  await seal()
  await db.owner.query('begin')
  await db.owner.query(
    `insert into audit_log (action, subject_type, subject_id) values ('thing_changed', 'thing', 'slow')`,
  )
  await record()
  expect(await seal()).toEqual({ blocks: 0, entries: 0n })
  await db.owner.query('commit')
  expect(await seal()).toEqual({ blocks: 1, entries: 2n })
  expect((await verify()).isSound).toBe(true)
})

test.each([
  ['a changed action', 'changed action', 'not what was sealed'],
  ['a changed time', 'changed time', 'not what was sealed'],
  ['a changed address', 'changed address', 'not what was sealed'],
  ['another actor', 'another actor', 'not what was sealed'],
  ['a removed entry', 'removed', '2 entries were sealed and 1 are there'],
  ['an inserted entry', 'inserted', '2 entries were sealed and 3 are there'],
  ['a changed hash', 'changed hash', 'not what was sealed'],
] as const)('%s shows, naming its block and no other, and the truth verifies', async (_what, tampering, problem) => {
  await seal()
  await record()
  const subjectId = await record()
  await seal()
  await record()
  await seal()
  const blockId = await readBlockOf(db.owner, subjectId)
  const found = await throughOwner(db.owner, async (database) => {
    await tamperSealed(db.owner, tampering, subjectId)
    return verify(database)
  })
  expect(found.isSound).toBe(false)
  expect(found.faults[0]).toEqual({ blockId, problem: expect.stringContaining(problem) })
  // A rewritten hash also breaks what builds on it.
  expect(found.faults.slice(1).map((fault) => fault.problem.split(',')[0])).toEqual(
    tampering === 'changed hash' ? ['it does not follow the block before it'] : [],
  )
  expect((await verify()).isSound).toBe(true)
})

test('a block cut out of the middle shows at the one after it, and an end cut off at the next verification', async () => {
  await record()
  await seal()
  const subjectId = await record()
  await seal()
  const middle = await readBlockOf(db.owner, subjectId)
  const last = await record()
  await seal()
  await verifyAuditChain({ database: db.database, keep: true })
  const end = await readBlockOf(db.owner, last)
  const cutOut = await throughOwner(db.owner, async (database) => {
    await tamperSealed(db.owner, 'block removed', subjectId)
    return verify(database)
  })
  expect(middle).not.toBe(end)
  expect(cutOut.faults).toEqual([{ blockId: end, problem: expect.stringContaining('does not follow') }])
  const cutOff = await throughOwner(db.owner, async (database) => {
    await tamperSealed(db.owner, 'end removed', last)
    return verify(database)
  })
  expect(cutOff.faults).toEqual([{ blockId: end, problem: expect.stringContaining('is not as it was then') }])
})

test('the jobs seal every minute and verify every night, and a broken chain is an error in the log', async () => {
  const jobs = auditJobs({ database: db.database })
  expect(jobs.map((job) => [job.name, job.schedule])).toEqual([
    ['seal-audit-blocks', '* * * * *'],
    ['verify-audit-chain', '47 3 * * *'],
  ])
  const errors: unknown[] = []
  const log = createSilentLog()
  log.error = (fields: unknown) => errors.push(fields)
  const context = { signal: new AbortController().signal, log, attempt: 1 }
  const subjectId = await record()
  for (const job of jobs) await job.handle({}, context)
  expect(errors).toEqual([])
  const entries = await countEntries(db.owner)
  const chain = await readChain(db.database.kysely)
  expect(chain).toMatchObject({
    sealedEntries: entries,
    unsealedEntries: 0,
    headHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(chain.verification).toMatchObject({ isSound: true, entries, faults: [] })
  await record()
  expect(await readChain(db.database.kysely)).toMatchObject({ sealedEntries: entries, unsealedEntries: 1 })

  const blockId = await readBlockOf(db.owner, subjectId)
  await throughOwner(db.owner, async (database) => {
    await tamperSealed(db.owner, 'changed action', subjectId)
    await auditJobs({ database })[1]?.handle({}, context)
    const { verification } = await readChain(database.kysely)
    expect(verification).toMatchObject({ isSound: false, faults: [{ blockId }] })
  })
  expect(errors).toMatchObject([{ faults: [{ blockId, problem: expect.any(String) }] }])
})
