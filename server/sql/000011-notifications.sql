-- Notifications: what happened that one person should know, written in the transaction in which it happened. And what
-- the search of everything finds numbers and people by, and what tells two who edit the same range from each other.

create extension if not exists pg_trgm;

create table notifications (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null default uuidv7(),
  kind text not null,
  -- {"noun": "range", "id": "rng_…"}: what it leads to.
  subject jsonb,
  facts jsonb not null,
  -- The same news twice is one notification: unique within its reader.
  dedupe_key text,
  -- False for a kind that its reader has switched off in the console and wants by mail only.
  is_shown boolean not null default true,
  -- Waits for the next mail of its kind.
  is_mail_due boolean not null default false,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (user_id, id),
  constraint notifications_kind_is_known check (kind in ('range_assigned', 'range_withdrawn', 'payment', 'hold',
    'connection_down', 'connection_up', 'limit_near', 'alert', 'export_ready')),
  constraint notifications_facts_are_an_object check (jsonb_typeof(facts) = 'object'),
  constraint notifications_key_length check (length(dedupe_key) between 1 and 200)
);
create unique index notifications_told_once on notifications (user_id, dedupe_key) where dedupe_key is not null;
-- The bell counts at most a hundred entries of this one.
create index notifications_unread on notifications (user_id, id) where read_at is null and is_shown;
create index notifications_of_kind on notifications (user_id, kind, id) where is_shown;
create index notifications_mail_due on notifications (created_at, user_id, kind) where is_mail_due;
create index notifications_read_long_ago on notifications (read_at) where read_at is not null;

-- What somebody chose; a kind without a row is as the program has it.
create table notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  in_console boolean not null,
  by_mail boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, kind)
);

-- When a mail of a kind last went to somebody: the next one gathers what comes until then.
create table notification_mails (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  last_at timestamptz not null,
  primary key (user_id, kind)
);

grant select, insert, update, delete on notifications, notification_preferences, notification_mails to inrange_app;

-- ── search ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Any part of a number that has received something. A row comes with the first message of a number, not with each.
create index range_numbers_by_digits on range_numbers using gin ((number::text) gin_trgm_ops);
create index users_by_username on users using gin (lower(username) gin_trgm_ops);
create index users_by_email on users using gin (lower(email) gin_trgm_ops);

-- ── edits ───────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Raised with every edit of a range, its owner or its rate. Whoever edits names the one that they read.
alter table ranges add column version bigint not null default 1;
