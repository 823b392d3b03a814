// Reading filters out of an address. An address is typed, pasted and old, so anything unusable is dropped, never
// an error: the page then shows its default view.
export type RawSearch = Readonly<Record<string, unknown>>

const textLengthMax = 300
const firstDay = '2000-01-01'

/** Text, trimmed; undefined when empty. Numbers are taken too, because the router reads ?search=4477 as one. */
export function textOf(raw: RawSearch, name: string): string | undefined {
  const value = raw[name]
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim().slice(0, textLengthMax)
  return text === '' ? undefined : text
}

/** Whether it is a day that can be asked for, 'yyyy-mm-dd'. */
export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text) || text < firstDay) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** One of a closed list; undefined for anything else. */
export function choiceOf<const T extends string>(raw: RawSearch, name: string, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === raw[name])
}

/** A flag that is only ever written when it is on. */
export function flagOf(raw: RawSearch, name: string): true | undefined {
  return raw[name] === true || raw[name] === 'true' || raw[name] === 1 ? true : undefined
}

/** Leaves out what is undefined, so that an address says only what differs from the default view. */
export function compact<T extends Readonly<Record<string, unknown>>>(
  search: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
