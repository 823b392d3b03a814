// The time zones that a report can be counted in.
const names = Intl.supportedValuesOf('timeZone')

export const readerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reader's own, UTC and the chosen one first, then all there are. */
export function zoneOptions(chosen: string): { value: string; label: string }[] {
  const first = [...new Set([readerZone, 'UTC', chosen])]
  const all = [...first, ...names.filter((name) => !first.includes(name))]
  return all.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
}
