// Payment Settings as a super admin uses them, on a platform whose chain and PayPal are on loopback: methods are added
// and tried, withdrawals approved by two and proven by their transaction, what came unannounced is decided, the books
// compared, withdrawals stopped. One story, told in order.
import { readFile } from 'node:fs/promises'
import { accountXpub } from '@inrange/server/testing/chain/local-chain'
import { violationsOn } from './axe.ts'
import { dialogOf, expect, expectToast, rowWith, test, type Locator, type Page } from './console.fixture.ts'
import { PAYMENTS_PASSWORD } from './payments.facts.ts'
import { besidePayments, type PaymentsPlatform } from './payments.fixture.ts'
import { dialog, faultsOf, languages, question, refused, shown, type Act, type Language } from './surfaces.ts'

let payments: PaymentsPlatform
/** By kind. */
const methodIds: Record<string, string> = {}
const destination = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const EXTRA_BLOCKS = 20

test.setTimeout(180_000)
besidePayments((started) => (payments = started))
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
})

function overhang(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

function card(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true })
}

function usdt() {
  return payments.chain.tokenAt(payments.facts.tokens.usdt, 6)
}

let keys = 0
function requestKey(): string {
  return `story-${Date.now()}-${++keys}`
}

/** Money of one's own: sent on the chain, and credited at once because its transaction was named. */
async function fund(username: string, dollars: number): Promise<void> {
  const owner = await payments.apiAs(username)
  const announced = { methodId: methodIds['erc20'], amount: String(dollars), requestKey: requestKey() }
  const deposit = await owner('POST', '/deposits', announced)
  const txHash = await usdt().send('payer', String(deposit['address']), BigInt(dollars) * 1_000_000n)
  await payments.chain.mine(EXTRA_BLOCKS)
  await owner('POST', `/deposits/${deposit['id']}/transaction`, { txHash })
  const state = async () => (await owner('GET', `/deposits/${deposit['id']}`))['state']
  await expect.poll(state, { timeout: 120_000 }).toBe('credited')
}

/** @returns the id of a withdrawal that awaits approval */
async function withdraw(username: string, amount: string, way: { method: string; kind: string; address: string }) {
  const owner = await payments.apiAs(username)
  const { items } = await owner('GET', '/destinations')
  const book = items as { id: string; kind: string; address: string }[]
  const known = book.find(({ kind, address }) => kind === way.kind && address === way.address)
  const to = known ?? (await owner('POST', '/destinations', { kind: way.kind, address: way.address }))
  const methodId = methodIds[way.method]
  const { intent } = await owner('POST', '/withdrawals/prepare', { methodId, destinationId: to.id, amount })
  const proof = { kind: 'password', password: PAYMENTS_PASSWORD }
  const made = await owner('POST', '/withdrawals', { intent, proof, requestKey: requestKey() })
  return String(made['id'])
}

const byChain = { method: 'erc20', kind: 'usdt_erc20', address: destination }
const byPaypal = { method: 'paypal', kind: 'paypal', address: 'ayse.payout@example.com' }

test('others are told that it is not theirs', async ({ page }) => {
  await payments.signIn(page, 'operator')
  await payments.open(page, '/payment-settings')
  await expect(page.getByText('Access Denied', { exact: true })).toBeVisible()
  await expect(page.getByText('Super Admin access required.', { exact: true })).toBeVisible()
})

test('before there is anything, it says so and offers the first step, with the defaults of the specification', async ({
  page,
}) => {
  await payments.signIn(page, 'root')
  await payments.open(page, '/payment-settings')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Payment Settings', level: 1 })).toBeVisible()
  for (const text of [
    'Configure USDT and PayPal payment methods',
    'Payment Methods',
    'Total Transactions',
    'Pending',
    'Total Volume',
    'No Payment Methods',
    'Recent Transactions',
    'No transactions yet',
  ]) {
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
  }
  expect(await violationsOn(page)).toEqual([])
  await main.getByRole('button', { name: 'Add First Payment Method' }).click()
  const form = dialogOf(page, 'Add Payment Method')
  await expect(page).toHaveURL(/dialog=add/)
  await expect(form.getByLabel('Type')).toHaveValue('usdt')
  await expect(form.getByLabel('Network')).toHaveValue('trc20')
  const [minimum, fees] = [form.getByLabel('Minimum Amount'), form.getByLabel('Fees (%)')]
  await expect(minimum).toHaveValue('10')
  await expect(minimum).toHaveAttribute('min', '1')
  await expect(minimum).toHaveAttribute('step', '0.01')
  await expect(fees).toHaveValue('0')
  await expect(fees).toHaveAttribute('max', '10')
  await expect(fees).toHaveAttribute('step', '0.1')
  await expect(form.getByLabel('Enable this payment method')).toBeChecked()
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Add First Payment Method' })).toBeFocused()
})

