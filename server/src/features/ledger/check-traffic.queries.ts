// The SQL that proves the hours against the messages: what settlement works from, what the inboxes, ranges and
// connections count, and what each message earned. Guarantees as in check-journal.queries.ts: only differences leave
// PostgreSQL, owners are read span by span.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import { findings, inSpan, type Finding, type OwnerSpan } from './check-journal.queries.ts'

/** Bit of `messages.flags` of a message that arrived on a test number: it never earns. */
const TEST_FLAG = 2

/** Never more settled than earned, never negative, and the mark `unsettled` true exactly where they differ. */
export function findWrongHours(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    select owner_id as "ownerId", format('range %s, hour %s', range_id, hour) as subject,
      'settled at most earned, not negative, marked unsettled exactly where they differ' as expected,
      format('earned %s, settled %s, unsettled %s', earned_micros, settled_micros, unsettled) as found
    from traffic_hourly where ${inSpan('owner_id', span)}
      and (settled_micros > earned_micros or settled_micros < 0 or unsettled <> (earned_micros <> settled_micros))
    order by 1, 2`,
  )
}

/**
 * Hourly traffic is the sum of the messages received in that hour, per owner and range. Reads the span's messages by
 * their primary key.
 */
export function findWrongTraffic(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with landed as (
      select owner_id, range_id, date_trunc('hour', received_at, 'UTC') as hour, count(*) as messages,
             sum(segments) as segments, sum(earned_micros) as earned_micros
      from messages where ${inSpan('owner_id', span)} group by 1, 2, 3
    ), traffic as (select * from traffic_hourly where ${inSpan('owner_id', span)})
    select coalesce(t.owner_id, l.owner_id) as "ownerId",
      format('range %s, hour %s', coalesce(t.range_id, l.range_id), coalesce(t.hour, l.hour)) as subject,
      format('%s messages, %s segments, earned %s', coalesce(l.messages, 0), coalesce(l.segments, 0),
        coalesce(l.earned_micros, 0)) as expected,
      format('%s messages, %s segments, earned %s', coalesce(t.messages, 0), coalesce(t.segments, 0),
        coalesce(t.earned_micros, 0)) as found
    from traffic t full join landed l on l.owner_id = t.owner_id and l.range_id = t.range_id and l.hour = t.hour
    where (coalesce(t.messages, 0), coalesce(t.segments, 0), coalesce(t.earned_micros, 0))
      is distinct from (coalesce(l.messages, 0), coalesce(l.segments, 0), coalesce(l.earned_micros, 0))
    order by 1, 2`,
  )
}

/** Lifetime totals, read count and newest place of every inbox against its messages. */
export function findWrongInboxes(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with landed as (
      select m.owner_id, count(*) as messages, sum(m.segments) as segments, sum(m.earned_micros) as earned_micros,
        max(m.landed_at) as last_landed_at,
        count(*) filter (where u.landed_at is null and (m.read_at is not null
          or m.landed_at <= coalesce(i.read_through_at, '-infinity'))) as read_messages
      from messages m left join inboxes i on i.owner_id = m.owner_id
        left join unread_marks u on u.owner_id = m.owner_id and u.landed_at = m.landed_at
      where ${inSpan('m.owner_id', span)} group by m.owner_id
    ), inbox as (select * from inboxes where ${inSpan('owner_id', span)})
    select coalesce(i.owner_id, l.owner_id) as "ownerId", 'inbox' as subject,
      format('%s messages, %s read, %s segments, earned %s', coalesce(l.messages, 0), coalesce(l.read_messages, 0),
        coalesce(l.segments, 0), coalesce(l.earned_micros, 0)) as expected,
      format('%s messages, %s read, %s segments, earned %s', coalesce(i.messages, 0), coalesce(i.read_messages, 0),
        coalesce(i.segments, 0), coalesce(i.earned_micros, 0)) as found
    from inbox i full join landed l on l.owner_id = i.owner_id
    where (coalesce(i.messages, 0), coalesce(i.read_messages, 0), coalesce(i.segments, 0), coalesce(i.earned_micros, 0))
      is distinct from
      (coalesce(l.messages, 0), coalesce(l.read_messages, 0), coalesce(l.segments, 0), coalesce(l.earned_micros, 0))
    union all
    select i.owner_id, 'newest place of the inbox', 'at least ' || l.last_landed_at, i.last_landed_at::text
    from inbox i join landed l on l.owner_id = i.owner_id where i.last_landed_at < l.last_landed_at
    order by 1, 2`,
  )
}

/**
 * Every message earned its rate times its segments (nothing on a test number), and its owner, range and connection
 * exist.
 */
export function findWrongMessages(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with message as (
      select m.*, case when m.flags & ${TEST_FLAG} <> 0 then 0 else m.rate_micros * m.segments end as due_micros,
        u.id is null as ownerless, r.id is null as rangeless, c.id is null as connectionless
      from messages m
      left join users u on u.id = m.owner_id
      left join ranges r on r.id = m.range_id
      left join connections c on c.id = m.connection_id
      where ${inSpan('m.owner_id', span)}
    )
    select owner_id as "ownerId", 'message landed at ' || landed_at as subject,
      case when ownerless then 'an owner' when rangeless then 'range ' || range_id
           when connectionless then 'connection ' || connection_id
           else format('earned %s (%s segments at %s)', due_micros, segments, rate_micros) end as expected,
      case when ownerless or rangeless or connectionless then 'does not exist'
        else 'earned ' || earned_micros end as found
    from message where ownerless or rangeless or connectionless or earned_micros <> due_micros
    order by 1, 2`,
  )
}

