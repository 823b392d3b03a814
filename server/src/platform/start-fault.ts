// Guarantees one shape for everything that keeps the program from starting: a sentence that says what is wrong, one
// that says what to do, and the exit code. It deliberately carries no stack for the operator: the cause is kept for
// the log.

/** Exit code of a start that the operator can repair (configuration, disk, a second server on one folder). */
export const EXIT_CODE_START_FAULT = 1
/** Exit code when the database is ahead of this program by a breaking migration: a supervisor must not retry. */
export const EXIT_CODE_SCHEMA_AHEAD = 57

/**
 * A start refused for a reason outside the code. `message` is the problem, `remedy` the next step; both are
 * sentences.
 */
export class StartFault extends Error {
  override readonly name = 'StartFault'
  readonly remedy: string
  readonly exitCode: number

  constructor(problem: string, remedy: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(problem, options.cause === undefined ? undefined : { cause: options.cause })
    this.remedy = remedy
    this.exitCode = options.exitCode ?? EXIT_CODE_START_FAULT
  }
}

/** The text that `main` prints for a failed start: problem and remedy, without a stack. */
export function startFaultText(fault: StartFault): string {
  return `${fault.message}\n${fault.remedy}`
}
