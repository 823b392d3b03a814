// Sentences that the server wrote, in the language of the page: messages of errors and fields, and what happened to
// whom. They are found as they are, or by the pattern of a sentence with values in it. An error without a translation
// of its own says what errors of its code say; any other sentence stays in English rather than being left out.
import { language } from './language.ts'
import { fill, findTranslation, serverTemplates } from './texts.ts'

type Pattern = { matches: RegExp; names: string[]; translation: string }

/** A value in a sentence may be a sentence or a word of ours itself, and may hold one. */
const depthMax = 2

let patterns: Pattern[] = []
let messagesByCode: Readonly<Record<string, { message: string }>> = {}

/** Takes the registry of errors, which the first load leaves out. */
export function knowErrors(errorCodes: Readonly<Record<string, { message: string }>>): void {
  messagesByCode = errorCodes
}

/** 'At least {min} {unit}.' as an expression that finds min and unit. */
function patternOf([template, translation]: [string, string]): Pattern {
  const names: string[] = []
  const source = template.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    names.push(part)
    return '(.+?)'
  })
  return { matches: new RegExp(`^${source.join('')}$`, 'u'), names, translation }
}

/** Those that say most of themselves come first: '{name} was created' must not take what another one tells better. */
function readPatterns(): Pattern[] {
  const templates = serverTemplates()
  if (patterns.length === templates.length) return patterns
  const words = (template: string) => template.replace(/\{\w+\}/g, '').length
  patterns = templates.sort(([one], [other]) => words(other) - words(one)).map(patternOf)
  return patterns
}

function find(sentence: string, depth: number): string | null {
  const exact = findTranslation('', sentence)
  if (exact !== undefined) return typeof exact === 'string' ? exact : exact.other
  if (depth === depthMax) return null
  for (const { matches, names, translation } of readPatterns()) {
    const match = matches.exec(sentence)
    if (match === null) continue
    const values = names.map((name, index) => {
      const value = match[index + 1] ?? ''
      return [name, find(value, depth + 1) ?? value]
    })
    return fill(translation, Object.fromEntries(values) as Record<string, string>)
  }
  return null
}

/** A sentence of the server in the language of the page. */
export function serverText(sentence: string): string {
  return language === 'en' ? sentence : (find(sentence, 0) ?? sentence)
}

/** The message of an error in the language of the page. */
export function errorText(code: string, message: string): string {
  if (language === 'en') return message
  return find(message, 0) ?? find(messagesByCode[code]?.message ?? '', 0) ?? message
}
