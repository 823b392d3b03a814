// What readers of notifications can rely on, on a real database: written with its cause or not at all, by what each
// reader chose, once a key; bounded; one's own alone; and mailed once, gathered.
import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { createManualClock } from '../../platform/clock.ts'
import { prepareJobs } from '../../platform/jobs.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createSecrets, parseKeyRing } from '../../platform/secrets.ts'
import { serveSlice, type Json, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createNotices } from '../notices/notices.public.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { mailNotifications } from './mail-notifications.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { notify, type NewNotification } from './notify.ts'
import { readNews, type NewsPlace } from './read-news.ts'
import { KEPT_PER_READER, sweepNotifications } from './sweep-notifications.ts'

const test = useTestDatabase()
const clock = createManualClock(new Date().toISOString())
const secrets = createSecrets(parseKeyRing(randomBytes(32).toString('base64')))
const notices = createNotices({ clock, secrets })
const callers = new Map<string, SliceCaller>()
const publicUrl = 'https://console.example.test'
let api: SliceClient

beforeAll(async () => {
  await prepareJobs({ connectionString: test.connectionString, log: createSilentLog() })
  for (const [username, role, isActive] of [
    ['ada', 'user', true],
    ['ben', 'user', true],
    ['oya', 'admin', true],
    ['root', 'super_admin', true],
    ['gone', 'admin', false],
  ] as const) {
    const { rows } = await test.owner.query<{ id: string }>(
      `insert into users (username, email, role, is_active) values ($1, $1 || '@example.test', $2, $3) returning id`,
      [username, role, isActive],
    )
    callers.set(username, { userId: rows[0]!.id, role })
  }
  api = serveSlice(notificationsRoutes({ database: test.database, clock }), callers)
})
beforeEach(async () => {
  clock.advanceMs(3_600_000)
  await test.owner.query('truncate notifications, notification_preferences, notification_mails, notices')
  await useMailServer(false)
})

const uuidOf = (username: string) => callers.get(username)!.userId
const assigned = (range: string, to: NewNotification['to'] = [uuidOf('ada')]): NewNotification => ({
  to,
  kind: 'range_assigned',
  facts: { range, numbers: '447700900000 - 447700900999' },
  subject: { noun: 'range', id: toApiId('range', uuidOf('ada')) },
})
const down = (): NewNotification => ({
  to: 'admins',
  kind: 'connection_down',
  facts: { carrier: 'Northwire', connection: 'Main', reason: null },
  subject: null,
})
async function list(username: string, query = ''): Promise<Json> {
  const { status, body } = await api.call(username, 'GET', `/notifications${query}`)
  expect(status).toBe(200)
  return body
}
const ranges = (page: Json) => page.items.map((item: Json) => item.facts.range)

async function useMailServer(isThere: boolean) {
  const there = isThere ? '127.0.0.1' : ''
  const mail = { host: there, port: 25, security: 'none', username: '', fromAddress: 'console@example.test' } as const
  await changeSettings(
    { database: test.database, clock, secrets },
    { changes: { mail: { ...mail, fromName: 'Inrange' } }, actorId: null, address: null, requestId: null },
  )
}

describe('notify', () => {
  it('exists with its cause, or not at all', async () => {
    await test.database.transaction((transaction) => notify(transaction, assigned('A')))
    const failing = test.database.transaction(async (transaction) => {
      await notify(transaction, assigned('B'))
      throw new Error('The cause failed')
    })
    await expect(failing).rejects.toThrow('The cause failed')
    const page = await list('ada')
    expect([ranges(page), page.unread]).toEqual([['A'], 1])
  })

  it('reaches a key once a person, and everything without a key', async () => {
    const { kysely } = test.database
    const keyed = { ...assigned('A', [uuidOf('ada'), uuidOf('ben')]), key: 'range A' } as NewNotification
    expect([await notify(kysely, keyed), await notify(kysely, keyed)]).toEqual([2, 0])
    await notify(kysely, assigned('B'))
    await notify(kysely, assigned('B'))
    expect([ranges(await list('ada')), ranges(await list('ben'))]).toEqual([['B', 'B', 'A'], ['A']])
  })

  it('reaches active administrators and nobody else', async () => {
    expect(await notify(test.database.kysely, down())).toBe(2)
    const counts = await Promise.all(['ada', 'oya', 'root', 'gone'].map(async (name) => (await list(name)).unread))
    expect(counts).toEqual([0, 1, 1, 0])
  })

  it('takes nobody as nobody', async () => {
    expect(await notify(test.database.kysely, assigned('A', []))).toBe(0)
  })
})

