import { describe, expect, test } from 'vitest'
import {
  describeSettlement,
  HOUSE_ID,
  judgeTransfers,
  lastClosedHour,
  maturesAt,
  type AccountKind,
  type LedgerState,
  type TransferCode,
  type TransferRequest,
} from './ledger.rules.ts'

const empty: LedgerState = { balances: [], transfers: [], holds: [] }
const rich: LedgerState = { ...empty, balances: [{ ownerId: 'o', kind: 'available', balanceMicros: 100n }] }

function hold(amountMicros: bigint, idempotencyKey: string): TransferRequest {
  return { ownerId: 'o', code: 'hold', amountMicros, idempotencyKey }
}
function release(amountMicros: bigint, idempotencyKey: string, resolvesId = 'h'): TransferRequest {
  return { ownerId: 'o', code: 'hold_released', amountMicros, idempotencyKey, resolvesId }
}
function withHold(isResolved: boolean): LedgerState {
  return {
    ...empty,
    balances: [{ ownerId: 'o', kind: 'held', balanceMicros: 70n }],
    holds: [{ ownerId: 'o', id: 'h', code: 'hold', amountMicros: 70n, isResolved }],
  }
}

describe('judging requests', () => {
  test('a hold of exactly what is available is accepted, a micro-dollar more is not', () => {
    expect(judgeTransfers([hold(100n, 'k')], rich)).toEqual([{ outcome: 'accepted' }])
    expect(judgeTransfers([hold(101n, 'k')], rich)).toEqual([
      { outcome: 'insufficient_funds', kind: 'available', balanceMicros: 100n },
    ])
  })

  test('requests of one call are judged in their order, each after the ones before it', () => {
    expect(judgeTransfers([hold(60n, 'a'), hold(40n, 'b')], rich)).toEqual([
      { outcome: 'accepted' },
      { outcome: 'accepted' },
    ])
    expect(judgeTransfers([hold(60n, 'a'), hold(41n, 'b')], rich)).toEqual([
      { outcome: 'not_posted' },
      { outcome: 'insufficient_funds', kind: 'available', balanceMicros: 40n },
    ])
  })

  test('another owner’s money does not count', () => {
    const other = { ...hold(1n, 'k'), ownerId: 'p' }
    expect(judgeTransfers([other], rich)).toEqual([
      { outcome: 'insufficient_funds', kind: 'available', balanceMicros: 0n },
    ])
  })

  test('what matures becomes available within the call', () => {
    const state: LedgerState = { ...empty, balances: [{ ownerId: 'o', kind: 'maturing', balanceMicros: 5n }] }
    const matured: TransferRequest = { ownerId: 'o', code: 'earning_matured', amountMicros: 5n, idempotencyKey: 'm' }
    expect(judgeTransfers([matured, hold(5n, 'h')], state)).toEqual([{ outcome: 'accepted' }, { outcome: 'accepted' }])
    expect(judgeTransfers([hold(5n, 'h'), matured], state)[0]).toEqual({
      outcome: 'insufficient_funds',
      kind: 'available',
      balanceMicros: 0n,
    })
  })

  test('a known key answers before anything else is looked at', () => {
    const known = {
      ownerId: 'o',
      id: 't',
      code: 'hold',
      amountMicros: 70n,
      idempotencyKey: 'k',
      resolvesId: null,
      custody: null,
    }
    const state = { ...empty, transfers: [known] }
    expect(judgeTransfers([hold(70n, 'k')], state)).toEqual([{ outcome: 'exists', transferId: 't' }])
    expect(judgeTransfers([hold(71n, 'k')], state)).toEqual([{ outcome: 'key_conflict' }])
    expect(judgeTransfers([release(70n, 'k')], state)).toEqual([{ outcome: 'key_conflict' }])
    expect(judgeTransfers([{ ...hold(70n, 'k'), ownerId: 'p' }], state)[0]?.outcome).toBe('insufficient_funds')
  })

  test('a key twice in one call is one transfer; with other content it is a conflict', () => {
    expect(judgeTransfers([hold(60n, 'k'), hold(60n, 'k')], rich)).toEqual([
      { outcome: 'accepted' },
      { outcome: 'repeats', index: 0 },
    ])
    expect(judgeTransfers([hold(60n, 'k'), hold(30n, 'k')], rich)).toEqual([
      { outcome: 'not_posted' },
      { outcome: 'key_conflict' },
    ])
  })

  test('a hold resolves once, by its whole amount', () => {
    expect(judgeTransfers([release(70n, 'r')], withHold(false))).toEqual([{ outcome: 'accepted' }])
    expect(judgeTransfers([release(69n, 'r')], withHold(false))).toEqual([{ outcome: 'hold_differs', holdMicros: 70n }])
    expect(judgeTransfers([release(70n, 'r')], withHold(true))).toEqual([{ outcome: 'hold_resolved' }])
    expect(judgeTransfers([release(70n, 'r', 'x')], withHold(false))).toEqual([{ outcome: 'hold_not_found' }])
    expect(judgeTransfers([release(70n, 'r'), release(70n, 's')], withHold(false))).toEqual([
      { outcome: 'not_posted' },
      { outcome: 'hold_resolved' },
    ])
  })

  test('an amount that is not positive and a release without its hold are our own bugs', () => {
    expect(() => judgeTransfers([hold(0n, 'k')], rich)).toThrow('positive')
    expect(() => judgeTransfers([{ ...hold(1n, 'k'), code: 'hold_released' }], rich)).toThrow('names a hold')
  })
})

