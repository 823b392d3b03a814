-- Cases: what of the traffic looked inflated, what money is held for it, and how two people ended it.

-- The hour's ranges, for whoever judges an hour. Written once a row; updates of the hour do not touch it.
create index traffic_hourly_by_hour on traffic_hourly (hour, owner_id);

create table cases (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users (id),
  range_id uuid not null references ranges (id),
  signal text not null,
  state text not null default 'open',
  from_hour timestamptz not null,
  -- The end of the last hour, exclusive.
  until_hour timestamptz not null,
  summary text not null,
  -- [{"label", "value", "threshold"}], as they were when the case was opened or grew.
  figures jsonb not null default '[]',
  opened_by uuid references users (id),
  opened_at timestamptz not null default now(),
  proposed_by uuid references users (id),
  proposed_at timestamptz,
  ended_by uuid references users (id),
  ended_at timestamptz,
  -- What it kept from maturing, and what it held, when it ended.
  ended_frozen_micros bigint,
  ended_held_micros bigint,
  constraint cases_signal_is_known check (signal in ('burst', 'fan_out', 'one_sender', 'one_text', 'new_range', 'manual')),
  constraint cases_state_is_known check (state in ('open', 'release_proposed', 'forfeit_proposed', 'released', 'forfeited')),
  constraint cases_take_hours check (until_hour > from_hour and date_trunc('hour', from_hour, 'UTC') = from_hour
    and date_trunc('hour', until_hour, 'UTC') = until_hour),
  constraint cases_proposal_has_author check ((state = 'open') = (proposed_by is null)),
  constraint cases_end_has_author check ((state in ('released', 'forfeited')) = (ended_at is not null and ended_by is not null)),
  constraint cases_need_two_people check (ended_by is null or (ended_by <> proposed_by and ended_by <> owner_id)),
  constraint cases_owner_proposes_nothing check (proposed_by is distinct from owner_id)
);
-- Another signal on the same range joins the case that is open, so that no money is held twice.
create unique index cases_one_open on cases (owner_id, range_id) where ended_at is null;
create index cases_open on cases (id) where ended_at is null;
create index cases_ended on cases (id) where ended_at is not null;
create index cases_of_owner on cases (owner_id, id);

create table case_notes (
  case_id uuid not null references cases (id),
  id uuid not null default uuidv7(),
  author_id uuid references users (id),
  text text not null,
  at timestamptz not null default now(),
  primary key (case_id, id)
);

-- What a case took from what was ready for withdrawal, because it had matured already.
create table case_holds (
  case_id uuid not null references cases (id),
  owner_id uuid not null,
  transfer_id uuid not null,
  amount_micros bigint not null,
  primary key (case_id, transfer_id),
  constraint case_holds_amount_positive check (amount_micros > 0),
  constraint case_holds_transfer_exists foreign key (owner_id, transfer_id) references ledger.transfers (owner_id, id)
);

-- Up to where traffic has been judged: the start of the last hour.
create table integrity_progress (
  singleton boolean primary key default true,
  last_hour timestamptz not null,
  constraint integrity_progress_is_one_row check (singleton)
);

-- ── what the program may do ─────────────────────────────────────────────────────────────────────────────────────────
grant select, insert, update on cases, integrity_progress to inrange_app;
grant select, insert on case_notes, case_holds to inrange_app;
