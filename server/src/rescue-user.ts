// The program behind `npm run users:rescue`: opens one account again for somebody who lost everything that signs them
// in. It may run beside the running platform. The exit code is 1 when there is no such account.
import { runCheckProgram } from './check.program.ts'
import { rescueAccount } from './features/identity/identity.public.ts'
import { systemClock } from './platform/clock.ts'
import { StartFault } from './platform/start-fault.ts'

const USAGE = 'npm run users:rescue -- USERNAME'

await runCheckProgram('inrange-rescue-user', async (database) => {
  const [login, ...more] = process.argv.slice(2)
  if (login === undefined || more.length > 0) throw new StartFault('Name one user.', `Usage: ${USAGE}`)
  const rescued = await rescueAccount({ database, clock: systemClock }, login)
  if (!rescued) return { text: `Nobody has the username or the address ${login}.`, isSound: false }
  const { username, temporaryPassword, removedFactors, endedSessions } = rescued
  const text = [
    `Sign in as ${username} with the password ${temporaryPassword}`,
    'It is shown once, and changed at the next sign-in.',
    `Second factors removed: ${removedFactors}. Sessions ended: ${endedSessions}.`,
  ].join('\n')
  return { text, isSound: true }
})
