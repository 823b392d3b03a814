// Brings the secrets among the settings under the active key of SECRET_KEY. Deliberately no change of settings:
// nobody's name and no new time is written, since nothing that they say changes.
import { secretSettingNames } from '@inrange/contract/settings'
import type { Queryable } from '../../platform/database.ts'
import { rewrapValue, type RewrapCount } from '../../platform/rewrap-sealed.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { replaceSettingValue, selectSettings } from './settings.queries.ts'
import { secretSettingPlace } from './settings.rules.ts'

export async function rewrapSecretSettings(database: Queryable, secrets: Secrets): Promise<RewrapCount> {
  const count: RewrapCount = { rewrapped: 0, current: 0, unopened: 0 }
  const stored = await selectSettings(database)
  for (const key of secretSettingNames) {
    const sealed = stored.get(key)
    if (typeof sealed !== 'string') continue
    const to = rewrapValue(secrets, sealed, secretSettingPlace(key))
    if (to === null) count.unopened += 1
    else if (to === sealed) count.current += 1
    else {
      await replaceSettingValue(database, { key, from: JSON.stringify(sealed), to: JSON.stringify(to) })
      count.rewrapped += 1
    }
  }
  return count
}
