// The browser tests: a real Chromium on the real program (platform.setup.ts). No retries, since a test that passes at
// the second try has found something; only CI, whose machine may stall for a while, tries once more, and names the test
// as flaky. The super admin's first sign-in comes first, because it happens once; what changes
// settings of the whole platform comes after the rest, and the load last and alone, because it measures.
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../tools/test.chromium.ts'

/** Undefined: the one that Playwright brings. */
const executablePath = findChromium(process.env)
const first = 'first-sign-in.e2e.ts'
const settings = 'recovery.e2e.ts'
const policy = 'settings.e2e.ts'
const load = 'live-load.e2e.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './platform.setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: process.env['CI'] === undefined ? 0 : 1,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  projects: [
    { name: 'first', testMatch: first },
    { name: 'console', testIgnore: [first, settings, policy, load], dependencies: ['first'] },
    { name: 'settings', testMatch: settings, dependencies: ['console'] },
    // After the other one: both change what the whole platform does.
    { name: 'policy', testMatch: policy, dependencies: ['settings'] },
    { name: 'load', testMatch: load, dependencies: ['policy'] },
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
