// What an export or a report is asked for, fixed: whose, of which stretch of time, in which columns. Pure. Decides also
// who may ask for what: somebody else's is 404 to a user, and what a grouping cannot be filtered by is refused in
// words.
import { AppError } from '@inrange/contract/errors'
import type { ExportFormat, ExportRequest, MessageExportColumn } from '@inrange/contract/exports'
import { toApiId } from '@inrange/contract/ids'
import type { OperationParsed } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { CdrFigure, CdrGroup } from '@inrange/contract/reports'
import { cdrFigures } from '@inrange/contract/reports'
import { messageExportColumns, type exportSchema } from '@inrange/contract/exports'
import type { Role } from '@inrange/contract/roles'
import type { z } from 'zod'
import { fixDuring, type FixedFilter } from '../messages/messages.public.ts'
import { periodOf, refused, type Period } from './report-period.rules.ts'

export type CdrAsked = OperationParsed<Operations['reports.cdr']>['body']
export type Asker = { userId: string; role: Role }

/** A CDR report with its period fixed. */
export type FixedCdr = {
  groupBy: CdrGroup
  zone: string
  period: Period
  /** Null: everybody's. */
  ownerId: string | null
  rangeId: string | null
  sender: string | null
  figures: readonly CdrFigure[]
}
/** As it is stored with the export: plain JSON. */
export type FixedRequest = { format: ExportFormat; zone: string; asked: ExportRequest } & (
  | { kind: 'messages'; ownerId: string; columns: readonly MessageExportColumn[]; filter: FixedFilter }
  | { kind: 'cdr'; cdr: StoredCdr }
)
export type StoredCdr = Omit<FixedCdr, 'period'> & {
  period: Omit<Period, 'from' | 'until'> & { from: string; until: string }
}

/** Days that a report may cover where more would be read from large rollups on a screen's time. */
const BY_SENDER_DAYS_MAX = { one: 400, all: 92 }
const BY_HOUR_DAYS_MAX = { one: 1_100, all: 400 }
const BY_CARRIER_DAYS_MAX = 400
const OF_ALL_DAYS_MAX = 400

/**
 * @throws AppError not_found for what is somebody else's; invalid_request naming the field for what cannot be counted
 */
export function fixCdr(asked: CdrAsked, asker: Asker, now: Date): FixedCdr {
  const isAdmin = asker.role !== 'user'
  if (!isAdmin && asked.userId !== undefined && asked.userId !== asker.userId) throw new AppError('not_found')
  if (!isAdmin && (asked.groupBy === 'carrier' || asked.groupBy === 'user')) {
    throw refused('groupBy', 'Only those who run the platform see carriers and users.')
  }
  const cdr = {
    groupBy: asked.groupBy,
    zone: asked.zone,
    period: periodOf(asked, now),
    ownerId: isAdmin ? (asked.userId ?? null) : asker.userId,
    rangeId: asked.rangeId ?? null,
    sender: asked.sender ?? null,
    figures: cdrFigures.filter((figure) => asked.figures === undefined || asked.figures.includes(figure)),
  }
  requireCountable(cdr)
  requireShort(cdr)
  return cdr
}

function requireCountable({ groupBy, rangeId, sender, ownerId }: FixedCdr): void {
  if (groupBy === 'message') return
  if (groupBy === 'carrier' && ownerId !== null) {
    throw refused('userId', 'Carriers are counted for everybody together. Leave the user out.')
  }
  if (groupBy === 'carrier' && rangeId !== null) {
    throw refused('rangeId', 'Carriers are counted for all ranges together. Leave the range out.')
  }
  if (sender !== null && groupBy !== 'day' && groupBy !== 'sender' && groupBy !== 'user') {
    throw refused('sender', 'One sender is counted by day, by sender and by user only.')
  }
  if (groupBy === 'sender' && sender === null && ownerId === null) {
    // Strangers choose their names: of everybody together there may be millions.
    throw refused('userId', 'Senders are counted for each user. Choose a user, or one sender.')
  }
  if (rangeId !== null && (groupBy === 'sender' || sender !== null)) {
    throw refused('rangeId', 'Senders are counted for all ranges together. Leave the range out.')
  }
}

function requireShort(cdr: FixedCdr): void {
  const bound = daysMaxOf(cdr)
  if (bound === null || cdr.period.days <= bound.days) return
  throw refused('period', `${bound.what} a report covers at most ${bound.days} days. ${bound.remedy}`)
}

