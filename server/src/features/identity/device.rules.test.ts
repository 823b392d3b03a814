// What browsers say of themselves, and what a person reads.
import { expect, test } from 'vitest'
import { deviceOf } from './device.rules.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const seen: [string, string][] = [
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`],
  ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`],
  ['Opera on macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36 OPR/120.0.0.0`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/28.0 ${chrome} Mobile Safari/537.36`,
  ],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Firefox on iPad',
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15',
  ],
  [
    'Safari on macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
  ],
  ['curl', 'curl/8.14.1'],
  ['Node.js', 'node'],
  ['Windows', 'Something (Windows NT 10.0)'],
  ['Unknown device', ''],
]
test.each(seen)('%s', (device, userAgent) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test('nothing that the sender wrote is shown', () => {
  expect(deviceOf('<b>Your bank</b> Firefox/1 Linux')).toBe('Firefox on Linux')
  expect(deviceOf('Call 0900 now')).toBe('Unknown device')
})
