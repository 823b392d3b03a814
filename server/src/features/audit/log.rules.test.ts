// Facts of the log as the API shows them elsewhere.
import { expect, test } from 'vitest'
import { asApiFacts } from './log.rules.ts'

test('amounts are decimals without their unit of account, wherever they stand, and an unknown one is still an amount', () => {
  expect(
    asApiFacts([
      { kind: 'paypal', differenceMicros: '-1500000' },
      { kind: 'usdt_trc20', differenceMicros: null },
    ]),
  ).toEqual([
    { kind: 'paypal', difference: '-1.500000' },
    { kind: 'usdt_trc20', difference: null },
  ])
  expect(asApiFacts({ rate: '4000', settings: { feeMicros: '250000' } })).toEqual({
    rate: '0.004000',
    settings: { fee: '0.250000' },
  })
})

test('what only looks like an amount stays as it is', () => {
  expect(asApiFacts({ rate: 'high', microsOff: '4000', txMicros: '4e3', count: null })).toEqual({
    rate: 'high',
    microsOff: '4000',
    txMicros: '4e3',
    count: null,
  })
})
