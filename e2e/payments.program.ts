// The platform with the whole outside of its payments on loopback: a real chain with a token of six and one of eighteen
// decimals and a fake one, a node that speaks Tron's dialect, and a stand-in of PayPal. Started by the tests that move
// money, in a process of its own; prints one line of JSON when all of it is up, and ends with SIGTERM. It deliberately
// loosens the waiting times, which a browser cannot wait for, and nothing else.
import { rmSync } from 'node:fs'
import type { Role } from '@inrange/contract/roles'
import { settingsByName } from '@inrange/contract/settings'
import { startPlatform, type Foundation } from '@inrange/server/compose'
import { readConfig } from '@inrange/server/config'
import { changeSettings } from '@inrange/server/features/settings/change-settings'
import { createUser } from '@inrange/server/features/users/create-user'
import { systemClock } from '@inrange/server/platform/clock'
import { openDatabase } from '@inrange/server/platform/database'
import { startEmbeddedPostgres } from '@inrange/server/platform/embedded-postgres'
import { createLog } from '@inrange/server/platform/log'
import { migrate } from '@inrange/server/platform/migrate'
import { createSecrets } from '@inrange/server/platform/secrets'
import { constantsOf, startLocalChain } from '@inrange/server/testing/chain/local-chain'
import { startTronDialect } from '@inrange/server/testing/chain/node-proxy'
import { startPaypalStandIn } from '@inrange/server/testing/paypal/paypal.stand-in'
import { PAYMENTS_PASSWORD, type PaymentsFacts } from './payments.facts.ts'
import { freePort } from '@inrange/server/testing/free-port'
import { makeScratchFolder } from '@inrange/server/testing/scratch-folder'

const NILE = 3_448_148_188
const people: readonly (readonly [string, Role])[] = [
  ['ayse', 'user'],
  ['bruno', 'user'],
  ['operator', 'admin'],
  ['root', 'super_admin'],
  ['second', 'super_admin'],
]

const dataDir = makeScratchFolder('payments')
const log = createLog({ level: 'error' })
const chain = await startLocalChain()
const [usdt, bscUsdt, fake] = [
  await chain.deployToken({ symbol: 'USDT', decimals: 6, answersNothing: true }),
  await chain.deployToken({ symbol: 'USDT', decimals: 18 }),
  await chain.deployToken({ symbol: 'USDT', decimals: 6 }),
]
const tron = await startTronDialect(chain.url, NILE)
const paypal = await startPaypalStandIn()
const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
const foundation = await openFoundation(await freePort())
await addPeople()
const platform = await startPlatform(foundation)
const facts: PaymentsFacts = {
  url: `http://localhost:${platform.httpPort}`,
  chain: { url: chain.url, chainId: chain.chainId },
  treasury: chain.operator.address,
  tokens: { usdt: usdt.address, bscUsdt: bscUsdt.address, fake: fake.address },
  tronUrl: tron.url,
  paypal: {
    url: paypal.baseUrl,
    clientId: paypal.clientId,
    clientSecret: paypal.clientSecret,
    webhookId: paypal.webhookId,
  },
}
console.log(JSON.stringify(facts))
process.once('SIGTERM', () => void stop())

async function openFoundation(httpPort: number): Promise<Foundation> {
  const { connectionString } = postgres
  await migrate({ connectionString, log })
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(httpPort),
    SMPP_HOST: '127.0.0.1',
    SMPP_PORT: '0',
  })
  const database = await openDatabase({ connectionString, log })
  const outside = {
    chains: {
      erc20: constantsOf('erc20', chain, usdt),
      bep20: constantsOf('bep20', chain, bscUsdt),
      trc20: constantsOf('trc20', { chainId: NILE }, usdt, { confirmations: 20, confirmationsWithoutWord: 20 }),
    },
    paypalBaseUrl: paypal.baseUrl,
    paypalRootCertificates: [paypal.certificates.root.pem],
  }
  return { config, connectionString, database, clock: systemClock, log, outside }
}

async function addPeople(): Promise<void> {
  const { database } = foundation
  const secrets = createSecrets(foundation.config.keyRing)
  for (const [username, role] of people) {
    const asked = role === 'super_admin' ? 'admin' : role
    const facts = { username, email: `${username}@example.com`, password: PAYMENTS_PASSWORD, role: asked } as const
    await createUser(foundation, null, { ...facts, mustChangePassword: false })
    await database.kysely.updateTable('users').set({ role }).where('username', '=', username).execute()
  }
  const withdrawals = { ...settingsByName.withdrawals.default, destinationHours: 0, changeHours: 0, accountHours: 0 }
  const who = { actorId: null, address: null, requestId: null }
  await changeSettings({ database, clock: systemClock, secrets }, { changes: { withdrawals }, ...who })
}

async function stop(): Promise<void> {
  await platform.stop()
  await foundation.database.close()
  await postgres.stop()
  await paypal.stop()
  await tron.stop()
  await chain.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
