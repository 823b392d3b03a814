// Whether a transaction proves that a withdrawal was paid. Every part must fit: the token, the sender, the receiver,
// the amount to the last unit, and success. Pure. It deliberately looks at no finality: what is not final is sent, and
// what is final is completed.
import { isSameAddress } from './addresses.rules.ts'
import { toMicros, toRaw } from './amounts.rules.ts'
import type { ChainReceipt, ChainTransfer } from './chain.client.ts'
import type { ChainConstants } from './networks.ts'
import { microsToDecimal } from '@inrange/contract/money'

export type ExpectedPayout = { from: string; to: string; netMicros: bigint }
/** Which part does not fit, with what was expected and found, for whoever pasted the hash. */
export type PayoutFault = {
  field: 'success' | 'contract' | 'from' | 'to' | 'amount'
  expected: string
  found: string
  text: string
}
export type PayoutVerdict = { ok: true; transfer: ChainTransfer } | { ok: false; fault: PayoutFault }

export function verifyPayout(
  receipt: ChainReceipt,
  expected: ExpectedPayout,
  constants: ChainConstants,
): PayoutVerdict {
  if (!receipt.isSuccess)
    return refuse('success', 'success', 'reverted', 'The transaction failed on the chain; nothing moved.')
  if (receipt.transfers.length === 0) {
    const found = receipt.movesOtherTokens ? 'another token' : 'no token'
    return refuse('contract', constants.contract, found, `The transaction moves ${found}, not ${constants.symbol}.`)
  }
  const value = toRaw(expected.netMicros, constants.decimals)
  const exact = receipt.transfers.find(
    (transfer) =>
      isSameAddress(transfer.from, expected.from) && isSameAddress(transfer.to, expected.to) && transfer.raw === value,
  )
  if (exact) return { ok: true, transfer: exact }
  return nearest(receipt.transfers, expected, constants)
}

/** Names what differs in the transfer that fits best. */
function nearest(
  transfers: readonly ChainTransfer[],
  expected: ExpectedPayout,
  constants: ChainConstants,
): PayoutVerdict {
  const toThem = transfers.find((transfer) => isSameAddress(transfer.to, expected.to))
  if (!toThem) {
    const found = transfers[0]?.to ?? ''
    return refuse('to', expected.to, found, 'The transaction pays another address.')
  }
  const fromUs = transfers.find(
    (transfer) => isSameAddress(transfer.to, expected.to) && isSameAddress(transfer.from, expected.from),
  )
  if (!fromUs) return refuse('from', expected.from, toThem.from, 'The transaction was not sent from our wallet.')
  const { micros, dustRaw } = toMicros(fromUs.raw, constants.decimals)
  const found = `${microsToDecimal(micros)}${dustRaw === 0n ? '' : ' and a fraction'}`
  return refuse('amount', microsToDecimal(expected.netMicros), found, 'The transaction pays another amount.')
}

function refuse(field: PayoutFault['field'], expected: string, found: string, text: string): PayoutVerdict {
  return { ok: false, fault: { field, expected, found, text } }
}
