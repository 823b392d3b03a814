// Adds a payment method. Guarantees that a USDT method is enabled only after its token was checked on the chain, that
// secrets are sealed for their row, and that a chain is read from the block at which it was enabled. The chain is asked
// before the transaction, never in it.
import { randomUUIDv7 } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '@inrange/contract/errors'
import { kindOfNetwork, type MethodKind } from '@inrange/contract/payment-kinds'
import type { payments } from '@inrange/contract/payments'
import { violatedConstraint } from '../../../platform/database-fault.ts'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { addJob } from '../../../platform/jobs.queries.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { Head } from '../chain/chain.client.ts'
import { announceChange } from './announce-change.ts'
import { requireCheckedToken } from './check-method.ts'
import { auditOf, requireFreshActor, type Actor } from './confirm-actor.ts'
import { beginReading, writeHealth } from './health.queries.ts'
import { readGivenXpub, refused, requireTreasury } from './method-fields.ts'
import { basisPointsOf } from './method.rules.ts'
import { methodSecretPlace, xpubPlace } from './method.secrets.ts'
import { insertMethod, type MethodFacts } from './methods.queries.ts'
import { methodConstants } from './open-method-chain.ts'
import { insertXpub } from './xpubs.queries.ts'

/** Named here, since the job itself imports this part. */
export const SCAN_JOB = 'scan-chains'

export type NewMethod = z.output<(typeof payments)['payment-methods.create']['body']>
type NewUsdt = Extract<NewMethod, { type: 'usdt' }>
type NewPaypal = Extract<NewMethod, { type: 'paypal' }>

/**
 * @returns the id
 * @throws AppError invalid_request, payment_method_taken, payment_method_unchecked, outside_unavailable,
 * reauthentication_needed
 */
export async function createMethod(deps: PaymentsDeps, actor: Actor, given: NewMethod): Promise<string> {
  const id = randomUUIDv7()
  const prepared = given.type === 'usdt' ? await prepareUsdt(deps, id, given) : preparePaypal(deps, id, given)
  await takenAsError(() =>
    deps.database.transaction(async (transaction) => {
      const now = deps.clock.now()
      await requireFreshActor(transaction, actor, now)
      await insertMethod(transaction, { ...prepared.facts, id, actorId: actor.userId, now })
      if (prepared.head !== null) await noteCheck(transaction, { id, kind: prepared.facts.kind }, prepared.head, now)
      if (prepared.xpub !== null) await addFirstXpub(deps, transaction, { methodId: id, actor, ...prepared.xpub })
      const subject = { type: 'payment_method', id }
      const after = { ...auditable(prepared.facts), xpub: prepared.xpub?.fingerprint ?? null }
      await recordAudit(transaction, { ...auditOf(actor, 'payment_method_created', subject), after })
      await announceChange(deps, transaction, { method: given.name, what: 'It was added', by: actor.username })
    }),
  )
  return id
}

type Prepared = { facts: MethodFacts; head: Head | null; xpub: { xpub: string; fingerprint: string } | null }

async function prepareUsdt(deps: PaymentsDeps, id: string, given: NewUsdt): Promise<Prepared> {
  const kind = kindOfNetwork(given.usdtNetwork)
  const constants = methodConstants(deps, { kind })
  const address = await requireTreasury(deps.database.kysely, constants, kind, given.usdtAddress)
  const xpub = readGivenXpub(given.xpub)
  const { nodeUrl, secondNodeUrl = null } = given
  if (nodeUrl === undefined && given.isActive) throw needsNode()
  const head = nodeUrl === undefined ? null : await checkedHead(given.isActive, { constants, nodeUrl, secondNodeUrl })
  const seal = (text: string | null | undefined, column: 'node_url_sealed' | 'second_node_url_sealed') =>
    text === null || text === undefined ? null : deps.secrets.seal(text, methodSecretPlace(id, column))
  return {
    head,
    xpub,
    facts: {
      ...sharedFacts(given),
      kind,
      address,
      nodeUrlSealed: seal(nodeUrl, 'node_url_sealed'),
      secondNodeUrlSealed: seal(secondNodeUrl, 'second_node_url_sealed'),
      tokenCheckedAt: head === null ? null : deps.clock.now(),
      environment: null,
      clientId: null,
      clientSecretSealed: null,
      webhookId: null,
    },
  }
}

