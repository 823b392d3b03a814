// Guarantees that test files can ask for a database and that nothing of it is left after the run. It deliberately
// starts nothing itself: see test-server.ts.
import type { TestProject } from 'vitest/node'
import { offerTestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServerAddress: string
  }
}

/** Called by Vitest once before all files; what it returns is called once after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await offerTestServer(process.env['TEST_DATABASE_URL'])
  project.provide('testServerAddress', server.address)
  return () => server.stop()
}
