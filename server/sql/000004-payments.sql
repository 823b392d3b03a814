-- Deposits and withdrawals: ways in and out, what was seen outside, what people decided, and the counters that bound
-- it. What moves money stands in the ledger; rows here name their transfers and say why.

-- ── ways in and out ────────────────────────────────────────────────────────────────────────────────────────────────
create table payment_methods (
  id uuid primary key default uuidv7(),
  kind text not null,
  name text not null,
  is_active boolean not null default true,
  minimum_micros bigint not null default 10000000,
  -- 10 is 0.1 %.
  fee_basis_points integer not null default 0,
  fees_on_deposits boolean not null default false,
  -- USDT: where the money is kept. Shown on the card, the sender of every withdrawal, and in shared mode the address of
  -- every deposit.
  address text,
  -- Addresses of nodes may carry keys, so they are sealed as secrets are.
  node_url_sealed text,
  second_node_url_sealed text,
  -- When the node last proved to be on the pinned chain with the pinned token; none may be active without it.
  token_checked_at timestamptz,
  -- PayPal
  environment text,
  client_id text,
  client_secret_sealed text,
  webhook_id text,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  constraint payment_methods_kind_is_known check (kind in ('usdt_trc20', 'usdt_erc20', 'usdt_bep20', 'paypal')),
  constraint payment_methods_name_length check (length(name) between 1 and 60),
  constraint payment_methods_minimum check (minimum_micros between 1000000 and 1000000000000 and minimum_micros % 10000 = 0),
  constraint payment_methods_fee check (fee_basis_points between 0 and 1000 and fee_basis_points % 10 = 0),
  constraint payment_methods_usdt_has_address check (kind = 'paypal' or address is not null),
  constraint payment_methods_paypal_has_client check (kind <> 'paypal' or
    (client_id is not null and client_secret_sealed is not null and environment in ('live', 'sandbox'))),
  constraint payment_methods_active_is_checked check (not is_active or kind = 'paypal' or token_checked_at is not null)
);
create unique index payment_methods_one_active on payment_methods (kind) where is_active;

-- Extended public keys of a USDT method: the first is used at once; one that replaces another needs a second person
-- and a day. Old ones keep being watched, since an address given to a user is theirs for good.
create table payment_method_xpubs (
  id uuid primary key default uuidv7(),
  method_id uuid not null references payment_methods (id),
  xpub_sealed text not null,
  fingerprint text not null,
  proposed_by uuid references users (id),
  proposed_at timestamptz not null default now(),
  confirmed_by uuid references users (id),
  usable_from timestamptz,
  withdrawn_at timestamptz,
  next_child bigint not null default 0,
  constraint payment_method_xpubs_other_confirms check (confirmed_by is distinct from proposed_by or confirmed_by is null),
  constraint payment_method_xpubs_child check (next_child between 0 and 2147483647)
);
create index payment_method_xpubs_of_method on payment_method_xpubs (method_id, id);
create unique index payment_method_xpubs_one_proposed on payment_method_xpubs (method_id) where usable_from is null and withdrawn_at is null;

-- What the last contact with the outside of a method was like.
create table payment_method_health (
  method_id uuid primary key references payment_methods (id),
  checked_at timestamptz not null,
  is_ok boolean not null,
  detail text not null,
  head_number bigint,
  head_at timestamptz,
  finalized_number bigint,
  -- Where reading began: what lies below was there before anybody could announce a deposit.
  first_block bigint,
  -- The next block to be read; everything below it has been.
  next_block bigint,
  scanned_at timestamptz,
  -- Until then one process reads this chain, and no other does.
  scanning_until timestamptz,
  error text,
  error_at timestamptz
) with (fillfactor = 50);

create table deposit_addresses (
  owner_id uuid not null references users (id),
  xpub_id uuid not null references payment_method_xpubs (id),
  child_index bigint not null,
  address text not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, xpub_id),
  constraint deposit_addresses_child_unique unique (xpub_id, child_index),
  constraint deposit_addresses_address_unique unique (xpub_id, address)
);
create index deposit_addresses_by_address on deposit_addresses (address);

