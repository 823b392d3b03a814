// Who may choose a password without the old one: whoever came by a link, for a quarter of an hour, once. Pure.
import type { SignInMethod } from '../identity.queries.ts'

const FRESH_MS = 15 * 60_000
const LINK_METHODS: ReadonlySet<string> = new Set(['recovery', 'invite'])

/**
 * Whether a session may set a password without giving the present one. A password that changed since it began has used
 * that up, whoever changed it.
 */
export function mayReplacePassword(
  amr: readonly SignInMethod[],
  facts: { passwordChangedAt: Date | null; now: Date },
): boolean {
  const proof = amr.find(({ method }) => LINK_METHODS.has(method))
  if (!proof) return false
  const provedAtMs = proof.timestamp * 1_000
  if (facts.passwordChangedAt !== null && facts.passwordChangedAt.getTime() > provedAtMs) return false
  return facts.now.getTime() - provedAtMs <= FRESH_MS
}
