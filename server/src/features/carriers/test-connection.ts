// Tries a connection at the admin's request and says in a sentence what happened.
import { AppError } from '@inrange/contract/errors'
import type { Database } from '../../platform/database.ts'
import { selectConnection } from './carriers.queries.ts'
import { parseSettings, type HttpSettings } from './connections.rules.ts'
import type { ConnectionsRuntime } from './connections.runtime.ts'
import { ingressPath } from './http-ingress.rules.ts'
import { postAsCarrier, type SelfRequestDeps } from './self-request.ts'

export type TestResult = { ok: boolean; detail: string; durationMs: number }

type TestDeps = SelfRequestDeps & {
  database: Database
  runtime: Pick<ConnectionsRuntime, 'test' | 'findHttpConnection'>
  publicUrl: string
}

/** @throws AppError not_found */
export async function testConnection(deps: TestDeps, connectionId: string): Promise<TestResult> {
  const startedMs = deps.clock.nowMs()
  const row = await selectConnection(deps.database.kysely, connectionId)
  if (!row) throw new AppError('not_found')
  const done = (ok: boolean, detail: string): TestResult => ({
    ok,
    detail,
    durationMs: Math.max(0, Math.round(deps.clock.nowMs() - startedMs)),
  })
  // What is inactive on purpose is not dialled behind its back.
  if (row.status !== 'active') return done(false, 'This connection is inactive. Activate it first.')
  if (row.carrierStatus !== 'active')
    return done(false, 'The carrier of this connection is inactive. Activate it first.')
  if (row.kind === 'http') {
    const settings = parseSettings('http', row.settings)
    const tried = await tryHttp(deps, row.id)
    const sample = sampleRequest(`${deps.publicUrl}${ingressPath(row.id)}`, settings)
    return done(tried.ok, tried.ok ? `${tried.detail}\n${sample}` : tried.detail)
  }
  const result = await deps.runtime.test(connectionId)
  return result ? done(result.ok, result.detail) : done(false, 'This process serves no carriers; ask one that does.')
}

/** A dry run over a real socket: the way in, the proof and the names of the fields; nothing lands. */
async function tryHttp(deps: TestDeps, connectionId: string): Promise<{ ok: boolean; detail: string }> {
  const connection = deps.runtime.findHttpConnection(connectionId)
  if (connection === null) {
    return { ok: false, detail: 'This process does not serve the connection, or its stored secret does not open.' }
  }
  const message = { id: 'dry-run', sender: 'Inrange', recipient: '0', text: 'Dry run' }
  const { status, body } = await postAsCarrier(deps, { connectionId, connection, isDryRun: true }, message)
  if (status !== 200) {
    const said = status === null ? body : `it was answered with ${status}`
    return { ok: false, detail: `A signed dry run was sent to the connection's own address, and failed: ${said}.` }
  }
  const isLimited = connection.settings.allowList.length > 0
  const about = isLimited ? ' The allow-list was left out, since this server is not on it.' : ''
  return {
    ok: true,
    detail: `A dry run with the connection's own secret was sent to its address: proof and fields are right, and nothing was taken.${about}`,
  }
}

/** The request that a carrier sends, as a command to paste; the secret is known to whoever it was shown to. */
function sampleRequest(url: string, settings: HttpSettings): string {
  const { id, sender, recipient, text } = settings.fields
  const body = JSON.stringify({
    [id]: 'test-1',
    [sender]: 'Inrange',
    [recipient]: '<a number of yours>',
    [text]: 'Hello',
  })
  const lines = ["secret='inr_<your secret>'", `body='${body.replaceAll("'", String.raw`'\''`)}'`]
  if (settings.authentication === 'token') {
    const headers = `-H "authorization: Bearer $secret" -H 'content-type: application/json'`
    return ['Send a message with:', ...lines, `curl ${headers} -d "$body" ${url}`].join('\n')
  }
  lines.push(
    'timestamp=$(date +%s)',
    `signature=$(printf '%s.%s' "$timestamp" "$body" | openssl dgst -sha256 -hmac "$secret" -r | cut -d' ' -f1)`,
  )
  const proof = `-H "x-inrange-timestamp: $timestamp" -H "x-inrange-signature: $signature"`
  return ['Send a message with:', ...lines, `curl ${proof} -H 'content-type: application/json' -d "$body" ${url}`].join(
    '\n',
  )
}
