// Creates a user or an admin. The contract's schema checks what is typed; the server's refusals land on their fields,
// its other sentences above the form.
import { users as contract } from '@inrange/contract/users'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff, WandSparkles } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm, useWatch, type Control, type UseFormRegister } from 'react-hook-form'
import { ApiError, call, type CallInput } from '../../lib/api.ts'
import { contractResolver, placeErrors } from '../../lib/contract-form.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { generatePassword } from './generate-password.ts'
import { t } from './user-form.texts.ts'
import { FailureBox } from './user.failure.tsx'

type NewUser = CallInput<'users.create'>['body']

const fields = ['username', 'email', 'password', 'role'] as const
const resolver = contractResolver(contract['users.create'].body)
const defaultValues: NewUser = { username: '', email: '', password: '', role: 'user' }

type PasswordProps = {
  register: UseFormRegister<NewUser>
  control: Control<NewUser, unknown, NewUser>
  error: string | undefined
  onGenerate: (password: string) => void
}

function PasswordField({ register, control, error, onGenerate }: PasswordProps) {
  const [isShown, setShown] = useState(false)
  const password = useWatch({ control, name: 'password' }) ?? ''
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={t('password')} {...(error === undefined ? { hint: t('minimum') } : {})} error={error} required>
      {(tie) => (
        <span className="flex gap-2">
          <span className="relative min-w-0 flex-1">
            <Input
              {...tie}
              type={isShown ? 'text' : 'password'}
              autoComplete="new-password"
              spellCheck={false}
              className={isShown ? 'pe-20 font-mono' : 'pe-20'}
              {...register('password')}
            />
            <span className="absolute inset-y-0 end-1 flex items-center">
              {isShown && password !== '' && <CopyButton text={password} label={t('copyPassword')} />}
              <button
                type="button"
                aria-label={t(isShown ? 'hidePassword' : 'showPassword')}
                aria-pressed={isShown}
                onClick={() => setShown(!isShown)}
                className="inline-flex size-7 items-center justify-center rounded-md text-ink-soft hover:bg-hover"
              >
                <Icon className="size-4" aria-hidden="true" />
              </button>
            </span>
          </span>
          <Button
            icon={<WandSparkles aria-hidden="true" />}
            onClick={() => {
              setShown(true)
              onGenerate(generatePassword())
            }}
          >
            {t('generate')}
          </Button>
        </span>
      )}
    </Field>
  )
}

type Failure = { error: Error; text: string }

/** The server's own sentence when it gave one; null when every fault has found its field. */
function failureOf(error: Error, rest: string | null): Failure | null {
  const text = error instanceof ApiError && error.status > 0 ? rest : t('createFailed')
  return text === null ? null : { error, text }
}

function useCreateForm(onClose: () => void) {
  const form = useForm<NewUser, unknown, NewUser>({ resolver, defaultValues })
  const [failure, setFailure] = useState<Failure | null>(null)
  const creating = useMutation({
    mutationFn: (body: NewUser) => call('users.create', { body }),
    onMutate: () => setFailure(null),
    onSuccess: async ({ username }) => {
      notify(t('created', { name: username }))
      onClose()
      await outdate('users.list', 'users.options', 'dashboard.read')
    },
    onError: (error) => setFailure(failureOf(error, placeErrors(error, fields, form.setError))),
  })
  const submit = form.handleSubmit((values) => {
    if (!creating.isPending) creating.mutate(values)
  })
  return { form, failure, submit, isBusy: creating.isPending }
}

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { form, failure, submit, isBusy } = useCreateForm(onClose)
  const { register, control, setValue, formState } = form
  const { errors } = formState
  return (
    <Dialog
      title={t('createTitle')}
      description={t('createHint')}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={isBusy}>
            {t(isBusy ? 'creating' : 'create')}
          </Button>
        </>
      }
    >
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
        <PasswordField
          register={register}
          control={control}
          error={errors.password?.message}
          onGenerate={(password) => setValue('password', password, { shouldDirty: true, shouldValidate: true })}
        />
        <Field label={t('role')} error={errors.role?.message}>
          {(tie) => (
            <Select
              {...tie}
              className="w-full"
              options={[
                { value: 'user', label: t('user') },
                { value: 'admin', label: t('admin') },
              ]}
              {...register('role')}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
