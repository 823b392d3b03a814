// Kannel, the gateway that is usually put at this place, on the same machine with the same messages: bearerbox binds to
// our sender as to an SMSC, and smsbox forwards each message by HTTP to a sink that only answers 200. No database, no
// store file, no log: the least it can do. Everything is in a temporary folder and on loopback, and gone afterwards,
// also when the measurement failed.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startHttpSink, type Arrived } from './http-sink.ts'
import { readCpuMicros } from './read-cpu.ts'
import { runSender, type SenderReport, type SenderSettings } from './run-sender.ts'

const HOST = '127.0.0.1'
const PASSWORD = 'bench123'
const START_TIMEOUT_MS = 20_000
const FORWARD_TIMEOUT_MS = 60_000
const POLL_MS = 50

export type KannelFigures = {
  version: string
  report: SenderReport
  arrived: Arrived
  /** bearerbox and smsbox together; null where the system does not tell. */
  cpuMicrosPerMessage: number | null
}
type KannelSending = Pick<SenderSettings, 'sessions' | 'window' | 'numbers' | 'messages'>
type Ports = { admin: number; box: number; smsc: number; sink: number }

/** @returns null where Kannel is not installed */
export async function measureKannel(sending: KannelSending): Promise<KannelFigures | null> {
  const version = installedVersion()
  if (version === null) return null
  const dir = await mkdtemp(join(tmpdir(), 'inrange-bench-kannel-'))
  const sink = await startHttpSink()
  const boxes: ChildProcess[] = []
  try {
    const [admin = 0, box = 0, smsc = 0] = await findFreePorts(3)
    const configuration = join(dir, 'kannel.conf')
    await writeFile(configuration, configure({ admin, box, smsc, sink: sink.port }, sending.sessions), { mode: 0o600 })
    const pids = await startBoxes(boxes, { dir, configuration, adminPort: admin })
    const cpuBefore = readCpuMicros(pids)
    const report = await runSender({ ...sending, listen: { host: HOST, port: smsc } })
    const arrived = await sink.arrived(sending.messages, FORWARD_TIMEOUT_MS)
    const cpuAfter = readCpuMicros(pids)
    const cpuMicrosPerMessage =
      cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / sending.messages
    return { version, report, arrived, cpuMicrosPerMessage }
  } finally {
    await Promise.all(boxes.map(endBox))
    await sink.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Of Kannel's first line, "Kannel bearerbox version `1.4.5'."; null without both programs. */
function installedVersion(): string | null {
  const [bearerbox, smsbox] = ['bearerbox', 'smsbox'].map((name) =>
    spawnSync(name, ['--version'], { encoding: 'utf8' }),
  )
  if (!bearerbox || bearerbox.error || !smsbox || smsbox.error) return null
  return /version `([^']+)'/.exec(bearerbox.stdout + bearerbox.stderr)?.[1] ?? 'of unknown version'
}

/** smsbox ends at once when bearerbox does not listen yet; nothing is sent before smsbox is there to take it. */
async function startBoxes(
  boxes: ChildProcess[],
  { dir, configuration, adminPort }: { dir: string; configuration: string; adminPort: number },
): Promise<number[]> {
  const status = `http://${HOST}:${adminPort}/status.txt?password=${PASSWORD}`
  const start = (name: string) => {
    // Nothing but a panic is printed: logging each message would cost Kannel much of its time.
    const box = spawn(name, ['-v', '4', configuration], { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] })
    boxes.push(box)
    return box.pid ?? 0
  }
  const bearerbox = start('bearerbox')
  await until(boxes, async () => (await fetch(status)).ok)
  const smsbox = start('smsbox')
  await until(boxes, async () => /smsbox:.*on-line/.test(await (await fetch(status)).text()))
  return [bearerbox, smsbox]
}

async function until(boxes: readonly ChildProcess[], holds: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS
  while (!(await holds().catch(() => false))) {
    if (boxes.some((box) => box.exitCode !== null)) throw new Error('Kannel ended by itself; see above')
    if (performance.now() > deadlineMs) throw new Error(`Kannel was not ready within ${START_TIMEOUT_MS} ms`)
    await delay(POLL_MS)
  }
}

async function endBox(box: ChildProcess): Promise<void> {
  if (box.pid === undefined || box.exitCode !== null || box.signalCode !== null) return
  const ended = once(box, 'exit')
  box.kill('SIGKILL')
  await ended
}

/** Ports that were free a moment ago, all different; Kannel cannot be told to take any. */
async function findFreePorts(count: number): Promise<number[]> {
  const servers: Server[] = []
  for (let index = 0; index < count; index++) {
    const server = createServer().listen(0, HOST)
    await once(server, 'listening')
    servers.push(server)
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/** Receivers only, one message a request, no reply to the person who wrote (Kannel user guide, chapters 3, 4 and 6). */
function configure(ports: Ports, sessions: number): string {
  return `group = core
admin-port = ${ports.admin}
admin-interface = "${HOST}"
admin-password = ${PASSWORD}
smsbox-port = ${ports.box}
smsbox-interface = "${HOST}"

group = smsc
smsc = smpp
smsc-id = bench
host = ${HOST}
port = 0
receive-port = ${ports.smsc}
smsc-username = bench
smsc-password = ${PASSWORD}
system-type = bench
interface-version = 34
reconnect-delay = 1
instances = ${sessions}

group = smsbox
bearerbox-host = ${HOST}

group = sms-service
keyword = default
catch-all = true
get-url = "http://${HOST}:${ports.sink}/?from=%p&to=%P&text=%a"
max-messages = 0
`
}
