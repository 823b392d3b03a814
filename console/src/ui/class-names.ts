// Joins class names, leaving out what is off. It resolves no conflicts: write utilities that do not contradict
// each other.
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
