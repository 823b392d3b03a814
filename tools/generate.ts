// Guarantees that every generated file of the repository is in step with what it is made from: `node
// tools/generate.ts` writes them all, `--check` compares and fails with the remedy. It deliberately knows no other
// way to change such a file.
//
// To add one, append to `generatedFiles`: its path and a function from the sources to its text. The text must depend
// on the repository alone (no dates, no machine), or the check fails on the next machine.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readCatalog, type Catalog } from '@inrange/server/platform/catalog.queries'
import { startEmbeddedPostgres } from '@inrange/server/platform/embedded-postgres'
import { createLog } from '@inrange/server/platform/log'
import { migrate } from '@inrange/server/platform/migrate'
import { renderConfiguration } from './configuration-doc.ts'
import { renderSchemaSql } from './schema-sql.ts'
import { renderSchemaTypes } from './schema-types.ts'

type Sources = { catalog: Catalog }
type GeneratedFile = { path: string; render(sources: Sources): string }

const ROOT_DIR = join(import.meta.dirname, '..')

const generatedFiles: readonly GeneratedFile[] = [
  { path: 'server/sql/schema.sql', render: ({ catalog }) => renderSchemaSql(catalog) },
  { path: 'server/src/platform/schema.types.ts', render: ({ catalog }) => renderSchemaTypes(catalog) },
  { path: 'docs/configuration.md', render: renderConfiguration },
]

const isCheck = process.argv.includes('--check')
const sources: Sources = { catalog: await readMigratedCatalog() }
const stale = generatedFiles.filter((file) => !isInStep(file, sources))
if (isCheck && stale.length > 0) {
  const paths = stale.map((file) => `  ${file.path}`).join('\n')
  console.error(`These generated files are not in step with their sources:\n${paths}\nRun: npm run generate`)
  process.exitCode = 1
} else {
  for (const file of stale) write(file, sources)
  console.log(stale.length === 0 ? `${generatedFiles.length} generated files are in step.` : 'Done.')
}

function isInStep(file: GeneratedFile, from: Sources): boolean {
  const path = join(ROOT_DIR, file.path)
  return existsSync(path) && readFileSync(path, 'utf8') === file.render(from)
}

function write(file: GeneratedFile, from: Sources): void {
  const path = join(ROOT_DIR, file.path)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, file.render(from))
  console.log(`Wrote ${file.path}`)
}

// A new cluster each time: what is generated must come from the migrations, never from a database that has lived.
async function readMigratedCatalog(): Promise<Catalog> {
  const log = createLog({ level: 'error' })
  const folder = mkdtempSync(join(tmpdir(), 'inrange-generate-'))
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log, settings: { fsync: 'off' } })
  try {
    await migrate({ connectionString: postgres.connectionString, log })
    return await readCatalog(postgres.connectionString)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
