import { expect, test } from 'vitest'
import { COMMAND_ID } from '@inrange/smpp/command'
import { STATUS, type StatusName } from '@inrange/smpp/status'
import type { Outcome } from './intake.ts'
import { commandStatusOf, httpStatusOf } from './outcome-status.ts'

// outcome, queue full → deliver_sm_resp and data_sm_resp, submit_sm_resp, HTTP
const table: [Outcome, boolean, StatusName, StatusName, number][] = [
  ['accepted', false, 'ESME_ROK', 'ESME_ROK', 200],
  ['held', false, 'ESME_ROK', 'ESME_ROK', 200],
  ['quarantined', false, 'ESME_ROK', 'ESME_ROK', 200],
  ['duplicate', false, 'ESME_ROK', 'ESME_ROK', 200],
  ['receipt', false, 'ESME_ROK', 'ESME_ROK', 200],
  ['accepted', true, 'ESME_ROK', 'ESME_ROK', 200],
  ['refused', false, 'ESME_RX_P_APPN', 'ESME_RSUBMITFAIL', 422],
  ['throttled', false, 'ESME_RTHROTTLED', 'ESME_RTHROTTLED', 503],
  ['throttled', true, 'ESME_RTHROTTLED', 'ESME_RTHROTTLED', 503],
  ['unavailable', false, 'ESME_RTHROTTLED', 'ESME_RTHROTTLED', 503],
  ['unavailable', true, 'ESME_RMSGQFUL', 'ESME_RMSGQFUL', 503],
]

test.each(table)('%s with a full queue=%s is answered %s, %s, %d', (outcome, isFull, delivery, submission, http) => {
  expect(commandStatusOf(outcome, COMMAND_ID.deliver_sm, isFull)).toBe(STATUS[delivery])
  expect(commandStatusOf(outcome, COMMAND_ID.data_sm, isFull)).toBe(STATUS[delivery])
  expect(commandStatusOf(outcome, COMMAND_ID.submit_sm, isFull)).toBe(STATUS[submission])
  expect(httpStatusOf(outcome)).toBe(http)
})
