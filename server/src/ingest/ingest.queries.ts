// All SQL of the pipeline. The hot statement is prepared once per connection (planning it costs more than running it)
// and takes its rows as binary arrays. Everything runs in PostgreSQL's READ COMMITTED.

/**
 * Stage 5 as one statement, so one round trip and one implicit transaction: message, place in the inbox, traffic and
 * totals become durable together or not at all.
 *
 * - `current` locks the routing row FOR SHARE against a change and re-reads it after a wait: a batch that was located
 *   with another version
 *   writes nothing and answers fresh = 0. Every other part joins it.
 * - `places` takes the row lock of each owner's inbox in key order (no deadlock between batches) and holds it to the
 *   commit, so places of one owner are
 *   handed out in the order of commit: a reader of the cursor can never be overtaken by a slower commit.
 * - The remaining upserts touch rows of the same owners only, in key order; hours of a connection are kept apart by
 *   lane for the same reason.
 *
 * Measured against variants: separate statements in a transaction cost 5 more round trips, during which the inbox
 * locks are held while Node works on other batches; two batches in flight then went no faster than one.
 */
export const COMMIT_BATCH = `
with current as materialized (
  select version from routing where version = $1::bigint for share
), marker as (
  insert into ingest_commits (batch_id, committed_at, sessions, digests)
  select $2::uuid, $3::timestamptz, $4::uuid[], $5::bytea[] from current
), places as (
  insert into inboxes as i (owner_id, last_landed_at, messages, segments, earned_micros)
  select o.owner_id, $3::timestamptz + o.messages * interval '1 microsecond', o.messages, o.segments, o.earned_micros
  from unnest($6::uuid[], $7::bigint[], $8::bigint[], $9::bigint[]) as o (owner_id, messages, segments,
    earned_micros), current
  order by o.owner_id
  on conflict (owner_id) do update set
    last_landed_at = greatest(i.last_landed_at + excluded.messages * interval '1 microsecond',
      excluded.last_landed_at),
    messages = i.messages + excluded.messages,
    segments = i.segments + excluded.segments,
    earned_micros = i.earned_micros + excluded.earned_micros
  returning i.owner_id, i.last_landed_at
), landed as (
  insert into messages (owner_id, landed_at, received_at, range_id, connection_id, sender, recipient, content,
    coding, segments, flags, rate_micros, earned_micros, provider_id, raw)
  select p.owner_id, p.last_landed_at - m.back * interval '1 microsecond', m.received_at, m.range_id,
    m.connection_id, m.sender, m.recipient, m.content, m.coding, m.segments, m.flags, m.rate_micros,
    m.earned_micros, m.provider_id, m.raw
  from unnest($10::uuid[], $11::int4[], $12::timestamptz[], $13::uuid[], $14::uuid[], $15::text[],
    $16::bigint[], $17::text[], $18::int2[], $19::int2[], $20::int2[], $21::bigint[], $22::bigint[],
    $23::text[], $24::bytea[])
    as m (owner_id, back, received_at, range_id, connection_id, sender, recipient, content, coding, segments,
      flags, rate_micros, earned_micros, provider_id, raw)
  join places p on p.owner_id = m.owner_id
), hours as (
  insert into traffic_hourly as t (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
  select h.owner_id, h.range_id, h.hour, h.messages, h.segments, h.earned_micros, h.earned_micros <> 0
  from unnest($25::uuid[], $26::uuid[], $27::timestamptz[], $28::bigint[], $29::bigint[], $30::bigint[])
    as h (owner_id, range_id, hour, messages, segments, earned_micros), current
  order by h.owner_id, h.hour, h.range_id
  on conflict (owner_id, hour, range_id) do update set
    messages = t.messages + excluded.messages,
    segments = t.segments + excluded.segments,
    earned_micros = t.earned_micros + excluded.earned_micros,
    unsettled = t.earned_micros + excluded.earned_micros <> t.settled_micros
), numbers as (
  insert into range_numbers (range_id, number, first_received_at)
  select n.range_id, n.number, n.first_received_at
  from unnest($31::uuid[], $32::bigint[], $33::timestamptz[]) as n (range_id, number, first_received_at), current
  order by n.range_id, n.number
  on conflict (range_id, number) do nothing
  returning range_id
), totals as (
  insert into range_totals as t (range_id, messages, segments, earned_micros, used_numbers, last_received_at)
  select r.range_id, r.messages, r.segments, r.earned_micros, coalesce(u.used, 0), r.last_received_at
  from unnest($34::uuid[], $35::bigint[], $36::bigint[], $37::bigint[], $38::timestamptz[])
    as r (range_id, messages, segments, earned_micros, last_received_at)
  left join (select range_id, count(*) as used from numbers group by range_id) u on u.range_id = r.range_id, current
  order by r.range_id
  on conflict (range_id) do update set
    messages = t.messages + excluded.messages,
    segments = t.segments + excluded.segments,
    earned_micros = t.earned_micros + excluded.earned_micros,
    used_numbers = t.used_numbers + excluded.used_numbers,
    last_received_at = greatest(t.last_received_at, excluded.last_received_at)
), connection_hours as (
  insert into traffic_connection_hourly as t (connection_id, hour, lane, messages, segments, earned_micros)
  select c.connection_id, c.hour, $55::smallint, c.messages, c.segments, c.earned_micros
  from unnest($39::uuid[], $40::timestamptz[], $41::bigint[], $42::bigint[], $43::bigint[])
    as c (connection_id, hour, messages, segments, earned_micros), current
  order by c.connection_id, c.hour
  on conflict (connection_id, hour, lane) do update set
    messages = t.messages + excluded.messages,
    segments = t.segments + excluded.segments,
    earned_micros = t.earned_micros + excluded.earned_micros
), set_aside as (
  insert into quarantine (received_at, connection_id, reason, sender, recipient, content, coding, segments,
    flags, provider_id, raw)
  select q.* from unnest($44::timestamptz[], $45::uuid[], $46::text[], $47::text[], $48::text[], $49::text[],
    $50::int2[], $51::int2[],
    $52::int2[], $53::text[], $54::bytea[]) as q, current
)
select count(*)::int as fresh from current`

