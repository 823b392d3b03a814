// The operations cases.* of the contract, each to its function. No logic here.
import { AppError } from '@inrange/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { requireCaller, type RequestContext, type SliceHandlers } from '../../platform/http.ts'
import type { Notices } from '../notices/notices.public.ts'
import { insertCaseNote, lockCase } from './cases.queries.ts'
import { decideEnd, proposeEnd } from './decide-case.ts'
import { openCaseByHand } from './open-case-by-hand.ts'
import type { CaseAuthor } from './open-case.ts'
import { listCases, listOwnCases, readCase } from './read-cases.ts'

type IntegrityOperation =
  | 'cases.list'
  | 'cases.read'
  | 'cases.create'
  | 'cases.note'
  | 'cases.propose'
  | 'cases.decide'
  | 'cases.own'

export function integrityRoutes(deps: {
  database: Database
  clock: Clock
  notices: Notices
}): SliceHandlers<IntegrityOperation> {
  const { kysely } = deps.database
  const read = (caseId: string, by: CaseAuthor) => readCase(kysely, caseId, by.userId)
  return {
    'cases.list': ({ query }, context) => listCases(kysely, query, authorOf(context).userId),
    'cases.read': ({ params }, context) => read(params.caseId, authorOf(context)),
    'cases.create': async ({ body }, context) => {
      const by = authorOf(context)
      const hours = { from: new Date(body.from), until: new Date(body.until) }
      return read(await openCaseByHand(deps, { rangeId: body.rangeId, reason: body.reason, ...hours, by }), by)
    },
    'cases.note': async ({ params, body }, context) => {
      const by = authorOf(context)
      await deps.database.transaction(async (transaction) => {
        if (!(await lockCase(transaction, params.caseId))) throw new AppError('not_found')
        const note = { caseId: params.caseId, authorId: by.userId, text: body.text, now: deps.clock.now() }
        await insertCaseNote(transaction, note)
      })
      return read(params.caseId, by)
    },
    'cases.propose': async ({ params, body }, context) => {
      const by = authorOf(context)
      await proposeEnd(deps, { caseId: params.caseId, by, ...body })
      return read(params.caseId, by)
    },
    'cases.decide': async ({ params, body }, context) => {
      const by = authorOf(context)
      await decideEnd(deps, { caseId: params.caseId, by, ...body })
      return read(params.caseId, by)
    },
    'cases.own': (_input, context) => listOwnCases(kysely, authorOf(context).userId),
  }
}

function authorOf(context: RequestContext): CaseAuthor {
  const { caller, address, requestId } = requireCaller(context)
  return { userId: caller.userId, address, requestId }
}
