// Which function answers which operation on messages. No logic here beyond the scope: `own` means the caller's inbox.
import { AppError } from '@inrange/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { requireCaller, type RequestContext, type SliceHandlers } from '../../platform/http.ts'
import type { Live } from '../../platform/live.ts'
import type { Log } from '../../platform/log.ts'
import { listFilterOptions } from './list-filter-options.ts'
import { listMessages } from './list-messages.ts'
import { markMatching } from './mark-matching.ts'
import { markAllMessages, markMessages } from './mark-messages.ts'
import { boundedPlace } from './messages.rules.ts'
import { readMessage, revealMessage, type Viewer } from './read-message.ts'
import { createLiveViews, type LivePace } from './stream-messages.ts'
import { fixDuring } from './time-words.rules.ts'

export type MessagesDeps = {
  database: Database
  clock: Clock
  live: Live
  log: Log
  /** Given by tests; production's own otherwise. */
  pace?: LivePace
  /** Told how many live views are open in this process, whenever that changes. */
  onViews?: (open: number) => void
}
export type MessagesOperationId =
  | 'messages.list'
  | 'messages.read'
  | 'messages.reveal'
  | 'messages.mark-read'
  | 'messages.mark-all-read'
  | 'messages.mark-matching'
  | 'messages.filter-options'
  | 'messages.live'

export function messagesRoutes(deps: MessagesDeps): SliceHandlers<MessagesOperationId> {
  const { kysely } = deps.database
  const views = createLiveViews(deps)
  return {
    'messages.list': async ({ query }, context) => {
      const viewer = viewerOf(context)
      const ownerId = query.ownerId ?? viewer.userId
      if (viewer.ownOnly && ownerId !== viewer.userId) throw new AppError('not_found')
      return listMessages(kysely, { ...fixDuring(query, deps.clock.now()), ownerId, viewerId: viewer.userId })
    },
    'messages.read': ({ params }, context) => readMessage(deps, params.messageId, viewerOf(context)),
    'messages.reveal': ({ params }, context) => {
      const { address, requestId } = context
      return revealMessage(deps, params.messageId, { ...viewerOf(context), address, requestId })
    },
    'messages.mark-read': ({ body }, context) =>
      markMessages(deps, { ownerId: viewerOf(context).userId, keys: body.ids, isRead: body.isRead }),
    'messages.mark-all-read': ({ body }, context) =>
      markAllMessages(deps, { ownerId: viewerOf(context).userId, position: body.position }),
    'messages.mark-matching': ({ body }, context) => {
      const { isRead, cursor } = body
      const filter = fixDuring(body.filter, deps.clock.now())
      return markMatching(deps, { ownerId: viewerOf(context).userId, filter, isRead, cursor })
    },
    'messages.filter-options': ({ query }, context) => {
      const viewer = viewerOf(context)
      const ownerId = query.ownerId ?? viewer.userId
      if (viewer.ownOnly && ownerId !== viewer.userId) throw new AppError('not_found')
      return listFilterOptions(kysely, { ownerId, now: deps.clock.now() })
    },
    'messages.live': ({ query }, context) => {
      const { caller, signal, authenticateAgain } = requireCaller(context)
      const isStillCaller = async () => {
        const again = await authenticateAgain?.()
        return again?.userId === caller.userId && again.duty === null
      }
      const sinceMicros = query.since === undefined ? null : boundedPlace(BigInt(query.since))
      return views.open({ ownerId: caller.userId, sinceMicros, signal, isStillCaller })
    },
  }
}

function viewerOf(context: RequestContext): Viewer {
  return { userId: requireCaller(context).caller.userId, ownOnly: context.scope === 'own' }
}
