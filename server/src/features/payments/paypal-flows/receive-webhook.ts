// POST /payments/paypal/<method id>/webhook: PayPal tells that something changed. Guarantees that nothing is read of a
// body which is not proven on the bytes that came, that one event is taken once, and that the answer waits for nothing
// but the database: what changed is asked of PayPal by a job. It stands beside the operations of the contract, because
// it speaks PayPal's words, not ours.
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '@inrange/contract/errors'
import { fromApiId } from '@inrange/contract/ids'
import { addJob } from '../../../platform/jobs.queries.ts'
import { answerError, type Env } from '../../../platform/http.ts'
import { findMethod } from '../methods/find-method.ts'
import { openMethodPaypal } from '../methods/open-method-paypal.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import {
  createWebhookVerifier,
  readWebhookHeaders,
  verifyWebhook,
  type WebhookVerifier,
} from '../paypal/webhook-signature.ts'
import { readWebhook, type WebhookHint } from '../paypal/webhook.events.ts'
import { insertPaypalEvent } from './paypal-flows.queries.ts'
import { refusalOf } from './paypal-flows.rules.ts'

/** PayPal's own are a few kilobytes. */
const BODY_BYTES_MAX = 256 * 1024
export const WEBHOOK_JOB = 'handle-paypal-webhook'

export function paypalWebhooks(deps: PaymentsDeps): Hono<Env> {
  const { clock, log, outside } = deps
  const verifier = createWebhookVerifier({
    clock,
    ...(outside?.paypalRootCertificates === undefined ? {} : { roots: outside.paypalRootCertificates }),
    ...(outside?.paypalBaseUrl === undefined ? {} : { certificateOrigins: [outside.paypalBaseUrl] }),
  })
  const app = new Hono<Env>()
  const limit = bodyLimit({
    maxSize: BODY_BYTES_MAX,
    onError: () => {
      throw new AppError('body_too_large', { message: `A webhook has at most ${BODY_BYTES_MAX / 1024} KiB.` })
    },
  })
  app.post('/payments/paypal/:methodId/webhook', limit, (c) => receive(c, deps, verifier))
  app.onError((error, c) => answerError(c, error, log))
  return app
}

async function receive(c: Context<Env>, deps: PaymentsDeps, verifier: WebhookVerifier): Promise<Response> {
  const methodId = fromApiId('paymentMethod', c.req.param('methodId') ?? '')
  const method = methodId === null ? null : await findMethod(deps.database.kysely, methodId)
  if (method?.kind !== 'paypal' || method.webhookId === null || method.webhookId === '') throw new AppError('not_found')
  const headers = readWebhookHeaders((name) => c.req.header(name))
  if (headers === null) throw refuse(deps, method.id, 'Headers of the signature are missing.')
  const rawBody = new Uint8Array(await c.req.arrayBuffer())
  const paypal = openMethodPaypal(deps, method)
  const outcome = await verifyWebhook({ verifier, paypal }, { webhookId: method.webhookId, headers, rawBody })
  if (outcome === 'unreachable') throw new AppError('outside_unavailable')
  const refusal = refusalOf(outcome)
  if (refusal !== null) throw refuse(deps, method.id, refusal)
  const hint = readWebhook(rawBody)
  if (hint === null) throw new AppError('malformed_request', { message: 'The body is no event of PayPal.' })
  await keep(deps, method.id, hint)
  c.header('cache-control', 'no-store')
  return c.json({ received: true })
}

/** The event and its job, or nothing when it came before. */
async function keep(deps: PaymentsDeps, methodId: string, hint: WebhookHint): Promise<void> {
  const { eventId, eventType: kind } = hint
  const resourceId = hint.ownId ?? hint.captureId ?? hint.orderId ?? hint.payoutItemId ?? hint.payoutBatchId
  await deps.database.transaction(async (transaction) => {
    const isNew = await insertPaypalEvent(transaction, { eventId, methodId, kind, resourceId, now: deps.clock.now() })
    if (isNew) await addJob(transaction, { name: WEBHOOK_JOB, payload: { methodId, hint } })
  })
}

function refuse(deps: PaymentsDeps, methodId: string, reason: string): AppError {
  deps.log.warn({ methodId, reason }, 'a webhook was refused')
  return new AppError('bad_signature', { message: reason })
}
