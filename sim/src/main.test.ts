// The program as a child, the way the demo runs it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { CREDENTIALS, HOST, Receiver } from './testing/receiver.fixture.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args])
  ends.push(() => child.kill('SIGKILL'))
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (output.text += chunk))
  }
  const closed = once(child, 'close') as Promise<[number | null]>
  return { child, output, closed }
}

const configuration = (change: object) =>
  JSON.stringify({
    seed: 3,
    ratePerSecond: 500,
    numbers: [{ prefix: '447700', start: '900000', end: '900299' }],
    ...change,
  })

test('delivers as both carriers, and unbinds when its standard input ends', async () => {
  const platform = new Receiver()
  const server = await platform.listen()
  ends.push(() => void server.close())
  const esme = { host: HOST, port: server.port, ...CREDENTIALS, binds: 2 }
  const { child, output, closed } = run()
  child.stdin.write(`${configuration({ esme, smsc: { host: HOST, port: 0, ...CREDENTIALS } })}\n`)
  await platform.until(() => platform.received.length > 20 && platform.sessions.length === 2)
  const port = Number(/smsc: listens on \S+:(\d+)/.exec(output.text)?.[1])
  const bound = new Receiver()
  const session = await bound.bind(port)
  await bound.until(() => bound.received.length > 20)
  child.stdin.end()
  expect(await closed).toEqual([0, null])
  const closes = await Promise.all([session, ...platform.sessions].map((each) => each.closed))
  expect(closes.map(({ reason }) => reason)).toEqual(['unbound-by-peer', 'unbound-by-peer', 'unbound-by-peer'])
  expect(output.text).toMatch(/esme: 0 sessions, \d+ messages, \d+ PDUs sent/)
})

test('takes its configuration as an argument, and unbinds on SIGTERM', async () => {
  const platform = new Receiver()
  const server = await platform.listen()
  ends.push(() => void server.close())
  const { child, closed } = run(configuration({ esme: { host: HOST, port: server.port, ...CREDENTIALS } }))
  await platform.until(() => platform.received.length > 5)
  child.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
  expect(await platform.sessions[0]?.closed).toMatchObject({ reason: 'unbound-by-peer' })
})

test('says what is wrong with its configuration', async () => {
  const { output, closed } = run(configuration({}))
  expect(await closed).toEqual([1, null])
  expect(output.text).toBe('The simulator cannot run: give smsc, esme, or both.\n')
})

test('says that there is none', async () => {
  const { child, output, closed } = run()
  child.stdin.end()
  expect(await closed).toEqual([1, null])
  expect(output.text).toBe('The simulator cannot run: there is no configuration.\n')
})
