// All SQL of the ledger slice that writes. Guarantees: whoever posts has locked the owners' accounts first, in key
// order, and posts everything in one statement, so two never wait for each other in a circle. The balances are moved
// by a trigger of the database, never from here.
import { sql } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'
import { courseOf, type AccountKind, type KnownHold, type KnownTransfer, type TransferRequest } from './ledger.rules.ts'

export type LockedAccount = { ownerId: string; id: string; kind: AccountKind; balanceMicros: bigint }

/** An owner, and a kind of account that they need beside the four that everybody has; null: none. */
export type AskedAccount = { ownerId: string; kind: AccountKind | null }

/**
 * Opens what is asked for and locks all accounts of these owners until the transaction ends, in the order of
 * (owner_id, id). Two callers with common owners take turns. Index: the primary key.
 */
export async function lockAccounts(
  transaction: DatabaseTransaction,
  asked: readonly AskedAccount[],
): Promise<LockedAccount[]> {
  const { rows } = await sql<LockedAccount>`
    select owner_id as "ownerId", id, kind,
           case normal when 'C' then credits_micros - debits_micros else debits_micros - credits_micros end
             as "balanceMicros"
    from ledger.lock_accounts(${asked.map((account) => account.ownerId)}::uuid[],
      ${asked.map((account) => account.kind)}::text[])`.execute(transaction)
  return rows
}

/**
 * Transfers that already stand under these keys. Only true to the end of the transaction when the accounts are locked.
 * Index: transfers_key_unique.
 */
export async function selectTransfersByKey(
  transaction: DatabaseTransaction,
  requests: readonly TransferRequest[],
): Promise<KnownTransfer[]> {
  const { rows } = await sql<KnownTransfer>`
    select t.owner_id as "ownerId", t.id, t.code, t.amount_micros as "amountMicros",
           t.idempotency_key as "idempotencyKey", t.resolves_id as "resolvesId",
           (select substr(a.kind, length('custody_') + 1) from ledger.accounts a
            where a.owner_id = t.owner_id and a.id in (t.debit_account_id, t.credit_account_id)
              and a.kind like 'custody\\_%') as custody
    from (select distinct * from unnest(
      ${requests.map((request) => request.ownerId)}::uuid[],
        ${requests.map((request) => request.idempotencyKey)}::text[])
      asked (owner_id, idempotency_key)) asked
    join ledger.transfers t using (owner_id, idempotency_key)`.execute(transaction)
  return rows
}

/**
 * The holds that these requests want to resolve, and whether that has happened. Indexes: the primary key,
 * transfers_hold_resolves_once.
 */
export async function selectHolds(
  transaction: DatabaseTransaction,
  requests: readonly TransferRequest[],
): Promise<KnownHold[]> {
  const resolving = requests.filter((request) => request.resolvesId !== undefined)
  if (resolving.length === 0) return []
  const { rows } = await sql<KnownHold>`
    select h.owner_id as "ownerId", h.id, h.code, h.amount_micros as "amountMicros", r.id is not null as "isResolved"
    from (select distinct * from unnest(
      ${resolving.map((request) => request.ownerId)}::uuid[], ${resolving.map((request) => request.resolvesId)}::uuid[])
      asked (owner_id, id)) asked
    join ledger.transfers h using (owner_id, id)
    left join ledger.transfers r on r.owner_id = h.owner_id and r.resolves_id = h.id
    where h.code in ('hold', 'case_held')`.execute(transaction)
  return rows
}

/**
 * Inserts all transfers in one statement, in the order of their keys, which is the order in which another writer
 * without our locks would wait.
 * @returns the id of each, by owner and key
 */
