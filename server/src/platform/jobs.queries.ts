// Guarantees that a job can be put into the queue by the program, working as its own role, within the transaction
// that causes it. It deliberately leaves the queue's tables to the library that made them.
import { sql } from 'kysely'
import type pg from 'pg'
import { APP_ROLE } from './database.queries.ts'
import type { Queryable } from './database.ts'

/** Schema of the queue; the library migrates it itself. */
export const JOBS_SCHEMA = 'graphile_worker'

export type NewJob = {
  /** Name of the job definition that handles it. */
  name: string
  /** Plain JSON, for the handler to check. */
  payload: unknown
  /** A waiting job of the same key is replaced, so that many causes make one job. */
  key?: string
  /** Not before this time; at once unless given. */
  runAt?: Date
  /** Tries before it is given up; 25 unless given, which is about three days. */
  attemptsMax?: number
}

/** Puts one job into the queue as part of the caller's transaction: it exists when, and only when, that commits. */
export async function addJob(db: Queryable, job: NewJob): Promise<void> {
  await sql`select jobs.add_job(
    ${job.name}, ${JSON.stringify(job.payload)}::json, ${job.key ?? null},
    ${job.runAt ?? null}, ${job.attemptsMax ?? null}
  )`.execute(db)
}

// The library's tables have row security without a policy, so only their owner reaches them. These functions run as
// the owner and is all that the program gets: it can add a job and read how the queue does, but not change or remove
// one.
const DOOR = `
  create schema if not exists jobs;
  create or replace function jobs.add_job(name text, payload json, key text, run_at timestamptz, attempts_max integer)
    returns void language sql security definer set search_path = '' as $$
      select from graphile_worker.add_job(name, payload, job_key => key, run_at => run_at, max_attempts => attempts_max)
    $$;
  revoke all on function jobs.add_job(text, json, text, timestamptz, integer) from public;
  create or replace function jobs.read_state(out waiting bigint, out oldest_at timestamptz, out failing jsonb,
      out scheduled_at timestamptz)
    returns record language sql stable security definer set search_path = '' as $$
      select count(*) filter (where run_at <= now() and attempts < max_attempts and locked_at is null),
        min(run_at) filter (where run_at <= now() and attempts < max_attempts and locked_at is null),
        coalesce(jsonb_agg(jsonb_build_object('name', task_identifier, 'attempts', attempts, 'isGivenUp',
          attempts >= max_attempts, 'error', left(last_error, 300), 'since', created_at))
          filter (where last_error is not null), '[]'),
        (select max(last_execution) from graphile_worker._private_known_crontabs)
      from (select * from graphile_worker.jobs limit 10000) bounded
    $$;
  revoke all on function jobs.read_state() from public;
  do $$ begin
    if exists (select from pg_roles where rolname = '${APP_ROLE}') then
      grant usage on schema jobs to ${APP_ROLE};
      grant execute on function jobs.add_job(text, json, text, timestamptz, integer) to ${APP_ROLE};
      grant execute on function jobs.read_state() to ${APP_ROLE};
    end if;
  end $$`

/** Makes the door for `addJob`. Run after the library's migrations, at every start; two starters take turns. */
export async function ensureJobsDoor(pool: pg.Pool): Promise<void> {
  await pool.query(`begin; select pg_advisory_xact_lock(hashtext('${JOBS_SCHEMA}')); ${DOOR}; commit`)
}

export type JobsState = {
  /** Due, and not taken by anybody. */
  waiting: bigint
  oldestAt: Date | null
  /** Those that failed at least once and were not done since. */
  failing: { name: string; attempts: number; isGivenUp: boolean; error: string; since: string }[]
  /** When a schedule last started something. */
  scheduledAt: Date | null
}

/** How the queue does: at most 10 000 of its rows are looked at, and an ordinary queue has a handful. */
export async function readJobsState(db: Queryable): Promise<JobsState> {
  const { rows } = await sql<JobsState>`
    select waiting, oldest_at as "oldestAt", failing, scheduled_at as "scheduledAt" from jobs.read_state()
  `.execute(db)
  return rows[0] ?? { waiting: 0n, oldestAt: null, failing: [], scheduledAt: null }
}
