// What a first visit costs whoever makes it: the paints, the shifts and the blocked time of a page that is loaded with
// an empty cache, and how long a surface takes to open. Medians of several tries.
import { conditions, impose, median, type BrowserContext, type Conditions, type Page } from './console.browser.ts'

export type Vitals = { fcpMs: number; lcpMs: number; cls: number; tbtMs: number; octets: number }

const LOADS = 5
const SETTLE_MS = 2_500

/** Before anything of the page runs: keeps what the browser tells about paints, shifts and long tasks. */
const WATCH = `
  window.seen = { fcpMs: 0, lcpMs: 0, cls: 0, tbtMs: 0 }
  const watch = (type, take) => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  }
  watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') window.seen.fcpMs = entry.startTime })
  watch('largest-contentful-paint', (entry) => { window.seen.lcpMs = entry.startTime })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) window.seen.cls += entry.value })
  watch('longtask', (entry) => { window.seen.tbtMs += Math.max(0, entry.duration - 50) })
`

/** Medians over visits with an empty cache. */
export async function measureVisit(context: BrowserContext, url: string, under: Conditions): Promise<Vitals> {
  const visits: Vitals[] = []
  for (let load = 0; load < LOADS; load++) visits.push(await visit(context, url, under))
  const of = (name: keyof Vitals) => median(visits.map((vitals) => vitals[name]))
  return { fcpMs: of('fcpMs'), lcpMs: of('lcpMs'), cls: of('cls'), tbtMs: of('tbtMs'), octets: of('octets') }
}

async function visit(context: BrowserContext, url: string, under: Conditions): Promise<Vitals> {
  const page = await context.newPage()
  try {
    await page.addInitScript(WATCH)
    const session = await impose(page, under)
    let octets = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (octets += encodedDataLength))
    await page.goto(url, { waitUntil: 'load' })
    // Nothing is asked of the page meanwhile: whoever asks works on its thread, as slowly as it does.
    await page.waitForTimeout(SETTLE_MS)
    await page.locator('main[aria-label], form').first().waitFor()
    const seen = await page.evaluate<Omit<Vitals, 'octets'>>('window.seen')
    return { ...seen, octets }
  } finally {
    await page.close()
  }
}

export type Opening = { name: string; normalMs: number; slowMs: number }
type Surface = {
  name: string
  path: string
  prepare(page: Page): Promise<void>
  act(page: Page): Promise<void>
  shown: string
}

const surfaces: readonly Surface[] = [
  {
    name: 'open palette, first time',
    path: '/dashboard',
    prepare: async (page) =>
      page
        .getByRole('button', { name: /Search/ })
        .first()
        .hover(),
    act: async (page) => page.keyboard.press('Control+k'),
    shown: '[role=dialog] input',
  },
  {
    name: 'open form dialog, first time',
    path: '/wallet',
    prepare: async (page) => page.getByRole('button', { name: 'Deposit', exact: true }).hover(),
    act: async (page) => page.getByRole('button', { name: 'Deposit', exact: true }).click(),
    shown: '[role=dialog]',
  },
  {
    name: 'dashboard to inbox',
    path: '/dashboard',
    prepare: async (page) =>
      page
        .getByRole('link', { name: /^SMS Inbox/ })
        .first()
        .hover(),
    act: async (page) =>
      page
        .getByRole('link', { name: /^SMS Inbox/ })
        .first()
        .click(),
    shown: 'main[aria-label="SMS Inbox"]',
  },
  {
    name: 'back to dashboard',
    path: '/dashboard',
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /^SMS Inbox/ })
        .first()
        .click()
      await page.locator('main[aria-label="SMS Inbox"]').waitFor()
      await page.getByRole('link', { name: 'Dashboard', exact: true }).first().hover()
    },
    act: async (page) => page.getByRole('link', { name: 'Dashboard', exact: true }).first().click(),
    shown: 'main[aria-label="Dashboard"]',
  },
]

/**
 * From the key or click until the frame in which the surface stands is painted: the first frame whose animation
 * callbacks find it paints it, before any task that begins after them.
 */
export async function measureOpenings(context: BrowserContext, url: string): Promise<Opening[]> {
  const openings: Opening[] = []
  for (const surface of surfaces) {
    const [normalMs, slowMs] = [await opening(context, url, surface, 1), await opening(context, url, surface, 4)]
    openings.push({ name: surface.name, normalMs, slowMs })
  }
  return openings
}

async function opening(context: BrowserContext, url: string, surface: Surface, cpu: number): Promise<number> {
  const times: number[] = []
  for (let load = 0; load < LOADS; load++) {
    const page = await context.newPage()
    await page.goto(`${url}${surface.path}`)
    await page.locator('main[aria-label]').waitFor()
    await page.waitForTimeout(1_000)
    await surface.prepare(page)
    await page.waitForTimeout(700)
    await impose(page, { ...conditions.cable, cpu })
    await page.evaluate(`
      window.opened = new Promise((resolve) => {
        let from = 0
        const begin = (event) => { if (from === 0) from = event.timeStamp }
        for (const type of ['keydown', 'pointerdown']) addEventListener(type, begin, true)
        const look = () => {
          if (from !== 0 && document.querySelector(${JSON.stringify(surface.shown)})) {
            setTimeout(() => resolve(performance.now() - from))
          } else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      undefined
    `)
    await surface.act(page)
    times.push(await page.evaluate<number>('window.opened'))
    await page.close()
  }
  return median(times)
}
