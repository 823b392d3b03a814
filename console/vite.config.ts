// Builds the console into console/dist and serves it in development with /api and /auth handed to the server.
// Guarantees the first visit a preloaded font and a small entry: every page, form and overlay is a chunk of its own.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { catalogs } from './catalogs.plugin.ts'
import { leanStyles } from './styles.plugin.ts'

// The port that `npm run dev` gives the server beside this one.
const serverUrl = `http://127.0.0.1:${process.env['HTTP_PORT'] ?? '3000'}`
const entryModules = new RegExp(
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
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicImporters: readonly string[] } | null
}

/** What is ours and small: charts and libraries are chunks as they come. */
const ownModules = /(console[\\/]src[\\/](?!ui[\\/]chart)|packages[\\/])/
/** Icons that the same pages draw lie together; fewer octets than this are not worth a request. */
const ICONS_OCTETS_MIN = 8_000
/** Pages that share a piece before it lies with what pages share. */
const PAGES_SHARING = 4
/** Which chunks of their own reach a module without another request: the entry, the frame, pages and overlays. */
const rootsOf = new Map<string, Set<string>>()

function findRoots(graph: Graph, ids: readonly string[]): void {
  const roots = ids.filter(
    (id) => /src[\\/]main\.tsx$/.test(id) || (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0,
  )
  for (const root of roots) {
    const waiting = [root]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const known = rootsOf.get(id) ?? new Set()
      if (known.has(root)) continue
      rootsOf.set(id, known.add(root))
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
    }
  }
}

/**
 * One file for what the frame needs beyond the entry, and one for what many pages share: in a hundred files of some
 * hundred octets each costs a request, its headers, and worse compression.
 */
function sharedChunk(id: string): string | null {
  if (!ownModules.test(id)) return null
  const roots = [...(rootsOf.get(id) ?? [])]
  if (roots.some((root) => /src[\\/]main\.tsx$/.test(root))) return null
  if (roots.some((root) => /shell[\\/]shell\.tsx$/.test(root))) return 'frame'
  const pages = roots.filter((root) => root.endsWith('.page.tsx'))
  return pages.length >= PAGES_SHARING ? 'pages' : null
}

function readGraph(): Plugin {
  return {
    name: 'read-graph',
    apply: 'build',
    buildEnd() {
      rootsOf.clear()
      findRoots(this, [...this.getModuleIds()])
    },
  }
}

/** Preloads the one font file every screen needs; its hashed name is known only once the bundle is written. */
function preloadLatinFont(): Plugin {
  return {
    name: 'preload-latin-font',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const font = Object.keys(context.bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
        if (font === undefined) throw new Error('The latin Inter font is not in the bundle, so nothing can preload it.')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** What somebody who is signed in needs at every address, and the entry does not bring. */
const frameModules = ['/shell/shell.tsx', '/lib/auth-client.ts', '/lib/query.ts']

/** Tells /before-paint.js what it may ask for before the bundle does: the frame, and the texts of each language. */
function nameWhatIsAskedForEarly(): Plugin {
  return {
    name: 'name-what-is-asked-for-early',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const chunks = Object.values(context.bundle ?? {}).filter((file) => file.type === 'chunk')
        const filesOf = (endings: readonly string[]) => {
          const holds = (id: string) => endings.some((ending) => id.endsWith(ending))
          return chunks.filter(({ moduleIds }) => moduleIds.some(holds)).map(({ fileName }) => `/${fileName}`)
        }
        const texts = textChunks.map(([name, ending]) => [name, [ending]] as const)
        const attributes = [['frame', frameModules] as const, ...texts].map(
          ([name, endings]) => `data-${name}="${filesOf(endings).join(' ')}"`,
        )
        return html.replace('src="/before-paint.js"', `src="/before-paint.js" ${attributes.join(' ')}`)
      },
    },
  }
}

const textChunks = ['es', 'ar'].flatMap((language) =>
  ['door', 'user'].map((part) => [`${language}-${part}`, `virtual:catalog/${language}/${part}`] as const),
)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss({ optimize: false }),
    leanStyles(),
    catalogs(),
    readGraph(),
    preloadLatinFont(),
    nameWhatIsAskedForEarly(),
  ],
  resolve: {
    // React has had useSyncExternalStore since 18; the router's store still asks for the stand-in.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The first that know light-dark() and @property: for older ones every colour would be written four times over.
    cssTarget: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    assetsInlineLimit: 0,
    manifest: true,
    // Every browser that knows light-dark() knows modulepreload.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // Those of icons would be named after everything that draws them.
        chunkFileNames: ({ name }) =>
          name.startsWith('icons~') ? 'assets/icons-[hash].js' : 'assets/[name]-[hash].js',
        // What the entry needs anyway stays in it: split off for sharing, each piece compresses worse.
        codeSplitting: {
          groups: [
            { name: 'base', test: entryModules, priority: 1 },
            { name: sharedChunk, debugName: 'shared', includeDependenciesRecursively: false },
            {
              name: 'icons',
              test: /lucide-react/,
              includeDependenciesRecursively: false,
              entriesAware: true,
              entriesAwareMergeThreshold: ICONS_OCTETS_MIN,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The address stays the browser's own, because the server takes cookies from its own origin only.
    proxy: {
      '/api': { target: serverUrl, changeOrigin: false },
      '/auth': { target: serverUrl, changeOrigin: false },
    },
  },
})
