// What the owner of an account hears of: sign-ins from elsewhere, and a session whose token was copied.
import { expect, test } from 'vitest'
import { ADDRESS_HEADER, connectClient, makeTestUser, post, TEST_PASSWORD, withAuthServer } from './identity.fixture.ts'
import { readActivityTypes } from './identity-fixture.queries.ts'
import { useMailbox } from './recovery/recovery.fixture.ts'
import { REFRESH_GRACE_MS } from './refresh-token.rules.ts'
import { isNewPlace } from './sign-in-place.rules.ts'

const fixture = withAuthServer()
const mailbox = useMailbox(fixture)
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEWER_FIREFOX = FIREFOX.replaceAll('140.0', '141.0')
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'

async function signIn(login: string, address: string, userAgent: string): Promise<number> {
  const headers = { [ADDRESS_HEADER]: address, 'user-agent': userAgent }
  return (await post(fixture, '/token?grant_type=password', { email: login, password: TEST_PASSWORD }, headers)).status
}

test('a sign-in from another device or another place is told, the very first and a usual one are not', async () => {
  const user = await makeTestUser(fixture)
  await signIn(user.username, '192.0.2.1', FIREFOX)
  await signIn(user.username, '192.0.2.77', NEWER_FIREFOX)
  expect(await mailbox.mails()).toEqual([])
  await signIn(user.username, '192.0.2.1', SAFARI)
  await signIn(user.username, '198.51.100.1', FIREFOX)
  await signIn(user.username, '198.51.100.1', FIREFOX)
  const at = `${fixture.clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const common = { username: user.username, place: null, at }
  expect(await mailbox.mails()).toEqual([
    {
      kind: 'new_sign_in',
      recipient: user.email,
      facts: { ...common, device: 'Safari on iPhone', address: '192.0.2.1' },
    },
    {
      kind: 'new_sign_in',
      recipient: user.email,
      facts: { ...common, device: 'Firefox on Linux', address: '198.51.100.1' },
    },
  ])
})

test('whoever is refused causes no mail', async () => {
  const user = await makeTestUser(fixture)
  await signIn(user.username, '192.0.2.1', FIREFOX)
  await post(fixture, '/token?grant_type=password', { email: user.username, password: 'wrong horse' })
  expect(await mailbox.mails()).toEqual([])
})

test('a copied refresh token ends the session, and its owner hears of it in their own words', async () => {
  const user = await makeTestUser(fixture)
  const client = connectClient(fixture)
  await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  const copied = (await client.getSession()).data.session?.refresh_token ?? ''
  await client.refreshSession()
  expect(await mailbox.mails()).toEqual([])
  fixture.clock.advanceMs(REFRESH_GRACE_MS + 1)
  const thief = await connectClient(fixture).refreshSession({ refresh_token: copied })
  expect(thief.error?.code).toBe('refresh_token_already_used')
  expect(await mailbox.mails()).toEqual([expect.objectContaining({ kind: 'session_stolen', recipient: user.email })])
  expect(await readActivityTypes(fixture.db.database.kysely, user.id)).toEqual(['user_login', 'user_session_stolen'])
})

test('of an address its network counts, of a browser its name and system', () => {
  const home = { address: '192.0.2.1', userAgent: FIREFOX }
  expect(isNewPlace([], home)).toBe(false)
  expect(isNewPlace([home], { address: '192.0.2.254', userAgent: NEWER_FIREFOX })).toBe(false)
  expect(isNewPlace([home], { address: '192.0.3.1', userAgent: FIREFOX })).toBe(true)
  expect(isNewPlace([home], { address: '192.0.2.1', userAgent: SAFARI })).toBe(true)
  const modern = { address: '2001:db8:1:2::9', userAgent: FIREFOX }
  expect(isNewPlace([home, modern], { ...modern, address: '2001:db8:1:2:ffff::1' })).toBe(false)
  expect(isNewPlace([home, modern], { ...modern, address: '2001:db8:1:3::9' })).toBe(true)
})
