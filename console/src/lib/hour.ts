// Hours as the ledger counts them: whole hours of UTC, whatever the reader's zone is.
import { locale } from '../i18n/language.ts'
import { t } from './hour.texts.ts'

const hourMs = 3_600_000
const utcDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** The end of the hour that starts at `iso`. */
export function hourEnd(iso: string): string {
  return new Date(Date.parse(iso) + hourMs).toISOString()
}

/** 'Nov 20, 14:00 to 15:00 UTC': settlements count hours in UTC, whatever the reader's zone is. */
export function hourText(iso: string): string {
  const day = utcDay.format(new Date(iso))
  return t('hour', { day, start: iso.slice(11, 16), end: hourEnd(iso).slice(11, 16) })
}

/** The search that shows the messages of one range in one hour. */
export function searchOfHour(range: string, hour: string): { range: string; from: string; until: string } {
  return { range, from: hour, until: hourEnd(hour) }
}
