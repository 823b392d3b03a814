// The small decisions of the audit slice. Pure.
import type { AuditOutcome } from '@inrange/contract/audit'
import { AppError } from '@inrange/contract/errors'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether the text is a uuid as PostgreSQL prints one. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** The refusal of a cursor that decodes but holds something else. */
export function badCursor(): AppError {
  return new AppError('invalid_request', {
    fields: { cursor: 'This cursor is not one of ours; start from the first page.' },
  })
}

/** What became of it, where the action says so itself, as `sign_in_refused` does; everything else was done. */
export function outcomeOf(action: string): AuditOutcome {
  if (action.endsWith('_refused') || action.endsWith('_denied')) return 'refused'
  return action.endsWith('_failed') ? 'failed' : 'done'
}

/** Money is bigint inside and text in JSON. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner))
}
