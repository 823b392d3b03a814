-- The tables of the platform. Rules live in TypeScript; what must never be broken is guaranteed here. Conventions:
-- snake_case, plural; timestamptz named _at; money bigint named _micros (1e-6 USD); uuid v7; every constraint named
-- after its rule.

create extension if not exists btree_gist;

-- The program works as this role, which owns nothing: it cannot alter a table, edit a balance or rewrite the journal.
do $$ begin
  create role inrange_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant inrange_app to %I', current_user);
exception when others then
  if sqlerrm not like '%already a member%' then raise; end if;
end $$;

-- ── settings ────────────────────────────────────────────────────────────────────────────────────────────────────────
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

-- ── identity and users ──────────────────────────────────────────────────────────────────────────────────────────────
create table users (
  id uuid primary key default uuidv7(),
  username text not null,
  email text not null,
  role text not null default 'user',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  last_login timestamptz,
  last_activity timestamptz,
  total_logins integer not null default 0,
  usdt_address text,
  paypal_email text,
  constraint users_role_is_known check (role in ('user', 'admin', 'super_admin')),
  constraint users_username_length check (length(username) between 1 and 64)
);
create unique index users_username_unique on users (lower(username));
create unique index users_email_unique on users (lower(email));
create index users_newest on users (created_at desc, id desc);

create table passwords (
  user_id uuid primary key references users (id) on delete cascade,
  hash text not null,
  must_change boolean not null default false,
  changed_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  aal text not null default 'aal1',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text,
  address inet,
  user_agent text not null default '',
  constraint sessions_aal_is_known check (aal in ('aal1', 'aal2')),
  constraint sessions_end_has_reason check ((ended_at is null) = (ended_reason is null))
);
create index sessions_of_user on sessions (user_id) where ended_at is null;

create table refresh_tokens (
  id uuid primary key default uuidv7(),
  session_id uuid not null references sessions (id) on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  successor_id uuid references refresh_tokens (id),
  -- The successor is derived from the token itself and this, so that a race can be answered without a token ever
  -- being stored.
  successor_nonce bytea,
  constraint refresh_tokens_hash_unique unique (token_hash),
  constraint refresh_tokens_use_names_successor
    check ((used_at is null) = (successor_id is null) and (used_at is null) = (successor_nonce is null))
);
create index refresh_tokens_of_session on refresh_tokens (session_id);

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Back-off on failed sign-ins, by account name and by address; soft: it only ever delays.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);

create table activities (
  user_id uuid not null references users (id),
  id uuid not null default uuidv7(),
  activity_type text not null,
  description text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);

create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  address inet,
  request_id text,
  before jsonb,
  after jsonb
);
create index audit_log_of_subject on audit_log (subject_type, subject_id, id desc);

-- ── ranges ──────────────────────────────────────────────────────────────────────────────────────────────────────────
create table ranges (
  id uuid primary key default uuidv7(),
  name text not null,
  prefix text not null,
  start_number text not null,
  end_number text not null,
  numbers int8range not null
    generated always as (int8range((prefix || start_number)::bigint, (prefix || end_number)::bigint, '[]')) stored,
  status text not null default 'active',
  is_test boolean not null default false,
  country text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint ranges_status_is_known check (status in ('active', 'inactive')),
  constraint ranges_name_is_given check (length(name) between 1 and 100),
  constraint ranges_prefix_is_digits check (prefix ~ '^[1-9][0-9]*$'),
  constraint ranges_numbers_are_digits check (start_number ~ '^[0-9]+$' and end_number ~ '^[0-9]+$'),
  constraint ranges_widths_are_equal check (length(start_number) = length(end_number)),
  constraint ranges_are_e164 check (length(prefix) + length(start_number) <= 15),
  constraint ranges_end_follows_start check (end_number collate "C" >= start_number collate "C"),
  constraint ranges_do_not_overlap exclude using gist (numbers with &&)
);
create index ranges_by_name on ranges (lower(name), id);

