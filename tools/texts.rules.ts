// Guarantees what is known of the console's texts without running it: every English text by its file and key, every
// sentence that the server can send, every text that stands in JSX, and what a catalog of another language lacks. It
// reads the source with the parser of the other rules; it deliberately judges no wording.
import { parseAst } from 'vitest/node'
import {
  catalogNameOf,
  catalogParts,
  partOf,
  serverCatalogs,
  type CatalogPart,
} from '../console/src/i18n/catalogs.parts.ts'
import type { Catalog, Forms } from '../console/src/i18n/texts.ts'
import { isTestCode, type ProjectFile } from './tidy.files.ts'

export type English = string | Readonly<Record<string, string>>
/** One text: where it stands, under which key, and the catalog that translates it, with who loads that. */
export type SourceText = { path: string; catalog: string; part: CatalogPart; key: string; english: English }
/** Catalog name → what it translates. */
export type Catalogs = ReadonlyMap<string, Catalog>

type Node = { type: string; start: number; end: number; [key: string]: unknown }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function visit(node: Node, look: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  look(node, parent)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, look, node)
  }
}

function parse({ path, text }: ProjectFile): Node {
  return parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
}

function stringOf(node: unknown): string | null {
  return isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type === 'MemberExpression') return nameOf(node['property'])
  return stringOf(node) ?? ''
}

function propertiesOf(node: unknown): { key: string; value: unknown }[] {
  if (!isNode(node) || node.type !== 'ObjectExpression' || !Array.isArray(node['properties'])) return []
  return node['properties']
    .filter(isNode)
    .map((property) => ({ key: nameOf(property['key']), value: property['value'] }))
}

/** Every text given to `defineTexts`, in the order of files and keys. */
export function collectTexts(files: readonly ProjectFile[]): SourceText[] {
  const found: SourceText[] = []
  for (const file of files) {
    if (!/^console\/src\/.*\.tsx?$/.test(file.path) || isTestCode(file.path)) continue
    if (!file.text.includes('defineTexts({')) continue
    visit(parse(file), (node) => {
      if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'defineTexts') return
      const [texts] = Array.isArray(node['arguments']) ? node['arguments'] : []
      for (const { key, value } of propertiesOf(texts)) {
        const forms = propertiesOf(value).map((form) => [form.key, stringOf(form.value) ?? ''])
        const english = stringOf(value) ?? (forms.length > 0 ? (Object.fromEntries(forms) as English) : '')
        found.push({ path: file.path, catalog: catalogNameOf(file.path), part: partOf(file.path), key, english })
      }
    })
  }
  return found
}

const silentFiles = /\.(queries|test|fixture)\.ts$|notice\.(texts|spanish|arabic)|statement|\/demo\//

/** `${min} of ${range.name}` reads `{min} of {name}`; a name that comes again gets a number. */
function templateOf(node: Node): string {
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  const names: string[] = []
  for (const expression of node['expressions'] as unknown[]) {
    const plain = nameOf(expression) || 'value'
    const again = names.filter((name) => name.replace(/\d+$/, '') === plain).length
    names.push(again === 0 ? plain : `${plain}${again + 1}`)
  }
  return quasis
    .map(({ value }, index) => value.cooked + (names[index] === undefined ? '' : `{${names[index]}}`))
    .join('')
}

/** The texts that an expression can become: both branches of a choice, a template and what is put into it. */
function wordsOf(node: unknown): Node[] {
  if (!isNode(node)) return []
  if (node.type === 'ConditionalExpression') return [...wordsOf(node['consequent']), ...wordsOf(node['alternate'])]
  if (node.type !== 'TemplateLiteral') return node.type === 'Literal' ? [node] : []
  return [node, ...(node['expressions'] as unknown[]).flatMap(wordsOf)]
}