describe('codes beyond earnings', () => {
  const at = (ownerId: string, kind: AccountKind, balanceMicros: bigint) => ({ ownerId, kind, balanceMicros })
  const ask = (code: TransferCode, amountMicros: bigint, more: Partial<TransferRequest> = {}): TransferRequest => ({
    ownerId: 'o',
    code,
    amountMicros,
    idempotencyKey: code,
    ...more,
  })
  const judge = (request: TransferRequest, ...balances: LedgerState['balances']) =>
    judgeTransfers([request], { ...empty, balances })[0]

  test('what the operator brought less what they took may be below zero: they took what was earned', () => {
    const ofHouse = (code: 'operator_withdrew' | 'suspense_resolved', kind: AccountKind) =>
      judge(ask(code, 6n, { ownerId: HOUSE_ID, custody: 'paypal' }), at(HOUSE_ID, kind, 5n))?.outcome
    expect(ofHouse('operator_withdrew', 'operator_funds')).toBe('accepted')
    expect(ofHouse('suspense_resolved', 'suspense')).toBe('insufficient_funds')
  })

  test('custody may be below zero, what a user has may not', () => {
    expect(judge(ask('withdrawal_fee', 5n, { custody: 'paypal' }))).toEqual({ outcome: 'accepted' })
    expect(judge(ask('deposit_reversed', 5n, { custody: 'paypal' }), at('o', 'available', 5n))).toEqual({
      outcome: 'accepted',
    })
    expect(judge(ask('deposit_reversed', 6n, { custody: 'paypal' }), at('o', 'available', 5n))).toEqual({
      outcome: 'insufficient_funds',
      kind: 'available',
      balanceMicros: 5n,
    })
  })

  test('an account that grows by debits is not credited below zero either', () => {
    const recover = (amountMicros: bigint) =>
      judge(ask('deficit_recovered', amountMicros), at('o', 'available', 9n), at('o', 'deficit', 5n))
    expect(recover(5n)).toEqual({ outcome: 'accepted' })
    expect(recover(6n)).toEqual({ outcome: 'insufficient_funds', kind: 'deficit', balanceMicros: 5n })
    const forfeit = (earned: bigint) =>
      judge(ask('earning_forfeited', 5n), at('o', 'maturing', 5n), at('o', 'message_earnings', earned))
    expect(forfeit(5n)).toEqual({ outcome: 'accepted' })
    expect(forfeit(4n)?.outcome).toBe('insufficient_funds')
  })

  test('a code with custody names one, every other names none', () => {
    expect(judge(ask('deposit', 5n, { custody: 'usdt_trc20' }))).toEqual({ outcome: 'accepted' })
    expect(() => judge(ask('deposit', 5n))).toThrow('names a custody')
    expect(() => judge(ask('hold', 5n, { custody: 'usdt_trc20' }), at('o', 'available', 5n))).toThrow('names a custody')
  })

  test('the same key with another custody is other content', () => {
    const known = {
      ownerId: 'o',
      id: 't',
      code: 'deposit',
      amountMicros: 5n,
      idempotencyKey: 'deposit',
      resolvesId: null,
    }
    const state = { ...empty, transfers: [{ ...known, custody: 'paypal' }] }
    expect(judgeTransfers([ask('deposit', 5n, { custody: 'paypal' })], state)[0]?.outcome).toBe('exists')
    expect(judgeTransfers([ask('deposit', 5n, { custody: 'usdt_bep20' })], state)[0]?.outcome).toBe('key_conflict')
  })

  test('a case ends what a case held, a hold what was held; neither the other', () => {
    const held = (code: string): LedgerState => ({
      ...withHold(false),
      balances: [at('o', 'held', 70n), at('o', 'message_earnings', 70n)],
      holds: [{ ownerId: 'o', id: 'h', code, amountMicros: 70n, isResolved: false }],
    })
    const outcomes = (code: TransferCode, more: Partial<TransferRequest> = {}) =>
      ['hold', 'case_held'].map(
        (heldBy) => judgeTransfers([ask(code, 70n, { resolvesId: 'h', ...more })], held(heldBy))[0]?.outcome,
      )
    expect(outcomes('hold_released')).toEqual(['accepted', 'hold_not_found'])
    expect(outcomes('hold_settled', { custody: 'paypal' })).toEqual(['accepted', 'hold_not_found'])
    expect(outcomes('case_released')).toEqual(['hold_not_found', 'accepted'])
    expect(outcomes('case_forfeited')).toEqual(['hold_not_found', 'accepted'])
  })

  test('the house keeps what is nobody’s, and users what is theirs', () => {
    const received = ask('suspense_received', 5n, { custody: 'paypal' })
    expect(judge({ ...received, ownerId: HOUSE_ID })).toEqual({ outcome: 'accepted' })
    expect(() => judge(received)).toThrow('its owner may have')
    expect(() => judge(ask('deposit', 5n, { custody: 'paypal', ownerId: HOUSE_ID }))).toThrow('its owner may have')
    const fee = ask('provider_fee', 5n, { custody: 'paypal' })
    expect([judge(fee), judge({ ...fee, ownerId: HOUSE_ID })]).toEqual([
      { outcome: 'accepted' },
      { outcome: 'accepted' },
    ])
  })
})

