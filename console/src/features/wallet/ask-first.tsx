// A button that asks before it acts, in its own place: a second dialog over the first would cover what it is about.
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { t } from './payment.texts.ts'

type AskFirstProps = {
  label: string
  question: string
  isBusy: boolean
  failure: string | undefined
  onYes: () => void
}

export function AskFirst({ label, question, isBusy, failure, onYes }: AskFirstProps) {
  const [isAsking, ask] = useState(false)
  return (
    <div className="flex flex-col items-stretch gap-3">
      {failure !== undefined && <ErrorBox>{failure}</ErrorBox>}
      {isAsking ? (
        <div
          role="group"
          aria-label={question}
          className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-canvas px-3.5 py-3"
        >
          <p className="min-w-0 flex-1 basis-56 text-sm text-pretty">{question}</p>
          <span className="flex gap-2">
            <Button disabled={isBusy} onClick={() => ask(false)}>
              {t('keep')}
            </Button>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus goes on from the button that asked. */}
            <Button autoFocus variant="danger" busy={isBusy} onClick={onYes}>
              {label}
            </Button>
          </span>
        </div>
      ) : (
        <Button variant="quiet" className="self-start text-bad!" onClick={() => ask(true)}>
          {label}
        </Button>
      )}
    </div>
  )
}
