// The settings as everybody reads them: remembered for seconds by each process, read anew in a transaction. A change is
// seen at once by the process that made it.
import type { SecretSettingName, Settings } from '@inrange/contract/settings'
import type { Queryable } from '../../platform/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { selectSettings } from './settings.queries.ts'
import { secretSettingPlace, settingsFrom } from './settings.rules.ts'

const REMEMBERED_MS = 5_000

// One entry per open database, gone with it. A transaction is never remembered: it reads what it would commit with.
type Memory = { settings: Settings | null; untilMs: number; changes: number }
const memories = new WeakMap<Queryable, Memory>()

/** All settings, with the default for each that nobody has set. Inside a transaction: as that transaction sees them. */
export async function readSettings(database: Queryable): Promise<Settings> {
  if (database.isTransaction) return settingsFrom(await selectSettings(database))
  const memory = memoryOf(database)
  if (memory.settings && performance.now() < memory.untilMs) return memory.settings
  const changesBefore = memory.changes
  const settings = settingsFrom(await selectSettings(database))
  // A read that began before a change may have seen what was before it; it is answered but not kept.
  if (memory.changes === changesBefore) {
    memory.settings = settings
    memory.untilMs = performance.now() + REMEMBERED_MS
  }
  return settings
}

/** A secret setting in the open, or null when it is not set. @throws SealBroken when the key ring cannot open it */
export async function readSecretSetting(
  deps: { secrets: Secrets },
  database: Queryable,
  name: SecretSettingName,
): Promise<string | null> {
  const sealed = (await selectSettings(database)).get(name)
  return typeof sealed === 'string' ? deps.secrets.open(sealed, secretSettingPlace(name)) : null
}

/** Forgets what was read from this database, after a change was committed. */
export function forgetSettings(database: Queryable): void {
  const memory = memoryOf(database)
  memory.settings = null
  memory.changes += 1
}

function memoryOf(database: Queryable): Memory {
  const known = memories.get(database)
  if (known) return known
  const memory = { settings: null, untilMs: 0, changes: 0 }
  memories.set(database, memory)
  return memory
}
