// The SQL of the books: what is on its way in and out, which addresses are ours, what was found before, and the figures
// over all users. Figures are read from roll-ups and accounts; no query counts settlements or messages.
import { sql } from 'kysely'
import type { MethodKind, Network } from '@inrange/contract/payment-kinds'
import { invariant } from '../../../platform/invariant.ts'
import type { Queryable } from '../../../platform/database.ts'

export async function selectUsernames(database: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where id = any (${ids}::uuid[])`.execute(database)
  return new Map(rows.map(({ id, username }) => [id, username]))
}

export type BookCheck = {
  kind: MethodKind
  takenAt: Date
  outsideMicros: bigint | null
  custodyMicros: bigint
  inFlightOutMicros: bigint
  inFlightInMicros: bigint
  differenceMicros: bigint | null
  detail: string
  blockNumber: bigint | null
}

export async function insertBookCheck(database: Queryable, check: BookCheck): Promise<void> {
  await sql`
    insert into book_checks (kind, taken_at, outside_micros, custody_micros, in_flight_out_micros, in_flight_in_micros,
      difference_micros, detail, block_number)
    values (${check.kind}, ${check.takenAt}, ${check.outsideMicros}, ${check.custodyMicros}, ${check.inFlightOutMicros},
      ${check.inFlightInMicros}, ${check.differenceMicros}, ${check.detail}, ${check.blockNumber})`.execute(database)
}

const checkColumns = sql`b.kind, b.taken_at as "takenAt", b.outside_micros as "outsideMicros",
  b.custody_micros as "custodyMicros", b.in_flight_out_micros as "inFlightOutMicros",
  b.in_flight_in_micros as "inFlightInMicros", b.difference_micros as "differenceMicros", b.detail,
  b.block_number as "blockNumber"`

/** The newest of each kind. Index: book_checks_latest, one step a kind. */
export async function selectLatestBooks(database: Queryable, kinds: readonly MethodKind[]): Promise<BookCheck[]> {
  const { rows } = await sql<BookCheck>`
    select b.* from unnest(${kinds}::text[]) with ordinality k (kind, place)
    cross join lateral (
      select ${checkColumns} from book_checks b where b.kind = k.kind order by b.id desc limit 1
    ) b order by k.place`.execute(database)
  return rows
}

/** The newest of all kinds. Index: the primary key, whose ids are made in order of time. */
export async function selectBookHistory(database: Queryable, limit: number): Promise<BookCheck[]> {
  const { rows } = await sql<BookCheck>`
    select ${checkColumns} from book_checks b order by b.id desc limit ${limit}`.execute(database)
  return rows
}

/**
 * Addresses of ours on a kind: those of its methods first, then those that something came to, then those given to
 * users, newest first. One more than `limit` says that there are more.
 */
export async function selectOwnAddresses(database: Queryable, kind: MethodKind, limit: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from (
      select address, 0 as rank, now() as at from payment_methods where kind = ${kind} and address is not null
      union all
      select r.to_address, 1, max(r.seen_at) from chain_receipts r where r.network = substr(${kind}, 6)
        group by r.to_address
      union all
      (select a.address, 2, a.created_at from deposit_addresses a join payment_method_xpubs x on x.id = a.xpub_id
         join payment_methods m on m.id = x.method_id
       where m.kind = ${kind} order by a.created_at desc limit ${limit + 1})
    ) ours group by address order by min(rank), max(at) desc limit ${limit + 1}`.execute(database)
  return rows.map(({ address }) => address)
}

/** Whether an address is a method's own (`treasury`), one given to a user (`given`), or neither. */
export async function selectAddressRole(
  database: Queryable,
  network: Network,
  address: string,
): Promise<'treasury' | 'given' | null> {
  const kind = `usdt_${network}`
  const { rows } = await sql<{ isTreasury: boolean; isGiven: boolean }>`
    select exists (select from payment_methods where kind = ${kind} and address = ${address}) as "isTreasury",
      exists (select from deposit_addresses a join payment_method_xpubs x on x.id = a.xpub_id
        join payment_methods m on m.id = x.method_id where m.kind = ${kind} and a.address = ${address}) as "isGiven"
  `.execute(database)
  return rows[0]?.isTreasury === true ? 'treasury' : rows[0]?.isGiven === true ? 'given' : null
}