/**
 * Numbers that received messages are counted among the used numbers of their range. Index: the primary key of
 * range_numbers.
 */
export function findUncountedNumbers(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    select m.owner_id as "ownerId", format('range %s, number %s', m.range_id, m.recipient) as subject,
      'counted as used' as expected, 'not counted' as found
    from (select distinct owner_id, range_id, recipient from messages where ${inSpan('owner_id', span)}) m
    left join range_numbers n on n.range_id = m.range_id and n.number = m.recipient
    where n.range_id is null
    order by 1, 2`,
  )
}

/**
 * The reverse: every used number has received a message. One pass over all messages, because a range can have had
 * several owners.
 */
export function findUnusedNumbers(database: Queryable): Promise<Finding[]> {
  return findings(
    database,
    sql`
    select null as "ownerId", format('range %s, number %s', n.range_id, n.number) as subject,
      'a message to it' as expected, 'none' as found
    from range_numbers n
    where not exists (select from messages m where m.range_id = n.range_id and m.recipient = n.number)
    order by 2`,
  )
}

/** Totals of every range against the hours (which are proved against the messages) and against its used numbers. */
export function findWrongRangeTotals(database: Queryable): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with hours as (
      select range_id, sum(messages) as messages, sum(segments) as segments, sum(earned_micros) as earned_micros,
             max(hour) as last_hour
      from traffic_hourly group by range_id
    ), used as (select range_id, count(*) as numbers from range_numbers group by range_id),
    due as (
      select coalesce(h.range_id, u.range_id) as range_id, coalesce(h.messages, 0) as messages,
        coalesce(h.segments, 0) as segments, coalesce(h.earned_micros, 0) as earned_micros,
        coalesce(u.numbers, 0) as used_numbers, h.last_hour
      from hours h full join used u on u.range_id = h.range_id
    )
    select null as "ownerId", 'range ' || coalesce(t.range_id, d.range_id) as subject,
      format('%s messages, %s segments, earned %s, %s numbers used, last in hour %s', coalesce(d.messages, 0),
        coalesce(d.segments, 0), coalesce(d.earned_micros, 0), coalesce(d.used_numbers, 0), d.last_hour) as expected,
      format('%s messages, %s segments, earned %s, %s numbers used, last in hour %s', coalesce(t.messages, 0),
        coalesce(t.segments, 0), coalesce(t.earned_micros, 0), coalesce(t.used_numbers, 0),
        date_trunc('hour', t.last_received_at, 'UTC')) as found
    from range_totals t full join due d on d.range_id = t.range_id
    where (coalesce(t.messages, 0), coalesce(t.segments, 0), coalesce(t.earned_micros, 0), coalesce(t.used_numbers, 0),
           date_trunc('hour', t.last_received_at, 'UTC'))
      is distinct from (coalesce(d.messages, 0), coalesce(d.segments, 0), coalesce(d.earned_micros, 0),
        coalesce(d.used_numbers, 0), d.last_hour)
    order by 2`,
  )
}

/**
 * Each hour of each connection against its messages. One pass over all messages, because a connection brings messages
 * of many owners; PostgreSQL adds them up within its work_mem, so that memory does not grow with the hours.
 */
export function findWrongConnectionHours(database: Queryable): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with landed as (
      select connection_id, date_trunc('hour', received_at, 'UTC') as hour, count(*) as messages,
             sum(segments) as segments, sum(earned_micros) as earned_micros
      from messages group by 1, 2
    ), counted as (
      select connection_id, hour, sum(messages) as messages, sum(segments) as segments,
             sum(earned_micros) as earned_micros
      from traffic_connection_hourly group by 1, 2
    )
    select null as "ownerId",
      format('connection %s, hour %s', coalesce(c.connection_id, l.connection_id), coalesce(c.hour, l.hour)) as subject,
      format('%s messages, %s segments, earned %s', coalesce(l.messages, 0), coalesce(l.segments, 0),
        coalesce(l.earned_micros, 0)) as expected,
      format('%s messages, %s segments, earned %s', coalesce(c.messages, 0), coalesce(c.segments, 0),
        coalesce(c.earned_micros, 0)) as found
    from counted c full join landed l on l.connection_id = c.connection_id and l.hour = c.hour
    where (coalesce(c.messages, 0), coalesce(c.segments, 0), coalesce(c.earned_micros, 0))
      is distinct from (coalesce(l.messages, 0), coalesce(l.segments, 0), coalesce(l.earned_micros, 0))
    order by 2`,
  )
}