describe('a reader', () => {
  it('reads in pages, newest first, by kind and by what is unread', async () => {
    for (const range of ['A', 'B', 'C']) await notify(test.database.kysely, assigned(range))
    await notify(test.database.kysely, { ...assigned('X'), kind: 'range_withdrawn' } as NewNotification)
    const first = await list('ada', '?limit=2&kind=range_assigned')
    const second = await list('ada', `?limit=2&kind=range_assigned&cursor=${first.nextCursor}`)
    expect([ranges(first), ranges(second), second.nextCursor]).toEqual([['C', 'B'], ['A'], null])
    const ids = [first.items[0].id]
    const marked = await api.call('ada', 'POST', '/notifications/mark-read', { ids })
    expect([marked.status, marked.body]).toEqual([200, { unread: 3 }])
    expect(ranges(await list('ada', '?read=unread'))).toEqual(['X', 'B', 'A'])
    expect(ranges(await list('ada', '?read=read'))).toEqual(['C'])
    await api.call('ada', 'POST', '/notifications/mark-read', { ids, isRead: false })
    expect((await list('ada')).unread).toBe(4)
  })

  it('marks everything read up to one, and not what came after it', async () => {
    for (const range of ['A', 'B', 'C']) await notify(test.database.kysely, assigned(range))
    const { items } = await list('ada')
    const { body } = await api.call('ada', 'POST', '/notifications/mark-all-read', { upTo: items[1].id })
    expect([body, ranges(await list('ada', '?read=unread'))]).toEqual([{ unread: 1 }, ['C']])
  })

  it("does not find, and does not change, what is somebody else's", async () => {
    await notify(test.database.kysely, assigned('A'))
    const { items } = await list('ada')
    const [id] = [items[0].id]
    expect((await api.call('ben', 'POST', '/notifications/mark-read', { ids: [id] })).status).toBe(404)
    expect((await api.call('root', 'POST', '/notifications/mark-all-read', { upTo: id })).status).toBe(404)
    expect([(await list('ada')).unread, (await list('ben')).items]).toEqual([1, []])
  })

  it('is told a count that stops at a hundred', async () => {
    await test.owner.query(
      `insert into notifications (user_id, kind, facts)
       select $1, 'range_assigned', '{"range":"A","numbers":"1 - 2"}' from generate_series(1, 150)`,
      [uuidOf('ada')],
    )
    expect((await list('ada', '?limit=1')).unread).toBe(100)
  })

  it('never meets a row that another release wrote in another form', async () => {
    await test.owner.query(`insert into notifications (user_id, kind, facts) values ($1, 'payment', '{"sum":1}')`, [
      uuidOf('ada'),
    ])
    await notify(test.database.kysely, assigned('A'))
    expect(ranges(await list('ada'))).toEqual(['A'])
  })

  it('learns of what is new since they were told, the newest first', async () => {
    const { kysely } = test.database
    await notify(kysely, assigned('A'))
    const before = await readNews(kysely, uuidOf('ada'), null)
    await notify(kysely, assigned('B'))
    await notify(kysely, assigned('C'))
    const after = await readNews(kysely, uuidOf('ada'), before.place)
    const again = await readNews(kysely, uuidOf('ada'), after.place)
    expect([before.news, ranges(after.news), after.news.unread]).toEqual([{ unread: 1, items: [] }, ['C', 'B'], 3])
    expect(again.news.items).toEqual([])
  })

  it('learns of one that was committed after a younger one, and of none a second time', async () => {
    const { database } = test
    const { kysely } = database
    const learn = async (place: NewsPlace) => readNews(kysely, uuidOf('ada'), place)
    const before = await learn(null)
    const between = await database.transaction(async (transaction) => {
      await notify(transaction, assigned('slow'))
      await notify(kysely, assigned('fast'))
      return learn(before.place)
    })
    const after = await learn(between.place)
    const again = await learn(after.place)
    expect([between, after, again].map(({ news }) => ranges(news))).toEqual([['fast'], ['slow'], []])
    expect(again.news.unread).toBe(2)
  })
})

