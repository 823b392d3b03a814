// Asks why, and how far, before this tab becomes somebody else's console. Looking is what one gets without asking for
// more.
import { users as contract } from '@inrange/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { turnInto } from '../../lib/acting.ts'
import { call, type CallInput } from '../../lib/api.ts'
import { contractResolver, placeErrors } from '../../lib/contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { t } from './user-form.texts.ts'
import { FailureBox } from './user.failure.tsx'
import type { User } from './user.parts.tsx'

type Wish = CallInput<'users.act-as'>['body']

const resolver = contractResolver(contract['users.act-as'].body)
const defaultValues: Wish = { reason: '', isReadOnly: true }

/** Where the administrator stands, without the dialog that they leave by. */
function presentAddress(): string {
  const { pathname, search } = new URL(location.href)
  const kept = new URLSearchParams(search)
  for (const name of ['dialog', 'user']) kept.delete(name)
  const query = kept.toString()
  return query === '' ? pathname : `${pathname}?${query}`
}

/** The browser may keep this page and bring it back by its own Back, when the tab is somebody else already. */
function useFreshPage(): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
}

export function ActAsForm({ user, onClose }: { user: User; onClose: () => void }) {
  const id = useId()
  const form = useForm<Wish, unknown, Wish>({ resolver, defaultValues })
  const [failure, setFailure] = useState<{ error: Error; text: string } | null>(null)
  useFreshPage()
  const beginning = useMutation({
    mutationFn: (body: Wish) => call('users.act-as', { params: { userId: user.id }, body }),
    onMutate: () => setFailure(null),
    onSuccess: ({ userId, username, role, isReadOnly, expiresAt }) => {
      const shown = { id: userId, username, role, email: user.email, duty: null }
      turnInto({ user: shown, isReadOnly, expiresAt, from: presentAddress() })
    },
    onError: (error) => {
      const text = placeErrors(error, ['reason'], form.setError)
      setFailure(text === null ? null : { error, text })
    },
  })
  // From the answer until the page is gone, a second press would begin again.
  const isBusy = beginning.isPending || beginning.isSuccess
  const submit = form.handleSubmit((values) => {
    if (!isBusy) beginning.mutate(values)
  })
  const isReadOnly = useWatch({ control: form.control, name: 'isReadOnly' }) ?? true
  const { errors } = form.formState
  return (
    <Dialog
      title={t('actTitle', { name: user.username })}
      description={t('actHint')}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant={isReadOnly ? 'primary' : 'danger'} busy={isBusy}>
            {t(isBusy ? 'beginning' : 'act')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {failure !== null && <FailureBox error={failure.error}>{failure.text}</FailureBox>}
        <Field label={t('reason')} hint={t('reasonHint')} error={errors.reason?.message} required>
          {(tie) => <Input {...tie} autoComplete="off" maxLength={200} {...form.register('reason')} />}
        </Field>
        <div>
          <Checkbox
            checked={!isReadOnly}
            aria-describedby={`${id}-changes`}
            onChange={(event) => form.setValue('isReadOnly', !event.currentTarget.checked)}
          >
            {t('allowChanges')}
          </Checkbox>
          <p id={`${id}-changes`} className="ms-7 text-xs text-ink-soft">
            {t('allowChangesHint')}
          </p>
        </div>
      </form>
    </Dialog>
  )
}