create table range_owners (
  range_id uuid not null references ranges (id),
  owner_id uuid not null references users (id),
  during tstzrange not null,
  constraint range_owners_one_at_a_time primary key (range_id, during without overlaps)
);
create index range_owners_of_owner on range_owners (owner_id);

create table range_rates (
  range_id uuid not null references ranges (id),
  rate_micros bigint not null,
  during tstzrange not null,
  constraint range_rates_not_negative check (rate_micros >= 0),
  constraint range_rates_one_at_a_time primary key (range_id, during without overlaps)
);

create table range_totals (
  range_id uuid primary key references ranges (id),
  messages bigint not null default 0,
  segments bigint not null default 0,
  earned_micros bigint not null default 0,
  used_numbers bigint not null default 0,
  last_received_at timestamptz
) with (fillfactor = 70);

create table range_numbers (
  range_id uuid not null,
  number bigint not null,
  first_received_at timestamptz not null,
  primary key (range_id, number)
);

-- One row; its version names the state of everything that decides where a message goes. A commit that located with an
-- older version locates again.
create table routing (
  singleton boolean primary key default true,
  version bigint not null default 1,
  constraint routing_is_one_row check (singleton)
);
insert into routing default values;

create function routing_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update routing set version = version + 1;
  perform pg_notify('routing', '');
  return null;
end $$;
create trigger ranges_change_routing after insert or update of name, prefix, start_number, end_number, status, is_test or delete on ranges
  for each statement execute function routing_changed();
create trigger range_owners_change_routing after insert or update or delete on range_owners
  for each statement execute function routing_changed();
create trigger range_rates_change_routing after insert or update or delete on range_rates
  for each statement execute function routing_changed();

-- ── carriers and connections ────────────────────────────────────────────────────────────────────────────────────────
create table carriers (
  id uuid primary key default uuidv7(),
  name text not null,
  status text not null default 'active',
  notes text not null default '',
  created_at timestamptz not null default now(),
  constraint carriers_status_is_known check (status in ('active', 'inactive'))
);
create unique index carriers_name_unique on carriers (lower(name));

create table connections (
  id uuid primary key default uuidv7(),
  carrier_id uuid not null references carriers (id),
  name text not null,
  kind text not null,
  status text not null default 'active',
  settings jsonb not null,
  system_id text,
  password_hash text,
  secret_sealed text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint connections_kind_is_known check (kind in ('smpp_client', 'smpp_server', 'http')),
  constraint connections_status_is_known check (status in ('active', 'inactive')),
  constraint connections_have_credentials check (case kind
    when 'smpp_client' then system_id is not null and secret_sealed is not null
    when 'smpp_server' then system_id is not null and password_hash is not null
    else secret_sealed is not null end)
);
create index connections_of_carrier on connections (carrier_id, id);
create unique index connections_system_id_unique on connections (system_id) where kind = 'smpp_server';

create table connection_counters (
  connection_id uuid primary key references connections (id),
  received bigint not null default 0,
  acknowledged bigint not null default 0,
  duplicates bigint not null default 0,
  quarantined bigint not null default 0,
  receipts bigint not null default 0,
  refused bigint not null default 0,
  malformed bigint not null default 0,
  throttled bigint not null default 0,
  last_message_at timestamptz,
  last_error text,
  last_error_at timestamptz
) with (fillfactor = 70);

create table connection_events (
  connection_id uuid not null references connections (id),
  id uuid not null default uuidv7(),
  at timestamptz not null default now(),
  kind text not null,
  detail text not null,
  remote_address text,
  primary key (connection_id, id)
);

-- Every process that serves carriers reads its connections again when one was edited in any process.
create function connections_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('connections', '');
  return null;
end $$;
create trigger carriers_change_connections after insert or update or delete on carriers
  for each statement execute function connections_changed();
create trigger connections_change after insert or update or delete on connections
  for each statement execute function connections_changed();

