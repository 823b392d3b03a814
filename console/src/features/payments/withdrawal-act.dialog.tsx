// The questions before something is done with a withdrawal. Each says exactly what will happen; one that was refused
// stays open with the reason, and a transaction that does not fit says which fact differs.
import { withdrawals as contract } from '@inrange/contract/withdrawals'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type SubmitEvent } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { contractFault } from '../../lib/contract-faults.ts'
// No schema may parse before zod was told how: the content security policy forbids what it does by itself.
import '../../lib/contract-form.ts'
import { formatMoney } from '../../lib/format.ts'
import { queryClient } from '../../lib/query-client.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, TextArea } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { AddressText } from './address.text.tsx'
import { MismatchList } from './mismatch.list.tsx'
import { shortOf } from './payments.rules.ts'
import { mismatchOf, yesCount, type Act, type QueuedWithdrawal } from './withdrawals.rules.ts'
import { t } from './withdrawals.texts.ts'

type Typed = { text: string; until: string }

/** Which text the act takes, if any; what it is called, and whether it may be empty. */
const fieldOf = {
  approve: 'note',
  reject: 'reason',
  hold: 'reason',
  'let-go': null,
  record: 'hash',
  send: null,
  'cancel-unclaimed': null,
  'give-back': 'statement',
} as const satisfies Readonly<Record<Act, 'note' | 'reason' | 'hash' | 'statement' | null>>

function run(act: Act, withdrawalId: string, { text, until }: Typed): Promise<QueuedWithdrawal> {
  const params = { withdrawalId }
  switch (act) {
    case 'approve':
      return call('withdrawals.approve', { params, body: { note: text } })
    case 'reject':
      return call('withdrawals.reject', { params, body: { reason: text } })
    case 'hold':
      return call('withdrawals.hold', {
        params,
        body: { reason: text, until: until === '' ? null : new Date(until).toISOString() },
      })
    case 'let-go':
      return call('withdrawals.hold', { params, body: { reason: null } })
    case 'record':
      return call('withdrawals.record-sent', { params, body: { txHash: text } })
    case 'send':
      return call('withdrawals.send', { params })
    case 'cancel-unclaimed':
      return call('withdrawals.cancel-unclaimed', { params })
    case 'give-back':
      return call('withdrawals.give-back', { params, body: { statement: text } })
  }
}

/** What the contract has against the text, before it is sent. */
function faultOf(act: Act, text: string): string | null {
  const schemas = {
    note: contract['withdrawals.approve'].body.shape.note,
    reason: contract['withdrawals.reject'].body.shape.reason,
    hash: contract['withdrawals.record-sent'].body.shape.txHash,
    statement: contract['withdrawals.give-back'].body.shape.statement,
  }
  const field = fieldOf[act]
  return field === null ? null : (contractFault(schemas[field], text) ?? null)
}

function hintOf(act: Act, withdrawal: QueuedWithdrawal): string {
  const { owner, gross, net, fee, destination, kind, network, approvals, approvalsNeeded } = withdrawal
  const facts = {
    owner: owner.username,
    gross: formatMoney(gross),
    net: formatMoney(net),
    fee: formatMoney(fee),
    destination: kind === 'paypal' ? destination : shortOf(destination),
  }
  if (act === 'approve') return t(approvalsNeeded - yesCount(withdrawal) > 1 ? 'approveFirst' : 'approveLast', facts)
  if (act === 'record') {
    return t('recordSteps', { net: facts.net.replace('$', ''), network: network === null ? '' : t(network) })
  }
  const first = approvals.find(({ purpose }) => purpose === 'give_back')
  if (act === 'give-back' && first !== undefined) return t('give-backSecond', { ...facts, by: first.by.username })
  return t(`${act}Hint`, facts)
}

function doneText(act: Act, after: QueuedWithdrawal): string {
  return act === 'give-back' && after.status === 'failed' ? t('give-backDoneBoth') : t(`${act}Done`)
}

