// What a step of the simulator is: something that the model predicts and the platform does, and how both are compared.
// The kinds are listed once, so that a run can say which of them really happened.
import { AppError } from '@inrange/contract/errors'
import { violatedConstraint } from '../../platform/database-fault.ts'

/** Kind of step → whether it can be refused, or find nothing to do. */
export const stepKinds = {
  wait: false,
  join: false,
  'switch user': false,
  land: false,
  seal: false,
  settle: true,
  mature: true,
  recover: true,
  announce: true,
  receive: true,
  'receive twice at once': true,
  'move deposit': true,
  'cancel deposit': true,
  'reverse deposit': true,
  request: true,
  'request twice at once': true,
  approve: true,
  reject: true,
  cancel: true,
  hold: true,
  'let go': true,
  'give back': true,
  'move payout': true,
  'settle payout': true,
  'release payout': true,
  'return payout': true,
  'open case': true,
  propose: true,
  decide: true,
  'decide while settling': true,
  settings: true,
  method: true,
  house: true,
  'provider fee': true,
} as const satisfies Record<string, boolean>
export type StepKind = keyof typeof stepKinds

/** What only the platform knows before: ids that the database made, and who of two was first. */
export type Facts = Readonly<Record<string, string>>
export type Result = { outcome: string; detail?: string; facts?: Facts }

export type Prediction = {
  /** Null where it depends on what else the server does. */
  outcome: string | null
  isAccepted: boolean
  /** Figures that have to be the same, where the platform answers any. */
  detail?: string
  /** What each transaction that commits does to the model, in their order. */
  commits: ((facts: Facts) => void)[]
  /** What the answer says that an earlier, lost one would have said. */
  learn?: (facts: Facts) => void
}

export type Step = {
  kind: StepKind
  /** What it does, in words for whoever reads a failure. */
  words: string
  /** Whose money it touches. */
  ownerIds: string[]
  /** Changes nothing. */
  predict(): Prediction
  perform(): Promise<Result>
  /** False where two things happen at once, so that no order of transactions is known. */
  mayCrash?: boolean
  /** False where doing it again is another thing. */
  mayRepeat?: boolean
}

export const nothing = (): void => undefined

export function accepts(outcome: string, commit: (facts: Facts) => void, detail?: string): Prediction {
  return { outcome, isAccepted: true, commits: [commit], ...(detail === undefined ? {} : { detail }) }
}

/** @param commits how many transactions commit all the same, without a change */
export function refuses(outcome: string, commits = 0): Prediction {
  return { outcome, isAccepted: false, commits: Array.from({ length: commits }, () => nothing) }
}

/** The outcome of what is refused by throwing: the code of an error, or the constraint that refused it. */
export async function outcomeOf(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) return { outcome: error.code }
    const constraint = violatedConstraint(error)
    if (constraint === null) throw error
    return { outcome: constraint }
  }
}

/** Both outcomes of two that ran at once, in no order. */
export function together(outcomes: readonly string[]): string {
  return outcomes.toSorted().join(' + ')
}
