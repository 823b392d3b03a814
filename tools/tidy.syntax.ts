// Guarantees the few facts that the rules need of a source file (imports, functions, texts, calls), read by a real
// parser. It deliberately uses the parser that comes with Vitest: TypeScript 7 has no stable programming interface, and
// a counter of braces is wrong in the first template string.
import { parseAst } from 'vitest/node'

export type Import = { specifier: string; names: string[]; line: number; isTypeOnly: boolean }
/** `ownLines` leaves out the functions declared directly in the body, as a class would leave out its methods. */
export type FunctionSpan = { name: string; line: number; lines: number; ownLines: number; isSuite: boolean }
export type Located = { text: string; line: number }

export type Syntax = {
  imports: Import[]
  functions: FunctionSpan[]
  /** Strings and templates; a value put into a template reads as `?`. */
  texts: Located[]
  /**
   * Member accesses and the calls of plain names, as written: `process.env`, `Math.random`, `randomUUID()`, `new
   * Date()`.
   */
  accesses: Located[]
  /** `export * from` and `export default`, by line. */
  starExports: number[]
  defaultExports: number[]
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** Throws SyntaxError when the text is not TypeScript. */
export function readSyntax(path: string, text: string): Syntax {
  const lineOf = lineCounter(text)
  const syntax: Syntax = { imports: [], functions: [], texts: [], accesses: [], starExports: [], defaultExports: [] }
  const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
  visit(program, undefined, (node, parent) => {
    readImport(node, lineOf, syntax)
    readFunction(node, parent, lineOf, syntax)
    readText(node, lineOf, syntax)
    readAccess(node, lineOf, syntax)
  })
  return syntax
}

function visit(node: Node, parent: Node | undefined, look: (node: Node, parent: Node | undefined) => void): void {
  look(node, parent)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, look)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function readImport(node: Node, lineOf: (offset: number) => number, syntax: Syntax): void {
  const line = lineOf(node.start)
  if (node.type === 'ExportDefaultDeclaration') syntax.defaultExports.push(line)
  if (node.type === 'ExportAllDeclaration') syntax.starExports.push(line)
  const kinds = [
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ]
  if (!kinds.includes(node.type)) return
  const source = node['source']
  if (!isNode(source) || typeof source['value'] !== 'string') return
  const isTypeOnly = node['importKind'] === 'type' || node['exportKind'] === 'type' || node.type === 'TSImportType'
  const names = Array.isArray(node['specifiers']) ? node['specifiers'].map(({ imported }) => nameOf(imported)) : ['*']
  syntax.imports.push({ specifier: source['value'], names, line, isTypeOnly })
}

function readFunction(node: Node, parent: Node | undefined, lineOf: (offset: number) => number, syntax: Syntax): void {
  if (!['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type)) return
  const line = lineOf(node.start)
  const isSuite = parent?.type === 'CallExpression' && /^(test\.)?describe\b/.test(nameOf(parent['callee']))
  const named = [node['id'], parent?.['id'], parent?.['key']].map(nameOf).find((name) => name !== '')
  const lines = countLines(node, lineOf)
  const ownLines = lines - declaredInside(node).reduce((sum, inner) => sum + countLines(inner, lineOf), 0)
  syntax.functions.push({ name: named ?? 'a function', line, lines, ownLines, isSuite })
}

function countLines(node: Node, lineOf: (offset: number) => number): number {
  return lineOf(node.end - 1) - lineOf(node.start) + 1
}

function declaredInside(node: Node): Node[] {
  const body = isNode(node['body']) ? node['body']['body'] : undefined
  if (!Array.isArray(body)) return []
  return body.filter((statement) => isNode(statement) && statement.type === 'FunctionDeclaration')
}

function readText(node: Node, lineOf: (offset: number) => number, syntax: Syntax): void {
  if (node.type === 'Literal' && typeof node['value'] === 'string') {
    syntax.texts.push({ text: node['value'], line: lineOf(node.start) })
  }
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return
  const parts = (node['quasis'] as { value: { raw: string } }[]).map((quasi) => quasi.value.raw)
  syntax.texts.push({ text: parts.join('?'), line: lineOf(node.start) })
}

function readAccess(node: Node, lineOf: (offset: number) => number, syntax: Syntax): void {
  const line = lineOf(node.start)
  if (node.type === 'MemberExpression') syntax.accesses.push({ text: nameOf(node), line })
  const isBareCall = node.type === 'CallExpression' && isNode(node['callee']) && node['callee'].type === 'Identifier'
  if (isBareCall) syntax.accesses.push({ text: `${nameOf(node['callee'])}()`, line })
  const argumentList = node['arguments']
  if (node.type === 'NewExpression' && Array.isArray(argumentList) && argumentList.length === 0) {
    syntax.accesses.push({ text: `new ${nameOf(node['callee'])}()`, line })
  }
}

/** `a.b.c` as written; a computed or called part reads as `?`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type !== 'MemberExpression') return node.type === 'CallExpression' ? nameOf(node['callee']) : ''
  const property = node['property']
  const literal = isNode(property) && property.type === 'Literal' ? String(property['value']) : '?'
  return `${nameOf(node['object']) || '?'}.${node['computed'] === true ? literal : nameOf(property)}`
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
