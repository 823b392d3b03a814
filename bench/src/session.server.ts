// What `bench -- session` measures: the web application with sign-in and two routes that answer the same, one of them
// only to whoever is signed in. A process of its own, so that its CPU is its own. Arguments: the address of the
// database, the key that seals, the address people would use. Talks over IPC: its port, and the CPU it has used.
import { createIdentity } from '@inrange/server/features/identity/identity.public'
import { createNotices } from '@inrange/server/features/notices/notices.public'
import { systemClock } from '@inrange/server/platform/clock'
import { openDatabase } from '@inrange/server/platform/database'
import { openLive } from '@inrange/server/platform/live'
import { createLog } from '@inrange/server/platform/log'
import { createSecrets, parseKeyRing } from '@inrange/server/platform/secrets'
import { createWebApp, listen } from '@inrange/server/platform/web'

const [connectionString = '', key = '', publicUrl = ''] = process.argv.slice(2)
const log = createLog({ level: 'error' })
const database = await openDatabase({ connectionString, log })
const live = await openLive({ connectionString, log })
const secrets = createSecrets(parseKeyRing(key))
const notices = createNotices({ clock: systemClock, secrets })
const identity = createIdentity({ database, clock: systemClock, log, secrets, notices, publicUrl })
live.subscribe('identity', (userId) => identity.forget(userId))

const web = { consoleDir: import.meta.dirname, trustedProxies: [], log, isHttps: false }
const app = createWebApp(web, (root) => {
  root.route('/auth/v1', identity.routes)
  root.get('/open', (c) => c.json({ ok: true }))
  root.get('/closed', async (c) => {
    const bearer = (c.req.header('authorization') ?? '').slice('Bearer '.length)
    const caller = await identity.authenticate(bearer, { address: c.get('address') })
    return caller ? c.json({ ok: true }) : c.json({ ok: false }, 401)
  })
})
const server = await listen(app, { host: '127.0.0.1', port: 0 })

process.on('message', (message) => {
  if (message === 'stop') void stop()
  if (message !== 'use') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system })
})
process.send?.({ port: server.port })

async function stop(): Promise<void> {
  await server.stop()
  await identity.close()
  await live.stop()
  await database.close()
  process.disconnect?.()
}