describe('preferences', () => {
  const kinds = (answer: Json) => answer.items.map((item: Json) => item.kind)
  const choose = (who: string, body: object) => api.call(who, 'PATCH', '/notification-preferences', body)

  it('show the kinds that a role can receive', async () => {
    const user = await api.call('ada', 'GET', '/notification-preferences')
    const admin = await api.call('oya', 'GET', '/notification-preferences')
    expect(kinds(user.body)).not.toContain('connection_down')
    expect(kinds(admin.body)).toContain('connection_down')
    expect((await choose('ada', { kind: 'alert', console: false })).status).toBe(422)
  })

  it('switch a kind off for one person alone, and on again', async () => {
    expect((await choose('ada', { kind: 'range_assigned', console: false })).status).toBe(200)
    await notify(test.database.kysely, assigned('A', [uuidOf('ada'), uuidOf('ben')]))
    expect([ranges(await list('ada')), ranges(await list('ben'))]).toEqual([[], ['A']])
    await choose('ada', { kind: 'range_assigned', console: true })
    await notify(test.database.kysely, assigned('B'))
    expect(ranges(await list('ada'))).toEqual(['B'])
  })

  it('do not let mails about money be switched', async () => {
    const { status, body } = await choose('ada', { kind: 'payment', mail: false })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['mail']])
  })
})

describe('mails', () => {
  const mailDue = () => mailNotifications({ database: test.database, clock, notices, publicUrl })
  async function written(): Promise<{ recipient: string; facts: Json }[]> {
    const { rows } = await test.owner.query<{ id: string; recipient: string; facts_sealed: string }>(
      `select id, recipient, facts_sealed from notices where kind = 'notification' order by id`,
    )
    return rows.map(({ id, recipient, facts_sealed }) => {
      const place = { table: 'notices', row: id, column: 'facts_sealed' } as const
      return { recipient, facts: JSON.parse(secrets.open(facts_sealed, place)) }
    })
  }

  it('are none without a mail server, also later', async () => {
    await notify(test.database.kysely, assigned('A'))
    await useMailServer(true)
    expect([await mailDue(), await written()]).toEqual([0, []])
  })

  it('gather what comes within ten minutes of the last one', async () => {
    await useMailServer(true)
    await notify(test.database.kysely, assigned('A'))
    expect(await mailDue()).toBe(1)
    await notify(test.database.kysely, assigned('B'))
    await notify(test.database.kysely, assigned('C'))
    expect(await mailDue()).toBe(0)
    clock.advanceMs(10 * 60_000)
    expect([await mailDue(), await mailDue()]).toEqual([1, 0])
    const [first, second] = await written()
    expect(first?.facts).toMatchObject({
      subject: 'Range A (447700900000 - 447700900999) is now yours.',
      link: 'https://console.example.test/notifications',
    })
    expect([second?.recipient, second?.facts.sentences.length, second?.facts.subject]).toEqual([
      'ada@example.test',
      2,
      'New ranges',
    ])
  })

  it('come for a kind that is off in the console and on by mail', async () => {
    await useMailServer(true)
    await api.call('ada', 'PATCH', '/notification-preferences', { kind: 'range_assigned', console: false, mail: true })
    await notify(test.database.kysely, assigned('A'))
    expect([(await list('ada')).items, await mailDue()]).toEqual([[], 1])
  })

  it('are not written a second time about money', async () => {
    await useMailServer(true)
    const facts = { step: 'withdrawal_sent', amount: '12.000000', method: 'PayPal' } as const
    await notify(test.database.kysely, { to: [uuidOf('ada')], kind: 'payment', facts, subject: null })
    expect([(await list('ada')).unread, await mailDue()]).toEqual([1, 0])
  })
})

describe('the bounds', () => {
  it('keep the newest thousand of each, and read ones for ninety days', async () => {
    await test.owner.query(
      `insert into notifications (user_id, kind, facts)
       select $1, 'range_assigned', jsonb_build_object('range', i::text, 'numbers', '') from generate_series(1, $2) i`,
      [uuidOf('ada'), KEPT_PER_READER + 7],
    )
    await notify(test.database.kysely, assigned('old', [uuidOf('ben')]))
    await notify(test.database.kysely, assigned('unread', [uuidOf('ben')]))
    await test.owner.query(`update notifications set read_at = $2 where user_id = $1 and facts ->> 'range' = 'old'`, [
      uuidOf('ben'),
      new Date(clock.nowMs() - 91 * 86_400_000),
    ])
    await sweepNotifications({ database: test.database, clock })
    const { rows } = await test.owner.query<{ username: string; kept: string; first: string }>(
      `select username, count(*)::int as kept, min((facts ->> 'range')) filter (where facts ->> 'range' = '8') as first
       from notifications n join users u on u.id = n.user_id group by username order by username`,
    )
    expect(rows).toEqual([
      { username: 'ada', kept: KEPT_PER_READER, first: '8' },
      { username: 'ben', kept: 1, first: null },
    ])
  })
})
