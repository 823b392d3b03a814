// The steps of setting up, for the super admin, and a user's way to the first money. A step ticks itself off when the
// server says that it has really been done; the list goes with the last one, or when its reader hides it.
import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowRight, Check } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import {
  firstStepNames,
  setUpNames,
  stepsDone,
  type Dashboard,
  type FirstStepName,
  type SetUpName,
} from './dashboard.figures.ts'
import { t } from './dashboard.texts.ts'

type StepName = SetUpName | FirstStepName
type Way = Pick<LinkProps, 'to' | 'search'>

const linkClass = 'group flex min-h-11 items-center gap-3 rounded-lg px-2.5 transition-colors hover:bg-hover'

/** Where a step is done. Typed where each is written, since the router knows the search of each address. */
const ways: Record<StepName, Way> = {
  userCreated: { to: '/manage-users', search: { dialog: 'add' } },
  carrierConnected: { to: '/carriers', search: { dialog: 'add' } },
  rangeCreated: { to: '/number-ranges', search: { dialog: 'add' } },
  messageReceived: { to: '/sms-inbox' },
  paymentMethodAdded: { to: '/payment-settings', search: { dialog: 'add' } },
  mailServerSet: { to: '/platform-settings' },
  rangeAssigned: { to: '/number-ranges' },
  payoutDestination: { to: '/wallet', search: { dialog: 'destinations' } },
  secondFactor: { to: '/account' },
}

function OpenStep({ name }: { name: StepName }) {
  return (
    <Link {...ways[name]} className={linkClass}>
      <span className="size-5 shrink-0 rounded-full border-[1.5px] border-line-strong" aria-hidden="true" />
      <span className="min-w-0 flex-1">{t(name)}</span>
      <ArrowRight className="size-4 shrink-0 text-ink-faint group-hover:text-ink rtl:rotate-180" aria-hidden="true" />
    </Link>
  )
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

type StepsProps<Name extends StepName> = {
  names: readonly Name[]
  steps: Readonly<Record<Name, boolean>>
  done: number
  onHide: () => void
}

function Steps<Name extends StepName>({ names, steps, done, onHide }: StepsProps<Name>) {
  return (
    <Card
      flush
      title={t('gettingStarted')}
      action={
        <span className="flex items-center gap-2">
          <Badge tone="accent">{t('stepsDone', { done, all: names.length })}</Badge>
          <Button size="small" variant="quiet" onClick={onHide}>
            {t('hide')}
          </Button>
        </span>
      }
    >
      <ul className="grid grid-cols-1 p-1.5 sm:grid-cols-2 xl:grid-cols-3">
        {names.map((name) => (
          <li key={name}>{steps[name] ? <DoneStep name={name} /> : <OpenStep name={name} />}</li>
        ))}
      </ul>
    </Card>
  )
}

/** What was there when this browser looked last, so that its place is kept until it is known. */
const lookName = 'getting-started'
const looks = ['shown', 'hidden', 'done'] as const
type Look = (typeof looks)[number]

function isLook(value: unknown): value is Look {
  return looks.some((look) => look === value)
}

/** The list that is still to do: of a user until the first message, of the super admin until everything is set up. */
function listOf({ gettingStarted, firstSteps, totalMessages }: Dashboard, onHide: () => void): ReactNode {
  const setUp = stepsDone(setUpNames, gettingStarted)
  const first = stepsDone(firstStepNames, firstSteps)
  if (gettingStarted !== null && setUp !== null)
    return <Steps names={setUpNames} steps={gettingStarted} done={setUp} onHide={onHide} />
  if (firstSteps !== null && first !== null && totalMessages === 0)
    return <Steps names={firstStepNames} steps={firstSteps} done={first} onHide={onHide} />
  return null
}

export function GettingStarted({ dashboard }: { dashboard: Dashboard | undefined }) {
  const [look, setLook] = useState<Look>(() => readPreference(lookName, isLook, 'done'))
  const remember = (next: Look) => {
    writePreference(lookName, next)
    setLook(next)
  }
  const list = dashboard === undefined ? null : listOf(dashboard, () => remember('hidden'))
  const found = list === null ? 'done' : 'shown'
  useEffect(() => {
    if (dashboard !== undefined && look !== 'hidden') writePreference(lookName, found)
  }, [dashboard, look, found])
  if (look === 'hidden') return null
  if (dashboard === undefined) return look === 'shown' ? <Skeleton className="h-35 w-full max-sm:h-52" /> : null
  return list
}
