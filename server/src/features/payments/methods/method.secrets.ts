// The secrets of payment methods: sealed for their row and column, opened only where the outside is asked.
import type { Secrets, SealPlace } from '../../../platform/secrets.ts'

/** The columns of payment_methods that hold sealed values. */
export type MethodSecretColumn = 'node_url_sealed' | 'second_node_url_sealed' | 'client_secret_sealed'

export function methodSecretPlace(methodId: string, column: MethodSecretColumn): SealPlace {
  return { table: 'payment_methods', row: methodId, column }
}

export function xpubPlace(xpubId: string): SealPlace {
  return { table: 'payment_method_xpubs', row: xpubId, column: 'xpub_sealed' }
}

/** @throws SealBroken when the row was changed or its key is gone */
export function openMethodSecret(
  secrets: Secrets,
  methodId: string,
  column: MethodSecretColumn,
  sealed: string | null,
): string | null {
  return sealed === null ? null : secrets.open(sealed, methodSecretPlace(methodId, column))
}
