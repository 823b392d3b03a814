// `npm run bench -- console [--messages N] [--data FOLDER] [--only PART]`: the budgets of the console, in Chromium, on
// the whole platform with an archive: weight, paints, blocked time, openings, the live inbox under load, Lighthouse. It
// fails when a budget is missed. Timings on a busy machine say little; weights say the same everywhere.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { openArchiveStage, type ArchiveStage } from './archive.stage.ts'
import { buildConsole, DIST } from './console.build.ts'
import { conditions, openBrowser, signIn, type MeasuredBrowser } from './console.browser.ts'
import { measureScores } from './console.lighthouse.ts'
import { measureLive, openLiveDoor } from './console.live.ts'
import { measureOpenings, measureVisit } from './console.vitals.ts'
import { printTable } from './print-table.ts'

const KB = 1_000

type Line = { what: string; value: number; bound: number; unit: string; isFloor?: boolean }

export async function benchConsole(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      messages: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  })
  buildConsole()
  const parts: Record<string, (stage: ArchiveStage, browser: MeasuredBrowser) => Promise<Line[]>> = {
    weight: () => Promise.resolve(weightLines()),
    lighthouse: lighthouseLines,
    visits: visitLines,
    openings: openingLines,
    live: liveLines,
  }
  const kept = values.data === undefined ? {} : { dataDir: values.data }
  const stage = await openArchiveStage({ messages: Number(values.messages), ...kept })
  const lines: Line[] = []
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (!name.includes(values.only)) continue
      // Each part begins as a visitor who was never there.
      const browser = await openBrowser()
      try {
        lines.push(...(await measure(stage, browser)))
      } finally {
        await browser.close()
      }
    }
  } finally {
    await stage.close()
  }
  printTable(['what', 'measured', 'budget', ''], lines.map(rowOf))
  if (lines.some((line) => !isMet(line))) process.exitCode = 1
}

function rowOf(line: Line): string[] {
  const { what, value, bound, unit, isFloor = false } = line
  const text = (figure: number) => `${Number.isInteger(figure) ? figure : figure.toFixed(figure < 10 ? 3 : 1)} ${unit}`
  return [what, text(value), `${isFloor ? '>=' : '<='} ${text(bound)}`, isMet(line) ? '' : 'MISSED']
}

function isMet({ value, bound, isFloor = false }: Line): boolean {
  return isFloor ? value >= bound : value <= bound
}

function weightLines(): Line[] {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8')
  const first = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? ''))
  const size = (path: string) => gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length / KB
  const assets = readdirSync(join(DIST, 'assets')).map((name) => `assets/${name}`)
  const pages = assets
    .filter((path) => /\.page-[^/]*\.js$/.test(path) && !first.has(path))
    .map((path) => ({ path, kb: size(path) }))
  const [largest = { path: '', kb: 0 }] = pages.toSorted((a, b) => b.kb - a.kb)
  const styles = assets.filter((path) => path.endsWith('.css')).reduce((sum, path) => sum + size(path), 0)
  return [
    {
      what: 'initial JavaScript, gzip',
      value: [...first].reduce((sum, path) => sum + size(path), 0),
      bound: 120,
      unit: 'kB',
    },
    { what: `largest page (${largest.path.replace('assets/', '')}), gzip`, value: largest.kb, bound: 25, unit: 'kB' },
    { what: 'CSS, gzip', value: styles, bound: 12, unit: 'kB' },
  ]
}

