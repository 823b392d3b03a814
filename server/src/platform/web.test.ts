// What the pages of the console may load: of others only a captcha, and only while the settings name its provider.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSilentLog } from './log.ts'
import { createWebApp, type WebOptions } from './web.ts'

const consoleDir = mkdtempSync(join(tmpdir(), 'inrange-web-'))
writeFileSync(join(consoleDir, 'index.html'), '<!doctype html>')
mkdirSync(join(consoleDir, 'assets'))
for (const name of ['page.js', 'page.js.br', 'page.js.gz']) writeFileSync(join(consoleDir, 'assets', name), name)
afterAll(() => rmSync(consoleDir, { recursive: true, force: true }))

async function policyAt(path: string, findCaptchaProvider?: WebOptions['findCaptchaProvider']): Promise<string[]> {
  const options = { consoleDir, trustedProxies: [], isHttps: true, log: createSilentLog() }
  const app = createWebApp({ ...options, ...(findCaptchaProvider ? { findCaptchaProvider } : {}) }, () => undefined)
  const response = await app.request(path)
  return (response.headers.get('content-security-policy') ?? '').split('; ')
}

test('a page loads from nowhere else, also while the settings cannot be read', async () => {
  const strict = await policyAt('/dashboard')
  expect(strict).toContain("script-src 'self'")
  expect(strict.join(' ')).not.toContain('https:')
  expect(await policyAt('/dashboard', async () => null)).toEqual(strict)
  expect(await policyAt('/dashboard', () => Promise.reject(new Error('the database is away')))).toEqual(strict)
})

test('with a captcha a page loads that, and an answer of the API still nothing', async () => {
  const turnstile = await policyAt('/', async () => 'turnstile')
  expect(turnstile).toContain("script-src 'self' https://challenges.cloudflare.com")
  expect(turnstile).toContain('frame-src https://challenges.cloudflare.com')
  expect(turnstile.join(' ')).not.toContain('hcaptcha')
  expect(await policyAt('/', async () => 'hcaptcha')).toContain('frame-src https://hcaptcha.com https://*.hcaptcha.com')
  expect(await policyAt('/api/v1/nothing', async () => 'turnstile')).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
})

test('an asset is kept for a year, and sent as the build compressed it, in a way that the browser reads', async () => {
  const options = { consoleDir, trustedProxies: [], isHttps: true, log: createSilentLog() }
  const app = createWebApp(options, () => undefined)
  for (const [accepted, file, encoding] of [
    ['gzip, deflate, br, zstd', 'page.js.br', 'br'],
    ['gzip', 'page.js.gz', 'gzip'],
    ['identity', 'page.js', null],
  ] as const) {
    const response = await app.request('/assets/page.js', { headers: { 'accept-encoding': accepted } })
    expect(await response.text()).toBe(file)
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(response.headers.get('cache-control')).toContain('immutable')
  }
  const missing = await app.request('/assets/gone.js')
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
})
