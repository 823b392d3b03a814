// The web server around everything that answers HTTP: request id, caller's address, security headers, compression,
// the console's files, and the one error handler. It knows no noun; what is mounted is given by compose.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { serve, type ServerType } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { secureHeaders } from 'hono/secure-headers'
import { AppError } from '@inrange/contract/errors'
import { captchaPageSources, type CaptchaProvider } from './captcha.ts'
import { namedPage, type PageName } from './page-name.ts'
import { answerError, type Env } from './http.ts'
import type { Log } from './log.ts'

export type WebOptions = {
  /** The built console; its index.html answers every path that is not something else. */
  consoleDir: string
  /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  isHttps: boolean
  /** Whose captcha the console shows, if anybody's. */
  findCaptchaProvider?: () => Promise<CaptchaProvider | null>
  /** What the page is called before any of its code runs. */
  findPageName?: () => Promise<PageName>
  log: Log
}

/** The root application. `mount` adds what is served below /api/v1, /auth/v1 and /in. */
export function createWebApp(options: WebOptions, mount: (app: Hono<Env>) => void): Hono<Env> {
  const app = new Hono<Env>()
  app.onError((error, c) => answerError(c, error, options.log))
  app.use(async (c, next) => {
    c.set('requestId', randomUUID())
    c.set('address', addressOf(c, options.trustedProxies))
    await next()
    c.header('x-request-id', c.get('requestId'))
  })
  app.use(securityHeaders(options))
  app.use('/api/v1/*', compressJson())
  mount(app)
  app.all('/api/*', notFound)
  app.all('/auth/*', notFound)
  app.all('/in/*', notFound)
  serveConsole(app, options)
  return app
}

/**
 * The pages of the console may load a captcha, from its provider alone and only while the settings name one. Whatever
 * is no page loads nothing at all, and says so in few octets: a page comes with dozens of files and answers.
 */
function securityHeaders(options: WebOptions): MiddlewareHandler<Env> {
  const ofAsset = assetHeaders()
  const ofData = dataHeaders(options.isHttps)
  const withoutCaptcha = headersFor(options.isHttps, [])
  const withCaptcha = {
    turnstile: headersFor(options.isHttps, captchaPageSources.turnstile),
    hcaptcha: headersFor(options.isHttps, captchaPageSources.hcaptcha),
  }
  return async (c, next) => {
    if (c.req.path.startsWith('/assets/')) return ofAsset(c, next)
    if (/^\/(api|auth|in)\/|\./.test(c.req.path)) return ofData(c, next)
    // A page is served also while the settings cannot be read.
    const provider = await options.findCaptchaProvider?.().catch(() => null)
    return (provider ? withCaptcha[provider] : withoutCaptcha)(c, next)
  }
}

function transportSecurity(isHttps: boolean): string | false {
  return isHttps ? 'max-age=31536000; includeSubDomains' : false
}

/** Or of browsers that are long gone. */
const ofPagesAlone = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

/** What is neither a page nor about anybody. */
function assetHeaders(): MiddlewareHandler<Env> {
  return secureHeaders({
    ...ofPagesAlone,
    crossOriginOpenerPolicy: false,
    referrerPolicy: false,
    strictTransportSecurity: false,
  })
}

function dataHeaders(isHttps: boolean): MiddlewareHandler<Env> {
  return secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity: transportSecurity(isHttps),
    referrerPolicy: 'same-origin',
    ...ofPagesAlone,
  })
}

function headersFor(isHttps: boolean, captchaSources: readonly string[]): MiddlewareHandler<Env> {
  const ours = ["'self'", ...captchaSources]
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ours,
      ...(captchaSources.length === 0 ? {} : { connectSrc: ours, frameSrc: [...captchaSources] }),
      // Radix and the virtual list set style attributes; no style element or file from elsewhere is allowed.
      styleSrcElem: [...ours, "'unsafe-inline'"],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
    },
    strictTransportSecurity: transportSecurity(isHttps),
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
  })
}

/** Event streams must not wait in a compressor. */
function compressJson() {
  const middleware = compress()
  return (c: Context<Env>, next: () => Promise<void>) => (c.req.path === '/api/v1/live' ? next() : middleware(c, next))
}

function notFound(): never {
  throw new AppError('not_found')
}

/**
 * Files with a hash in their name are kept for a year; index.html is asked for each time, so a deploy is seen at
 * once.
 */
function serveConsole(app: Hono<Env>, { consoleDir, findPageName }: WebOptions): void {
  // Not in serveStatic's onFound: what is set there comes too late for its answer.
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.header('cache-control', 'public, max-age=31536000, immutable')
  })
  // The build has compressed them already, better than there would be time for now.
  app.use('/assets/*', serveStatic({ root: consoleDir, precompressed: true }))
  app.use('/assets/*', notFound)
  const files = serveStatic({ root: consoleDir })
  // A folder is never a page here: '/' is the console like any other of its addresses.
  app.use('/*', compress())
  app.use('/*', (c, next) => (c.req.path.includes('.') ? files(c, next) : next()))
  app.get('/*', async (c) => {
    const page = await readFile(join(consoleDir, 'index.html'), 'utf8').catch(() => null)
    if (page === null)
      throw new AppError('not_found', { message: 'The console has not been built. Run: npm run build' })
    c.header('cache-control', 'no-cache')
    // A page is served also while the settings cannot be read, under the name it was built with.
    const name = await findPageName?.().catch(() => undefined)
    return c.html(name === undefined ? page : namedPage(page, name))
  })
}

/** The peer, or the last address that a trusted proxy says it speaks for. */
export function addressOf(c: Context, trustedProxies: readonly string[]): string {
  const peer = peerAddress(c)
  if (!trustedProxies.includes(peer)) return peer
  const chain = (c.req.header('x-forwarded-for') ?? '').split(',').map((text) => text.trim())
  return chain.findLast((address) => address !== '' && !trustedProxies.includes(address)) ?? peer
}

function peerAddress(c: Context): string {
  try {
    return (getConnInfo(c).remote.address ?? '').replace(/^::ffff:/, '')
  } catch {
    // Called without a socket, as tests do.
    return '127.0.0.1'
  }
}

export type WebServer = { port: number; stop(): Promise<void> }

/** Listens. @throws the error of listen, such as EADDRINUSE */
export function listen(app: Hono<Env>, options: { host: string; port: number }): Promise<WebServer> {
  return new Promise((resolve, reject) => {
    const server: ServerType = serve({ fetch: app.fetch, hostname: options.host, port: options.port }, ({ port }) => {
      resolve({ port, stop: () => stop(server) })
    })
    server.on('error', reject)
  })
}

const STOP_WAIT_MS = 2_000

/** Lets running requests end; event streams and idle connections are cut after a moment. */
function stop(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if (!('closeAllConnections' in server)) return
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), STOP_WAIT_MS).unref()
  })
}
