// What an owner is shown before they prove it, as the intent carries it; and the way back. Guarantees that a request
// does what was shown: nothing of it is taken from the request again.
import { z } from 'zod'
import { methodKindSchema } from '@inrange/contract/payment-kinds'
import type { MethodKind } from '@inrange/contract/payment-kinds'

export type ShownWithdrawal = {
  methodId: string
  kind: MethodKind
  destinationId: string
  /** As it was shown: a wallet address or an email address. */
  address: string
  grossMicros: bigint
  feeMicros: bigint
  feeBasisPoints: number
  netMicros: bigint
}

const PURPOSE = 'withdrawal'
const micros = z.string().transform(BigInt)
const shownSchema = z.strictObject({
  purpose: z.literal(PURPOSE),
  methodId: z.uuid(),
  kind: methodKindSchema,
  destinationId: z.uuid(),
  address: z.string(),
  grossMicros: micros,
  feeMicros: micros,
  feeBasisPoints: z.string().transform(Number),
  netMicros: micros,
})

export function intentOf(shown: ShownWithdrawal): Record<string, string> {
  return { purpose: PURPOSE, ...mapTexts(shown) }
}

function mapTexts(shown: ShownWithdrawal): Record<string, string> {
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, String(value)]))
}

/** Null when the intent is for something else. */
export function shownByIntent(intent: Readonly<Record<string, string>>): ShownWithdrawal | null {
  const parsed = shownSchema.safeParse(intent)
  if (!parsed.success) return null
  const { purpose: _purpose, ...shown } = parsed.data
  return shown
}
