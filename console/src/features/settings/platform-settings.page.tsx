// The settings of the platform, a card for each section, saved one by one. Guarantees that nobody leaves with something
// unsaved without having been asked.
import { useQuery } from '@tanstack/react-query'
import { Link, useBlocker, useLocation } from '@tanstack/react-router'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Archive,
  BellRing,
  Bot,
  Hourglass,
  Link2,
  LogIn,
  Mail,
  MessageSquareText,
  ShieldAlert,
  Tag,
  type LucideIcon,
} from 'lucide-react'
import { lazy, startTransition, Suspense, useCallback, useState, type ComponentType } from 'react'
import { save } from '../../lib/download.ts'
import { read } from '../../lib/query.ts'
import { pathOf, sections } from '../../paths.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AlertsSection, BrandingSection, RetentionSection } from './platform.section.tsx'
import { DepositsSection, IntegritySection, WithdrawalsSection } from './money.section.tsx'
import { CaptchaSection, MailSection, SmsGatewaySection } from './services.section.tsx'
import { sectionNames, type SectionName, type SettingsAnswer } from './settings.model.ts'
import { t } from './settings.texts.ts'
import { EarningsSection, SignInSection } from './sign-in.section.tsx'
import { textOf } from './settings.transfer.ts'
import { t as transferText } from './transfer.texts.ts'
import { useSection, type SectionTools } from './use-section.ts'

const IdentityProvidersSection = lazy(async () => ({
  default: (await import('./identity-providers.section.tsx')).IdentityProvidersSection,
}))
const loadTransfer = () => import('./transfer.dialog.tsx')
const TransferDialog = lazy(async () => ({ default: (await loadTransfer()).TransferDialog }))

/** The sections in order, with the one that is no settings and saves by itself. */
const partNames = sectionNames.flatMap((name) => (name === 'signIn' ? [name, 'identityProviders' as const] : [name]))
type PartName = (typeof partNames)[number]

const icons = {
  branding: Tag,
  signIn: LogIn,
  identityProviders: Link2,
  mail: Mail,
  smsGateway: MessageSquareText,
  captcha: Bot,
  earnings: Hourglass,
  deposits: ArrowDownToLine,
  withdrawals: ArrowUpFromLine,
  integrity: ShieldAlert,
  alerts: BellRing,
  retention: Archive,
} as const satisfies Record<PartName, LucideIcon>

const cards = {
  branding: BrandingSection,
  signIn: SignInSection,
  mail: MailSection,
  smsGateway: SmsGatewaySection,
  captcha: CaptchaSection,
  earnings: EarningsSection,
  deposits: DepositsSection,
  withdrawals: WithdrawalsSection,
  integrity: IntegritySection,
  alerts: AlertsSection,
  retention: RetentionSection,
} as const satisfies Record<SectionName, ComponentType<{ tools: SectionTools }>>

function Parts({ unsaved }: { unsaved: ReadonlySet<SectionName> }) {
  const hash = useLocation({ select: (location) => location.hash })
  const current = partNames.find((name) => name === hash) ?? partNames[0]
  return (
    <nav
      aria-label={t('sections')}
      className={cx(
        'min-w-0 self-start max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:[scrollbar-width:none]',
        'lg:sticky lg:top-20',
      )}
    >
      <ul className="flex gap-1 max-lg:w-max lg:flex-col">
        {partNames.map((name) => {
          const Icon = icons[name]
          return (
            <li key={name}>
              <Link
                to={pathOf('platform-settings')}
                hash={name}
                replace
                aria-current={name === current ? 'location' : undefined}
                className={cx(
                  'flex h-9 items-center gap-2.5 rounded-lg px-3 text-sm font-medium whitespace-nowrap transition-colors',
                  'pointer-coarse:h-11',
                  name === current ? 'bg-accent-soft text-accent-ink' : 'text-ink-soft hover:bg-hover hover:text-ink',
                )}
              >
                <Icon className="size-4 shrink-0" aria-hidden="true" />
                {t(name)}
                {name !== 'identityProviders' && unsaved.has(name) && (
                  <>
                    <span aria-hidden="true" className="ms-auto size-2 shrink-0 rounded-full bg-accent" />
                    <span className="sr-only">{t('unsaved')}</span>
                  </>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

type SectionProps = {
  name: SectionName
  answer: SettingsAnswer
  onDirty: (section: SectionName, isDirty: boolean) => void
}

function Section({ name, answer, onDirty }: SectionProps) {
  const Card = cards[name]
  return <Card tools={useSection(name, answer, onDirty)} />
}

function LeaveGuard({ unsaved }: { unsaved: ReadonlySet<SectionName> }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved.size > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved.size > 0,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const named = sectionNames.filter((name) => unsaved.has(name)).map((name) => t(name))
  return (
    <ConfirmDialog
      title={t('leaveTitle')}
      description={t('leaveHint', { sections: named.join(', ') })}
      confirm={t('leave')}
      cancel={t('stay')}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}

function Loaded({ answer }: { answer: SettingsAnswer }) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<SectionName>>(new Set())
  const onDirty = useCallback((section: SectionName, isDirty: boolean) => {
    setUnsaved((former) => {
      if (former.has(section) === isDirty) return former
      return isDirty ? new Set([...former, section]) : new Set([...former].filter((name) => name !== section))
    })
  }, [])
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-8">
      <Parts unsaved={unsaved} />
      <div className="flex min-w-0 flex-col gap-5">
        {partNames.map((name) =>
          name === 'identityProviders' ? (
            <Suspense key={name} fallback={<Skeleton className="h-48" />}>
              <IdentityProvidersSection />
            </Suspense>
          ) : (
            <Section key={name} name={name} answer={answer} onDirty={onDirty} />
          ),
        )}
      </div>
      <LeaveGuard unsaved={unsaved} />
    </div>
  )
}

/** All settings as a file, and back. */
function Transfer({ answer }: { answer: SettingsAnswer }) {
  const [isOpen, setOpen] = useState(false)
  const open = (next: boolean) => startTransition(() => setOpen(next))
  return (
    <>
      <Button
        title={transferText('exportHint')}
        onClick={() =>
          save(new Blob([textOf(answer.values, new Date())], { type: 'application/json' }), 'settings.json')
        }
      >
        {transferText('export')}
      </Button>
      <Button onPointerEnter={() => void loadTransfer()} onFocus={() => void loadTransfer()} onClick={() => open(true)}>
        {transferText('import')}
      </Button>
      <Suspense>{isOpen && <TransferDialog answer={answer} onClose={() => open(false)} />}</Suspense>
    </>
  )
}

export function PlatformSettingsPage() {
  const asked = useQuery(read('settings.read', {}))
  return (
    <Page>
      <PageHeader
        title={sections['platform-settings'].title}
        description={t('description')}
        actions={asked.data !== undefined && <Transfer answer={asked.data} />}
      />
      {asked.error !== null && (
        <ErrorBox onRetry={() => void asked.refetch()} retrying={asked.isFetching}>
          {t('readFailed', { reason: asked.error.message })}
        </ErrorBox>
      )}
      {asked.data === undefined && asked.error === null && (
        <div role="status" aria-label={t('loading')} className="flex flex-col gap-5 lg:ps-58">
          <Skeleton className="h-96" />
          <Skeleton className="h-72" />
        </div>
      )}
      {asked.data !== undefined && <Loaded answer={asked.data} />}
    </Page>
  )
}
