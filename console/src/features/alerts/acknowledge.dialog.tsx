// Says that somebody looks after an alert, with a note for the others.
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type SubmitEvent } from 'react'
import { call } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { nameOf, sentenceOf, type Alert } from './alerts.rules.ts'
import { t } from './alerts.texts.ts'

const NOTE_CHARS_MAX = 500

/** @param alert undefined when the address names one that is over, or not the reader's */
export function AcknowledgeDialog({ alert, onClose }: { alert: Alert | undefined; onClose: () => void }) {
  if (alert !== undefined) return <AcknowledgeForm alert={alert} onClose={onClose} />
  return (
    <Dialog
      size="small"
      title={t('acknowledge')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <p className="text-sm text-ink-soft">{t('gone')}</p>
    </Dialog>
  )
}

function AcknowledgeForm({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const id = useId()
  const [note, setNote] = useState(alert.note)
  const acknowledging = useMutation({
    mutationFn: () => call('alerts.acknowledge', { params: { alertId: alert.id }, body: { note } }),
    onSuccess: () => {
      notify(t('acknowledged', { name: nameOf(alert) }))
      onClose()
    },
    onSettled: () => outdate('alerts.list'),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!acknowledging.isPending) acknowledging.mutate()
  }
  const isAgain = alert.state === 'acknowledged'
  return (
    <Dialog
      size="small"
      title={nameOf(alert)}
      description={t('acknowledgeHint')}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={acknowledging.isPending}>
            {t(isAgain ? 'acknowledgeAgain' : 'acknowledge')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <p className="text-sm">{sentenceOf(alert)}</p>
        {acknowledging.error !== null && <ErrorBox>{acknowledging.error.message}</ErrorBox>}
        <Field label={t('note')} hint={t('noteHint')}>
          {(tie) => (
            <TextArea
              {...tie}
              value={note}
              maxLength={NOTE_CHARS_MAX}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
