// The policy as a matrix: every operation of the contract, called over real HTTP on the platform as it is composed, as
// nobody and as every role, on one's own things, on somebody else's, and on what does not exist. What is expected is
// read from the policy table and the few exceptions written in the rows; an operation without a row does not compile.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationSpec } from '@inrange/contract/operation'
import { operations, type OperationId } from '@inrange/contract/operations'
import { policy, scopeOf } from '@inrange/contract/policy'
import { useTestDatabase } from './testing/test-database.ts'
import { rows, type Row, type Whose } from './testing/policy.rows.ts'
import {
  callers,
  malformedId,
  openPolicyWorld,
  isPlatforms,
  unknownId,
  type CallerKind,
  type PolicyWorld,
} from './testing/policy-world.ts'

const operationIds = Object.keys(rows) as OperationId[]

const db = useTestDatabase()
let world: PolicyWorld
beforeAll(async () => {
  world = await openPolicyWorld(db)
})
afterAll(() => world.stop())

function whoseOf({ on }: Row): Whose[] {
  if (on === null) return ['none']
  if (isPlatforms(on)) return ['others', 'unknown', 'malformed']
  return ['own', 'others', ...(on === 'user' ? (['above'] as const) : []), 'unknown', 'malformed']
}

function idOf({ on }: Row, who: CallerKind, whose: Whose): string {
  if (on === null) return ''
  if (whose === 'unknown') return unknownId(on)
  if (whose === 'malformed') return malformedId(on)
  if (isPlatforms(on)) return world[on]
  if (whose === 'above') return world.above
  if (whose === 'others') return world.others[on]
  // Who is nobody has nothing, and asks for what a user has.
  return world.own[who === 'anonymous' || who === 'unready' ? 'user' : who][on]
}

function expectedStatus(id: OperationId, who: CallerKind, whose: Whose): number {
  const spec: OperationSpec = operations[id]
  const success = spec.response ? (spec.status ?? 200) : 204
  if (scopeOf(id, 'anonymous')) return success
  if (who === 'anonymous') return 401
  if (who === 'unready') return spec.servedUnderDuty ? success : 403
  const scope = scopeOf(id, who)
  if (!scope) return 403
  const exception = rows[id].except?.[`${who} ${whose}`]
  if (exception) return exception.status
  if (whose === 'unknown' || whose === 'malformed') return 404
  const isOutside = whose === 'others' || whose === 'above'
  return isOutside && scope === 'own' ? 404 : success
}

type Answer = { status: number; text: string }

async function call(id: OperationId, who: CallerKind, whose: Whose): Promise<Answer> {
  const row = rows[id]
  const spec: OperationSpec = operations[id]
  const thing = idOf(row, who, whose)
  const { query = {}, body } = row.ask?.(thing, world) ?? {}
  const url = new URL(`${world.url}/api/v1${spec.path.replace(/\{\w+\}/, row.named ?? thing)}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const token = await world.tokenOf(who)
  const response = await fetch(url, {
    method: spec.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (row.endsOwnSession === true && whose === 'own') world.forgetToken(who)
  if (spec.response !== 'event-stream' || !response.ok) return { status: response.status, text: await response.text() }
  await response.body?.cancel()
  return { status: response.status, text: '' }
}

/** The text with its request id taken out: the one thing in which two refusals may differ. */
function withoutRequestId(text: string): string {
  return text.replace(/"requestId":"[^"]+"/, '"requestId":""')
}

/** What would give away that an answer holds something of somebody else's. */
function marksOfOthers(): string[] {
  return [...Object.values(world.others), 'bystander']
}

describe.each(operationIds)('%s', (id) => {
  const row = rows[id]

  test('answers each role on each thing as the policy says', async () => {
    const answered: string[] = []
    const expected: string[] = []
    for (const who of callers) {
      for (const whose of whoseOf(row)) {
        const { status } = await call(id, who, whose)
        answered.push(`${who} ${whose}: ${status}`)
        expected.push(`${who} ${whose}: ${expectedStatus(id, who, whose)}`)
      }
    }
    expect(answered).toEqual(expected)
  })

  test('tells what may not be seen from what does not exist in no octet', async () => {
    for (const who of callers) {
      const refusals = new Set<string>()
      for (const whose of whoseOf(row)) {
        if (expectedStatus(id, who, whose) !== 404) continue
        refusals.add(withoutRequestId((await call(id, who, whose)).text))
      }
      expect([...refusals], who).toHaveLength(Math.min(refusals.size, 1))
    }
  })

  test('holds nothing of others where the scope is one’s own, and all of it where it is any', async () => {
    for (const who of ['user', 'admin', 'super_admin'] as const) {
      const scope = scopeOf(id, who)
      if (scope === null) continue
      const { text } = await call(id, who, row.on === null ? 'none' : whoseOf(row)[0]!)
      if (scope === 'own') expect(marksOfOthers().filter((mark) => text.includes(mark))).toEqual([])
      if (row.lists === undefined) continue
      expect(text).toContain(world.own[who][row.lists])
      if (scope === 'any') expect(text).toContain(world.others[row.lists])
    }
  })
})

test('the matrix has a row for every operation of the contract and of the policy table, and no other', () => {
  expect(operationIds.toSorted()).toEqual(Object.keys(operations).toSorted())
  expect(Object.keys(policy).toSorted()).toEqual(Object.keys(operations).toSorted())
})

test('nobody may call anything but what the sign-in shows, and no user reaches what is not the user’s', () => {
  const open = ['system.health', 'system.report-client-error', 'settings.public', 'identity-providers.enabled']
  expect(operationIds.filter((id) => scopeOf(id, 'anonymous'))).toEqual(open)
  // Test numbers are there for everybody who has an account: what lands on them is nobody's own.
  const tests = ['test-numbers.list', 'test-numbers.read', 'test-numbers.messages']
  const reached = operationIds.filter((id) => scopeOf(id, 'user') === 'any')
  expect(reached.toSorted()).toEqual([...open, ...tests].toSorted())
})

test('a token that is none of ours is nobody', async () => {
  const response = await fetch(`${world.url}/api/v1/dashboard`, {
    headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
  })
  expect(response.status).toBe(401)
})

test('an admin reads somebody else’s message masked, and its owner reads it', async () => {
  const masked = JSON.parse((await call('messages.read', 'admin', 'others')).text) as Record<string, unknown>
  const own = JSON.parse((await call('messages.read', 'admin', 'own')).text) as Record<string, unknown>
  expect([masked['masked'], own['masked']]).toEqual([true, false])
  expect(own['content']).toMatch(/^Your code is \d$/)
  expect(masked['content']).not.toMatch(/\d/)
})