/** Whether the sender of a receipt is an address of ours: then nothing came. Indexes: deposit_addresses_by_address. */
const isOwnMovement = sql`(exists (select from payment_methods m where m.kind = 'usdt_' || r.network
    and m.address = r.from_address)
  or exists (select from deposit_addresses a where a.address = r.from_address))`

/**
 * What a chain has and the ledger does not, or the other way round. Receipts that somebody booked as the operator's own
 * are not on their way any more. Indexes: withdrawals_open, chain_receipts_seen.
 */
export async function selectChainFlight(
  database: Queryable,
  network: Network,
): Promise<{ outMicros: bigint; inMicros: bigint; dustRaw: string }> {
  const { rows } = await sql<{ outMicros: bigint; inMicros: bigint; dustRaw: string }>`
    select
      (select coalesce(sum(net_micros), 0)::bigint from withdrawals
        where state = 'sent' and kind = ${`usdt_${network}`}) as "outMicros",
      (select coalesce(sum(amount_micros), 0)::bigint from chain_receipts r
        where r.network = ${network} and r.state = 'seen' and not ${isOwnMovement}
          and not exists (select from operator_movements o
            where o.network = r.network and o.tx_hash = r.tx_hash and o.log_index = r.log_index)) as "inMicros",
      (select coalesce(sum(dust_raw), 0)::text from chain_receipts r
        where r.network = ${network} and r.state <> 'orphaned' and r.dust_raw > 0
          and not ${isOwnMovement}) as "dustRaw"`.execute(database)
  const [row] = rows
  invariant(row, 'Sums without groups are one row')
  return row
}

/** Of these transfers, those that are stored. Index: the primary key. */
export async function selectKnownTransfers(
  database: Queryable,
  network: Network,
  transfers: readonly { txHash: string; logIndex: number }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select r.tx_hash || ' ' || r.log_index as key from chain_receipts r
    join unnest(${transfers.map(({ txHash }) => txHash)}::text[], ${transfers.map(({ logIndex }) => logIndex)}::int[])
      t (tx_hash, log_index) on t.tx_hash = r.tx_hash and t.log_index = r.log_index
    where r.network = ${network}`.execute(database)
  return new Set(rows.map(({ key }) => key))
}

/** Payouts that PayPal has and the ledger still holds. Index: withdrawals_open. */
export async function selectPayoutsInFlight(
  database: Queryable,
  limit: number,
): Promise<{ methodId: string; batchId: string; netMicros: bigint }[]> {
  const { rows } = await sql<{ methodId: string; batchId: string; netMicros: bigint }>`
    select method_id as "methodId", paypal_batch_id as "batchId", net_micros as "netMicros" from withdrawals
    where state in ('sending', 'sent', 'unclaimed', 'needs_attention') and kind = 'paypal'
      and paypal_batch_id is not null
    order by id limit ${limit}`.execute(database)
  return rows
}

/**
 * When money last moved by PayPal, by our own record. Looks at the latest thousand of each. Indexes: deposits_by_id,
 * withdrawals_by_id.
 */
export async function selectLastPaypalMovementAt(database: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select max(at) from (
        select case state when 'reversed' then updated_at else credited_at end as at from deposits
        where kind = 'paypal' and state in ('credited', 'reversed') order by id desc limit 1000) d),
      (select max(at) from (
        select case state when 'returned' then updated_at else coalesce(completed_at, sent_at) end as at
        from withdrawals
        where kind = 'paypal' and paypal_batch_id is not null order by id desc limit 1000) w)) as at
  `.execute(database)
  return rows[0]?.at ?? null
}

