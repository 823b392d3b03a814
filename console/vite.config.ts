// Builds the console into console/dist and serves it in development with /api and /auth handed to the server.
// Guarantees the first visit a preloaded font and a small entry: every page, form and overlay is a chunk of its own.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { catalogs } from './catalogs.plugin.ts'

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

/**
 * Icons that several pages draw and the frame does not: one file, since thirty of some hundred bytes cost a request
 * each, and their names more room in the entry than they have themselves. One that the frame begins to draw has to go
 * from here, or the first load brings them all; the test of its size then says so.
 */
const sharedIcons = new RegExp(
  String.raw`lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](` +
    [
      'arrow-right|check|chevron-right|circle-[a-z-]+|clock[0-9-]*|copy|download|eye|eye-off|fingerprint-pattern',
      'hourglass|key-round|lock-[a-z]+|log-in|monitor-smartphone|pencil|plus|power|power-off|receipt-text',
      'rotate-[a-z-]+|search-x|shield-exclamation-point|trash|trash-2|triangle-alert|user-plus|venetian-mask|zap',
    ].join('|') +
    String.raw`)\.`,
)

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
        const fileOf = (ending: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(ending))
        const wanted = { frame: '/shell/shell.tsx', ...Object.fromEntries(textChunks) }
        const attributes = Object.entries(wanted).flatMap(([name, ending]) => {
          const chunk = fileOf(ending)
          return chunk === undefined ? [] : [`data-${name}="/${chunk.fileName}"`]
        })
        return html.replace('src="/before-paint.js"', `src="/before-paint.js" ${attributes.join(' ')}`)
      },
    },
  }
}

const textChunks = ['es', 'ar'].flatMap((language) =>
  ['door', 'user'].map((part) => [`${language}-${part}`, `virtual:catalog/${language}/${part}`] as const),
)

/** Leaves out what tailwind writes for browsers that know neither color-mix() nor @property: a tenth of all styles. */
function dropOldStyles(): Plugin {
  const older = /(\.[^{}]+)\{[^{}]*\}@supports \(color:\s?color-mix\(in lab,\s?red,\s?red\)\)\{\1\{([^{}]*)\}\}/g
  const defaults = /@layer properties\{@supports [^{]*\{[^{}]*\{[^{}]*\}\}\}/
  return {
    name: 'drop-old-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = String(file.source).replace(defaults, '').replace(older, '$1{$2}')
      }
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss({ optimize: false }),
    catalogs(),
    dropOldStyles(),
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
        // What the entry needs anyway stays in it: split off for sharing, each piece compresses worse.
        codeSplitting: {
          groups: [
            { name: 'base', test: entryModules, priority: 1 },
            { name: 'icons', test: sharedIcons, minShareCount: 2 },
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
