// The browser that the console is measured in: a Chromium of its own profile, signed in as a person would, which other
// tools can join over its debugging port.
import { mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { freePort } from '@inrange/server/testing/free-port'
import { TEST_PLATFORM_PASSWORD } from '@inrange/server/testing/test-platform'

export type { BrowserContext, CDPSession, Page } from '@playwright/test'

export type MeasuredBrowser = {
  context: BrowserContext
  debuggingPort: number
  close(): Promise<void>
}

/** What a line and a machine are like. Rates in kbit/s, latency in ms, `cpu` times slower. */
export type Conditions = { name: string; kbitPerSecond: number; latencyMs: number; cpu: number }
export const conditions = {
  cable: { name: 'cable 50 Mb, 1x', kbitPerSecond: 50_000, latencyMs: 5, cpu: 1 },
  fast4g: { name: 'fast 4G 10 Mb/40 ms, 4x', kbitPerSecond: 10_000, latencyMs: 40, cpu: 4 },
  slow4g: { name: 'slow 4G 1.6 Mb/150 ms, 4x', kbitPerSecond: 1_600, latencyMs: 150, cpu: 4 },
} as const satisfies Record<string, Conditions>

const VIEWPORT = { width: 1350, height: 940 }
/** Debian's; elsewhere the one that Playwright brings. */
const SYSTEM_CHROMIUM = '/usr/bin/chromium'

export async function openBrowser(): Promise<MeasuredBrowser> {
  const profileDir = await mkdtemp(join(tmpdir(), 'inrange-browser-'))
  const debuggingPort = await freePort()
  const context = await chromium.launchPersistentContext(profileDir, {
    ...(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {}),
    viewport: VIEWPORT,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--enable-precise-memory-info',
      `--remote-debugging-port=${debuggingPort}`,
    ],
  })
  return {
    context,
    debuggingPort,
    async close() {
      await context.close()
      await rm(profileDir, { recursive: true, force: true })
    },
  }
}

export async function signIn(page: Page, url: string, username: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(TEST_PLATFORM_PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('main', { name: 'Dashboard', exact: true }).waitFor()
}

/** Makes one page's line and machine as slow as said. */
export async function impose(page: Page, { kbitPerSecond, latencyMs, cpu }: Conditions): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  const octetsPerSecond = (kbitPerSecond * 1_000) / 8
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: octetsPerSecond,
    uploadThroughput: octetsPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return session
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
