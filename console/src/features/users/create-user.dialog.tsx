// Creates a user or an admin, with a temporary password or by an invitation link. The contract's schema checks what is
// typed; the server's refusals land on their fields, its other sentences above the form. A link that could not be
// mailed is shown in the same dialog, once.
import { users as contract } from '@inrange/contract/users'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff, WandSparkles } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm, useWatch, type Control, type UseFormRegister } from 'react-hook-form'
import { ApiError, call, type CallInput, type CallOutput } from '../../lib/api.ts'
import { contractResolver, placeErrors } from '../../lib/contract-form.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { generatePassword } from './generate-password.ts'
import { MadeLink, type Link } from './made-link.tsx'
import { OptionCards } from './option-cards.tsx'
import { t } from './user-form.texts.ts'
import { FailureBox } from './user.failure.tsx'

type NewUser = CallInput<'users.create'>['body']
type Created = CallOutput<'users.create'>

const fields = ['username', 'email', 'password', 'role'] as const
const resolver = contractResolver(contract['users.create'].body)
const defaultValues: NewUser = { username: '', email: '', invite: false, role: 'user' }

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
              {...register('password', { shouldUnregister: true })}
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
    // A link must not outlive its dialog in the cache.
    gcTime: 0,
    onMutate: () => setFailure(null),
    onSuccess: async ({ username, invitation }) => {
      if (invitation === null) {
        notify(t('created', { name: username }))
        onClose()
      }
      await outdate('users.list', 'users.options', 'dashboard.read')
    },
    onError: (error) => setFailure(failureOf(error, placeErrors(error, fields, form.setError))),
  })
  const submit = form.handleSubmit((values) => {
    if (!creating.isPending) creating.mutate(values)
  })
  return { form, failure, submit, isBusy: creating.isPending, created: creating.data }
}

type FormProps = Pick<ReturnType<typeof useCreateForm>, 'form' | 'failure' | 'submit'> & { id: string; invite: boolean }

function CreateForm({ id, form, failure, submit, invite }: FormProps) {
  const { register, control, setValue, formState, clearErrors } = form
  const { errors, isDirty } = formState
  useLeaveWarning(isDirty)
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
      <OptionCards
        label={t('firstSignIn')}
        value={invite ? 'link' : 'password'}
        options={[
          { value: 'password', label: t('byPassword'), hint: t('byPasswordHint') },
          { value: 'link', label: t('byLink'), hint: t('byLinkHint') },
        ]}
        onChange={(way) => {
          setValue('invite', way === 'link')
          clearErrors('password')
        }}
      />
      {!invite && (
        <PasswordField
          register={register}
          control={control}
          error={errors.password?.message}
          onGenerate={(password) => setValue('password', password, { shouldDirty: true, shouldValidate: true })}
        />
      )}
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
  )
}

/** The invitation of somebody who is already created: closing it is all that is left to do. */
function Invited({ user, link }: { user: Created; link: Link }) {
  return (
    <div aria-live="polite">
      <MadeLink link={link} email={user.email} />
    </div>
  )
}

/** One dialog for the form and the link, so that the focus returns to whoever asked. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { form, failure, submit, isBusy, created } = useCreateForm(onClose)
  const invite = useWatch({ control: form.control, name: 'invite' }) ?? false
  const link = created?.invitation ?? null
  const footer =
    link === null ? (
      <>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" form={id} variant="primary" busy={isBusy}>
          {t(isBusy ? 'creating' : invite ? 'invite' : 'create')}
        </Button>
      </>
    ) : (
      <Button variant="primary" onClick={onClose}>
        {t('done')}
      </Button>
    )
  return (
    <Dialog
      title={link === null || created === undefined ? t('createTitle') : t('invitedTitle', { name: created.username })}
      onClose={onClose}
      keepOnOutsideClick
      footer={footer}
    >
      {link === null || created === undefined ? (
        <CreateForm id={id} form={form} failure={failure} submit={submit} invite={invite} />
      ) : (
        <Invited user={created} link={link} />
      )}
    </Dialog>
  )
}
