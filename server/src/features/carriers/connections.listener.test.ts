import { expect, test, vi } from 'vitest'
import { createSilentLog } from '../../platform/log.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { storeConnection } from './carriers.fixture.ts'
import { startConnectionsListener } from './connections.listener.ts'

const db = useTestDatabase()

test('it calls at first, at every change, and after the subscription was lost', async () => {
  let calls = 0
  const listener = startConnectionsListener({
    connectionString: db.connectionString,
    log: createSilentLog(),
    onChange: () => {
      calls += 1
    },
  })
  const until = (expected: number) => vi.waitFor(() => expect(calls).toBe(expected), { timeout: 10_000 })
  await until(1)
  await db.owner.query("insert into carriers (name) values ('new')")
  await until(2)
  await storeConnection(db.database, { kind: 'http', settings: {} })
  await until(4)
  await db.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'inrange-connections' and datname = current_database()`,
  )
  await until(5)
  await db.owner.query("update carriers set status = 'inactive' where name = 'new'")
  await until(6)
  await listener.stop()
})

test('it stops although the database cannot be reached', async () => {
  const listener = startConnectionsListener({
    connectionString: 'postgres://nobody@127.0.0.1:1/none',
    log: createSilentLog(),
    onChange: () => expect.unreachable(),
  })
  await listener.stop()
})