-- ── intake ─────────────────────────────────────────────────────────────────────────────────────────────────────────
create table smpp_sessions (
  id uuid primary key default uuidv7(),
  connection_id uuid not null references connections (id),
  process_id uuid not null,
  remote_address text not null,
  bind_type text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- Everything written to the carrier before this moment has been read by it; acknowledgements after it are
  -- uncertain. Null: nothing is.
  proven_until timestamptz,
  clean boolean
);
create index smpp_sessions_of_connection on smpp_sessions (connection_id, started_at desc);

-- One row a batch, written by its commit. Its key makes a commit whose answer was lost recognisable when it is tried
-- again; its digests (8 bytes a PDU, packed, one bytea a session) say after an unclean end what the carrier may send
-- again. Kept for minutes.
create table ingest_commits (
  batch_id uuid primary key,
  committed_at timestamptz not null,
  sessions uuid[] not null,
  digests bytea[] not null
);
create index ingest_commits_by_time on ingest_commits (committed_at);

-- The policies provider-id and window: one key, one message, until it expires.
create table dedupe_keys (
  connection_id uuid not null,
  key bytea not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (connection_id, key)
);
create index dedupe_keys_expired on dedupe_keys (expires_at);

-- A long message of which some parts have come. Completed ones stay for the time-out, so that a late copy of a part
-- is known as one.
create table assemblies (
  id uuid primary key default uuidv7(),
  connection_id uuid not null references connections (id),
  sender text not null,
  recipient text not null,
  reference integer not null,
  total smallint not null,
  started_at timestamptz not null,
  deadline_at timestamptz not null,
  completed_at timestamptz,
  constraint assemblies_total_is_plausible check (total between 2 and 255)
);
create unique index assemblies_open_unique on assemblies (connection_id, sender, recipient, reference, total) where completed_at is null;
create index assemblies_completed on assemblies (connection_id, sender, recipient, reference, total, completed_at) where completed_at is not null;
create index assemblies_due on assemblies (deadline_at) where completed_at is null;

create table message_parts (
  assembly_id uuid not null references assemblies (id) on delete cascade,
  sequence smallint not null,
  digest bytea not null,
  received_at timestamptz not null,
  data_coding smallint not null,
  locking_shift smallint,
  single_shift smallint,
  -- The user data behind its header, in the form in which parts are joined (packed septets unpacked).
  units bytea not null,
  provider_id text,
  raw bytea not null,
  primary key (assembly_id, sequence)
);

create table quarantine (
  id uuid primary key default uuidv7(),
  received_at timestamptz not null,
  connection_id uuid not null,
  reason text not null,
  sender text not null,
  recipient text not null,
  content text,
  coding smallint not null,
  segments smallint not null,
  flags smallint not null default 0,
  provider_id text,
  raw bytea not null,
  constraint quarantine_reason_is_known check (reason in ('no_range', 'inactive_range', 'no_owner', 'bad_recipient'))
);

-- ── messages ───────────────────────────────────────────────────────────────────────────────────────────────────────
create table messages (
  owner_id uuid not null,
  landed_at timestamptz not null,
  received_at timestamptz not null,
  range_id uuid not null,
  connection_id uuid not null,
  sender text not null,
  recipient bigint not null,
  content text,
  coding smallint not null,
  segments smallint not null,
  flags smallint not null,
  rate_micros bigint not null,
  earned_micros bigint not null,
  provider_id text,
  raw bytea not null,
  read_at timestamptz,
  primary key (owner_id, landed_at)
) partition by range (landed_at);

