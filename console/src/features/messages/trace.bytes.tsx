// The received octets of one part, and what each of them is. Pointing at a field marks its octets, and the other way
// round; the list beside them says the same without a pointer.
import { useMemo, useState, type PointerEvent } from 'react'
import { shownText } from '../../lib/shown-text.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import {
  anatomyOf,
  hexLines,
  octetsOf,
  type FieldKind,
  type HexLine,
  type Meaning,
  type OctetField,
} from './pdu.anatomy.ts'
import { t } from './trace.texts.ts'

/** As much as a screen shows; the rest is a click away. */
const octetsShown = 384
const partsShown = 3

const looks: Record<FieldKind, string> = {
  address: 'bg-accent-soft text-accent-ink',
  control: 'text-ink-soft',
  header: 'bg-warn-soft text-warn',
  text: 'bg-good-soft text-good',
  optional: 'bg-sunken text-ink',
}

function numberName(prefix: 'ton' | 'npi' | 'coding', value: number): string {
  const key = `${prefix}_${value}`
  return t.has(key) ? t(key as 'ton_0') : ''
}

function plainNumber(value: number, name: string) {
  return (
    <>
      <bdi dir="ltr">{value}</bdi>
      {name !== '' && <span className="font-normal text-ink-soft">{name}</span>}
    </>
  )
}

function MeaningText({ meaning }: { meaning: Meaning }) {
  switch (meaning.is) {
    case 'text':
      return meaning.text === '' ? (
        <span className="font-normal text-ink-faint">{t('empty')}</span>
      ) : (
        <bdi dir="ltr" className="wrap-anywhere">
          {shownText(meaning.text)}
        </bdi>
      )
    case 'number':
      return plainNumber(meaning.value, '')
    case 'ton':
    case 'npi':
    case 'coding':
      return plainNumber(meaning.value, numberName(meaning.is, meaning.value))
    case 'esm_class':
      return plainNumber(meaning.value, t(meaning.hasHeader ? 'hasHeader' : 'noHeader'))
    case 'part':
      return t('meaning_part', { part: meaning.part, parts: meaning.parts, reference: meaning.reference })
    case 'ports':
      return t('meaning_ports', { destination: meaning.destination, source: meaning.source })
    case 'shift':
      return t('meaning_shift', { language: meaning.language })
    case 'octets':
      return <span className="font-normal text-ink-soft">{t('octets', { count: meaning.count })}</span>
  }
}

function fieldAt(event: PointerEvent): number | null {
  const at = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-field]') : null
  return at === null ? null : Number(at.dataset['field'])
}

type Marked = { fields: readonly OctetField[] | null; active: number | null }

function lookOf({ fields, active }: Marked, field: number | null): string {
  const kind = field === null ? undefined : fields?.[field]?.kind
  const look = kind === undefined ? 'text-ink' : looks[kind]
  return cx('rounded-xs', look, field !== null && field === active && 'outline-2 outline-accent')
}

