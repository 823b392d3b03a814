// Tries what is saved for real: one mail to oneself, one SMS to a number, and what the other side answered.
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Send } from 'lucide-react'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { serverText } from '../../i18n/server-texts.ts'
import { ApiError, call, type CallOutput } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { t } from './settings.texts.ts'

type Outcome = CallOutput<'settings.test-mail'>

function OutcomeLine({ outcome, error }: { outcome: Outcome | undefined; error: Error | null }) {
  if (outcome === undefined && error === null) return null
  const isSent = outcome?.outcome === 'sent'
  const Icon = isSent ? CircleCheck : CircleAlert
  return (
    <p className={cx('flex items-start gap-2 text-[0.8125rem] font-medium', isSent ? 'text-good' : 'text-bad')}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 break-words">
        {outcome === undefined
          ? error?.message
          : t(`outcome_${outcome.outcome}`, { detail: serverText(outcome.detail) })}
      </span>
    </p>
  )
}

function TestFooter({
  isDirty,
  outcome,
  error,
  children,
}: {
  isDirty: boolean
  outcome: Outcome | undefined
  error: Error | null
  children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-3 border-t border-line px-5 py-4">
      {children}
      <div role="status">
        {isDirty ? (
          <p className="text-[0.8125rem] text-ink-soft">{t('testsSaved')}</p>
        ) : (
          <OutcomeLine outcome={outcome} error={error} />
        )}
      </div>
    </div>
  )
}

export function TestMail({ isDirty }: { isDirty: boolean }) {
  const testing = useMutation({ mutationFn: () => call('settings.test-mail', {}) })
  return (
    <TestFooter isDirty={isDirty} outcome={testing.data} error={testing.error}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          icon={<Send aria-hidden="true" />}
          busy={testing.isPending}
          disabled={isDirty}
          onClick={() => testing.mutate()}
        >
          {t(testing.isPending ? 'testing' : 'testMail')}
        </Button>
        <p className="text-[0.8125rem] text-ink-soft">{t('testMailHint')}</p>
      </div>
    </TestFooter>
  )
}

export function TestSms({ isDirty }: { isDirty: boolean }) {
  const [number, setNumber] = useState('')
  const testing = useMutation({ mutationFn: () => call('settings.test-sms', { body: { number } }) })
  const fault = testing.error instanceof ApiError ? testing.error.fields['number'] : undefined
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!testing.isPending && !isDirty) testing.mutate()
  }
  return (
    <TestFooter isDirty={isDirty} outcome={testing.data} error={fault === undefined ? testing.error : null}>
      <form noValidate className="flex flex-wrap items-start gap-x-3 gap-y-2" onSubmit={submit}>
        <Field label={t('testNumber')} hint={t('testNumberHint')} error={fault} className="w-full max-w-64">
          {(tie) => (
            <Input
              {...tie}
              type="tel"
              autoComplete="off"
              dir="ltr"
              placeholder="+447700900123"
              value={number}
              onChange={({ target }) => setNumber(target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          icon={<Send aria-hidden="true" />}
          busy={testing.isPending}
          disabled={isDirty}
          className="sm:mt-6.5"
        >
          {t(testing.isPending ? 'testing' : 'testSms')}
        </Button>
      </form>
    </TestFooter>
  )
}
