// The SQL that proves payments against the journal. Guarantees that every query compares inside PostgreSQL and returns
// only what differs, so that memory stays bounded. It deliberately repairs nothing. Amounts in findings are micro-USD.
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'
import type { Finding } from '../../ledger/ledger.public.ts'

const FINDINGS_MAX = 50

async function findings(database: Queryable, query: RawBuilder<Finding>): Promise<Finding[]> {
  const { rows } = await sql<Finding>`select * from (${query}) found limit ${FINDINGS_MAX}`.execute(database)
  return rows
}

/** A deposit that was credited is one transfer of its amount, and another of its fee; what was reversed went back. */
export function findWrongDeposits(database: Queryable): Promise<Finding[]> {
  return findings(
    database,
    sql`select d.owner_id as "ownerId", 'deposit ' || d.id as subject,
        format('%s credited, fee %s, %s back', d.amount_micros, d.fee_micros,
          case d.state when 'reversed' then 'something' else 'nothing' end) as expected,
        format('%s credited, fee %s, %s back', coalesce(t.amount_micros, 0), coalesce(f.amount_micros, 0),
          back.micros) as found
      from deposits d
      left join ledger.transfers t on t.owner_id = d.owner_id and t.id = d.deposit_transfer_id and t.code = 'deposit'
      left join ledger.transfers f on f.owner_id = d.owner_id and f.idempotency_key = t.idempotency_key || ':fee'
      cross join lateral (
        select coalesce(sum(r.amount_micros), 0) as micros from ledger.transfers r
        where r.owner_id = d.owner_id and r.code in ('deposit_reversed', 'deposit_lost')
          and starts_with(r.idempotency_key, 'deposit:' || d.id || ':')
      ) back
      where d.deposit_transfer_id is not null
        and (t.amount_micros is distinct from d.amount_micros or coalesce(f.amount_micros, 0) <> d.fee_micros
          or (d.state = 'reversed') <> (back.micros > 0) or back.micros > d.amount_micros)
      union all
      select t.owner_id, 'transfer ' || t.id, 'one deposit', count(d.id) || ' deposits'
      from ledger.transfers t left join deposits d on d.owner_id = t.owner_id and d.deposit_transfer_id = t.id
      where t.code = 'deposit' group by t.owner_id, t.id having count(d.id) <> 1`,
  )
}

/**
 * A withdrawal that is not over has its hold, open; one that is over has ended it, settled or released, by the transfer
 * it names; one that came back after its completion was given the net amount.
 */
export function findWrongWithdrawals(database: Queryable): Promise<Finding[]> {
  return findings(
    database,
    sql`select w.owner_id as "ownerId", 'withdrawal ' || w.id as subject,
        format('a hold of %s, %s', w.gross_micros, wanted.ending) as expected,
        format('a hold of %s, %s', coalesce(h.amount_micros, 0), coalesce(r.code, 'open')
          || case when r.id is distinct from coalesce(w.settled_transfer_id, w.released_transfer_id)
               then ' by another transfer' else '' end
          || case when b.id is null then '' else ', and back' end) as found
      from withdrawals w
      cross join lateral (
        select case
          when w.settled_transfer_id is not null and w.state = 'returned' then 'hold_settled, and back'
          when w.settled_transfer_id is not null then 'hold_settled'
          when w.released_transfer_id is not null then 'hold_released'
          else 'open' end as ending
      ) wanted
      left join ledger.transfers h on h.owner_id = w.owner_id and h.id = w.hold_transfer_id and h.code = 'hold'
      left join ledger.transfers r on r.owner_id = w.owner_id and r.resolves_id = w.hold_transfer_id
      left join ledger.transfers b on b.owner_id = w.owner_id and b.code = 'payout_returned'
        and b.amount_micros = w.net_micros and b.idempotency_key = 'withdrawal:' || w.id || ':returned'
      where h.amount_micros is distinct from w.gross_micros
        or wanted.ending <> coalesce(r.code, 'open') || case when b.id is null then '' else ', and back' end
        or r.id is distinct from coalesce(w.settled_transfer_id, w.released_transfer_id)
        or (w.state in ('completed', 'rejected', 'cancelled', 'failed', 'returned')) = (r.id is null)
      union all
      select t.owner_id, 'hold ' || t.id, 'one withdrawal', count(w.id) || ' withdrawals'
      from ledger.transfers t left join withdrawals w on w.owner_id = t.owner_id and w.hold_transfer_id = t.id
      where t.code = 'hold' group by t.owner_id, t.id having count(w.id) <> 1`,
  )
}

