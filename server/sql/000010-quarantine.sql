-- Quarantine that can be worked on: states, sums for its screens, the order of its lists. Beside it what connections
-- did hour by hour, and the quota of injected test messages.

-- ── quarantine ──────────────────────────────────────────────────────────────────────────────────────────────────────
alter table quarantine
  add column state text not null default 'waiting',
  add column decided_at timestamptz,
  add column decided_by uuid,
  -- The message that it became: owner and place, the key of messages.
  add column owner_id uuid,
  add column landed_at timestamptz,
  add constraint quarantine_state_is_known check (state in ('waiting', 'routed', 'set_aside')),
  add constraint quarantine_decision_has_time check ((state = 'waiting') = (decided_at is null)),
  add constraint quarantine_routed_names_message
    check ((state = 'routed') = (landed_at is not null) and (owner_id is null) = (landed_at is null));

-- Lists are keyset pages, newest first, of what waits, of what was decided, and of one connection. What came lately is
-- counted by its time alone.
create index quarantine_newest on quarantine (received_at desc, id desc);
create index quarantine_waiting on quarantine (received_at desc, id desc) where state = 'waiting';
create index quarantine_decided on quarantine (received_at desc, id desc) where state <> 'waiting';
create index quarantine_of_connection on quarantine (connection_id, received_at desc, id desc);

-- How many lie in which state. Lanes keep commits apart that quarantine for the same connection at once: a row says
-- nothing by itself, and may be negative, the sum over its lanes is the count.
create table quarantine_totals (
  connection_id uuid not null,
  reason text not null,
  lane smallint not null,
  waiting bigint not null default 0,
  routed bigint not null default 0,
  set_aside bigint not null default 0,
  primary key (connection_id, reason, lane)
) with (fillfactor = 70);

-- How many came in which hour (UTC), by when they reached us.
create table quarantine_hourly (
  connection_id uuid not null,
  reason text not null,
  hour timestamptz not null,
  lane smallint not null,
  messages bigint not null,
  primary key (hour, connection_id, reason, lane)
) with (fillfactor = 70);

-- Once a statement, so that a batch of a thousand costs a handful of upserts, in key order; at the very end of the
-- commit's statement, so that their locks are the last that it takes.
create function quarantine_counted() returns trigger language plpgsql as $$
declare own_lane smallint := pg_backend_pid() % 8;
begin
  -- Nearly every commit quarantines nothing, and is told so by one look.
  if not exists (select from arrived) then return null; end if;
  insert into quarantine_totals as t (connection_id, reason, lane, waiting)
    select connection_id, reason, own_lane, count(*) from arrived group by connection_id, reason
    order by connection_id, reason
    on conflict (connection_id, reason, lane) do update set waiting = t.waiting + excluded.waiting;
  insert into quarantine_hourly as h (connection_id, reason, hour, lane, messages)
    select connection_id, reason, date_trunc('hour', received_at, 'UTC'), own_lane, count(*) from arrived
    group by connection_id, reason, date_trunc('hour', received_at, 'UTC')
    order by date_trunc('hour', received_at, 'UTC'), connection_id, reason
    on conflict (hour, connection_id, reason, lane) do update set messages = h.messages + excluded.messages;
  return null;
end $$;

-- A decision moves what it decided from one count to another.
create function quarantine_recounted() returns trigger language plpgsql as $$
declare own_lane smallint := pg_backend_pid() % 8;
begin
  insert into quarantine_totals as t (connection_id, reason, lane, waiting, routed, set_aside)
    select n.connection_id, n.reason, own_lane,
      count(*) filter (where n.state = 'waiting') - count(*) filter (where o.state = 'waiting'),
      count(*) filter (where n.state = 'routed') - count(*) filter (where o.state = 'routed'),
      count(*) filter (where n.state = 'set_aside') - count(*) filter (where o.state = 'set_aside')
    from after_it n join before_it o on o.id = n.id
    where n.state <> o.state group by n.connection_id, n.reason order by n.connection_id, n.reason
    on conflict (connection_id, reason, lane) do update set waiting = t.waiting + excluded.waiting,
      routed = t.routed + excluded.routed, set_aside = t.set_aside + excluded.set_aside;
  return null;
end $$;

-- What lies there already is counted before the triggers go on counting.
insert into quarantine_totals (connection_id, reason, lane, waiting)
  select connection_id, reason, 0, count(*) from quarantine group by connection_id, reason;
insert into quarantine_hourly (connection_id, reason, hour, lane, messages)
  select connection_id, reason, date_trunc('hour', received_at, 'UTC'), 0, count(*) from quarantine
  group by connection_id, reason, date_trunc('hour', received_at, 'UTC');
create trigger quarantine_counts after insert on quarantine
  referencing new table as arrived for each statement execute function quarantine_counted();
create trigger quarantine_recounts after update on quarantine
  referencing old table as before_it new table as after_it for each statement execute function quarantine_recounted();

-- ── ranges ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The ranges next to a number that lies in none; and test ranges, which every user may look at.
create index ranges_by_first_number on ranges (lower(numbers));
create index ranges_for_tests on ranges (lower(numbers)) where is_test;

-- ── connections ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- The counters of a connection, hour by hour (UTC).
create table connection_hours (
  connection_id uuid not null references connections (id),
  hour timestamptz not null,
  received bigint not null default 0,
  acknowledged bigint not null default 0,
  duplicates bigint not null default 0,
  quarantined bigint not null default 0,
  receipts bigint not null default 0,
  refused bigint not null default 0,
  malformed bigint not null default 0,
  throttled bigint not null default 0,
  primary key (connection_id, hour)
) with (fillfactor = 70);
create index connection_hours_by_time on connection_hours (hour);

-- Sessions that a stretch of time saw: those that still last, and those that ended in it.
create index smpp_sessions_open on smpp_sessions (connection_id) where ended_at is null;
create index smpp_sessions_ended on smpp_sessions (connection_id, ended_at);

-- ── test numbers ────────────────────────────────────────────────────────────────────────────────────────────────────
-- How many test messages a user has sent in an hour (UTC). A row is there only for who sent some.
create table test_injections (
  user_id uuid not null references users (id),
  hour timestamptz not null,
  messages integer not null,
  primary key (user_id, hour),
  constraint test_injections_are_counted check (messages > 0)
);

-- ── what the program may do ─────────────────────────────────────────────────────────────────────────────────────────
grant select, insert, update on quarantine_totals to inrange_app;
grant select, insert, update, delete on quarantine_hourly, connection_hours, test_injections to inrange_app;
