// Tries a connection at the admin's request and says in a sentence what happened.
import { AppError } from '@inrange/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { selectConnection } from './carriers.queries.ts'
import { parseSettings, type HttpSettings } from './connections.rules.ts'
import type { ConnectionsRuntime } from './connections.runtime.ts'
import { ingressPath } from './http-ingress.rules.ts'

export type TestResult = { ok: boolean; detail: string; durationMs: number }

/** @throws AppError not_found */
export async function testConnection(
  deps: { database: Database; clock: Clock; runtime: Pick<ConnectionsRuntime, 'test'>; publicUrl: string },
  connectionId: string,
): Promise<TestResult> {
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
    return done(true, sampleRequest(`${deps.publicUrl}${ingressPath(row.id)}`, parseSettings('http', row.settings)))
  }
  const result = await deps.runtime.test(connectionId)
  return result ? done(result.ok, result.detail) : done(false, 'This process serves no carriers; ask one that does.')
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
