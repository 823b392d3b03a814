// Lines of a trace as text, and which of them fit a filter. Pure.
import type { TraceLine } from './use-trace.ts'

const LINKS = /^enquire_link(_resp)?$/

/** '09:41:07.123': of the reader's own day. */
export function clockText(atMs: number): string {
  const at = new Date(atMs)
  const parts = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0'))
  return `${parts.join(':')}.${String(at.getMilliseconds()).padStart(3, '0')}`
}

/** One line, as it is copied and saved. */
export function lineText(line: TraceLine): string {
  const { atMs, direction, command, sequence, statusText, octets, tookMs, peer, fields } = line
  const parts = [
    new Date(atMs).toISOString(),
    direction === 'in' ? '<-' : '->',
    command,
    ...(sequence === null ? [] : [`#${sequence}`]),
    ...(statusText === null ? [] : [statusText]),
    ...(tookMs === null ? [] : [`${Math.round(tookMs)}ms`]),
    ...(octets === 0 ? [] : [`${octets} octets`]),
    peer,
    ...fields.map(([name, value]) => `${name}=${value}`),
  ]
  return parts.join(' ')
}

/** Those that contain every word, newest first as given. */
export function fittingLines(
  lines: readonly TraceLine[],
  filter: { text: string; hidesLinks: boolean },
): readonly TraceLine[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return lines.filter((line) => {
    if (filter.hidesLinks && LINKS.test(line.command)) return false
    if (words.length === 0) return true
    const text = lineText(line).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