-- ── deposits ───────────────────────────────────────────────────────────────────────────────────────────────────────
create table deposits (
  owner_id uuid not null references users (id),
  id uuid not null default uuidv7(),
  method_id uuid not null references payment_methods (id),
  kind text not null,
  -- address: to the owner's own address; shared: to the common one with an exact amount; paypal.
  mode text not null,
  state text not null default 'awaiting_payment',
  state_reason text,
  -- The address that was shown, or none.
  address text,
  -- What was announced; null when an own address was paid without announcing.
  expected_micros bigint,
  -- Shared mode: the amount that nobody else may announce until it is free again, in the token's own unit.
  expected_raw numeric(78, 0),
  reserved_until timestamptz,
  -- What came, as read outside.
  amount_micros bigint,
  fee_micros bigint not null default 0,
  -- What the payer says they have sent. It helps to look and decides nothing.
  hinted_tx_hash text,
  paypal_order_id text,
  paypal_capture_id text,
  -- Who was to be paid when the order was made; what is captured for somebody else is credited to nobody.
  paypal_payee_id text,
  approve_url text,
  deposit_transfer_id uuid,
  request_key text not null,
  request_digest text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz,
  credited_at timestamptz,
  primary key (owner_id, id),
  constraint deposits_request_once unique (owner_id, request_key),
  constraint deposits_state_is_known check (state in
    ('awaiting_payment', 'confirming', 'in_review', 'credited', 'cancelled', 'expired', 'failed', 'reversed')),
  constraint deposits_mode_is_known check (mode in ('address', 'shared', 'paypal')),
  constraint deposits_credited_names_transfer check ((state in ('credited', 'reversed')) = (deposit_transfer_id is not null)),
  constraint deposits_amount_positive check (amount_micros > 0 and fee_micros >= 0 and fee_micros < amount_micros),
  constraint deposits_transfer_exists foreign key (owner_id, deposit_transfer_id) references ledger.transfers (owner_id, id)
);
create index deposits_by_id on deposits (id);
create index deposits_open on deposits (kind, updated_at) where state in ('awaiting_payment', 'confirming', 'in_review');
create index deposits_expiring on deposits (expires_at) where state = 'awaiting_payment';
create index deposits_reserved on deposits (reserved_until) where reserved_until is not null;
create unique index deposits_exact_amount on deposits (kind, address, expected_raw) where mode = 'shared' and reserved_until is not null;
create unique index deposits_paypal_order on deposits (paypal_order_id) where paypal_order_id is not null;
create unique index deposits_paypal_capture on deposits (paypal_capture_id) where paypal_capture_id is not null;

-- Transfers of the pinned token to an address of ours, as the chain told them.
create table chain_receipts (
  network text not null,
  tx_hash text not null,
  log_index integer not null,
  method_id uuid not null references payment_methods (id),
  block_number bigint not null,
  block_hash text not null,
  block_at timestamptz,
  from_address text not null,
  to_address text not null,
  raw_amount numeric(78, 0) not null,
  amount_micros bigint not null,
  -- What is below a micro-USD and credited to nobody, in the token's own unit.
  dust_raw numeric(78, 0) not null default 0,
  state text not null default 'seen',
  confirmations bigint not null default 0,
  confirmations_needed bigint not null default 0,
  owner_id uuid references users (id),
  deposit_id uuid,
  -- The house's own entry while nobody owns it.
  suspense_transfer_id uuid,
  seen_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (network, tx_hash, log_index),
  -- seen: on the chain, not final. orphaned: gone from the chain again. credited: a deposit. in_review: final, and a
  -- person has to decide. resolved: a person has decided.
  constraint chain_receipts_state_is_known check (state in ('seen', 'orphaned', 'credited', 'in_review', 'resolved', 'ignored')),
  constraint chain_receipts_amount check (raw_amount > 0 and amount_micros >= 0 and dust_raw >= 0),
  constraint chain_receipts_deposit_exists foreign key (owner_id, deposit_id) references deposits (owner_id, id)
);
create index chain_receipts_seen on chain_receipts (network, block_number) where state = 'seen';
create index chain_receipts_recent on chain_receipts (network, block_number) where state in ('credited', 'in_review', 'resolved');
create index chain_receipts_of_deposit on chain_receipts (owner_id, deposit_id) where deposit_id is not null;

