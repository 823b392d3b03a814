-- The ledger beyond earnings: custody of what came from outside, fees, deficits, the house, cases that hold or take
-- back earnings, and the hourly proof of the books.

-- ── accounts ────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Which kinds of accounts there are: their side ('C' grows by credits, what is owed or kept; 'D' by debits), and whether
-- a user or the house may have one. A table and not a check: PostgreSQL reads the text of a check anew for every
-- statement, and this one would cost each posting a tenth of its time.
create table ledger.account_kinds (
  kind text not null,
  normal char(1) not null,
  of_house boolean not null,
  primary key (kind, normal, of_house)
);
insert into ledger.account_kinds (kind, normal, of_house) values
  ('available', 'C', false), ('maturing', 'C', false), ('held', 'C', false), ('message_earnings', 'D', false),
  ('deficit', 'D', false), ('fee_income', 'C', false),
  ('provider_fees', 'D', false), ('provider_fees', 'D', true),
  ('custody_usdt_trc20', 'D', false), ('custody_usdt_trc20', 'D', true),
  ('custody_usdt_erc20', 'D', false), ('custody_usdt_erc20', 'D', true),
  ('custody_usdt_bep20', 'D', false), ('custody_usdt_bep20', 'D', true),
  ('custody_paypal', 'D', false), ('custody_paypal', 'D', true),
  ('suspense', 'C', true), ('operator_funds', 'C', true);

-- The house, owner 00000000-…-0000, keeps what belongs to no user; it is no user itself.
alter table ledger.accounts
  drop constraint accounts_owner_id_fkey,
  drop constraint accounts_kind_is_known,
  drop constraint accounts_no_overdraft,
  add column user_id uuid generated always as (nullif(owner_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
  add column of_house boolean generated always as (owner_id = '00000000-0000-0000-0000-000000000000'::uuid) stored,
  add constraint accounts_owner_is_user_or_house foreign key (user_id) references users (id),
  add constraint accounts_kind_is_of_owner foreign key (kind, normal, of_house)
    references ledger.account_kinds (kind, normal, of_house),
  -- Earnings are paid from what the operator brought, so one owner's share of a custody may be below zero; what is
  -- there altogether is compared with the chain and with PayPal. The operator's funds are what they brought less what
  -- they took, such as fees that were earned: that moved outside before anybody could be asked.
  add constraint accounts_no_overdraft check (case normal when 'C' then credits_micros >= debits_micros or kind = 'operator_funds'
    else debits_micros >= credits_micros or kind like 'custody\_%' end);
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
do $$
declare rules text;
begin
  foreach rules in array array['account_kinds', 'courses'] loop
    execute format('create trigger %I before insert or update or delete on ledger.%I for each row execute function ledger.refuse_change()',
      rules || '_are_fixed', rules);
    execute format('create trigger %I before truncate on ledger.%I for each statement execute function ledger.refuse_change()',
      rules || '_are_kept', rules);
  end loop;
end $$;

-- Which codes there are is what the courses say.
alter table ledger.transfers
  drop constraint transfers_code_is_known,
  drop constraint transfers_resolution_names_hold,
  add constraint transfers_resolution_names_hold check (
    (code in ('hold_released', 'hold_settled', 'case_released', 'case_forfeited')) = (resolves_id is not null));

-- Most owners have few rows, some very many. Told so, the planner never reads all rows of an owner by another index when
-- the whole key is known: of an owner with a hundred thousand transfers that would be a hundred thousand reads.
alter table ledger.transfers alter column owner_id set (n_distinct = 100);
alter table ledger.settlements alter column owner_id set (n_distinct = 100);
alter table ledger.settlement_lines alter column owner_id set (n_distinct = 100);
alter table ledger.maturing_lines alter column owner_id set (n_distinct = 100);
alter table ledger.matured_lines alter column owner_id set (n_distinct = 100);

-- What cases hold of one owner; few.
create index transfers_of_cases on ledger.transfers (owner_id, id) where code = 'case_held';

-- Every insert of transfers moves the balances in the same statement; there is no other way to move one. Accounts are
-- locked in key order.
--
-- A session plans these statements once, for as many rows as come first. With another way to join, a session that had
-- begun with a settlement would read all accounts for each single transfer after it.
create or replace function ledger.move_balances() returns trigger language plpgsql security definer
  set search_path = ledger, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
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
  language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into accounts (owner_id, kind, normal)
    select wanted.owner_id, wanted.kind,
      -- A kind that is not of the owner is refused by its constraint, not passed over.
      coalesce((select k.normal from account_kinds k where k.kind = wanted.kind
        and k.of_house = (wanted.owner_id = '00000000-0000-0000-0000-000000000000'::uuid)), '?')
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

-- What a posting begins with: the owners' accounts, opened and locked as lock_accounts does, and then, so that nobody
-- can add to it, what stands under its keys. And what it ends with: the insert. Functions, because a session plans what
-- is in them once: planning these statements for each single transfer took as long as all the rest of it. They work
-- with the rights of who calls them.
create function ledger.open_posting(owner_ids uuid[], kinds text[], key_owner_ids uuid[], keys text[])
  returns table (owner_id uuid, id uuid, kind text, balance_micros bigint, code text, amount_micros bigint,
    idempotency_key text, resolves_id uuid, custody text)
  language plpgsql set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  return query
    select a.owner_id, a.id, a.kind,
      case a.normal when 'C' then a.credits_micros - a.debits_micros else a.debits_micros - a.credits_micros end,
      null::text, null::bigint, null::text, null::uuid, null::text
    from lock_accounts(owner_ids, kinds) a;
  return query
    select t.owner_id, t.id, null::text, null::bigint, t.code, t.amount_micros, t.idempotency_key, t.resolves_id,
      (select substr(a.kind, length('custody_') + 1) from accounts a
       where a.owner_id = t.owner_id and a.id in (t.debit_account_id, t.credit_account_id) and a.kind like 'custody\_%')
    from (select distinct * from unnest(key_owner_ids, keys) asked (owner_id, key)) asked
    join transfers t on t.owner_id = asked.owner_id and t.idempotency_key = asked.key;
end $$;

create function ledger.insert_transfers(owner_ids uuid[], debit_account_ids uuid[], credit_account_ids uuid[],
    amounts_micros bigint[], codes text[], keys text[], descriptions text[], resolves_ids uuid[], actor_ids uuid[])
  returns table (owner_id uuid, idempotency_key text, id uuid)
  language plpgsql set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return query
    insert into transfers as t (owner_id, debit_account_id, credit_account_id, amount_micros, code, idempotency_key,
      description, resolves_id, actor_id)
    select * from unnest(owner_ids, debit_account_ids, credit_account_ids, amounts_micros, codes, keys, descriptions,
      resolves_ids, actor_ids) posted (owner_id, debit_account_id, credit_account_id, amount_micros, code, key,
      description, resolves_id, actor_id)
    order by posted.owner_id, posted.key
    returning t.owner_id, t.idempotency_key, t.id;
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
grant select on ledger.account_kinds, ledger.courses, ledger.forfeited_lines, ledger.frozen_ranges, ledger.checks to inrange_app;
grant insert on ledger.forfeited_lines to inrange_app;
grant insert (owner_id, range_id, frozen_by), delete on ledger.frozen_ranges to inrange_app;
grant insert (started_at, finished_at, faults, first_fault) on ledger.checks to inrange_app;
revoke execute on function ledger.lock_accounts(uuid[], text[]), ledger.end_line_once() from public;
grant execute on function ledger.lock_accounts(uuid[], text[]) to inrange_app;
