-- Exports that are made in the background, the octets of their files, and the schedules that make them again.

-- What is made again and again, and when next.
create table report_schedules (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users (id),
  name text not null,
  request jsonb not null,
  every text not null,
  weekday smallint not null,
  month_day smallint not null,
  hour smallint not null,
  zone text not null,
  is_paused boolean not null default false,
  -- Why the program paused it.
  paused_reason text,
  next_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint report_schedules_rhythm_is_known check (every in ('day', 'week', 'month')),
  constraint report_schedules_time_is_possible check (weekday between 1 and 7 and month_day between 1 and 31 and hour between 0 and 23)
);
create index report_schedules_of_owner on report_schedules (owner_id, id);
create index report_schedules_due on report_schedules (next_at) where not is_paused;

create table exports (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users (id),
  schedule_id uuid references report_schedules (id) on delete set null,
  -- The moment of the schedule that it was made for.
  due_at timestamptz,
  kind text not null,
  format text not null,
  request jsonb not null,
  -- Whether it holds what belongs to others, which its owner may see only while their role allows it.
  reaches_others boolean not null,
  file_name text not null,
  state text not null default 'queued',
  -- What is exported was there by then: a file that is made for an hour holds one moment.
  as_of timestamptz not null,
  estimated_rows bigint,
  rows bigint not null default 0,
  octets bigint not null default 0,
  -- How many octets its chunks take here.
  stored_octets bigint not null default 0,
  chunks integer not null default 0,
  -- Where the source goes on, and where the file does: written together with the chunk that they follow.
  progress jsonb,
  worked_ms bigint not null default 0,
  -- Whoever works on it, until when nobody else does.
  lease_token uuid,
  lease_until timestamptz not null default '-infinity',
  failures smallint not null default 0,
  reason text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  constraint exports_state_is_known check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  constraint exports_format_is_known check (format in ('csv', 'xlsx', 'json', 'ndjson')),
  constraint exports_end_has_time check ((state in ('queued', 'running')) = (finished_at is null)),
  constraint exports_done_expires check (state <> 'done' or expires_at is not null),
  constraint exports_failure_says_why check (state <> 'failed' or reason is not null),
  -- A schedule makes one at a time that is due, however often it is tried.
  constraint exports_once_when_due unique (schedule_id, due_at)
);
create index exports_of_owner on exports (owner_id, id);
create index exports_to_work on exports (lease_until, id) where state in ('queued', 'running');
create index exports_expiring on exports (expires_at) where state = 'done';
create index exports_ended on exports (finished_at) where state in ('failed', 'cancelled', 'expired');

-- The file, in pieces: a piece, how far the export has come and its state are one transaction, so a kill in between
-- costs one piece of work and no octet.
create table export_chunks (
  export_id uuid not null references exports (id) on delete cascade,
  seq integer not null,
  -- Of the file; `bytes` may be compressed.
  octets integer not null,
  bytes bytea not null,
  primary key (export_id, seq),
  constraint export_chunks_have_octets check (octets > 0)
);
-- Compressed by the program where that gains anything.
alter table export_chunks alter column bytes set storage external;

-- Addresses that give a file once. Only the hash of what stands in the address is kept.
create table export_tickets (
  hash bytea primary key,
  export_id uuid not null references exports (id) on delete cascade,
  expires_at timestamptz not null
);
create index export_tickets_of_export on export_tickets (export_id);
create index export_tickets_by_end on export_tickets (expires_at);

-- ── what the program may do ─────────────────────────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on report_schedules, exports to inrange_app;
grant select, insert, delete on export_chunks, export_tickets to inrange_app;