create table deposit_events (
  owner_id uuid not null,
  deposit_id uuid not null,
  id uuid not null default uuidv7(),
  state text not null,
  detail text not null default '',
  actor_id uuid,
  at timestamptz not null default now(),
  primary key (owner_id, deposit_id, id),
  constraint deposit_events_deposit_exists foreign key (owner_id, deposit_id) references deposits (owner_id, id)
);

-- What came and nobody can say for whom, or went wrong after crediting. The server reads the amount; a person decides.
create table payment_reviews (
  id uuid primary key default uuidv7(),
  kind text not null,
  state text not null default 'open',
  method_id uuid not null references payment_methods (id),
  network text,
  tx_hash text,
  log_index integer,
  paypal_capture_id text,
  amount_micros bigint,
  detail text not null,
  -- Whom it may belong to, and why, so that the person who decides begins there.
  suggested_owner_id uuid references users (id),
  suggested_deposit_id uuid,
  decision text,
  decided_owner_id uuid references users (id),
  decided_by uuid references users (id),
  decided_at timestamptz,
  note text,
  -- By which transaction it went back to its payer.
  returned_tx_hash text,
  created_at timestamptz not null default now(),
  constraint payment_reviews_kind_is_known check (kind in
    ('unmatched', 'wrong_amount', 'late', 'wrong_token', 'below_minimum', 'orphaned', 'reversed', 'disagreement')),
  constraint payment_reviews_decision_is_known check (decision in ('credit', 'returned', 'operator_funds', 'dismissed')),
  constraint payment_reviews_open_is_undecided check ((state = 'open') = (decision is null)),
  constraint payment_reviews_state_is_known check (state in ('open', 'decided')),
  -- Only what has settled itself is closed by nobody.
  constraint payment_reviews_decided_by_somebody check
    (state = 'open' or (decided_at is not null and (decided_by is not null or decision = 'dismissed'))),
  constraint payment_reviews_returned_is_proven check ((decision = 'returned' and tx_hash is not null) = (returned_tx_hash is not null) or decision is null),
  constraint payment_reviews_credit_names_owner check ((decision = 'credit') is not distinct from (decided_owner_id is not null) or decision is null)
);
create unique index payment_reviews_once_receipt on payment_reviews (network, tx_hash, log_index, kind) where tx_hash is not null;
-- One way back proves one return.
create unique index payment_reviews_returned_once on payment_reviews (network, returned_tx_hash) where returned_tx_hash is not null;
create unique index payment_reviews_once_capture on payment_reviews (paypal_capture_id, kind) where paypal_capture_id is not null;
create index payment_reviews_open on payment_reviews (id) where state = 'open';

-- ── withdrawals ────────────────────────────────────────────────────────────────────────────────────────────────────
create table payout_destinations (
  owner_id uuid not null references users (id),
  id uuid not null default uuidv7(),
  kind text not null,
  address text not null,
  label text not null default '',
  created_at timestamptz not null default now(),
  -- A new destination rests first, so that whoever broke into an account cannot empty it at once.
  usable_from timestamptz not null,
  removed_at timestamptz,
  primary key (owner_id, id),
  constraint payout_destinations_kind_is_known check (kind in ('usdt_trc20', 'usdt_erc20', 'usdt_bep20', 'paypal')),
  constraint payout_destinations_label_length check (length(label) <= 60)
);
create unique index payout_destinations_once on payout_destinations (owner_id, kind, address) where removed_at is null;
create index payout_destinations_by_address on payout_destinations (address);

