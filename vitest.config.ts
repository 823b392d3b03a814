// One Vitest run for everything that is not a browser test. Files run in parallel workers; each database test file
// gets a database of its own (server/src/testing), so order never matters.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,server,sim,bench,console,tools}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['server/src/testing/global-setup.ts'],
    forceRerunTriggers: [],
  },
})