-- One partition a week (UTC, from Monday). Idempotent; called at start, by a job, and before a back-fill.
create function ensure_message_partitions(from_at timestamptz, until_at timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  week timestamptz := date_trunc('week', from_at, 'UTC');
  partition_name text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_message_partitions'));
  while week < until_at loop
    partition_name := 'messages_' || to_char(week at time zone 'UTC', 'IYYY"w"IW');
    if to_regclass('public.' || partition_name) is null then
      execute format('create table %I partition of messages for values from (%L) to (%L)',
        partition_name, week, week + interval '7 days');
      made := made + 1;
    end if;
    week := week + interval '7 days';
  end loop;
  return made;
end $$;

-- One row per owner: the place of the newest message and lifetime totals. Its row lock orders the commits of one
-- owner, which is what makes the cursor unable to skip a slower one.
create table inboxes (
  owner_id uuid primary key references users (id),
  last_landed_at timestamptz not null,
  messages bigint not null default 0,
  segments bigint not null default 0,
  earned_micros bigint not null default 0,
  read_messages bigint not null default 0,
  -- Everything landed up to here counts as read, whatever its read_at says.
  read_through_at timestamptz not null default '-infinity'
) with (fillfactor = 50);

-- Messages that were marked unread although everything up to their place had been marked read; gone when that happens
-- again.
create table unread_marks (
  owner_id uuid not null references users (id),
  landed_at timestamptz not null,
  primary key (owner_id, landed_at)
);

-- What every chart and tile reads and what settlement works from. `unsettled` exists because an index on the amounts
-- themselves would make every update of the hour write the index.
create table traffic_hourly (
  owner_id uuid not null,
  range_id uuid not null,
  hour timestamptz not null,
  messages bigint not null,
  segments bigint not null,
  earned_micros bigint not null,
  settled_micros bigint not null default 0,
  unsettled boolean not null,
  primary key (owner_id, hour, range_id),
  constraint traffic_hourly_is_an_hour check (date_trunc('hour', hour, 'UTC') = hour),
  constraint traffic_hourly_unsettled_is_true check (unsettled = (earned_micros <> settled_micros))
) with (fillfactor = 50);
create index traffic_hourly_unsettled on traffic_hourly (owner_id, hour) where unsettled;

-- One row a connection, hour and lane of the pipeline: batches in different lanes commit at once and must not meet in
-- one row.
create table traffic_connection_hourly (
  connection_id uuid not null,
  hour timestamptz not null,
  lane smallint not null default 0,
  messages bigint not null,
  segments bigint not null,
  earned_micros bigint not null,
  primary key (connection_id, hour, lane)
) with (fillfactor = 50);

-- ── ledger ─────────────────────────────────────────────────────────────────────────────────────────────────────────
create schema ledger;

create table ledger.accounts (
  owner_id uuid not null references users (id),
  id uuid not null default uuidv7(),
  kind text not null,
  -- 'C': grows by credits (what we owe the owner); 'D': grows by debits.
  normal char(1) not null,
  debits_micros bigint not null default 0,
  credits_micros bigint not null default 0,
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (owner_id, id),
  constraint accounts_one_of_a_kind unique (owner_id, kind),
  constraint accounts_kind_is_known check ((kind, normal) in
    (('available', 'C'), ('maturing', 'C'), ('held', 'C'), ('message_earnings', 'D'))),
  constraint accounts_sums_not_negative check (debits_micros >= 0 and credits_micros >= 0),
  constraint accounts_no_overdraft check (case normal when 'C' then credits_micros >= debits_micros else debits_micros >= credits_micros end)
) with (fillfactor = 70);

create table ledger.transfers (
  owner_id uuid not null,
  id uuid not null default uuidv7(),
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_micros bigint not null,
  code text not null,
  idempotency_key text not null,
  description text not null default '',
  -- The hold that this transfer resolves (releases or settles); a hold resolves at most once.
  resolves_id uuid,
  actor_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  transaction_id xid8 not null default pg_current_xact_id(),
  primary key (owner_id, id),
  constraint transfers_key_unique unique (owner_id, idempotency_key),
  constraint transfers_amount_positive check (amount_micros > 0),
  constraint transfers_two_accounts check (debit_account_id <> credit_account_id),
  constraint transfers_code_is_known check (code in ('earning_settled', 'earning_matured', 'hold', 'hold_released', 'hold_settled')),
  constraint transfers_key_length check (length(idempotency_key) between 1 and 200),
  constraint transfers_resolution_names_hold check ((code in ('hold_released', 'hold_settled')) = (resolves_id is not null)),
  constraint transfers_debit_account_exists foreign key (owner_id, debit_account_id) references ledger.accounts (owner_id, id),
  constraint transfers_credit_account_exists foreign key (owner_id, credit_account_id) references ledger.accounts (owner_id, id),
  constraint transfers_hold_exists foreign key (owner_id, resolves_id) references ledger.transfers (owner_id, id)
);
create unique index transfers_hold_resolves_once on ledger.transfers (owner_id, resolves_id) where resolves_id is not null;
create index transfers_of_debit_account on ledger.transfers (owner_id, debit_account_id, id);
create index transfers_of_credit_account on ledger.transfers (owner_id, credit_account_id, id);
-- The order of sealing; without it every new block would read the whole journal.
create index transfers_by_transaction on ledger.transfers (transaction_id, owner_id, id);

-- A settlement takes closed hours of one owner into the ledger: one transfer, one line per range and hour.
create table ledger.settlements (
  owner_id uuid not null,
  id uuid not null default uuidv7(),
  transfer_id uuid not null,
  amount_micros bigint not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, id),
  constraint settlements_amount_positive check (amount_micros > 0),
  constraint settlements_transfer_unique unique (owner_id, transfer_id),
  constraint settlements_transfer_exists foreign key (owner_id, transfer_id) references ledger.transfers (owner_id, id)
);
-- An admin opens a settlement by its id alone.
create index settlements_by_id on ledger.settlements (id);