create table withdrawals (
  owner_id uuid not null references users (id),
  id uuid not null default uuidv7(),
  method_id uuid not null references payment_methods (id),
  kind text not null,
  destination_id uuid not null,
  -- As it was when the owner confirmed it; the book may change, this does not.
  destination text not null,
  gross_micros bigint not null,
  fee_micros bigint not null,
  fee_basis_points integer not null,
  net_micros bigint not null,
  state text not null default 'requested',
  state_reason text,
  -- Held back by a person or a rule, over requested, in_review and approved.
  held_reason text,
  held_until timestamptz,
  held_by uuid references users (id),
  -- Words that somebody who decides should see first: a shared destination, a first large one.
  flags text[] not null default '{}',
  approvals_needed smallint not null default 1,
  -- How the owner proved themselves, bound to this amount and destination.
  proof_kind text not null,
  proved_at timestamptz not null,
  hold_transfer_id uuid not null,
  -- How the hold was resolved: settled when the money left, released when it did not. Never both.
  settled_transfer_id uuid,
  released_transfer_id uuid,
  tx_hash text,
  -- The wallet it was sent from. The method may be given another one later; this stays what the transaction shows.
  sent_from text,
  tx_block_number bigint,
  tx_block_hash text,
  confirmations bigint,
  confirmations_needed bigint,
  paypal_batch_id text,
  paypal_item_id text,
  paypal_status text,
  request_key text not null,
  request_digest text not null,
  requested_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_at timestamptz,
  completed_at timestamptz,
  primary key (owner_id, id),
  constraint withdrawals_request_once unique (owner_id, request_key),
  constraint withdrawals_hold_once unique (owner_id, hold_transfer_id),
  constraint withdrawals_approvals_needed check (approvals_needed between 0 and 2),
  constraint withdrawals_state_is_known check (state in ('requested', 'in_review', 'approved', 'sending', 'sent', 'unclaimed',
    'needs_attention', 'completed', 'rejected', 'cancelled', 'failed', 'returned')),
  constraint withdrawals_net_is_gross_less_fee check (gross_micros > 0 and fee_micros >= 0 and net_micros > 0 and net_micros = gross_micros - fee_micros),
  constraint withdrawals_whole_cents check (gross_micros % 10000 = 0 and fee_micros % 10000 = 0),
  constraint withdrawals_sent_is_proven check (state not in ('sent', 'completed') or tx_hash is not null or paypal_batch_id is not null),
  constraint withdrawals_completed_is_settled check (state <> 'completed' or settled_transfer_id is not null),
  constraint withdrawals_over_is_resolved check ((state in ('completed', 'rejected', 'cancelled', 'failed', 'returned'))
    = (num_nonnulls(settled_transfer_id, released_transfer_id) = 1)),
  constraint withdrawals_not_sent_is_released check (state not in ('rejected', 'cancelled', 'failed') or released_transfer_id is not null),
  constraint withdrawals_destination_exists foreign key (owner_id, destination_id) references payout_destinations (owner_id, id),
  constraint withdrawals_hold_exists foreign key (owner_id, hold_transfer_id) references ledger.transfers (owner_id, id),
  constraint withdrawals_settlement_exists foreign key (owner_id, settled_transfer_id) references ledger.transfers (owner_id, id),
  constraint withdrawals_release_exists foreign key (owner_id, released_transfer_id) references ledger.transfers (owner_id, id)
);
create index withdrawals_by_id on withdrawals (id);
create index withdrawals_open on withdrawals (state, id) where state in
  ('requested', 'in_review', 'approved', 'sending', 'sent', 'unclaimed', 'needs_attention');
