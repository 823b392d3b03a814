// The SQL of what was measured: minutes of processes, samples of the installation, and their history.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import type { StepCounts } from '../../platform/histogram.rules.ts'
import { ALL_PROCESSES, type Minute, type Work } from './minutes.rules.ts'

/** Writes stretches; one of the same time and process is replaced, so that a repeated attempt counts once. */
export async function upsertMinutes(database: Queryable, minutes: readonly Minute[]): Promise<void> {
  for (const minute of minutes) {
    await sql`
      insert into system_minutes (from_at, process_id, seconds, requests, faults, request_counts, received,
        acknowledged, commit_counts, lag_counts, queued_peak, streams_peak, memory_bytes)
      values (${minute.fromAt}, ${minute.processId}, ${minute.seconds}, ${minute.requests}, ${minute.faults},
        ${minute.requestCounts}::bigint[], ${minute.received}, ${minute.acknowledged}, ${minute.commitCounts}::bigint[],
        ${minute.lagCounts}::bigint[], ${minute.queuedPeak}, ${minute.streamsPeak}, ${minute.memoryBytes})
      on conflict (from_at, process_id) do update set seconds = excluded.seconds, requests = excluded.requests,
        faults = excluded.faults, request_counts = excluded.request_counts, received = excluded.received,
        acknowledged = excluded.acknowledged, commit_counts = excluded.commit_counts,
        lag_counts = excluded.lag_counts, queued_peak = excluded.queued_peak, streams_peak = excluded.streams_peak,
        memory_bytes = excluded.memory_bytes
    `.execute(database)
  }
}

type MinuteRow = {
  [Name in keyof Minute]: Minute[Name] extends StepCounts
    ? bigint[]
    : Minute[Name] extends number
      ? bigint
      : Minute[Name]
}

const minuteColumns = sql`
  from_at as "fromAt", process_id as "processId", seconds::bigint as seconds, requests, faults,
  request_counts as "requestCounts", received, acknowledged, commit_counts as "commitCounts",
  lag_counts as "lagCounts", queued_peak::bigint as "queuedPeak", streams_peak::bigint as "streamsPeak",
  memory_bytes as "memoryBytes"`

function toMinute(row: MinuteRow): Minute {
  const work: Work = {
    requests: Number(row.requests),
    faults: Number(row.faults),
    requestCounts: row.requestCounts.map(Number),
    received: Number(row.received),
    acknowledged: Number(row.acknowledged),
    commitCounts: row.commitCounts.map(Number),
    lagCounts: row.lagCounts.map(Number),
    queuedPeak: Number(row.queuedPeak),
    streamsPeak: Number(row.streamsPeak),
    memoryBytes: Number(row.memoryBytes),
  }
  return { ...work, fromAt: row.fromAt, processId: row.processId, seconds: Number(row.seconds) }
}

/** The stretches that began since, of every process: a stretch of the primary key, a handful of rows for minutes. */
export async function selectMinutesSince(database: Queryable, since: Date): Promise<Minute[]> {
  const { rows } = await sql<MinuteRow>`
    select ${minuteColumns} from system_minutes where from_at >= ${since} order by from_at, process_id
  `.execute(database)
  return rows.map(toMinute)
}

/** Items answered in each minute since: a stretch of the primary key. */
export async function selectAcknowledgedByMinute(
  database: Queryable,
  since: Date,
): Promise<{ at: Date; acknowledged: bigint }[]> {
  const { rows } = await sql<{ at: Date; acknowledged: bigint }>`
    select date_trunc('minute', from_at, 'UTC') as at, sum(acknowledged)::bigint as acknowledged
    from system_minutes where from_at >= ${since} group by 1
  `.execute(database)
  return rows
}

