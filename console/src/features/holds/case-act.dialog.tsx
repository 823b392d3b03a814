// The questions before a case is moved towards its end. Each says exactly what will happen, and takes a reason.
import { cases as contract } from '@inrange/contract/cases'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type SubmitEvent } from 'react'
import { call } from '../../lib/api.ts'
import { contractFault } from '../../lib/contract-faults.ts'
// No schema may parse before zod was told how: the content security policy forbids what it does by itself.
import '../../lib/contract-form.ts'
import { formatMoney } from '../../lib/format.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { sumHeld, type Case, type CaseAct } from './cases.rules.ts'
import { t } from './holds.texts.ts'

type CaseActProps = { act: CaseAct; one: Case; onClose: () => void }

function run(act: CaseAct, caseId: string, reason: string): Promise<Case> {
  const params = { caseId }
  if (act === 'release' || act === 'forfeit') {
    return call('cases.propose', { params, body: { outcome: act, reason } })
  }
  return call('cases.decide', { params, body: { decision: act, reason } })
}

function wordsOf(act: CaseAct, one: Case): { title: string; hint: string } {
  const facts = { owner: one.owner.username, range: one.range.name, amount: formatMoney(sumHeld(one)) }
  if (act !== 'confirm') return { title: t(`${act}Title`), hint: t(`${act}Hint`, facts) }
  const isRelease = one.state === 'release_proposed'
  return isRelease
    ? { title: t('confirmReleaseTitle'), hint: t('confirmReleaseHint', facts) }
    : { title: t('confirmForfeitTitle'), hint: t('confirmForfeitHint', facts) }
}

export function CaseActDialog({ act, one, onClose }: CaseActProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const acting = useMutation({
    mutationFn: () => run(act, one.id, reason),
    onSuccess: (after) => {
      queryClient.setQueryData(read('cases.read', { params: { caseId: one.id } }).queryKey, after)
      notify(t(`${act}Done`))
      onClose()
    },
    onSettled: () => outdate('cases.list', 'cases.read'),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (acting.isPending) return
    const found = contractFault(contract['cases.propose'].body.shape.reason, reason)
    setFault(found)
    if (found === undefined) acting.mutate()
    else event.currentTarget.querySelector('textarea')?.focus()
  }
  const { title, hint } = wordsOf(act, one)
  const isGrave = act === 'forfeit' || (act === 'confirm' && one.state === 'forfeit_proposed')
  return (
    <Dialog
      size="small"
      title={title}
      description={hint}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant={isGrave ? 'danger' : 'primary'} busy={acting.isPending}>
            {t(act)}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {acting.error !== null && <ErrorBox>{acting.error.message}</ErrorBox>}
        <Field label={t('reason')} hint={t('reasonHint')} error={fault} required>
          {(tie) => (
            <TextArea
              {...tie}
              value={reason}
              maxLength={1_000}
              onChange={({ currentTarget }) => {
                setReason(currentTarget.value)
                setFault(undefined)
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
