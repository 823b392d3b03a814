// Builds the console into console/dist and serves it in development with /api and /auth handed to the server.
// Guarantees the first visit a small entry: every page, form and overlay is a chunk of its own.
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogs } from './catalogs.plugin.ts'
import { drawingModules, entryModules, readGraph, sharedChunk } from './chunks.plugin.ts'
import { layCompressed, nameWhatIsAskedForEarly, narrowFonts } from './first-load.plugin.ts'
import { leanStyles } from './styles.plugin.ts'

// The port that `npm run dev` gives the server beside this one.
const serverUrl = `http://127.0.0.1:${process.env['HTTP_PORT'] ?? '3000'}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss({ optimize: false }),
    leanStyles(),
    catalogs(),
    readGraph(),
    narrowFonts(),
    nameWhatIsAskedForEarly(),
    layCompressed(),
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
        codeSplitting: {
          groups: [
            { name: 'drawing', test: drawingModules, priority: 2, includeDependenciesRecursively: false },
            { name: 'base', test: entryModules, priority: 1 },
            { name: sharedChunk, debugName: 'shared', includeDependenciesRecursively: false },
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
