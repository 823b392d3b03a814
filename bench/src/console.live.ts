// How the live inbox draws while messages pour in. The stream is made by a door in front of the platform, so that what
// is measured is the page and not who else works on the same cores: everything but `/api/v1/live` goes through to the
// platform, and the live view gets its batches every 100 ms, as the platform would send them.
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toApiId, toMessageId } from '@inrange/contract/ids'
import { conditions, impose, type BrowserContext } from './console.browser.ts'

const BATCH_MS = 100
const WARM_UP_MS = 4_000
const MEASURE_MS = 10_000
const FRAME_MS = 1_000 / 60

export type LiveFigures = {
  droppedPercent: number
  framesPerSecond: number
  /** The slowest interaction but for one in fifty, in ms. */
  inpMs: number
  mainPercent: number
  heapMegabytes: number
}

type Door = { url: string; setRate(perSecond: number): void; close(): Promise<void> }

/** @param ownerId whose live view it is */
export async function openLiveDoor(platformUrl: string, ownerId: string): Promise<Door> {
  const state = { perSecond: 0 }
  const server = createServer((incoming, answer) => {
    if (incoming.url?.startsWith('/api/v1/live')) pour(answer, ownerId, state)
    else passOn(platformUrl, incoming, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    setRate: (perSecond) => void (state.perSecond = perSecond),
    close: () => end(server),
  }
}

function end(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

function passOn(platformUrl: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { host } = new URL(platformUrl)
  const headers = { ...incoming.headers, host }
  // The platform takes cookies from its own origin only, and here it is this door.
  if (headers.origin !== undefined) headers.origin = platformUrl
  const options = { method: incoming.method ?? 'GET', headers }
  const outgoing = request(`${platformUrl}${incoming.url ?? '/'}`, options, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
  })
  outgoing.on('error', () => answer.destroy())
  incoming.pipe(outgoing)
}

function pour(answer: ServerResponse, ownerId: string, state: { perSecond: number }): void {
  answer.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  let total = 0
  const timer = setInterval(() => {
    const count = Math.round((state.perSecond * BATCH_MS) / 1_000)
    if (count === 0) return
    total += count
    const items = Array.from({ length: count }, (_, index) => messageOf(ownerId, total - count + index))
    const position = items.at(-1)?.position ?? '0'
    const news = { items, position, unread: total, total, earnedNotSettled: '0' }
    answer.write(`id: ${position}\nevent: messages\ndata: ${JSON.stringify(news)}\n\n`)
  }, BATCH_MS)
  answer.on('close', () => clearInterval(timer))
}

const RANGE = { id: toApiId('range', '01900000-0000-7000-8000-000000000001'), name: 'GB Mobile 0000' }

function messageOf(ownerId: string, index: number) {
  const landedAtMicros = BigInt(Date.now()) * 1_000n + BigInt(index % 1_000)
  return {
    id: toMessageId({ ownerId, landedAtMicros: landedAtMicros + BigInt(index) }),
    from: ['WhatsApp', 'Google', 'Apple', 'Airbnb'][index % 4],
    to: `+44770${String(index % 10_000_000).padStart(7, '0')}`,
    content: `${100_000 + (index % 900_000)} is your verification code. Do not share it with anyone.`,
    masked: false,
    time: new Date().toISOString(),
    isRead: false,
    range: RANGE,
    segments: 1,
    earned: '0.0043',
    flags: [],
    contentDropped: false,
    position: (landedAtMicros + BigInt(index)).toString(),
  }
}

/** Looks at the open inbox while `perSecond` messages arrive, and presses keys meanwhile. */
export async function measureLive(
  context: BrowserContext,
  door: Door,
  options: { perSecond: number; cpu: number },
): Promise<LiveFigures> {
  const page = await context.newPage()
  try {
    await page.goto(`${door.url}/sms-inbox`)
    await page.locator('main[aria-label="SMS Inbox"]').waitFor()
    await page.mouse.move(5, 5)
    const session = await impose(page, { ...conditions.cable, cpu: options.cpu })
    await session.send('Performance.enable')
    door.setRate(options.perSecond)
    await page.waitForTimeout(WARM_UP_MS)
    const before = await taskSeconds(session)
    await page.evaluate(PROBE)
    const untilMs = Date.now() + MEASURE_MS
    while (Date.now() < untilMs) {
      await page.keyboard.press('Shift')
      await page.waitForTimeout(400)
    }
    const probe = await page.evaluate<{ frames: number; ms: number; slow: number; keysMs: number[]; heap: number }>(
      'window.probe.end()',
    )
    const mainSeconds = (await taskSeconds(session)) - before
    const keys = probe.keysMs.toSorted((a, b) => b - a)
    return {
      droppedPercent: Math.max(0, 100 * (1 - probe.frames / (probe.ms / FRAME_MS))),
      framesPerSecond: (1_000 * probe.frames) / probe.ms,
      inpMs: keys[Math.floor(keys.length / 50)] ?? Number.NaN,
      mainPercent: (100 * mainSeconds * 1_000) / probe.ms,
      heapMegabytes: probe.heap / 1_048_576,
    }
  } finally {
    door.setRate(0)
    await page.close()
  }
}

async function taskSeconds(session: Awaited<ReturnType<typeof impose>>): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

const PROBE = `
  window.probe = { frames: 0, slow: 0, keysMs: [], from: performance.now(), isOver: false }
  const count = () => { window.probe.frames += 1; if (!window.probe.isOver) requestAnimationFrame(count) }
  requestAnimationFrame(count)
  addEventListener('keydown', (event) => {
    const at = event.timeStamp
    requestAnimationFrame(() => setTimeout(() => window.probe.keysMs.push(performance.now() - at)))
  }, true)
  window.probe.end = () => {
    window.probe.isOver = true
    const { frames, slow, keysMs, from } = window.probe
    return { frames, slow, keysMs, ms: performance.now() - from, heap: performance.memory?.usedJSHeapSize ?? 0 }
  }
  undefined
`
