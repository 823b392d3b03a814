// What an entry changed, as a person reads it: each fact with what it was and what it became. The JSON of it is one
// step further, for evidence.
import { ArrowRight, ChevronRight } from 'lucide-react'
import { formatDateTime } from '../../lib/format.ts'
import { cx } from '../../ui/class-names.ts'
import { changesOf, type Change, type Entry, type Fact } from './audit.rules.ts'
import { t } from './audit.texts.ts'

function factText({ kind, text }: Fact): string {
  if (kind === 'none') return t('nothingThere')
  if (kind === 'flag') return t(text === 'yes' ? 'yes' : 'no')
  return kind === 'time' ? formatDateTime(text) : text
}

const looks = {
  before: 'bg-bad-soft text-bad line-through decoration-bad/50',
  after: 'bg-good-soft text-good',
  same: 'bg-sunken text-ink',
} as const

function Value({ fact, look }: { fact: Fact | undefined; look: keyof typeof looks }) {
  if (fact === undefined) return <span className="text-ink-soft italic">{t('absent')}</span>
  const isPlain = fact.kind === 'none'
  return (
    <bdi
      dir="auto"
      title={fact.kind === 'time' ? fact.text : undefined}
      className={cx(
        'rounded-md px-1.5 py-0.5 wrap-anywhere',
        looks[look],
        isPlain && 'italic',
        fact.kind === 'id' && 'font-mono text-xs',
      )}
    >
      {factText(fact)}
    </bdi>
  )
}

function Step({ change: { before, after, isSame }, isNew }: { change: Change; isNew: boolean }) {
  if (isSame) {
    return (
      <>
        <Value fact={after} look="same" /> <span className="text-xs text-ink-soft">{t('unchanged')}</span>
      </>
    )
  }
  // Something that came into being, or happened, was nothing before: there is only what it is.
  if (isNew) return <Value fact={after} look="same" />
  return (
    <>
      <span className="sr-only">{t('before')}: </span>
      <Value fact={before} look="before" />
      <ArrowRight className="mx-1.5 inline size-3.5 text-ink-soft rtl:rotate-180" aria-hidden="true" />
      <span className="sr-only">{t('after')}: </span>
      <Value fact={after} look="after" />
    </>
  )
}

function Raw({ entry: { before, after } }: { entry: Entry }) {
  return (
    <details className="group mt-3 text-[0.8125rem]">
      <summary className="inline-flex min-h-6 cursor-pointer items-center gap-1 text-ink-soft hover:text-ink">
        <ChevronRight className="size-3.5 transition-transform group-open:rotate-90" aria-hidden="true" />
        {t('raw')}
      </summary>
      <pre
        dir="ltr"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard.
        tabIndex={0}
        className="mt-2 max-h-80 overflow-auto rounded-lg border border-line bg-canvas p-3 font-mono text-xs"
      >
        {JSON.stringify({ before, after }, null, 2)}
      </pre>
    </details>
  )
}

export function EntryDifference({ entry }: { entry: Entry }) {
  const changes = changesOf(entry.before, entry.after)
  if (changes.length === 0) return <p className="text-sm text-ink-soft">{t('noDifference')}</p>
  const isNew = entry.before === null || entry.before === undefined
  return (
    <>
      <dl className="divide-y divide-line rounded-lg border border-line bg-canvas/60 px-3.5">
        {changes.map((change) => (
          <div
            key={change.key}
            className="py-2 text-[0.8125rem] items-baseline sm:grid sm:grid-cols-[10rem_1fr] sm:gap-4"
          >
            <dt className="text-ink-soft wrap-anywhere">{change.name}</dt>
            <dd className="min-w-0 leading-6">
              <Step change={change} isNew={isNew} />
            </dd>
          </div>
        ))}
      </dl>
      <Raw entry={entry} />
    </>
  )
}
