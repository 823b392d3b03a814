// What subscribers of notifications can rely on, against a real server that cuts the connection.
import { afterEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../testing/test-database.ts'
import { openLive, type Live } from './live.ts'
import { createSilentLog } from './log.ts'

const test = useTestDatabase()
const opened: Live[] = []

async function open(): Promise<Live> {
  const live = await openLive({ connectionString: test.connectionString, log: createSilentLog() })
  opened.push(live)
  return live
}

/** Gives what a channel says, one at a time and in order. */
function listen(live: Live, channel: 'inbox' | 'routing' | 'identity') {
  const heard: string[] = []
  let wake: () => void = () => undefined
  const stop = live.subscribe(channel, (payload) => {
    heard.push(payload)
    wake()
  })
  const next = async (): Promise<string> => {
    while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return heard.shift() ?? ''
  }
  return { heard, next, stop }
}

const notify = (channel: string, payload: string) => test.owner.query('select pg_notify($1, $2)', [channel, payload])
const cut = () =>
  test.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'inrange-live' and datname = current_database()`)

afterEach(async () => {
  await Promise.all(opened.splice(0).map((live) => live.stop()))
})

describe('openLive', () => {
  it('tells each channel apart', async () => {
    const live = await open()
    const inbox = listen(live, 'inbox')
    const identity = listen(live, 'identity')
    await notify('identity', 'b')
    await notify('inbox', 'a')
    expect([await inbox.next(), await identity.next()]).toEqual(['a', 'b'])
  })

  it('hears only what is committed, and nothing after the subscription ended', async () => {
    const live = await open()
    const ended = listen(live, 'inbox')
    const inbox = listen(live, 'inbox')
    ended.stop()
    await test.owner.query('begin')
    await notify('inbox', 'undone')
    await test.owner.query('rollback')
    await notify('inbox', 'done')
    expect(await inbox.next()).toBe('done')
    expect(ended.heard).toEqual([])
  })

  it('connects again by itself, says "look yourself", and hears what comes then', async () => {
    const live = await open()
    const channels = [listen(live, 'inbox'), listen(live, 'routing'), listen(live, 'identity')] as const
    for (let times = 0; times < 3; times++) {
      await cut()
      expect(await Promise.all(channels.map((channel) => channel.next()))).toEqual(['*', '*', '*'])
    }
    await notify('inbox', 'after')
    expect(await channels[0].next()).toBe('after')
  })

  it('keeps telling the others when one fails', async () => {
    const live = await open()
    live.subscribe('inbox', () => {
      throw new Error('broken')
    })
    const inbox = listen(live, 'inbox')
    await notify('inbox', 'a')
    expect(await inbox.next()).toBe('a')
  })

  it('leaves no connection behind when it is stopped while it connects again', async () => {
    const live = await open()
    await cut()
    await live.stop()
    // A backend ends a moment after its connection: asked until none is left, which a leaked one would never allow.
    const count = () =>
      test.owner.query(`select from pg_stat_activity
        where application_name = 'inrange-live' and datname = current_database()`)
    while ((await count()).rows.length > 0);
    expect((await count()).rows).toEqual([])
  })

  it('says at the start that the database is away', async () => {
    const connectionString = 'postgres://nobody@127.0.0.1:1/none'
    await expect(openLive({ connectionString, log: createSilentLog() })).rejects.toThrow('ECONNREFUSED')
  })
})