create table ledger.settlement_lines (
  owner_id uuid not null,
  settlement_id uuid not null,
  range_id uuid not null,
  hour timestamptz not null,
  -- What earlier settlements had already taken from this hour, so that the lines of an hour chain without gap.
  settled_before_micros bigint not null,
  amount_micros bigint not null,
  matures_at timestamptz not null,
  primary key (owner_id, settlement_id, range_id, hour),
  constraint settlement_lines_amount_positive check (amount_micros > 0),
  constraint settlement_lines_chain_starts_at_zero check (settled_before_micros >= 0),
  constraint settlement_lines_chain unique (owner_id, range_id, hour, settled_before_micros),
  constraint settlement_lines_take_an_hour check (date_trunc('hour', hour, 'UTC') = hour),
  constraint settlement_lines_mature_after_hour check (matures_at >= hour + interval '1 hour'),
  constraint settlement_lines_settlement_exists foreign key (owner_id, settlement_id) references ledger.settlements (owner_id, id)
);

-- The lines that wait for their maturity: a work list, so that finding what is due never reads the lines of all time.
-- Lines and matured_lines stay the truth; the ledger check proves that this is exactly their difference.
create table ledger.maturing_lines (
  owner_id uuid not null,
  matures_at timestamptz not null,
  settlement_id uuid not null,
  range_id uuid not null,
  hour timestamptz not null,
  primary key (owner_id, matures_at, settlement_id, range_id, hour),
  constraint maturing_lines_line_exists foreign key (owner_id, settlement_id, range_id, hour)
    references ledger.settlement_lines (owner_id, settlement_id, range_id, hour)
);
create index maturing_lines_due on ledger.maturing_lines (matures_at, owner_id);

-- A line that has matured, and the transfer that made it available. Insert-only, so the line itself never changes.
create table ledger.matured_lines (
  owner_id uuid not null,
  settlement_id uuid not null,
  range_id uuid not null,
  hour timestamptz not null,
  transfer_id uuid not null,
  primary key (owner_id, settlement_id, range_id, hour),
  constraint matured_lines_line_exists foreign key (owner_id, settlement_id, range_id, hour)
    references ledger.settlement_lines (owner_id, settlement_id, range_id, hour),
  constraint matured_lines_transfer_exists foreign key (owner_id, transfer_id) references ledger.transfers (owner_id, id)
);
create index matured_lines_of_transfer on ledger.matured_lines (owner_id, transfer_id);

