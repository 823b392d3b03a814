// What lies in the folder that the operator's backups go to: its newest file, with age and size. It deliberately opens
// no file: that a backup can be restored is proved by restoring it.
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type Backups = {
  isConfigured: boolean
  newest: { name: string; at: Date; bytes: number } | null
  /** Why the folder could not be read. */
  error: string | null
}

/** A folder with more files than this is no folder of backups. */
const ENTRIES_MAX = 10_000

/** @param folder undefined where none is configured */
export async function readBackups(folder: string | undefined): Promise<Backups> {
  if (folder === undefined) return { isConfigured: false, newest: null, error: null }
  let newest: Backups['newest'] = null
  try {
    let entries = 0
    for await (const entry of await opendir(folder)) {
      entries += 1
      if (entries > ENTRIES_MAX) throw new Error(`More than ${ENTRIES_MAX} entries lie in this folder`)
      // A file that was moved away meanwhile is none; hidden ones are half written.
      if (entry.isDirectory() || entry.name.startsWith('.')) continue
      const facts = await stat(join(folder, entry.name)).catch(() => null)
      if (!facts?.isFile() || facts.size === 0) continue
      if (newest === null || facts.mtimeMs > newest.at.getTime())
        newest = { name: entry.name, at: facts.mtime, bytes: facts.size }
    }
  } catch (error) {
    return { isConfigured: true, newest: null, error: error instanceof Error ? error.message : String(error) }
  }
  return { isConfigured: true, newest, error: null }
}
