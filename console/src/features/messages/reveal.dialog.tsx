// Asks before the content of somebody else's message is shown, and says what that leaves behind.
import { useMutation } from '@tanstack/react-query'
import { call, type CallOutput } from '../../lib/api.ts'
import { formatPhone } from '../../lib/format.ts'
import { shownLine } from '../../lib/shown-text.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import type { Message } from './messages.table.tsx'
import { t } from './messages.texts.ts'

type RevealDialogProps = {
  message: Message
  onReveal: (trace: CallOutput<'messages.reveal'>) => void
  onClose: () => void
}

export function RevealDialog({ message, onReveal, onClose }: RevealDialogProps) {
  const revealing = useMutation({
    mutationFn: () => call('messages.reveal', { params: { messageId: message.id } }),
    onSuccess: (trace) => {
      onReveal(trace)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('revealTitle', { sender: shownLine(formatPhone(message.from), 64), recipient: message.to })}
      description={t('maskedHint')}
      confirm={t('reveal')}
      tone="primary"
      busy={revealing.isPending}
      error={revealing.isError ? <ErrorBox>{revealing.error.message}</ErrorBox> : undefined}
      onConfirm={() => revealing.mutate()}
      onClose={onClose}
    />
  )
}
