// The set-up steps of a new platform, for the super admin. A step ticks itself off when the server says that it has
// really been done, and the whole list goes with the last one.
import { Link } from '@tanstack/react-router'
import { ArrowRight, Check } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { stepNames, stepsDone, type GettingStarted as Steps, type StepName } from './dashboard.figures.ts'
import { t } from './dashboard.texts.ts'

const linkClass = 'group flex min-h-11 items-center gap-3 rounded-lg px-2.5 transition-colors hover:bg-hover'

function StepLink({ name }: { name: StepName }) {
  const content = (
    <>
      <span className="size-5 shrink-0 rounded-full border-[1.5px] border-line-strong" aria-hidden="true" />
      <span className="min-w-0 flex-1">{t(name)}</span>
      <ArrowRight className="size-4 shrink-0 text-ink-faint group-hover:text-ink rtl:rotate-180" aria-hidden="true" />
    </>
  )
  switch (name) {
    case 'userCreated':
      return (
        <Link to="/manage-users" search={{ dialog: 'add' }} className={linkClass}>
          {content}
        </Link>
      )
    case 'carrierConnected':
      return (
        <Link to="/carriers" search={{ dialog: 'add' }} className={linkClass}>
          {content}
        </Link>
      )
    case 'rangeCreated':
      return (
        <Link to="/number-ranges" search={{ dialog: 'add' }} className={linkClass}>
          {content}
        </Link>
      )
    case 'messageReceived':
      return (
        <Link to="/sms-inbox" className={linkClass}>
          {content}
        </Link>
      )
  }
}

function DoneStep({ name }: { name: StepName }) {
  return (
    <p className="flex min-h-11 items-center gap-3 px-2.5">
      <span className="inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-good-soft text-good">
        <Check className="size-3.5" strokeWidth={3} aria-hidden="true" />
      </span>
      <span className="text-ink-soft line-through decoration-line-strong">{t(name)}</span>
      <span className="sr-only">{t('stepDone')}</span>
    </p>
  )
}

export function GettingStarted({ steps }: { steps: Steps | null }) {
  const done = stepsDone(steps)
  if (steps === null || done === null) return null
  return (
    <Card
      flush
      title={t('gettingStarted')}
      action={<Badge tone="accent">{t('stepsDone', { done, all: stepNames.length })}</Badge>}
    >
      <ul className="p-1.5">
        {stepNames.map((name) => (
          <li key={name}>{steps[name] ? <DoneStep name={name} /> : <StepLink name={name} />}</li>
        ))}
      </ul>
    </Card>
  )
}
