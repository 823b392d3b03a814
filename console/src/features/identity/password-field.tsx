// A password that can be shown, can be pasted, suits password managers, and says when Caps Lock would spoil it.
import { cx } from '../../ui/class-names.ts'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { t } from './identity.texts.ts'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ label, hint, error, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const noticeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const capsHint = isCapsLock ? <span className="font-medium text-warn">{t('capsLock')}</span> : undefined
  const shownHint = capsHint ?? hint
  return (
    <Field label={label} error={error} required {...(shownHint === undefined ? {} : { hint: shownHint })}>
      {(tie) => (
        <span className="relative flex">
          <Input
            {...tie}
            {...rest}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="pe-11"
            onKeyDown={noticeCapsLock}
            onKeyUp={noticeCapsLock}
          />
          <button
            type="button"
            aria-label={isShown ? t('hidePassword') : t('showPassword')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className={cx(
              'absolute inset-y-0 end-0 inline-flex w-10 items-center justify-center rounded-lg text-ink-faint',
              'hover:text-ink',
            )}
          >
            {isShown ? <EyeOff className="size-4" aria-hidden="true" /> : <Eye className="size-4" aria-hidden="true" />}
          </button>
        </span>
      )}
    </Field>
  )
}
