// Tickets: what a stranger began, sealed and given to the browser to bring back within minutes. Nobody but us reads or
// makes one, it opens for the purpose it was made for alone, and spending it writes the one row that refuses it the
// next time. It deliberately stores nothing when a ticket is made.
import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { SealBroken, type SealPlace } from '../../platform/secrets.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { insertSpentTicket } from './ticket.queries.ts'

export type TicketPurpose = 'passkey_registration' | 'passkey_authentication' | 'external_visit' | 'intent'
export type Ticket<Facts> = { id: string; expiresAt: Date; facts: Facts }

const TICKET_CHARS_MAX = 6_000
const contentSchema = z.strictObject({ id: z.uuid(), expiresAtMs: z.number(), facts: z.unknown() })

/** Seals the facts and answers the text that brings them back. */
export function makeTicket(
  deps: Pick<IdentityDeps, 'secrets'>,
  ticket: { purpose: TicketPurpose; expiresAt: Date; facts: unknown },
): string {
  const content = { id: randomUUIDv7(), expiresAtMs: ticket.expiresAt.getTime(), facts: ticket.facts }
  return Buffer.from(deps.secrets.seal(JSON.stringify(content), placeOf(ticket.purpose))).toString('base64url')
}

/** What a ticket says, or null when it is none of ours, is for another purpose, or is over. */
export function readTicket<Facts>(
  deps: Pick<IdentityDeps, 'secrets' | 'clock'>,
  text: string,
  expected: { purpose: TicketPurpose; facts: z.ZodType<Facts> },
): Ticket<Facts> | null {
  if (text.length > TICKET_CHARS_MAX) return null
  const opened = openSeal(deps, Buffer.from(text, 'base64url').toString('utf8'), expected.purpose)
  if (opened === null) return null
  const { id, expiresAtMs, facts } = contentSchema.parse(JSON.parse(opened))
  if (expiresAtMs <= deps.clock.nowMs()) return null
  return { id, expiresAt: new Date(expiresAtMs), facts: expected.facts.parse(facts) }
}

/** Spends a ticket; false when it was spent before. Whatever it was for may happen only after true. */
export async function spendTicket(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
  ticket: Ticket<unknown>,
): Promise<boolean> {
  const { id, expiresAt } = ticket
  return insertSpentTicket(deps.database.kysely, { id, expiresAt, now: deps.clock.now() })
}

/** The purpose is part of the seal, so that a ticket for one thing is nothing for another. */
function placeOf(purpose: TicketPurpose): SealPlace {
  return { table: 'spent_tickets', row: purpose, column: 'id' }
}

function openSeal(deps: Pick<IdentityDeps, 'secrets'>, sealed: string, purpose: TicketPurpose): string | null {
  try {
    return deps.secrets.open(sealed, placeOf(purpose))
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}
