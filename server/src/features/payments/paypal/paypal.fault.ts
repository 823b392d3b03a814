// What went wrong between us and PayPal, as one class with a closed reason. Guarantees that neither a token nor the
// secret of the account is in it: a fault is made from PayPal's answer alone, never from what was sent.

export type PaypalFaultReason =
  /** No answer in time, a broken connection, or 5xx: what was asked may or may not have happened. */
  | 'unreachable'
  /** The client id and secret are not accepted. */
  | 'unauthorized'
  /** Asked too often; nothing happened. */
  | 'rate_limited'
  /** Understood and refused; nothing happened. `name` and `issue` say why. */
  | 'refused'
  /** A payout with this sender_batch_id exists: `existingBatchId`, where PayPal names it. Nothing new happened. */
  | 'duplicate_batch'
  /** An answer that does not have the documented form; nothing may be concluded from it. */
  | 'nonsense'

export type PaypalFaultDetail = {
  /** Status of the answer, 0 when there was none. */
  status?: number
  /** PayPal's word for the kind of error, such as `UNPROCESSABLE_ENTITY`. */
  paypalName?: string | null
  /** PayPal's word for the very error, such as `INSTRUMENT_DECLINED`. */
  issue?: string | null
  /** What an operator quotes to PayPal's support. */
  debugId?: string | null
  existingBatchId?: string | null
  retryAfterSeconds?: number | null
}

/** The message is a sentence for an operator. */
export class PaypalFault extends Error {
  override readonly name = 'PaypalFault'
  readonly reason: PaypalFaultReason
  readonly status: number
  readonly paypalName: string | null
  readonly issue: string | null
  readonly debugId: string | null
  readonly existingBatchId: string | null
  readonly retryAfterSeconds: number | null

  constructor(reason: PaypalFaultReason, sentence: string, detail: PaypalFaultDetail = {}) {
    super(sentence)
    this.reason = reason
    this.status = detail.status ?? 0
    this.paypalName = detail.paypalName ?? null
    this.issue = detail.issue ?? null
    this.debugId = detail.debugId ?? null
    this.existingBatchId = detail.existingBatchId ?? null
    this.retryAfterSeconds = detail.retryAfterSeconds ?? null
  }

  /** Nothing has this id at PayPal, or it belongs to another account. */
  get isNotFound(): boolean {
    return this.reason === 'refused' && this.status === 404
  }
}