function HexTable({ lines, label, ...marked }: Marked & { lines: readonly HexLine[]; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard.
    <div className="overflow-auto px-3.5 py-2.5" tabIndex={0} role="region" aria-label={label}>
      <table dir="ltr" className="font-mono text-xs leading-6">
        <tbody>
          {lines.map(({ offset, runs, ascii }) => (
            <tr key={offset}>
              <td className="pe-4 text-ink-faint select-none">{offset}</td>
              <td className="min-w-[23.5em] pe-4 whitespace-pre">
                {runs.map(({ field, octets }, index) => (
                  // A line is cut in the same places as long as its octets are the same.
                  // oxlint-disable-next-line react/no-array-index-key
                  <span key={index}>
                    {index > 0 && ' '}
                    <span data-field={field ?? undefined} className={lookOf(marked, field)}>
                      {octets.join(' ')}
                    </span>
                  </span>
                ))}
              </td>
              <td className="whitespace-pre">
                {ascii.map(({ field, text }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <span key={index} data-field={field ?? undefined} className={lookOf(marked, field)}>
                    {text}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type FieldListProps = { fields: readonly OctetField[]; active: number | null; part: string }

function FieldList({ fields, active, part }: FieldListProps) {
  return (
    <div
      className="max-h-80 overflow-y-auto border-t border-line"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs the keyboard.
      tabIndex={0}
      role="region"
      aria-label={`${t('fields')}: ${part}`}
    >
      <ul className="grid grid-cols-1 gap-x-6 px-3.5 py-2 text-xs sm:grid-cols-2">
        {fields.map(({ name, kind, start, end, meaning }, index) => (
          <li
            key={start}
            data-field={index}
            className={cx(
              'flex flex-wrap items-baseline gap-x-2 rounded-sm px-1 py-1',
              index === active && 'outline-2 outline-accent',
            )}
          >
            <bdi dir="ltr" className="w-9 shrink-0 font-mono text-ink-faint">
              {start.toString(16).padStart(4, '0')}
            </bdi>
            <bdi
              dir="ltr"
              title={`${t(`kind_${kind}`)} · ${t('octets', { count: end - start })}`}
              className={cx('shrink-0 rounded-xs px-1 font-mono', looks[kind])}
            >
              {name}
            </bdi>
            <span className="ms-auto flex min-w-0 flex-wrap justify-end gap-x-1.5 text-end font-medium">
              <MeaningText meaning={meaning} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What came over HTTP is text already; null where it is not. */
function textOf(octets: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets)
  } catch {
    return null
  }
}

function AsText({ text }: { text: string }) {
  return (
    <div className="border-t border-line px-3.5 py-2.5">
      <p className="mb-1 text-xs text-ink-soft">{t('asText')}</p>
      <p dir="auto" className="max-h-60 overflow-y-auto font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {shownText(text.slice(0, 4_000))}
      </p>
    </div>
  )
}

type PartProps = { number: number; count: number; octets: number; hex: string; isHttp: boolean }

function ReceivedPart({ number, count, octets, hex, isHttp }: PartProps) {
  const [active, setActive] = useState<number | null>(null)
  const [isWhole, setWhole] = useState(false)
  const bytes = useMemo(() => octetsOf(hex), [hex])
  const fields = useMemo(() => (isHttp ? null : anatomyOf(bytes)), [bytes, isHttp])
  const until = isWhole ? bytes.length : Math.min(bytes.length, octetsShown)
  const lines = useMemo(() => hexLines(bytes, fields, until), [bytes, fields, until])
  const text = useMemo(() => (isHttp ? textOf(bytes) : null), [bytes, isHttp])
  const name = t('partNamed', { number, count, octets: t('octets', { count: octets }) })
  return (
    <figure
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-canvas"
      onPointerOver={(event) => setActive(fieldAt(event))}
      onPointerLeave={() => setActive(null)}
    >
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1 ps-3.5 pe-2 text-xs">
        <span className="text-ink-soft">{name}</span>
        <CopyButton text={hex} label={t('copyHex')} />
      </figcaption>
      <HexTable lines={lines} label={name} fields={fields} active={active} />
      {until < bytes.length && (
        <Button size="small" variant="quiet" className="mx-2 mb-2" onClick={() => setWhole(true)}>
          {t('showAllBytes', { count: bytes.length })}
        </Button>
      )}
      {fields !== null && <FieldList fields={fields} active={active} part={name} />}
      {text !== null && <AsText text={text} />}
    </figure>
  )
}

/** All parts of a message; of many, the first few until more are asked for. */
export function ReceivedParts({
  parts,
  isHttp,
}: {
  parts: readonly { octets: number; hex: string }[]
  isHttp: boolean
}) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? parts : parts.slice(0, partsShown)
  return (
    <>
      {shown.map((part, index) => (
        // Parts have no names but their places, and the list never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <ReceivedPart key={index} number={index + 1} count={parts.length} isHttp={isHttp} {...part} />
      ))}
      {shown.length < parts.length && (
        <Button size="small" className="self-start" onClick={() => setWhole(true)}>
          {t('showAllParts', { count: parts.length })}
        </Button>
      )}
    </>
  )
}
