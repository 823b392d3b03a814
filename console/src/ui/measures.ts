// Sizes and stretches of time as a person reads them, in the language of the page.
import { locale } from '../i18n/language.ts'

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const byteFormats = byteUnits.map(
  (unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
)
const STEP = 1_024

/** '1.2 GB' */
export function formatBytes(bytes: number): string {
  let power = 0
  let size = bytes
  while (Math.abs(size) >= STEP && power < byteUnits.length - 1) {
    size /= STEP
    power += 1
  }
  return byteFormats[power]?.format(Math.abs(size) < 100 ? size : Math.round(size)) ?? ''
}

const milliseconds = unitFormat('millisecond')
const seconds = unitFormat('second')
const longUnits = [
  [unitFormat('day'), 86_400_000],
  [unitFormat('hour'), 3_600_000],
  [unitFormat('minute'), 60_000],
] as const

function unitFormat(unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
}

/** '12 ms', '2.5 sec', '3 min', '5 hr', '12 days': one unit, the one that fits. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return milliseconds.format(Math.round(durationMs))
  const long = longUnits.find(([, unitMs]) => durationMs >= unitMs)
  if (long === undefined) return seconds.format(durationMs / 1_000)
  return long[0].format(Math.floor(durationMs / long[1]))
}
