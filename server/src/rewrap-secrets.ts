// The program behind `npm run secrets:rewrap`: brings every stored secret under the first key of SECRET_KEY, so that
// older keys can be taken out of it. It may run beside the running platform and be run again; it exits with 1 when
// there are values that no key opens.
import { runCheckProgram } from './check.program.ts'
import { readConfig } from './config.ts'
import { rewrapSecretSettings } from './features/settings/settings.public.ts'
import { rewrapColumn, type RewrapCount } from './platform/rewrap-sealed.ts'
import { createSecrets } from './platform/secrets.ts'
import { lastingSealedColumns } from './sealed.columns.ts'

await runCheckProgram('inrange-rewrap', async (database) => {
  const secrets = createSecrets(readConfig().keyRing)
  const counts: [string, RewrapCount][] = []
  for (const column of lastingSealedColumns) {
    counts.push([`${column.table}.${column.column}`, await rewrapColumn(database, secrets, column)])
  }
  counts.push(['settings', await rewrapSecretSettings(database.kysely, secrets)])
  const lines = counts.map(([name, { rewrapped, current, unopened }]) => {
    return `${name.padEnd(40)} ${rewrapped} brought over, ${current} there already, ${unopened} not opened`
  })
  const unopened = counts.reduce((sum, [, count]) => sum + count.unopened, 0)
  lines.push(
    unopened === 0
      ? 'Every stored secret is under the first key. Older keys can go.'
      : 'Some secrets open with no key of SECRET_KEY. Put the key that sealed them back into it, and run this again.',
  )
  return { text: lines.join('\n'), isSound: unopened === 0 }
})