export type Movement = {
  network: Network
  txHash: string
  logIndex: number
  direction: 'funded' | 'withdrew'
  amountMicros: bigint
  transferId: string
  recordedBy: string
  note: string
  now: Date
}

/** @throws a violation of operator_movements_pkey */
export async function insertMovement(transaction: Queryable, movement: Movement): Promise<void> {
  await sql`
    insert into operator_movements (network, tx_hash, log_index, direction, amount_micros, transfer_id, recorded_by,
      recorded_at, note)
    values (${movement.network}, ${movement.txHash}, ${movement.logIndex}, ${movement.direction},
      ${movement.amountMicros}, ${movement.transferId}, ${movement.recordedBy}, ${movement.now}, ${movement.note})
  `.execute(transaction)
}

/** Whether a withdrawal waits for exactly this payment. Index: withdrawals_by_destination. */
export async function selectIsAwaitedPayout(
  database: Queryable,
  payout: { kind: MethodKind; destination: string; netMicros: bigint },
): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals where destination = ${payout.destination} and kind = ${payout.kind}
      and net_micros = ${payout.netMicros} and state in ('approved', 'sending', 'sent', 'needs_attention') limit 1
  `.execute(database)
  return rows.length > 0
}

export type SummaryFigures = {
  methods: bigint
  entries: bigint
  pending: bigint
  volumeMicros: bigint
  earnings: bigint
  maturedMicros: bigint
  waiting: bigint
  waitingMicros: bigint
  reviewsOpen: bigint
}

/**
 * Figures over all users. Deposits and withdrawals from their roll-up; earnings from the accounts that each settlement
 * raises by one transfer, less the few transfers by which cases took something back.
 */
export async function selectSummary(database: Queryable): Promise<SummaryFigures> {
  const { rows } = await sql<SummaryFigures>`
    select (select count(*) from payment_methods) as methods, totals.*, accounts.*, queue.*,
      (select count(*) from payment_reviews where state = 'open') as "reviewsOpen"
    from (select coalesce(sum(entries), 0)::bigint as entries, coalesce(sum(pending), 0)::bigint as pending,
        coalesce(sum(completed_micros), 0)::bigint as "volumeMicros" from payment_totals) totals
    cross join (
      select
        (coalesce(sum(version) filter (where kind = 'message_earnings'), 0)
          - (select count(distinct (owner_id, transfer_id)) from ledger.forfeited_lines)
          - (select count(*) from ledger.transfers where resolves_id is not null and code = 'case_forfeited'))::bigint
          as earnings,
        -- Only earning_matured and earning_forfeited take from the maturing account, and the latter is rare.
        (coalesce(sum(debits_micros) filter (where kind = 'maturing'), 0)
          - (select coalesce(sum(l.amount_micros), 0) from ledger.forfeited_lines
             join ledger.settlement_lines l using (owner_id, settlement_id, range_id, hour)))::bigint as "maturedMicros"
      from ledger.accounts where kind in ('message_earnings', 'maturing')
    ) accounts
    cross join (
      select count(*) as waiting, coalesce(sum(net_micros), 0)::bigint as "waitingMicros" from withdrawals
      where state in ('requested', 'in_review', 'approved', 'needs_attention')
    ) queue`.execute(database)
  const [row] = rows
  invariant(row, 'Figures are one row')
  return row
}

/** The newest block of the journal's chain, or null before the first. Index: the primary key. */
export async function selectSeal(
  database: Queryable,
): Promise<{ blockId: bigint; hash: string; sealedAt: Date } | null> {
  const { rows } = await sql<{ blockId: bigint; hash: string; sealedAt: Date }>`
    select id as "blockId", encode(hash, 'hex') as hash, sealed_at as "sealedAt" from ledger.blocks
    order by id desc limit 1`.execute(database)
  return rows[0] ?? null
}
