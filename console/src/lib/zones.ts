// The reader's time zone, and those that can be chosen instead.
import { t } from './zones.texts.ts'

export const readerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reader's own, UTC and the chosen one first, then all there are. */
export function zoneOptions(chosen: string): { value: string; label: string }[] {
  const all = new Set([readerZone, 'UTC', chosen, ...Intl.supportedValuesOf('timeZone')])
  return [...all].map((value) => {
    const zone = value.replaceAll('_', ' ')
    return { value, label: value === readerZone ? t('yours', { zone }) : zone }
  })
}
