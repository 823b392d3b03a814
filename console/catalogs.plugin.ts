// Makes the parts of a language that browsers load ('virtual:catalog/es/user') out of the files in src/i18n/catalogs:
// the files of one part as one object, by digest instead of by sentence, which halves it.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { catalogNameOf, partOf, serverCatalogs } from './src/i18n/catalogs.parts.ts'
import { digestOf } from './src/i18n/digest.ts'

const prefix = 'virtual:catalog/'
const sourceDir = join(import.meta.dirname, 'src')
const catalogDir = join(sourceDir, 'i18n', 'catalogs')

/** The name of every catalog, with the part it belongs to. */
function partsByCatalog(): Map<string, string> {
  const files = readdirSync(sourceDir, { recursive: true, encoding: 'utf8' }).map((path) => `/${path}`)
  const texts = files.filter((path) => path.endsWith('.texts.ts') || path === '/paths.ts')
  return new Map([
    ...texts.map((path) => [catalogNameOf(path), partOf(path)] as const),
    ...serverCatalogs.map(({ catalog, part }) => [catalog, part] as const),
  ])
}

async function readCatalog(path: string): Promise<Record<string, unknown>> {
  // In development a changed file has to be read anew.
  const { texts } = (await import(`${pathToFileURL(path).href}?${statSync(path).mtimeMs}`)) as {
    texts: Record<string, unknown>
  }
  // What the server has filled in can be found by the pattern of its sentence alone, so that one travels whole.
  const isOfServer = serverCatalogs.some(({ catalog }) => path.endsWith(`/${catalog}.catalog.ts`))
  const keyOf = (sentence: string) => (isOfServer && sentence.includes('{') ? sentence : digestOf(sentence))
  return Object.fromEntries(Object.entries(texts).map(([sentence, text]) => [keyOf(sentence), text]))
}

export function catalogs(): Plugin {
  return {
    name: 'catalogs',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const [language = '', part = ''] = id.slice(prefix.length + 1).split('/')
      const dir = join(catalogDir, language)
      const parts = partsByCatalog()
      const paths = readdirSync(dir)
        .filter((name) => parts.get(name.replace('.catalog.ts', '')) === part)
        .map((name) => join(dir, name))
      for (const path of paths) this.addWatchFile(path)
      const texts = Object.assign({}, ...(await Promise.all(paths.map(readCatalog)))) as Record<string, unknown>
      return `export default ${JSON.stringify(texts)}`
    },
  }
}
