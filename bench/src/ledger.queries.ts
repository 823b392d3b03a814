// What the ledger's benchmark writes and reads directly, as the owner of the tables.
import type pg from 'pg'

/** @returns ids of so many new users */
export async function insertOwners(client: pg.Client, owners: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (username, email) select 'payee' || n, 'payee' || n || '@example.com'
     from generate_series(1, $1::int) n returning id`,
    [owners],
  )
  return rows.map((row) => row.id)
}

/** One closed hour of traffic: every owner has so many ranges with so many messages each. */
export async function insertHour(
  client: pg.Client,
  hour: { ownerIds: readonly string[]; rangesPerOwner: number; messagesPerRange: number; startsAt: Date },
): Promise<void> {
  await client.query(
    `insert into traffic_hourly (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
     select owner_id, gen_random_uuid(), $4, $3, $3, $3::bigint * 4300, true
     from unnest($1::uuid[]) owner_id, generate_series(1, $2::int)`,
    [hour.ownerIds, hour.rangesPerOwner, hour.messagesPerRange, hour.startsAt],
  )
  await client.query('vacuum analyze traffic_hourly')
}

const TABLES = ['transfers', 'settlements', 'settlement_lines', 'maturing_lines'] as const

/**
 * Tables of the same columns and indexes, without the triggers and references that make them a ledger: what is inserted
 * here is written and nothing else.
 */
export async function makeBareTables(client: pg.Client): Promise<void> {
  await client.query('create schema bare')
  for (const table of TABLES) await client.query(`create table bare.${table} (like ledger.${table} including all)`)
}

/** Copies what was settled into the bare tables, in chunks of so many owners, each one transaction. */
export async function copyBare(client: pg.Client, ownerIds: readonly string[], ownersAtOnce: number): Promise<void> {
  for (let start = 0; start < ownerIds.length; start += ownersAtOnce) {
    const chunk = ownerIds.slice(start, start + ownersAtOnce)
    await client.query('begin')
    for (const table of TABLES) {
      const ofSettlements = table === 'transfers' ? ` and code = 'earning_settled'` : ''
      await client.query(
        `insert into bare.${table} select * from ledger.${table} where owner_id = any ($1::uuid[])${ofSettlements}`,
        [chunk],
      )
    }
    await client.query('commit')
  }
}

/** One bare row, committed by itself. */
export const BARE_TRANSFER = `
insert into bare.transfers (owner_id, debit_account_id, credit_account_id, amount_micros, code, idempotency_key)
values ($1, $2, $3, 1, 'hold', $4)`

/** What the settlements took and how many there are. */
export async function readSettled(client: pg.Client): Promise<{ settlements: number; lines: number; micros: string }> {
  const { rows } = await client.query<{ settlements: string; lines: string; micros: string }>(
    `select (select count(*) from ledger.settlements) as settlements,
            (select count(*) from ledger.settlement_lines) as lines,
            (select sum(amount_micros) from ledger.settlements) as micros`,
  )
  const [row] = rows
  return { settlements: Number(row?.settlements), lines: Number(row?.lines), micros: row?.micros ?? '0' }
}

/** So that the planner knows what a running platform's statistics would tell it. */
export async function analyzeLedger(client: pg.Client): Promise<void> {
  await client.query('vacuum analyze ledger.accounts, ledger.transfers, ledger.settlement_lines, ledger.maturing_lines')
}
