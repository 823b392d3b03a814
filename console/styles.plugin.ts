// Says in the styles only what is not known beforehand. The utilities are written so that any of them may stand beside
// any other: through some sixty properties of their own, most of which nothing here ever sets. What is always the
// same is written in its place, before the styles are minified; the rules themselves, and their order, stay.
import type { Plugin } from 'vite'

/** Only the properties of utilities: what else stands in a sheet may be set by a script. */
const ownProperty = /--tw-[\w-]+/
const registration = /@property (--tw-[\w-]+) \{([^}]*)\}/g
const setting = /(?<=[{;]\s*)(--tw-[\w-]+): ([^;{}]*);/g
const reading = /var\((--tw-[\w-]+)/g
/** For browsers that do not know @property, all of which are older than the oldest that is built for. */
const initialValues = /@layer properties \{\s*@supports [^{]*\{[^{}]*\{[^{}]*\}\s*\}\s*\}/
/** For browsers that cannot mix colours, which are older still: within a rule, or a whole rule before the same one. */
const mixing = String.raw`\s*@supports \(color: color-mix\(in lab, red, red\)\) \{\s*`
const unmixedValue = new RegExp(String.raw`([\w-]+): [^;{}]*;${mixing}(\1: [^{}]*)\}`, 'g')
const unmixedRule = new RegExp(String.raw`(?<=\n\s*)([^\s@{}][^{}\n]*) \{[^{}]*\}${mixing}(\1 \{[^{}]*\})\s*\}`, 'g')
/** Every border is solid from the first rule on, and no utility sets the style of an element that another one drew. */
const borderStyle = /(?<=[{;]\s*)border(-[\w-]+)?-style: var\(--tw-border-style\);/g
/** Colours of gradients move with the others, where there are any. */
const gradients = /(?:, --tw-gradient-\w+)+(?=[,;])/g
const noShadow = /\b0 0 #0000,\s*/g

/** Where the bracket ends that is open at `from`; the length of the text where none does. */
function closingBracket(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

/** Every `var(--tw-…)`, from the inside out, as `valueOf` has it; as it stands where that knows nothing. */
function replaceReadings(
  styles: string,
  valueOf: (name: string, fallback: string | undefined) => string | undefined,
): string {
  const parts = styles.split('var(')
  let read = parts.pop() ?? ''
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const end = closingBracket(read, 0)
    const inside = read.slice(0, end)
    const comma = inside.indexOf(',')
    const name = (comma === -1 ? inside : inside.slice(0, comma)).trim()
    const fallback = comma === -1 ? undefined : inside.slice(comma + 1).trim()
    const value = ownProperty.test(name) ? valueOf(name, fallback) : undefined
    read = `${part}${value ?? `var(${inside})`}${read.slice(end + 1)}`
  }
  return read
}

/** A property that every rule which reads it sets before is no more than a name for a value in that rule. */
function inlineLocals(styles: string): string {
  const rules = /(?<=\{)[^{}]*(?=\})/g
  const readOutside = new Set<string>()
  for (const [body] of styles.matchAll(rules)) {
    const known = new Set([...`{${body}`.matchAll(setting)].map(([, name]) => name))
    for (const [, name = ''] of body.matchAll(reading)) if (!known.has(name)) readOutside.add(name)
  }
  return styles.replace(rules, (body) => {
    const known = new Map([...`{${body}`.matchAll(setting)].map(([, name = '', value = '']) => [name, value]))
    return replaceReadings(body, (name) => (readOutside.has(name) ? undefined : known.get(name)))
  })
}

/** The styles without what browsers that are older than the oldest that is built for would need. */
export function withoutOldBrowsers(styles: string): string {
  return styles.replace(initialValues, '').replace(unmixedValue, '$2').replace(unmixedRule, '$2')
}

/** The styles with every property of utilities that has one value only, or is never read, written where it is meant. */
export function foldUtilities(styles: string): string {
  const initial = new Map<string, string | undefined>()
  for (const [, name = '', body = ''] of styles.matchAll(registration)) {
    initial.set(name, /initial-value: ([^;]*);/.exec(body)?.[1])
  }
  let folded = styles.replace(registration, '').replace(borderStyle, '')
  for (let before = ''; before !== folded;) {
    before = folded
    const set = new Set<string>()
    for (const [, name = '', value] of folded.matchAll(setting)) if (value !== initial.get(name)) set.add(name)
    folded = replaceReadings(folded, (name, fallback) => (set.has(name) ? undefined : (initial.get(name) ?? fallback)))
    folded = inlineLocals(folded)
    const read = new Set([...folded.matchAll(reading)].map(([, name]) => name))
    folded = folded.replace(setting, (text, name: string) => (read.has(name) ? text : ''))
  }
  const left = [...styles.matchAll(registration)].filter(([, name = '']) => folded.includes(`var(${name}`))
  return [folded.replace(noShadow, '').replace(gradients, ''), ...left.map(([text]) => text)].join('\n')
}

export function leanStyles(): Plugin {
  return {
    name: 'lean-styles',
    apply: 'build',
    // After tailwind, which writes the styles, and before they are minified.
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (styles) => ({ code: foldUtilities(withoutOldBrowsers(styles)), map: null }),
    },
  }
}
