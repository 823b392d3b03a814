// Says what happened, briefly: notify('Range saved'). With `undo`, the toast offers the way back. Where notices appear
// is loaded with the first of them.
import { useSyncExternalStore } from 'react'
import { t } from './ui.texts.ts'

type Notice = {
  tone?: 'good' | 'bad'
  description?: string
  undo?: () => void
  /** A notice takes the place of an earlier one of the same name. */
  id?: string
}

const listeners = new Set<() => void>()
let areWanted = false
let place = Promise.withResolvers<void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether anything was said yet: from then on there has to be a place for it. */
export function useNoticesWanted(): boolean {
  return useSyncExternalStore(subscribe, () => areWanted)
}

/** Told by the place where notices appear, while it is there: what is said before that would be lost. */
export function offerPlace(): () => void {
  place.resolve()
  return () => {
    place = Promise.withResolvers<void>()
  }
}

export function notify(text: string, { tone = 'good', description, undo, id }: Notice = {}): void {
  areWanted = true
  for (const listener of listeners) listener()
  void Promise.all([import('sonner'), place.promise]).then(([{ toast }]) => {
    const show = tone === 'good' ? toast.success : toast.error
    show(text, {
      ...(id === undefined ? {} : { id }),
      ...(description === undefined ? {} : { description }),
      ...(undo === undefined ? {} : { action: { label: t('undo'), onClick: undo } }),
    })
  })
}