function daysMaxOf({
  groupBy,
  zone,
  ownerId,
  rangeId,
  sender,
}: FixedCdr): { days: number; what: string; remedy: string } | null {
  const reach = ownerId === null ? 'all' : 'one'
  const shorter = ownerId === null ? 'Choose a shorter period, or one user.' : 'Choose a shorter period.'
  if (groupBy === 'message') return null
  if (readsSenders({ groupBy, sender })) return { days: BY_SENDER_DAYS_MAX[reach], what: 'By sender', remedy: shorter }
  if (groupBy === 'carrier')
    return { days: BY_CARRIER_DAYS_MAX, what: 'By carrier', remedy: 'Choose a shorter period.' }
  if (groupBy === 'day' && zone !== 'UTC') {
    return {
      days: BY_HOUR_DAYS_MAX[reach],
      what: 'By day of this time zone',
      remedy: 'Choose UTC, or a shorter period.',
    }
  }
  if (groupBy === 'day' && rangeId === null) return null
  return ownerId === null ? { days: OF_ALL_DAYS_MAX, what: "Of everybody's traffic", remedy: shorter } : null
}

/** Whether it is counted by sender, which is kept by day of UTC only. */
export function readsSenders({ groupBy, sender }: { groupBy: CdrGroup; sender: string | null }): boolean {
  return groupBy === 'sender' || (sender !== null && groupBy !== 'message')
}

/** @throws AppError as `fixCdr`, and invalid_request for a text of somebody else's messages */
export function fixRequest(asked: ExportRequest, asker: Asker, now: Date): FixedRequest {
  const { format, zone } = asked
  if (asked.kind === 'cdr') {
    const { kind: _kind, format: _format, ...report } = asked
    const cdr = fixCdr(report, asker, now)
    const { from, until } = cdr.period
    const period = { ...cdr.period, from: from.toISOString(), until: until.toISOString() }
    return { kind: 'cdr', format, zone, asked, cdr: { ...cdr, period } }
  }
  const { ownerId = asker.userId, ...filter } = asked.filter
  if (ownerId !== asker.userId && asker.role === 'user') throw new AppError('not_found')
  if (ownerId !== asker.userId && filter.text !== undefined) {
    // The file would tell, word by word and without a trace in the audit log, what the mask hides.
    throw refused('filter.text', "Other people's messages cannot be searched by their text.")
  }
  const columns = messageExportColumns.filter((column) => asked.columns === undefined || asked.columns.includes(column))
  return {
    kind: 'messages',
    format,
    zone,
    asked,
    ownerId,
    columns,
    filter: fixDuring({ timeZone: zone, ...filter }, now),
  }
}

export function readCdr({ period, ...cdr }: StoredCdr): FixedCdr {
  return { ...cdr, period: { ...period, from: new Date(period.from), until: new Date(period.until) } }
}

/** Whether it holds what belongs to others, or to the platform. */
export function reachesOthers(request: FixedRequest, userId: string): boolean {
  if (request.kind === 'messages') return request.ownerId !== userId
  return request.cdr.ownerId !== userId
}

/** `messages-2026-03-31.csv`, `cdr-by-day-2026-03-01-to-2026-03-31.xlsx`: letters, digits, dots and dashes. */
export function fileNameOf(request: FixedRequest, now: Date): string {
  if (request.kind === 'messages') {
    return `messages-${now.toISOString().slice(0, 16).replaceAll(':', '').replace('T', '-')}.${request.format}`
  }
  const { groupBy, period } = request.cdr
  const span = period.firstDay === period.lastDay ? period.firstDay : `${period.firstDay}-to-${period.lastDay}`
  return `cdr-${groupBy === 'message' ? 'messages' : `by-${groupBy}`}-${span}.${request.format}`
}

type Made = z.input<typeof exportSchema>['request']

/** A request as callers send it: ids as they see them. */
export function presentRequest(asked: ExportRequest): Made {
  if (asked.kind === 'cdr') {
    const { userId, rangeId, ...rest } = asked
    return {
      ...rest,
      ...(userId === undefined ? {} : { userId: toApiId('user', userId) }),
      ...(rangeId === undefined ? {} : { rangeId: toApiId('range', rangeId) }),
    }
  }
  const { ownerId, rangeId, connectionId, carrierId, ...filter } = asked.filter
  return {
    ...asked,
    filter: {
      ...filter,
      ...(ownerId === undefined ? {} : { ownerId: toApiId('user', ownerId) }),
      ...(rangeId === undefined ? {} : { rangeId: toApiId('range', rangeId) }),
      ...(connectionId === undefined ? {} : { connectionId: toApiId('connection', connectionId) }),
      ...(carrierId === undefined ? {} : { carrierId: toApiId('carrier', carrierId) }),
    },
  }
}
