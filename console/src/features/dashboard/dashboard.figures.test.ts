import { expect, test } from 'vitest'
import { dayLabel, messagePoints, stepsDone, withNews, type Dashboard } from './dashboard.figures.ts'
import { parseDashboardSearch } from './dashboard.search.ts'

type Message = Dashboard['recentMessages'][number]

function message(position: string): Message {
  return {
    id: `msg_${position}`,
    from: 'Sender',
    to: '+447700900123',
    content: `text ${position}`,
    masked: false,
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
      messages: 10,
      previousMessages: 0,
      earnings: '1.000000',
      previousEarnings: '0.000000',
      growthPercent: null,
    },
    days: [{ day: '2026-11-01', messages: 10, earnings: '1.000000' }],
    recentMessages,
    recentActivity: [],
    gettingStarted: null,
    asOf: '2026-11-20T10:00:00.000Z',
  }
}

test('a day of UTC keeps its date in every zone', () => {
  expect(dayLabel('2026-11-01')).toBe('Nov 1')
  expect(messagePoints(dashboard([]))).toEqual([{ label: 'Nov 1', value: 10 }])
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

test('the checklist counts what is done and goes when everything is', () => {
  const steps = { userCreated: true, carrierConnected: true, rangeCreated: true, messageReceived: false }
  expect(stepsDone(steps)).toBe(3)
  expect(stepsDone({ ...steps, messageReceived: true })).toBeNull()
  expect(stepsDone(null)).toBeNull()
})

test('the period is 7 or 90 days when the address says so, and 30 otherwise', () => {
  expect(parseDashboardSearch({ days: 7 })).toEqual({ days: 7 })
  expect(parseDashboardSearch({ days: '90' })).toEqual({ days: 90 })
  expect(parseDashboardSearch({ days: 30 })).toEqual({})
  expect(parseDashboardSearch({ days: 'all' })).toEqual({})
})
