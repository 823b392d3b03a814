// Guarantees who may import whom: parts along imports.edges.ts, slices through their one door, no cycle, no import of
// tests. Written here because no dependency checker reads TypeScript 7 yet. It deliberately does not follow packages
// from npm: knip says which of them are undeclared or unused.
import { posix } from 'node:path'
import { consoleEdges, parts, serverEdges } from './imports.edges.ts'
import { isTestCode } from './tidy.files.ts'
import { isPure, type Finding, type SourceFile } from './tidy.rules.ts'
import type { Import } from './tidy.syntax.ts'

type Edge = { from: string; to: string; line: number; isTypeOnly: boolean }

/** All findings over the whole tree: a cycle is nobody's alone. */
export function checkImports(files: readonly SourceFile[]): Finding[] {
  const known = new Set(files.map(({ path }) => path))
  const edges = files.flatMap((file) => file.syntax.imports.flatMap((found) => edgeOf(file.path, found)))
  const ours = edges.filter(({ to }) => known.has(to))
  return [
    ...files.flatMap(checkOutside),
    ...edges.filter(({ to }) => !known.has(to) && /\.[a-z]+$/.test(to)).flatMap(checkWrittenOut),
    ...ours.flatMap(checkPart),
    ...ours.flatMap(checkDoor),
    ...ours.flatMap(checkTestsStayOut),
    ...findCycles(ours),
  ]
}

/** The edges of `imports.edges.ts` that nothing uses any more. */
export function findIdleEdges(files: readonly SourceFile[]): string[] {
  const used = new Set(
    files
      .filter(({ path }) => !isTestCode(path))
      .flatMap((file) => file.syntax.imports.flatMap((found) => edgeOf(file.path, found)))
      .map(({ from, to }) => `${sliceOf(from)} ${sliceOf(to)}`),
  )
  return [...Object.keys(serverEdges), ...Object.keys(consoleEdges)].filter((edge) => !used.has(edge))
}

function edgeOf(from: string, { specifier, line, isTypeOnly }: Import): Edge[] {
  const to = resolve(from, specifier)
  return to === undefined ? [] : [{ from, to, line, isTypeOnly }]
}

/** The path an import means, or undefined for a package. Workspaces export their `src`, file by file. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const [, workspace, ...rest] = specifier.startsWith('@inrange/') ? specifier.split('/') : []
  if (workspace === undefined) return undefined
  const folder = workspace === 'smpp' || workspace === 'contract' ? `packages/${workspace}` : workspace
  return `${folder}/src/${rest.join('/')}.ts`
}

function checkWrittenOut({ from, to, line }: Edge): Finding[] {
  if (/\.(css|json|svg)$/.test(to)) return []
  const remedy = `There is no ${to}: write the whole name with its .ts ending.`
  return [{ path: from, line, rule: 'an import names its file', remedy }]
}

function partOf(path: string): (typeof parts)[number] | undefined {
  return parts.find(({ paths }) => paths.test(path))
}

function checkPart({ from, to, line }: Edge): Finding[] {
  const [source, target] = [partOf(from), partOf(to)]
  if (!source || !target) {
    const path = source ? to : from
    return [{ path, line, rule: 'every file belongs to a part', remedy: 'Add the part to tools/imports.edges.ts.' }]
  }
  if (source === target || source.mayImport.includes(target.name)) return []
  // A test may use anything of its own side; server and console never meet, not even there.
  const sides = [from, to].map((path) => path.startsWith('console/'))
  if (isTestCode(from) && sides[0] === sides[1]) return []
  const remedy = `${source.name} may import ${[...source.mayImport].join(', ') || 'nothing of ours'}. Turn the dependency round, or pass it in where things are composed.`
  return [{ path: from, line, rule: `${source.name} does not import ${target.name}`, remedy }]
}

/** The slice a path belongs to; the pipeline counts as one. */
function sliceOf(path: string): string | undefined {
  return /^(?:server|console)\/src\/(?:features\/)?([^/]+)\//.exec(path)?.[1]
}

