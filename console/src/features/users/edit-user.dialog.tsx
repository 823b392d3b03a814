// Edits name, email and role of a user within the hierarchy. Access, password and sessions have acts of their own.
// Only what differs is sent.
import { users as contract } from '@inrange/contract/users'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useForm, useWatch, type UseFormSetError } from 'react-hook-form'
import { acting } from '../../lib/acting.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { contractResolver, placeErrors } from '../../lib/contract-form.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoticeBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { changeOf, type UserForm } from './user-form.model.ts'
import { t } from './user-form.texts.ts'
import { FailureBox } from './user.failure.tsx'
import type { User } from './user.parts.tsx'
import { actionsOn } from './users.rules.ts'

const fields = ['username', 'email', 'role'] as const
const resolver = contractResolver(contract['users.update'].body)

type Failure = { error: Error; text: string }
type Submission = { user: User; change: UserForm; setError: UseFormSetError<UserForm> }

/** Sends what changed; the server's refusals go to the form that sent it. */
function useSaving(onClose: () => void) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const saving = useMutation({
    mutationFn: ({ user, change }: Submission) => call('users.update', { params: { userId: user.id }, body: change }),
    onMutate: () => setFailure(null),
    onSuccess: async (saved) => {
      notify(t('saved', { name: saved.username }))
      onClose()
      await outdate('users.list', 'users.read', 'users.options', 'ranges.list', 'ranges.read')
    },
    onError: (error, { setError }) => {
      const rest = placeErrors(error, fields, setError)
      const text = error instanceof ApiError ? rest : t('saveFailed')
      setFailure(text === null ? null : { error, text })
    },
  })
  const save = (submission: Submission) => {
    if (!saving.isPending) saving.mutate(submission)
  }
  return { save, failure, isBusy: saving.isPending }
}

type EditFormProps = {
  id: string
  user: User
  failure: Failure | null
  onSave: (submission: Submission) => void
  /** For a form that is sent with nothing changed: there is nothing to say. */
  onUnchanged: () => void
}

function EditForm({ id, user, failure, onSave, onUnchanged }: EditFormProps) {
  const { username, email } = user
  const { roles } = actionsOn(useSignedInUser(), user, acting !== null)
  const form = useForm<UserForm, unknown, UserForm>({ resolver, defaultValues: { username, email, role: user.role } })
  const { register, control, formState, setError, setFocus } = form
  const { errors, isDirty } = formState
  useLeaveWarning(isDirty)
  const submit = form.handleSubmit((values) => {
    const change = changeOf(user, values)
    if (change === null) onUnchanged()
    else onSave({ user, change, setError })
  })
  // The form comes after its dialog, which had no field to give the focus to yet.
  useEffect(() => setFocus('username', { shouldSelect: true }), [setFocus])
  const role = useWatch({ control, name: 'role' }) ?? user.role
  const isFixed = roles.length === 1
  return (
    <form id={id} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {failure !== null && <FailureBox error={failure.error}>{failure.text}</FailureBox>}
      <Field label={t('username')} error={errors.username?.message} required>
        {(tie) => (
          <Input {...tie} autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('username')} />
        )}
      </Field>
      <Field label={t('email')} error={errors.email?.message} required>
        {(tie) => <Input {...tie} type="email" autoComplete="off" spellCheck={false} {...register('email')} />}
      </Field>
      <Field label={t('role')} error={errors.role?.message} {...(isFixed ? { hint: t('ownRole') } : {})}>
        {(tie) => (
          <Select
            {...tie}
            className="w-full"
            options={roles.map((value) => ({ value, label: t(value) }))}
            {...register('role')}
          />
        )}
      </Field>
      {role !== user.role && <NoticeBox>{t('roleChange', { name: user.username, role: t(role) })}</NoticeBox>}
    </form>
  )
}

/** As tall as the form that takes its place. */
function LoadingForm() {
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
      {fields.map((field) => (
        <div key={field} className="flex flex-col gap-1.5">
          <Skeleton className="my-0.5 h-3.5 w-20" />
          <Skeleton className="h-9 w-full pointer-coarse:h-11" />
        </div>
      ))}
    </div>
  )
}

/**
 * The form; the user is read first, so that what is edited is what is stored. One dialog from the wait to the form,
 * so that the focus returns to whoever asked.
 */
export function EditUserDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const id = useId()
  const stored = useQuery({ ...read('users.read', { params: { userId } }), staleTime: 0 })
  // What changed is measured against the user that the form began with, also when a newer one is read meanwhile.
  const [begun, setBegun] = useState<User>()
  if (begun === undefined && stored.data !== undefined && stored.isFetchedAfterMount) setBegun(stored.data)
  const { save, failure, isBusy } = useSaving(onClose)
  return (
    <Dialog
      title={t('editTitle')}
      description={begun === undefined ? t('loading') : <bdi>{begun.username}</bdi>}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={isBusy} disabled={begun === undefined}>
            {t(isBusy ? 'saving' : 'save')}
          </Button>
        </>
      }
    >
      {begun !== undefined && <EditForm id={id} user={begun} failure={failure} onSave={save} onUnchanged={onClose} />}
      {begun === undefined && stored.error === null && <LoadingForm />}
      {begun === undefined && stored.error !== null && (
        <FailureBox error={stored.error} onRetry={() => void stored.refetch()} retrying={stored.isFetching}>
          {t('readFailed', { reason: stored.error.message })}
        </FailureBox>
      )}
    </Dialog>
  )
}
