-- Accounts whole: assurance of sessions, second factors, passkeys, links and codes, identities elsewhere, acting for
-- somebody, and an audit log that shows when it was touched.

-- ── sessions and passwords ──────────────────────────────────────────────────────────────────────────────────────────
-- How the session proved who speaks: [{"method": "password", "timestamp": seconds}], as auth-js reads it.
alter table sessions add column amr jsonb not null default '[]';
-- When a second factor was last shown; null at aal1. Steps that need a fresh proof compare it.
alter table sessions add column aal2_at timestamptz;
alter table sessions add constraint sessions_aal2_has_time check ((aal = 'aal2') = (aal2_at is not null));
-- Where the latest request came from; `address` stays where the session began.
alter table sessions add column last_address inet;
-- A password somebody else chose stops working then (ASVS 6.4.1); null for one's own.
alter table passwords add column expires_at timestamptz;
-- A new key is published before it signs; from then on the former one only verifies, until its last token is over
-- (retired_at, which lies ahead when it is set).
alter table signing_keys add column signs_from timestamptz not null default now();

-- ── second factors ──────────────────────────────────────────────────────────────────────────────────────────────────
create table factors (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  factor_type text not null,
  friendly_name text not null,
  status text not null default 'unverified',
  -- TOTP: the shared secret, sealed for its row.
  secret_sealed text,
  -- TOTP: the last step that was accepted, so that a code works once (RFC 6238, section 5.2).
  last_step bigint,
  -- Phone: E.164.
  phone text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint factors_type_is_known check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  constraint factors_status_is_known check (status in ('unverified', 'verified')),
  constraint factors_name_is_given check (length(friendly_name) between 1 and 64),
  constraint factors_have_what_they_need check (
    (factor_type = 'totp') = (secret_sealed is not null) and (factor_type = 'phone') = (phone is not null)),
  constraint factors_phone_is_e164 check (phone ~ '^[1-9][0-9]{6,14}$')
);
create unique index factors_name_is_unique on factors (user_id, lower(friendly_name))
  where factor_type <> 'recovery_code';
-- A set of recovery codes is a factor that never stands alone; a user has at most one.
create unique index factors_recovery_codes_are_one_set on factors (user_id) where factor_type = 'recovery_code';

