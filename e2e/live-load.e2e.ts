// A thousand messages a second, for ten seconds, into one inbox that somebody looks at: the page goes on drawing and
// answering, and in the end shows them all. Alone on the machine, since it measures.
import { runFastSender } from '@inrange/sim/fast-sender'
import { expect, openSection, signInAs, test, type Page } from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD, type SmppCredentials } from './platform.client.ts'
import { readFacts } from './platform.facts.ts'

const RATE_PER_SECOND = 1_000
const SECONDS = 10
const FRAME_GAP_MS_MAX = 500
const LATENCY_MS_MEDIAN_MAX = 200
const RANGE = { prefix: '88299', startNumber: '0000000', endNumber: '0000999' }

test.setTimeout(120_000)

/** Somebody with a range of a thousand numbers, and a connection that delivers to it. */
async function arrange(): Promise<{ username: string; credentials: SmppCredentials }> {
  const admin = await apiAs('operator')
  const stamp = Date.now().toString(36)
  const username = `load${stamp}`
  const { id: ownerId } = await addUser(admin, username)
  // The demo knows no such number; what an earlier run left is handed over.
  const { items } = (await admin('GET', `/ranges?search=${RANGE.prefix}`)) as { items: { id: string }[] }
  if (items[0]) await admin('PATCH', `/ranges/${items[0].id}`, { ownerId })
  else await admin('POST', '/ranges', { name: 'Under load', ...RANGE, ownerId, rate: '0.0001' })
  const carrier = await admin('POST', '/carriers', { name: `Load ${stamp}` })
  const credentials = { systemId: `load${stamp}`.slice(0, 15), password: 'secret12' }
  const connection = { kind: 'smpp_server', name: 'Load', ...credentials, settings: {} }
  await admin('POST', `/carriers/${String(carrier['id'])}/connections`, connection)
  return { username, credentials }
}

type Probe = { gapMs: number; latenciesMs: number[] }

/** Watches the time between frames, and between what a person does and the next frame that shows it. */
async function startProbe(page: Page): Promise<void> {
  await page.evaluate(`
    window.probe = { gapMs: 0, latenciesMs: [] }
    let last = performance.now()
    const frame = (now) => {
      window.probe.gapMs = Math.max(window.probe.gapMs, now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    addEventListener('keydown', (event) => {
      const at = event.timeStamp
      requestAnimationFrame(() => setTimeout(() => window.probe.latenciesMs.push(performance.now() - at)))
    }, true)
    undefined
  `)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

test(`${RATE_PER_SECOND} messages a second for ${SECONDS} s`, async ({ page }) => {
  const { username, credentials } = await arrange()
  await signInAs(page, username, NEW_PASSWORD)
  await openSection(page, 'sms-inbox')
  await page.mouse.move(5, 5)
  await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
  await startProbe(page)

  const messages = RATE_PER_SECOND * SECONDS
  const run = { isOver: false }
  const sending = runFastSender({
    ...credentials,
    host: '127.0.0.1',
    port: readFacts().smppPort,
    sessions: 2,
    window: 500,
    numbers: [{ prefix: RANGE.prefix, start: RANGE.startNumber, end: RANGE.endNumber }],
    messages,
    ratePerSecond: RATE_PER_SECOND,
  }).finally(() => {
    run.isOver = true
  })
  // Somebody types meanwhile: a shortcut that opens nothing, so the list stays live.
  let presses = 0
  while (!run.isOver) {
    await page.keyboard.press('Shift')
    presses += 1
    await page.waitForTimeout(100)
  }
  const report = await sending
  expect(report.statuses).toEqual({ ESME_ROK: messages })

  await expect(page.getByText(`${messages.toLocaleString('en-US')} messages`).first()).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(`${messages.toLocaleString('en-US')} unread`).first()).toBeVisible()
  const probe = await page.evaluate<Probe>('window.probe')
  const figures = { perSecond: report.perSecond, gapMs: probe.gapMs, medianMs: median(probe.latenciesMs), presses }
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) })
  expect(report.perSecond).toBeGreaterThan(RATE_PER_SECOND * 0.9)
  expect(probe.latenciesMs.length).toBeGreaterThan(20)
  expect(probe.gapMs).toBeLessThan(FRAME_GAP_MS_MAX)
  expect(median(probe.latenciesMs)).toBeLessThan(LATENCY_MS_MEDIAN_MAX)
})
