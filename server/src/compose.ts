// The only place that wires: which slice is given what, what is mounted where, in which order parts start and stop.
// It decides nothing else.
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import { alertsJobs, alertsRoutes, startAlerts } from './features/alerts/alerts.public.ts'
import { auditJobs, auditRoutes, createDenials } from './features/audit/audit.public.ts'
import {
  carriersJobs,
  carriersRoutes,
  createSelfMark,
  ingressRoutes,
  startConnections,
  type ConnectionsRuntime,
} from './features/carriers/carriers.public.ts'
import {
  createIdentity,
  identityJobs,
  identityProvidersRoutes,
  sweepActing,
} from './features/identity/identity.public.ts'
import { insightsJobs, insightsRoutes } from './features/insights/insights.public.ts'
import { integrityJobs, integrityRoutes } from './features/integrity/integrity.public.ts'
import { ledgerJobs } from './features/ledger/ledger.public.ts'
import { messagesJobs, messagesRoutes, startDigests } from './features/messages/messages.public.ts'
import {
  createNotices,
  findMailServer,
  findSmsGateway,
  findSmsGatewayAccess,
  noticesJobs,
  writeTestMail,
} from './features/notices/notices.public.ts'
import { notificationsJobs, notificationsRoutes } from './features/notifications/notifications.public.ts'
import {
  paymentChecks,
  paymentsJobs,
  paymentsRoutes,
  paymentsWebhooks,
  type Outside,
} from './features/payments/payments.public.ts'
import { overviewRoutes } from './features/overview/overview.public.ts'
import { quarantineJobs, quarantineRoutes } from './features/quarantine/quarantine.public.ts'
import { rangesRoutes } from './features/ranges/ranges.public.ts'
import { filesRoutes, reportsJobs, reportsRoutes } from './features/reports/reports.public.ts'
import { searchRoutes } from './features/search/search.public.ts'
import { savedViewsRoutes } from './features/saved-views/saved-views.public.ts'
import { readSettings, settingsRoutes } from './features/settings/settings.public.ts'
import {
  measureSystem,
  readDisk,
  systemJobs,
  SystemRecorder,
  systemRoutes,
  type SystemDeps,
} from './features/system/system.public.ts'
import { testNumbersJobs, testNumbersRoutes } from './features/test-numbers/test-numbers.public.ts'
import { recordActing, usersRoutes } from './features/users/users.public.ts'
import { walletRoutes } from './features/wallet/wallet.public.ts'
import { landingStages } from './ingest/land-again.ts'
import { openIngest, type Ingest } from './ingest/open-ingest.ts'
import { invariant } from './platform/invariant.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import { serveOperations, type Handlers } from './platform/http.ts'
import { startJobs, type JobDefinition } from './platform/jobs.ts'
import { openLive, type Live } from './platform/live.ts'
import type { Log } from './platform/log.ts'
import { createPlaces } from './platform/places.ts'
import { createRequestMeter } from './platform/request-meter.ts'
import { createSecrets, type Secrets } from './platform/secrets.ts'
import { createWebApp, listen } from './platform/web.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
export const VERSION: string = readVersion()

export type Foundation = {
  config: Config
  connectionString: string
  database: Database
  clock: Clock
  log: Log
  /** Other chains and another PayPal than the real ones; tests alone give it. */
  outside?: Outside
}
export type Platform = {
  httpPort: number
  smppPort: number | null
  ingest: Ingest
  connections: ConnectionsRuntime
  stop(): Promise<void>
}

