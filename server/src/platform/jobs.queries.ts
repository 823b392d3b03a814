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

// The library's tables have row security without a policy, so only their owner reaches them. This function runs as
// the owner and is all that the program gets: it can add a job, but not read, change or remove one.
const DOOR = `
  create schema if not exists jobs;
  create or replace function jobs.add_job(name text, payload json, key text, run_at timestamptz, attempts_max integer)
    returns void language sql security definer set search_path = '' as $$
      select from graphile_worker.add_job(name, payload, job_key => key, run_at => run_at, max_attempts => attempts_max)
    $$;
  revoke all on function jobs.add_job(text, json, text, timestamptz, integer) from public;
  do $$ begin
    if exists (select from pg_roles where rolname = '${APP_ROLE}') then
      grant usage on schema jobs to ${APP_ROLE};
      grant execute on function jobs.add_job(text, json, text, timestamptz, integer) to ${APP_ROLE};
    end if;
  end $$`

/** Makes the door for `addJob`. Run after the library's migrations, at every start; two starters take turns. */
export async function ensureJobsDoor(pool: pg.Pool): Promise<void> {
  await pool.query(`begin; select pg_advisory_xact_lock(hashtext('${JOBS_SCHEMA}')); ${DOOR}; commit`)
}
