// Which modules lie in one file. A page should need few files and little that it does not show: what the entry needs is
// one file, what the frame needs beyond it another, what many pages share a third, and their icons with them.
import type { Plugin } from 'vite'

/**
 * What draws, half of the first visit's code. The entry runs without it, so that it can sign in, find the page and read
 * its code while this is still on its way.
 */
export const drawingModules = /node_modules[\\/](react-dom[\\/](client|cjs[\\/]react-dom-client)|scheduler[\\/])/

/** What the entry needs anyway stays in one file: split off for sharing, each piece compresses worse. */
export const entryModules = new RegExp(
  [
    String.raw`node_modules[\\/](react|react-dom|scheduler)[\\/]`,
    'class-names',
    String.raw`contract[\\/]src[\\/]roles`,
    String.raw`lib[\\/](acting|signed-in-user)\.ts`,
    String.raw`src[\\/]paths`,
  ].join('|'),
)

/** What of the graph of modules can be asked while chunks are made. */
type Graph = {
  getModuleInfo(
    id: string,
  ): { code: string | null; importedIds: readonly string[]; dynamicImporters: readonly string[] } | null
}

/** What is ours and small: charts and libraries are chunks as they come. */
const ownModules = /(console[\\/]src[\\/](?!ui[\\/]chart)|packages[\\/])/
/** What tiles draw; charts use it too. */
const ofSparklines = /console[\\/]src[\\/]ui[\\/]chart\.(sparkline|path|scale|summary|texts)\./
/** Pages of who is not signed in. */
const atTheDoor = /features[\\/]identity[\\/]/
/** Pages that share a piece before it lies with what pages share. */
const PAGES_SHARING = 4
/** Which chunks of their own reach a module without another request: the entry, the frame, pages and overlays. */
const rootsOf = new Map<string, Set<string>>()

/** The file that names every icon there is. */
const iconsIndex = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/

/** The module of each icon by the names it can be imported by. */
function findIcons(graph: Graph, ids: readonly string[]): Map<string, string> {
  const index = ids.find((id) => iconsIndex.test(id))
  const code = index === undefined ? null : (graph.getModuleInfo(index)?.code ?? null)
  if (index === undefined || code === null) throw new Error('The index of icons is not in the bundle.')
  const icons = new Map<string, string>()
  for (const [, names = '', file = ''] of code.matchAll(/export \{([^}]*)\} from ["']\.\/(icons\/[^"']+)["']/g)) {
    const id = index.replace(/lucide-react\.mjs$/, file)
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) icons.set(name, id)
  }
  return icons
}

/** What a module imports; of icons those that it names, since their index imports all of them. */
function importsOf(graph: Graph, id: string, icons: ReadonlyMap<string, string>): string[] {
  const module = graph.getModuleInfo(id)
  if (module === null || iconsIndex.test(id)) return []
  const names = [...(module.code ?? '').matchAll(/import \{([^}]*)\} from ["']lucide-react["']/g)]
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim().split(' ')[0] ?? '')
  return [...module.importedIds, ...names.flatMap((name) => icons.get(name) ?? [])]
}

function findRoots(graph: Graph, ids: readonly string[]): void {
  const roots = ids.filter(
    (id) => /src[\\/]main\.tsx$/.test(id) || (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0,
  )
  const icons = findIcons(graph, ids)
  for (const root of roots) {
    const waiting = [root]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const known = rootsOf.get(id) ?? new Set()
      if (known.has(root)) continue
      rootsOf.set(id, known.add(root))
      waiting.push(...importsOf(graph, id, icons))
    }
  }
}

/**
 * One file for what the frame needs beyond the entry, and one for what many pages share: in a hundred files of some
 * hundred octets each costs a request, its headers, and worse compression. Null: the bundler's own choice.
 */
export function sharedChunk(id: string): string | null {
  if (ofSparklines.test(id)) return 'sparkline'
  const isIcon = /lucide-react/.test(id)
  if (!isIcon && !ownModules.test(id)) return null
  const roots = [...(rootsOf.get(id) ?? [])]
  if (roots.some((root) => /src[\\/]main\.tsx$/.test(root))) return null
  if (roots.some((root) => /shell[\\/]shell\.tsx$/.test(root))) return 'frame'
  const pages = roots.filter((root) => root.endsWith('.page.tsx') && !atTheDoor.test(root))
  if (pages.length >= PAGES_SHARING) return 'pages'
  if (atTheDoor.test(id) && roots.length > 1) return 'door-pages'
  // Icons that few draw: the first page that everybody sees does not wait for all of them.
  if (!isIcon || roots.length < 2) return null
  return pages.some((page) => /[\\/]dashboard\.page\.tsx$/.test(page)) ? 'pages' : 'icons'
}

/** Reads who needs what, before chunks are made. */
export function readGraph(): Plugin {
  return {
    name: 'read-graph',
    apply: 'build',
    buildEnd() {
      rootsOf.clear()
      findRoots(this, [...this.getModuleIds()])
    },
  }
}
