// The card of one section: its fields, what would change, and what somebody else changed meanwhile.
import { ArrowRight } from 'lucide-react'
import { useId, useRef, type ReactNode, type SubmitEvent } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { secretNameOf, shown, type Difference } from './settings.model.ts'
import { t } from './settings.texts.ts'
import type { SectionTools } from './use-section.ts'

function SecretDifference({ tools }: { tools: SectionTools }) {
  const name = secretNameOf(tools.section)
  const text = tools.secret?.text
  if (name === null || text === undefined || text === '') return null
  const isSet = tools.answer.secretsSet[name]
  const after = text === null ? t('secretGone') : isSet ? t('secretNew') : t('secretSet')
  return <ChangeLine label={t(name)} before={isSet ? t('secretSet') : t('secretNotSet')} after={after} />
}

function ChangeLine({ label, before, after }: { label: string; before: string; after: string }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-[0.8125rem]">
      <span className="text-ink-soft">{label}</span>
      <span className="sr-only">{t('fromTo', { before, after })}</span>
      <span aria-hidden="true" className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <bdi className="break-all text-ink-soft line-through decoration-ink-faint">{before}</bdi>
        <ArrowRight className="size-3.5 shrink-0 self-center text-ink-faint rtl:rotate-180" />
        <bdi className="font-medium break-all">{after}</bdi>
      </span>
    </li>
  )
}

/** One field: what it is, and what it becomes. */
export function DifferenceLine({ difference: { path, before, after } }: { difference: Difference }) {
  return <ChangeLine label={t(path)} before={shown(path, before)} after={shown(path, after)} />
}

/** Both touched the section: the person who comes second sees what the other did, and decides. */
function Conflict({ tools }: { tools: SectionTools }) {
  return (
    <div role="alert" className="border-t border-line bg-warn-soft px-5 py-4">
      <p className="text-sm font-medium text-warn">{t('changedMeanwhile')}</p>
      <ul className="mt-1 text-[0.8125rem] text-ink">
        {tools.theirs.map(({ path, after }) => (
          <li key={path}>{t('nowIs', { field: t(path), value: shown(path, after) })}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={tools.keepMine}>
          {t('keepMine')}
        </Button>
        <Button size="small" onClick={tools.discard}>
          {t('takeTheirs')}
        </Button>
      </div>
    </div>
  )
}

function SaveBar({ tools, onDiscard }: { tools: SectionTools; onDiscard: () => void }) {
  const count = tools.differences.length + (tools.secret === undefined || tools.secret.text === '' ? 0 : 1)
  const id = useId()
  return (
    <footer className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-t border-line bg-accent-soft/50 px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p id={id} className="mb-1 text-[0.8125rem] font-semibold">
          {t('changes', { count })}
        </p>
        <ul aria-labelledby={id} className="flex flex-col gap-0.5">
          {tools.differences.map((difference) => (
            <DifferenceLine key={difference.path} difference={difference} />
          ))}
          <SecretDifference tools={tools} />
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onDiscard} disabled={tools.isSaving}>
          {t('discard')}
        </Button>
        <Button type="submit" variant="primary" busy={tools.isSaving} disabled={tools.theirs.length > 0}>
          {t(tools.isSaving ? 'saving' : 'save')}
        </Button>
      </div>
    </footer>
  )
}

type SectionCardProps = {
  tools: SectionTools
  hint: string
  /** Whether what the section sets up is in use; absent where that is no question. */
  isOn?: boolean
  children: ReactNode
  /** Below the form, such as a test of what is saved. */
  after?: ReactNode
}

export function SectionCard({ tools, hint, isOn, children, after }: SectionCardProps) {
  const { section } = tools
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const showFault = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (tools.isSaving || !tools.isDirty || tools.theirs.length > 0) return
    tools.save({
      onFault: showFault,
      // The button goes with the bar, so the focus goes to what was saved.
      onSaved: () => heading.current?.focus(),
    })
  }
  const discard = () => {
    tools.discard()
    heading.current?.focus()
  }
  return (
    <section
      id={section}
      aria-labelledby={`${section}-title`}
      className="min-w-0 scroll-mt-20 overflow-clip rounded-xl border border-line bg-surface shadow-card"
    >
      <header className="border-b border-line px-5 py-4">
        <h2
          ref={heading}
          tabIndex={-1}
          className="flex flex-wrap items-center gap-2.5 text-[0.9375rem] font-semibold outline-none"
        >
          <span id={`${section}-title`}>{t(section)}</span>
          {isOn !== undefined && (
            <Badge tone={isOn ? 'good' : 'neutral'} dot>
              {t(isOn ? 'on' : 'off')}
            </Badge>
          )}
        </h2>
        <p className="mt-0.5 text-[0.8125rem] text-pretty text-ink-soft">{hint}</p>
      </header>
      <form ref={form} noValidate aria-labelledby={`${section}-title`} onSubmit={submit}>
        <div className="flex flex-col gap-5 p-5">
          {tools.faults._ !== undefined && <ErrorBox>{tools.faults._}</ErrorBox>}
          {children}
        </div>
        {tools.theirs.length > 0 && <Conflict tools={tools} />}
        {tools.isDirty && <SaveBar tools={tools} onDiscard={discard} />}
      </form>
      {after}
    </section>
  )
}
