// Every column that holds sealed values, as data: what a change of SECRET_KEY has to bring over, and what it may leave,
// because it is over before anybody throws the old key away.
import type { SealedColumn } from './platform/rewrap-sealed.ts'

export const lastingSealedColumns: readonly SealedColumn[] = [
  { table: 'signing_keys', key: 'kid', column: 'private_sealed', placeColumn: 'private_sealed' },
  { table: 'connections', key: 'id', column: 'secret_sealed', placeColumn: 'secret' },
  { table: 'factors', key: 'id', column: 'secret_sealed', placeColumn: 'secret_sealed' },
  { table: 'identity_providers', key: 'id', column: 'client_secret_sealed', placeColumn: 'client_secret' },
  { table: 'payment_methods', key: 'id', column: 'node_url_sealed', placeColumn: 'node_url_sealed' },
  { table: 'payment_methods', key: 'id', column: 'second_node_url_sealed', placeColumn: 'second_node_url_sealed' },
  { table: 'payment_methods', key: 'id', column: 'client_secret_sealed', placeColumn: 'client_secret_sealed' },
  { table: 'payment_method_xpubs', key: 'id', column: 'xpub_sealed', placeColumn: 'xpub_sealed' },
]

/** Codes and mails on their way: good for minutes, or sent within the hour. */
export const passingSealedColumns: readonly string[] = ['factor_challenges.code_hash_sealed', 'notices.facts_sealed']
