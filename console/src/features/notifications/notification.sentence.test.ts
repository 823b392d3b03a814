// What notifications say, and where they lead.
import { expect, test } from 'vitest'
import { destinationOf, hrefOf, sayNotification, type Notification } from './notification.sentence.ts'

const common = { id: 'ntf_1', at: '2026-11-22T00:00:00.000Z', isRead: false, subject: null }
const subject = (noun: string, within?: string) => ({ noun, id: `${noun}_1`, ...(within ? { within } : {}) })

const cases: [Notification, string, string][] = [
  [
    { ...common, kind: 'range_assigned', facts: { range: 'UK', numbers: '1 - 2' }, subject: subject('range') },
    'Range UK is now yours.',
    '/number-ranges?dialog=details&range=range_1',
  ],
  [
    { ...common, kind: 'range_withdrawn', facts: { range: 'UK', numbers: '1 - 2' } },
    'Range UK is no longer yours.',
    '/number-ranges',
  ],
  [
    {
      ...common,
      kind: 'payment',
      facts: { step: 'withdrawal_sent', amount: '12.500000', method: 'PayPal' },
      subject: subject('withdrawal'),
    },
    '$12.50 was sent to you by PayPal.',
    '/wallet?withdrawal=withdrawal_1',
  ],
  [
    { ...common, kind: 'hold', facts: { step: 'opened', range: 'UK', amount: null }, subject: subject('case') },
    'Earnings of UK are held until two people have looked at them.',
    '/wallet?dialog=holds',
  ],
  [
    {
      ...common,
      kind: 'connection_down',
      facts: { carrier: 'Northwire', connection: 'Main', reason: 'timed out' },
      subject: subject('connection', 'carrier_1'),
    },
    'Main of Northwire is down.',
    '/carriers?carrier=carrier_1&connection=connection_1',
  ],
  [
    { ...common, kind: 'limit_near', facts: { limit: 'phone_codes', used: '8', allowed: '10' } },
    '8 of 10 codes by SMS were sent to you today.',
    '/account?tab=factors',
  ],
  [
    { ...common, kind: 'alert', facts: { name: 'Disk', state: 'raised', detail: 'Nearly full.' } },
    'Disk needs attention.',
    '/admin-dashboard',
  ],
  [
    {
      ...common,
      kind: 'export_ready',
      facts: { name: 'messages.csv', state: 'ready', rows: 1 },
      subject: subject('export'),
    },
    'messages.csv is ready.',
    '/reports?tab=exports&export=export_1',
  ],
]

test.each(cases)('%o', (notification, sentence, href) => {
  expect(sayNotification(notification).sentence).toBe(sentence)
  expect(hrefOf(destinationOf(notification, 'admin'))).toBe(href)
})

test('how long a connection was down is told in the unit that a person would use', () => {
  const up = (downSeconds: number): Notification => {
    return { ...common, kind: 'connection_up', facts: { carrier: 'Northwire', connection: 'Main', downSeconds } }
  }
  const details = [90, 600, 7_200].map((seconds) => sayNotification(up(seconds)).detail?.text)
  expect(details).toEqual(['It was down for 90 seconds.', 'It was down for 10 minutes.', 'It was down for 2 hours.'])
})
