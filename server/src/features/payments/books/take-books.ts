// Compares the books: what is outside beside what the ledger says, one kind after the other. Guarantees that every
// comparison is kept, also one that could not be made, and that a difference is an error in the log. It deliberately
// corrects nothing.
import { methodKinds, type MethodKind } from '@inrange/contract/payment-kinds'
import { custodyTotals } from '../../ledger/ledger.public.ts'
import { selectMethods } from '../methods/methods.queries.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { insertBookCheck, type BookCheck } from './books.queries.ts'
import { compareBooks, isAlarming } from './books.rules.ts'
import { readOutside } from './read-outside.ts'

/** Every kind that has a method, or money. */
export async function takeBooks(deps: PaymentsDeps): Promise<BookCheck[]> {
  const methods = await selectMethods(deps.database.kysely)
  const custody = await custodyTotals(deps.database.kysely)
  const taken: BookCheck[] = []
  for (const kind of methodKinds) {
    const ofKind = methods.filter((method) => method.kind === kind)
    if (ofKind.length === 0 && custody[kind] === 0n) continue
    const check = await takeBook(deps, kind, ofKind)
    await insertBookCheck(deps.database.kysely, check)
    const facts = { kind, difference: check.differenceMicros?.toString() ?? null, detail: check.detail }
    if (isAlarming(check)) deps.log.error(facts, 'the books do not agree with what is outside')
    taken.push(check)
  }
  return taken
}

/** When something moved while it was read, the figures are of different moments: then it is read once more. */
async function takeBook(
  deps: PaymentsDeps,
  kind: MethodKind,
  methods: Parameters<typeof readOutside>[2],
): Promise<BookCheck> {
  for (let isLast = false; ; isLast = true) {
    const before = (await custodyTotals(deps.database.kysely))[kind]
    const outside = await readOutside(deps, kind, methods)
    const custodyMicros = (await custodyTotals(deps.database.kysely))[kind]
    const compared = compareBooks(outside, custodyMicros)
    const isSettled = before === custodyMicros && !isAlarming(compared)
    if (isSettled || isLast || outside.outcome === 'unread') return { kind, takenAt: deps.clock.now(), ...compared }
  }
}
