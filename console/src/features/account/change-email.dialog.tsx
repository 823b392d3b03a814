// Changes one's own email address, with the current password.
import { account as contract } from '@inrange/contract/account'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, call } from '../../lib/api.ts'
import { renewAccess } from '../../lib/auth.ts'
import { contractResolver, placeErrors } from '../../lib/contract-form.ts'
import { outdate } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { notify } from '../../ui/toast.ts'
import { PasswordField } from '../identity/password-field.tsx'
import { t } from './account.texts.ts'

type EmailForm = { email: string; currentPassword: string }

const fields = ['email', 'currentPassword'] as const
const resolver = contractResolver(contract['account.update'].body)

export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<EmailForm, unknown, EmailForm>({ resolver, defaultValues: { email: '', currentPassword: '' } })
  const { errors } = form.formState
  const saving = useMutation({
    mutationFn: (body: EmailForm) => call('account.update', { body }),
    onMutate: () => setFailure(null),
    onSuccess: async () => {
      notify(t('emailSaved'))
      onClose()
      void renewAccess()
      await outdate('account.read', 'users.activities')
    },
    onError: (error) => {
      const rest = placeErrors(error, fields, form.setError)
      setFailure(error instanceof ApiError ? rest : t('saveFailed'))
    },
  })
  const submit = form.handleSubmit((values) => {
    if (!saving.isPending) saving.mutate(values)
  })
  const passwordFault = errors.currentPassword
  return (
    <Dialog
      size="small"
      title={t('emailTitle')}
      description={t('emailHint')}
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={saving.isPending}>
            {t(saving.isPending ? 'saving' : 'save')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {failure !== null && <ErrorBox>{failure}</ErrorBox>}
        <Field label={t('newEmail')} error={errors.email?.message} required>
          {(tie) => <Input {...tie} type="email" autoComplete="email" spellCheck={false} {...form.register('email')} />}
        </Field>
        <PasswordField
          label={t('currentPassword')}
          autoComplete="current-password"
          error={passwordFault?.type === 'too_small' ? t('currentNeeded') : passwordFault?.message}
          {...form.register('currentPassword')}
        />
      </form>
    </Dialog>
  )
}
