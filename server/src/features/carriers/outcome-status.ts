// The one table that says what a carrier is told about an outcome: a command_status over SMPP, a status over HTTP.
// Nothing else in the program decides it. What was stored answers success whatever became of it, so that a carrier
// never repeats what we already have.
import { COMMAND_ID } from '@inrange/smpp/command'
import { STATUS } from '@inrange/smpp/status'
import type { Outcome } from './intake.ts'

type Answer = {
  /** command_status of deliver_sm_resp and data_sm_resp. */
  delivery: number
  /** command_status of submit_sm_resp, which has codes of its own. */
  submission: number
  http: 200 | 422 | 503
}

const STORED: Answer = { delivery: STATUS.ESME_ROK, submission: STATUS.ESME_ROK, http: 200 }
// Every SMSC takes ESME_RTHROTTLED as "the same again, later"; ESME_RSYSERR makes some of them give the message up.
const LATER: Answer = { delivery: STATUS.ESME_RTHROTTLED, submission: STATUS.ESME_RTHROTTLED, http: 503 }

const ANSWERS: Readonly<Record<Outcome, Answer>> = {
  accepted: STORED,
  held: STORED,
  quarantined: STORED,
  duplicate: STORED,
  receipt: STORED,
  // Permanent: "ESME Receiver Permanent App Error Code" and "submit failed" (SMPP 3.4, table 5-2). It is not to be
  // sent again.
  refused: { delivery: STATUS.ESME_RX_P_APPN, submission: STATUS.ESME_RSUBMITFAIL, http: 422 },
  throttled: LATER,
  unavailable: LATER,
}

/**
 * The command_status that answers a request.
 * @param commandId of the request
 * @param queueIsFull true when the intake stands at its bound: what our side could not write is then answered as a full
 *   queue (ESME_RMSGQFUL), which carriers hold back longer than a throttled one
 */
export function commandStatusOf(outcome: Outcome, commandId: number, queueIsFull: boolean): number {
  if (outcome === 'unavailable' && queueIsFull) return STATUS.ESME_RMSGQFUL
  const answer = ANSWERS[outcome]
  return commandId === COMMAND_ID.submit_sm ? answer.submission : answer.delivery
}

/** The status that answers an HTTP request. */
export function httpStatusOf(outcome: Outcome): 200 | 422 | 503 {
  return ANSWERS[outcome].http
}

/** Whether the carrier was told success. */
export function isStored(outcome: Outcome): boolean {
  return ANSWERS[outcome].http === 200
}
