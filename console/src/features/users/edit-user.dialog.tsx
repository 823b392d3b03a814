// Edits name, email and role of a user within the hierarchy. Access, password and sessions have acts of their own.
// Only what differs is sent.
import { users as contract } from '@inrange/contract/users'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError, call } from '../../lib/api.ts'
import { useSignedInUser } from '../../lib/auth.ts'
import { contractResolver, placeErrors } from '../../lib/contract-form.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { changeOf, type UserForm } from './user-form.model.ts'
import { t } from './user-form.texts.ts'
import type { User } from './user.parts.tsx'
import { actionsOn } from './users.rules.ts'

const fields = ['username', 'email', 'role'] as const
const resolver = contractResolver(contract['users.update'].body)

function useEditForm(user: User, onClose: () => void) {
  const { username, email, role } = user
  const form = useForm<UserForm, unknown, UserForm>({ resolver, defaultValues: { username, email, role } })
  const [failure, setFailure] = useState<string | null>(null)
  const saving = useMutation({
    mutationFn: async (values: UserForm) => {
      const body = changeOf(user, values)
      return body === null ? user : call('users.update', { params: { userId: user.id }, body })
    },
    onMutate: () => setFailure(null),
    onSuccess: async (saved) => {
      notify(t('saved', { name: saved.username }))
      onClose()
      await outdate('users.list', 'users.read', 'users.options', 'ranges.list', 'ranges.read')
    },
    onError: (error) => {
      const rest = placeErrors(error, fields, form.setError)
      setFailure(error instanceof ApiError ? rest : t('saveFailed'))
    },
  })
  const submit = form.handleSubmit((values) => {
    if (!saving.isPending) saving.mutate(values)
  })
  return { form, failure, submit, isBusy: saving.isPending }
}

function LoadedForm({ user: given, onClose }: { user: User; onClose: () => void }) {
  const id = useId()
  // What changed is measured against the user that the form began with, also when a newer one is read meanwhile.
  const [user] = useState(given)
  const { roles } = actionsOn(useSignedInUser(), user)
  const { form, failure, submit, isBusy } = useEditForm(user, onClose)
  const { register, control, formState } = form
  const { errors } = formState
  const role = useWatch({ control, name: 'role' }) ?? user.role
  const isFixed = roles.length === 1
  return (
    <Dialog
      title={t('editTitle')}
      description={<bdi>{user.username}</bdi>}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={isBusy}>
            {t(isBusy ? 'saving' : 'save')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {failure !== null && <ErrorBox>{failure}</ErrorBox>}
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
    </Dialog>
  )
}

/** The form; the user is read first, so that what is edited is what is stored. */
export function EditUserDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const stored = useQuery({ ...read('users.read', { params: { userId } }), staleTime: 0 })
  if (stored.data !== undefined && stored.isFetchedAfterMount) {
    return <LoadedForm user={stored.data} onClose={onClose} />
  }
  return (
    <Dialog title={t('editTitle')} onClose={onClose}>
      {stored.error === null ? (
        <SkeletonRows rows={4} label={t('loading')} className="h-16" />
      ) : (
        <ErrorBox onRetry={() => void stored.refetch()} retrying={stored.isFetching}>
          {t('readFailed', { reason: stored.error.message })}
        </ErrorBox>
      )}
    </Dialog>
  )
}
