import { expect, test } from 'vitest'
import { foldUtilities, withoutOldBrowsers } from './styles.plugin.ts'

function registered(name: string, initial?: string): string {
  const value = initial === undefined ? '' : ` initial-value: ${initial};`
  return `@property ${name} { syntax: "*"; inherits: false;${value} }\n`
}

/** On one line, without the space that is no matter. */
function flat(styles: string): string {
  return styles.replaceAll(/\s+/g, ' ').trim()
}

test('what no rule sets is its initial value, or what is meant without one', () => {
  const styles = `.a { box-shadow: var(--tw-inset), var(--tw-own); } .b { --tw-own: 1px red; } .c { color: var(--tw-none, blue); filter: var(--tw-blur,) sepia(1); }`
  const all = styles + registered('--tw-inset', '0 0 #0000') + registered('--tw-own', '0 0 #0000')
  expect(flat(foldUtilities(all))).toBe(
    `.a { box-shadow: var(--tw-own); } .b { --tw-own: 1px red; } .c { color: blue; filter: sepia(1); } ${flat(registered('--tw-own', '0 0 #0000'))}`,
  )
})

test('what is set to its initial value only is that value, and set no more', () => {
  const styles = `.a { --tw-content: ""; content: var(--tw-content); }${registered('--tw-content', '""')}`
  expect(flat(foldUtilities(styles))).toBe('.a { content: ""; }')
})

test('what another rule can set is still read', () => {
  const styles = '.a { line-height: var(--tw-leading, calc(1 / 2)); } .b { --tw-leading: 2; line-height: 2; }'
  expect(flat(foldUtilities(styles))).toBe(styles)
})

test('what every rule sets that reads it is its value; where one does not set it, nothing is', () => {
  expect(flat(foldUtilities('.a { --tw-blur: blur(2px); filter: var(--tw-blur,); }'))).toBe('.a { filter: blur(2px); }')
  const shared = '.a { --tw-blur: blur(2px); filter: var(--tw-blur,); } .b { filter: var(--tw-blur,) sepia(1); }'
  expect(flat(foldUtilities(shared))).toBe(shared)
})

test('what nothing reads is not set; the property of a page may be read by a script', () => {
  expect(flat(foldUtilities('.a { --tw-weight: 500; font-weight: 500; }'))).toBe('.a { font-weight: 500; }')
  expect(foldUtilities('.a { --bar: 2rem; }')).toBe('.a { --bar: 2rem; }')
})

test('of a mixed colour only the mixed one is left', () => {
  const mixes = '@supports (color: color-mix(in lab, red, red))'
  const inside = `.a { color: red; ${mixes} { color: color-mix(in oklab, red 5%, blue); } }`
  expect(flat(withoutOldBrowsers(inside))).toBe('.a { color: color-mix(in oklab, red 5%, blue); }')
  const after = `\n.a:hover { color: red; }\n${mixes} {\n .a:hover { color: color-mix(in oklab, red 5%, blue); } }`
  expect(flat(withoutOldBrowsers(after))).toBe('.a:hover { color: color-mix(in oklab, red 5%, blue); }')
})

test('a rule that only ends like the mixed one keeps its colour', () => {
  const mixes = '@supports (color: color-mix(in lab, red, red))'
  const styles = `\n.b, .a { color: red; }\n${mixes} {\n .a { color: color-mix(in oklab, red 5%, blue); } }`
  expect(withoutOldBrowsers(styles)).toBe(styles)
  expect(flat(withoutOldBrowsers(`.a { margin: 0; ${mixes} { color: blue; } }`))).toContain('margin: 0;')
})
