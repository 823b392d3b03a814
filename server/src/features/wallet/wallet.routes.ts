// The operations of the slice, each to its function. No logic here beyond whose wallet it is: the caller's own.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { requireCaller, type RequestContext, type SliceHandlers } from '../../platform/http.ts'
import { listEarnings } from './list-earnings.ts'
import { exportTransactions, listTransactions } from './list-transactions.ts'
import { readSettlement } from './read-settlement.ts'
import { listStatements, readStatement, statementDocument, statementFile } from './read-statement.ts'
import { readWallet } from './read-wallet.ts'

export type WalletOperationId =
  | 'wallet.read'
  | 'wallet.transactions'
  | 'wallet.transactions-export'
  | 'wallet.earnings'
  | 'wallet.settlement'
  | 'wallet.statements'
  | 'wallet.statement'
  | 'wallet.statement-pdf'
  | 'wallet.statement-csv'

export function walletRoutes(deps: { database: Database; clock: Clock }): SliceHandlers<WalletOperationId> {
  const { kysely } = deps.database
  return {
    'wallet.read': (_input, context) => readWallet(deps, ownerOf(context)),
    'wallet.transactions': ({ query }, context) => listTransactions(kysely, { ...query, ownerId: ownerOf(context) }),
    'wallet.transactions-export': ({ query }, context) =>
      Promise.resolve(exportTransactions(deps, { ...query, ownerId: ownerOf(context) })),
    'wallet.earnings': ({ query }, context) => listEarnings(deps, { ...query, ownerId: ownerOf(context) }),
    'wallet.settlement': ({ params }, context) =>
      readSettlement(kysely, { ...params, viewerId: context.scope === 'own' ? ownerOf(context) : null }),
    'wallet.statements': (_input, context) => listStatements(deps, ownerOf(context)),
    'wallet.statement': ({ params }, context) => readStatement(deps, { ...params, ownerId: ownerOf(context) }),
    'wallet.statement-pdf': ({ params }, context) => statementDocument(deps, { ...params, ownerId: ownerOf(context) }),
    'wallet.statement-csv': ({ params }, context) =>
      Promise.resolve(statementFile(deps, { ...params, ownerId: ownerOf(context) })),
  }
}

function ownerOf(context: RequestContext): string {
  return requireCaller(context).caller.userId
}
