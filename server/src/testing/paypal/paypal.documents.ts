// PayPal's own OpenAPI documents, as published on the package registry. The package cannot be installed, because what it
// depends on does not exist; so its archive is taken with `npm pack`, in the one version whose digest stands here, kept
// beside the installed packages and read without being unpacked. Nothing of it is copied into the project. Where the
// registry cannot be reached the answer is null, and whoever asked says so aloud.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseTarGzip } from 'nanotar'

const PACKAGE = '@paypal/paypal-rest-api-specifications@1.0.0'
const INTEGRITY = 'sha512-eqXIvFXi0OJIrMwUhbFoHnB7p/n4R+jeG/NTSpZRDGXsxAw3zbE4jYsNzTwsVDnGTDEZCZv9PIa8tEXktEVD6Q=='
const PACK_TIMEOUT_MS = 60_000

const cachePath = join(import.meta.dirname, '../../../../node_modules/.cache/inrange')
const archivePath = join(cachePath, 'paypal-specifications-1.0.0.tgz')

/** The documents whose operations the program calls or is called by. */
const documentNames = [
  'checkout_orders_v2',
  'payments_payment_v2',
  'payments_payouts_batch_v1',
  'notifications_webhooks_v1',
  'reporting_transactions_v1',
] as const

export type DocumentName = (typeof documentNames)[number]
export type PaypalDocuments = Record<DocumentName, unknown>

let read: Promise<PaypalDocuments | null> | null = null

/** Once per process. @throws when an archive has another digest than the one that stands here */
export function readPaypalDocuments(): Promise<PaypalDocuments | null> {
  read ??= readArchive().then(async (archive) => (archive === null ? null : documentsOf(archive)))
  return read
}

async function readArchive(): Promise<Buffer | null> {
  const kept = await readFile(archivePath).catch(() => null)
  if (kept !== null && integrityOf(kept) === INTEGRITY) return kept
  await mkdir(cachePath, { recursive: true })
  // Test files run in parallel: each takes it to a place of its own, and the last rename wins.
  const placePath = await mkdtemp(join(cachePath, 'pack-'))
  try {
    const pack = ['pack', PACKAGE, '--pack-destination', placePath, '--silent', '--ignore-scripts']
    await promisify(execFile)('npm', pack, { timeout: PACK_TIMEOUT_MS, cwd: placePath })
    const [name] = await readdir(placePath)
    if (name === undefined) return null
    const archive = await readFile(join(placePath, name))
    if (integrityOf(archive) !== INTEGRITY) throw new WrongArchive(`${PACKAGE} is not the archive that is pinned`)
    await rename(join(placePath, name), archivePath)
    return archive
  } catch (error) {
    if (error instanceof WrongArchive) throw error
    process.stderr.write(
      `\n*** PayPal's documents (${PACKAGE}) cannot be taken from the package registry: ` +
        `nothing that is said to PayPal or by it is checked in this run. ***\n${String(error).slice(0, 500)}\n\n`,
    )
    return null
  } finally {
    await rm(placePath, { recursive: true, force: true })
  }
}

class WrongArchive extends Error {
  override readonly name = 'WrongArchive'
}

function integrityOf(archive: Buffer): string {
  return `sha512-${createHash('sha512').update(archive).digest('base64')}`
}

async function documentsOf(archive: Buffer): Promise<PaypalDocuments> {
  const files = await parseTarGzip(archive, {
    filter: ({ name }) => documentNames.some((wanted) => name === `package/openapi/${wanted}.json`),
  })
  const entries = documentNames.map((wanted) => {
    const file = files.find(({ name }) => name === `package/openapi/${wanted}.json`)
    if (!file) throw new WrongArchive(`${PACKAGE} has no ${wanted}`)
    return [wanted, JSON.parse(file.text) as unknown] as const
  })
  return Object.fromEntries(entries) as PaypalDocuments
}