/** A method that is not enabled yet may be kept with a node that does not answer yet. */
async function checkedHead(mustBeChecked: boolean, nodes: Parameters<typeof requireCheckedToken>[0]) {
  try {
    return await requireCheckedToken(nodes)
  } catch (error) {
    if (mustBeChecked || !(error instanceof AppError)) throw error
    return null
  }
}

function preparePaypal(deps: PaymentsDeps, id: string, given: NewPaypal): Prepared {
  return {
    head: null,
    xpub: null,
    facts: {
      ...sharedFacts(given),
      kind: 'paypal',
      address: null,
      nodeUrlSealed: null,
      secondNodeUrlSealed: null,
      tokenCheckedAt: null,
      environment: given.paypalEnvironment,
      clientId: given.paypalClientId,
      clientSecretSealed: deps.secrets.seal(given.paypalClientSecret, methodSecretPlace(id, 'client_secret_sealed')),
      webhookId: given.paypalWebhookId === '' ? null : given.paypalWebhookId,
    },
  }
}

function sharedFacts({ name, isActive, minimumAmount, fees, feesOnDeposits }: NewMethod) {
  return { name, isActive, minimumMicros: minimumAmount, feeBasisPoints: basisPointsOf(fees), feesOnDeposits }
}

export function needsNode(): AppError {
  const sentence = 'Give the address of a node: without one nobody can check the token, or see what arrives.'
  return new AppError('payment_method_unchecked', { message: sentence, fields: { nodeUrl: sentence } })
}

/** Reading begins where the token was checked: what came before was announced by nobody. */
export async function noteCheck(
  transaction: DatabaseTransaction,
  { id: methodId, kind }: { id: string; kind: MethodKind },
  head: Head,
  now: Date,
): Promise<void> {
  await beginReading(transaction, { methodId, kind, fromBlock: BigInt(head.number) + 1n, now })
  const finalizedNumber = head.finalizedNumber === null ? null : BigInt(head.finalizedNumber)
  const facts = { number: BigInt(head.number), at: head.at, finalizedNumber }
  await writeHealth(transaction, { methodId, isOk: true, detail: 'The token was checked.', head: facts, now })
  // Reading need not wait for the next minute.
  await addJob(transaction, { name: SCAN_JOB, payload: {}, key: SCAN_JOB })
}

/** The first key of a method is used at once. */
export async function addFirstXpub(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  first: { methodId: string; actor: Actor; xpub: string; fingerprint: string },
): Promise<void> {
  const now = deps.clock.now()
  await addXpub(deps, transaction, { ...first, usableFrom: now })
}

/** @throws AppError invalid_request when another key waits for a second person already */
export async function addXpub(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  added: { methodId: string; actor: Actor; xpub: string; fingerprint: string; usableFrom: Date | null },
): Promise<void> {
  const id = randomUUIDv7()
  const { methodId, fingerprint, usableFrom } = added
  const xpubSealed = deps.secrets.seal(added.xpub, xpubPlace(id))
  const row = { id, methodId, xpubSealed, fingerprint, usableFrom, actorId: added.actor.userId, now: deps.clock.now() }
  await insertXpub(transaction, row)
}

/** What of a method an audit entry may show: everything but the secrets. */
export function auditable(facts: MethodFacts) {
  const { kind, name, isActive, minimumMicros, feeBasisPoints, feesOnDeposits, address } = facts
  const { environment, clientId, webhookId } = facts
  const shared = { kind, name, isActive, minimumMicros, feeBasisPoints, feesOnDeposits }
  return kind === 'paypal' ? { ...shared, environment, clientId, webhookId } : { ...shared, address }
}

export async function takenAsError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'payment_methods_one_active') {
      const fields = { isActive: 'Deactivate the other method of this kind first.' }
      throw new AppError('payment_method_taken', { fields })
    }
    if (constraint === 'payment_method_xpubs_one_proposed') {
      throw refused('xpub', 'Another key waits for a second super admin already. Confirm or withdraw it first.')
    }
    throw error
  }
}