async function visitLines(stage: ArchiveStage, browser: MeasuredBrowser): Promise<Line[]> {
  const { url } = stage.platform
  const page = await browser.context.newPage()
  await signIn(page, url, 'ayse')
  const cable = await measureVisit(browser.context, `${url}/dashboard`, conditions.cable)
  const fast = await measureVisit(browser.context, `${url}/dashboard`, conditions.fast4g)
  const slow = await measureVisit(browser.context, `${url}/dashboard`, conditions.slow4g)
  await page.close()
  return [
    { what: 'cold dashboard, all octets', value: cable.octets / KB, bound: 200, unit: 'kB' },
    { what: `LCP ${conditions.cable.name}`, value: cable.lcpMs, bound: 500, unit: 'ms' },
    { what: `LCP ${conditions.fast4g.name}`, value: fast.lcpMs, bound: 1_200, unit: 'ms' },
    { what: `LCP ${conditions.slow4g.name}`, value: slow.lcpMs, bound: 2_000, unit: 'ms' },
    { what: `FCP ${conditions.slow4g.name}`, value: slow.fcpMs, bound: 800, unit: 'ms' },
    { what: 'blocked time 1x', value: cable.tbtMs, bound: 50, unit: 'ms' },
    { what: 'blocked time 4x', value: fast.tbtMs, bound: 350, unit: 'ms' },
    { what: 'layout shift, worst', value: Math.max(cable.cls, fast.cls, slow.cls), bound: 0.01, unit: '' },
  ]
}

async function openingLines(stage: ArchiveStage, browser: MeasuredBrowser): Promise<Line[]> {
  const { url } = stage.platform
  const page = await browser.context.newPage()
  await signIn(page, url, 'ayse')
  await page.close()
  const bounds = [
    [80, 250],
    [100, 300],
    [80, 300],
    [50, 150],
  ] as const
  const openings = await measureOpenings(browser.context, url)
  return openings.flatMap(({ name, normalMs, slowMs }, index) => [
    { what: `${name}, 1x`, value: normalMs, bound: bounds[index]?.[0] ?? 0, unit: 'ms' },
    { what: `${name}, 4x`, value: slowMs, bound: bounds[index]?.[1] ?? 0, unit: 'ms' },
  ])
}

async function liveLines(stage: ArchiveStage, browser: MeasuredBrowser): Promise<Line[]> {
  const door = await openLiveDoor(stage.platform.url, stage.ownerId)
  const page = await browser.context.newPage()
  await signIn(page, door.url, 'ayse')
  await page.close()
  const lines: Line[] = []
  try {
    for (const [perSecond, cpu] of [
      [1_000, 1],
      [5_000, 1],
      [1_000, 4],
      [5_000, 4],
    ] as const) {
      const at = await measureLive(browser.context, door, { perSecond, cpu })
      const name = `live ${perSecond.toLocaleString('en')}/s, ${cpu}x`
      lines.push(
        { what: `${name}: dropped frames`, value: at.droppedPercent, bound: cpu === 1 ? 1 : 15, unit: '%' },
        { what: `${name}: INP`, value: at.inpMs, bound: cpu === 1 ? 50 : 130, unit: 'ms' },
        { what: `${name}: main thread`, value: at.mainPercent, bound: cpu === 1 ? 25 : 40, unit: '%' },
        { what: `${name}: heap`, value: at.heapMegabytes, bound: 80, unit: 'MB' },
      )
    }
  } finally {
    await door.close()
  }
  return lines
}

async function lighthouseLines(stage: ArchiveStage, browser: MeasuredBrowser): Promise<Line[]> {
  const { url } = stage.platform
  const lines: Line[] = []
  const port = browser.debuggingPort
  const measure = async (name: string, path: string) => {
    for (const isPhone of [false, true]) {
      const { performance, accessibility, bestPractices } = await measureScores(`${url}${path}`, { port, isPhone })
      const what = `Lighthouse ${isPhone ? 'phone' : 'desk'}: ${name}`
      const least = { unit: '', isFloor: true }
      lines.push({ what: `${what}, performance`, value: performance, bound: isPhone ? 97 : 100, ...least })
      lines.push({ what: `${what}, accessibility`, value: accessibility, bound: 100, ...least })
      lines.push({ what: `${what}, best practices`, value: bestPractices, bound: 100, ...least })
    }
  }
  await measure('sign-in', '/')
  const page = await browser.context.newPage()
  await signIn(page, url, 'ayse')
  await page.close()
  await measure('dashboard', '/dashboard')
  await measure('inbox', '/sms-inbox')
  return lines
}
