-- What of each settlement still waits, in sums that follow the work list: a page of transactions added up tens of
-- thousands of lines to say which settlements have become available in part. By range, because ranges are frozen. The
-- lines stay the truth, the ledger check compares, and nothing but the trigger writes here.
lock table ledger.maturing_lines in share row exclusive mode;

create table ledger.maturing_sums (
  owner_id uuid not null,
  settlement_id uuid not null,
  range_id uuid not null,
  lines integer not null,
  amount_micros bigint not null,
  primary key (owner_id, settlement_id, range_id),
  constraint maturing_sums_settlement_exists foreign key (owner_id, settlement_id)
    references ledger.settlements (owner_id, id),
  constraint maturing_sums_are_not_empty check (lines > 0 and amount_micros > 0)
) with (fillfactor = 70);

insert into ledger.maturing_sums (owner_id, settlement_id, range_id, lines, amount_micros)
select owner_id, settlement_id, range_id, count(*), sum(amount_micros)
from ledger.maturing_lines group by owner_id, settlement_id, range_id;

create function ledger.add_to_maturing_sums() returns trigger language plpgsql security definer
  set search_path = ledger, pg_temp as $$
begin
  insert into maturing_sums as s (owner_id, settlement_id, range_id, lines, amount_micros)
  select owner_id, settlement_id, range_id, count(*), sum(amount_micros)
  from listed group by owner_id, settlement_id, range_id
  on conflict (owner_id, settlement_id, range_id) do update
    set lines = s.lines + excluded.lines, amount_micros = s.amount_micros + excluded.amount_micros;
  return null;
end $$;
create function ledger.take_from_maturing_sums() returns trigger language plpgsql security definer
  set search_path = ledger, pg_temp as $$
begin
  with ended as (
    select owner_id, settlement_id, range_id, count(*)::integer as lines, sum(amount_micros)::bigint as amount_micros
    from taken group by owner_id, settlement_id, range_id
  ), finished as (
    delete from maturing_sums s using ended e
    where (s.owner_id, s.settlement_id, s.range_id) = (e.owner_id, e.settlement_id, e.range_id) and s.lines = e.lines
  )
  update maturing_sums s set lines = s.lines - e.lines, amount_micros = s.amount_micros - e.amount_micros
  from ended e
  where (s.owner_id, s.settlement_id, s.range_id) = (e.owner_id, e.settlement_id, e.range_id) and s.lines <> e.lines;
  return null;
end $$;
create trigger maturing_lines_add_up after insert on ledger.maturing_lines
  referencing new table as listed for each statement execute function ledger.add_to_maturing_sums();
create trigger maturing_lines_leave after delete on ledger.maturing_lines
  referencing old table as taken for each statement execute function ledger.take_from_maturing_sums();

-- With the sums elsewhere, what is left to ask of a settlement's lines is when the last of them matures.
drop index ledger.maturing_lines_of_settlement;
create index maturing_lines_of_settlement on ledger.maturing_lines (owner_id, settlement_id, matures_at);

grant select on ledger.maturing_sums to inrange_app;
