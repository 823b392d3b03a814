// All SQL about who had which range at which rate: the rate card, and the marks on a chart. A rate is only told for the
// time in which the range was the owner's.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

export type RateRow = {
  rangeId: string
  name: string
  country: string | null
  isActive: boolean
  isTest: boolean
  ownedSince: Date
  /** Newest first; `until` is null for the present one. */
  rates: { rateMicros: string; from: string; until: string | null }[]
}

/** Former rates of one range that are told. */
const FORMER_MAX = 12

/**
 * Ranges that are the owner's now, by name, each with its present rate and the former ones. Index:
 * range_owners_of_owner; range_rates by range.
 */
export async function selectRateCard(
  database: Queryable,
  ownerId: string,
  now: Date,
  limit: number,
): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select o.range_id as "rangeId", g.name, g.country, g.status = 'active' as "isActive", g.is_test as "isTest",
      lower(o.during) as "ownedSince", coalesce(r.rates, '[]') as rates
    from range_owners o
    join ranges g on g.id = o.range_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('rateMicros', k.rate_micros::text, 'from', lower(k.during),
        'until', upper(k.during)) order by lower(k.during) desc) as rates
      from (
        select rate_micros, during * o.during as during from range_rates
        where range_id = o.range_id and during && o.during and lower(during) <= ${now}
        order by lower(during) desc limit ${FORMER_MAX + 1}
      ) k where not isempty(k.during)
    ) r on true
    where o.owner_id = ${ownerId} and o.during @> ${now}::timestamptz
    order by lower(g.name), o.range_id limit ${limit}`.execute(database)
  return rows
}

export type MarkRow = {
  at: Date
  kind: 'range_assigned' | 'range_withdrawn' | 'rate_changed'
  rangeId: string
  name: string
  rateMicros: bigint | null
}

/**
 * What happened to an owner's ranges and rates in a span, oldest first. Index: range_owners_of_owner; range_rates by
 * range.
 */
export async function selectMarks(
  database: Queryable,
  ownerId: string,
  from: Date,
  until: Date,
  limit: number,
): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    with mine as (
      select o.range_id, o.during, g.name from range_owners o join ranges g on g.id = o.range_id
      where o.owner_id = ${ownerId}
    ), marks as (
      select lower(during) as at, 'range_assigned' as kind, range_id, name, null::bigint as rate from mine
      union all
      select upper(during), 'range_withdrawn', range_id, name, null from mine where upper(during) is not null
      union all
      select lower(k.during), 'rate_changed', k.range_id, m.name, k.rate_micros
      from mine m join range_rates k on k.range_id = m.range_id
      where lower(k.during) > lower(m.during) and lower(k.during) <@ m.during
    )
    select * from (
      select at, kind, range_id as "rangeId", name, rate as "rateMicros" from marks
      where at >= ${from} and at < ${until} order by at desc limit ${limit}
    ) latest order by at`.execute(database)
  return rows
}