/** Commits older than the longest time after which a redelivery is recognised. By the time index, bounded. */
export const PRUNE_COMMITS = `
delete from ingest_commits where batch_id in (
  select batch_id from ingest_commits where committed_at < $1::timestamptz order by committed_at limit 10000)`

/**
 * Claims the keys of the policies provider-id and window: returns those that were free or had expired. A key another
 * transaction is just claiming is waited for. In key order, so that two batches with the same keys cannot deadlock.
 */
export const CLAIM_KEYS = `
insert into dedupe_keys as d (connection_id, key, seen_at, expires_at)
select k.connection_id, k.key, $3::timestamptz, k.expires_at
from unnest($1::uuid[], $2::bytea[], $4::timestamptz[]) as k (connection_id, key, expires_at)
order by k.connection_id, k.key
on conflict (connection_id, key) do update set seen_at = excluded.seen_at, expires_at = excluded.expires_at
  where d.expires_at <= excluded.seen_at
returning connection_id, key`

/** Expired keys, oldest first, bounded; by the expiry index. */
export const PRUNE_KEYS = `
delete from dedupe_keys where (connection_id, key) in (
  select connection_id, key from dedupe_keys where expires_at < $1::timestamptz order by expires_at limit 10000)`

/**
 * Opens or finds the assembly of each long message, and locks it to the end of the transaction: parts of one message
 * that come in two batches at once wait for each other, so the later one sees all parts. In key order. The key
 * columns give the answer back to the asking row.
 */
export const LOCK_ASSEMBLIES = `
insert into assemblies as a (connection_id, sender, recipient, reference, total, started_at, deadline_at)
select k.connection_id, k.sender, k.recipient, k.reference, k.total, k.started_at, k.deadline_at
from unnest($1::uuid[], $2::text[], $3::text[], $4::int4[], $5::int2[], $6::timestamptz[], $7::timestamptz[])
  as k (connection_id, sender, recipient, reference, total, started_at, deadline_at)
order by k.connection_id, k.sender, k.recipient, k.reference, k.total
on conflict (connection_id, sender, recipient, reference, total) where completed_at is null
  do update set deadline_at = a.deadline_at
returning id, connection_id, sender, recipient, reference, total`

/**
 * Of the given parts those that a lately completed assembly of the same key already holds, octet for octet: late
 * copies.
 */
export const FIND_LATE_COPIES = `
select k.ordinal::int as ordinal
from unnest($1::uuid[], $2::text[], $3::text[], $4::int4[], $5::int2[], $6::int2[], $7::bytea[])
  with ordinality as k (connection_id, sender, recipient, reference, total, sequence, digest, ordinal)
where exists (
  select 1 from assemblies a join message_parts p on p.assembly_id = a.id
  where a.connection_id = k.connection_id and a.sender = k.sender and a.recipient = k.recipient
    and a.reference = k.reference
    and a.total = k.total and a.completed_at is not null and p.sequence = k.sequence and p.digest = k.digest)`

