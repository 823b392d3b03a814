// What the typed numbers would be, while they are typed: total and text at once, country and overlaps from the server
// as soon as the hand rests. It promises nothing; only saving decides.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { RangeNumbers } from '@inrange/contract/ranges'
import type { CallOutput } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { cx } from '../../ui/class-names.ts'
import { previewOf } from './range-form.model.ts'
import { t } from './range-form.texts.ts'
import { countryName } from './ranges.figures.ts'

const restMs = 250

/** The value once it has not changed for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

function useServerPreview(numbers: RangeNumbers | null, rangeId: string | undefined) {
  const wanted = numbers === null ? '' : JSON.stringify(numbers)
  const rested = useRested(wanted)
  const isAsked = rested !== '' && rested === wanted && numbers !== null
  const body = {
    ...(numbers ?? { prefix: '', startNumber: '', endNumber: '' }),
    ...(rangeId === undefined ? {} : { rangeId }),
  }
  return useQuery({ ...read('ranges.preview', { body }), enabled: isAsked, retry: false })
}

function Line({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className={cx('min-w-0 text-end', strong && 'font-semibold tabular-nums')}>{children}</dd>
    </div>
  )
}

function Overlaps({ overlaps }: { overlaps: CallOutput<'ranges.preview'>['overlaps'] }) {
  if (overlaps.length === 0) {
    return (
      <p className="flex items-center gap-2 text-good">
        <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
        {t('free')}
      </p>
    )
  }
  return (
    <ul className="flex flex-col gap-1 font-medium text-bad">
      {overlaps.map(({ id, name, numbers }) => (
        <li key={id} className="flex items-start gap-2">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {t('overlaps', { name, count: numbers })}
        </li>
      ))}
    </ul>
  )
}

export function RangePreview({ typed, rangeId }: { typed: RangeNumbers; rangeId: string | undefined }) {
  const local = previewOf(typed)
  const sound = local.kind === 'sound' ? local : null
  const server = useServerPreview(sound?.numbers ?? null, rangeId)
  const known = sound === null ? undefined : server.data
  const country = countryName(known?.country ?? null)
  return (
    <section
      aria-label={t('preview')}
      className="rounded-xl border border-line bg-sunken/70 px-4 py-3 text-[0.8125rem]"
    >
      <dl className="flex flex-col gap-1.5">
        <Line label={t('totalNumbers')} strong>
          {sound === null ? t('nothing') : <bdi dir="ltr">{formatCount(sound.total)}</bdi>}
        </Line>
        <Line label={t('range')}>
          {sound === null ? (
            t('nothing')
          ) : (
            <bdi dir="ltr" className="font-mono text-[0.8125rem] break-words">
              {sound.text}
            </bdi>
          )}
        </Line>
        <Line label={t('country')}>{country ?? (known === undefined ? t('nothing') : t('unknownCountry'))}</Line>
      </dl>
      <div aria-live="polite" className="mt-2.5 min-h-7.5 border-t border-line pt-2.5">
        {local.kind === 'faulty' && <p className="font-medium text-bad">{local.message}</p>}
        {local.kind === 'incomplete' && <p className="text-ink-soft">{t('incomplete')}</p>}
        {sound !== null && known !== undefined && <Overlaps overlaps={known.overlaps} />}
        {sound !== null && known === undefined && server.error === null && (
          <p className="text-ink-soft">{t('checking')}</p>
        )}
        {sound !== null && server.error !== null && (
          <p className="text-warn">{t('notChecked', { reason: server.error.message })}</p>
        )}
      </div>
    </section>
  )
}
