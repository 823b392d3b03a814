// Starts the demo on a running platform: seeds its world at the first start, and keeps the simulator running as both
// carriers, a process of its own that speaks SMPP over loopback.
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Foundation, Platform } from '../compose.ts'
import { updateConnection } from '../features/carriers/update-connection.ts'
import { createSecrets } from '../platform/secrets.ts'
import { findDemoFacts } from './demo.queries.ts'
import { readDemoSecrets, type DemoSecrets } from './demo.secrets.ts'
import { demoCarriers, demoUsers, LIVE_MESSAGES_PER_SECOND } from './demo.world.ts'
import { seedDemo } from './seed-demo.ts'
import { demoNumbers, writeHistory } from './write-history.ts'

export type DemoAccount = { username: string; password: string; what: string }
export type Demo = {
  accounts: readonly DemoAccount[]
  stop(): Promise<void>
}

/** Before the platform starts: users, ranges, carriers and history. Nothing when they are there. */
export async function prepareDemo(foundation: Foundation): Promise<DemoSecrets> {
  const port = await findFreePort()
  const usernames = demoUsers.map(({ username }) => username)
  const secrets = readDemoSecrets(foundation.config.dataDir, usernames, port)
  const { facts, isNew } = await seedDemo(foundation, secrets)
  if (isNew) {
    console.log('  Writing two weeks of history …')
    await writeHistory(foundation, facts.inboundConnectionId, facts.inboundCarrierId)
  }
  return secrets
}

export async function startDemo(foundation: Foundation, platform: Platform, secrets: DemoSecrets): Promise<Demo> {
  const port = await keepOrMovePort(foundation, platform, secrets)
  const simulator = spawn(process.execPath, [join(import.meta.dirname, '../../../sim/src/main.ts')], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  simulator.stdin.on('error', () => undefined)
  simulator.stdin.write(`${JSON.stringify(simulation(platform, secrets, port))}\n`)
  const accounts = demoUsers.map(({ username, role }) => ({
    username,
    password: secrets.users[username] ?? '',
    what: role === 'admin' ? 'admin: users, ranges, carriers' : 'owner of ranges',
  }))
  return { accounts, stop: () => end(simulator) }
}

function simulation(platform: Platform, secrets: DemoSecrets, smscPort: number) {
  const { outbound, inbound } = demoCarriers
  return {
    seed: Math.floor(Date.now() / 1_000),
    ratePerSecond: LIVE_MESSAGES_PER_SECOND,
    dayCurve: false,
    numbers: demoNumbers,
    smsc: { host: '127.0.0.1', port: smscPort, systemId: outbound.systemId, password: secrets.outboundPassword },
    esme: {
      host: '127.0.0.1',
      port: platform.smppPort,
      systemId: inbound.systemId,
      password: secrets.inboundPassword,
      binds: 1,
    },
    faults: { reorderedParts: 0.3, duplicatedParts: 0.05, receipts: 0.02 },
  }
}

/** The stored port of the outbound SMSC, or another, told to the connection, when something else listens there now. */
async function keepOrMovePort(foundation: Foundation, platform: Platform, secrets: DemoSecrets): Promise<number> {
  const { database, config } = foundation
  const port = await findFreePort(secrets.outboundPort)
  const facts = await findDemoFacts(database.kysely)
  if (facts && facts.outboundPort !== port) {
    const actor = { userId: facts.operatorId, address: '127.0.0.1', requestId: 'demo' }
    const change = { settings: { port } }
    await updateConnection(
      { database, secrets: createSecrets(config.keyRing) },
      { actor, connectionId: facts.outboundConnectionId, change },
    )
    await platform.connections.refresh()
  }
  return port
}

/** @param wanted tried first; another free one when it is taken */
function findFreePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', (error) => (wanted === 0 ? reject(error) : resolve(findFreePort())))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Its standard input ends, by which it knows; it unbinds and goes. */
function end(simulator: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (simulator.exitCode !== null) return resolve()
    const timer = setTimeout(() => simulator.kill('SIGKILL'), 5_000)
    simulator.on('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    simulator.stdin?.end()
  })
}