export async function insertTransfers(
  transaction: DatabaseTransaction,
  requests: readonly TransferRequest[],
  accountIdOf: (ownerId: string, kind: AccountKind) => string,
): Promise<{ ownerId: string; idempotencyKey: string; id: string }[]> {
  const column = <Value>(read: (request: TransferRequest) => Value): Value[] => requests.map(read)
  const { rows } = await sql<{ ownerId: string; idempotencyKey: string; id: string }>`
    insert into ledger.transfers (owner_id, debit_account_id, credit_account_id, amount_micros, code, idempotency_key,
                                  description, resolves_id, actor_id)
    select * from unnest(
      ${column((request) => request.ownerId)}::uuid[],
      ${column((request) => accountIdOf(request.ownerId, courseOf(request).debit))}::uuid[],
      ${column((request) => accountIdOf(request.ownerId, courseOf(request).credit))}::uuid[],
      ${column((request) => request.amountMicros)}::bigint[],
      ${column((request) => request.code)}::text[],
      ${column((request) => request.idempotencyKey)}::text[],
      ${column((request) => request.description ?? '')}::text[],
      ${column((request) => request.resolvesId ?? null)}::uuid[],
      ${column((request) => request.actorId ?? null)}::uuid[]
    ) posted (owner_id, debit_account_id, credit_account_id, amount_micros, code, idempotency_key, description,
      resolves_id, actor_id)
    order by owner_id, idempotency_key
    returning owner_id as "ownerId", idempotency_key as "idempotencyKey", id`.execute(transaction)
  return rows
}

/**
 * Owners with something to settle in hours up to `lastHour`. Index: traffic_hourly_unsettled, which holds only such
 * hours.
 */
export async function selectOwnersToSettle(database: Queryable, lastHour: Date, ownersMax: number): Promise<string[]> {
  const { rows } = await sql<{ ownerId: string }>`
    select distinct owner_id as "ownerId" from traffic_hourly
    where unsettled and hour <= ${lastHour}
    order by owner_id limit ${ownersMax}`.execute(database)
  return rows.map((row) => row.ownerId)
}

export type UnsettledHour = { rangeId: string; hour: Date; earnedMicros: bigint; settledMicros: bigint }

/**
 * Locks the closed hours of one owner in which more is earned than settled, oldest first, in the order of the primary
 * key, which is also the order in which the pipeline writes them. A second runner waits here and then finds them
 * settled. Index: traffic_hourly_unsettled.
 */
export async function lockUnsettledHours(
  transaction: DatabaseTransaction,
  ownerId: string,
  lastHour: Date,
  linesMax: number,
): Promise<UnsettledHour[]> {
  const { rows } = await sql<UnsettledHour>`
    select range_id as "rangeId", hour, earned_micros as "earnedMicros", settled_micros as "settledMicros"
    from traffic_hourly
    where owner_id = ${ownerId} and unsettled and hour <= ${lastHour} and earned_micros > settled_micros
    order by owner_id, hour, range_id limit ${linesMax}
    for no key update`.execute(transaction)
  return rows
}

/** An id for a settlement, made by the database so that ids of one moment keep their order. */
export async function makeSettlementId(transaction: DatabaseTransaction): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(transaction)
  return rows[0]?.id ?? ''
}

export type NewLine = UnsettledHour & { amountMicros: bigint; maturesAt: Date }
export type NewSettlement = {
  ownerId: string
  settlementId: string
  transferId: string
  amountMicros: bigint
  lines: readonly NewLine[]
}

/**
 * Writes a settlement, its lines, their place in the work list of maturity, and raises what is settled of each hour,
 * in one statement.
 * @returns how many hours were raised; fewer than lines means that the hours were not locked
 */
