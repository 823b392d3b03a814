// Prints what a language lacks, as JSON: language → catalog → the English that it has to translate. For one language:
// `node tools/texts.ts es`; for one catalog of it: `node tools/texts.ts es wallet`.
import { readCatalogs } from './texts.catalogs.ts'
import { collectServerTexts, collectTexts, findMissing, type English } from './texts.rules.ts'
import { readProject } from './tidy.files.ts'

const [language, catalog] = process.argv.slice(2)
const files = readProject()
const texts = [...collectTexts(files), ...collectServerTexts(files)]

const missing: Record<string, Record<string, English[]>> = {}
for (const each of language === undefined ? ['es', 'ar'] : [language]) {
  const byCatalog: Record<string, English[]> = {}
  for (const text of findMissing(await readCatalogs(each), texts)) {
    if (catalog === undefined || catalog === text.catalog) (byCatalog[text.catalog] ??= []).push(text.english)
  }
  missing[each] = byCatalog
}
process.stdout.write(`${JSON.stringify(missing, null, 2)}\n`)
