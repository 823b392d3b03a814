// Payment methods as super admins add and change them: what is checked on a real local chain first, what is refused,
// who has to agree, who hears of it. No secret comes back.
import { describe, expect, test } from 'vitest'
import { invariant } from '../../../platform/invariant.ts'
import { accountXpub, findAnvil, walletAddress } from '../../../testing/chain/local-chain.ts'
import { withDeposits, USD, type Person } from '../deposits/deposits.fixture.ts'
import { basisPointsOf, lastFour, percentOf } from './method.rules.ts'

const HOUR_MS = 3_600_000

test('fees of one decimal are basis points and come back as they were', () => {
  for (const percent of [0, 0.1, 0.7, 1.1, 2.3, 9.9, 10]) expect(percentOf(basisPointsOf(percent))).toBe(percent)
})

test('of a short secret nothing is shown', () => {
  expect(lastFour('12345678')).toBe('5678')
  expect(lastFour('1234567')).toBeNull()
})

describe.runIf(findAnvil() !== null)('payment methods', () => {
  const fixture = withDeposits()
  const usdt = (facts: Record<string, unknown> = {}) => ({
    type: 'usdt',
    name: 'USDT on Ethereum',
    usdtNetwork: 'erc20',
    usdtAddress: fixture.local.operator.address,
    nodeUrl: fixture.node.url,
    ...facts,
  })
  const paypal = (facts: Record<string, unknown> = {}) => ({
    type: 'paypal',
    name: 'PayPal',
    paypalClientId: 'client-1',
    paypalClientSecret: 'a very secret secret',
    paypalEnvironment: 'sandbox',
    ...facts,
  })
  const add = async (body: unknown, by?: Person) =>
    await fixture.call(by ?? (await fixture.root()), 'POST', '/payment-methods', body)
  const change = async (id: string, body: Record<string, unknown>, by?: Person) =>
    await fixture.call(by ?? (await fixture.root()), 'PATCH', `/payment-methods/${id}`, body)
  const read = async (id: string, by?: Person) => {
    const { body } = await fixture.call(by ?? (await fixture.root()), 'GET', '/payment-methods')
    return body.items.find((item: { id: string }) => item.id === id)
  }
  const edit = async (id: string, body: Record<string, unknown>, by?: Person) =>
    await change(id, { version: (await read(id)).version, ...body }, by)
  const deactivateAll = () => fixture.rows('update payment_methods set is_active = false')
  const noticesOf = async (person: Person) =>
    (await fixture.rows<{ kind: string }>('select kind from notices where user_id = $1', [person.id])).length
  const audits = (action: string) =>
    fixture.rows<{ before: unknown; after: Record<string, unknown> }>(
      'select before, after from audit_log where action = $1 order by id desc limit 1',
      [action],
    )

  test('a USDT method is enabled once the node has proven itself; its health and its contract are shown', async () => {
    await deactivateAll()
    const other = await fixture.person('super_admin')
    const added = await add(usdt({ fees: 2.5, minimumAmount: '12.50' }))
    expect(added).toMatchObject({
      status: 201,
      body: {
        type: 'usdt',
        kind: 'usdt_erc20',
        isActive: true,
        depositMode: 'exact_amount',
        settings: { usdtAddress: fixture.local.operator.address, minimumAmount: '12.500000', fees: 2.5 },
        tokenContract: fixture.chains.erc20?.contract,
        node: { isSet: true, last4: fixture.node.url.slice(-4) },
        secondNode: { isSet: false, last4: null },
        health: { isOk: true, headNumber: await fixture.local.blockNumber() },
      },
    })
    expect(JSON.stringify(added.body)).not.toContain(fixture.node.url)
    const [sealed] = await fixture.rows<{ node_url_sealed: string }>('select node_url_sealed from payment_methods')
    expect(sealed?.node_url_sealed).not.toContain(fixture.node.url)
    const [audit] = await audits('payment_method_created')
    expect(audit?.after).toMatchObject({ kind: 'usdt_erc20', minimumMicros: '12500000' })
    expect(JSON.stringify(audit)).not.toContain('127.0.0.1')
    expect(await noticesOf(other)).toBe(1)
  })

  test('a node of another chain, another token, none, one that is gone: not enabled, and it is said why', async () => {
    await deactivateAll()
    fixture.node.behave('other_chain')
    const otherChain = await add(usdt())
    fixture.node.behave('none')
    expect(otherChain).toMatchObject({
      status: 422,
      body: { error: { code: 'payment_method_unchecked', fields: { nodeUrl: expect.stringMatching(/chain 1337/) } } },
    })
    const constants = fixture.chains.erc20
    invariant(constants !== undefined, 'The fixture has a chain')
    fixture.chains.bep20 = { ...constants, network: 'bep20', decimals: 18 }
    expect(await add(usdt({ usdtNetwork: 'bep20' }))).toMatchObject({
      status: 422,
      body: {
        error: { code: 'payment_method_unchecked', fields: { nodeUrl: expect.stringMatching(/6 decimals, not 18/) } },
      },
    })
    fixture.chains.bep20 = { ...constants, network: 'bep20', symbol: 'BUSD' }
    expect(await add(usdt({ usdtNetwork: 'bep20' }))).toMatchObject({
      body: { error: { message: expect.stringMatching(/calls itself USDT, not BUSD/) } },
    })
    const { nodeUrl: _nodeUrl, ...withoutNode } = usdt()
    expect(await add(withoutNode)).toMatchObject({ status: 422, body: { error: { code: 'payment_method_unchecked' } } })
    await expect(add(usdt({ nodeUrl: 'http://127.0.0.1:9' }))).rejects.toMatchObject({ code: 'outside_unavailable' })
    expect(await add({ ...withoutNode, isActive: false })).toMatchObject({
      status: 201,
      body: { isActive: false, tokenCheckedAt: null },
    })
    expect(await fixture.rows('select 1 from payment_methods where is_active')).toEqual([])
  })

  test('an address with a typing error, of another network, of nobody, of the token or of a user is refused', async () => {
    await deactivateAll()
    const tronMade = fixture.local.operator.address
    const cases: [string, RegExp][] = [
      [tronMade.replace(/[a-f]/, (char) => char.toUpperCase()), /typing error/],
      ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', /Tron address/],
      [`0x${'0'.repeat(40)}`, /Nobody owns/],
      [fixture.token.address, /contract of the token/],
      ['my wallet', /no Ethereum address/],
    ]
    for (const [usdtAddress, words] of cases) {
      expect(await add(usdt({ usdtAddress }))).toMatchObject({
        status: 422,
        body: { error: { code: 'invalid_request', fields: { usdtAddress: expect.stringMatching(words) } } },
      })
    }
    const id = (await add(usdt({ xpub: accountXpub(60) }))).body.id
    const user = await fixture.person()
    const { address } = (await fixture.announce(user, id, '10.00')).body
    expect(await edit(id, { usdtAddress: address })).toMatchObject({
      status: 422,
      body: { error: { fields: { usdtAddress: expect.stringMatching(/deposit address of a user/) } } },
    })
  })

  test('names, minimum and fees keep to their bounds', async () => {
    for (const wrong of [{ name: ' ' }, { fees: 10.1 }, { fees: 0.15 }, { fees: -0.1 }, { minimumAmount: '0.99' }]) {
      expect(await add(usdt({ ...wrong, isActive: false }))).toMatchObject({ status: 422 })
    }
    const right = { name: 'x', fees: 10, minimumAmount: '1', isActive: false }
    expect(await add(usdt(right))).toMatchObject({ status: 201 })
  })

  test('one method of a kind is active at a time', async () => {
    await deactivateAll()
    expect(await add(usdt())).toMatchObject({ status: 201 })
    expect(await add(usdt({ name: 'Another' }))).toMatchObject({
      status: 409,
      body: { error: { code: 'payment_method_taken' } },
    })
  })

  test('secrets are written only: a blank keeps them, and neither answer nor log shows one', async () => {
    await deactivateAll()
    const added = await add(paypal())
    expect(added.body).toMatchObject({
      type: 'paypal',
      settings: { paypalClientId: 'client-1', paypalClientSecret: { isSet: true, last4: 'cret' } },
      paypalWebhookUrl: `http://localhost:3000/payments/paypal/${added.body.id}/webhook`,
    })
    const { id } = added.body
    const sealed = () => fixture.rows("select client_secret_sealed from payment_methods where kind = 'paypal'")
    const before = await sealed()
    expect(await edit(id, { name: 'PayPal, ours', fees: 1.1 })).toMatchObject({
      status: 200,
      body: { name: 'PayPal, ours' },
    })
    expect(await sealed()).toEqual(before)
    const changed = await edit(id, { paypalClientSecret: 'another secret key' })
    expect(changed.body.settings.paypalClientSecret).toEqual({ isSet: true, last4: ' key' })
    expect(await sealed()).not.toEqual(before)
    const everything = JSON.stringify([changed.body, await fixture.rows('select before, after from audit_log')])
    expect(everything).not.toContain('secret key')
    expect(everything).not.toContain('very secret')
  })

  test('type and network stay, and of two who edit the second is told', async () => {
    await deactivateAll()
    const { id, version } = (await add(usdt())).body
    expect(await edit(id, { usdtNetwork: 'bep20' })).toMatchObject({ status: 422 })
    expect(await edit(id, { paypalClientId: 'client' })).toMatchObject({
      status: 422,
      body: { error: { fields: { paypalClientId: expect.stringMatching(/type does not change/) } } },
    })
    expect(await change(id, { version, name: 'First' })).toMatchObject({ status: 200, body: { name: 'First' } })
    expect(await change(id, { version, name: 'Second' })).toMatchObject({
      status: 409,
      body: { error: { code: 'state_changed' } },
    })
    expect(await change('pmt_00000000000000000000000001', { version, name: 'x' })).toMatchObject({ status: 404 })
  })

  test('where money goes is changed only with the second factor at hand; a name is not so dear', async () => {
    await deactivateAll()
    const { id } = (await add(usdt())).body
    const admin = await fixture.person('super_admin')
    await fixture.rows(
      "insert into factors (user_id, factor_type, friendly_name, status, phone) values ($1, 'phone', 'Mine', 'verified', '31612345678')",
      [admin.id],
    )
    const moved = { usdtAddress: walletAddress(60, 500) }
    expect(await edit(id, moved, admin)).toMatchObject({
      status: 403,
      body: { error: { code: 'second_factor_required' } },
    })
    expect(await edit(id, { name: 'Renamed' }, admin)).toMatchObject({ status: 200 })
    const showed = (minutesAgo: number) =>
      fixture.rows("update sessions set aal = 'aal2', aal2_at = $2 where user_id = $1", [
        admin.id,
        new Date(fixture.clock.nowMs() - minutesAgo * 60_000),
      ])
    await showed(600)
    expect(await edit(id, moved, admin)).toMatchObject({
      status: 403,
      body: { error: { code: 'reauthentication_needed' } },
    })
    await showed(1)
    const root = await fixture.root()
    const told = await noticesOf(root)
    expect(await edit(id, moved, admin)).toMatchObject({ status: 200, body: { settings: moved } })
    expect(await noticesOf(root)).toBe(told + 1)
    const [audit] = await audits('payment_method_updated')
    expect(audit).toMatchObject({
      before: { address: fixture.local.operator.address },
      after: { address: moved.usdtAddress },
    })
  })

  test('a changed node is checked before the method stays enabled', async () => {
    await deactivateAll()
    const { id } = (await add(usdt())).body
    fixture.second.behave('other_chain')
    expect(await edit(id, { nodeUrl: fixture.second.url })).toMatchObject({
      body: { error: { code: 'payment_method_unchecked' } },
    })
    expect(await edit(id, { secondNodeUrl: fixture.second.url })).toMatchObject({
      body: { error: { fields: { secondNodeUrl: expect.any(String) } } },
    })
    expect(await edit(id, { isActive: false, nodeUrl: fixture.second.url })).toMatchObject({
      status: 200,
      body: { tokenCheckedAt: null },
    })
    expect(await edit(id, { isActive: true })).toMatchObject({ body: { error: { code: 'payment_method_unchecked' } } })
    fixture.second.behave('none')
    expect(await edit(id, { isActive: true })).toMatchObject({
      status: 200,
      body: { tokenCheckedAt: expect.any(String) },
    })
  })

  test('a method is tested now: what was found is said and kept', async () => {
    await deactivateAll()
    const { id } = (await add(usdt({ secondNodeUrl: fixture.second.url }))).body
    const trial = async () => (await fixture.call(await fixture.root(), 'POST', `/payment-methods/${id}/test`)).body
    expect(await trial()).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/USDT with 6 decimals.*second node agrees/),
    })
    fixture.second.behave('refuses')
    expect(await trial()).toMatchObject({ ok: false, detail: expect.stringMatching(/second node fails/) })
    fixture.second.behave('none')
    fixture.node.behave('lags')
    expect(await trial()).toMatchObject({ ok: false, detail: expect.stringMatching(/fell behind/) })
    fixture.node.behave('none')
    expect((await read(id)).health).toMatchObject({ isOk: false, error: expect.stringMatching(/fell behind/) })
  })

  test('another key is used when a second super admin confirmed it and a day has passed', async () => {
    await deactivateAll()
    const [root, other] = [await fixture.root(), await fixture.person('super_admin')]
    const { id, ...made } = (await add(usdt({ xpub: accountXpub(60, 3) }))).body
    expect(made).toMatchObject({ depositMode: 'own_address', xpub: { isSet: true, proposed: null, addresses: 0 } })
    const user = await fixture.person()
    const first = (await fixture.announce(user, id, '10.00')).body.address
    const decide = (by: Person, decision: string) =>
      fixture.call(by, 'POST', `/payment-methods/${id}/decide-xpub`, { decision })
    expect(await edit(id, { xpub: 'xprvA1' })).toMatchObject({
      body: { error: { fields: { xpub: expect.stringMatching(/private key/) } } },
    })
    expect(await edit(id, { xpub: accountXpub(60, 3) })).toMatchObject({
      body: { error: { fields: { xpub: expect.stringMatching(/in use already/) } } },
    })
    const proposed = await edit(id, { xpub: accountXpub(60, 4) })
    expect(proposed.body.xpub).toMatchObject({ fingerprint: made.xpub.fingerprint, proposed: { mayConfirm: false } })
    expect(await edit(id, { xpub: accountXpub(60, 5) })).toMatchObject({ status: 422 })
    expect(await decide(root, 'confirm')).toMatchObject({
      status: 409,
      body: { error: { code: 'other_person_needed' } },
    })
    expect((await read(id, other)).xpub.proposed.mayConfirm).toBe(true)
    const confirmed = await decide(other, 'confirm')
    expect(confirmed.body.xpub).toMatchObject({ proposed: null, usableFrom: expect.any(String) })
    expect(await decide(other, 'confirm')).toMatchObject({ status: 409, body: { error: { code: 'state_changed' } } })
    await fixture.advance(23 * HOUR_MS)
    expect((await fixture.announce(user, id, '10.00')).body.address).toBe(first)
    await fixture.advance(HOUR_MS)
    const later = (await fixture.announce(user, id, '10.00')).body.address
    expect(later).not.toBe(first)
    // What was given stays its owner's.
    await fixture.token.send('payer', first, 10n * USD)
    await fixture.finalise()
    await fixture.scan(id)
    expect((await fixture.balances(user)).available).toBe(10n * USD)
    const swept = await fixture.app.request(`/payment-methods/${id}/sweep-list`, {
      headers: { authorization: `Bearer ${root.sessionId}` },
    })
    const rows = (await swept.text()).trim().split('\r\n')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toContain(`${first},10.000000,m/44'/60'/0'/0/0`)
  })

  test('a proposed key is withdrawn, and one that was confirmed while it rests', async () => {
    await deactivateAll()
    const other = await fixture.person('super_admin')
    const { id, xpub } = (await add(usdt({ xpub: accountXpub(60, 6) }))).body
    const { fingerprint } = xpub
    const decide = (decision: string) => fixture.call(other, 'POST', `/payment-methods/${id}/decide-xpub`, { decision })
    expect(await decide('withdraw')).toMatchObject({ status: 409 })
    await edit(id, { xpub: accountXpub(60, 7) })
    expect((await decide('withdraw')).body.xpub).toMatchObject({ proposed: null, usableFrom: null })
    await edit(id, { xpub: accountXpub(60, 8) })
    await decide('confirm')
    expect((await decide('withdraw')).body.xpub).toMatchObject({ proposed: null, usableFrom: null })
    await fixture.advance(25 * HOUR_MS)
    expect((await read(id)).xpub.fingerprint).toBe(fingerprint)
  })

  test('users see what is active and how to use it, and nothing of how it is run', async () => {
    await deactivateAll()
    const { id } = (await add(usdt({ minimumAmount: '25.00' }))).body
    const user = await fixture.person()
    const { body } = await fixture.call(user, 'GET', '/payment-methods/available')
    expect(body).toEqual({
      items: [
        {
          id,
          type: 'usdt',
          kind: 'usdt_erc20',
          name: 'USDT on Ethereum',
          network: 'erc20',
          minimum: '25.000000',
          fees: 0,
          feesOnDeposits: false,
          depositMode: 'exact_amount',
        },
      ],
      withdrawalsPaused: false,
      minimumDeposit: '10.000000',
      minimumWithdrawal: '10.000000',
    })
    expect(await fixture.call(user, 'GET', '/payment-methods')).toMatchObject({ status: 403 })
  })
})