export async function insertSettlement(transaction: DatabaseTransaction, settlement: NewSettlement): Promise<number> {
  const { ownerId, settlementId, lines } = settlement
  const { rows } = await sql<{ raised: bigint }>`
    with line as (
      select * from unnest(
        ${lines.map((line) => line.rangeId)}::uuid[], ${lines.map((line) => line.hour)}::timestamptz[],
        ${lines.map((line) => line.settledMicros)}::bigint[], ${lines.map((line) => line.amountMicros)}::bigint[],
        ${lines.map((line) => line.maturesAt)}::timestamptz[]
      ) line (range_id, hour, settled_before_micros, amount_micros, matures_at)
    ), settled as (
      insert into ledger.settlements (owner_id, id, transfer_id, amount_micros)
      values (${ownerId}, ${settlementId}, ${settlement.transferId}, ${settlement.amountMicros})
    ), written as (
      insert into ledger.settlement_lines
        (owner_id, settlement_id, range_id, hour, settled_before_micros, amount_micros, matures_at)
      select ${ownerId}::uuid, ${settlementId}::uuid, range_id, hour, settled_before_micros, amount_micros, matures_at
        from line
    ), listed as (
      insert into ledger.maturing_lines (owner_id, matures_at, settlement_id, range_id, hour)
      select ${ownerId}::uuid, matures_at, ${settlementId}::uuid, range_id, hour from line
    ), raised as (
      update traffic_hourly t
      set settled_micros = t.settled_micros + line.amount_micros,
          unsettled = t.earned_micros <> t.settled_micros + line.amount_micros
      from line
      where t.owner_id = ${ownerId} and t.hour = line.hour and t.range_id = line.range_id
        and t.settled_micros = line.settled_before_micros
      returning 1
    )
    select count(*) as raised from raised`.execute(transaction)
  return Number(rows[0]?.raised ?? 0n)
}

/**
 * Active owners with lines that are due; an inactive one takes nobody's place in a run. Index: maturing_lines_due,
 * which holds only lines that have not matured.
 */
export async function selectOwnersToMature(database: Queryable, now: Date, ownersMax: number): Promise<string[]> {
  const { rows } = await sql<{ ownerId: string }>`
    select distinct m.owner_id as "ownerId" from ledger.maturing_lines m join users u on u.id = m.owner_id
    where m.matures_at <= ${now} and u.is_active
    order by m.owner_id limit ${ownersMax}`.execute(database)
  return rows.map((row) => row.ownerId)
}

export type DueLine = { settlementId: string; rangeId: string; hour: Date; amountMicros: bigint }

/**
 * Takes the due lines of one owner, if active, off the work list, those due first. The delete locks them: a second
 * runner waits and then finds none. Order of locking: the primary key (owner_id, matures_at, …).
 */
export async function takeDueLines(
  transaction: DatabaseTransaction,
  ownerId: string,
  now: Date,
  linesMax: number,
): Promise<DueLine[]> {
  const { rows } = await sql<DueLine>`
    with due as (
      delete from ledger.maturing_lines m
      where (m.owner_id, m.matures_at, m.settlement_id, m.range_id, m.hour) in (
        select owner_id, matures_at, settlement_id, range_id, hour from ledger.maturing_lines
        where owner_id = ${ownerId} and matures_at <= ${now}
          and exists (select from users where id = ${ownerId} and is_active)
        order by owner_id, matures_at, settlement_id, range_id, hour limit ${linesMax})
      returning owner_id, settlement_id, range_id, hour
    )
    select l.settlement_id as "settlementId", l.range_id as "rangeId", l.hour, l.amount_micros as "amountMicros"
    from due join ledger.settlement_lines l using (owner_id, settlement_id, range_id, hour)
    order by l.hour, l.range_id, l.settlement_id`.execute(transaction)
  return rows
}

/** Records which transfer made these lines available. The primary key refuses a line that has matured before. */
export async function insertMaturedLines(
  transaction: DatabaseTransaction,
  ownerId: string,
  transferId: string,
  lines: readonly DueLine[],
): Promise<void> {
  await sql`
    insert into ledger.matured_lines (owner_id, settlement_id, range_id, hour, transfer_id)
    select ${ownerId}::uuid, settlement_id, range_id, hour, ${transferId}::uuid from unnest(
      ${lines.map((line) => line.settlementId)}::uuid[], ${lines.map((line) => line.rangeId)}::uuid[],
      ${lines.map((line) => line.hour)}::timestamptz[]) line (settlement_id, range_id, hour)`.execute(transaction)
}
