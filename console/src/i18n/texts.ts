// Texts with typed keys and typed arguments, inferred from the English text: t('unread', { count }) does not
// compile without count. A feature keeps its own texts beside its pages, so that they travel in its chunk. The English
// sentence is also the key under which catalogs/ holds the other languages; what a catalog lacks is shown in English.
// A text is plain characters with {names}, never markup, and a plural is an object of forms chosen by Intl.PluralRules.
import { digestOf } from './digest.ts'
import { isolate, isolateFigures } from './isolate.ts'
import { isRightToLeft, language, locale } from './language.ts'

const pluralRules = new Intl.PluralRules(locale)
const integers = new Intl.NumberFormat(locale)

/** A sentence whose form depends on {count}; `other` is required, the rest as English needs them. */
export type PluralText = { readonly other: string; readonly one?: string; readonly zero?: string }
/** The same in any language: the forms that Intl.PluralRules tells apart in it. */
export type Forms = { readonly other: string } & { readonly [Rule in Intl.LDMLPluralRule]?: string }
/**
 * Translations by English sentence (of a plural: its form `other`). Where one sentence means two things, the key of the
 * text and a bar come before it: 'open|Open'.
 */
export type Catalog = Readonly<Record<string, string | Forms>>
type Texts = Readonly<Record<string, string | PluralText>>

type ArgNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | ArgNames<Rest> : never
/** A plural takes {count} even where its words leave it out, as the unit beside a number does. */
type NamesOf<T> = T extends string ? ArgNames<T> : T extends PluralText ? ArgNames<T['other']> | 'count' : never
type ArgsOf<T> = { [Name in NamesOf<T>]: Name extends 'count' ? number : string | number }
type Translate<C extends Texts> = {
  <K extends keyof C & string>(key: K, ...args: [NamesOf<C[K]>] extends [never] ? [] : [ArgsOf<C[K]>]): string
  /** Whether there is such a text, for a key that comes from elsewhere. */
  has(key: string): key is keyof C & string
}

/**
 * By digest of the sentence, as catalogs arrive; sentences of the server with {names} as they are.
 * None in English.
 */
const translations: Record<string, string | Forms> = {}

/** Takes what `catalogs.ts` loaded. */
export function addTranslations(loaded: Catalog): void {
  for (const [sentence, text] of Object.entries(loaded)) translations[sentence] = isRightToLeft ? ordered(text) : text
}

function ordered(text: string | Forms): string | Forms {
  if (typeof text === 'string') return isolateFigures(text)
  const forms = Object.entries(text).map(([rule, form]) => [rule, isolateFigures(form)])
  return Object.fromEntries(forms) as Forms
}

/** What is put between words; as it is where they run in the direction of figures. */
export const isolated: (value: string) => string = isRightToLeft ? isolate : (value) => value

/** Sentences of the server that have values in them, with their translations. */
export function serverTemplates(): [string, string][] {
  const isTemplate = (entry: [string, string | Forms]): entry is [string, string] =>
    entry[0].includes('{') && typeof entry[1] === 'string'
  return Object.entries(translations).filter(isTemplate)
}

/** What a catalog has for a sentence, or nothing. */
export function findTranslation(key: string, sentence: string): string | Forms | undefined {
  if (language === 'en') return undefined
  return translations[digestOf(`${key}|${sentence}`)] ?? translations[digestOf(sentence)]
}

function choose(text: string | Forms, count: unknown): string {
  if (typeof text === 'string') return text
  if (typeof count !== 'number') return text.other
  if (count === 0 && text.zero !== undefined) return text.zero
  return text[pluralRules.select(count)] ?? text.other
}

/**
 * Fills {names}; numbers are grouped as the language groups them, and an unknown name stays visible instead of
 * vanishing.
 */
export function fill(text: string, args: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = args[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? integers.format(value) : isolated(value)
  })
}

/** Makes the `t` of one feature from its English texts. */
export function defineTexts<const C extends Texts>(texts: C): Translate<C> {
  const known = new Map<string, string | Forms>()
  function translate(key: keyof C & string, ...rest: readonly unknown[]): string {
    const args = (rest[0] ?? {}) as Readonly<Record<string, string | number>>
    const english = texts[key]
    if (english === undefined) throw new Error(`No text is named ${key}.`)
    let text = known.get(key)
    if (text === undefined) {
      text = findTranslation(key, typeof english === 'string' ? english : english.other) ?? english
      known.set(key, text)
    }
    return fill(choose(text, args['count']), args)
  }
  const has = (key: string): key is keyof C & string => Object.hasOwn(texts, key)
  return Object.assign(translate, { has })
}
