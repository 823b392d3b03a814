// Six digits in one field: pasted with or without spaces, offered by the phone's keyboard, sent by themselves when they
// are complete. A code that was refused is taken out, so that the next one can be typed at once.
import { useId, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { t } from './second-factor.texts.ts'

const codeLength = 6

type CodeFormProps = {
  hint: string
  isBusy: boolean
  isWaiting?: boolean
  focusFirst?: boolean
  /** Tries the code; false when it was refused. */
  onCode: (code: string) => Promise<boolean>
}

export function CodeForm({ hint, isBusy, isWaiting = false, focusFirst = true, onCode }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  async function send(complete: string): Promise<void> {
    if (isBusy || isWaiting || (await onCode(complete))) return
    setCode('')
    field.current?.focus()
  }

  function type(text: string): void {
    const digits = text.replace(/\D/g, '').slice(0, codeLength)
    setCode(digits)
    setFault(undefined)
    if (digits.length === codeLength && digits !== code) void send(digits)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (code.length === codeLength) {
      void send(code)
      return
    }
    setFault(t('codeNeeded'))
    field.current?.focus()
  }

  return (
    <form noValidate id={id} className="flex flex-col gap-4" onSubmit={submit}>
      <Field label={t('code')} hint={hint} error={fault} required>
        {(tie) => (
          <Input
            {...tie}
            ref={field}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do here.
            autoFocus={focusFirst}
            data-autofocus={focusFirst || undefined}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCorrect="off"
            spellCheck={false}
            dir="ltr"
            value={code}
            onChange={(event) => type(event.currentTarget.value)}
            className="h-11! text-center font-mono text-lg! tracking-[0.4em]"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isBusy} disabled={isWaiting} className="w-full">
        {t('verify')}
      </Button>
    </form>
  )
}
