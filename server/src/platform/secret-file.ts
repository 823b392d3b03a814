// Guarantees a secret that is made once, kept in a file that only its owner may read, and the same for every process
// that starts at the same time. It deliberately never replaces an existing file, also not an unreadable one.
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartFault } from './start-fault.ts'

/**
 * Reads the secret in a file, making folder and file (mode 0600) when they are missing.
 * @param generate makes the text of a new secret
 * @throws StartFault when the file exists but cannot be read or is empty, or cannot be made
 */
export function readOrCreateSecretFile(path: string, generate: () => string): string {
  try {
    if (!existsSync(path)) create(path, generate())
    const text = readFileSync(path, 'utf8').trim()
    if (text !== '') return text
  } catch (cause) {
    const problem = `The secret in ${path} cannot be used: ${(cause as Error).message}.`
    throw new StartFault(problem, 'Start as the user that owns the data folder.', { cause })
  }
  throw new StartFault(`The secret in ${path} is empty.`, 'Restore the file from the backup of the data folder.')
}

// Written beside its place and linked there, which fails when somebody else was first; then theirs is the secret.
function create(path: string, text: string): void {
  const folder = dirname(path)
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    // As root the embedded PostgreSQL runs as another user and has to pass through, but not to list.
    chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
  }
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, `${text}\n`, { mode: 0o600 })
  try {
    linkSync(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished)
  }
}