test('a USDT method: what is wrong is said at its field, what is right becomes a card with its connection', async ({
  page,
}) => {
  await payments.signIn(page, 'root')
  await payments.open(page, '/payment-settings?dialog=add')
  const form = dialogOf(page, 'Add Payment Method')
  await form.getByLabel('Fees (%)').fill('10.1')
  await form.getByRole('button', { name: 'Add Method' }).click()
  for (const fault of ['The name is required.', 'The wallet address is required.', 'Fees are 0 to 10 percent.']) {
    await expect(form.getByText(fault, { exact: true })).toBeVisible()
  }
  await form.getByLabel('Name').fill('USDT on Ethereum')
  await form.getByLabel('Network').selectOption({ label: 'ERC20 (Ethereum)' })
  await form.getByLabel('Wallet Address').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  await form.getByLabel('Fees (%)').fill('1.5')
  await expect(form.getByText('Of a withdrawal of $100.00 the fee is $1.50, and $98.50 is sent.')).toBeVisible()
  await form.getByLabel('Node', { exact: true }).fill(payments.facts.chain.url)
  await form.getByLabel('Extended public key').fill(accountXpub(60))
  await form.getByRole('button', { name: 'Add Method' }).click()
  await expect(form.getByLabel('Wallet Address')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Wallet Address').fill(payments.facts.treasury)
  await form.getByRole('button', { name: 'Add Method' }).click()
  await expectToast(page, 'USDT on Ethereum was added.')

  const method = card(page, 'USDT on Ethereum')
  for (const text of ['USDT (ERC20)', 'Active', '$10.00', '1.5%', 'An address of each user’s own']) {
    await expect(method.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await expect(method.getByRole('button', { name: 'Copy wallet address of USDT on Ethereum' })).toBeVisible()
  await method.getByRole('button', { name: /^QR code of the wallet address/ }).click()
  await expect(method.getByRole('img', { name: `QR code of ${payments.facts.treasury}` })).toBeVisible()
  await method.getByRole('button', { name: 'Test connection of USDT on Ethereum' }).click()
  await expect(method.getByText('It works.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('a PayPal method: its secret goes in, is never shown, and stays where it is left blank', async ({ page }) => {
  const { clientId, clientSecret, webhookId } = payments.facts.paypal
  await payments.signIn(page, 'root')
  await payments.open(page, '/payment-settings?dialog=add')
  const form = dialogOf(page, 'Add Payment Method')
  await form.getByLabel('Type').selectOption('PayPal')
  await form.getByLabel('Name').fill('PayPal')
  await form.getByRole('button', { name: 'Add Method' }).click()
  await expect(form.getByText('The client ID is required.')).toBeVisible()
  await expect(form.getByText('The client secret is required.')).toBeVisible()
  await expect(form.getByLabel('Client Secret')).toHaveAttribute('type', 'password')
  await form.getByLabel('Client ID').fill(clientId)
  await form.getByLabel('Client Secret').fill(clientSecret)
  await form.getByLabel('Webhook ID').fill(webhookId)
  await form.getByLabel('Environment').selectOption('Sandbox, no real money')
  await form.getByRole('button', { name: 'Add Method' }).click()
  await expectToast(page, 'PayPal was added.')
  const method = card(page, 'PayPal')
  await expect(method).toContainText(`Set, ends in ${clientSecret.slice(-4)}`)
  expect(await page.content()).not.toContain(clientSecret)
  await method.getByRole('button', { name: 'Test connection of PayPal' }).click()
  await expect(method.getByText('It works.')).toBeVisible()

  await method.getByRole('button', { name: 'Edit PayPal' }).click()
  const edit = dialogOf(page, 'Edit Payment Method')
  await expect(edit.getByLabel('Type')).toBeDisabled()
  await expect(edit.getByLabel('Client Secret')).toHaveValue('')
  await edit.getByLabel('Name').fill('PayPal (test)')
  await edit.getByRole('button', { name: 'Update Method' }).click()
  await expectToast(page, 'PayPal (test) was updated.')
  await expect(card(page, 'PayPal (test)')).toContainText(`Set, ends in ${clientSecret.slice(-4)}`)
  await expect(card(page, 'PayPal (test)').getByRole('button', { name: 'Edit PayPal (test)' })).toBeVisible()
  const { items } = await (await payments.apiAs('root'))('GET', '/payment-methods')
  for (const { id, kind } of items as { id: string; kind: string }[]) {
    methodIds[kind.replace('usdt_', '')] = id
  }
})

test('a second key is confirmed by somebody else', async ({ page }) => {
  await payments.signIn(page, 'root')
  await payments.open(page, `/payment-settings?dialog=edit&item=${methodIds['erc20']}`)
  const form = dialogOf(page, 'Edit Payment Method')
  await form.getByLabel('Extended public key').fill(accountXpub(60, 1))
  await form.getByRole('button', { name: 'Update Method' }).click()
  await expectToast(page, 'USDT on Ethereum was updated.')
  const method = card(page, 'USDT on Ethereum')
  await expect(method.getByText('Whoever proposed it cannot confirm it.')).toBeVisible()
  await expect(method.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await method.getByRole('button', { name: 'Withdraw' }).click()
  const question = dialogOf(page, 'Withdraw the proposed key of USDT on Ethereum?')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expectToast(page, 'The proposed key of USDT on Ethereum is withdrawn.')
  await expect(method.getByText('A new extended public key is proposed')).toHaveCount(0)
})

test('a large withdrawal takes two people and is proven by its transaction', async ({ page }) => {
  await fund('ayse', 1_000)
  const id = await withdraw('ayse', '600', byChain)
  await (
    await payments.apiAs('operator')
  )('POST', `/withdrawal-queue/${id}/approve`, { note: 'I called her.' })
  await payments.signIn(page, 'root')
  await payments.open(page, '/payment-settings?tab=withdrawals')
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name })
  await expect(step('1 Awaiting approval')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const sheet = dialogOf(page, /^Withdrawal/)
  await expect(page).toHaveURL(new RegExp(`item=${id}`))
  for (const text of ['$591.00', 'The first withdrawal, and a large one', 'I called her.', '0x7099']) {
    await expect(sheet.getByText(text).first()).toBeVisible()
  }
  expect(await violationsOn(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Approve' }).click()
  const question = dialogOf(page, 'Approve this withdrawal?')
  await expect(question).toContainText('It then awaits payment: $591.00')
  await question.getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Approved.')

  await sheet.getByRole('button', { name: 'Record as sent' }).click()
  const record = dialogOf(page, 'Record as sent')
  await record.getByLabel('Transaction hash').fill('0x12')
  await record.getByRole('button', { name: 'Check and Record' }).click()
  await expect(record.getByText('A transaction hash has 64 hexadecimal digits.')).toBeVisible()
  const wrong = await usdt().send('operator', destination, 590_000_000n)
  await record.getByLabel('Transaction hash').fill(wrong)
  await record.getByRole('button', { name: 'Check and Record' }).click()
  await expect(record.getByText('The transaction pays another amount.')).toBeVisible()
  await expect(record.getByRole('definition').filter({ hasText: '591' })).toBeVisible()
  await expect(record.getByRole('definition').filter({ hasText: '590' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  const right = await usdt().send('operator', destination, 591_000_000n)
  await payments.chain.mine(EXTRA_BLOCKS)
  await record.getByLabel('Transaction hash').fill(right)
  await record.getByRole('button', { name: 'Check and Record' }).click()
  await expectToast(page, /^Proven\./)
  await expect(sheet.getByText('Completed', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(step('0 Awaiting approval')).toBeVisible()
})

test('one is held back, let go on, rejected with a reason; another is sent by PayPal', async ({ page }) => {
  const held = await withdraw('ayse', '50', byChain)
  const paid = await withdraw('ayse', '40', byPaypal)
  await payments.signIn(page, 'root')
  await payments.open(page, `/payment-settings?tab=withdrawals&item=${held}`)
  const sheet = dialogOf(page, /^Withdrawal/)
  await sheet.getByRole('button', { name: 'Hold back' }).click()
  const hold = dialogOf(page, 'Hold this withdrawal back?')
  await hold.getByRole('button', { name: 'Hold back' }).click()
  await expect(hold.getByText('Say why, for whoever reads it later.')).toBeVisible()
  await hold.getByLabel('Reason').fill('Asked the owner about it')
  await hold.getByRole('button', { name: 'Hold back' }).click()
  await expect(sheet.getByText('Held back: Asked the owner about it').first()).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await sheet.getByRole('button', { name: 'Let it go on' }).click()
  await dialogOf(page, 'Let this withdrawal go on?').getByRole('button', { name: 'Let it go on' }).click()
  await expect(sheet.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await sheet.getByRole('button', { name: 'Reject' }).click()
  const reject = dialogOf(page, 'Reject this withdrawal?')
  await expect(reject).toContainText('$50.00 is ready for withdrawal again for ayse')
  await reject.getByLabel('Reason').fill('The owner asked for it')
  await reject.getByRole('button', { name: 'Reject' }).click()
  await expect(sheet.getByText('Rejected', { exact: true }).first()).toBeVisible()

  await payments.open(page, `/payment-settings?tab=withdrawals&item=${paid}`)
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await dialogOf(page, 'Approve this withdrawal?').getByRole('button', { name: 'Approve' }).click()
  await sheet.getByRole('button', { name: 'Send by PayPal' }).click()
  const send = dialogOf(page, 'Send by PayPal?')
  await expect(send).toContainText('ayse.payout@example.com')
  await send.getByRole('button', { name: 'Send by PayPal' }).click()
  await expectToast(page, 'PayPal was asked to pay.')
  await expect(sheet.getByRole('button', { name: 'Send by PayPal' })).toHaveCount(0)
})

test('an approved one is given back by two written words', async ({ page }) => {
  const id = await withdraw('ayse', '30', byChain)
  const operator = await payments.apiAs('operator')
  await operator('POST', `/withdrawal-queue/${id}/approve`, { note: '' })
  await operator('POST', `/withdrawal-queue/${id}/give-back`, {
    statement: 'I looked at the wallet: nothing was sent.',
  })
  await payments.signIn(page, 'root')
  await payments.open(page, `/payment-settings?tab=withdrawals&step=payment&item=${id}`)
  const sheet = dialogOf(page, /^Withdrawal/)
  await expect(sheet.getByText('states that nothing was sent')).toBeVisible()
  await sheet.getByRole('button', { name: 'Give back' }).click()
  const question = dialogOf(page, 'Give the money back?')
  await expect(question).toContainText('operator has stated that nothing was sent.')
  await question.getByLabel('What you checked').fill('too short')
  await question.getByRole('button', { name: 'Give back' }).click()
  await expect(question.getByText('Write what you checked: at least 20 characters.')).toBeVisible()
  await question.getByLabel('What you checked').fill('The explorer shows no transaction since noon.')
  await question.getByRole('button', { name: 'Give back' }).click()
  await expectToast(page, 'The money is back with its owner.')
})

test('what came unannounced is decided by a person, who types no amount', async ({ page }) => {
  const txHash = await usdt().send('payer', payments.facts.treasury, 33_330_000n)
  await payments.chain.mine(EXTRA_BLOCKS)
  await payments.signIn(page, 'root')
  await payments.open(page, '/payment-settings?tab=reviews')
  const lookUp = page.getByRole('form', { name: 'Look up a transaction' })
  await lookUp.getByRole('button', { name: 'Look Up' }).click()
  await expect(lookUp.getByText('A transaction hash has 64 hexadecimal digits.')).toBeVisible()
  await lookUp.getByLabel('Network').selectOption('ERC20 (Ethereum)')
  await lookUp.getByLabel('Transaction hash').fill(txHash)
  await lookUp.getByRole('button', { name: 'Look Up' }).click()
  await lookUp.getByRole('button', { name: 'Open the review' }).click()
  const sheet = page.getByRole('dialog')
  await expect(page).toHaveURL(/item=rev_/)
  await expect(sheet.getByText('$33.33').first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Decide' }).click()
  await expect(sheet.getByText('Choose the user.')).toBeVisible()
  await expect(sheet.getByText('Say why, for whoever reads it later.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await sheet.getByRole('combobox', { name: 'User' }).fill('bruno')
  await expect(sheet.locator('option[value=bruno]')).toBeAttached() // A name counts once it is proposed.
  await sheet.getByLabel('Note').fill('He showed the transaction')
  await sheet.getByRole('button', { name: 'Decide' }).click()
  await expectToast(page, 'Decided.')
  await page.getByRole('radio', { name: 'Decided' }).check()
  await expect(page.getByRole('list', { name: 'Decided reviews, newest first' })).toContainText('Credit to a user')
})

test('the books are compared on demand, and say what is not explained', async ({ page }) => {
  await payments.signIn(page, 'root')
  await payments.open(page, '/payment-settings?tab=books')
  await page.getByRole('button', { name: 'Compare now' }).click()
  await expectToast(page, 'The books were compared.')
  const book = card(page, 'USDT (ERC20)')
  await expect(book.getByText('What the ledger says lies there')).toBeVisible()
  // The wallet of the tests was rich before anybody looked.
  await expect(book.getByRole('alert')).toContainText(/than the books explain/)
  const movement = page.getByRole('form', { name: 'Record a movement' })
  await movement.getByRole('button', { name: 'Record' }).click()
  await expect(movement.getByText('A transaction hash has 64 hexadecimal digits.')).toBeVisible()
  await expect(movement.getByText('Say what it was.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('all transactions are filtered in the address and taken as a file', async ({ page }) => {
  await payments.signIn(page, 'root')
  await payments.open(page, '/payment-settings')
  await page.getByRole('link', { name: 'View all' }).click()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Deposit')
  await expect(page).toHaveURL(/type=deposit/)
  const table = page.getByRole('table', { name: 'Transactions of all users, newest first' })
  await expect(rowWith(table, 'Deposit', 'ayse', '+$1,000.00', 'Completed')).toBeVisible()
  await expect(rowWith(table, 'Withdrawal')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'User' }).fill('bruno')
  await expect(rowWith(table, 'bruno', '+$33.33')).toBeVisible()
  await expect(rowWith(table, 'ayse')).toHaveCount(0)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await coming).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('bruno')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed')
  await expect(page.getByText('No transaction matches these filters')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(rowWith(table, 'Withdrawal', 'ayse').first()).toBeVisible()
})

test('withdrawals are stopped with one switch, and go on with it', async ({ page }) => {
  await payments.signIn(page, 'root')
  await payments.open(page, '/platform-settings#withdrawals')
  const section = page.getByRole('region', { name: 'Withdrawals', exact: true })
  await section.getByLabel('Most at a time').fill('4000')
  await section.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Withdrawals: saved.')
  await section.getByRole('button', { name: 'Pause withdrawals' }).click()
  const question = page.getByRole('alertdialog', { name: 'Pause withdrawals for everybody?' })
  expect(await violationsOn(page)).toEqual([])
  await question.getByRole('button', { name: 'Pause withdrawals' }).click()
  await expect(section.getByText('Withdrawals are paused', { exact: true })).toBeVisible()
  await expect(withdraw('ayse', '20', byChain)).rejects.toThrow(/withdrawals_paused/)
  expect(await violationsOn(page)).toEqual([])
  await section.getByRole('button', { name: 'Let withdrawals go on' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Let withdrawals go on' }).click()
  await expect(section.getByRole('button', { name: 'Pause withdrawals' })).toBeVisible()
  const { values } = await (await payments.apiAs('root'))('GET', '/settings')
  expect(values.withdrawals).toMatchObject({ isPaused: false, perRequestUsd: 4_000 })
})

test('on a phone nothing is wider than the screen', async ({ page }) => {
  const id = await withdraw('ayse', '20', byChain)
  await page.setViewportSize({ width: 390, height: 844 })
  await payments.signIn(page, 'root')
  for (const address of [
    '',
    '?dialog=add',
    '?tab=transactions',
    '?tab=withdrawals',
    `?tab=withdrawals&item=${id}`,
    `?tab=withdrawals&item=${id}&dialog=approve`,
    '?tab=reviews&state=decided',
    '?tab=books',
  ]) {
    await payments.open(page, `/payment-settings${address}`)
    if (/item=|dialog=/.test(address)) await expect(page.getByRole('dialog').last()).toBeVisible()
    else await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    expect(await overhang(page), address).toBe(0)
  }
})

type Open = { waiting: string; toRecord: string; toSend: string }
let open: Promise<Open> | undefined

/** Withdrawals at their steps, and a key that somebody proposed; once, since a person may ask a few times a day. */
async function arrange(): Promise<Open> {
  await fund('bruno', 50)
  const waiting = await withdraw('bruno', '10', byChain)
  const toRecord = await withdraw('bruno', '10', byChain)
  const toSend = await withdraw('bruno', '10', { ...byPaypal, address: 'bruno.payout@example.com' })
  const operator = await payments.apiAs('operator')
  for (const id of [toRecord, toSend]) await operator('POST', `/withdrawal-queue/${id}/approve`, { note: '' })
  const second = await payments.apiAs('second')
  const methods = (await second('GET', '/payment-methods')).items as { id: string; version: string }[]
  const version = methods.find(({ id }) => id === methodIds['erc20'])?.version
  await second('PATCH', `/payment-methods/${methodIds['erc20']}`, { version, xpub: accountXpub(60, 1) })
  return { waiting, toRecord, toSend }
}

for (const [language, direction] of Object.entries(languages) as [Language, string][]) {
  test(`what is open in Payment Settings reads well ${direction}`, async ({ page }) => {
    const { waiting, toRecord, toSend } = await (open ??= arrange())
    const { items } = await (await payments.apiAs('root'))('GET', '/payments/reviews?state=decided')
    const [queued, toPay] = ['approval', 'payment'].map((step) => `/payment-settings?tab=withdrawals&step=${step}`)
    await payments.signIn(page, 'root')
    const faults = await faultsOf(page, language, [
      shown('/payment-settings'),
      ...['edit', 'confirm-key', 'withdraw-key'].map((name) =>
        dialog(`/payment-settings?dialog=${name}&item=${methodIds['erc20']}`),
      ),
      dialog(`/payment-settings?dialog=edit&item=${methodIds['paypal']}`),
      shown('/payment-settings?tab=transactions'),
      shown(queued ?? ''),
      dialog(`${queued}&item=${waiting}`),
      ...['approve', 'hold', 'reject'].map((act) => question(`${queued}&item=${waiting}&dialog=${act}`)),
      dialog(`${toPay}&item=${toRecord}`),
      question(`${toPay}&item=${toRecord}&dialog=record`, { form: async () => undefined, refused }),
      question(`${toPay}&item=${toRecord}&dialog=give-back`),
      question(`${toPay}&item=${toSend}&dialog=send`),
      shown('/payment-settings?tab=reviews&state=decided'),
      dialog(`/payment-settings?tab=reviews&item=${(items as { id: string }[])[0]?.id}`),
      shown('/payment-settings?tab=books'),
    ])
    expect(faults).toEqual({})
  })

  test(`what is open in a wallet with ways to pay reads well ${direction}`, async ({ page }) => {
    const { waiting } = await (open ??= arrange())
    const bruno = await payments.apiAs('bruno')
    const announced = { methodId: methodIds['erc20'], amount: '70', requestKey: requestKey() }
    const deposit = String((await bruno('POST', '/deposits', announced))['id'])
    await payments.signIn(page, 'bruno')
    const method =
      (index: number): Act =>
      (target) =>
        target.locator('[role=dialog] input[type=radio]').nth(index).check()
    const faults = await faultsOf(page, language, [
      shown('/wallet'),
      dialog('/wallet?dialog=deposit', { 'the first way': method(0), refused, 'the second way': method(1) }),
      dialog('/wallet?dialog=withdraw', {
        refused,
        'to where': async (target) => {
          await target.locator('[role=dialog] input[inputmode=decimal]').fill('10')
          await target.locator('[role=dialog] button[type=submit]').last().click()
          await expect(target.locator('[role=dialog] input[inputmode=decimal]')).toHaveCount(0)
        },
        confirmation: async (target) => {
          await target.locator('[role=dialog] input[type=radio]').first().check()
          await target.locator('[role=dialog] button[type=submit]').last().click()
          await expect(target.locator('[role=dialog] input[type=password]')).toBeVisible()
        },
      }),
      dialog('/wallet?dialog=destinations'),
      dialog('/wallet?dialog=holds'),
      dialog(`/wallet?deposit=${deposit}`),
      dialog(`/wallet?withdrawal=${waiting}`),
    ])
    await bruno('POST', `/deposits/${deposit}/cancel`)
    expect(faults).toEqual({})
  })
}
