// Sets messages aside, or lets them wait again, and says what came of it. Undo is the same with the other word.
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'
import { notify } from '../../ui/toast.ts'
import { t } from './quarantine.texts.ts'

type Asked = { ids: string[]; isSetAside: boolean }

/** Everything that shows what lies in quarantine. */
export function outdateQuarantine(): Promise<void> {
  return outdate('quarantine.list', 'quarantine.summary', 'quarantine.read', 'quarantine.preview-route')
}

async function decide({ ids, isSetAside }: Asked): Promise<void> {
  const { messages } = await call('quarantine.set-aside', { body: { ids, isSetAside } })
  await outdateQuarantine()
  if (messages === 0) return notify(t('nothingChanged'))
  notify(t(isSetAside ? 'setAsideDone' : 'takenBack', { count: messages }), {
    undo: () => void decide({ ids, isSetAside: !isSetAside }).catch(tellFailure),
  })
}

function tellFailure(error: unknown): void {
  notify(t('decideFailed', { reason: error instanceof Error ? error.message : '' }), { tone: 'bad' })
}

export function useDecision(onDone: () => void) {
  return useMutation({ mutationFn: decide, onSuccess: onDone, onError: tellFailure })
}