/** Holds parts; a copy of one that is held already is nothing new. */
export const HOLD_PARTS = `
insert into message_parts (assembly_id, sequence, digest, received_at, data_coding, locking_shift,
  single_shift, units, provider_id, raw)
select p.* from unnest($1::uuid[], $2::int2[], $3::bytea[], $4::timestamptz[], $5::int2[], $6::int2[],
  $7::int2[], $8::bytea[], $9::text[],
  $10::bytea[]) as p
order by 1, 2
on conflict (assembly_id, sequence) do nothing
returning assembly_id, sequence`

/** Everything held of the given assemblies, in order; they are locked by this transaction. */
export const READ_PARTS = `
select p.assembly_id, p.sequence, p.received_at, p.data_coding, p.locking_shift, p.single_shift, p.units,
  p.provider_id, p.raw
from message_parts p where p.assembly_id = any ($1::uuid[]) order by p.assembly_id, p.sequence`

/** Marks assemblies whose message lands in this transaction. */
export const COMPLETE_ASSEMBLIES = `update assemblies set completed_at = $2::timestamptz where id = any ($1::uuid[])`

/** Assemblies that were opened for late copies only. */
export const DROP_EMPTY_ASSEMBLIES = `
delete from assemblies a where a.id = any ($1::uuid[]) and not exists (select 1 from message_parts p
  where p.assembly_id = a.id)`

/**
 * Assemblies past their time, locked; another process that does the same takes others. By the index on open
 * deadlines, bounded.
 */
export const LOCK_DUE_ASSEMBLIES = `
select id, connection_id, sender, recipient, reference, total from assemblies
where completed_at is null and deadline_at <= $1::timestamptz order by deadline_at limit 200 for update skip locked`

/** Completed assemblies that no late copy will ask for any more; their parts go with them. */
export const PRUNE_ASSEMBLIES = `
delete from assemblies where id in (
  select id from assemblies where completed_at is not null and deadline_at < $1::timestamptz limit 1000)`

/** Opens the record of a bound session. */
export const OPEN_SESSION = `
insert into smpp_sessions (id, connection_id, process_id, remote_address, bind_type, started_at)
values ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::timestamptz)`

/** Records how a session ended. Once. */
export const CLOSE_SESSION = `
update smpp_sessions set ended_at = $2::timestamptz, end_reason = $3, clean = $4, proven_until = $5::timestamptz
where id = $1::uuid and ended_at is null`

/**
 * Earlier sessions of a connection whose acknowledgements may not have been read: ended unclean lately, or still open
 * in the records.
 */
export const DOUBTFUL_SESSIONS = `
select id, process_id, ended_at, proven_until from smpp_sessions
where connection_id = $1::uuid and started_at <= $2::timestamptz and id <> all ($4::uuid[])
  and (ended_at is null or (not clean and ended_at > $3::timestamptz))
order by started_at desc limit 100`

/** Takes (and at once gives back) the lock that a living process holds: true means that the process is dead. */
export const PROCESS_IS_DEAD = `select pg_try_advisory_xact_lock(hashtextextended('inrange process ' || $1::text, 0)) as dead`

/** Held on a connection of its own for as long as the process lives. */
export const HOLD_PROCESS_LOCK = `select pg_advisory_lock(hashtextextended('inrange process ' || $1::text, 0))`

/**
 * Digests of what a session's last commits took, newest commit first. By the time index: only the last minutes are
 * there at all.
 */
export const SESSION_DIGESTS = `
select c.committed_at, d.digests
from ingest_commits c, unnest(c.sessions, c.digests) as d (session_id, digests)
where c.committed_at > $2::timestamptz and c.sessions @> array[$1::uuid] and d.session_id = $1::uuid
order by c.committed_at desc limit 2000`

/** Ensures the partitions of the weeks around now. */
export const ENSURE_PARTITIONS = `select ensure_message_partitions($1::timestamptz, $2::timestamptz)`

/**
 * Tells every process which owners have new messages; '*' when they are too many to name. Payloads are bounded to
 * 8000 octets.
 */
export const NOTIFY_INBOX = `select pg_notify('inbox', $1)`

/** The newest places of inboxes that this transaction has locked. By primary key. */
export const PLACES_OF_INBOXES = `
select owner_id, (extract(epoch from last_landed_at) * 1000000)::bigint as last_landed
from inboxes where owner_id = any ($1::uuid[])`
