import { STATUS } from '@inrange/smpp/status'
import { expect, test } from 'vitest'
import { Outbox, newDelivery } from './outbox.ts'
import type { Fate } from './outbox.ts'

const input = { command: 'deliver_sm' } as const

function fate(parts: number): Fate {
  const names = { messageId: 1, text: 'text', sender: 'Kurvo', recipient: '447700900001', duplicateOf: null }
  return { ...names, parts, partsPending: parts, state: 'pending', redeliveries: 0 }
}

test('gives what was added, in order, and nothing when it is empty', () => {
  const outbox = new Outbox()
  const [a, b] = [newDelivery(input, null), newDelivery(input, null)]
  outbox.add([a, b])
  const session = outbox.nextSession()
  expect([outbox.take(session), outbox.take(session), outbox.take(session)]).toEqual([a, b, null])
  expect(outbox.owed).toBe(2)
})

test('a long message is acknowledged when its last part is', () => {
  const outbox = new Outbox()
  const long = fate(2)
  outbox.add([newDelivery(input, long), newDelivery(input, long)])
  const session = outbox.nextSession()
  const parts = [outbox.take(session), outbox.take(session)]
  const states = parts.map((part) => {
    if (part !== null) outbox.answer(part, STATUS.ESME_ROK)
    return long.state
  })
  expect(states).toEqual(['pending', 'acknowledged'])
  expect(outbox.counts).toMatchObject({ acknowledged: 2, messagesAcknowledged: 1 })
})

test('one part refused refuses the message, whatever comes of the others', () => {
  const outbox = new Outbox()
  const long = fate(2)
  outbox.add([newDelivery(input, long), newDelivery(input, long)])
  const session = outbox.nextSession()
  for (const status of [STATUS.ESME_RINVDSTADR, STATUS.ESME_ROK]) {
    const part = outbox.take(session)
    if (part !== null) outbox.answer(part, status)
  }
  expect(long.state).toBe('refused')
  expect(outbox.counts).toMatchObject({ refused: 1, acknowledged: 1, messagesAcknowledged: 0 })
})

test('what was given back waits for a later session, and comes before anything new', () => {
  const outbox = new Outbox()
  const [lost, fresh] = [newDelivery(input, fate(1)), newDelivery(input, null)]
  outbox.add([lost, fresh])
  const [first, second] = [outbox.nextSession(), outbox.nextSession()]
  expect(outbox.take(first)).toBe(lost)
  outbox.giveBack(lost)
  expect(outbox.take(second)).toBe(fresh)
  outbox.giveBack(fresh)
  expect(outbox.take(second)).toBeNull()
  const third = outbox.nextSession()
  expect([outbox.take(third), outbox.take(third)]).toEqual([lost, fresh])
  expect(outbox.counts.redelivered).toBe(2)
  expect(lost.fate?.redeliveries).toBe(1)
})

test('what was throttled may go over the same session, and is no redelivery', () => {
  const outbox = new Outbox()
  outbox.add([newDelivery(input, fate(1))])
  const session = outbox.nextSession()
  const delivery = outbox.take(session)
  if (delivery === null) throw new Error('there is one')
  expect(outbox.answer(delivery, STATUS.ESME_RTHROTTLED)).toBe('throttled')
  expect(outbox.take(session)).toBe(delivery)
  expect(outbox.answer(delivery, STATUS.ESME_ROK)).toBe('done')
  expect(outbox.counts).toMatchObject({ sent: 2, throttled: 1, redelivered: 0, acknowledged: 1 })
})

test('is idle when nothing is owed, also at once', async () => {
  const outbox = new Outbox()
  await outbox.idle()
  outbox.add([newDelivery(input, null)])
  let isIdle = false
  const idle = outbox.idle().then(() => (isIdle = true))
  const delivery = outbox.take(outbox.nextSession())
  await Promise.resolve()
  expect(isIdle).toBe(false)
  if (delivery !== null) outbox.answer(delivery, STATUS.ESME_ROK)
  await idle
})
