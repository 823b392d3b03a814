// Steps of whoever runs the platform: limits and the kill switch, fees of methods, money of nobody yet, and what the
// operator brings and takes.
import type { Settings } from '@inrange/contract/settings'
import { HOUSE_ID, postTransfers, type TransferRequest } from '../../features/ledger/ledger.public.ts'
import { updateMethodRow } from '../../features/payments/methods/methods.queries.ts'
import { changeSettings } from '../../features/settings/change-settings.ts'
import { forgetSettings } from '../../features/settings/settings.public.ts'
import { insertSuspended } from './money.queries.ts'
import { accepts, refuses, type Step } from './money.step.ts'
import { dollars, factsOf, pickAdmin, requester, type World } from './money.world.ts'

export function changeLimits(world: World): Step {
  const { random, model, deps } = world
  const fault = random.pick(['none', 'none', 'none', 'none', 'invalid', 'stale'])
  const limits: Settings['withdrawals'] = {
    ...model.limits,
    isPaused: random.chance(8),
    minimumUsd: fault === 'invalid' ? 0 : random.pick([1, 10, 10, 50]),
    perRequestUsd: random.pick([300, 1_000, 5_000]),
    perUserDayUsd: random.pick([500, 10_000, 100_000]),
    perUserDayRequests: random.pick([3, 10, 100]),
    platformDayUsd: random.pick([3_000, 50_000, 10_000_000]),
    secondPersonUsd: random.pick([0, 50, 200, 2_000]),
    autoApproveUsd: random.pick([0, 30, 200]),
  }
  const figures = `${limits.perRequestUsd} at a time, ${limits.perUserDayUsd} a day, ${limits.platformDayUsd} in all`
  return {
    kind: 'settings',
    words: `limits: ${limits.isPaused ? 'paused, ' : ''}${figures}, second person from ${limits.secondPersonUsd} (${fault} fault)`,
    ownerIds: [],
    predict: () => {
      if (fault === 'none') return accepts('changed', () => (model.limits = limits))
      return refuses(fault === 'invalid' ? 'invalid_request' : 'settings_changed')
    },
    perform: async () => {
      const { userId: actorId, ...origin } = requester(pickAdmin(world))
      const stale = fault === 'stale' ? { version: 'another' } : {}
      try {
        await changeSettings(deps, { changes: { withdrawals: limits }, actorId, ...origin, ...stale })
      } finally {
        // A process that died remembers nothing.
        forgetSettings(deps.database.kysely)
      }
      return { outcome: 'changed' }
    },
  }
}

export function changeMethod(world: World): Step {
  const { random, model, deps } = world
  const method = random.pick(model.methods)
  const isWrong = random.chance(15)
  const next = {
    ...method,
    isActive: random.chance(93),
    feeBasisPoints: isWrong ? 1_100 : 10 * random.below(101),
    feesOnDeposits: random.chance(50),
    minimumMicros: random.pick([1_000_000n, 10_000_000n, 20_000_000n]),
  }
  return {
    kind: 'method',
    words: `${method.kind} ${next.isActive ? 'takes' : 'is off, with'} ${next.feeBasisPoints} basis points`,
    ownerIds: [],
    predict: () => (isWrong ? refuses('payment_methods_fee') : accepts('changed', () => Object.assign(method, next))),
    perform: async () => {
      const facts = { ...factsOf(next), actorId: world.adminIds[0] ?? '', now: deps.clock.now() }
      await deps.database.transaction((transaction) => updateMethodRow(transaction, facts))
      return { outcome: 'changed' }
    },
  }
}

/** Money comes that nobody owns yet, or the operator brings or takes some. */
export function moveHouseMoney(world: World): Step {
  const { random, model, deps } = world
  const { kind: custody, id: methodId } = random.pick(model.methods)
  const codes = ['suspense_received', 'suspense_received', 'operator_funded', 'operator_withdrew'] as const
  // What PayPal brings is always somebody's.
  const code = random.pick(custody === 'paypal' ? codes.slice(2) : codes)
  const amountMicros = BigInt(random.between(100, 30_000)) * 10_000n
  const idempotencyKey = world.name(code)
  const request: TransferRequest = { ownerId: HOUSE_ID, code, amountMicros, custody, idempotencyKey }
  let isDone = false
  return {
    kind: 'house',
    words: `${code} of ${dollars(amountMicros)} in ${custody}`,
    ownerIds: [],
    predict: () => {
      if (isDone) return refuses('exists', 1)
      // They may take more than they brought: what was earned.
      const isOut = code === 'operator_withdrew'
      return accepts('posted', () => {
        isDone = true
        model.custodyMicros[custody] += isOut ? -amountMicros : amountMicros
        if (code !== 'suspense_received') model.operatorMicros += isOut ? -amountMicros : amountMicros
        else model.suspense.push({ kind: custody, key: idempotencyKey, micros: amountMicros })
      })
    },
    perform: async () => {
      const posted = await deps.database.transaction(async (transaction) => {
        const [done] = await postTransfers(transaction, [request])
        if (done?.outcome !== 'posted' || code !== 'suspense_received') return done
        const { transferId } = done
        const receipt = { hash: idempotencyKey, kind: custody, methodId, micros: amountMicros, transferId }
        await insertSuspended(transaction, receipt)
        return done
      })
      return { outcome: posted?.outcome ?? 'nothing' }
    },
  }
}
