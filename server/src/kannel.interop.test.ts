// Kannel, an SMS gateway that carriers and aggregators use, from Debian's packages: configured as
// docs/operating/kannel.md says, it binds to our SMPP server, and what is handed to its sendsms interface lies in the
// owner's inbox. Left out where it is not installed; `npm test` says so.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openInteropWorld, type InteropWorld } from './testing/interop-world.ts'
import { useTestDatabase } from './testing/test-database.ts'
import { freePort } from './testing/free-port.ts'

// Debian keeps it in /usr/sbin, which is not on the path of every user.
const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin' }
const IS_INSTALLED = spawnSync('bearerbox', ['--version'], { env }).status === 0
const DOCUMENT = join(import.meta.dirname, '../../docs/operating/kannel.md')
const WAIT = { timeout: 20_000, interval: 50 }

describe.runIf(IS_INSTALLED)('Kannel', () => {
  const db = useTestDatabase()
  const boxes: ChildProcess[] = []
  let world: InteropWorld
  let dir: string
  let sendsms: string
  let carrier: string

  beforeAll(async () => {
    world = await openInteropWorld(db)
    dir = await mkdtemp(join(tmpdir(), 'inrange-kannel-'))
    const made = await world.connect({ kind: 'smpp_server', systemId: 'kannel', password: 'SMPPPASS', settings: {} })
    carrier = made.carrier
    const [admin, box, http] = [await freePort(), await freePort(), await freePort()]
    const conf = join(dir, 'kannel.conf')
    await writeFile(
      conf,
      await documentedConfiguration({ 2775: world.smppPort, 13000: admin, 13001: box, 13013: http }),
    )
    boxes.push(startBox('bearerbox', conf))
    await vi.waitFor(() => expect(world.boundSessions(made.connectionId)).toBe(1), WAIT)
    boxes.push(startBox('smsbox', conf))
    sendsms = `http://127.0.0.1:${http}/cgi-bin/sendsms`
    // Bound, and the two boxes connected: only then does it take messages.
    await vi.waitFor(async () => expect((await fetch(sendsms)).status).toBe(403), WAIT)
  })

  afterAll(async () => {
    for (const box of boxes.toReversed()) await endBox(box)
    await world.stop()
    await rm(dir, { recursive: true, force: true })
  })

  function startBox(name: string, conf: string): ChildProcess {
    return spawn(name, ['-v', '4', conf], { cwd: dir, env, stdio: 'ignore' })
  }

  async function sendText(text: string, options: Record<string, string> = {}): Promise<string> {
    const recipient = world.newNumber()
    const asked = { username: 'tester', password: 'SENDSMS', from: 'Acme', to: recipient, text, ...options }
    const response = await fetch(`${sendsms}?${new URLSearchParams(asked).toString()}`)
    expect([response.status, await response.text()]).toEqual([202, '0: Accepted for delivery'])
    return recipient
  }

  const long = 'Long text, cut by the gateway. '.repeat(10).trim()
  test.each([
    ['plain text', 'Hello from Kannel', 1, {}],
    ['GSM 7 bit with its extension', 'Price: 5€ {ok} @home ñ Δ', 1, { charset: 'UTF-8' }],
    ['UCS-2 with emoji', 'Привет 😀👍🏽', 1, { coding: '2', charset: 'UTF-8' }],
    ['a text of three parts', long, 3, {}],
    [
      'a text of several parts in UCS-2',
      'Длинное сообщение 😀. '.repeat(8).trim(),
      3,
      { coding: '2', charset: 'UTF-8' },
    ],
  ])('%s', async (_name, text, segments, options) => {
    const recipient = await sendText(text, options)
    await vi.waitFor(async () => expect(await world.landed(recipient)).toHaveLength(1), WAIT)
    expect(await world.landed(recipient)).toEqual([{ sender: 'Acme', content: text, segments, flags: 0, carrier }])
  })
})

/** The configuration in the document, with other ports. */
async function documentedConfiguration(ports: Record<number, number>): Promise<string> {
  const block = /```\n(group = core\n[\s\S]*?)```/.exec(await readFile(DOCUMENT, 'utf8'))?.[1] ?? ''
  return Object.entries(ports).reduce((text, [documented, port]) => {
    expect(text).toContain(`= ${documented}\n`)
    return text.replace(`= ${documented}\n`, `= ${port}\n`)
  }, block)
}

async function endBox(box: ChildProcess): Promise<void> {
  if (box.exitCode !== null || box.signalCode !== null) return
  const gone = once(box, 'exit')
  box.kill('SIGTERM')
  await gone
}
