// What the program with the outside of payments tells the tests that use it.
export type PaymentsFacts = {
  url: string
  chain: { url: string; chainId: number }
  /** Where the operator keeps USDT; the local chain's own operator has its key. */
  treasury: string
  tokens: { usdt: string; bscUsdt: string; fake: string }
  tronUrl: string
  paypal: { url: string; clientId: string; clientSecret: string; webhookId: string }
}

/** Of everybody in that platform. */
export const PAYMENTS_PASSWORD = 'correct horse 7'
