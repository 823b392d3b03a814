// Guarantees the whole platform as in production, composed by compose.ts, on the database of a test and on free ports
// of loopback. It deliberately takes no short cut: what a test sees goes over real sockets and real sessions.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@inrange/contract/roles'
import { startPlatform, type Foundation, type Platform } from '../compose.ts'
import { readConfig } from '../config.ts'
import { createUser } from '../features/users/create-user.ts'
import { fromApiId } from '@inrange/contract/ids'
import { systemClock } from '../platform/clock.ts'
import { invariant } from '../platform/invariant.ts'
import { createSilentLog } from '../platform/log.ts'
import type { TestDatabase } from './test-database.ts'

export type TestPlatform = {
  readonly foundation: Foundation
  readonly platform: Platform
  readonly url: string
  /** Makes somebody who can sign in. @returns the database uuid */
  addUser(username: string, role: Role, options?: { mustChangePassword?: boolean }): Promise<string>
  /** Signs in as the console does. @returns the access token */
  signIn(username: string): Promise<string>
  stop(): Promise<void>
}

export const TEST_PLATFORM_PASSWORD = 'correct horse 7'

export async function startTestPlatform(db: TestDatabase): Promise<TestPlatform> {
  const dataDir = mkdtempSync(join(tmpdir(), 'inrange-platform-'))
  const { connectionString, database, owner } = db
  const host = '127.0.0.1'
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    HTTP_HOST: host,
    HTTP_PORT: '0',
    SMPP_HOST: host,
    SMPP_PORT: '0',
  })
  const foundation = { config, connectionString, database, clock: systemClock, log: createSilentLog() }
  const platform = await startPlatform(foundation)
  const url = `http://${host}:${platform.httpPort}`
  return {
    foundation,
    platform,
    url,
    async addUser(username, role, { mustChangePassword = false } = {}) {
      // No operation makes a super admin, so this one is raised behind the program's back.
      const asked = role === 'super_admin' ? 'admin' : role
      const email = `${username}@example.com`
      const made = await createUser(foundation, null, {
        username,
        email,
        password: TEST_PLATFORM_PASSWORD,
        role: asked,
        mustChangePassword,
      })
      const userId = fromApiId('user', made.id)
      invariant(userId !== null, 'A new user has an id')
      await owner.query('update users set role = $2 where id = $1', [userId, role])
      return userId
    },
    async signIn(username) {
      const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: username, password: TEST_PLATFORM_PASSWORD }),
      })
      const session = (await response.json()) as { access_token?: string }
      invariant(session.access_token !== undefined, `${username} can sign in (${response.status})`)
      return session.access_token
    },
    async stop() {
      await platform.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
