// Posts transfers: the only way in which money moves. Guarantees: all requests of a call or none; one insert
// statement; the same intention (owner and key) stands once however often it is asked for; and everything that can go
// wrong with money is an outcome, never an exception. It deliberately commits nothing: it runs in the caller's
// transaction, so that money moves together with the reason for it.
import type { DatabaseTransaction } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { insertTransfers, openPosting, selectHolds, type AskedAccount } from './journal.queries.ts'
import { courseOf, judgeTransfers, type TransferOutcome, type TransferRequest, type Verdict } from './ledger.rules.ts'

/** What ledger.lock_accounts opens for every user without being asked. */
const BASE_KINDS: ReadonlySet<string> = new Set(['available', 'maturing', 'held', 'message_earnings'])

/**
 * Posts the requests and says what became of each, in their order. Posting for one owner is serial: the owner's
 * accounts are locked first, so what the requests are judged by is still true when they are inserted. Call it once per
 * transaction, with everything that belongs together.
 * @returns one outcome per request, as `TransferOutcome` documents them
 */
export async function postTransfers(
  transaction: DatabaseTransaction,
  requests: readonly TransferRequest[],
): Promise<TransferOutcome[]> {
  if (requests.length === 0) return []
  const { accounts, transfers } = await openPosting(transaction, accountsToOpen(requests), requests)
  const holds = await selectHolds(transaction, requests)
  const verdicts = judgeTransfers(requests, { balances: accounts, transfers, holds })
  const accepted = requests.filter((_request, index) => verdicts[index]?.outcome === 'accepted')
  const accountIds = new Map(accounts.map((account) => [`${account.ownerId} ${account.kind}`, account.id]))
  const inserted =
    accepted.length === 0
      ? []
      : await insertTransfers(transaction, accepted, (ownerId, kind) => {
          const id = accountIds.get(`${ownerId} ${kind}`)
          invariant(id !== undefined, `Every owner has an account of the kind ${kind} once it is locked`)
          return id
        })
  const idsByKey = new Map(inserted.map((row) => [`${row.ownerId} ${row.idempotencyKey}`, row.id]))
  return verdicts.map((verdict, index) => outcomeOf(verdict, index, { requests, verdicts, idsByKey }))
}

/** Every owner once, and once more for each further kind that their requests run to or from. */
function accountsToOpen(requests: readonly TransferRequest[]): AskedAccount[] {
  const asked = new Map<string, AskedAccount>()
  for (const request of requests) {
    const { ownerId } = request
    const { debit, credit } = courseOf(request)
    const further = [debit, credit].filter((kind) => !BASE_KINDS.has(kind))
    if (further.length === 0 && !asked.has(ownerId)) asked.set(ownerId, { ownerId, kind: null })
    for (const kind of further) asked.set(`${ownerId} ${kind}`, { ownerId, kind })
  }
  return [...asked.values()]
}

function outcomeOf(
  verdict: Verdict,
  index: number,
  call: {
    requests: readonly TransferRequest[]
    verdicts: readonly Verdict[]
    idsByKey: ReadonlyMap<string, string>
  },
): TransferOutcome {
  if (verdict.outcome === 'repeats') {
    const first = call.verdicts[verdict.index]
    invariant(first && first.outcome !== 'repeats', 'A repeated request points at the first of its key')
    const outcome = outcomeOf(first, verdict.index, call)
    return outcome.outcome === 'posted' ? { outcome: 'exists', transferId: outcome.transferId } : outcome
  }
  if (verdict.outcome !== 'accepted') return verdict
  const request = call.requests[index]
  const transferId = request && call.idsByKey.get(`${request.ownerId} ${request.idempotencyKey}`)
  invariant(transferId !== undefined, 'Every accepted request was inserted')
  return { outcome: 'posted', transferId }
}