-- Sealed blocks of the journal: tamper-evident, made in the background, in the order of transaction ids.
create table ledger.blocks (
  id bigint generated always as identity primary key,
  first_transaction_id xid8 not null,
  end_transaction_id xid8 not null,
  transfers bigint not null,
  amount_micros numeric not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  constraint blocks_follow unique (first_transaction_id),
  constraint blocks_are_not_empty check (first_transaction_id < end_transaction_id and transfers > 0),
  constraint blocks_hash_is_sha256 check (octet_length(hash) = 32 and octet_length(previous_hash) = 32)
);

-- What a block's hash covers: every column of every transfer of these transactions, one JSON array a line, in this
-- order. A definition that changes would make every sealed block look tampered with.
create function ledger.digest_transfers(first_id xid8, end_id xid8, previous_hash bytea,
    out transfers bigint, out amount_micros numeric, out hash bytea)
  language sql stable set search_path = ledger, pg_temp as $$
  select count(*), coalesce(sum(t.amount_micros), 0), sha256(digest_transfers.previous_hash || coalesce(convert_to(string_agg(
      jsonb_build_array(t.transaction_id::text, t.owner_id, t.id, t.debit_account_id, t.credit_account_id, t.amount_micros, t.code,
        t.idempotency_key, t.description, t.resolves_id, t.actor_id, (extract(epoch from t.created_at) * 1000000)::bigint)::text,
      e'\n' order by t.transaction_id, t.owner_id, t.id), 'UTF8'), ''::bytea))
  from ledger.transfers t where t.transaction_id >= first_id and t.transaction_id < end_id
$$;

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on %.% is refused: the journal is append-only', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation', hint = 'Post a compensating transfer instead.';
end $$;
do $$
declare journal text;
begin
  foreach journal in array array['transfers', 'settlements', 'settlement_lines', 'matured_lines', 'blocks'] loop
    execute format('create trigger %I before update or delete on ledger.%I for each row execute function ledger.refuse_change()',
      journal || '_are_immutable', journal);
    execute format('create trigger %I before truncate on ledger.%I for each statement execute function ledger.refuse_change()',
      journal || '_are_kept', journal);
  end loop;
end $$;

-- Every insert of transfers moves the balances in the same statement; there is no other way to move one. Accounts are
-- locked in key order.
create function ledger.move_balances() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  if exists (
    select from posted p
    join accounts d on d.owner_id = p.owner_id and d.id = p.debit_account_id
    join accounts c on c.owner_id = p.owner_id and c.id = p.credit_account_id
    where case p.code
      when 'earning_settled' then (d.kind, c.kind) <> ('message_earnings', 'maturing')
      when 'earning_matured' then (d.kind, c.kind) <> ('maturing', 'available')
      when 'hold' then (d.kind, c.kind) <> ('available', 'held')
      when 'hold_released' then (d.kind, c.kind) <> ('held', 'available')
      else d.kind <> 'held' end
  ) then
    raise exception 'a transfer does not run between the accounts of its code'
      using errcode = 'check_violation', schema = 'ledger', table = 'transfers', constraint = 'transfers_accounts_fit_code';
  end if;
  -- A release gives back the whole hold; a settlement takes at most the hold.
  if exists (
    select from posted p
    join transfers h on h.owner_id = p.owner_id and h.id = p.resolves_id
    where h.code <> 'hold' or p.amount_micros > h.amount_micros or (p.code = 'hold_released' and p.amount_micros <> h.amount_micros)
  ) then
    raise exception 'a resolution does not fit the hold it names'
      using errcode = 'check_violation', schema = 'ledger', table = 'transfers', constraint = 'transfers_resolution_fits_hold';
  end if;
  -- Not FOR UPDATE: that conflicts with the KEY SHARE locks which the foreign keys have just taken, so two statements
  -- posting to one account would each wait for the other.
  perform 1 from accounts a
    where (a.owner_id, a.id) in (select owner_id, debit_account_id from posted union select owner_id, credit_account_id from posted)
    order by a.owner_id, a.id for no key update;
  update accounts a
    set debits_micros = a.debits_micros + s.debits, credits_micros = a.credits_micros + s.credits, version = a.version + s.transfers
    from (
      select owner_id, id, sum(debit)::bigint as debits, sum(credit)::bigint as credits, count(*) as transfers
      from (
        select owner_id, debit_account_id as id, amount_micros as debit, 0 as credit from posted
        union all select owner_id, credit_account_id, 0, amount_micros from posted
      ) sides group by owner_id, id
    ) s
    where a.owner_id = s.owner_id and a.id = s.id;
  return null;
