// Keyset cursors: opaque to callers, so the order behind a list can change without breaking a client that kept one.
import { AppError } from '@inrange/contract/errors'

/** Encodes the key of the last row of a page. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** The key of `parts` strings, or a 422 that names the field. */
export function decodeCursor(cursor: string | undefined, parts: number): string[] | null {
  if (cursor === undefined) return null
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(key) && key.length === parts) return key.map(String)
  } catch {
    // Falls through: a cursor that is not ours is refused below whatever is wrong with it.
  }
  throw new AppError('invalid_request', {
    fields: { cursor: 'This cursor is not one of ours; start from the first page.' },
  })
}
