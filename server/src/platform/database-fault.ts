// Tells "PostgreSQL is away" from every other failure, so that the one is a wait and a 503 and the other a defect.

/** Connection refused, reset, cut or refused by the server because it starts or stops (SQLSTATE classes 08 and 57P). */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let fault: unknown = error; fault instanceof Error; fault = fault.cause) {
    const code = 'code' in fault ? String(fault.code) : ''
    if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/.test(code)) return true
    if (/^(08|57P)/.test(code) || code === '53300') return true
    if (/Connection terminated|timeout exceeded when trying to connect|not queryable/.test(fault.message)) return true
  }
  return false
}

/** A text with NUL, which PostgreSQL stores neither as text nor in JSON: only a caller says such a thing. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(22021|22P05)$/.test(String(error.code))
}

/** The name of the constraint that refused a statement, or null when it was refused for another reason. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('23')) return null
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null
}

/**
 * Worth the same attempt again: a conflict with another transaction, a lock or statement that took too long, a full
 * connection pool.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return /^(40001|40P01|55P03|57014|53\d{3})$/.test(String(error.code))
}
