// `npm run bench -- pictures --to FOLDER [--messages N] [--data FOLDER] [--only TEXT,TEXT]`: every section of the
// console as each role sees it, over an archive: in light, in dark, as wide as a phone and from right to left, full and
// empty, while messages arrive. They are there to be looked at, before somebody else does; those in docs/images come
// from here. It fails when a page is wider than its screen or says something in the browser's console.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findUserId } from './archive-stage.queries.ts'
import { openArchiveStage, type ArchiveStage } from './archive.stage.ts'
import { openBrowser, signIn, type Page } from './console.browser.ts'
import { buildConsole } from './console.build.ts'
import { startTraffic } from './pictures.traffic.ts'

type View = { name: string; path: string }
type Look = { name: string; width: number; height: number; theme: 'light' | 'dark'; language: 'en' | 'ar' }

const view = (name: string, path = `/${name}`): View => ({ name, path })

const usersViews = [
  view('dashboard'),
  view('inbox'),
  view('inbox-searched', '/inbox?text=verification'),
  view('inbox-nothing', '/inbox?text=wordthatisnowhere'),
  view('sms-inbox'),
  view('number-ranges'),
  view('test-numbers'),
  view('wallet'),
  view('wallet-statements', '/wallet?dialog=statements'),
  view('earnings'),
  view('analytics'),
  view('analytics-ten-years', '/analytics?days=3650'),
  view('reports'),
  view('reports-jobs', '/reports?tab=exports'),
  view('notifications'),
  view('account'),
]
const adminsViews = [
  view('dashboard'),
  view('inbox'),
  view('number-ranges'),
  view('analytics'),
  view('reports'),
  view('manage-users'),
  view('admin-dashboard'),
  view('carriers'),
  view('quarantine'),
  view('holds'),
  view('audit'),
]
const superAdminsViews = [
  view('dashboard'),
  view('super-admin-dashboard'),
  view('payment-settings'),
  view('platform-settings'),
]
/** Who looks at what. `newcomer` has nothing yet. */
const tours = [
  { username: 'ayse', views: usersViews },
  { username: 'newcomer', views: usersViews },
  { username: 'oya', views: adminsViews },
  { username: 'root', views: superAdminsViews },
] as const

const looks: readonly Look[] = [
  { name: 'light', width: 1350, height: 940, theme: 'light', language: 'en' },
  { name: 'dark', width: 1350, height: 940, theme: 'dark', language: 'en' },
  { name: 'phone', width: 390, height: 844, theme: 'light', language: 'en' },
  { name: 'rtl', width: 1350, height: 940, theme: 'light', language: 'ar' },
]
const TRAFFIC_AHEAD_MS = 90_000
const SETTLED_MS_MAX = 10_000
/** Charts and figures move into their places. */
const REST_MS = 700

export async function takePictures(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      to: { type: 'string' },
      messages: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  })
  if (values.to === undefined) {
    console.error('--to takes the folder that the pictures are written to.')
    process.exit(2)
  }
  await mkdir(values.to, { recursive: true })
  buildConsole()
  const kept = values.data === undefined ? {} : { dataDir: values.data }
  const stage = await openArchiveStage({ messages: Number(values.messages), ...kept })
  const faults: string[] = []
  try {
    if ((await findUserId(stage.owner, 'newcomer')) === null) await stage.platform.addUser('newcomer', 'user')
    const traffic = await startTraffic(stage)
    // Rates over a minute, and the samples that the platform takes of itself, begin to say something.
    await delay(TRAFFIC_AHEAD_MS)
    for (const tour of tours) faults.push(...(await walk(stage, { ...tour, folder: values.to, only: values.only })))
    await traffic.stop()
  } finally {
    await stage.close()
  }
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

type Tour = { username: string; views: readonly View[]; folder: string; only: string }

async function walk(stage: ArchiveStage, { username, views, folder, only }: Tour): Promise<string[]> {
  const { url } = stage.platform
  const faults: string[] = []
  const browser = await openBrowser()
  try {
    const page = browser.context.pages()[0] ?? (await browser.context.newPage())
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${username}, ${page.url()}: ${message.text()}`)
    })
    await signIn(page, url, username)
    for (const look of looks) {
      await wear(page, look)
      for (const { name, path } of views) {
        const file = `${username}-${name}-${look.name}.png`
        if (!only.split(',').some((part) => file.includes(part))) continue
        await page.goto(`${url}${path}`)
        await untilSettled(page)
        if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')) {
          faults.push(`${file}: wider than the screen`)
        }
        await page.screenshot({ path: join(folder, file) })
      }
    }
  } finally {
    await browser.close()
  }
  return faults
}

async function wear(page: Page, { width, height, theme, language }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(`
    localStorage.setItem('inrange.theme', ${JSON.stringify(theme)})
    localStorage.setItem('inrange.language', ${JSON.stringify(JSON.stringify(language))})
  `)
}

/** Nothing is on its way any more: no skeleton, no bar of progress. */
async function untilSettled(page: Page): Promise<void> {
  await page.locator('main[aria-label]').waitFor()
  await page
    .waitForFunction(`!document.querySelector('[aria-busy=true], .animate-late')`, null, { timeout: SETTLED_MS_MAX })
    .catch(() => undefined)
  await page.waitForTimeout(REST_MS)
}
