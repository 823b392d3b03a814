// Opens a case by hand: a range, some hours, and why. The server decides; its refusals land on their fields.
import { cases as contract } from '@inrange/contract/cases'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState, type SubmitEvent } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { contractFault } from '../../lib/contract-faults.ts'
// No schema may parse before zod was told how: the content security policy forbids what it does by itself.
import '../../lib/contract-form.ts'
import { outdate, readKeeping } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field, type FieldTie } from '../../ui/field.tsx'
import { Input, TextArea } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { creationOf, timeOfField, type CaseFaults, type CaseForm } from './cases.rules.ts'
import { t } from './holds.texts.ts'

const rangesShown = 20
const blank: CaseForm = { rangeId: '', from: '', until: '', reason: '' }

type RangeFieldProps = { tie: FieldTie; onChoose: (rangeId: string) => void }

/** A range by name, among those that the server proposes. */
function RangeField({ tie, onChoose }: RangeFieldProps) {
  const [text, setText] = useState('')
  const { data } = useQuery(
    readKeeping('ranges.list', { query: { limit: rangesShown, ...(text === '' ? {} : { search: text }) } }),
  )
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({})
  const labels = (data?.items ?? []).map(({ id, name, prefix, startNumber, owner }) => ({
    id,
    label: `${name} · +${prefix}${startNumber}${owner === null ? '' : ` · ${owner.username}`}`,
  }))
  const choose = (typed: string) => {
    const offered = { ...known, ...Object.fromEntries(labels.map(({ id, label }) => [label, id])) }
    setKnown(offered)
    const chosen = offered[typed]
    // What was chosen is not searched for: its label is no name.
    setText(chosen === undefined ? typed : text)
    onChoose(chosen ?? '')
  }
  return (
    <>
      <Input
        {...tie}
        list={`${tie.id}-ranges`}
        autoComplete="off"
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <datalist id={`${tie.id}-ranges`}>
        {labels.map(({ id, label }) => (
          <option key={id} value={label}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}

function faultsOf(form: CaseForm): CaseFaults {
  const [from, until] = [timeOfField(form.from), timeOfField(form.until)]
  const reason = contractFault(contract['cases.create'].body.shape.reason, form.reason)
  const isReversed = from !== null && until !== null && until <= from
  return {
    ...(form.rangeId === '' ? { rangeId: t('formRangeNeeded') } : {}),
    ...(from === null ? { from: t('timeNeeded') } : {}),
    ...(until === null ? { until: t('timeNeeded') } : isReversed ? { until: t('orderWrong') } : {}),
    ...(reason === undefined ? {} : { reason }),
  }
}

function useCreation(onOpened: (caseId: string) => void) {
  const [form, setForm] = useState(blank)
  const [faults, setFaults] = useState<CaseFaults>({})
  const creating = useMutation({
    mutationFn: (body: NonNullable<ReturnType<typeof creationOf>>) => call('cases.create', { body }),
    onSuccess: ({ id }) => {
      notify(t('openDone'))
      onOpened(id)
    },
    onError: (error) => setFaults(error instanceof ApiError ? error.fields : {}),
    onSettled: () => outdate('cases.list'),
  })
  const change = (part: Partial<CaseForm>) => {
    setForm((former) => ({ ...former, ...part }))
    setFaults({})
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (creating.isPending) return
    const found = faultsOf(form)
    setFaults(found)
    const body = creationOf(form)
    if (Object.keys(found).length === 0 && body !== null) creating.mutate(body)
  }
  return { form, faults, creating, change, submit }
}

type OpenCaseProps = { onClose: () => void; onOpened: (caseId: string) => void }

export function OpenCaseDialog({ onClose, onOpened }: OpenCaseProps) {
  const id = useId()
  const { form, faults, creating, change, submit } = useCreation(onOpened)
  return (
    <Dialog
      title={t('formTitle')}
      description={t('formHint')}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={creating.isPending}>
            {t(creating.isPending ? 'submitting' : 'submit')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {creating.error !== null && <ErrorBox>{creating.error.message}</ErrorBox>}
        <Field label={t('formRange')} hint={t('formRangeHint')} error={faults.rangeId} required>
          {(tie) => <RangeField tie={tie} onChoose={(rangeId) => change({ rangeId })} />}
        </Field>
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          {(['from', 'until'] as const).map((name) => (
            <Field key={name} label={t(name)} hint={t('hoursHint')} error={faults[name]} required>
              {(tie) => (
                <Input
                  {...tie}
                  type="datetime-local"
                  value={form[name]}
                  onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <Field label={t('reason')} hint={t('reasonOwner')} error={faults.reason} required>
          {(tie) => (
            <TextArea
              {...tie}
              value={form.reason}
              maxLength={1_000}
              onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
