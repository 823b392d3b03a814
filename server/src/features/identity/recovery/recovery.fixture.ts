// What the tests of recovery share: mails as they wait to be sent, and browsers that ask for them. Imported by tests only.
import type { GoTrueClient } from '@supabase/auth-js'
import { beforeAll, beforeEach } from 'vitest'
import { prepareJobs } from '../../../platform/jobs.ts'
import { createSilentLog } from '../../../platform/log.ts'
import { setSetting } from '../factors/factors.fixture.ts'
import { connectClient, type AuthFixture } from '../identity.fixture.ts'
import { deleteFailures } from '../identity-fixture.queries.ts'
import { deleteNotices, selectNotices } from './recovery-fixture.queries.ts'

export type Mail = { kind: string; recipient: string; facts: Record<string, string | number | null> }
export type Mailbox = {
  /** Mails that wait to be sent, oldest first, once what requests began is done. */
  mails(): Promise<Mail[]>
}

/** A mail server that the settings name, and that nobody ever calls: mails are read where they wait. */
export function useMailbox(fixture: AuthFixture): Mailbox {
  beforeAll(async () => {
    await prepareJobs({ connectionString: fixture.db.connectionString, log: createSilentLog() })
    const server = { host: '127.0.0.1', port: 25, security: 'none', username: '' }
    await setSetting(fixture, 'mail', { ...server, fromAddress: 'inrange@example.com', fromName: 'Inrange' })
  })
  beforeEach(async () => {
    await deleteNotices(fixture.db.owner)
    await deleteFailures(fixture.db.database.kysely)
  })
  return {
    mails: async () => {
      await fixture.identity.settled()
      const rows = await selectNotices(fixture.db.database.kysely)
      return rows.map(({ id, kind, recipient, factsSealed }) => {
        const place = { table: 'notices', row: id, column: 'facts_sealed' }
        return { kind, recipient, facts: JSON.parse(fixture.deps.secrets.open(factsSealed, place)) as Mail['facts'] }
      })
    },
  }
}

/** The link of the last mail. */
export async function lastLink(mailbox: Mailbox): Promise<string> {
  return String((await mailbox.mails()).at(-1)?.facts['link'] ?? '')
}

/** A browser that uses the flow of the console, with the events that it was told. */
export function openPkceBrowser(
  fixture: AuthFixture,
  options: { headers?: Record<string, string>; fetch?: typeof fetch } = {},
): { client: GoTrueClient; events: string[] } {
  const client = connectClient(fixture, { ...options, flowType: 'pkce' })
  const events: string[] = []
  client.onAuthStateChange((event) => void events.push(event))
  return { client, events }
}

/** Opens a mailed link, as a browser or a scanner does, and answers where it leads. */
export async function openLink(fixture: AuthFixture, link: string): Promise<{ status: number; to: URL }> {
  // The address in the mail is the public one; the server under test listens elsewhere.
  const { pathname, search } = new URL(link)
  const response = await fetch(`${fixture.origin}${pathname}${search}`, { redirect: 'manual' })
  return { status: response.status, to: new URL(response.headers.get('location') ?? '') }
}
