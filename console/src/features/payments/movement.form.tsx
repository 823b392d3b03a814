// Books what the operator brought or took, by its transaction. The amount is read from the chain, so none is typed.
import { payments as contract } from '@inrange/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { ApiError, call } from '../../lib/api.ts'
import { contractFaults } from '../../lib/contract-faults.ts'
// No schema may parse before zod was told how: the content security policy forbids what it does by itself.
import '../../lib/contract-form.ts'
import { formatMoney } from '../../lib/format.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { t } from './books.texts.ts'
import { MismatchList } from './mismatch.list.tsx'

const networks = ['trc20', 'erc20', 'bep20'] as const
type Movement = { network: (typeof networks)[number]; txHash: string; note: string }
type Faults = Readonly<Record<string, string>>
const blank: Movement = { network: 'trc20', txHash: '', note: '' }

function faultsOf(movement: Movement): Faults {
  const faults: Record<string, string> = {}
  for (const { path, message } of contractFaults(contract['payments.record-movement'].body, movement)) {
    faults[String(path[0])] ??= message
  }
  return faults
}

function useMovement() {
  const [movement, setMovement] = useState(blank)
  const [faults, setFaults] = useState<Faults>({})
  const recording = useMutation({
    mutationFn: () => call('payments.record-movement', { body: movement }),
    onSuccess: async () => {
      setMovement(blank)
      await outdate('payments.books', 'payments.summary')
    },
    onError: (error) => setFaults(error instanceof ApiError ? error.fields : {}),
  })
  const change = (part: Partial<Movement>) => {
    setMovement((former) => ({ ...former, ...part }))
    setFaults({})
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (recording.isPending) return
    const found = faultsOf(movement)
    setFaults(found)
    if (Object.keys(found).length === 0) recording.mutate()
  }
  return { movement, faults, recording, change, submit }
}

export function MovementForm() {
  const { movement, faults, recording, change, submit } = useMovement()
  const { data, error, isPending } = recording
  return (
    <Card title={t('movement')}>
      <form noValidate aria-label={t('movement')} className="flex flex-col gap-3" onSubmit={submit}>
        <p className="text-[0.8125rem] text-pretty text-ink-soft">{t('movementHint')}</p>
        {error !== null && <MismatchList error={error} />}
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <Field label={t('network')}>
            {(tie) => (
              <Select
                {...tie}
                className="w-full"
                wrapperClassName="w-full"
                value={movement.network}
                options={networks.map((value) => ({ value, label: t(value) }))}
                onChange={({ currentTarget: { value } }) =>
                  change({ network: networks.find((name) => name === value) ?? 'trc20' })
                }
              />
            )}
          </Field>
          <Field label={t('txHash')} error={faults['txHash']} required>
            {(tie) => (
              <Input
                {...tie}
                value={movement.txHash}
                maxLength={80}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                dir="ltr"
                className="font-mono text-[0.8125rem]"
                onChange={({ currentTarget }) => change({ txHash: currentTarget.value })}
              />
            )}
          </Field>
        </div>
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Field label={t('note')} error={faults['note']} required>
            {(tie) => (
              <Input
                {...tie}
                value={movement.note}
                maxLength={300}
                autoComplete="off"
                onChange={({ currentTarget }) => change({ note: currentTarget.value })}
              />
            )}
          </Field>
          <Button type="submit" className="sm:mt-6.5" busy={isPending}>
            {t(isPending ? 'recording' : 'record')}
          </Button>
        </div>
        <div role="status">
          {data !== undefined && (
            <p className="rounded-lg bg-good-soft px-3 py-2.5 text-sm wrap-anywhere">
              <span className="font-medium text-good">
                {t('recorded', { direction: t(data.direction), amount: formatMoney(data.amount) })}
              </span>{' '}
              {serverText(data.detail)}
            </p>
          )}
        </div>
      </form>
    </Card>
  )
}