/** What happened to whom: descriptions where they are given, and the tables and functions that they are made of. */
function activitiesIn(program: Node): Set<Node> {
  const found = new Set<Node>()
  const add = (value: unknown) => wordsOf(value).forEach((node) => found.add(node))
  visit(program, (node) => {
    if (nameOf(node['key']) === 'description') add(node['value'])
    if (node.type === 'CallExpression' && nameOf(node['callee']) === 'recordFactorChange') {
      for (const { key, value } of (node['arguments'] as unknown[]).flatMap(propertiesOf))
        if (key === 'what') add(value)
    }
    if (node.type === 'VariableDeclarator' && /^wordsOf[A-Z]/.test(nameOf(node['id']))) {
      let table = node['init']
      while (isNode(table) && isNode(table['expression'])) table = table['expression']
      propertiesOf(table).forEach(({ value }) => add(value))
    }
    if (node.type !== 'FunctionDeclaration' || !/^describe[A-Z]/.test(nameOf(node['id']))) return
    visit(node, (part) => {
      if (part.type === 'VariableDeclarator') add(part['init'])
      if (part.type === 'ReturnStatement') add(part['argument'])
    })
  })
  return found
}

/** Sentences of the server that reach a screen as they are, each once, by the file it stands in first. */
export function collectServerTexts(files: readonly ProjectFile[]): SourceText[] {
  const found = new Map<string, SourceText>()
  for (const file of files) {
    const place = serverCatalogs.find(({ paths }) => paths.test(file.path))
    if (place === undefined || !file.path.endsWith('.ts') || isTestCode(file.path) || silentFiles.test(file.path))
      continue
    const program = parse(file)
    const activities = place.catalog === 'contract' ? new Set<Node>() : activitiesIn(program)
    visit(program, (node, parent) => {
      if (nameOf(parent?.['key']) === 'summary' || parent?.type === 'ImportDeclaration') return
      const text = node.type === 'TemplateLiteral' ? templateOf(node) : stringOf(node)
      // What happened to whom ends without a point, and so do the sentences that the specification gives.
      const isActivity = activities.has(node)
      const isMessage = nameOf(parent?.['key']) === 'message' && /^\p{Lu}\p{Ll}+ /u.test(text ?? '')
      if (
        text === null ||
        text.includes('\n') ||
        (!isMessage && !(isActivity ? /\w \w|\} \w/ : /^[A-Z{].* .*\.$/).test(text))
      )
        return
      if (found.has(text)) return
      found.set(text, { path: file.path, catalog: place.catalog, part: place.part, key: '', english: text })
    })
  }
  return [...found.values()]
}

/** The sentence that stands for a text in catalogs. */
export function sentenceOf(english: English): string {
  return typeof english === 'string' ? english : (english['other'] ?? '')
}

/** The names in braces, sorted. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort()
}

/** Whether a text says anything in words; a lone placeholder, a sign or a brand does not. */
export function isTranslatable(english: English): boolean {
  return /\p{L}{2}/u.test(sentenceOf(english).replace(/\{\w+\}/g, ''))
}

/**
 * What the catalogs of one language have for a text, in those that everybody loads who sees it: what stands at the door
 * is in none of users, what users see in none of administrators.
 */
export function translationOf(catalogs: Catalogs, text: SourceText, parts: Parts): string | Forms | undefined {
  const sentence = sentenceOf(text.english)
  const loaded = catalogParts.slice(0, catalogParts.indexOf(text.part) + 1)
  for (const name of [`${text.key}|${sentence}`, sentence]) {
    for (const [catalog, translations] of catalogs) {
      const isLoaded = loaded.includes(parts.get(catalog) ?? 'admin')
      if (isLoaded && Object.hasOwn(translations, name)) return translations[name]
    }
  }
  return undefined
}

/** Catalog name → who loads it. */
export type Parts = ReadonlyMap<string, CatalogPart>

export function partsOfTexts(texts: readonly SourceText[]): Parts {
  return new Map(texts.map(({ catalog, part }) => [catalog, part]))
}

/** The texts that a language lacks, each sentence once, in the first file of those that most people load. */
export function findMissing(catalogs: Catalogs, texts: readonly SourceText[]): SourceText[] {
  const parts = partsOfTexts(texts)
  const seen = new Set<string>()
  const inOrder = catalogParts.flatMap((part) => texts.filter((text) => text.part === part))
  return inOrder.filter((text) => {
    const sentence = sentenceOf(text.english)
    // A translation for one key says nothing to the others that have the same sentence.
    if (!isTranslatable(text.english) || translationOf(catalogs, text, parts) !== undefined) return false
    const isFirst = !seen.has(sentence)
    seen.add(sentence)
    return isFirst
  })
}

