// Days and countries as people read them.
import { locale } from '../../i18n/language.ts'

// A day without a clock: no time zone may move it.
const days = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortDays = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
const sizes = new Map<string, Intl.NumberFormat>()

/** 'Tue, Mar 31, 2026' from 2026-03-31. */
export function dayIn(day: string): string {
  return days.format(new Date(`${day}T00:00:00Z`))
}

/** 'Mar 31', where the year goes without saying. */
export function dayOf(day: string): string {
  return shortDays.format(new Date(`${day}T00:00:00Z`))
}

/** 'Spain' from ES. */
export function countryIn(code: string): string {
  return countries.of(code) ?? code
}

/** '1.5 MB' */
export function sizeText({ value, unit }: { value: number; unit: string }): string {
  const format =
    sizes.get(unit) ??
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    })
  sizes.set(unit, format)
  return format.format(value)
}

/** '06:00': hours of a schedule are those of its zone, on a clock of 24. */
export function hourIn(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
