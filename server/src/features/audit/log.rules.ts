// What an admin may read of the audit log, and how its entries are shown. Pure.
import type { SchemaIn } from '@inrange/contract/operation'
import type { auditEntrySchema } from '@inrange/contract/audit'
import { fromApiId, fromMessageId, toApiId, type IdNoun } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import { roleCovers, type Role } from '@inrange/contract/roles'
import { isUuid } from './audit.rules.ts'
import type { LogRow, Named } from './log.queries.ts'

export type AuditEntry = SchemaIn<typeof auditEntrySchema>

/** Subjects with a database id, by how entries name them. */
const nounsOfSubjects = {
  user: 'user',
  range: 'range',
  carrier: 'carrier',
  connection: 'connection',
  quarantine: 'quarantine',
  session: 'session',
  case: 'case',
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  destination: 'destination',
  payment_method: 'paymentMethod',
  payment_review: 'review',
} as const satisfies Readonly<Record<string, IdNoun>>
/** The id of a transaction's first entry is made after the time of the entry; clocks step back now and then. */
const CLOCK_MARGIN_MS = 3_600_000

/** The subject a text names: any id of the API, or the text itself. */
export function subjectOf(text: string): { type: string | null; id: string } {
  for (const [type, noun] of Object.entries(nounsOfSubjects)) {
    const id = fromApiId(noun, text)
    if (id !== null) return { type, id }
  }
  return { type: fromMessageId(text) === null ? null : 'message', id: text }
}

/** Ids between which every entry of a period lies; ids of entries begin with the milliseconds of their time. */
export function idBounds(from: Date | null, until: Date | null): { idFrom: string | null; idUntil: string | null } {
  return {
    idFrom: from && lowestIdAt(from.getTime() - CLOCK_MARGIN_MS),
    idUntil: until && lowestIdAt(until.getTime() + CLOCK_MARGIN_MS),
  }
}

function lowestIdAt(atMs: number): string {
  const hex = Math.max(0, Math.min(atMs, 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** The ids of a page whose names are worth asking for. */
export function namedIds(rows: readonly LogRow[]): string[] {
  const ids = rows.flatMap((row) => [row.actorId, row.onBehalfOf, row.subjectId])
  return [...new Set(ids.filter((id) => id !== null && isUuid(id)))] as string[]
}

/**
 * An entry as its reader may see it: all of it, but not from where somebody above the reader spoke, or somebody
 * unknown who tried to be them.
 * @param names of everything the page speaks of
 */
export function presentEntry(row: LogRow, names: readonly Named[], reader: Role): AuditEntry {
  const personOf = (id: string | null) => {
    const found = id === null ? undefined : names.find((named) => named.type === 'user' && named.id === id)
    return {
      person: id === null ? null : { id: toApiId('user', id), username: found?.name ?? null },
      role: found?.role,
    }
  }
  const actor = personOf(row.actorId)
  const onBehalfOf = personOf(row.onBehalfOf)
  const subject = names.find((named) => named.type === row.subjectType && named.id === row.subjectId)
  // The address is the actor's. Where nobody known acted, such as at a refused sign-in, it tells of the subject.
  const spoke = row.actorId === null ? subject?.role : actor.role
  const isAddressHidden = row.address !== null && !roleCovers(reader, spoke ?? 'user')
  return {
    id: toApiId('audit', row.id),
    at: row.at.toISOString(),
    actor: actor.person,
    onBehalfOf: onBehalfOf.person,
    action: row.action,
    outcome: row.outcome,
    subject: { type: row.subjectType, id: shownSubjectId(row), name: subject?.name ?? null },
    address: isAddressHidden ? null : row.address,
    isAddressHidden,
    requestId: row.requestId,
    before: asApiFacts(row.before),
    after: asApiFacts(row.after),
  }
}

function shownSubjectId({ subjectType, subjectId }: LogRow): string {
  const nouns: Readonly<Record<string, IdNoun>> = nounsOfSubjects
  const noun = nouns[subjectType]
  return noun !== undefined && isUuid(subjectId) ? toApiId(noun, subjectId) : subjectId
}

const nounsOfFields: Readonly<Record<string, IdNoun>> = {
  userId: 'user',
  ownerId: 'user',
  actorId: 'user',
  sessionId: 'session',
  formerSessionId: 'session',
  rangeId: 'range',
  carrierId: 'carrier',
  connectionId: 'connection',
  caseId: 'case',
  depositId: 'deposit',
  withdrawalId: 'withdrawal',
  methodId: 'paymentMethod',
}

/** Facts as the API shows such facts elsewhere: ids with their prefix, money as decimals. */
export function asApiFacts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asApiFacts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]: [string, unknown]) => asApiFact(name, inner)))
}

function asApiFact(name: string, value: unknown): [string, unknown] {
  const noun = nounsOfFields[name]
  if (noun !== undefined && typeof value === 'string' && isUuid(value)) return [name, toApiId(noun, value)]
  const shownName = name.replace(/Micros$/, '')
  const isMoney = name === 'rate' || shownName !== name
  if (isMoney && value === null) return [shownName, null]
  if (isMoney && typeof value === 'string' && /^-?\d{1,30}$/.test(value)) {
    return [shownName, microsToDecimal(BigInt(value))]
  }
  return [name, asApiFacts(value)]
}