/** Lets one thinner at a time through, until its transaction ends. */
export async function lockThinning(transaction: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('system_minutes'))`.execute(transaction)
}

/**
 * The oldest stretches of single processes before a time, with what there is already of their quarters. A stretch of
 * the primary key; a day of one process is 1 440 rows.
 */
export async function selectMinutesToThin(
  transaction: Queryable,
  which: { before: Date; limit: number },
): Promise<Minute[]> {
  const { rows } = await sql<MinuteRow>`
    with single as (
      select from_at from system_minutes where from_at < ${which.before} and process_id <> ${ALL_PROCESSES}
      order by from_at limit ${which.limit}
    ),
    quarters as (select distinct date_bin('15 minutes', from_at, 'epoch') as at from single)
    select ${minuteColumns} from quarters q
    join system_minutes m on m.from_at >= q.at and m.from_at < q.at + interval '15 minutes'
    order by m.from_at, m.process_id
  `.execute(transaction)
  return rows.map(toMinute)
}

export async function deleteMinutes(transaction: Queryable, minutes: readonly Minute[]): Promise<void> {
  const froms = minutes.map(({ fromAt }) => fromAt)
  const processes = minutes.map(({ processId }) => processId)
  await sql`
    delete from system_minutes m using unnest(${froms}::timestamptz[], ${processes}::uuid[]) gone (from_at, process_id)
    where m.from_at = gone.from_at and m.process_id = gone.process_id
  `.execute(transaction)
}

/** What is older than it is kept for, and of samples older than a day all but the first of each quarter of an hour. */
export async function deleteOldMeasurements(database: Queryable, before: { kept: Date; dense: Date }): Promise<void> {
  await sql`delete from system_minutes where from_at < ${before.kept}`.execute(database)
  await sql`
    delete from system_samples where at < ${before.kept}
      or (at < ${before.dense} and at <> date_bin('15 minutes', at, 'epoch')
        and exists (select from system_samples s
          where s.at >= date_bin('15 minutes', system_samples.at, 'epoch') and s.at < system_samples.at))
  `.execute(database)
}

/**
 * Writes what the installation has in this minute, unless another process did. The size of the database is a look at
 * the sizes of its files.
 */
export async function insertSample(
  database: Queryable,
  sample: { at: Date; diskFreeBytes: number | null },
): Promise<void> {
  await sql`
    insert into system_samples (at, database_bytes, disk_free_bytes, connections, jobs_waiting, job_waits_seconds,
      users, users_active)
    select ${sample.at}, pg_database_size(current_database()), ${sample.diskFreeBytes}::bigint,
      (select count(*) from pg_stat_activity where datname = current_database()), j.waiting,
      greatest(coalesce(extract(epoch from now() - j.oldest_at), 0), 0)::int, u.users, u.active
    from jobs.read_state() j,
      (select count(*)::int as users, (count(*) filter (where is_active))::int as active from users) u
    where not exists (select from system_samples where at = ${sample.at})
    on conflict (at) do nothing
  `.execute(database)
}

export type HistoryStep = {
  at: Date
  requests: bigint
  faults: bigint
  acknowledged: bigint
  streams: number
  memoryBytes: bigint
  requestCounts: number[]
  lagCounts: number[]
}

/**
 * What all processes did in each step since; at most 30 days. Histograms are added up step by step, so that percentiles
 * of a step are those of everything in it.
 */
export async function selectHistory(database: Queryable, since: Date, stepSeconds: number): Promise<HistoryStep[]> {
  const { rows } = await sql<HistoryStep>`
    with stretches as (
      select date_bin(${stepSeconds} * interval '1 second', from_at, 'epoch') as at, * from system_minutes
      where from_at >= ${since}
    ),
    sums as (
      select at, sum(requests)::bigint as requests, sum(faults)::bigint as faults,
        sum(acknowledged)::bigint as acknowledged, max(streams_peak)::int as streams,
        max(memory_bytes)::bigint as "memoryBytes"
      from stretches group by at
    ),
    counts as (
      select at, place, sum(took)::float8 as took, sum(lagged)::float8 as lagged
      from stretches, unnest(request_counts, lag_counts) with ordinality c (took, lagged, place)
      group by at, place
    ),
    histograms as (
      select at, array_agg(took order by place) as "requestCounts", array_agg(lagged order by place) as "lagCounts"
      from counts group by at
    )
    select * from sums join histograms using (at) order by at
  `.execute(database)
  return rows
}

export type SampleStep = {
  at: Date
  databaseBytes: bigint
  connections: number
  jobsWaiting: number
  users: number
  usersActive: number
}

/** The last sample of each step since. Index: the primary key. */
export async function selectSampleHistory(
  database: Queryable,
  since: Date,
  stepSeconds: number,
): Promise<SampleStep[]> {
  const { rows } = await sql<SampleStep>`
    select distinct on (step) date_bin(${stepSeconds} * interval '1 second', at, 'epoch') as step, at,
      database_bytes as "databaseBytes", connections, jobs_waiting as "jobsWaiting", users, users_active as "usersActive"
    from system_samples where at >= ${since} order by step, at desc
  `.execute(database)
  return rows.map(({ step, ...row }: SampleStep & { step?: Date }) => ({ ...row, at: step ?? row.at }))
}

/** The oldest sample of a stretch, which growth is reckoned from. */
export async function selectFirstSample(
  database: Queryable,
  since: Date,
): Promise<{ at: Date; databaseBytes: bigint } | null> {
  const { rows } = await sql<{ at: Date; databaseBytes: bigint }>`
    select at, database_bytes as "databaseBytes" from system_samples where at >= ${since} order by at limit 1
  `.execute(database)
  return rows[0] ?? null
}
