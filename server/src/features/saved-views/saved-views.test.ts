// What people may do with their views, through the served operations on a real database.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serveSlice, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { emptyViews, insertViewer } from './saved-views-fixture.queries.ts'
import { savedViewsRoutes } from './saved-views.routes.ts'

const shared = useTestDatabase()
let api: SliceClient

beforeAll(async () => {
  const callers = new Map<string, SliceCaller>()
  for (const [username, role] of [
    ['ada', 'user'],
    ['ben', 'user'],
    ['root', 'super_admin'],
  ] as const) {
    callers.set(username, { userId: await insertViewer(shared.owner, username, role), role })
  }
  api = serveSlice(savedViewsRoutes({ database: shared.database }), callers)
})
beforeEach(() => emptyViews(shared.owner))

const keep = (username: string, name: string, more: Record<string, unknown> = {}) =>
  api.call(username, 'POST', '/saved-views', { section: 'inbox', name, state: { text: 'code' }, ...more })
const names = async (username: string, section = 'inbox') => {
  const { body } = await api.call(username, 'GET', `/saved-views?section=${section}`)
  return body.items.map((view: { name: string }) => view.name)
}

describe('a view', () => {
  test('is kept for its section, listed by name, renamed, changed and forgotten', async () => {
    const { status, body: view } = await keep('ada', ' Unread codes ')
    expect({ status, view }).toMatchObject({
      status: 201,
      view: { section: 'inbox', name: 'Unread codes', state: { text: 'code' } },
    })
    await keep('ada', 'All of Acme')
    await keep('ada', 'Mine', { section: 'reports' })
    expect(await names('ada')).toEqual(['All of Acme', 'Unread codes'])
    const changed = await api.call('ada', 'PATCH', `/saved-views/${view.id}`, { state: { sender: 'Acme' } })
    expect(changed.body).toMatchObject({ name: 'Unread codes', state: { sender: 'Acme' } })
    await api.call('ada', 'PATCH', `/saved-views/${view.id}`, { name: 'Zebra' })
    expect(await names('ada')).toEqual(['All of Acme', 'Zebra'])
    expect((await api.call('ada', 'DELETE', `/saved-views/${view.id}`)).status).toBe(204)
    expect(await names('ada')).toEqual(['All of Acme'])
  })

  test('is refused with a text that no database stores', async () => {
    expect((await keep('ada', 'Mine', { state: { text: 'a\0b' } })).status).toBe(422)
    expect(await names('ada')).toEqual([])
  })

  test('is nobody else’s, not even an administrator’s', async () => {
    const { body: view } = await keep('ada', 'Mine')
    for (const other of ['ben', 'root']) {
      expect(await names(other)).toEqual([])
      const patch = await api.call(other, 'PATCH', `/saved-views/${view.id}`, { name: 'Theirs' })
      const gone = await api.call(other, 'DELETE', `/saved-views/${view.id}`)
      expect([patch.status, gone.status]).toEqual([404, 404])
    }
    expect(await names('ada')).toEqual(['Mine'])
  })

  test('has a name of its own in its section, whatever the letters', async () => {
    await keep('ada', 'Mine')
    expect(await keep('ada', 'MINE')).toMatchObject({ status: 409, body: { error: { code: 'view_name_taken' } } })
    expect((await keep('ada', 'Mine', { section: 'reports' })).status).toBe(201)
    expect((await keep('ben', 'Mine')).status).toBe(201)
    const { body: other } = await keep('ada', 'Other')
    const renamed = await api.call('ada', 'PATCH', `/saved-views/${other.id}`, { name: 'mine' })
    expect(renamed).toMatchObject({ status: 409, body: { error: { code: 'view_name_taken' } } })
  })

  test('is one of at most fifty, also when many are kept at once', async () => {
    const answers = await Promise.all(Array.from({ length: 55 }, (_, n) => keep('ada', `View ${n}`)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(50)
    expect(statuses.filter((status) => status === 409)).toHaveLength(5)
    expect(await names('ada')).toHaveLength(50)
  })

  test.each([
    ['a state of 4 kB', { state: { text: 'x'.repeat(4_085) } }, 201],
    ['a larger one', { state: { text: 'x'.repeat(4_086) } }, 422],
    ['a list as state', { state: ['x'] }, 422],
    ['no name', { name: ' ' }, 422],
    ['a name of 60 letters', { name: 'x'.repeat(60) }, 201],
    ['a longer one', { name: 'x'.repeat(61) }, 422],
    ['a section that is no address', { section: 'In box' }, 422],
  ])('%s', async (_what, more, status) => {
    expect((await keep('ada', 'Mine', more)).status).toBe(status)
  })
})