/** Starts everything on an open, migrated database. Stops what it had started when a part cannot start. */
export async function startPlatform(foundation: Foundation): Promise<Platform> {
  const { config, connectionString, database, clock, log } = foundation
  const secrets = createSecrets(config.keyRing)
  const stops: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const end of stops.toReversed()) await end()
  }
  try {
    const live = await openLive({ connectionString, log })
    stops.push(() => live.stop())
    const notices = createNotices({ clock, secrets })
    const findGateway = () => findSmsGateway({ database, secrets })
    const parts = { database, clock, log, secrets, notices, publicUrl: config.publicUrl }
    const identity = createIdentity({ ...parts, findSmsGateway: findGateway })
    stops.push(() => identity.close())
    stops.push(live.subscribe('identity', (userId) => identity.forget(userId)))

    const { ingest, connections } = await startIntake(foundation, secrets, stops)
    stops.push(live.subscribe('routing', () => refreshRouting(ingest, log)))
    const digests = startDigests({ database, live, log })
    stops.push(() => digests.stop())

    const payments = paymentsDeps(foundation, secrets)
    const carriers = createCarriers(foundation, secrets, { ingest, connections })
    const operations = createOperations(foundation, live, { ingest, connections })
    const handlers: Handlers = {
      ...operations.handlers,
      ...plainHandlers(foundation),
      ...peopleHandlers(foundation, secrets),
      ...messagesRoutes({ database, clock, live, log, onViews: operations.noteViews }),
      ...identity.operations,
      ...reportsRoutes({ database, clock, notices }),
      ...integrityRoutes({ database, clock, notices }),
      ...paymentsRoutes(payments),
      ...carriers.handlers,
    }
    const { authenticate } = identity
    const noteDenial = createDenials({ database, clock, log })
    const findCaptchaProvider = () => captchaProviderOf(database)
    const files = { consoleDir: join(PROJECT_DIR, 'console/dist'), trustedProxies: config.trustedProxies }
    const findPageName = async () => pageNameOf(database)
    const web = { ...files, findCaptchaProvider, findPageName, log }
    const app = createWebApp({ ...web, isHttps: config.publicUrl.startsWith('https:') }, (root) => {
      root.route(
        '/api/v1',
        serveOperations(handlers, {
          authenticate,
          log,
          noteDenial,
          noteRequest: operations.noteRequest,
          runActing: recordActing({ database }),
        }),
      )
      root.route('/auth/v1', identity.routes)
      root.route('/', filesRoutes({ database, clock, log }))
      root.route('/', paymentsWebhooks(payments))
      root.route('/', carriers.ingress)
    })
    const jobs = await startJobs({ connectionString, definitions: definitions(foundation, secrets), log })
    stops.push(() => jobs.stop())
    stops.push(operations.start())
    const server = await listen(app, { host: config.httpHost, port: config.httpPort })
    stops.push(() => server.stop())
    carriers.listensOn(server.port)
    return { httpPort: server.port, smppPort: connections.smppPort, ingest, connections, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Slices that need nothing but the database and the time. */
function plainHandlers({ database, clock }: Foundation) {
  return {
    ...insightsRoutes({ database, clock }),
    ...savedViewsRoutes({ database }),
    ...rangesRoutes({ database, clock }),
    ...auditRoutes({ database, clock }),
    ...walletRoutes({ database, clock }),
    ...notificationsRoutes({ database, clock }),
    ...searchRoutes({ database }),
  }
}

/** Who the people are, how they get in, and what the operator decides about that. */
function peopleHandlers({ config, database, clock, log }: Foundation, secrets: Secrets) {
  const { publicUrl } = config
  const notices = createNotices({ clock, secrets })
  return {
    ...settingsRoutes({
      database,
      clock,
      secrets,
      isHttps: publicUrl.startsWith('https:'),
      findMailServer: () => findMailServer({ database, secrets }),
      findSmsGateway: () => findSmsGatewayAccess({ database, secrets }),
      writeTestMail,
    }),
    ...identityProvidersRoutes({ database, clock, secrets, publicUrl }),
    ...usersRoutes({ database, clock, notices, publicUrl, places: createPlaces({ log }) }),
  }
}

/** What measures and watches over the rest: it is told of requests and live views, and starts once jobs are there. */
function createOperations(
  { config, database, clock, log }: Foundation,
  live: Live,
  { ingest, connections }: { ingest: Ingest; connections: ConnectionsRuntime },
) {
  let streams = 0
  const requests = createRequestMeter()
  const system: SystemDeps = {
    database,
    clock,
    log,
    version: VERSION,
    isEmbedded: config.databaseUrl === undefined,
    readDisk: () => readDisk(config.dataDir),
    backupDir: config.backupDir,
    requests,
    pipeline: ingest,
    status: connections,
    countStreams: () => streams,
    isListening: () => live.isConnected(),
  }
  const recorder = new SystemRecorder(system)
  return {
    handlers: {
      ...systemRoutes(system, recorder),
      ...alertsRoutes({ database, clock }),
      ...overviewRoutes({ database, clock, recorder, status: connections, pipeline: ingest }),
    },
    noteRequest: (durationMs: number, status: number) => requests.note(durationMs, status),
    noteViews: (open: number) => {
      streams = open
    },
    start() {
      recorder.start()
      const watch = startAlerts({ database, clock, log, measure: () => measureSystem(system, recorder) })
      return async () => {
        await watch.stop()
        await recorder.stop()
      }
    },
  }
}

/** Carriers and what they send. The address of this process is known once it listens. */
function createCarriers(
  { config, database, clock, log }: Foundation,
  secrets: Secrets,
  { ingest, connections }: { ingest: Ingest; connections: ConnectionsRuntime },
) {
  let port: number | null = null
  const ownOrigin = () => (port === null ? null : `http://${reachableHost(config.httpHost)}:${port}`)
  const own = { clock, self: createSelfMark(), ownOrigin }
  const findHttpConnection = (id: string) => connections.findHttpConnection(id)
  const { journal } = connections
  return {
    handlers: {
      ...carriersRoutes({ ...own, database, log, secrets, runtime: connections, publicUrl: config.publicUrl }),
      ...quarantineRoutes({ database, clock, stages: landingStages }),
      ...testNumbersRoutes({ ...own, database, findHttpConnection }),
    },
    ingress: ingressRoutes({ findHttpConnection, intake: ingest, journal, clock, log, self: own.self }),
    listensOn(listening: number): void {
      port = listening
    },
  }
}

/** A host that means every address is reached at the loopback one of its family. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

async function captchaProviderOf(database: Database): Promise<'turnstile' | 'hcaptcha' | null> {
  const { provider } = (await readSettings(database.kysely)).captcha
  return provider === 'none' ? null : provider
}

async function pageNameOf(database: Database): Promise<{ name: string; tagline: string }> {
  const { productName, tagline } = (await readSettings(database.kysely)).branding
  return { name: productName, tagline }
}

/** Pipeline and connections need each other: the one is asked for facts of the other only once both are there. */
async function startIntake(
  { config, connectionString, database, clock, log }: Foundation,
  secrets: ReturnType<typeof createSecrets>,
  stops: (() => Promise<void> | void)[],
): Promise<{ ingest: Ingest; connections: ConnectionsRuntime }> {
  let connections: ConnectionsRuntime | undefined
  const factsOf = (connectionId: string) => connections?.factsOf(connectionId) ?? null
  const ingest = await openIngest({ database, connectionString, clock, log, factsOf })
  stops.push(() => ingest.stop())
  const { smppHost: host, smppPort: port } = config
  const smpp = { host, port, tls: readTls(config) }
  connections = await startConnections({ database, connectionString, intake: ingest, log, clock, secrets, smpp })
  const started = connections
  stops.push(() => started.stop())
  return { ingest, connections }
}

function readTls({ smppTlsPort: port, smppTlsCertPath, smppTlsKeyPath }: Config) {
  if (port === undefined || smppTlsCertPath === undefined || smppTlsKeyPath === undefined) return null
  const certificatePem = readFileSync(smppTlsCertPath, 'utf8')
  return { port, certificatePem, privateKeyPem: readFileSync(smppTlsKeyPath, 'utf8') }
}

function paymentsDeps({ config, outside, ...foundation }: Foundation, secrets: Secrets) {
  const { database, clock, log } = foundation
  const notices = createNotices({ clock, secrets })
  const shared = { database, clock, log, secrets, notices, publicUrl: config.publicUrl }
  return outside === undefined ? shared : { ...shared, outside }
}

function definitions(foundation: Foundation, secrets: Secrets): JobDefinition[] {
  const { database, clock, log } = foundation
  const readMaturityDays = async () => (await readSettings(database.kysely)).earningsMaturityDays
  return [
    ...messagesJobs({ database, clock }),
    ...ledgerJobs({ database, clock, readMaturityDays, extraChecks: paymentChecks }),
    ...insightsJobs({ database, clock }),
    ...auditJobs({ database }),
    ...carriersJobs({ database, clock }),
    ...quarantineJobs({ database, clock }),
    ...testNumbersJobs({ database, clock }),
    ...systemJobs({ database, clock }),
    ...alertsJobs({ database, clock }),
    ...paymentsJobs(paymentsDeps(foundation, secrets)),
    ...integrityJobs({ database, clock, log, notices: createNotices({ clock, secrets }) }),
    { name: 'end-acting', schedule: '* * * * *', handle: async () => void (await sweepActing({ database, clock })) },
    ...notificationsJobs({
      database,
      clock,
      notices: createNotices({ clock, secrets }),
      publicUrl: foundation.config.publicUrl,
    }),
    ...noticesJobs({ database, clock, secrets, log }),
    ...reportsJobs({
      database,
      clock,
      log,
      notices: createNotices({ clock, secrets }),
      publicUrl: foundation.config.publicUrl,
    }),
    ...identityJobs({ database, clock, log, secrets, notices: createNotices({ clock, secrets }) }),
  ]
}

function refreshRouting(ingest: Ingest, log: Log): void {
  // A commit that locates with an older version finds out by itself; this only spares it the round.
  ingest
    .refreshRouting()
    .catch((error: unknown) => log.debug({ err: error }, 'routing is loaded again at the next commit'))
}

function readVersion(): string {
  const text: unknown = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8'))
  invariant(typeof text === 'object' && text !== null && 'version' in text, 'package.json has a version')
  return String(text.version)
}
