// A label, a control, a hint and an error that belong together for eyes and for screen readers. The control is a
// function of the attributes that tie it in, so any control fits: <Field label="Prefix">{(tie) => <Input {...tie}
// />}</Field>
import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { cx } from './class-names.ts'

export type FieldTie = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  className?: string
  children: (tie: FieldTie) => ReactNode
}

export function Field({ label, hint, error, required = false, className, children }: FieldProps) {
  const id = useId()
  const hasError = error !== undefined && error !== ''
  const described = [hasError && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-[0.8125rem] font-medium text-ink">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': hasError || undefined,
        'aria-describedby': described === '' ? undefined : described,
        'aria-required': required || undefined,
      })}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-xs text-ink-soft">
          {hint}
        </div>
      )}
      {hasError && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-xs font-medium text-bad">
          <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  )
}
