// Reads what a super admin gives for a payment method: addresses, keys and nodes, each refused with the reason on its
// field. It deliberately asks nothing outside; check-method.ts does.
import { AppError } from '@inrange/contract/errors'
import { networkOfKind, type MethodKind } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../../platform/database.ts'
import { addressFaultText, readAddress } from '../chain/addresses.rules.ts'
import { readXpub, xpubFaultTexts } from '../chain/deposit-addresses.rules.ts'
import type { ChainConstants } from '../chain/networks.ts'
import { selectAddressOwner } from './xpubs.queries.ts'

/** The address in the form of its network. @throws AppError invalid_request on `usdtAddress` */
export async function requireTreasury(
  database: Queryable,
  constants: ChainConstants,
  kind: MethodKind,
  text: string,
): Promise<string> {
  const read = readAddress(text, constants)
  if (!read.ok) throw refused('usdtAddress', addressFaultText(read, constants))
  if ((await selectAddressOwner(database, kind, read.address)) !== null) {
    throw refused('usdtAddress', 'This is the deposit address of a user. Give a wallet of your own.')
  }
  return read.address
}

/** Null for a blank one. @throws AppError invalid_request on `xpub` */
export function readGivenXpub(text: string | undefined): { xpub: string; fingerprint: string } | null {
  if (text === undefined || text === '') return null
  const read = readXpub(text)
  if (!read.ok) throw refused('xpub', xpubFaultTexts[read.fault])
  return { xpub: read.xpub, fingerprint: read.fingerprint }
}

export function refused(field: string, sentence: string): AppError {
  return new AppError('invalid_request', { fields: { [field]: sentence } })
}

/** Fields that belong to the other type are a mistake, not something to be ignored. @throws AppError invalid_request */
export function requireFieldsOfType(kind: MethodKind, change: Readonly<Record<string, unknown>>): void {
  const ofUsdt = ['usdtAddress', 'nodeUrl', 'secondNodeUrl', 'xpub']
  const ofPaypal = ['paypalClientId', 'paypalClientSecret', 'paypalEnvironment', 'paypalWebhookId']
  const [strange, type] = networkOfKind(kind) === null ? [ofUsdt, 'PayPal'] : [ofPaypal, 'USDT']
  const field = strange.find((name) => change[name] !== undefined)
  if (field !== undefined) throw refused(field, `A ${type} method has no such field; its type does not change.`)
}
