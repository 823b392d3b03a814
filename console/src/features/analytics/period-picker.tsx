// The choice of a period: the last so many days, or two days of one's own. It belongs to the address.
import { useState } from 'react'
import { isDay } from '../../lib/search.ts'
import { Input } from '../../ui/input.tsx'
import { Segments } from '../../ui/segments.tsx'
import { defaultDays, withEnd, type PeriodSearch, type Preset } from './period.search.ts'
import { t } from './period.texts.ts'

type PeriodPickerProps = {
  presets: readonly Preset[]
  search: PeriodSearch
  /** What is shown now, for the beginning of a period of one's own. */
  shown: { from: string; to: string } | undefined
  onChange: (period: PeriodSearch) => void
}

function presetLabel(days: Preset): string {
  return days === 365 ? t('year') : t('days', { count: days })
}

/** 'yyyy-mm-dd' */
function todayOfReader(): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format(new Date())
}

/** Keeps what is typed while it is no day yet; a whole day takes effect at once. */
function DayField({ label, value, max, onChange, onFocus, onBlur }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <label className="inline-flex items-center gap-2 text-[0.8125rem] text-ink-soft">
      {label}
      <Input
        type="date"
        className="w-38!"
        min="2000-01-01"
        max={max}
        value={typed ?? value}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          if (isDay(currentTarget.value) && currentTarget.value <= max) onChange(currentTarget.value)
        }}
        onFocus={onFocus}
        onBlur={() => {
          setTyped(null)
          onBlur()
        }}
      />
    </label>
  )
}
type DayFieldProps = {
  label: string
  value: string
  max: string
  onChange: (day: string) => void
  onFocus: () => void
  onBlur: () => void
}

export function PeriodPicker({ presets, search, shown, onChange }: PeriodPickerProps) {
  const { from, to, days = defaultDays } = search
  const isOwn = from !== undefined && to !== undefined
  const preset = presets.find((each) => each === days)
  const today = todayOfReader()
  const begin = shown ?? { from: today, to: today }
  const period = { from: from ?? begin.from, to: to ?? begin.to }
  // The 2 of 25 is a day too: what it moved is moved back by the 5.
  const [before, setBefore] = useState<typeof period | null>(null)
  const options = [
    ...presets.map((each) => ({ value: String(each), label: presetLabel(each) })),
    { value: 'custom', label: t('custom') },
  ]
  const choose = (value: string) => {
    const chosen = presets.find((each) => String(each) === value)
    onChange(chosen === undefined ? { from: begin.from, to: begin.to } : { days: chosen })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segments
        label={t('period')}
        value={isOwn || preset === undefined ? 'custom' : String(preset)}
        options={options}
        onChange={choose}
      />
      {(isOwn || preset === undefined) &&
        (['from', 'to'] as const).map((end) => (
          <DayField
            key={end}
            label={t(end)}
            value={search[end] ?? begin[end]}
            max={today}
            onChange={(day) => onChange(withEnd(before ?? period, end, day))}
            onFocus={() => setBefore(period)}
            onBlur={() => setBefore(null)}
          />
        ))}
    </div>
  )
}