function checkDoor({ from, to, line }: Edge): Finding[] {
  if (isTestCode(from)) return []
  if (!/^(server|console)\/src\/features\//.test(to)) return []
  const [source, target] = [sliceOf(from), sliceOf(to)]
  if (source === target) return []
  const findings: Finding[] = []
  const isServer = to.startsWith('server/')
  if (isServer && !to.endsWith(`/${target}.public.ts`) && !isWiring(from, to)) {
    const remedy = `Import from ${target}.public.ts, and export there what others may rely on.`
    findings.push({ path: from, line, rule: 'a slice is reached through its public file', remedy })
  }
  const isPeer = /^(server|console)\/src\/features\//.test(from) || from.startsWith('server/src/ingest/')
  const edges = isServer ? serverEdges : consoleEdges
  if (isPeer && !Object.hasOwn(edges, `${source} ${target}`)) {
    const remedy = `Let ${isServer ? 'compose.ts' : 'routes.tsx'} bring the two together, or argue for the edge in tools/imports.edges.ts.`
    findings.push({ path: from, line, rule: `slice ${source} does not reach ${target}`, remedy })
  }
  return findings
}

// Where things are composed the routes are mounted; the demonstration does what an administrator does, by the
// operations, and reads what a carrier would send by the rules.
function isWiring(from: string, to: string): boolean {
  if (from === 'server/src/compose.ts') return to.endsWith('.routes.ts')
  return from.startsWith('server/src/demo/') && /\/[a-z-]+(\.rules)?\.ts$/.test(to)
}

function checkTestsStayOut({ from, to, line }: Edge): Finding[] {
  const mayUseTests =
    isTestCode(from) || /^(bench|tools|e2e|packages\/smpp\/scripts)\//.test(from) || !from.includes('/')
  if (mayUseTests || !isTestCode(to)) return []
  return [
    { path: from, line, rule: 'the program imports no test', remedy: 'Move what both need out of the test code.' },
  ]
}

const pureOfNet = new Set(['BlockList', 'isIP', 'isIPv4', 'isIPv6'])

// What the parts take from outside: decisions touch nothing, and what runs in a browser has no Node.
function checkOutside({ path, syntax }: SourceFile): Finding[] {
  const ioOfNode = 'fs|net|tls|http|https|http2|dns|dgram|child_process|worker_threads|cluster|timers|readline'
  const ioOfPackages = 'pg|kysely|hono(/.*)?|@hono/.*|graphile-worker|pino'
  const io = new RegExp(`^(node:(${ioOfNode})(/.*)?|${ioOfPackages})$`)
  const inBrowser = /^(console\/src|packages\/contract\/src)\//.test(path) && !isTestCode(path)
  return syntax.imports.flatMap(({ specifier, names, line, isTypeOnly }) => {
    // Reading an address as text is a decision, though it comes from node:net.
    const isHarmless = isTypeOnly || (specifier === 'node:net' && names.every((name) => pureOfNet.has(name)))
    if (isPure(path) && !isHarmless && (io.test(specifier) || /\.(queries|runtime)\.ts$/.test(specifier))) {
      const remedy = `Let the operation ask ${specifier}, and pass in the answer.`
      return [{ path, line, rule: 'decisions are pure: no clock, no chance, no I/O', remedy }]
    }
    if (inBrowser && specifier.startsWith('node:')) {
      return [{ path, line, rule: 'what runs in a browser imports no Node', remedy: `Do without ${specifier}.` }]
    }
    return []
  })
}

/** Each cycle once, as its path; imports of types alone vanish before anything runs, and are let be. */
function findCycles(edges: readonly Edge[]): Finding[] {
  const next = new Map<string, Edge[]>()
  for (const edge of edges) if (!edge.isTypeOnly) next.set(edge.from, [...(next.get(edge.from) ?? []), edge])
  const findings: Finding[] = []
  const done = new Set<string>()
  const trail: string[] = []
  const walk = (path: string): void => {
    trail.push(path)
    for (const { to, line } of next.get(path) ?? []) {
      const start = trail.indexOf(to)
      if (start !== -1) {
        const remedy = `${[...trail.slice(start), to].join(' → ')}: move what both need into a third file.`
        findings.push({ path, line, rule: 'no cycles', remedy })
      } else if (!done.has(to)) walk(to)
    }
    trail.pop()
    done.add(path)
  }
  for (const path of next.keys()) if (!done.has(path)) walk(path)
  return findings
}