create index withdrawals_by_destination on withdrawals (destination, id);
create index withdrawals_of_owner_lately on withdrawals (owner_id, requested_at);
create index withdrawals_over on withdrawals (state, id) where state in ('completed', 'rejected', 'cancelled', 'failed', 'returned');
-- What PayPal brought an owner lately may leave only to PayPal.
create index deposits_by_paypal_lately on deposits (owner_id, credited_at) where kind = 'paypal' and state = 'credited';
-- A hash proves one withdrawal and no other, whoever the owner is.
create unique index withdrawals_tx_once on withdrawals (kind, tx_hash) where tx_hash is not null;
create unique index withdrawals_paypal_item_once on withdrawals (paypal_item_id) where paypal_item_id is not null;

create table withdrawal_transitions (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into withdrawal_transitions (from_state, to_state) values
  ('requested', 'in_review'), ('requested', 'approved'), ('requested', 'cancelled'), ('requested', 'rejected'),
  ('in_review', 'approved'), ('in_review', 'cancelled'), ('in_review', 'rejected'),
  ('approved', 'sending'), ('approved', 'sent'), ('approved', 'cancelled'), ('approved', 'needs_attention'),
  ('sending', 'sent'), ('sending', 'unclaimed'), ('sending', 'completed'), ('sending', 'failed'), ('sending', 'returned'),
  ('sending', 'needs_attention'), ('sending', 'approved'),
  ('sent', 'completed'), ('sent', 'unclaimed'), ('sent', 'failed'), ('sent', 'returned'), ('sent', 'needs_attention'),
  ('unclaimed', 'completed'), ('unclaimed', 'returned'), ('unclaimed', 'failed'), ('unclaimed', 'needs_attention'),
  ('needs_attention', 'sent'), ('needs_attention', 'completed'), ('needs_attention', 'failed'), ('needs_attention', 'approved'),
  -- PayPal may take back what it had paid.
  ('completed', 'returned');

create function withdrawals_move_legally() returns trigger language plpgsql as $$
declare
  yes_needed integer;
  yes_purpose text;
begin
  if (new.owner_id, new.id, new.method_id, new.kind, new.destination_id, new.destination, new.gross_micros, new.fee_micros, new.net_micros, new.hold_transfer_id, new.approvals_needed, new.proof_kind, new.proved_at, new.request_key, new.requested_at)
      is distinct from
     (old.owner_id, old.id, old.method_id, old.kind, old.destination_id, old.destination, old.gross_micros, old.fee_micros, old.net_micros, old.hold_transfer_id, old.approvals_needed, old.proof_kind, old.proved_at, old.request_key, old.requested_at) then
    raise exception 'withdrawal %: what was confirmed does not change', old.id
      using errcode = 'check_violation', table = 'withdrawals', constraint = 'withdrawals_confirmed_facts_stay';
  end if;
  if new.state = old.state then return new; end if;
  if not exists (
    select from withdrawal_transitions t where t.from_state = old.state and t.to_state = new.state
  ) then
    raise exception 'withdrawal %: % does not become %', old.id, old.state, new.state
      using errcode = 'check_violation', table = 'withdrawals', constraint = 'withdrawals_move_legally';
  end if;
  -- Approved by as many as it needs; given back, after somebody may have sent it, by two.
  if new.state = 'approved' and old.state in ('requested', 'in_review') then
    yes_purpose := 'send'; yes_needed := new.approvals_needed;
  elsif (old.state = 'approved' and new.state = 'cancelled')
     or (old.state = 'needs_attention' and new.state = 'failed' and new.kind <> 'paypal') then
    yes_purpose := 'give_back'; yes_needed := 2;
  end if;
  if yes_needed > (select count(*) from withdrawal_approvals a
      where a.owner_id = new.owner_id and a.withdrawal_id = new.id and a.purpose = yes_purpose) then
    raise exception 'withdrawal %: % needs % people who say %', old.id, new.state, yes_needed, yes_purpose
      using errcode = 'check_violation', table = 'withdrawals', constraint = 'withdrawals_need_their_approvals';
  end if;
  if new.held_reason is not null and (new.held_until is null or new.held_until > new.updated_at)
     and new.state in ('approved', 'sending', 'sent') and old.state in ('requested', 'in_review', 'approved') then
    raise exception 'withdrawal %: it is held', old.id
      using errcode = 'check_violation', table = 'withdrawals', constraint = 'withdrawals_held_stay';
  end if;
  return new;
end $$;
create trigger withdrawals_move_legally before update on withdrawals for each row execute function withdrawals_move_legally();

create function withdrawals_begin_requested() returns trigger language plpgsql as $$
begin
  if new.state <> 'requested' then
    raise exception 'withdrawal %: it begins as requested', new.id
      using errcode = 'check_violation', table = 'withdrawals', constraint = 'withdrawals_begin_requested';
  end if;
  return new;
end $$;
create trigger withdrawals_begin_requested before insert on withdrawals for each row execute function withdrawals_begin_requested();

create table withdrawal_events (
  owner_id uuid not null,
  withdrawal_id uuid not null,
  id uuid not null default uuidv7(),
  from_state text,
  to_state text not null,
  detail text not null default '',
  -- For the people who run the platform, not for the owner.
  internal_note text,
  actor_id uuid,
  at timestamptz not null default now(),
  primary key (owner_id, withdrawal_id, id),
  constraint withdrawal_events_withdrawal_exists foreign key (owner_id, withdrawal_id) references withdrawals (owner_id, id)
);

-- Who said yes, to what: sending it, or giving the money back after it may have been sent.
create table withdrawal_approvals (
  owner_id uuid not null,
  withdrawal_id uuid not null,
  purpose text not null,
  approver_id uuid not null references users (id),
  statement text not null default '',
  at timestamptz not null default now(),
  primary key (owner_id, withdrawal_id, purpose, approver_id),
  constraint withdrawal_approvals_purpose_is_known check (purpose in ('send', 'give_back')),
  constraint withdrawal_approvals_not_by_the_owner check (approver_id <> owner_id),
  constraint withdrawal_approvals_withdrawal_exists foreign key (owner_id, withdrawal_id) references withdrawals (owner_id, id)
);

-- What a user, and the platform, has asked for in a day (UTC). A row is locked by whoever adds to it, so that a limit
-- holds for requests that run at the same time.
create table owner_withdrawal_days (
  owner_id uuid not null,
  day date not null,
  requests integer not null default 0,
  amount_micros bigint not null default 0,
  primary key (owner_id, day),
  constraint owner_withdrawal_days_count_up check (requests >= 0 and amount_micros >= 0)
);
create table platform_withdrawal_days (
  day date primary key,
  requests integer not null default 0,
  amount_micros bigint not null default 0,
  constraint platform_withdrawal_days_count_up check (requests >= 0 and amount_micros >= 0)
);

-- ── PayPal ─────────────────────────────────────────────────────────────────────────────────────────────────────────
create table paypal_events (
  event_id text primary key,
  method_id uuid not null references payment_methods (id),
  kind text not null,
  resource_id text,
  received_at timestamptz not null default now(),
  handled_at timestamptz
);
create index paypal_events_unhandled on paypal_events (received_at) where handled_at is null;

-- ── totals and books ───────────────────────────────────────────────────────────────────────────────────────────────
-- How many deposits and withdrawals an owner has had, so that no screen counts rows. Kept by triggers in the same
-- transaction.
create table payment_totals (
  owner_id uuid not null,
  type text not null,
  entries bigint not null default 0,
  pending bigint not null default 0,
  pending_micros bigint not null default 0,
  completed bigint not null default 0,
  completed_micros bigint not null default 0,
  primary key (owner_id, type)
) with (fillfactor = 70);

create function payment_totals_count() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_status text; new_status text; old_micros bigint; new_micros bigint; kind_of text := tg_argv[0];
begin
  if kind_of = 'deposit' then
    new_status := case when new.state in ('awaiting_payment', 'confirming', 'in_review') then 'pending' when new.state = 'credited' then 'completed' else 'failed' end;
    new_micros := coalesce(new.amount_micros, new.expected_micros, 0);
  else
    new_status := case when new.state = 'completed' then 'completed' when new.state in ('rejected', 'cancelled', 'failed', 'returned') then 'failed' else 'pending' end;
    new_micros := new.gross_micros;
  end if;
  if tg_op = 'UPDATE' then
    if kind_of = 'deposit' then
      old_status := case when old.state in ('awaiting_payment', 'confirming', 'in_review') then 'pending' when old.state = 'credited' then 'completed' else 'failed' end;
      old_micros := coalesce(old.amount_micros, old.expected_micros, 0);
    else
      old_status := case when old.state = 'completed' then 'completed' when old.state in ('rejected', 'cancelled', 'failed', 'returned') then 'failed' else 'pending' end;
      old_micros := old.gross_micros;
    end if;
    if (old_status, old_micros) = (new_status, new_micros) then return null; end if;
  end if;
  insert into payment_totals as t (owner_id, type, entries, pending, pending_micros, completed, completed_micros)
  values (new.owner_id, kind_of, case tg_op when 'INSERT' then 1 else 0 end,
    (new_status = 'pending')::int - coalesce((old_status = 'pending')::int, 0),
    case when new_status = 'pending' then new_micros else 0 end - case when old_status = 'pending' then old_micros else 0 end,
    (new_status = 'completed')::int - coalesce((old_status = 'completed')::int, 0),
    case when new_status = 'completed' then new_micros else 0 end - case when old_status = 'completed' then old_micros else 0 end)
  on conflict (owner_id, type) do update set
    entries = t.entries + excluded.entries, pending = t.pending + excluded.pending,
    pending_micros = t.pending_micros + excluded.pending_micros, completed = t.completed + excluded.completed,
    completed_micros = t.completed_micros + excluded.completed_micros;
  return null;
end $$;
create trigger deposits_counted after insert or update on deposits for each row execute function payment_totals_count('deposit');
create trigger withdrawals_counted after insert or update on withdrawals for each row execute function payment_totals_count('withdrawal');

-- What was found outside beside what the books say, at one moment. Kept, so that a difference has a history.
create table book_checks (
  id uuid primary key default uuidv7(),
  kind text not null,
  taken_at timestamptz not null default now(),
  -- Null: it could not be read, and `detail` says why.
  outside_micros bigint,
  custody_micros bigint not null,
  -- Sent and not yet settled; seen and not yet booked.
  in_flight_out_micros bigint not null,
  in_flight_in_micros bigint not null,
  difference_micros bigint,
  detail text not null,
  block_number bigint,
  constraint book_checks_kind_is_known check (kind in ('usdt_trc20', 'usdt_erc20', 'usdt_bep20', 'paypal')),
  constraint book_checks_difference check (difference_micros is not distinct from
    outside_micros - (custody_micros - in_flight_out_micros + in_flight_in_micros))
);
create index book_checks_latest on book_checks (kind, id);

-- Money that the operator moved between their own pocket and custody, proven by its hash.
create table operator_movements (
  network text not null,
  tx_hash text not null,
  log_index integer not null,
  direction text not null,
  amount_micros bigint not null,
  transfer_id uuid not null,
  recorded_by uuid not null references users (id),
  recorded_at timestamptz not null default now(),
  note text not null default '',
  primary key (network, tx_hash, log_index),
  constraint operator_movements_direction_is_known check (direction in ('funded', 'withdrew')),
  constraint operator_movements_amount_positive check (amount_micros > 0)
);

-- ── what the program may do ────────────────────────────────────────────────────────────────────────────────────────
grant select, insert on deposit_events, withdrawal_events, withdrawal_approvals, book_checks, operator_movements, deposit_addresses to inrange_app;
grant select, insert, update on payment_methods, payment_method_xpubs, payment_method_health, deposits, chain_receipts,
  payment_reviews, payout_destinations, withdrawals, owner_withdrawal_days, platform_withdrawal_days, paypal_events to inrange_app;
grant select on withdrawal_transitions, payment_totals to inrange_app;
