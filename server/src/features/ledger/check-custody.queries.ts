// The SQL that proves what is beyond earnings: whose accounts are of which kind, which courses there are, that nothing
// is given back that never came, what a deficit is, and that what is frozen exists. Guarantees as in
// check-journal.queries.ts: only differences leave PostgreSQL, owners are read span by span. Amounts are micro-USD.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import { findings, inSpan, type Finding, type OwnerSpan } from './check-journal.queries.ts'
import { accounts, courseOf, courses, custodyKinds, HOUSE_ID, type TransferCode } from './ledger.rules.ts'

/** Every account is of a known kind and side, of a user or of the house, and of one who may have it. */
export function findStrayAccounts(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  const kinds = Object.entries(accounts)
  return findings(
    database,
    sql`
    with rule as (
      select * from unnest(${kinds.map(([kind]) => kind)}::text[], ${kinds.map(([, rule]) => rule.normal)}::text[],
        ${kinds.map(([, rule]) => rule.owners)}::text[]) rule (kind, normal, owners)
    )
    select a.owner_id as "ownerId", 'account ' || a.kind as subject,
      case when r.kind is null then 'a known kind'
           when u.id is null and a.owner_id <> ${HOUSE_ID}::uuid then 'an owner'
           else format('side %s, of %s', r.normal, r.owners) end as expected,
      format('side %s, of %s', a.normal, case when a.owner_id = ${HOUSE_ID}::uuid then 'the house'
        when u.id is null then 'nobody' else 'a user' end) as found
    from ledger.accounts a
    left join rule r on r.kind = a.kind
    left join users u on u.id = a.owner_id
    where ${inSpan('a.owner_id', span)} and (
      r.kind is null or r.normal <> a.normal or (u.id is null and a.owner_id <> ${HOUSE_ID}::uuid)
      or r.owners = case when a.owner_id = ${HOUSE_ID}::uuid then 'users' else 'house' end)
    order by 1, 2`,
  )
}

/** The courses that the database lets transfers run are those of the rules. */
export async function findWrongCourses(database: Queryable): Promise<Finding[]> {
  const expected = (Object.keys(courses) as TransferCode[]).flatMap((code) => {
    const ends: string[] = [courses[code].debit, courses[code].credit]
    const asked = ends.includes('custody') ? custodyKinds.map((custody) => ({ code, custody })) : [{ code }]
    return asked.map((request) => ({ code, ...courseOf(request) }))
  })
  return await findings(
    database,
    sql`
    with rule as (
      select * from unnest(${expected.map((course) => course.code)}::text[],
        ${expected.map((course) => course.debit)}::text[], ${expected.map((course) => course.credit)}::text[])
        rule (code, debit_kind, credit_kind)
    )
    select null as "ownerId", format('course %s from %s to %s', code, debit_kind, credit_kind) as subject,
      case when r.code is null then 'no such course' else 'as in the rules' end as expected,
      case when k.code is null then 'missing' else 'there' end as found
    from rule r full join ledger.courses k using (code, debit_kind, credit_kind)
    where r.code is null or k.code is null
    order by 2`,
  )
}

/**
 * Per owner and custody, no more went back than had come: reversed deposits against deposits, returned payouts and
 * withdrawal fees against payouts, what of suspense was resolved against what it received, and so with the fees of
 * deposits. (What the operator takes may come from another custody than they brought it to.)
 */
export function findGivenBackTooMuch(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with pair (back, came) as (values
      (array['deposit_reversed', 'deposit_lost'], 'deposit'), (array['payout_returned'], 'hold_settled'),
      (array['withdrawal_fee'], 'hold_settled'), (array['suspense_resolved'], 'suspense_received'),
      (array['deposit_fee_reversed'], 'deposit_fee')
    ), moved as (
      select t.owner_id, t.code, a.kind as custody, sum(t.amount_micros) as micros
      from ledger.transfers t
      left join ledger.accounts a on a.owner_id = t.owner_id and a.id in (t.debit_account_id, t.credit_account_id)
        and a.kind like 'custody\\_%'
      where ${inSpan('t.owner_id', span)} and t.code not like 'earning\\_%'
      group by t.owner_id, t.code, a.kind
    ), compared as (
      select b.owner_id, p.back, p.came, b.custody, sum(b.micros) as back_micros,
        coalesce((select c.micros from moved c where c.owner_id = b.owner_id and c.code = p.came
          and c.custody is not distinct from b.custody), 0) as came_micros
      from pair p join moved b on b.code = any (p.back)
      group by b.owner_id, p.back, p.came, b.custody
    )
    select owner_id as "ownerId",
      format('%s%s', array_to_string(back, ' and '), coalesce(' of ' || custody, '')) as subject,
      format('at most %s, the sum of %s', came_micros, came) as expected, back_micros::text as found
    from compared where back_micros > came_micros
    order by 1, 2`,
  )
}

/** A deficit is what was lost and has not been recovered. */
export function findWrongDeficits(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with due as (
      select owner_id, sum(case code when 'deposit_lost' then amount_micros else -amount_micros end) as micros
      from ledger.transfers where code in ('deposit_lost', 'deficit_recovered') and ${inSpan('owner_id', span)}
      group by owner_id
    )
    select coalesce(a.owner_id, d.owner_id) as "ownerId", 'deficit' as subject,
      coalesce(d.micros, 0) || ' lost and not recovered' as expected,
      coalesce(a.debits_micros - a.credits_micros, 0)::text as found
    from (select * from ledger.accounts where kind = 'deficit' and ${inSpan('owner_id', span)}) a
    full join due d on d.owner_id = a.owner_id
    where coalesce(a.debits_micros - a.credits_micros, 0) <> coalesce(d.micros, 0)
    order by 1, 2`,
  )
}

/** What is frozen is a range that exists, of a user who exists. */
export function findStrayFreezes(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    select f.owner_id as "ownerId", format('range %s, frozen by %s', f.range_id, f.frozen_by) as subject,
      'a user and a range' as expected,
      case when u.id is null then 'no such user' else 'no such range' end as found
    from ledger.frozen_ranges f left join users u on u.id = f.owner_id left join ranges r on r.id = f.range_id
    where ${inSpan('f.owner_id', span)} and (u.id is null or r.id is null)
    order by 1, 2`,
  )
}
