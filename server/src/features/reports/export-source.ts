// The rows of an export, page by page, from any place on. Guarantees that a reader who goes on at a page's place gets
// the rows that follow it, none twice and none left out: what lands after the export was asked for is not among them.
import type { MessageExportColumn } from '@inrange/contract/exports'
import { toMessageId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import { CDR_GROUPS_MAX } from '@inrange/contract/reports'
import { AppError } from '@inrange/contract/errors'
import { invariant } from '../../platform/invariant.ts'
import type { Queryable } from '../../platform/database.ts'
import { flagNames, lateStretches, readMatching } from '../messages/messages.public.ts'
import { lookAtCdr, selectGroups, selectNextOwner, selectUsername, type CdrMessageRow } from './cdr.queries.ts'
import { groupColumns, groupRow, linesOf, presentSums, totalsRow } from './cdr.rules.ts'
import type { FileCell, FileColumn, FileRow } from './file.cells.ts'
import { readCdr, type Asker, type FixedCdr, type FixedRequest } from './request.rules.ts'

export type SourcePage = {
  rows: FileRow[]
  /** Plain JSON: where to go on after this page; null after the last one. */
  place: unknown
}
export type Source = { columns: FileColumn[]; pages(place: unknown): AsyncIterable<SourcePage> }

type SourceInput = { request: FixedRequest; asker: Asker; asOf: Date }

const PAGE_ROWS = 2_000
/** Looked at in one statement: 20 ms. */
const LOOK_ROWS = 10_000
const HOUR_MICROS = 3_600_000_000n
const WEEK_MICROS = 7n * 86_400_000_000n

export function openSource(database: Queryable, input: SourceInput): Source {
  const { request } = input
  if (request.kind === 'messages') return messagesSource(database, input, request)
  const cdr = readCdr(request.cdr)
  return cdr.groupBy === 'message' ? linesSource(database, input, cdr) : groupsSource(database, cdr)
}

// ── messages ────────────────────────────────────────────────────────────────────────────────────────────────────────

type MessagesRequest = Extract<FixedRequest, { kind: 'messages' }>
type MessageRow = Awaited<ReturnType<typeof firstRowOf>>
// Names the type of a row without repeating what the door of messages says.
async function firstRowOf(pages: ReturnType<typeof readMatching>) {
  for await (const { rows } of pages) for (const row of rows) return row
  throw new TypeError('There is no row.')
}

const messageColumns: Record<MessageExportColumn, { kind: FileColumn['kind']; cell: (row: MessageRow) => FileCell }> = {
  time: { kind: 'time', cell: (row) => new Date(row.time) },
  sender: { kind: 'text', cell: (row) => row.from },
  recipient: { kind: 'phone', cell: (row) => row.to },
  range: { kind: 'text', cell: (row) => row.range.name },
  text: { kind: 'text', cell: (row) => row.content },
  segments: { kind: 'number', cell: (row) => row.segments },
  earned: { kind: 'money', cell: (row) => row.earned },
  read: { kind: 'flag', cell: (row) => row.isRead },
  flags: { kind: 'text', cell: (row) => row.flags.join(' ') },
  id: { kind: 'text', cell: (row) => row.id },
}

function messagesSource(database: Queryable, { asker, asOf }: SourceInput, request: MessagesRequest): Source {
  const { ownerId, columns, filter } = request
  return {
    columns: columns.map((name) => ({ name, kind: messageColumns[name].kind })),
    async *pages(place) {
      const before = typeof place === 'string' ? BigInt(place) : BigInt(asOf.getTime()) * 1000n
      const asked = { viewerId: asker.userId, ownerId, filter, before, pageSize: PAGE_ROWS }
      for await (const page of readMatching(database, asked)) {
        const rows = page.rows.map((row) => columns.map((name) => messageColumns[name].cell(row)))
        yield { rows, place: page.reachedMicros === null ? null : page.reachedMicros.toString() }
      }
    },
  }
}

// ── groups ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function groupsSource(database: Queryable, cdr: FixedCdr): Source {
  const { groupBy, figures } = cdr
  invariant(groupBy !== 'message', 'Groups are of something')
  return {
    columns: groupColumns(groupBy, figures),
    async *pages() {
      const found = await selectGroups(database, cdr, CDR_GROUPS_MAX)
      if (found.groupCount > CDR_GROUPS_MAX) {
        throw new AppError('limit_exceeded', {
          message: `A report has at most ${CDR_GROUPS_MAX} lines. Choose a shorter period or a filter.`,
        })
      }
      const rows = linesOf(cdr, found).map((line) => groupRow(groupBy, figures, line))
      rows.push(totalsRow(groupBy, figures, presentSums(found.totals, found.totals.messages)))
      yield { rows, place: null }
    },
  }
}

// ── one line a message ──────────────────────────────────────────────────────────────────────────────────────────────

/** Owners in the order of their ids; within one, places downwards. Null `before`: from the newest on. */
type LinesPlace = { ownerId: string; before: string | null }

