// Edits a payment method. Guarantees that type and network stay, that a blank secret keeps the stored one, that of two
// who edit the second is told, and that a changed node is checked before the method stays enabled. The chain is asked
// before the transaction, never in it.
import type { z } from 'zod'
import { AppError } from '@inrange/contract/errors'
import type { payments } from '@inrange/contract/payments'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import type { Head } from '../chain/chain.client.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { announceChange } from './announce-change.ts'
import { requireCheckedToken } from './check-method.ts'
import { auditOf, requireFreshActor, type Actor } from './confirm-actor.ts'
import { addFirstXpub, addXpub, auditable, needsNode, noteCheck, takenAsError } from './create-method.ts'
import { readGivenXpub, refused, requireFieldsOfType, requireTreasury } from './method-fields.ts'
import { basisPointsOf, xpubStanding } from './method.rules.ts'
import { methodSecretPlace, openMethodSecret, type MethodSecretColumn } from './method.secrets.ts'
import { lockMethod, selectMethod, updateMethodRow, type MethodRow } from './methods.queries.ts'
import { methodConstants } from './open-method-chain.ts'
import { selectXpubs } from './xpubs.queries.ts'

export type MethodChange = z.output<(typeof payments)['payment-methods.update']['body']>

/**
 * @throws AppError not_found, invalid_request, state_changed, payment_method_taken, payment_method_unchecked,
 * outside_unavailable, reauthentication_needed
 */
export async function updateMethod(
  deps: PaymentsDeps,
  actor: Actor,
  { methodId, change }: { methodId: string; change: MethodChange },
): Promise<void> {
  const seen = await selectMethod(deps.database.kysely, methodId)
  if (seen === null) throw new AppError('not_found')
  requireFieldsOfType(seen.kind, change)
  const { after, head } =
    seen.kind === 'paypal' ? preparePaypal(deps, seen, change) : await prepareUsdt(deps, seen, change)
  const xpub = readGivenXpub(change.xpub)
  await takenAsError(() =>
    deps.database.transaction(async (transaction) => {
      const now = deps.clock.now()
      const what = whatMatters(seen, after, xpub)
      if (what.length > 0) await requireFreshActor(transaction, actor, now)
      const before = await lockMethod(transaction, methodId)
      if (before?.version !== seen.version || change.version !== seen.version.toString()) {
        throw new AppError('state_changed')
      }
      await updateMethodRow(transaction, { ...after, id: methodId, actorId: actor.userId, now })
      if (head !== null) await noteCheck(transaction, seen, head, now)
      const told = xpub === null ? [] : await changeXpub(deps, transaction, { method: seen, actor, ...xpub })
      const subject = { type: 'payment_method', id: methodId }
      await recordAudit(transaction, {
        ...auditOf(actor, 'payment_method_updated', subject),
        before: auditable(before),
        after: { ...auditable(after), ...(what.length > 0 ? { changed: what } : {}) },
      })
      for (const sentence of [...what, ...told]) {
        await announceChange(deps, transaction, { method: after.name, what: sentence, by: actor.username })
      }
    }),
  )
}

type Prepared = { after: MethodRow; head: Head | null }

function sharedAfter(before: MethodRow, change: MethodChange): MethodRow {
  return {
    ...before,
    name: change.name ?? before.name,
    isActive: change.isActive ?? before.isActive,
    minimumMicros: change.minimumAmount ?? before.minimumMicros,
    feeBasisPoints: change.fees === undefined ? before.feeBasisPoints : basisPointsOf(change.fees),
    feesOnDeposits: change.feesOnDeposits ?? before.feesOnDeposits,
  }
}

function preparePaypal(deps: PaymentsDeps, before: MethodRow, change: MethodChange): Prepared {
  const { paypalClientSecret: secret, paypalWebhookId: webhookId } = change
  const sealed =
    secret === undefined ? before.clientSecretSealed : seal(deps, before.id, 'client_secret_sealed', secret)
  const after = {
    ...sharedAfter(before, change),
    environment: change.paypalEnvironment ?? before.environment,
    clientId: change.paypalClientId ?? before.clientId,
    clientSecretSealed: sealed,
    webhookId: webhookId === undefined ? before.webhookId : webhookId === '' ? null : webhookId,
  }
  return { after, head: null }
}

