// An admin's test message: through which connection, from whom, with what text; and the steps that it took.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Send } from 'lucide-react'
import type { SyntheticEvent } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { call, type CallInput, type CallOutput } from '../../lib/api.ts'
import { fieldText } from '../../lib/form-text.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select, TextArea } from '../../ui/input.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { t } from './test-numbers.texts.ts'

/** What is sent, so no text of the console: a message from outside says the same in every language of the page. */
const exampleText = 'Your test code is 123456'

type Sent = CallOutput<'test-numbers.inject'>
type Body = CallInput<'test-numbers.inject'>['body']

function useSending(number: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => call('test-numbers.inject', { params: { number }, body }),
    onSettled: () => {
      void outdate('test-numbers.ways')
      void client.refetchQueries({ queryKey: ['test-numbers.messages', number] })
    },
  })
}

function Steps({ sent: { ok, detail, steps } }: { sent: Sent }) {
  return (
    <div
      className={cx(
        'rounded-lg border px-3 py-2.5 text-sm',
        ok ? 'border-good/25 bg-good-soft' : 'border-warn/25 bg-warn-soft',
      )}
    >
      <p
        className={cx(
          'flex items-start gap-2 font-medium [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0',
          ok ? 'text-good' : 'text-warn',
        )}
      >
        {ok ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
        <span className="min-w-0">{serverText(detail)}</span>
      </p>
      <ol aria-label={t('steps')} className="mt-2.5 grid grid-cols-4 gap-2">
        {steps.map(({ step, afterMs }) => (
          <li key={step} className="min-w-0">
            <span
              className={cx('block h-1 rounded-full', afterMs === null ? 'bg-line-strong/40' : 'bg-good')}
              aria-hidden="true"
            />
            <span className="mt-1.5 block truncate text-xs font-medium">{t(`step_${step}`)}</span>
            <span className="block text-xs text-ink-soft tabular-nums">
              {afterMs === null ? t('didNot') : t('afterMs', { ms: Math.round(afterMs) })}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

export function SendMessageCard({ number }: { number: string }) {
  const ways = useQuery(read('test-numbers.ways', {}))
  const sending = useSending(number)
  const fields =
    sending.error !== null && 'fields' in sending.error ? (sending.error.fields as Record<string, string>) : {}
  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    sending.mutate({
      connectionId: fieldText(form, 'connectionId'),
      sender: fieldText(form, 'sender'),
      text: fieldText(form, 'text'),
    })
  }
  return (
    <Card title={t('sendTitle')}>
      <p className="-mt-1 mb-4 text-[0.8125rem] text-ink-soft">{t('sendHint')}</p>
      {ways.error !== null && (
        <ErrorBox onRetry={() => void ways.refetch()} retrying={ways.isFetching}>
          {ways.error.message}
        </ErrorBox>
      )}
      {ways.isPending && <SkeletonRows rows={4} label={t('sendTitle')} />}
      {ways.data?.items.length === 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
          <p>{t('noWays')}</p>
          <Link to="/carriers" search={{}} className={buttonClass('secondary', 'small')}>
            {t('addConnection')}
          </Link>
        </div>
      )}
      {ways.data !== undefined && ways.data.items.length > 0 && (
        <form onSubmit={submit} className="flex flex-col gap-3">
          <Field label={t('way')} error={fields['connectionId']}>
            {(tie) => (
              <Select
                {...tie}
                name="connectionId"
                wrapperClassName="w-full"
                className="w-full"
                options={ways.data.items.map(({ id, name, carrier }) => ({
                  value: id,
                  label: t('wayOf', { carrier: carrier.name, name }),
                }))}
              />
            )}
          </Field>
          <Field label={t('sender')} error={fields['sender']} required>
            {(tie) => <Input {...tie} name="sender" maxLength={20} defaultValue="Inrange" autoComplete="off" />}
          </Field>
          <Field label={t('text')} error={fields['text']} required>
            {(tie) => (
              <TextArea {...tie} name="text" dir="auto" rows={3} maxLength={1_000} defaultValue={exampleText} />
            )}
          </Field>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="text-xs text-ink-soft">{t('left', { count: ways.data.left })}</span>
            <Button
              type="submit"
              variant="primary"
              icon={<Send aria-hidden="true" className="rtl:-scale-x-100" />}
              busy={sending.isPending}
              disabled={ways.data.left === 0}
            >
              {t(sending.isPending ? 'sending' : 'send')}
            </Button>
          </div>
          <div aria-live="polite">
            {sending.error !== null && Object.keys(fields).length === 0 && (
              <ErrorBox>{t('sendFailed', { reason: sending.error.message })}</ErrorBox>
            )}
            {sending.data !== undefined && !sending.isPending && <Steps sent={sending.data} />}
          </div>
        </form>
      )}
    </Card>
  )
}
