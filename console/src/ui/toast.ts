// Says what happened, briefly: notify('Range saved'). With `undo`, the toast offers the way back.
import { t } from './ui.texts.ts'

type Notice = {
  tone?: 'good' | 'bad'
  description?: string
  undo?: () => void
  /** A notice takes the place of an earlier one of the same name. */
  id?: string
}

export function notify(text: string, { tone = 'good', description, undo, id }: Notice = {}): void {
  void import('sonner').then(({ toast }) => {
    const show = tone === 'good' ? toast.success : toast.error
    show(text, {
      ...(id === undefined ? {} : { id }),
      ...(description === undefined ? {} : { description }),
      ...(undo === undefined ? {} : { action: { label: t('undo'), onClick: undo } }),
    })
  })
}
