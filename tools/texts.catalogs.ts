// Reads the catalogs of a language as the build does: every file of its folder, by name.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Catalog } from '../console/src/i18n/texts.ts'
import type { Catalogs } from './texts.rules.ts'
import { projectDir } from './tidy.files.ts'

const catalogDir = join(projectDir, 'console', 'src', 'i18n', 'catalogs')

export async function readCatalogs(language: string): Promise<Catalogs> {
  const names = readdirSync(join(catalogDir, language))
    .filter((name) => name.endsWith('.catalog.ts'))
    .sort()
  const read = async (name: string): Promise<[string, Catalog]> => {
    const file = (await import(pathToFileURL(join(catalogDir, language, name)).href)) as { texts: Catalog }
    return [name.replace('.catalog.ts', ''), file.texts]
  }
  return new Map(await Promise.all(names.map(read)))
}