async function prepareUsdt(deps: PaymentsDeps, before: MethodRow, change: MethodChange): Promise<Prepared> {
  const constants = methodConstants(deps, before)
  const given = change.usdtAddress
  const address =
    given === undefined ? before.address : await requireTreasury(deps.database.kysely, constants, before.kind, given)
  const nodes = nodesAfter(deps, before, change)
  const after = {
    ...sharedAfter(before, change),
    address,
    nodeUrlSealed: nodes.nodeUrl.sealed,
    secondNodeUrlSealed: nodes.secondNodeUrl.sealed,
  }
  const isChanged = nodes.nodeUrl.isChanged || nodes.secondNodeUrl.isChanged
  const isEnabledNow = after.isActive && !before.isActive
  if (!after.isActive) return { after: isChanged ? { ...after, tokenCheckedAt: null } : after, head: null }
  if (!isChanged && !isEnabledNow && before.tokenCheckedAt !== null) return { after, head: null }
  if (nodes.nodeUrl.text === null) throw needsNode()
  const head = await requireCheckedToken({
    constants,
    nodeUrl: nodes.nodeUrl.text,
    secondNodeUrl: nodes.secondNodeUrl.text,
  })
  return { after: { ...after, tokenCheckedAt: deps.clock.now() }, head }
}

type NodeAfter = { text: string | null; sealed: string | null; isChanged: boolean }

function nodesAfter(deps: PaymentsDeps, before: MethodRow, change: MethodChange) {
  return {
    nodeUrl: nodeAfter(deps, before.id, 'node_url_sealed', { sealed: before.nodeUrlSealed, given: change.nodeUrl }),
    secondNodeUrl: nodeAfter(deps, before.id, 'second_node_url_sealed', {
      sealed: before.secondNodeUrlSealed,
      given: change.secondNodeUrl,
    }),
  }
}

/** Absent keeps, null takes away. */
function nodeAfter(
  deps: PaymentsDeps,
  methodId: string,
  column: MethodSecretColumn,
  { sealed, given }: { sealed: string | null; given: string | null | undefined },
): NodeAfter {
  const text = openMethodSecret(deps.secrets, methodId, column, sealed)
  if (given === undefined || given === text) return { text, sealed, isChanged: false }
  if (given === null) return { text: null, sealed: null, isChanged: true }
  return { text: given, sealed: seal(deps, methodId, column, given), isChanged: true }
}

function seal(deps: PaymentsDeps, methodId: string, column: MethodSecretColumn, text: string): string {
  return deps.secrets.seal(text, methodSecretPlace(methodId, column))
}

/** What of a change decides where money goes, or who vouches for it; each is told to every super admin. */
function whatMatters(before: MethodRow, after: MethodRow, xpub: { fingerprint: string } | null): string[] {
  const changes: [boolean, string][] = [
    [before.address !== after.address, `Its wallet address became ${after.address}`],
    [before.nodeUrlSealed !== after.nodeUrlSealed, 'Its node was changed'],
    [before.secondNodeUrlSealed !== after.secondNodeUrlSealed, 'Its second node was changed'],
    [before.clientId !== after.clientId, 'Its PayPal client ID was changed'],
    [before.clientSecretSealed !== after.clientSecretSealed, 'Its PayPal client secret was changed'],
    [before.environment !== after.environment, `Its PayPal environment became ${after.environment}`],
    [before.webhookId !== after.webhookId, 'Its PayPal webhook was changed'],
    [xpub !== null, `An extended public key was given, ${xpub?.fingerprint}`],
  ]
  return changes.flatMap(([isChanged, sentence]) => (isChanged ? [sentence] : []))
}

/** The first key is used at once; another waits for a second person. @returns what the super admins are told besides */
async function changeXpub(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  given: { method: MethodRow; actor: Actor; xpub: string; fingerprint: string },
): Promise<string[]> {
  const { method, actor, xpub, fingerprint } = given
  const known = await selectXpubs(transaction, [method.id])
  if (known.length === 0) {
    await addFirstXpub(deps, transaction, { methodId: method.id, actor, xpub, fingerprint })
    return []
  }
  if (xpubStanding(known, deps.clock.now()).usable?.fingerprint === fingerprint) {
    throw refused('xpub', 'This key is in use already.')
  }
  await addXpub(deps, transaction, { methodId: method.id, actor, xpub, fingerprint, usableFrom: null })
  const subject = { type: 'payment_method', id: method.id }
  const audit = auditOf(actor, 'payment_method_xpub_proposed', subject)
  await recordAudit(transaction, { ...audit, after: { fingerprint } })
  return [`The key ${fingerprint} waits for another super admin to confirm it`]
}
