import { expect, test } from 'vitest'
import { dayPoints, firstStepNames, setUpNames, stepsDone, withNews, type Dashboard } from './dashboard.figures.ts'

type Message = Dashboard['recentMessages'][number]

function message(position: string): Message {
  return {
    id: `msg_${position}`,
    from: 'Sender',
    to: '+447700900123',
    content: `text ${position}`,
    masked: false,
    contentDropped: false,
    time: '2026-11-20T10:00:00.000Z',
    isRead: false,
    range: { id: 'rng_1', name: 'UK' },
    segments: 1,
    earned: '0.004300',
    flags: [],
    position,
  }
}

function dashboard(recentMessages: Message[]): Dashboard {
  return {
    totalMessages: 10,
    unreadMessages: 4,
    totalEarnings: '1.000000',
    numberRanges: 1,
    activeRanges: 1,
    period: {
      from: '2026-11-01',
      to: '2026-11-01',
      zone: 'UTC',
      granularity: 'day',
      messages: 10,
      previousMessages: 0,
      earnings: '1.000000',
      previousEarnings: '0.000000',
      growthPercent: null,
    },
    days: [
      {
        day: '2026-11-01',
        messages: 10,
        earnings: '1.000000',
        previousDay: '2026-10-31',
        previousMessages: 3,
        previousEarnings: '0.500000',
      },
    ],
    recentMessages,
    recentActivity: [],
    waiting: { openCases: 0, quietRanges: 0 },
    gettingStarted: null,
    firstSteps: null,
    asOf: '2026-11-20T10:00:00.000Z',
  }
}

test('a day keeps its date in every zone, and stands beside its place in the period before', () => {
  expect(dayPoints(dashboard([]), 'messages')).toEqual([
    { label: 'Nov 1', axis: 'Nov 1', value: 10, previous: { label: 'Oct 31', value: 3 } },
  ])
  expect(dayPoints(dashboard([]), 'earnings')).toMatchObject([
    { value: 1, text: '$1.00', exact: '1.000000', previous: { exact: '0.500000' } },
  ])
})

test('news come first, each message once, and no more than fit', () => {
  const before = dashboard(['9', '8', '7', '6', '5', '4'].map(message))
  const after = withNews(before, { items: ['9', '10', '11'].map(message), total: 12, unread: 6 })
  expect(after.recentMessages.map(({ position }) => position)).toEqual(['11', '10', '9', '8', '7', '6'])
  expect([after.totalMessages, after.unreadMessages]).toEqual([12, 6])
})

test('news move no money', () => {
  const after = withNews(dashboard([]), { items: [message('11')], total: 11, unread: 5 })
  expect(after.totalEarnings).toBe('1.000000')
})

test('a checklist counts what is done and goes when everything is', () => {
  const setUp = {
    userCreated: true,
    carrierConnected: true,
    rangeCreated: true,
    messageReceived: false,
    paymentMethodAdded: false,
    mailServerSet: true,
  }
  expect(stepsDone(setUpNames, setUp)).toBe(4)
  expect(stepsDone(setUpNames, { ...setUp, messageReceived: true, paymentMethodAdded: true })).toBeNull()
  expect(stepsDone(setUpNames, null)).toBeNull()
  const first = { rangeAssigned: false, messageReceived: false, payoutDestination: false, secondFactor: true }
  expect(stepsDone(firstStepNames, first)).toBe(1)
})
