-- The ledger beyond earnings: custody of what came from outside, fees, deficits, the house, cases that hold or take
-- back earnings, and the hourly proof of the books.

-- ── accounts ────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The house, owner 00000000-…-0000, keeps what belongs to no user; it is no user itself.
alter table ledger.accounts
  drop constraint accounts_owner_id_fkey,
  drop constraint accounts_kind_is_known,
  drop constraint accounts_no_overdraft,
  add column user_id uuid generated always as (nullif(owner_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
  add constraint accounts_owner_is_user_or_house foreign key (user_id) references users (id),
  add constraint accounts_kind_is_known check ((kind, normal) in (
    ('available', 'C'), ('maturing', 'C'), ('held', 'C'), ('message_earnings', 'D'),
    ('deficit', 'D'), ('fee_income', 'C'), ('provider_fees', 'D'),
    ('custody_usdt_trc20', 'D'), ('custody_usdt_erc20', 'D'), ('custody_usdt_bep20', 'D'), ('custody_paypal', 'D'),
    ('suspense', 'C'), ('operator_funds', 'C'))),
  add constraint accounts_house_keeps_its_own check (case
    when kind in ('provider_fees', 'custody_usdt_trc20', 'custody_usdt_erc20', 'custody_usdt_bep20', 'custody_paypal') then true
    else (kind in ('suspense', 'operator_funds')) = (owner_id = '00000000-0000-0000-0000-000000000000'::uuid) end),
  -- Earnings are paid from what the operator brought, so one owner's share of a custody may be below zero; what is
  -- there altogether is compared with the chain and with PayPal.
  add constraint accounts_no_overdraft check (
    kind in ('custody_usdt_trc20', 'custody_usdt_erc20', 'custody_usdt_bep20', 'custody_paypal')
    or case normal when 'C' then credits_micros >= debits_micros else debits_micros >= credits_micros end);
-- Those who ever had a deficit: few. Its amount is not part of the index, or no update of an account could stay on its
-- page (HOT).
create index accounts_with_deficit on ledger.accounts (owner_id) where kind = 'deficit';

-- ── courses ─────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Between which accounts the transfers of a code run. Nothing else can be inserted, whatever the program asks for.
create table ledger.courses (
  code text not null,
  debit_kind text not null,
  credit_kind text not null,
  primary key (code, debit_kind, credit_kind)
);
insert into ledger.courses (code, debit_kind, credit_kind) values
  ('earning_settled', 'message_earnings', 'maturing'),
  ('earning_matured', 'maturing', 'available'),
  ('earning_forfeited', 'maturing', 'message_earnings'),
  ('hold', 'available', 'held'),
  ('hold_released', 'held', 'available'),
  ('case_held', 'available', 'held'),
  ('case_released', 'held', 'available'),
  ('case_forfeited', 'held', 'message_earnings'),
  ('deposit_fee', 'available', 'fee_income'),
  ('deposit_fee_reversed', 'fee_income', 'available'),
  ('deficit_recovered', 'available', 'deficit');
insert into ledger.courses (code, debit_kind, credit_kind)
  select course.code, coalesce(course.debit_kind, custody.kind), coalesce(course.credit_kind, custody.kind)
  from (values
    ('hold_settled', 'held', null),
    ('withdrawal_fee', null, 'fee_income'),
    ('payout_returned', null, 'available'),
    ('deposit', null, 'available'),
    ('deposit_reversed', 'available', null),
    ('deposit_lost', 'deficit', null),
    ('provider_fee', 'provider_fees', null),
    ('suspense_received', null, 'suspense'),
    ('suspense_resolved', 'suspense', null),
    ('operator_funded', null, 'operator_funds'),
    ('operator_withdrew', 'operator_funds', null)
  ) course (code, debit_kind, credit_kind)
  cross join (values ('custody_usdt_trc20'), ('custody_usdt_erc20'), ('custody_usdt_bep20'), ('custody_paypal')) custody (kind);
create trigger courses_are_fixed before insert or update or delete on ledger.courses
  for each row execute function ledger.refuse_change();
create trigger courses_are_kept before truncate on ledger.courses
  for each statement execute function ledger.refuse_change();

alter table ledger.transfers
  drop constraint transfers_code_is_known,
  drop constraint transfers_resolution_names_hold,
  add constraint transfers_code_is_known check (code in (
    'earning_settled', 'earning_matured', 'earning_forfeited', 'hold', 'hold_released', 'hold_settled',
    'withdrawal_fee', 'payout_returned', 'deposit', 'deposit_fee', 'deposit_reversed', 'deposit_lost',
    'deposit_fee_reversed', 'deficit_recovered', 'provider_fee', 'suspense_received', 'suspense_resolved',
    'operator_funded', 'operator_withdrew', 'case_held', 'case_released', 'case_forfeited')),
  add constraint transfers_resolution_names_hold check (
    (code in ('hold_released', 'hold_settled', 'case_released', 'case_forfeited')) = (resolves_id is not null));

-- What cases hold of one owner; few.
create index transfers_of_cases on ledger.transfers (owner_id, id) where code = 'case_held';

-- Every insert of transfers moves the balances in the same statement; there is no other way to move one. Accounts are
-- locked in key order.
create or replace function ledger.move_balances() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  if exists (
    select from posted p
    join accounts d on d.owner_id = p.owner_id and d.id = p.debit_account_id
    join accounts c on c.owner_id = p.owner_id and c.id = p.credit_account_id
    where not exists (select from courses k where k.code = p.code and k.debit_kind = d.kind and k.credit_kind = c.kind)
  ) then
    raise exception 'a transfer does not run between the accounts of its code'
      using errcode = 'check_violation', schema = 'ledger', table = 'transfers', constraint = 'transfers_accounts_fit_code';
  end if;
  -- A resolution takes the whole of what it names: of a hold, or of what a case held.
  if exists (
    select from posted p
    join transfers h on h.owner_id = p.owner_id and h.id = p.resolves_id
    where p.amount_micros <> h.amount_micros
      or h.code <> case when p.code in ('case_released', 'case_forfeited') then 'case_held' else 'hold' end
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

-- Opens what accounts these owners do not have yet, and locks all they have, in key order, until the transaction
-- ends. Beside the four kinds that everybody has (the house has none of them) it opens, for the owner at the same
-- place, the kind asked for: most owners only ever earn, and need no account more.
drop function ledger.lock_accounts(uuid[]);
create function ledger.lock_accounts(owner_ids uuid[], kinds text[] default '{}') returns setof ledger.accounts
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  insert into accounts (owner_id, kind, normal)
    select wanted.owner_id, wanted.kind,
      case when wanted.kind in ('message_earnings', 'deficit', 'provider_fees', 'custody_usdt_trc20',
        'custody_usdt_erc20', 'custody_usdt_bep20', 'custody_paypal') then 'D' else 'C' end
    from (
      select owner.id as owner_id, base.kind
      from unnest(owner_ids) owner (id)
      cross join (values ('available'), ('held'), ('maturing'), ('message_earnings')) base (kind)
      where owner.id <> '00000000-0000-0000-0000-000000000000'::uuid
      union
      select asked.owner_id, asked.kind from unnest(owner_ids, kinds) asked (owner_id, kind)
      where asked.owner_id is not null and asked.kind is not null
    ) wanted
    where not exists (select from accounts a where a.owner_id = wanted.owner_id and a.kind = wanted.kind)
    order by wanted.owner_id, wanted.kind
    on conflict (owner_id, kind) do nothing;
  return query select * from accounts a where a.owner_id = any (owner_ids) order by a.owner_id, a.id for no key update;
end $$;

-- ── lines taken back, ranges frozen ─────────────────────────────────────────────────────────────────────────────────
-- A line that a case took back before it matured, and the transfer that did. Insert-only, so the line itself never
-- changes.
create table ledger.forfeited_lines (
  owner_id uuid not null,
  settlement_id uuid not null,
  range_id uuid not null,
  hour timestamptz not null,
  transfer_id uuid not null,
  primary key (owner_id, settlement_id, range_id, hour),
  constraint forfeited_lines_line_exists foreign key (owner_id, settlement_id, range_id, hour)
    references ledger.settlement_lines (owner_id, settlement_id, range_id, hour),
  constraint forfeited_lines_transfer_exists foreign key (owner_id, transfer_id) references ledger.transfers (owner_id, id)
);
create index forfeited_lines_of_transfer on ledger.forfeited_lines (owner_id, transfer_id);
create trigger forfeited_lines_are_immutable before update or delete on ledger.forfeited_lines
  for each row execute function ledger.refuse_change();
create trigger forfeited_lines_are_kept before truncate on ledger.forfeited_lines
  for each statement execute function ledger.refuse_change();

-- A line matures or is forfeited, never both.
create function ledger.end_line_once() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  if exists (
    select from ended join matured_lines m using (owner_id, settlement_id, range_id, hour)
    join forfeited_lines f using (owner_id, settlement_id, range_id, hour)
  ) then
    raise exception 'a line matures or is forfeited, never both'
      using errcode = 'check_violation', schema = 'ledger', table = tg_table_name, constraint = 'settlement_lines_end_once';
  end if;
  return null;
end $$;
create trigger matured_lines_end_once after insert on ledger.matured_lines
  referencing new table as ended for each statement execute function ledger.end_line_once();
create trigger forfeited_lines_end_once after insert on ledger.forfeited_lines
  referencing new table as ended for each statement execute function ledger.end_line_once();

-- Of these ranges of an owner nothing matures, however due, while at least one row says so; `frozen_by` names what
-- froze it (a case), so that two who froze one range thaw it only together.
create table ledger.frozen_ranges (
  owner_id uuid not null references users (id),
  range_id uuid not null references ranges (id),
  frozen_by uuid not null,
  frozen_at timestamptz not null default now(),
  primary key (owner_id, range_id, frozen_by)
);

-- ── proof ───────────────────────────────────────────────────────────────────────────────────────────────────────────
-- What each hourly check of the books found. A check that could not end leaves no row: its absence alarms too.
create table ledger.checks (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  faults integer not null,
  first_fault text,
  constraint checks_end_after_start check (finished_at >= started_at),
  constraint checks_faults_not_negative check (faults >= 0),
  constraint checks_first_fault_is_told check ((faults > 0) = (first_fault is not null))
);
create trigger checks_are_immutable before update or delete on ledger.checks
  for each row execute function ledger.refuse_change();
create trigger checks_are_kept before truncate on ledger.checks
  for each statement execute function ledger.refuse_change();

-- ── what the program may do ─────────────────────────────────────────────────────────────────────────────────────────
grant select on ledger.courses, ledger.forfeited_lines, ledger.frozen_ranges, ledger.checks to inrange_app;
grant insert on ledger.forfeited_lines to inrange_app;
grant insert (owner_id, range_id, frozen_by), delete on ledger.frozen_ranges to inrange_app;
grant insert (started_at, finished_at, faults, first_fault) on ledger.checks to inrange_app;
revoke execute on function ledger.lock_accounts(uuid[], text[]), ledger.end_line_once() from public;
grant execute on function ledger.lock_accounts(uuid[], text[]) to inrange_app;