create table factor_challenges (
  id uuid primary key default uuidv7(),
  factor_id uuid not null references factors (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  channel text,
  -- Phone: SHA-256 of the code, sealed for the challenge, since six digits are soon guessed from their hash alone.
  code_hash_sealed text,
  -- WebAuthn: what the authenticator has to sign.
  webauthn jsonb,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint factor_challenges_channel_is_known check (channel in ('sms', 'whatsapp'))
);
create index factor_challenges_of_factor on factor_challenges (factor_id);
create index factor_challenges_of_session on factor_challenges (session_id);

-- Codes sent by SMS, counted by number and by user and day, since each costs money and annoys somebody.
create table phone_code_counts (
  key text not null,
  day date not null,
  sent integer not null default 0,
  last_at timestamptz not null,
  primary key (key, day)
);

create table recovery_codes (
  factor_id uuid not null references factors (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (factor_id, code_hash)
);

-- ── passkeys ────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A passkey is a factor of type webauthn with the credential that belongs to it.
create table passkeys (
  factor_id uuid primary key references factors (id) on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null default '{}',
  is_backed_up boolean not null,
  aaguid uuid,
  constraint passkeys_credential_is_unique unique (credential_id)
);

-- Tickets that were spent. What begins with a stranger (a passkey's challenge, a visit to another service) is a sealed
-- text that the browser holds, so that beginning many costs no row; finishing one spends it, once.
create table spent_tickets (
  id uuid primary key,
  expires_at timestamptz not null
);
create index spent_tickets_by_end on spent_tickets (expires_at);

-- ── links and codes ─────────────────────────────────────────────────────────────────────────────────────────────────
-- What stands in a link: 256 bits, stored as SHA-256, good once. With a code challenge it is bound to the browser that
-- asked (RFC 7636); without one it was made by an administrator for somebody. Void ones count as used.
create table links (
  id uuid primary key default uuidv7(),
  token_hash bytea not null,
  purpose text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_by uuid references users (id),
  code_challenge text,
  redirect_to text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint links_token_is_unique unique (token_hash),
  constraint links_purpose_is_known check (purpose in ('recovery', 'invitation'))
);
create index links_of_user on links (user_id) where used_at is null;

-- What a browser exchanges, with its verifier, for a session: after a link, or after another service vouched.
create table auth_codes (
  code_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- The link that was followed: whoever exchanges the code spends the link.
  link_id uuid references links (id) on delete cascade,
  code_challenge text not null,
  -- The method of the session to be, as amr names it.
  method text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What it opened, so that a second use can end it.
  session_id uuid references sessions (id) on delete set null,
  constraint auth_codes_method_is_known check (method in ('recovery', 'oauth'))
);
create index auth_codes_of_link on auth_codes (link_id);

-- ── identities elsewhere ────────────────────────────────────────────────────────────────────────────────────────────
create table identity_providers (
  id text primary key,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret_sealed text,
  scopes text not null default 'openid email profile',
  is_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint identity_providers_id_is_a_word check (id ~ '^[a-z][a-z0-9_-]{1,30}$'),
  constraint identity_providers_issuer_is_unique unique (issuer, client_id)
);

create table identities (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null references identity_providers (id),
  subject text not null,
  email text,
  identity_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  constraint identities_belong_to_one unique (provider_id, subject)
);
create index identities_of_user on identities (user_id);

-- ── acting for somebody ─────────────────────────────────────────────────────────────────────────────────────────────
-- An administrator who looks at the console as another user sees it. Bound to the administrator's own session.
create table acting_grants (
  id uuid primary key default uuidv7(),
  session_id uuid not null references sessions (id) on delete cascade,
  actor_id uuid not null references users (id),
  user_id uuid not null references users (id),
  is_read_only boolean not null default true,
  reason text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint acting_grants_for_another check (actor_id <> user_id)
);
create index acting_grants_of_session on acting_grants (session_id) where ended_at is null;

-- ── the audit log ───────────────────────────────────────────────────────────────────────────────────────────────────
-- For whom, when the actor acted for another user; what became of it; and its place in the order of commits.
alter table audit_log add column on_behalf_of uuid;
alter table audit_log add column outcome text not null default 'done';
alter table audit_log add constraint audit_log_outcome_is_known check (outcome in ('done', 'refused', 'failed'));
alter table audit_log add column transaction_id xid8 not null default pg_current_xact_id();
create index audit_log_of_actor on audit_log (actor_id, id desc);
create index audit_log_of_action on audit_log (action, id desc);
create index audit_log_in_order on audit_log (transaction_id, id);
create index audit_log_on_behalf on audit_log (on_behalf_of, id desc) where on_behalf_of is not null;
create index audit_log_of_address on audit_log (address, id desc) where address is not null;
create index audit_log_of_request on audit_log (request_id, id desc) where request_id is not null;
create index audit_log_not_done on audit_log (outcome, id desc) where outcome <> 'done';

-- Sealed blocks of the log: tamper-evident, made in the background, in the order of transaction ids.
create table audit_blocks (
  id bigint generated always as identity primary key,
  first_transaction_id xid8 not null,
  end_transaction_id xid8 not null,
  entries bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  constraint audit_blocks_follow unique (first_transaction_id),
  constraint audit_blocks_are_not_empty check (first_transaction_id < end_transaction_id and entries > 0),
  constraint audit_blocks_hash_is_sha256 check (octet_length(hash) = 32 and octet_length(previous_hash) = 32)
);

-- Every time the chain was verified, and what was wrong with it then. The head it was verified up to must still be there
-- the next time: so blocks that are cut off the end show too.
create table audit_verifications (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  head_block_id bigint,
  head_hash bytea,
  entries bigint not null,
  faults jsonb not null default '[]',
  constraint audit_verifications_head_is_whole check ((head_block_id is null) = (head_hash is null))
);

-- What a block's hash covers: every column of every entry of these transactions, one JSON array a line, in this order.
-- A definition that changes would make every sealed block look tampered with.
create function digest_audit_entries(first_id xid8, end_id xid8, previous_hash bytea, out entries bigint, out hash bytea)
  language sql stable set search_path = public, pg_temp as $$
  select count(*), sha256(digest_audit_entries.previous_hash || coalesce(convert_to(string_agg(
      jsonb_build_array(e.transaction_id::text, e.id, (extract(epoch from e.at) * 1000000)::bigint, e.actor_id,
        e.on_behalf_of, e.action, e.outcome, e.subject_type, e.subject_id, e.address::text, e.request_id, e.before,
        e.after)::text,
      e'\n' order by e.transaction_id, e.id), 'UTF8'), ''::bytea))
  from audit_log e where e.transaction_id >= first_id and e.transaction_id < end_id
$$;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception '% on %.% is refused: the audit log is append-only', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end $$;
do $$
declare record_table text;
begin
  foreach record_table in array array['audit_log', 'audit_blocks', 'audit_verifications'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_audit_change()',
      record_table || '_is_immutable', record_table);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_audit_change()',
      record_table || '_is_kept', record_table);
  end loop;
end $$;

-- Column by column: when and by which transaction an entry came is the database's to say.
revoke insert on audit_log from inrange_app;
grant insert (actor_id, on_behalf_of, action, outcome, subject_type, subject_id, address, request_id, before, after)
  on audit_log to inrange_app;
grant select on audit_blocks, audit_verifications to inrange_app;
grant insert (first_transaction_id, end_transaction_id, entries, previous_hash, hash) on audit_blocks to inrange_app;
grant insert (head_block_id, head_hash, entries, faults) on audit_verifications to inrange_app;

-- ── notices ─────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Mail on its way: written in the transaction of what it tells, sent by a job, kept for a while as its own proof.
create table notices (
  id uuid primary key default uuidv7(),
  user_id uuid references users (id) on delete cascade,
  kind text not null,
  recipient text not null,
  -- Sealed: a link in it opens an account.
  facts_sealed text not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index notices_unsent on notices (next_at, id) where sent_at is null and failed_at is null;

grant select, insert, update, delete on
  factors, factor_challenges, phone_code_counts, recovery_codes, passkeys, spent_tickets, links, auth_codes,
  identity_providers, identities, acting_grants, notices to inrange_app;
