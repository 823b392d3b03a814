// What holds for every operation together: routes and policy name exactly the operations, paths and schemas agree.
import { expect, test } from 'vitest'
import { errorCodes } from './errors.ts'
import { operations, type OperationId } from './operations.ts'
import type { OperationSpec } from './operation.ts'
import { policy, scopeOf } from './policy.ts'
import { roles } from './roles.ts'
import { routes } from './routes.ts'

const specs = Object.entries(operations) as [OperationId, OperationSpec][]

test('the route table of the browser says what the operations say', () => {
  expect(routes).toEqual(Object.fromEntries(specs.map(([id, spec]) => [id, `${spec.method} ${spec.path}`])))
})

test('no two operations share a method and a path', () => {
  const addresses = specs.map(([, spec]) => `${spec.method} ${spec.path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('every operation has a row in the policy, and no row is of nothing', () => {
  expect(Object.keys(policy).toSorted()).toEqual(specs.map(([id]) => id).toSorted())
})

test('whatever a role may do, the roles above it may do at least as far', () => {
  const reach = { none: 0, own: 1, any: 2 }
  for (const [id] of specs) {
    const scopes = roles.map((role) => reach[scopeOf(id, role) ?? 'none'])
    expect(scopes, id).toEqual(scopes.toSorted((a, b) => a - b))
  }
})

test.each(specs)('%s: a path names its parameters, and a GET has no body', (_id, spec) => {
  const named = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  const shape = spec.params && 'shape' in spec.params ? Object.keys(spec.params.shape as object) : []
  expect(shape).toEqual(named)
  if (spec.method === 'GET') expect(spec.body).toBeUndefined()
})

test('every error says who has to act, in a sentence', () => {
  for (const [code, spec] of Object.entries(errorCodes)) {
    expect(spec.message, code).toMatch(/^[A-Z].*\.$/)
    expect(spec.owner === 'caller', code).toBe(spec.status < 500)
  }
})
