// Builds the console into console/dist and serves it in development with /api and /auth handed to the server.
// Guarantees the first visit a preloaded font and a small entry: every page, form and overlay is a chunk of its own.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// The port that `npm run dev` gives the server beside this one.
const serverUrl = `http://127.0.0.1:${process.env['HTTP_PORT'] ?? '3000'}`
const entryModules = new RegExp(
  [
    String.raw`node_modules[\\/](react|react-dom|scheduler)[\\/]`,
    'createLucideIcon',
    'class-names',
    String.raw`contract[\\/]src[\\/]roles`,
    String.raw`lib[\\/](acting|signed-in-user)\.ts`,
    String.raw`src[\\/]paths`,
  ].join('|'),
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadLatinFont()],
  resolve: {
    // React has had useSyncExternalStore since 18; the router's store still asks for the stand-in.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    // Every browser that knows light-dark() knows modulepreload.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // What the entry needs anyway stays in it: split off for sharing, each piece compresses worse.
        codeSplitting: { groups: [{ name: 'base', test: entryModules }] },
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