/** Faults of translations: other placeholders than the English has, forms that the language needs and lacks. */
export function findFaulty(catalogs: Catalogs, texts: readonly SourceText[], forms: readonly string[]): string[] {
  const faults: string[] = []
  const parts = partsOfTexts(texts)
  for (const text of texts) {
    const translation = translationOf(catalogs, text, parts)
    if (translation === undefined) continue
    const sentence = sentenceOf(text.english)
    const place = `${text.path} ${text.key}: '${sentence}'`
    if (typeof translation === 'string') {
      if (placeholdersOf(translation).join() !== placeholdersOf(sentence).join()) {
        faults.push(`${place} has other placeholders than '${translation}'`)
      }
      if (typeof text.english !== 'string') faults.push(`${place} is a plural, its translation is not`)
      continue
    }
    const lacking = forms.filter((form) => !Object.hasOwn(translation, form))
    if (lacking.length > 0) faults.push(`${place} lacks the forms ${lacking.join(', ')}`)
    const known = placeholdersOf(sentence)
    for (const form of Object.values<string>(translation)) {
      // 'one' may say "a message" instead of "1 message".
      const strange = placeholdersOf(form).filter((name) => !known.includes(name))
      const left = known.filter((name) => name !== 'count' && !placeholdersOf(form).includes(name))
      if (strange.length + left.length > 0) faults.push(`${place} has other placeholders than '${form}'`)
    }
  }
  return faults
}

/** Translations of sentences that nothing says any more. */
export function findUnused(catalogs: Catalogs, texts: readonly SourceText[]): string[] {
  const used = new Set(texts.flatMap(({ key, english }) => [sentenceOf(english), `${key}|${sentenceOf(english)}`]))
  return [...catalogs].flatMap(([name, catalog]) =>
    Object.keys(catalog)
      .filter((sentence) => !used.has(sentence))
      .map((sentence) => `${name}.catalog.ts: '${sentence}'`),
  )
}

/** Sentences that two catalogs of one language translate, and differently: the page would show either. */
export function findContradictions(catalogs: Catalogs): string[] {
  const first = new Map<string, { name: string; text: string }>()
  const faults: string[] = []
  for (const [name, catalog] of catalogs) {
    for (const [sentence, translation] of Object.entries(catalog)) {
      const text = JSON.stringify(translation)
      const other = first.get(sentence)
      if (other === undefined) first.set(sentence, { name, text })
      else if (other.text !== text) faults.push(`'${sentence}': ${other.name} says ${other.text}, ${name} says ${text}`)
    }
  }
  return faults
}

const spokenAttributes =
  /^(alt|aria-description|aria-label|aria-roledescription|description|hint|label|placeholder|title)$/

/** Text in JSX itself, where no catalog finds it, as path:line. `allowed` are texts that no language changes. */
export function findLiteralTexts(file: ProjectFile, allowed: ReadonlySet<string>): string[] {
  const found: string[] = []
  if (!/^console\/src\/.*\.tsx$/.test(file.path)) return found
  const report = (node: Node, text: string) => {
    if (!/\p{L}{2}/u.test(text.replace(/&\w+;/g, '')) || allowed.has(text.trim())) return
    found.push(`${file.path}:${file.text.slice(0, node.start).split('\n').length} '${text.trim()}'`)
  }
  visit(parse(file), (node, parent) => {
    if (node.type === 'JSXText') report(node, String(node['value']))
    if (node.type === 'JSXAttribute' && isNode(node['name'])) {
      const text = stringOf(node['value'])
      if (text !== null && spokenAttributes.test(String(node['name']['name']))) report(node, text)
    }
    if (parent?.type === 'JSXExpressionContainer' && stringOf(node) !== null) {
      // A string in braces between tags is text; as the value of an attribute it was judged above.
      const text = stringOf(node) ?? ''
      if (/^\p{Lu}\p{Ll}+( |$)/u.test(text) && text.includes(' ')) report(node, text)
    }
  })
  return found
}
