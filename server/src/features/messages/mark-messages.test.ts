// Marking messages read and unread, through the served operations on a real database: what it changes, what it leaves
// alone, and that the counter of the inbox stays what a count would give.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { emptyInboxes, readUnread } from './messages-fixture.queries.ts'
import { openWorld, type World } from './messages.fixture.ts'

const test = useTestDatabase()
let world: World
let ids: string[]
beforeAll(async () => {
  world = await openWorld(test)
})
afterAll(() => world.live.stop())
beforeEach(async () => {
  await emptyInboxes(test.owner)
  ids = await world.land('ada', ['1', '2', '3', '4', '5'])
})
afterEach(async () => {
  const { counted, kept } = await readUnread(test.owner, world.uuidOf('ada'))
  expect(kept, 'the counter of the inbox is what a count gives').toBe(counted)
})

const pick = (...places: number[]) => places.map((place) => ids[place - 1]!)
const mark = (of: string[], isRead = true, username = 'ada') =>
  world.api.call(username, 'POST', '/messages/mark-read', { ids: of, isRead })
const markAll = (position: string, username = 'ada') =>
  world.api.call(username, 'POST', '/messages/mark-all-read', { position })

async function list(read: 'read' | 'unread'): Promise<string[]> {
  const { body } = await world.api.call('ada', 'GET', `/messages?read=${read}`)
  return body.items.map(({ content }: { content: string }) => content).toReversed()
}
async function positionOf(place: number): Promise<string> {
  const { body } = await world.api.call('ada', 'GET', `/messages/${ids[place - 1]}`)
  return body.position
}

describe('marking messages', () => {
  it('makes exactly these read, however often it is said', async () => {
    expect(await mark(pick(2, 4, 4))).toEqual({ status: 200, body: { unread: 3 } })
    expect(await mark(pick(2, 3))).toEqual({ status: 200, body: { unread: 2 } })
    expect([await list('read'), await list('unread')]).toEqual([
      ['2', '3', '4'],
      ['1', '5'],
    ])
  })

  it('makes them unread again', async () => {
    await mark(pick(1, 2, 3))
    expect((await mark(pick(2, 5), false)).body).toEqual({ unread: 3 })
    expect(await list('read')).toEqual(['1', '3'])
  })

  it('refuses all of them when one belongs to somebody else or is not there', async () => {
    const [foreign = ''] = await world.land('ben', ['Secret'])
    for (const other of [foreign, world.messageId('ada', 5n)]) {
      expect((await mark([...pick(1), other])).status).toBe(404)
    }
    expect(await list('read')).toEqual([])
    expect((await mark(pick(1), true, 'root')).status).toBe(404)
  })

  it('counts a message once that is marked from many places at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => mark(pick(1, 2))))
    expect(answers.map(({ body }) => body.unread)).toEqual(Array.from({ length: 8 }, () => 3))
  })

  it('counts what lands meanwhile', async () => {
    const land = async () => {
      for (const text of ['6', '7', '8']) await world.land('ada', [text])
    }
    await Promise.all([mark(pick(1)), land(), mark(pick(2)), mark(pick(3))])
    expect((await mark(pick(1))).body).toEqual({ unread: 5 })
  })
})

describe('marking everything', () => {
  it('reaches up to a position and no further', async () => {
    expect((await markAll(await positionOf(3))).body).toEqual({ unread: 2 })
    expect([await list('read'), await list('unread')]).toEqual([
      ['1', '2', '3'],
      ['4', '5'],
    ])
  })

  it('keeps what was read after the position', async () => {
    await mark(pick(2, 5))
    expect((await markAll(await positionOf(3))).body).toEqual({ unread: 1 })
    expect(await list('unread')).toEqual(['4'])
  })

  it('never reaches what lands later, even with a position in the future', async () => {
    expect((await markAll('999999999999999999')).body).toEqual({ unread: 0 })
    await world.land('ada', ['6'])
    expect(await list('unread')).toEqual(['6'])
  })

  it('goes back over nothing: an earlier position changes nothing', async () => {
    await markAll(await positionOf(4))
    expect((await markAll(await positionOf(2))).body).toEqual({ unread: 1 })
    expect(await list('unread')).toEqual(['5'])
  })

  it('leaves messages that can be marked unread, until it is said again', async () => {
    await markAll(await positionOf(5))
    expect((await mark(pick(2, 4), false)).body).toEqual({ unread: 2 })
    expect(await list('unread')).toEqual(['2', '4'])
    expect((await mark(pick(2))).body).toEqual({ unread: 1 })
    expect((await mark(pick(2), false)).body).toEqual({ unread: 2 })
    expect((await markAll(await positionOf(3))).body).toEqual({ unread: 1 })
    expect(await list('unread')).toEqual(['4'])
    expect((await markAll(await positionOf(5))).body).toEqual({ unread: 0 })
  })

  it('refuses a position that no screen shows any more, because counting would hold up what lands', async () => {
    const position = await positionOf(5)
    await world.landMany('ada', 20_000)
    expect((await markAll(await positionOf(4))).body.error.fields).toHaveProperty('position')
    expect((await markAll(position)).body).toEqual({ unread: 20_000 })
  })

  it('of an inbox in which nothing ever landed is nothing', async () => {
    expect((await markAll('1', 'root')).body).toEqual({ unread: 0 })
  })
})
