// What this browser remembers about looks (never anything secret): one key each, JSON, and a fallback when the
// value is missing, broken or storage is forbidden. A broken value is removed, so that it cannot break the next
// visit too.
type Guard<T> = (value: unknown) => value is T

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** The remembered value under `inrange.{name}`, or `fallback`. */
export function readPreference<T>(name: string, isValid: Guard<T>, fallback: T): T {
  const text = storage()?.getItem(`inrange.${name}`)
  if (text === null || text === undefined) return fallback
  try {
    const value: unknown = JSON.parse(text)
    if (isValid(value)) return value
  } catch {
    // Not JSON: removed below like any other value that cannot be used.
  }
  forgetPreference(name)
  return fallback
}

/** Remembers a value; a full or forbidden storage only means that it is not remembered. */
export function writePreference(name: string, value: unknown): void {
  try {
    storage()?.setItem(`inrange.${name}`, JSON.stringify(value))
  } catch {
    // Quota or privacy mode.
  }
}

export function forgetPreference(name: string): void {
  try {
    storage()?.removeItem(`inrange.${name}`)
  } catch {
    // Privacy mode.
  }
}
