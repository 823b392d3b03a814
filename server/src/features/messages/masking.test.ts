// Every way in which an administrator meets somebody else's messages, and that none of them tells what the mask hides:
// the list, the trace, what other slices are handed for files and searches, and the live view. Only a reveal shows it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '@inrange/contract/errors'
import { useTestDatabase } from '../../testing/test-database.ts'
import { digestBehind } from './messages.jobs.ts'
import { openWorld, type World } from './messages.fixture.ts'
import { listRangeMessages, readMatching, searchMessages } from './read-matching.ts'

const shared = useTestDatabase()
let world: World
let ids: string[] = []
const SECRET = 'Your secret code is 471199'
const MASKED = '•••• •••••• •••• •• ••••••'

beforeAll(async () => {
  world = await openWorld(shared)
  ids = await world.land('ada', [
    { content: SECRET, sender: 'Acme', partsHex: ['736563726574'] },
    { content: SECRET, sender: 'Acme', flags: 2 },
  ])
  await world.land('root', ['My own words'])
  await digestBehind(shared.database)
})
afterAll(() => world.live.stop())

const get = async (username: string, path: string) => (await world.api.call(username, 'GET', path)).body
const tellsNothing = (answer: unknown) => {
  const text = JSON.stringify(answer, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  expect(text).not.toMatch(/secret|471199|736563/)
  return text
}
const viewing = () => ({ viewerId: world.uuidOf('root'), ownerId: world.uuidOf('ada') })
describe('an administrator', () => {
  test('sees the list of somebody else masked, however it is narrowed down', async () => {
    const queries = ['', '&sender=Acme', '&language=en', '&flag=test', '&recipient=4477', '&during=last_30_days']
    for (const query of queries) {
      const page = await get('root', `/messages?ownerId=${world.idOf('ada')}${query}`)
      tellsNothing(page)
      for (const item of page.items) expect(item).toMatchObject({ content: MASKED, masked: true })
    }
    expect((await get('root', `/messages?ownerId=${world.idOf('ada')}&language=en`)).items).toHaveLength(2)
  })

  test.each(['secret', '"secret code"', '471199', 'sec'])('cannot ask whether there is %s', async (text) => {
    const path = `/messages?${new URLSearchParams({ ownerId: world.idOf('ada'), text }).toString()}`
    expect(await world.api.call('root', 'GET', path)).toMatchObject({ status: 422 })
  })

  test('sees a trace without words and without octets', async () => {
    const trace = await get('root', `/messages/${ids[0]}`)
    tellsNothing(trace)
    expect(trace).toMatchObject({ content: MASKED, masked: true, received: { parts: [] } })
  })

  test('is handed masked texts for files, and no answer to a text filter', async () => {
    const rows: unknown[] = []
    for await (const page of readMatching(shared.database.kysely, { ...viewing(), filter: {}, pageSize: 1 })) {
      rows.push(...page.rows)
    }
    tellsNothing(rows)
    expect(rows).toMatchObject([{ content: MASKED }, { content: MASKED }])
    const asked = readMatching(shared.database.kysely, { ...viewing(), filter: { text: 'secret' }, pageSize: 1 })
    await expect(asked[Symbol.asyncIterator]().next()).rejects.toThrow(AppError)
  })

  test('finds messages of somebody else by sender and number, never by a word', async () => {
    const search = (text: string) => searchMessages(shared.database.kysely, { ...viewing(), text, limit: 10 })
    expect(await search('secret')).toEqual([])
    expect(await search('471199')).toEqual([])
    const bySender = await search('acme')
    expect(bySender).toMatchObject([{ content: MASKED }, { content: MASKED }])
    tellsNothing(bySender)
  })

  test('hears live of what is the administrator’s own alone', async () => {
    const response = await world.api.app.request('/live?since=0', { headers: { authorization: 'Bearer root' } })
    const reader = response.body!.getReader()
    const first = new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    expect(tellsNothing(first)).toContain('My own words')
  })

  test('sees it all by a reveal', async () => {
    const { body } = await world.api.call('root', 'POST', `/messages/${ids[0]}/reveal`)
    expect(body).toMatchObject({ content: SECRET, masked: false, received: { parts: [{ hex: '736563726574' }] } })
  })
})

test('of a range only what landed as a test is handed out unmasked', async () => {
  const asked = { ownerId: world.uuidOf('ada'), rangeId: world.rangeId, limit: 10 }
  expect(await listRangeMessages(shared.database.kysely, asked)).toMatchObject([{ content: SECRET, flags: ['test'] }])
})

test('owners see and search their own as it is', async () => {
  expect((await get('ada', '/messages?text=secret')).items).toMatchObject([{ content: SECRET }, { content: SECRET }])
  const own = { viewerId: world.uuidOf('ada'), ownerId: world.uuidOf('ada') }
  expect(await searchMessages(shared.database.kysely, { ...own, text: '471199', limit: 10 })).toHaveLength(2)
})
