// Compares what the platform says with what the model says: of one owner after each step, of everything now and then.
// Answers differences in words; it deliberately repairs neither side.
import { balancesOf, custodyTotals, totalsByKind } from '../../features/ledger/ledger.public.ts'
import type { Database } from '../../platform/database.ts'
import { balancesOfModel, sum, type Model, type ModelOwner } from './money.model.ts'
import { selectBalancesQuickly, sumDays } from './money.queries.ts'

/**
 * By the accounts alone after each step, which takes a fraction of the time; by the function that the wallet is read
 * with when everything is compared.
 */
export async function compareOwner(database: Database, owner: ModelOwner, isWhole = false): Promise<string[]> {
  const expected = balancesOfModel(owner)
  const found = isWhole ? await balancesOf(database.kysely, owner.id) : await selectBalancesQuickly(database, owner.id)
  const wanted = isWhole ? expected : Object.fromEntries(Object.keys(found).map((name) => [name, read(expected, name)]))
  const { earnedMicros, feeIncomeMicros } = owner
  const mustNotBeBelow = { ...expected, earnedMicros, feeIncomeMicros }
  const negative = Object.entries(mustNotBeBelow).filter(([, value]) => typeof value === 'bigint' && value < 0n)
  return [
    ...differencesOf(`owner ${owner.id}`, { ...wanted }, { ...found }),
    ...negative.map(([name]) => `owner ${owner.id}: ${name} of the model is below zero`),
  ]
}

function read(balances: Readonly<Record<string, unknown>>, name: string): unknown {
  return balances[name]
}

/** Every owner, what is in custody, fee income and the accounts of the house, and what days count for the limits. */
export async function compareAll(database: Database, model: Model): Promise<string[]> {
  const ofOwners = await Promise.all(model.owners.map((owner) => compareOwner(database, owner, true)))
  const differences = ofOwners.flat()
  differences.push(...differencesOf('custody', model.custodyMicros, await custodyTotals(database.kysely)))
  const { fee_income: fees, suspense, operator_funds: operator, ...totals } = await totalsByKind(database.kysely)
  const balances = model.owners.map(balancesOfModel)
  const expected = {
    fees: sum(model.owners.map(({ feeIncomeMicros }) => feeIncomeMicros)),
    suspense: sum(model.suspense.map(({ micros }) => micros)),
    operator: model.operatorMicros,
    provider: model.providerFeesMicros,
    earned: sum(model.owners.map(({ earnedMicros }) => earnedMicros)),
    held: sum(balances.map(({ heldMicros }) => heldMicros)),
  }
  const { provider_fees: provider, message_earnings: earned, held } = totals
  differences.push(...differencesOf('totals', expected, { fees, suspense, operator, provider, earned, held }))
  return [...differences, ...differencesOf('days', daysOf(model), await sumDays(database.kysely))]
}

function daysOf({ owners, platformDays }: Model): Awaited<ReturnType<typeof sumDays>> {
  const own = owners.flatMap(({ days }) => [...days.values()])
  const all = [...platformDays.values()]
  return {
    requests: BigInt(all.reduce((total, day) => total + day.requests, 0)),
    micros: sum(all.map((day) => day.micros)),
    ownerRequests: BigInt(own.reduce((total, day) => total + day.requests, 0)),
    ownerMicros: sum(own.map((day) => day.micros)),
  }
}

function differencesOf(
  subject: string,
  expected: Readonly<Record<string, unknown>>,
  found: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(expected)
    .filter((name) => textOf(expected[name]) !== textOf(found[name]))
    .map((name) => `${subject}: ${name} is ${textOf(found[name])}, the model says ${textOf(expected[name])}`)
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
