// The captcha, where the settings name one: on a forgotten password, and on a sign-in after wrong ones.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setSetting } from './factors/factors.fixture.ts'
import { connectClient, makeTestUser, TEST_PASSWORD, withAuthServer } from './identity.fixture.ts'
import { openPkceBrowser, useMailbox } from './recovery/recovery.fixture.ts'
import { FAILURES_BEFORE_CAPTCHA } from './require-captcha.ts'

const captchaVerifyUrls = { turnstile: '', hcaptcha: '' }
const fixture = withAuthServer({ captchaVerifyUrls })
const mailbox = useMailbox(fixture)
const SECRET = 'the secret of the site'

// The provider's part: 'solved' is the token of a person.
let asked: URLSearchParams[] = []
const provider = createServer((request, response) => {
  void text(request).then((body) => {
    const form = new URLSearchParams(body)
    asked.push(form)
    response.end(JSON.stringify({ success: form.get('secret') === SECRET && form.get('response') === 'solved' }))
  })
})
beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  captchaVerifyUrls.turnstile = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`
  captchaVerifyUrls.hcaptcha = 'http://127.0.0.1:1/siteverify'
  const sealed = fixture.deps.secrets.seal(SECRET, { table: 'settings', row: 'captchaSecret', column: 'value' })
  await setSetting(fixture, 'captchaSecret', sealed)
})
beforeEach(async () => {
  asked = []
  await setSetting(fixture, 'captcha', { provider: 'turnstile', siteKey: 'site' })
})
afterAll(() => new Promise((resolve) => provider.close(resolve)))

const recover = (email: string, captchaToken?: string) =>
  openPkceBrowser(fixture).client.resetPasswordForEmail(email, captchaToken === undefined ? {} : { captchaToken })
const signIn = (email: string, password: string, captchaToken?: string) =>
  connectClient(fixture).signInWithPassword({
    email,
    password,
    ...(captchaToken === undefined ? {} : { options: { captchaToken } }),
  })

test('a forgotten password asks for it, before anybody is looked for', async () => {
  const user = await makeTestUser(fixture)
  for (const token of [undefined, 'guessed']) {
    expect((await recover(user.email, token)).error).toMatchObject({ code: 'captcha_failed', status: 400 })
  }
  expect(await mailbox.mails()).toEqual([])
  expect((await recover(user.email, 'solved')).error).toBeNull()
  expect(await mailbox.mails()).toHaveLength(1)
  expect(asked.at(-1)?.get('remoteip')).toBe('127.0.0.1')
})

test('a sign-in asks for it after some wrong passwords, and a refusal for its sake is not counted', async () => {
  const user = await makeTestUser(fixture)
  for (let n = 0; n < FAILURES_BEFORE_CAPTCHA.account; n += 1) {
    expect((await signIn(user.username, 'wrong horse')).error?.code).toBe('invalid_credentials')
  }
  expect(asked).toEqual([])
  for (let n = 0; n < 5; n += 1) {
    expect((await signIn(user.username, TEST_PASSWORD)).error?.code).toBe('captcha_failed')
  }
  expect((await signIn(user.username, TEST_PASSWORD, 'solved')).error).toBeNull()
  expect((await signIn(user.username, TEST_PASSWORD)).error).toBeNull()
})

test('an address that tried many accounts has to show it for every one', async () => {
  const user = await makeTestUser(fixture)
  for (let n = 0; n < FAILURES_BEFORE_CAPTCHA.address; n += 1) await signIn(`guess${n}`, 'wrong')
  expect((await signIn(user.username, TEST_PASSWORD)).error?.code).toBe('captcha_failed')
  expect((await signIn(user.username, TEST_PASSWORD, 'solved')).error).toBeNull()
})

test('when its provider cannot be reached, or none is set, nobody is kept out', async () => {
  const user = await makeTestUser(fixture)
  await setSetting(fixture, 'captcha', { provider: 'hcaptcha', siteKey: 'site' })
  expect((await recover(user.email, 'anything')).error).toBeNull()
  expect((await recover(user.email)).error?.code).toBe('captcha_failed')
  await setSetting(fixture, 'captcha', { provider: 'none', siteKey: '' })
  expect((await recover(user.email)).error).toBeNull()
  expect(asked).toEqual([])
})
