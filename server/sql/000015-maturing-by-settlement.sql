-- What of a settlement still waits, along one index of the work list: a page of transactions looked every line of its
-- settlements up, and asked of each whether it has matured or was taken back.
create index maturing_lines_of_settlement on ledger.maturing_lines (owner_id, settlement_id)
  include (range_id, matures_at, amount_micros);