function TextFieldOf({
  act,
  value,
  fault,
  onChange,
}: {
  act: Act
  value: string
  fault: string | undefined
  onChange: (text: string) => void
}) {
  const field = fieldOf[act]
  if (field === null) return null
  const labels = { note: t('note'), reason: t('reasonLabel'), hash: t('hash'), statement: t('statement') }
  const hints = { note: t('noteHint'), reason: t('reasonShown'), hash: t('hashHint'), statement: t('statementHint') }
  return (
    <Field label={labels[field]} hint={hints[field]} error={fault} required={field !== 'note'}>
      {(tie) =>
        field === 'hash' ? (
          <Input
            {...tie}
            value={value}
            maxLength={80}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            className="font-mono text-[0.8125rem]"
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <TextArea
            {...tie}
            value={value}
            maxLength={field === 'statement' ? 1_000 : 500}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )
      }
    </Field>
  )
}

type ActDialogProps = { act: Act; withdrawal: QueuedWithdrawal; onClose: () => void }

function useAct({ act, withdrawal: { id }, onClose }: ActDialogProps) {
  return useMutation({
    mutationFn: (typed: Typed) => run(act, id, typed),
    onSuccess: (after) => {
      queryClient.setQueryData(read('withdrawals.open', { params: { withdrawalId: id } }).queryKey, after)
      notify(doneText(act, after))
      onClose()
    },
    onSettled: () =>
      outdate('withdrawals.queue', 'withdrawals.open', 'payments.summary', 'payments.transactions', 'payments.books'),
  })
}

/** What was refused: at its field where the server names it; what differs of a transaction needs more room. */
function refusalOf(error: Error | null, fieldName: string | null): { field?: string; whole: Error | null } {
  if (!(error instanceof ApiError) || fieldName === null || mismatchOf(error.message) !== null) return { whole: error }
  const field = error.fields[fieldName]
  return field === undefined ? { whole: error } : { field, whole: null }
}

const fieldNames = { note: 'note', reason: 'reason', hash: 'txHash', statement: 'statement' } as const

export function WithdrawalActDialog(props: ActDialogProps) {
  const { act, withdrawal, onClose } = props
  const id = useId()
  const [typed, setTyped] = useState<Typed>({ text: '', until: '' })
  const [fault, setFault] = useState<string | null>(null)
  const doing = useAct(props)
  const field = fieldOf[act]
  const refusal = refusalOf(doing.error, field === null ? null : fieldNames[field])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (doing.isPending) return
    const found = faultOf(act, typed.text)
    setFault(found)
    if (found !== null) event.currentTarget.querySelector<HTMLElement>('input, textarea')?.focus()
    else doing.mutate(typed)
  }
  const isGrave = act === 'reject' || act === 'give-back'
  const isRecord = act === 'record'
  return (
    <Dialog
      size={isRecord || act === 'give-back' ? 'medium' : 'small'}
      title={t(`${act}Title`)}
      description={hintOf(act, withdrawal)}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant={isGrave ? 'danger' : 'primary'} busy={doing.isPending}>
            {isRecord ? t(doing.isPending ? 'recordBusy' : 'recordSubmit') : t(act)}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {refusal.whole !== null && <MismatchList error={refusal.whole} />}
        {isRecord && (
          <div className="rounded-xl bg-sunken px-4 py-3">
            <AddressText text={withdrawal.destination} copyLabel={t('copyDestination')} qrLabel={t('qrDestination')} />
          </div>
        )}
        <TextFieldOf
          act={act}
          value={typed.text}
          fault={fault ?? refusal.field}
          onChange={(text) => {
            setTyped({ ...typed, text })
            setFault(null)
          }}
        />
        {act === 'hold' && (
          <Field label={t('holdUntil')} hint={t('holdUntilHint')}>
            {(tie) => (
              <Input
                {...tie}
                type="datetime-local"
                className="w-auto!"
                value={typed.until}
                onChange={({ currentTarget: { value: until } }) => setTyped({ ...typed, until })}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  )
}
