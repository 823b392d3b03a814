// From one message to the PDUs that a carrier sends for it: in which alphabet and by which way of joining, in which
// order, and what the faults of the plan add. Pure but for the random numbers and the references that it uses up.
import type { ShortMessageInput } from '@inrange/smpp/pdu/short-message'
import { TAG, cStringTlv, integerTlv } from '@inrange/smpp/tlv'
import type { Tlv } from '@inrange/smpp/tlv'
import type { FaultPlan } from './faults.ts'
import { newDelivery } from './outbox.ts'
import type { Delivery, Fate, MessageInput } from './outbox.ts'
import type { SeededRandom } from './seeded-random.ts'
import { toPdus } from './traffic.ts'
import type { GeneratedMessage, ToPdusOptions, Via } from './traffic.ts'

/** How the carrier's messages are named on the wire. */
export type MessageCommand = MessageInput['command']

export interface Composed {
  readonly deliveries: readonly Delivery[]
  readonly fates: readonly Fate[]
  readonly receipts: number
}

const REFERENCES_MAX = 100_000
const TURKISH = 1
/** Message type "SMSC delivery receipt" in esm_class (SMPP 3.4, 5.2.12). */
const ESM_CLASS_RECEIPT = 0x04
/** Tags from 0x1400 to 0x3FFF are left to vendors (SMPP 3.4, 5.3.2). */
const VENDOR_TAG = 0x1400

export class Composer {
  readonly #random: SeededRandom
  readonly #plan: FaultPlan
  readonly #command: MessageCommand
  readonly #references = new Map<string, number>()
  #messages = 0

  constructor(given: { random: SeededRandom; plan: FaultPlan; command: MessageCommand }) {
    this.#random = given.random
    this.#plan = given.plan
    this.#command = given.command
  }

  /** The PDUs of a message, and of the second one where the plan wants a true duplicate. */
  compose(message: GeneratedMessage): Composed {
    const first = this.#composeOne(message, this.#chooseCoding(message), null)
    const all = [first]
    if (this.#plan.strikes('duplicates')) {
      all.push(this.#composeOne(message, this.#chooseCoding(message), first.fate.messageId))
    }
    const deliveries = all.flatMap((one) => one.deliveries)
    const hasReceipt = this.#plan.strikes('receipts')
    if (hasReceipt) deliveries.push(newDelivery(this.#named(this.#receipt(message)), null))
    return { deliveries, fates: all.map((one) => one.fate), receipts: hasReceipt ? 1 : 0 }
  }

  #composeOne(
    message: GeneratedMessage,
    coding: Omit<ToPdusOptions, 'reference'>,
    duplicateOf: number | null,
  ): { deliveries: Delivery[]; fate: Fate } {
    const pdus = toPdus(message, { ...coding, reference: this.#nextReference(message) })
    const { sender, recipient, text } = message
    const parts = pdus.length
    this.#messages += 1
    const messageId = this.#messages
    const fate: Fate = {
      messageId,
      text,
      sender,
      recipient,
      parts,
      duplicateOf,
      partsPending: parts,
      state: 'pending',
      redeliveries: 0,
    }
    const vendor = this.#plan.strikes('unknownTlvs') ? [this.#vendorTlv()] : []
    const inputs = pdus.map((pdu) => this.#named({ ...pdu, tlvs: [...(pdu.tlvs ?? []), ...vendor] }))
    const deliveries = inputs.map((input) => newDelivery(input, fate))
    if (parts === 1) return { deliveries, fate }
    if (this.#plan.strikes('duplicatedParts')) {
      const extra = this.#plan.random.pick(inputs)
      deliveries.splice(this.#plan.random.below(deliveries.length + 1), 0, newDelivery(extra, null))
    }
    const isReordered = this.#plan.strikes('reorderedParts')
    return { deliveries: isReordered ? this.#plan.random.shuffle(deliveries) : deliveries, fate }
  }

  #chooseCoding(message: GeneratedMessage): Omit<ToPdusOptions, 'reference'> {
    const via = this.#chooseVia()
    if (/[şığŞİĞ]/.test(message.text ?? '') && this.#random.chance(0.5)) return { via, singleShift: TURKISH }
    const other = this.#random.next()
    if (other < 0.08) return { via, alphabet: 'latin1' }
    return other < 0.12 ? { via, alphabet: 'ucs2' } : { via }
  }

  #chooseVia(): Via {
    const chance = this.#random.next()
    if (chance < 0.62) return 'udh8'
    if (chance < 0.84) return 'udh16'
    return chance < 0.96 ? 'sar' : 'payload'
  }

  // Counted for each sender and recipient, as phones do: 8 bits go round too soon to be shared by all.
  #nextReference({ sender, recipient }: GeneratedMessage): number {
    const pair = `${sender} ${recipient}`
    const reference = this.#references.get(pair) ?? this.#random.below(0x1_0000)
    if (this.#references.size >= REFERENCES_MAX) this.#references.clear()
    this.#references.set(pair, (reference + 1) & 0xffff)
    return reference
  }

  #vendorTlv(): Tlv {
    const { random } = this.#plan
    const value = Buffer.from(Array.from({ length: random.below(12) }, () => random.below(256)))
    return { tag: VENDOR_TAG + random.below(0x100), value }
  }

  // A receipt for something that the platform might once have sent (SMPP 3.4, Appendix B).
  #receipt(message: GeneratedMessage): ShortMessageInput {
    const messageId = String(1 + this.#plan.random.below(1_000_000_000)).padStart(10, '0')
    const text = `id:${messageId} sub:001 dlvrd:001 submit date:2611201200 done date:2611201201 stat:DELIVRD err:000 text:Hello`
    return {
      sourceAddr: message.recipient,
      sourceAddrTon: 1,
      sourceAddrNpi: 1,
      destinationAddr: message.recipient,
      destAddrTon: 1,
      destAddrNpi: 1,
      esmClass: ESM_CLASS_RECEIPT,
      shortMessage: Buffer.from(text, 'latin1'),
      tlvs: [cStringTlv(TAG.receipted_message_id, messageId), integerTlv(TAG.message_state, 1, 2)],
    }
  }

  // data_sm has no short_message: its user data travels in message_payload (SMPP 3.4, 4.7.1).
  #named(pdu: ShortMessageInput): MessageInput {
    if (this.#command !== 'data_sm') return { command: this.#command, ...pdu }
    const { shortMessage, tlvs = [], ...rest } = pdu
    const payload: Tlv[] = shortMessage === undefined ? [] : [{ tag: TAG.message_payload, value: shortMessage }]
    return { command: 'data_sm', ...rest, tlvs: [...payload, ...tlvs] }
  }
}
