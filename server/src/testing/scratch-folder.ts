// A folder for a database that is gone after the test, the benchmark or the check that made it.
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes a new folder in the system's temporary one. The caller removes it, and all of the database with it: where root
 * runs, PostgreSQL is another user, for whom a database in a closed folder is made elsewhere and stays behind.
 * @param use a word of the folder's name, for who finds it after a kill
 */
export function makeScratchFolder(use: string): string {
  const folder = mkdtempSync(join(tmpdir(), `inrange-${use}-`))
  chmodSync(folder, 0o711)
  return folder
}