function isLinesPlace(place: unknown): place is LinesPlace {
  return typeof place === 'object' && place !== null && 'ownerId' in place && 'before' in place
}

type Line = CdrMessageRow & { ownerId: string; username: string }

const lineColumns: readonly {
  name: string
  kind: FileColumn['kind']
  forAdmins?: true
  cell: (line: Line) => FileCell
}[] = [
  { name: 'time', kind: 'time', cell: (line) => line.receivedAt },
  { name: 'user', kind: 'text', forAdmins: true, cell: (line) => line.username },
  { name: 'range', kind: 'text', cell: (line) => line.rangeName },
  { name: 'country', kind: 'text', cell: (line) => line.country },
  { name: 'sender', kind: 'text', cell: (line) => line.sender },
  { name: 'recipient', kind: 'phone', cell: (line) => `+${line.recipient}` },
  { name: 'segments', kind: 'number', cell: (line) => line.segments },
  { name: 'rate', kind: 'money', cell: (line) => microsToDecimal(line.rateMicros) },
  { name: 'earned', kind: 'money', cell: (line) => microsToDecimal(line.earnedMicros) },
  { name: 'flags', kind: 'text', cell: (line) => flagNames(line.flags).join(' ') },
  { name: 'carrier', kind: 'text', forAdmins: true, cell: (line) => line.carrier },
  { name: 'connection', kind: 'text', forAdmins: true, cell: (line) => line.connection },
  { name: 'message_id', kind: 'text', cell: (line) => toMessageId(line) },
]

function linesSource(database: Queryable, { asker, asOf }: SourceInput, cdr: FixedCdr): Source {
  const columns = lineColumns.filter(({ forAdmins }) => forAdmins !== true || asker.role !== 'user')
  return {
    columns: columns.map(({ name, kind }) => ({ name, kind })),
    async *pages(place) {
      const from = isLinesPlace(place) ? place : null
      let before = from?.before ?? null
      for (let owner = await firstOwner(from); owner !== null; owner = await ownerAfter(owner.ownerId)) {
        const { ownerId, username } = owner
        for await (const look of looksBack(database, cdr, { ownerId, before, asOf })) {
          const rows = look.rows.map((row) => columns.map((column) => column.cell({ ...row, ownerId, username })))
          yield { rows, place: { ownerId, before: look.reached } satisfies LinesPlace }
        }
        before = null
      }
      yield { rows: [], place: null }
    },
  }

  async function firstOwner(place: LinesPlace | null) {
    const ownerId = cdr.ownerId ?? place?.ownerId ?? null
    if (ownerId === null) return selectNextOwner(database, null)
    const username = await selectUsername(database, ownerId)
    return username === null ? null : { ownerId, username }
  }

  async function ownerAfter(ownerId: string) {
    return cdr.ownerId === null ? selectNextOwner(database, ownerId) : null
  }
}

/** Looks over one owner's places that may hold the period, newest first, at most a week of partitions at a time. */
async function* looksBack(
  database: Queryable,
  { period, rangeId, sender }: FixedCdr,
  { ownerId, before, asOf }: { ownerId: string; before: string | null; asOf: Date },
): AsyncGenerator<{ rows: CdrMessageRow[]; reached: string }> {
  const received = { receivedFrom: period.from, receivedUntil: period.until }
  const goesOn = before === null ? microsOf(asOf) : BigInt(before)
  for (const stretch of await stretchesOf(database, ownerId, period, goesOn)) {
    let { beforeMicros } = stretch
    while (beforeMicros > stretch.fromMicros) {
      const weekMicros = beforeMicros - WEEK_MICROS
      const edge = weekMicros > stretch.fromMicros ? weekMicros : stretch.fromMicros
      const span = { from: timestampOf(edge), before: timestampOf(beforeMicros) }
      const look = await lookAtCdr(database, { ownerId, ...span, ...received, rangeId, sender }, LOOK_ROWS)
      beforeMicros = look.looked < LOOK_ROWS || look.oldestMicros === null ? edge : look.oldestMicros
      yield { rows: look.rows, reached: beforeMicros.toString() }
    }
  }
}

/**
 * A message lands within the hour in which it was received, or the next one; what was routed out of quarantine, or
 * waited for its parts, lands long after, and the archive knows where.
 */
async function stretchesOf(database: Queryable, ownerId: string, { from, until }: FixedCdr['period'], before: bigint) {
  const fromMicros = microsOf(from)
  const usualMicros = microsOf(until) + HOUR_MICROS
  if (before <= usualMicros) return [{ fromMicros, beforeMicros: before }]
  const late = await lateStretches(database, ownerId, { fromMicros: usualMicros, beforeMicros: before })
  return [...late, { fromMicros, beforeMicros: usualMicros }]
}

function microsOf(at: Date): bigint {
  return BigInt(at.getTime()) * 1000n
}

/** With microseconds, which a Date would lose. */
function timestampOf(micros: bigint): string {
  const millis = new Date(Number(micros / 1000n)).toISOString().slice(0, -1)
  return `${millis}${(micros % 1000n).toString().padStart(3, '0')}Z`
}
