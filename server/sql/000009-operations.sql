-- Operations: what the installation measured of itself, and the alerts that follow from it.

-- What one process did in one minute. Older than a day: a quarter of an hour of all processes together, under the
-- process of noughts. Kept 30 days.
create table system_minutes (
  from_at timestamptz not null,
  process_id uuid not null,
  seconds integer not null,
  -- Requests to the API by how long they took, in the steps of the program's histogram; event streams are none.
  requests bigint not null,
  faults bigint not null,
  request_counts bigint[] not null,
  -- Items that connections handed over, and those that were answered after their commit.
  received bigint not null,
  acknowledged bigint not null,
  -- Batches by how long their commit took, and by how long their oldest item had waited for it.
  commit_counts bigint[] not null,
  lag_counts bigint[] not null,
  queued_peak integer not null,
  streams_peak integer not null,
  memory_bytes bigint not null,
  primary key (from_at, process_id),
  constraint system_minutes_are_stretches check (seconds > 0)
);

-- What the installation as a whole had at a moment, once a minute; later than a day once in a quarter of an hour.
create table system_samples (
  at timestamptz primary key,
  database_bytes bigint not null,
  disk_free_bytes bigint,
  connections integer not null,
  jobs_waiting integer not null,
  job_waits_seconds integer not null,
  users integer not null,
  users_active integer not null
);

create table alerts (
  id uuid primary key default uuidv7(),
  kind text not null,
  -- The database id of what it is about; empty for the installation as a whole.
  subject_id text not null default '',
  subject_name text not null default '',
  severity text not null,
  state text not null default 'open',
  -- Figures that the sentence about it names, as they are now.
  facts jsonb not null default '{}',
  -- Since when it holds, as far as is known; and when it was opened.
  since timestamptz not null,
  opened_at timestamptz not null,
  -- How often it was opened: it comes back to the same row within the hour.
  openings integer not null default 1,
  notified_at timestamptz,
  acknowledged_by uuid references users (id),
  acknowledged_at timestamptz,
  note text not null default '',
  resolved_at timestamptz,
  constraint alerts_severity_is_known check (severity in ('warning', 'critical')),
  constraint alerts_state_is_known check (state in ('open', 'acknowledged', 'resolved')),
  constraint alerts_resolved_has_time check ((state = 'resolved') = (resolved_at is not null)),
  constraint alerts_acknowledged_by_somebody check ((acknowledged_by is null) = (acknowledged_at is null)
    and (state <> 'acknowledged' or acknowledged_by is not null))
);
create unique index alerts_one_open on alerts (kind, subject_id) where resolved_at is null;
create index alerts_resolved on alerts (resolved_at, id) where resolved_at is not null;

-- Mails that were given up, for whoever asks whether mail works.
create index notices_failed on notices (failed_at) where failed_at is not null;

-- ── what the program may do ─────────────────────────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on system_minutes, system_samples, alerts to inrange_app;