describe('time', () => {
  test('an hour is closed from its last instant on', () => {
    expect(lastClosedHour(new Date('2026-03-01T15:00:00.000Z')).toISOString()).toBe('2026-03-01T14:00:00.000Z')
    expect(lastClosedHour(new Date('2026-03-01T14:59:59.999Z')).toISOString()).toBe('2026-03-01T13:00:00.000Z')
  })

  test('an earning matures whole days after the end of its hour', () => {
    const hour = new Date('2026-03-01T14:00:00Z')
    expect(maturesAt(hour, 0).toISOString()).toBe('2026-03-01T15:00:00.000Z')
    expect(maturesAt(hour, 30).toISOString()).toBe('2026-03-31T15:00:00.000Z')
  })
})

describe('the sentence of a settlement', () => {
  const line = (rangeId: string, hour: string) => ({ rangeId, hour: new Date(hour) })
  test.each([
    [[line('a', '2026-03-01T14:00Z')], 'Message earnings, 1 range, 2026-03-01 14:00 to 15:00 UTC'],
    [
      [line('a', '2026-03-01T15:00Z'), line('b', '2026-03-01T14:00Z'), line('c', '2026-03-01T14:00Z')],
      'Message earnings, 3 ranges, 2026-03-01 14:00 to 16:00 UTC',
    ],
    [[line('a', '2026-03-01T23:00Z')], 'Message earnings, 1 range, 2026-03-01 23:00 to 24:00 UTC'],
    [
      [line('a', '2026-03-01T23:00Z'), line('a', '2026-03-02T00:00Z')],
      'Message earnings, 1 range, 2026-03-01 23:00 to 2026-03-02 01:00 UTC',
    ],
  ])('%#', (lines, sentence) => {
    expect(describeSettlement(lines)).toBe(sentence)
  })
})