end $$;
create trigger transfers_move_balances after insert on ledger.transfers
  referencing new table as posted for each statement execute function ledger.move_balances();

create function ledger.guard_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.debits_micros = 0 and new.credits_micros = 0 and new.version = 0 then return new; end if;
    raise exception 'an account of owner % opens empty', new.owner_id using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' or (new.owner_id, new.id, new.kind, new.normal, new.created_at) is distinct from
      (old.owner_id, old.id, old.kind, old.normal, old.created_at) or
      new.debits_micros < old.debits_micros or new.credits_micros < old.credits_micros or new.version <= old.version then
    raise exception 'account % of owner % may only grow, and only through transfers', old.id, old.owner_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger accounts_only_grow before insert or update or delete on ledger.accounts
  for each row execute function ledger.guard_account();
create trigger accounts_are_kept before truncate on ledger.accounts
  for each statement execute function ledger.refuse_change();

-- Opens what accounts these owners do not have yet, and locks all they have, in key order, until the transaction
-- ends: from here on no other transaction moves their money, so what is read after it is still true when the
-- transfers are inserted. The program may not lock rows by itself, because PostgreSQL asks for the right to update
-- them.
create function ledger.lock_accounts(owner_ids uuid[]) returns setof ledger.accounts
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  insert into accounts (owner_id, kind, normal)
    select owner.id, account.kind, account.normal
    from (select distinct unnest(owner_ids) as id) owner
    cross join (values ('available', 'C'), ('held', 'C'), ('maturing', 'C'), ('message_earnings', 'D')) account (kind, normal)
    where not exists (select from accounts a where a.owner_id = owner.id and a.kind = account.kind)
    order by owner.id, account.kind
    on conflict (owner_id, kind) do nothing;
  return query select * from accounts a where a.owner_id = any (owner_ids) order by a.owner_id, a.id for no key update;
end $$;

-- ── what the program may do ─────────────────────────────────────────────────────────────────────────────────────────
grant usage on schema public, ledger to inrange_app;
grant select, insert, update, delete on all tables in schema public to inrange_app;
revoke update, delete on activities, audit_log, ranges, range_totals, routing, users, carriers, inboxes, traffic_hourly, quarantine
  from inrange_app;
grant update on ranges, range_totals, routing, users, carriers, inboxes, traffic_hourly, quarantine to inrange_app;
revoke insert, delete on routing from inrange_app;
-- Of a message only whether it was read may ever change; partitions are reached through their parent alone.
revoke update, delete on messages from inrange_app;
grant update (read_at) on messages to inrange_app;
grant select on all tables in schema ledger to inrange_app;
-- Column by column: when and by which transaction a row came is the database's to say, and accounts are opened by
-- lock_accounts alone.
grant insert (owner_id, debit_account_id, credit_account_id, amount_micros, code, idempotency_key, description, resolves_id, actor_id)
  on ledger.transfers to inrange_app;
grant insert (owner_id, id, transfer_id, amount_micros) on ledger.settlements to inrange_app;
grant insert on ledger.settlement_lines, ledger.matured_lines to inrange_app;
grant insert, delete on ledger.maturing_lines to inrange_app;
grant insert (first_transaction_id, end_transaction_id, transfers, amount_micros, previous_hash, hash) on ledger.blocks to inrange_app;
revoke execute on function ledger.lock_accounts(uuid[]) from public;
grant execute on function ledger.lock_accounts(uuid[]) to inrange_app;
grant usage on all sequences in schema ledger to inrange_app;
grant execute on function ensure_message_partitions(timestamptz, timestamptz) to inrange_app;