/** What is completed is proven, and a hash, a capture or a payout proves one thing. */
export function findSharedProofs(database: Queryable): Promise<Finding[]> {
  return findings(
    database,
    sql`with proofs (proof, proves) as (
        select kind || ' ' || tx_hash, 'withdrawal ' || id from withdrawals where tx_hash is not null
        union all
        select distinct 'usdt_' || network || ' ' || tx_hash, 'movement ' || tx_hash from operator_movements
        union all
        select 'usdt_' || network || ' ' || returned_tx_hash, 'review ' || id from payment_reviews
          where returned_tx_hash is not null
        union all
        select 'capture ' || paypal_capture_id, 'deposit ' || id from deposits where paypal_capture_id is not null
        union all
        select 'batch ' || paypal_batch_id, 'withdrawal ' || id from withdrawals where paypal_batch_id is not null
        union all
        select 'item ' || paypal_item_id, 'withdrawal ' || id from withdrawals where paypal_item_id is not null
      )
      select null::uuid as "ownerId", proof as subject, 'one use' as expected, string_agg(proves, ', ') as found
      from proofs group by proof having count(*) > 1
      union all
      select owner_id, 'withdrawal ' || id, 'a hash or a payout', 'neither' from withdrawals
      where state = 'completed' and tx_hash is null and paypal_batch_id is null`,
  )
}

/** What is in suspense is what came and nobody owns; what is credited belongs to a deposit of that amount. */
export function findWrongReceipts(database: Queryable): Promise<Finding[]> {
  return findings(
    database,
    sql`select null::uuid as "ownerId", 'suspense' as subject, receipts.micros::text as expected,
        house.micros::text as found
      from (select coalesce(sum(amount_micros), 0) as micros from chain_receipts
        where suspense_transfer_id is not null and state in ('in_review', 'ignored')) receipts
      cross join (select coalesce(sum(credits_micros - debits_micros), 0) as micros from ledger.accounts
        where kind = 'suspense') house
      where receipts.micros <> house.micros
      union all
      select r.owner_id, format('receipt %s %s %s', r.network, r.tx_hash, r.log_index),
        r.amount_micros || ' credited', coalesce(d.amount_micros || ' ' || d.state, 'no deposit')
      from chain_receipts r left join deposits d on d.owner_id = r.owner_id and d.id = r.deposit_id
      where r.state = 'credited' and (d.amount_micros is distinct from r.amount_micros
        or d.state not in ('credited', 'reversed'))`,
  )
}

/** What the operator moved is a transfer of the house, of that amount and that way. */
export function findWrongMovements(database: Queryable): Promise<Finding[]> {
  return findings(
    database,
    sql`select null::uuid as "ownerId", format('movement %s %s %s', o.network, o.tx_hash, o.log_index) as subject,
        format('operator_%s %s', o.direction, o.amount_micros) as expected,
        coalesce(t.code || ' ' || t.amount_micros, 'no transfer') as found
      from operator_movements o
      left join ledger.transfers t on t.id = o.transfer_id
        and t.owner_id = '00000000-0000-0000-0000-000000000000'::uuid
      where t.code is distinct from 'operator_' || o.direction or t.amount_micros is distinct from o.amount_micros`,
  )
}

/** What owners are told of their deposits and withdrawals in all is what the rows add up to. */
export function findWrongTotals(database: Queryable): Promise<Finding[]> {
  return findings(
    database,
    sql`with entries (owner_id, type, status, micros) as (
        select owner_id, 'deposit', case
            when state in ('awaiting_payment', 'confirming', 'in_review') then 'pending'
            when state = 'credited' then 'completed' else 'failed' end,
          coalesce(amount_micros, expected_micros, 0) from deposits
        union all
        select owner_id, 'withdrawal', case when state = 'completed' then 'completed'
            when state in ('rejected', 'cancelled', 'failed', 'returned') then 'failed' else 'pending' end,
          gross_micros from withdrawals
      ), counted as (
        select owner_id, type, format('%s entries, %s pending %s, %s completed %s', count(*),
          count(*) filter (where status = 'pending'), coalesce(sum(micros) filter (where status = 'pending'), 0),
          count(*) filter (where status = 'completed'), coalesce(sum(micros) filter (where status = 'completed'), 0))
          as text
        from entries group by owner_id, type
      ), kept as (
        select owner_id, type, format('%s entries, %s pending %s, %s completed %s', entries, pending, pending_micros,
          completed, completed_micros) as text
        from payment_totals where entries > 0
      )
      select owner_id as "ownerId", type || 's in all' as subject, coalesce(c.text, 'none') as expected,
        coalesce(k.text, 'none') as found
      from counted c full join kept k using (owner_id, type) where c.text is distinct from k.text`,
  )
}
