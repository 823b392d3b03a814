-- The archive: what makes an owner's messages findable at any size, what is told of their senders and languages, the
-- views that people keep, and the end of texts that are kept no longer. All of it is filled in the background.

-- How far an owner's messages are digested. Its row is the lock under which one process works on an owner.
create table message_digests (
  owner_id uuid primary key,
  -- The last place that the rollups below count. Null: none yet.
  digested_through timestamptz,
  -- The last place that a chunk covers; never ahead of the rollups, which say what senders there are.
  chunked_through timestamptz,
  -- The last place whose text retention has dropped.
  dropped_through timestamptz,
  -- Messages that are digested and in no chunk yet.
  unchunked integer not null default 0,
  -- Rows of owner_senders, and whether a sender was left out because there were too many.
  senders integer not null default 0,
  senders_complete boolean not null default true,
  constraint message_digests_chunks_follow
    check (chunked_through is null or (digested_through is not null and chunked_through <= digested_through)),
  constraint message_digests_counts_not_negative check (unchunked >= 0 and senders >= 0)
) with (fillfactor = 50);

-- One row covers 256 consecutive messages of one owner. Terms are hashes of (owner, kind, value): words, sender,
-- recipient, range, connection, flag, language. A chunk that lacks a term holds no message with it; one that has it
-- may hold one, and is read. Rewritten only when its texts are dropped.
create table message_chunks (
  owner_id uuid not null,
  -- Both places inclusive.
  from_at timestamptz not null,
  until_at timestamptz not null,
  messages smallint not null,
  terms integer[] not null,
  primary key (owner_id, until_at),
  constraint message_chunks_go_forward check (from_at <= until_at),
  constraint message_chunks_are_not_empty check (messages > 0)
);
-- Hashes do not compress; trying costs more than writing them.
alter table message_chunks alter column terms set storage external;
-- What waits to be sorted in is read by every search: a little of it makes writing cheap, more makes searching dear.
create index message_chunks_terms on message_chunks using gin (terms) with (gin_pending_list_limit = 1024);

-- The chunks of an owner, newest first, that have all of these terms and one of each of these groups. `unless_term`:
-- one that has it counts as having all of `word_terms`; one that has both comes twice. Everything is a condition of the
-- one index: terms lie outside their rows, and comparing them there would fetch some kilobytes for each. For the same
-- reason there is no scan of the table, which the planner weighs as if terms lay in its rows.
create function find_message_chunks(in_owner_id uuid, in_from timestamptz, in_before timestamptz, word_terms integer[],
    unless_term integer, all_terms integer[], groups text[], chunks_max integer)
  returns table (from_at timestamptz, until_at timestamptz)
  language plpgsql stable set enable_seqscan = off set search_path = public, pg_temp as $$
declare
  columns constant text := 'select c.owner_id, c.from_at, c.until_at from message_chunks c where true';
  in_groups text := '';
  found text := columns;
  member text;
begin
  foreach member in array groups loop
    in_groups := in_groups || format(' and c.terms && %L::integer[]', member);
  end loop;
  if cardinality(word_terms || all_terms) > 0 then found := found || ' and c.terms @> ($1 || $2)'; end if;
  found := found || in_groups;
  if cardinality(word_terms) > 0 then
    found := found || ' union all ' || columns || ' and c.terms @> ($3 || $2)' || in_groups;
  end if;
  return query execute 'with found as materialized (' || found || ') select f.from_at, f.until_at from found f
      where f.owner_id = $4 and f.until_at >= $5 and f.from_at < $6 order by f.until_at desc limit $7'
    using word_terms, all_terms, array[unless_term], in_owner_id, in_from, in_before, chunks_max;
end $$;

-- Days are of UTC. At most 1,000 senders an owner and day have a row; the rest is told as sender ''.
create table traffic_sender_daily (
  owner_id uuid not null,
  day date not null,
  sender text not null,
  messages bigint not null default 0,
  segments bigint not null default 0,
  earned_micros bigint not null default 0,
  -- Messages in which a one-time code was recognised.
  codes bigint not null default 0,
  primary key (owner_id, day, sender)
) with (fillfactor = 70);

-- What one sender wrote to everybody.
create index traffic_sender_daily_by_sender on traffic_sender_daily (sender, day);

-- ISO 639-1, or 'und' where a text does not say.
create table traffic_language_daily (
  owner_id uuid not null,
  day date not null,
  language text not null,
  messages bigint not null default 0,
  primary key (owner_id, day, language)
) with (fillfactor = 70);

-- Everybody who ever wrote to an owner, at most 50,000.
create table owner_senders (
  owner_id uuid not null,
  sender text not null,
  messages bigint not null default 0,
  last_at timestamptz not null,
  primary key (owner_id, sender)
) with (fillfactor = 70);

-- Through which ranges and connections an owner ever received.
create table owner_sources (
  owner_id uuid not null,
  range_id uuid not null,
  connection_id uuid not null,
  messages bigint not null default 0,
  last_at timestamptz not null,
  primary key (owner_id, range_id, connection_id)
) with (fillfactor = 70);

-- ── views ───────────────────────────────────────────────────────────────────────────────────────────────────────────
create table saved_views (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  section text not null,
  name text not null,
  -- What the section's address says, as an object.
  state jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_views_section_is_a_name check (section ~ '^[a-z][a-z-]{0,39}$'),
  constraint saved_views_name_is_given check (length(name) between 1 and 60),
  constraint saved_views_state_is_small check (jsonb_typeof(state) = 'object' and octet_length(state::text) <= 8192)
);
create unique index saved_views_name_unique on saved_views (user_id, section, lower(name));

-- ── the end of texts ────────────────────────────────────────────────────────────────────────────────────────────────
-- Up to which entry of quarantine texts are dropped.
create table retention_progress (
  singleton boolean primary key default true,
  quarantine_through uuid,
  constraint retention_progress_is_one_row check (singleton)
);
insert into retention_progress default values;

-- The program may change nothing of a message but whether it was read. This is the one door beside it, and it opens
-- for nothing younger than the days that the setting `retention` names, and never for a day's traffic. Bit 8 of flags
-- says that text and octets were dropped; the row, its money and its place stay.
create function drop_message_bodies(in_owner_id uuid, in_from timestamptz, in_through timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  body_days integer := coalesce((select (value ->> 'bodyDays')::integer from settings where key = 'retention'), 0);
  dropped integer;
begin
  if body_days < 1 or in_through >= now() - make_interval(days => body_days) then
    raise exception 'texts up to % are still kept: retention is % days', in_through, body_days
      using errcode = 'restrict_violation';
  end if;
  update messages set content = null, raw = '', flags = flags | 8
    where owner_id = in_owner_id and landed_at >= in_from and landed_at <= in_through and flags & 8 = 0;
  get diagnostics dropped = row_count;
  return dropped;
end $$;

-- ── what the program may do ─────────────────────────────────────────────────────────────────────────────────────────
grant select, insert, update on message_digests, traffic_sender_daily, traffic_language_daily, owner_senders,
  owner_sources to inrange_app;
grant select, insert, update (terms) on message_chunks to inrange_app;
grant select, insert, update, delete on saved_views to inrange_app;
grant select, update on retention_progress to inrange_app;
revoke execute on function drop_message_bodies(uuid, timestamptz, timestamptz) from public;
grant execute on function drop_message_bodies(uuid, timestamptz, timestamptz) to inrange_app;
grant execute on function find_message_chunks(uuid, timestamptz, timestamptz, integer[], integer, integer[], text[],
  integer) to inrange_app;
