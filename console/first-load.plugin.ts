// What makes a first visit short: the session and the page's files are asked for before the bundle runs, the font has
// what is written in it, and every file lies compressed beside itself.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import subsetFont from 'subset-font'
import type { Plugin, Rolldown } from 'vite'
import { drawingModules } from './chunks.plugin.ts'
import { firstRead, renewal } from './src/lib/renewal.ts'

/** The files of our font, one for the letters of each part of the world; the latin one is on every screen. */
const fontFiles = /inter-.*-wght-normal.*\.woff2$/
/** What the console is written in: normal, medium, semibold, and bold where a text has it. */
const weights = { min: 400, max: 700 }
/**
 * What of its layout is used: distances, marks, letters of some languages, figures of one width. Without its contextual
 * alternates: they draw a cross for 4x7 and an arrow for ->, and a received text is shown as it came.
 */
const keepFeatures = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum']

/** The characters of a font face, out of its unicode-range: 'U+??, U+131, U+2000-206F'. */
function charactersOf(range: string): string {
  const spans = range.matchAll(/U\+([0-9A-F?]+)(?:-([0-9A-F]+))?/gi)
  return [...spans]
    .flatMap(([, first = '', last = first]) => {
      const from = Number.parseInt(first.replaceAll('?', '0'), 16)
      const to = Number.parseInt(last.replaceAll('?', 'F'), 16)
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    })
    .map((point) => String.fromCodePoint(point))
    .join('')
}

/** Leaves out of our font what nothing is written in: the weights nobody uses are a third of it, alternates a fifth. */
export function narrowFonts(): Plugin {
  return {
    name: 'narrow-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'asset')
      const styles = files.filter(({ fileName }) => fileName.endsWith('.css')).map(({ source }) => String(source))
      const faces = styles.flatMap((text) => text.match(/@font-face\s*\{[^}]*\}/g) ?? [])
      for (const font of files.filter(({ fileName }) => fontFiles.test(fileName))) {
        const face = faces.find((rule) => rule.includes(font.fileName.replace(/^.*\//, '')))
        const range = face?.match(/unicode-range:\s*([^;}]+)/)?.[1]
        if (range === undefined) throw new Error(`The font ${font.fileName} has no face in the styles.`)
        font.source = await subsetFont(Buffer.from(font.source), charactersOf(range), {
          targetFormat: 'woff2',
          variationAxes: { wght: weights },
          keepFeatures,
        })
      }
    },
  }
}

/** What somebody who is signed in needs at every address, and the entry does not bring. */
const frameModules = ['/shell/shell.tsx', '/lib/query.ts']
const textChunks = ['es', 'ar'].flatMap((language) =>
  ['door', 'user'].map((part) => [`${language}-${part}`, `virtual:catalog/${language}/${part}`] as const),
)
const routesFile = join(import.meta.dirname, 'src/routes.tsx')

type Chunk = Rolldown.OutputChunk

/** The chunk of a module and all that it imports at once. */
function filesOf(chunks: readonly Chunk[], ending: string): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const waiting = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(ending)))
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (found.has(chunk.fileName)) continue
    found.add(chunk.fileName)
    waiting.push(...chunk.imports.flatMap((name) => byName.get(name) ?? []))
  }
  return [...found]
}

/** The module of the page at each address of one part, as the routes say. */
function pageModules(): [path: string, module: string][] {
  const text = readFileSync(routesFile, 'utf8')
  const routes = text.matchAll(/path: pathOf\('([\w-]+)'\),.*?import\('\.\/(features\/[^']+)'\)/gs)
  const pages = [...routes].map(([, name, module]) => [`/${name}`, `/${module}`] as [string, string])
  if (pages.length === 0) throw new Error(`No page was found in ${routesFile}, so none can be asked for early.`)
  return pages
}

