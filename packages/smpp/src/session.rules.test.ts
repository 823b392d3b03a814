import { expect, test } from 'vitest'
import { mayIssue } from './session.rules.ts'
import type { RequestName, SessionState, Side } from './session.rules.ts'

// One line per request of table 2-1: the states in which the ESME and the SMSC may issue it.
const TABLE = `
  request             ESME                       SMSC
  bind_receiver       OPEN OUTBOUND              -
  bind_transmitter    OPEN                       -
  bind_transceiver    OPEN OUTBOUND              -
  outbind             -                          OPEN
  unbind              BOUND_TX BOUND_RX BOUND_TRX  BOUND_TX BOUND_RX BOUND_TRX
  submit_sm           BOUND_TX BOUND_TRX         -
  deliver_sm          -                          BOUND_RX BOUND_TRX
  data_sm             BOUND_TX BOUND_TRX         BOUND_RX BOUND_TRX
  enquire_link        BOUND_TX BOUND_RX BOUND_TRX  BOUND_TX BOUND_RX BOUND_TRX
  alert_notification  -                          BOUND_RX BOUND_TRX
`

const STATES: readonly SessionState[] = ['OPEN', 'OUTBOUND', 'BOUND_TX', 'BOUND_RX', 'BOUND_TRX', 'UNBOUND', 'CLOSED']

test('each side may issue each request in exactly the states of the standard', () => {
  const rows = TABLE.trim().split('\n').slice(1)
  expect(rows).toHaveLength(10)
  for (const row of rows) {
    const [request = '', esme = '', smsc = ''] = row.trim().split(/\s{2,}/)
    for (const state of STATES) {
      for (const [side, allowed] of [
        ['esme', esme],
        ['smsc', smsc],
      ] as readonly [Side, string][]) {
        const expected = allowed.split(' ').includes(state)
        expect(mayIssue(request as RequestName, side, state, false), `${side} ${request} in ${state}`).toBe(expected)
      }
    }
  }
})

test('the one departure lets an ESME deliver where it may transmit, and nothing else', () => {
  const allowed = STATES.filter((state) => mayIssue('deliver_sm', 'esme', state, true))
  expect(allowed).toEqual(['BOUND_TX', 'BOUND_TRX'])
  expect(mayIssue('alert_notification', 'esme', 'BOUND_TRX', true)).toBe(false)
})
