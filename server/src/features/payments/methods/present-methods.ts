// Payment methods as a super admin, and as a user, reads them. No secret leaves: of each only that it is there and how
// it ends.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal, MICROS_PER_USD } from '@inrange/contract/money'
import { networkOfKind } from '@inrange/contract/payment-kinds'
import { AppError } from '@inrange/contract/errors'
import { SealBroken } from '../../../platform/secrets.ts'
import { readSettings } from '../../settings/settings.public.ts'
import { explorerAddressUrl } from '../chain/networks.ts'
import { minimumDeposit } from '../deposits/create-deposit.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { selectHealth, type HealthRow } from './health.queries.ts'
import { lastFour, percentOf, xpubStanding, type XpubStanding } from './method.rules.ts'
import { openMethodSecret, type MethodSecretColumn } from './method.secrets.ts'
import { selectActiveMethods, selectMethod, selectMethods, type MethodRow } from './methods.queries.ts'
import { methodConstants } from './open-method-chain.ts'
import { selectXpubs } from './xpubs.queries.ts'

/** @param viewerId who may or may not confirm a proposed key */
export async function listMethods(deps: PaymentsDeps, viewerId: string) {
  return { items: await present(deps, await selectMethods(deps.database.kysely), viewerId) }
}

/** @throws AppError not_found */
export async function readMethod(deps: PaymentsDeps, viewerId: string, methodId: string) {
  const method = await selectMethod(deps.database.kysely, methodId)
  const [item] = method === null ? [] : await present(deps, [method], viewerId)
  if (item === undefined) throw new AppError('not_found')
  return item
}

async function present(deps: PaymentsDeps, methods: readonly MethodRow[], viewerId: string) {
  const ids = methods.map(({ id }) => id)
  const xpubs = await selectXpubs(deps.database.kysely, ids)
  const health = new Map((await selectHealth(deps.database.kysely, ids)).map((row) => [row.methodId, row]))
  const now = deps.clock.now()
  return methods.map((method) => {
    const own = xpubs.filter(({ methodId }) => methodId === method.id)
    return presentMethod(deps, method, {
      standing: xpubStanding(own, now),
      health: health.get(method.id) ?? null,
      viewerId,
    })
  })
}

type Beside = { standing: XpubStanding; health: HealthRow | null; viewerId: string }

function presentMethod(deps: PaymentsDeps, method: MethodRow, { standing, health, viewerId }: Beside) {
  const network = networkOfKind(method.kind)
  const constants = network === null ? null : methodConstants(deps, method)
  const hint = (column: MethodSecretColumn, sealed: string | null) => secretSeen(deps, method.id, column, sealed)
  return {
    id: toApiId('paymentMethod', method.id),
    type: network === null ? ('paypal' as const) : ('usdt' as const),
    kind: method.kind,
    name: method.name,
    isActive: method.isActive,
    settings: {
      usdtNetwork: network,
      usdtAddress: method.address,
      paypalClientId: method.clientId,
      paypalClientSecret: hint('client_secret_sealed', method.clientSecretSealed),
      minimumAmount: microsToDecimal(method.minimumMicros),
      fees: percentOf(method.feeBasisPoints),
    },
    feesOnDeposits: method.feesOnDeposits,
    depositMode: depositModeOf(method, standing),
    xpub: presentXpub(standing, viewerId),
    node: hint('node_url_sealed', method.nodeUrlSealed),
    secondNode: hint('second_node_url_sealed', method.secondNodeUrlSealed),
    tokenCheckedAt: method.tokenCheckedAt?.toISOString() ?? null,
    tokenContract: constants?.contract ?? null,
    explorerUrl: constants === null || method.address === null ? null : explorerAddressUrl(constants, method.address),
    paypalEnvironment: method.environment,
    paypalWebhookId: method.webhookId,
    paypalWebhookUrl:
      network === null ? `${deps.publicUrl}/payments/paypal/${toApiId('paymentMethod', method.id)}/webhook` : null,
    health: health && presentHealth(health),
    version: method.version.toString(),
    updatedAt: method.updatedAt.toISOString(),
  }
}

/** A secret that no key opens any more is there all the same, and the list is needed to set it anew. */
function secretSeen({ secrets }: PaymentsDeps, methodId: string, column: MethodSecretColumn, sealed: string | null) {
  try {
    const text = openMethodSecret(secrets, methodId, column, sealed)
    return { isSet: text !== null, last4: text === null ? null : lastFour(text) }
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    return { isSet: true, last4: null }
  }
}

function depositModeOf({ kind }: MethodRow, { usable }: XpubStanding) {
  if (kind === 'paypal') return 'paypal' as const
  return usable === null ? ('exact_amount' as const) : ('own_address' as const)
}

function presentXpub({ usable, proposed, coming, addresses }: XpubStanding, viewerId: string) {
  return {
    isSet: usable !== null,
    fingerprint: usable?.fingerprint ?? null,
    addresses,
    proposed: proposed && {
      fingerprint: proposed.fingerprint,
      proposedBy: proposed.proposedByName,
      proposedAt: proposed.proposedAt.toISOString(),
      mayConfirm: proposed.proposedBy !== viewerId,
    },
    usableFrom: coming?.usableFrom?.toISOString() ?? null,
  }
}

function presentHealth(health: HealthRow) {
  const { headNumber, nextBlock, finalizedNumber } = health
  const lag = headNumber === null || nextBlock === null ? null : headNumber - nextBlock + 1n
  return {
    checkedAt: health.checkedAt.toISOString(),
    isOk: health.isOk,
    detail: health.detail,
    headNumber: headNumber === null ? null : Number(headNumber),
    headAt: health.headAt?.toISOString() ?? null,
    finalizedNumber: finalizedNumber === null ? null : Number(finalizedNumber),
    lagBlocks: lag === null ? null : Number(lag < 0n ? 0n : lag),
    scannedAt: health.scannedAt?.toISOString() ?? null,
    error: health.error,
    errorAt: health.errorAt?.toISOString() ?? null,
  }
}

/** What a user may deposit and withdraw by. */
export async function listAvailableMethods(deps: PaymentsDeps) {
  const database = deps.database.kysely
  const methods = await selectActiveMethods(database)
  const xpubs = await selectXpubs(
    database,
    methods.map(({ id }) => id),
  )
  const settings = await readSettings(database)
  const now = deps.clock.now()
  return {
    items: methods.map((method) => ({
      id: toApiId('paymentMethod', method.id),
      type: method.kind === 'paypal' ? ('paypal' as const) : ('usdt' as const),
      kind: method.kind,
      name: method.name,
      network: networkOfKind(method.kind),
      minimum: microsToDecimal(minimumDeposit(method, settings.deposits)),
      fees: percentOf(method.feeBasisPoints),
      feesOnDeposits: method.feesOnDeposits,
      depositMode: depositModeOf(
        method,
        xpubStanding(
          xpubs.filter(({ methodId }) => methodId === method.id),
          now,
        ),
      ),
    })),
    withdrawalsPaused: settings.withdrawals.isPaused,
    minimumDeposit: microsToDecimal(BigInt(settings.deposits.minimumUsd) * MICROS_PER_USD),
    minimumWithdrawal: microsToDecimal(BigInt(settings.withdrawals.minimumUsd) * MICROS_PER_USD),
  }
}
