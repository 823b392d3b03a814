// Texts with typed keys and typed arguments, inferred from the English sentence: t('unread', { count }) does not
// compile without count. A feature keeps its own texts beside its pages, so that they travel in its chunk. English
// is the only language for now; a text is plain characters with {names}, never markup, and a plural is an object
// of forms chosen by Intl.PluralRules.
const language = 'en'
const pluralRules = new Intl.PluralRules(language)
const integers = new Intl.NumberFormat(language)

/** A sentence whose form depends on {count}; `other` is required, the rest as the language needs them. */
export type PluralText = { readonly other: string; readonly one?: string; readonly zero?: string }
type Catalog = Readonly<Record<string, string | PluralText>>

type ArgNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | ArgNames<Rest> : never
type TextOf<T> = T extends string ? T : T extends PluralText ? T['other'] : never
type ArgsOf<T> = { [Name in ArgNames<TextOf<T>>]: Name extends 'count' ? number : string | number }
type Translate<C extends Catalog> = <K extends keyof C & string>(
  key: K,
  ...args: [ArgNames<TextOf<C[K]>>] extends [never] ? [] : [ArgsOf<C[K]>]
) => string

function choose(text: string | PluralText, count: unknown): string {
  if (typeof text === 'string') return text
  if (typeof count !== 'number') return text.other
  if (count === 0 && text.zero !== undefined) return text.zero
  const form = pluralRules.select(count)
  return form === 'one' && text.one !== undefined ? text.one : text.other
}

/**
 * Fills {names}; numbers are grouped as the language groups them, and an unknown name stays visible instead of
 * vanishing.
 */
export function fill(text: string, args: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = args[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? integers.format(value) : value
  })
}

/** Makes the `t` of one feature from its English texts. */
export function defineTexts<const C extends Catalog>(catalog: C): Translate<C> {
  return (key, ...rest) => {
    const args = (rest[0] ?? {}) as Readonly<Record<string, string | number>>
    const text = catalog[key]
    if (text === undefined) throw new Error(`No text is named ${key}.`)
    return fill(choose(text, args['count']), args)
  }
}