/** Which of `files` each page needs beyond the frame: { '/wallet': [0, 4] }. */
function filesByPage(chunks: readonly Chunk[], frame: ReadonlySet<string>) {
  const files: string[] = []
  const pages = pageModules().map(([path, module]) => {
    const own = filesOf(chunks, module).filter((name) => !frame.has(name))
    for (const name of own) if (!files.includes(name)) files.push(name)
    return [path, own.map((name) => files.indexOf(name))] as const
  })
  return { files, pages: Object.fromEntries(pages) }
}

/** Tells /before-paint.js what to ask for before the bundle does: the session, the frame, the page, and the texts. */
export function nameWhatIsAskedForEarly(): Plugin {
  return {
    name: 'name-what-is-asked-for-early',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const chunks = Object.values(context.bundle ?? {}).filter((file) => file.type === 'chunk')
        const entry = new Set(filesOf(chunks, '/src/main.tsx'))
        const frame = new Set(frameModules.flatMap((module) => filesOf(chunks, module)))
        const { files, pages } = filesByPage(chunks, frame.union(entry))
        const attributes = [
          ['frame', [...frame.difference(entry)]] as const,
          ['files', files] as const,
          ...textChunks.map(([name, module]) => [name, filesOf(chunks, module)] as const),
        ].map(([name, names]) => `data-${name}="${names.map(shortName).join(' ')}"`)
        const values = [
          `data-pages='${JSON.stringify(pages)}'`,
          `data-renewal='${JSON.stringify(renewal)}'`,
          `data-read="${firstRead}"`,
        ]
        const early = [`src="/${earlyScript().fileName}"`, ...attributes, ...values].join(' ')
        return stylesFirst(html)
          .replace('src="/before-paint.js"', early)
          .replace('<link rel="modulepreload"', `${preloadOf(drawingFile(chunks))}\n    $&`)
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', ...earlyScript() })
    },
  }
}

/**
 * The style sheet before the code: what is named last waits for a line where all six are taken, and without styles
 * nothing is painted. After the script that decides the theme, which would wait for them otherwise.
 */
function stylesFirst(html: string): string {
  const [styles] = /<link rel="stylesheet"[^>]*>\s*/.exec(html) ?? []
  if (styles === undefined) throw new Error('The page has no style sheet.')
  return html.replace(styles, '').replace('<script type="module"', `${styles}$&`)
}

/** The entry imports it only once it runs; it is asked for with the entry. */
function drawingFile(chunks: readonly Chunk[]): string {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => drawingModules.test(id)))
  if (chunk === undefined) throw new Error('The bundle has nothing that draws.')
  return chunk.fileName
}

function preloadOf(fileName: string): string {
  return `<link rel="modulepreload" crossorigin href="/${fileName}">`
}

/** Under a name that changes with it: one that a browser kept from before a deploy would read this page wrongly. */
function earlyScript(): { fileName: string; source: string } {
  const source = readFileSync(join(import.meta.dirname, 'public/before-paint.js'), 'utf8')
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  return { fileName: `assets/before-paint-${hash}.js`, source }
}

/** Without what is the same in all: the page carries these names on every visit. */
function shortName(fileName: string): string {
  return fileName.replace(/^assets\/(.*)\.js$/, '$1')
}

/** Fewer octets than this are sent as they are: a packet is sent anyway. */
const COMPRESSED_OCTETS_MIN = 600

/** Lays each text file compressed beside itself, as well as it can be: once for all visits. */
export function layCompressed(): Plugin {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  return {
    name: 'lay-compressed',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!/\.(js|css|svg)$/.test(file.fileName)) continue
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (source.length < COMPRESSED_OCTETS_MIN) continue
          const lay = (ending: string, compressed: Uint8Array) =>
            this.emitFile({ type: 'asset', fileName: `${file.fileName}${ending}`, source: compressed })
          lay('.br', brotliCompressSync(source, quality))
          lay('.gz', gzipSync(source, { level: 9 }))
        }
      },
    },
  }
}
