// Guarantees that a broken assumption of ours stops the work that relied on it, with a sentence that names the
// assumption. It deliberately says nothing to the outside: what a caller did wrong is an outcome or an AppError,
// never an invariant.

/** Our own bug. Whoever catches it logs it in full and answers with the generic internal error. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

/**
 * Asserts what must hold if our own code is right.
 * @param condition what must be true
 * @param message a sentence naming the assumption, without secrets or message bodies
 * @throws InvariantError when the condition does not hold
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message)
}

/**
 * Closes a switch over a union: the compiler refuses the call while a member is unhandled.
 * @throws InvariantError when a value outside the union reaches it at run time
 */
export function unreachable(value: never, what: string): never {
  throw new InvariantError(`Unhandled ${what}: ${JSON.stringify(value)}`)
}
