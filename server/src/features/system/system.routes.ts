// The operations of the slice, each to its function. No logic here.
import type { Queryable } from '../../platform/database.ts'
import type { SliceHandlers } from '../../platform/http.ts'
import { healthReader } from './read-health.ts'

export function systemRoutes(deps: { database: Queryable; version: string }): SliceHandlers<'system.health'> {
  const readHealth = healthReader(deps)
  return { 'system.health': () => readHealth() }
}
