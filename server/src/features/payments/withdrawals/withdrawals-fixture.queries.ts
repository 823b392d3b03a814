// What the tests of withdrawals arrange and look at behind the program's back. Imported by tests only.
import { sql } from 'kysely'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../../platform/database.ts'

/** Somebody whose account and password are as old as `createdAt`, with a session that lasts a day longer than `now`. */
export async function insertPerson(
  database: Queryable,
  person: { username: string; role: string; hash: string | null; createdAt: Date; now: Date },
): Promise<{ id: string; sessionId: string }> {
  const { username, role, hash, createdAt, now } = person
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email, role, created_at)
    values (${username}, ${`${username}@example.com`}, ${role}, ${createdAt}) returning id
  `.execute(database)
  const id = rows[0]?.id ?? ''
  if (hash !== null) {
    await sql`
      insert into passwords (user_id, hash, changed_at) values (${id}, ${hash}, ${createdAt})
    `.execute(database)
  }
  const session = await sql<{ id: string }>`
    insert into sessions (user_id, created_at, last_seen_at, expires_at)
    values (${id}, ${now}, ${now}, ${new Date(now.getTime() + 86_400_000)}) returning id
  `.execute(database)
  return { id, sessionId: session.rows[0]?.id ?? '' }
}

export async function insertUsdtMethod(
  database: Queryable,
  method: { id: string; kind: MethodKind; address: string; nodeUrlSealed: string | null; feeBasisPoints: number },
): Promise<void> {
  await sql`
    insert into payment_methods (id, kind, name, address, token_checked_at, node_url_sealed, fee_basis_points)
    values (${method.id}, ${method.kind}, ${`USDT ${method.kind.slice(5)}`}, ${method.address}, now(),
      ${method.nodeUrlSealed}, ${method.feeBasisPoints})
  `.execute(database)
}

export async function insertPaypalMethod(database: Queryable, id: string): Promise<void> {
  await sql`
    insert into payment_methods (id, kind, name, client_id, client_secret_sealed, environment)
    values (${id}, 'paypal', 'PayPal', 'client', 'sealed', 'sandbox')
  `.execute(database)
}

export async function insertUsableDestination(
  database: Queryable,
  row: { ownerId: string; kind: MethodKind; address: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into payout_destinations (owner_id, kind, address, label, created_at, usable_from)
    values (${row.ownerId}, ${row.kind}, ${row.address}, 'Main', ${row.now}, ${row.now}) returning id
  `.execute(database)
  return rows[0]?.id ?? ''
}

/** A deposit that PayPal brought; the money itself is posted by the caller. */
export async function insertPaypalDeposit(
  database: Queryable,
  row: { ownerId: string; methodId: string; amountMicros: bigint; transferId: string; creditedAt: Date },
): Promise<void> {
  await sql`
    insert into deposits (owner_id, method_id, kind, mode, state, amount_micros, deposit_transfer_id, request_key,
      request_digest, credited_at)
    values (${row.ownerId}, ${row.methodId}, 'paypal', 'paypal', 'credited', ${row.amountMicros}, ${row.transferId},
      ${row.transferId}, 'none', ${row.creditedAt})
  `.execute(database)
}

export async function insertDepositAddress(
  database: Queryable,
  row: { ownerId: string; methodId: string; address: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into payment_method_xpubs (method_id, xpub_sealed, fingerprint, usable_from)
    values (${row.methodId}, 'sealed', 'abcd1234', now()) returning id
  `.execute(database)
  await sql`
    insert into deposit_addresses (owner_id, xpub_id, child_index, address)
    values (${row.ownerId}, ${rows[0]?.id ?? ''}, 0, ${row.address})
  `.execute(database)
}

export async function readAuditActions(database: Queryable, subjectId: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${subjectId} order by id
  `.execute(database)
  return rows.map(({ action }) => action)
}

export async function readNotices(database: Queryable, userId: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from notices where user_id = ${userId} order by id
  `.execute(database)
  return rows.map(({ kind }) => kind)
}

export async function readTransfers(database: Queryable, withdrawalId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select code || ' ' || amount_micros::text as text from ledger.transfers
    where idempotency_key like ${`withdrawal:${withdrawalId}:%`} order by id
  `.execute(database)
  return rows.map(({ text }) => text)
}

export async function readDays(database: Queryable, ownerId: string): Promise<{ own: string; platform: string }> {
  const { rows } = await sql<{ own: string; platform: string }>`
    select
      (select coalesce(sum(requests), 0)::text || ' ' || coalesce(sum(amount_micros), 0)::text
       from owner_withdrawal_days where owner_id = ${ownerId}) as own,
      (select coalesce(sum(requests), 0)::text || ' ' || coalesce(sum(amount_micros), 0)::text
       from platform_withdrawal_days) as platform
  `.execute(database)
  return rows[0] ?? { own: '', platform: '' }
}

export async function forgetDays(database: Queryable): Promise<void> {
  await sql`update platform_withdrawal_days set requests = 0, amount_micros = 0`.execute(database)
  await sql`update owner_withdrawal_days set requests = 0, amount_micros = 0`.execute(database)
}

export async function readLawOfMoves(database: Queryable): Promise<string[]> {
  const { rows } = await sql<{ move: string }>`
    select from_state || ' ' || to_state as move from withdrawal_transitions
  `.execute(database)
  return rows.map(({ move }) => move)
}

/** Writes a state past everything that the program checks. @throws what the database refuses it with */
export async function forceState(
  database: Queryable,
  move: { ownerId: string; id: string; to: string; resolvedBy?: string | null },
): Promise<void> {
  const { ownerId, id, to, resolvedBy = null } = move
  const isSettled = to === 'completed'
  await sql`
    update withdrawals set state = ${to}, tx_hash = coalesce(tx_hash, ${id}),
      settled_transfer_id = coalesce(settled_transfer_id, ${isSettled ? resolvedBy : null}::uuid),
      released_transfer_id = case when settled_transfer_id is null
        then coalesce(released_transfer_id, ${isSettled ? null : resolvedBy}::uuid) end
    where owner_id = ${ownerId} and id = ${id}
  `.execute(database)
}

/** Another hold of this owner, for rows that the tests write themselves. */
export async function insertBareWithdrawal(
  database: Queryable,
  row: { ownerId: string; id: string; methodId: string; destinationId: string; address: string; holdId: string },
): Promise<void> {
  await sql`
    insert into withdrawals (owner_id, id, method_id, kind, destination_id, destination, gross_micros, fee_micros,
      fee_basis_points, net_micros, approvals_needed, proof_kind, proved_at, hold_transfer_id, request_key,
      request_digest)
    values (${row.ownerId}, ${row.id}, ${row.methodId}, 'usdt_erc20', ${row.destinationId}, ${row.address}, 10000000, 0,
      0, 10000000, 0, 'totp', now(), ${row.holdId}, ${row.id}, 'none')
  `.execute(database)
}
