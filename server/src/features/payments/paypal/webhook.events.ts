// What a webhook points at. Guarantees ids alone: amounts and states in an event are deliberately not read, because
// what is credited or released is what PayPal answers when it is asked. Sources: PayPal, "Webhook event names";
// Webhooks v1.
import { z } from 'zod'

/** What the webhook in PayPal's dashboard is subscribed to. */
export const webhookEventTypes = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.ORDER.COMPLETED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
  'PAYMENT.PAYOUTSBATCH.DENIED',
  'PAYMENT.PAYOUTSBATCH.PROCESSING',
  'PAYMENT.PAYOUTSBATCH.SUCCESS',
  'PAYMENT.PAYOUTS-ITEM.BLOCKED',
  'PAYMENT.PAYOUTS-ITEM.CANCELED',
  'PAYMENT.PAYOUTS-ITEM.DENIED',
  'PAYMENT.PAYOUTS-ITEM.FAILED',
  'PAYMENT.PAYOUTS-ITEM.HELD',
  'PAYMENT.PAYOUTS-ITEM.REFUNDED',
  'PAYMENT.PAYOUTS-ITEM.RETURNED',
  'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
  'PAYMENT.PAYOUTS-ITEM.UNCLAIMED',
] as const

export type WebhookKind = 'order' | 'capture' | 'refund' | 'dispute' | 'payout_batch' | 'payout_item' | 'other'

/** A hint to look; an id that the event does not carry is null. */
export type WebhookHint = {
  eventId: string
  eventType: string
  kind: WebhookKind
  orderId: string | null
  captureId: string | null
  refundId: string | null
  disputeId: string | null
  payoutBatchId: string | null
  payoutItemId: string | null
  /** The id that we gave: custom_id of a deposit, sender_item_id or sender_batch_id of a withdrawal. */
  ownId: string | null
}

const id = z
  .string()
  .max(256)
  .nullish()
  .transform((read) => read ?? null)
  .catch(null)

const resource = z.object({
  id,
  order_id: id,
  custom_id: id,
  dispute_id: id,
  payout_item_id: id,
  payout_batch_id: id,
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: id, capture_id: id }).nullish() })
    .nullish()
    .catch(null),
  payout_item: z.object({ sender_item_id: id }).nullish().catch(null),
  batch_header: z
    .object({ payout_batch_id: id, sender_batch_header: z.object({ sender_batch_id: id }).nullish() })
    .nullish()
    .catch(null),
  purchase_units: z
    .array(z.object({ custom_id: id }))
    .nullish()
    .catch(null),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: id }))
    .nullish()
    .catch(null),
  links: z
    .array(z.object({ rel: z.string(), href: z.string() }))
    .nullish()
    .catch(null),
})
type Resource = z.output<typeof resource>

const event = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  resource_type: z.string().max(100).nullish().catch(null),
  resource,
})

/** Null when the body is no event. @param rawBody what was verified */
export function readWebhook(rawBody: Uint8Array): WebhookHint | null {
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    return null
  }
  const read = event.safeParse(body)
  if (!read.success) return null
  const { event_type: eventType, resource: about } = read.data
  const kind = kindOf(eventType)
  const nothing = {
    orderId: null,
    captureId: null,
    refundId: null,
    disputeId: null,
    payoutBatchId: null,
    payoutItemId: null,
    ownId: null,
  }
  return { eventId: read.data.id, eventType, kind, ...nothing, ...idsOf(kind, about) }
}

function kindOf(eventType: string): WebhookKind {
  if (eventType.startsWith('CHECKOUT.')) return 'order'
  if (eventType === 'PAYMENT.CAPTURE.REFUNDED' || eventType === 'PAYMENT.CAPTURE.REVERSED') return 'refund'
  if (eventType.startsWith('PAYMENT.CAPTURE.')) return 'capture'
  if (eventType.startsWith('CUSTOMER.DISPUTE.')) return 'dispute'
  if (eventType.startsWith('PAYMENT.PAYOUTSBATCH.')) return 'payout_batch'
  if (eventType.startsWith('PAYMENT.PAYOUTS-ITEM.')) return 'payout_item'
  return 'other'
}

function idsOf(kind: WebhookKind, about: Resource): Partial<WebhookHint> {
  const related = about.supplementary_data?.related_ids
  switch (kind) {
    case 'order':
      return { orderId: about.order_id ?? about.id, ownId: about.purchase_units?.[0]?.custom_id ?? about.custom_id }
    case 'capture':
      return { captureId: about.id, orderId: related?.order_id ?? null, ownId: about.custom_id }
    case 'refund':
      return { refundId: about.id, captureId: linkedCapture(about), ownId: about.custom_id }
    case 'dispute':
      return {
        disputeId: about.dispute_id,
        captureId: about.disputed_transactions?.[0]?.seller_transaction_id ?? null,
      }
    case 'payout_batch':
      return {
        payoutBatchId: about.batch_header?.payout_batch_id ?? null,
        ownId: about.batch_header?.sender_batch_header?.sender_batch_id ?? null,
      }
    case 'payout_item':
      return {
        payoutItemId: about.payout_item_id,
        payoutBatchId: about.payout_batch_id,
        ownId: about.payout_item?.sender_item_id ?? null,
      }
    case 'other':
      return {}
  }
}

/** The resource of both events is the refund, which links up to its capture. */
function linkedCapture(about: Resource): string | null {
  const up = about.links?.find((link) => link.rel === 'up')?.href
  const linked = up === undefined ? undefined : /\/captures\/([A-Za-z0-9-]{1,64})$/.exec(up)?.[1]
  return linked ?? about.supplementary_data?.related_ids?.capture_id ?? null
}
