--! breaking
-- How much each waiting line is, in the work list itself, so that what matures when is summed along one index: looking up
-- tens of thousands of lines took a page a tenth of a second. A line never changes, so its amount is written with its
-- place and never again; lines stay the truth, and the ledger check compares. Breaking, because a program from before
-- this would list lines without an amount, which is refused.

-- Indexes are made once, when every row has its amount, and not kept up row by row.
alter table ledger.maturing_lines drop constraint maturing_lines_pkey;
drop index ledger.maturing_lines_due;

alter table ledger.maturing_lines add column amount_micros bigint;
update ledger.maturing_lines m set amount_micros = l.amount_micros
  from ledger.settlement_lines l
  where l.owner_id = m.owner_id and l.settlement_id = m.settlement_id and l.range_id = m.range_id and l.hour = m.hour;
alter table ledger.maturing_lines alter column amount_micros set not null;
alter table ledger.maturing_lines add constraint maturing_lines_amount_positive check (amount_micros > 0);

alter table ledger.maturing_lines
  add primary key (owner_id, matures_at, settlement_id, range_id, hour) include (amount_micros);
create index maturing_lines_due on ledger.maturing_lines (matures_at, owner_id);
