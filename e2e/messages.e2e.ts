// The archive: filters that live in the address, pages without numbers, views that are kept, messages that are marked and
// exported, masks over what belongs to somebody else, and texts that mean harm.
import {
  dialogOf,
  expect,
  expectToast,
  openSection,
  rowWith,
  signInAs,
  test,
  type Locator,
  type Page,
} from './console.fixture.ts'
import { addUser, apiAs, deliverMessage, NEW_PASSWORD } from './platform.client.ts'
import { deliverOctets, openHttpCarrier } from './strange-messages.fixture.ts'

function table(page: Page) {
  return page.getByRole('table', { name: 'Messages, newest first' })
}

/** What tells one message from all others on a page: the address of its trace. */
async function messageIds(page: Page): Promise<(string | undefined)[]> {
  const links = await table(page).getByRole('link').all()
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
  return addresses.map((address) => /msg_[0-9a-z]+/.exec(address ?? '')?.[0])
}

/**
 * The first digits of the numbers that the messages on the page were sent to, each once. Senders are numbers as well.
 */
async function recipientBlocks(page: Page): Promise<string[]> {
  const titles = await table(page).getByRole('columnheader').allInnerTexts()
  const column = titles.findIndex((title) => title.trim() === 'To')
  const cells = await table(page)
    .locator(`tbody tr > :nth-child(${column + 1})`)
    .allInnerTexts()
  return [...new Set(cells.map((number) => number.trim().slice(0, 8)))].sort()
}

/** Opens the pill of a filter and gives what it is asked with. */
async function openFilter(page: Page, name: string): Promise<Locator> {
  const bar = page.getByRole('search')
  await bar.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  return bar.getByRole('group', { name, exact: true })
}

/** Somebody with an empty inbox and a range of their own. */
async function newOwner(prefix: string): Promise<{ username: string; number: string }> {
  const admin = await apiAs('operator')
  const username = `arch${Date.now().toString(36)}${process.pid}`
  const { id: ownerId } = await addUser(admin, username)
  const range = { prefix, startNumber: '000000', endNumber: '000099', name: `Archive ${username}` }
  await admin('POST', '/ranges', { ...range, ownerId, rate: '0.004' })
  return { username, number: `+${prefix}000007` }
}

test('filters narrow, stay in the address, survive a reload and are cleared', async ({ page }) => {
  await signInAs(page, 'bruno')
  const word = `zeppelin${Date.now().toString(36)}`
  await deliverMessage({ to: '+447700900777', text: `One ${word} for you`, from: 'Hangar' })
  await openSection(page, 'inbox')
  await page.getByRole('searchbox', { name: 'Search the text...' }).fill(word)
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await expect(rowWith(table(page), word, 'Hangar')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`text=${word}`))
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search the text...' })).toHaveValue(word)
  await expect(table(page).getByRole('row')).toHaveCount(2)

  const sender = await openFilter(page, 'Sender')
  await sender.getByRole('combobox').selectOption('starts with')
  await sender.getByRole('textbox', { name: 'Sender' }).fill('Somebody else')
  await expect(page).toHaveURL(/senderMatch=starts/)
  await expect(page.getByRole('heading', { name: 'No message matches these filters' })).toBeVisible()
  // It says which of them stands in the way, and takes out that one alone.
  await page.getByRole('button', { name: 'Without Sender' }).click()
  await expect(page).not.toHaveURL(/sender/)
  await expect(rowWith(table(page), word, 'Hangar')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/text=|sender=/)
  await expect.poll(() => table(page).getByRole('row').count()).toBeGreaterThan(10)
})

test('range, status and period are pills that say what is asked for, each with its cross', async ({ page }) => {
  await signInAs(page, 'bruno')
  await openSection(page, 'inbox')
  const range = await openFilter(page, 'Range')
  await range.getByRole('button', { name: 'DE Mobile' }).click()
  await expect.poll(async () => (await recipientBlocks(page)).join()).toBe('+4917139')
  await expect(page.getByRole('button', { name: 'Range DE Mobile' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: Range' }).click()
  const period = await openFilter(page, 'Period')
  await period.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo')
  await period.getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/during=last_7_days/)
  await expect(page).toHaveURL(/zone=Asia%2FTokyo/)
  await expect.poll(async () => (await recipientBlocks(page)).join()).toBe('+4477009,+4917139')
  const own = await openFilter(page, 'Period')
  await own.getByLabel('Until').fill('2020-01-01T09:00')
  // Nine in Tokyo is midnight in UTC.
  await expect(page).toHaveURL(/until=2020-01-01T00%3A00%3A00/)
  await expect(page.getByRole('heading', { name: 'No message matches these filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: Period' }).click()
  const status = await openFilter(page, 'Status')
  await status.getByRole('button', { name: 'Unread' }).click()
  await expect(page).toHaveURL(/read=unread/)
  await page.goBack()
  await expect(page).not.toHaveURL(/read=unread/)
})

test('what is typed is kept: confirmed at once, and digit by digit', async ({ page }) => {
  await signInAs(page, 'bruno')
  await page.goto('/inbox?from=2026-03-01T10:00:00.000Z')
  await page.getByRole('button', { name: 'Sender', exact: true }).click()
  // The hand does not rest, as far as the page can tell.
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.getByRole('textbox', { name: 'Sender' }).fill('Bank')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sender=Bank/)
  await page.clock.resume()

  await page.getByRole('button', { name: /^Period/ }).click()
  const since = page.getByRole('group', { name: 'Period' }).locator('input[type=datetime-local]').first()
  await since.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2025')
  await expect(page).toHaveURL(/from=2025-03-01T10/)
  await expect(since).toHaveValue('2025-03-01T10:00')
})

test('Older and Newer step through pages that share no message', async ({ page }) => {
  await signInAs(page, 'chiara')
  await openSection(page, 'inbox')
  const newer = page.getByRole('button', { name: 'Newer' })
  await expect(newer).toBeDisabled()
  await expect(table(page).getByRole('row')).toHaveCount(51)
  const first = await messageIds(page)
  await page.getByRole('button', { name: 'Older' }).click()
  await expect(newer).toBeEnabled()
  await expect(page).toHaveURL(/cursor=/)
  await expect.poll(async () => (await messageIds(page)).filter((id) => first.includes(id))).toEqual([])
  const second = await messageIds(page)
  await page.reload()
  await expect.poll(() => messageIds(page)).toEqual(second)
  await newer.click()
  await expect.poll(async () => (await messageIds(page)).includes(first[10])).toBe(true)
})

test('rows are chosen and marked by the keyboard alone, and what was marked can be taken back', async ({ page }) => {
  const { username, number } = await newOwner('88270')
  await signInAs(page, username, NEW_PASSWORD)
  for (const text of ['One', 'Two', 'Three', 'Four']) await deliverMessage({ to: number, text, from: 'Bank' })
  await page.goto('/inbox')
  const unread = table(page).getByText('(Unread)')
  await expect(unread).toHaveCount(4)
  for (const key of ['j', 'x', 'j', 'j', 'X']) await page.keyboard.press(key)
  const chosen = page.getByRole('region', { name: 'Chosen messages' })
  await expect(chosen).toContainText('3 chosen')
  await page.keyboard.press('R')
  await expect(unread).toHaveCount(1)
  await expect(chosen).toHaveCount(0)
  await expectToast(page, '3 messages marked read')
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click()
  await expect(unread).toHaveCount(4)
  // Without a choice, the row that has the focus is meant; the click has taken it to where the toast was.
  await page.keyboard.press('j')
  await page.keyboard.press('R')
  await expect(unread).toHaveCount(3)
  await page.reload()
  await expect(unread).toHaveCount(3)
})

test('everything that matches is marked read, also beyond the page', async ({ page }) => {
  const { username, number } = await newOwner('88271')
  await signInAs(page, username, NEW_PASSWORD)
  const from = (sender: string, count: number) =>
    Array.from({ length: count }, () => ({ to: number, from: sender, dataCoding: 0, octets: Buffer.from('Hello') }))
  await deliverOctets(...from('Shop', 3), ...from('Bank', 60))
  await page.goto('/inbox?sender=Bank')
  await expect(table(page).getByRole('row')).toHaveCount(51)
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
  await page.getByRole('button', { name: 'Mark all that match read' }).click()
  await dialogOf(page, 'Mark all messages that match as read?').getByRole('button', { name: 'Mark read' }).click()
  await expectToast(page, '60 messages marked read')
  await page.goto('/inbox?read=unread')
  await expect(table(page).getByRole('row')).toHaveCount(4)
})

test('a view is kept under a name, opened, renamed, sent as a link and deleted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { username } = await newOwner('88272')
  await signInAs(page, username, NEW_PASSWORD)
  await page.goto('/inbox?sender=Bank&read=unread')
  const views = await openFilter(page, 'Saved views')
  await views.getByRole('textbox', { name: 'Name of the view' }).fill('What the bank says')
  await views.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'View saved: What the bank says')
  await expect(page.getByRole('button', { name: /^Saved views What the bank says/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page).not.toHaveURL(/sender/)

  await openFilter(page, 'Saved views')
  await views.getByRole('button', { name: 'What the bank says', exact: true }).click()
  await expect(page).toHaveURL(/sender=Bank/)
  await expect(page).toHaveURL(/read=unread/)
  await openFilter(page, 'Saved views')
  await views.getByRole('button', { name: 'Rename What the bank says' }).click()
  await views.getByRole('textbox', { name: 'Name of the view' }).first().fill('The bank')
  await views.getByRole('button', { name: 'Rename', exact: true }).click()
  await views.getByRole('button', { name: 'Copy the link of The bank' }).click()
  await expectToast(page, 'The link is copied')
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(new URL(link).search).toBe('?sender=Bank&read=unread')
  await views.getByRole('button', { name: 'Delete The bank' }).click()
  await expectToast(page, 'View deleted: The bank')
  await expect(views.getByText('No view is saved yet.')).toBeVisible()
})

test('what a filter shows is exported, and the file comes when it is made', async ({ page }) => {
  const { username, number } = await newOwner('88273')
  await signInAs(page, username, NEW_PASSWORD)
  await deliverMessage({ to: number, text: '=HYPERLINK("http://evil")', from: 'Bank' })
  await deliverMessage({ to: number, text: 'Not this one', from: 'Shop' })
  await page.goto('/inbox?sender=Bank')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page).toHaveURL(/dialog=export/)
  const form = dialogOf(page, 'Export messages')
  await expect(form).toContainText('All messages that match these filters: Sender.')
  await form.getByRole('checkbox', { name: 'Segments' }).uncheck()
  await form.getByRole('button', { name: 'Start export' }).click()
  const job = dialogOf(page, 'Export of messages')
  await expect(job.getByRole('status')).toHaveText('Ready: 1 row', { timeout: 60_000 })
  const saving = page.waitForEvent('download')
  await job.getByRole('button', { name: 'Download' }).click()
  const file = await (await saving).createReadStream()
  let text = ''
  for await (const piece of file) text += String(piece)
  expect(text).toContain(number.slice(1))
  expect(text).not.toContain('Not this one')
  // A spreadsheet takes it for text.
  expect(text).not.toMatch(/[,"]=HYPERLINK/)
  await job.getByRole('link', { name: 'Open Reports' }).click()
  await expect(page).toHaveURL(/\/reports/)
})

test('an admin sees another person’s messages masked until one is revealed', async ({ page }) => {
  const secret = `4711-${Date.now().toString(36)}`
  const sender = `Hangar${Date.now().toString(36)}`
  for (let count = 0; count < 2; count += 1)
    await deliverMessage({ to: '+447700900778', text: `For your eyes only: ${secret}`, from: sender })
  await signInAs(page, 'operator')
  await openSection(page, 'inbox')
  const owner = await openFilter(page, 'Owner')
  await owner.getByRole('searchbox').fill('bruno')
  await owner.getByRole('button', { name: 'bruno' }).click()
  await expect(page).toHaveURL(/owner=usr_/)
  await expect(page.getByRole('searchbox', { name: /cannot be searched/ })).toBeDisabled()
  const part = await openFilter(page, 'Sender')
  await part.getByRole('textbox', { name: 'Sender' }).fill(sender)
  await expect(page.getByText('The content of messages that are not yours is masked.')).toBeVisible()
  const rows = rowWith(table(page), sender)
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Hidden content')
  await expect(page.getByText(secret)).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  // In the list, after a question that says what it leaves behind.
  await rows.first().getByRole('button', { name: 'Reveal' }).click()
  const question = page.getByRole('alertdialog', { name: new RegExp(`Reveal the message from ${sender}`) })
  await expect(question).toContainText('recorded in the audit log')
  await question.getByRole('button', { name: 'Reveal' }).click()
  await expect(rows.first()).toContainText(secret)
  await expect(rows.nth(1)).toContainText('Hidden content')

  // And in the trace of the other.
  await rows.nth(1).getByRole('link').click()
  await expect(page.getByText('This message belongs to bruno')).toBeVisible()
  await expect(page.getByText('The received bytes are hidden with the text.')).toBeVisible()
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByText(secret).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'What the bytes say' })).toContainText('destination_addr')
  await page.goto('/audit')
  await expect(page.getByRole('main')).toContainText(/reveal/i)
})

test.describe('a trace', () => {
  test('tells every octet of every part, and leads to the neighbours', async ({ page }) => {
    const { username, number } = await newOwner('88274')
    await signInAs(page, username, NEW_PASSWORD)
    const part = (sequence: number, text: string) => ({
      to: number,
      from: 'Bank',
      dataCoding: 0,
      esmClass: 0x40,
      octets: Buffer.concat([Buffer.from([5, 0, 3, 42, 2, sequence]), Buffer.from(text)]),
    })
    await deliverOctets(part(2, 'and its end'), part(1, 'A beginning '))
    await deliverMessage({ to: number, text: 'A newer one', from: 'Bank' })
    await page.goto('/inbox')
    await page.getByRole('link', { name: 'Bank' }).nth(1).click()
    const trace = page.getByRole('main')
    await expect(trace).toContainText('A beginning and its end')
    await expect(trace).toContainText('joined from 2 segments')
    await expect(trace).toContainText('Part 1 of 2')
    const fields = page.getByRole('region', { name: 'What the bytes say' })
    await expect(fields.first()).toContainText('part 1 of 2, reference 42')
    await expect(fields.nth(1)).toContainText('part 2 of 2, reference 42')
    await expect(fields.first()).toContainText('the text begins with a header')
    // Opening it has read it.
    await page.keyboard.press('k')
    await expect(trace).toContainText('A newer one')
    await page.keyboard.press('Escape')
    await expect(table(page).getByText('(Unread)')).toHaveCount(0)
    await page.getByRole('link', { name: 'Bank' }).nth(1).click()
    await trace.getByRole('link', { name: 'Messages of this hour' }).click()
    await expect(page).toHaveURL(/range=rng_/)
    await expect(table(page).getByRole('row')).toHaveCount(3)
  })

  test.describe('of a message that is not there', () => {
    test.use({ refusals: 'expected' })
    test('says so in words, and has a way back', async ({ page }) => {
      await signInAs(page, 'bruno')
      await page.goto('/inbox')
      await expect(table(page).getByRole('link').first()).toBeVisible()
      const [mine] = await messageIds(page)
      // Somebody else's answers like one that does not exist.
      const others = await apiAs('chiara')
      const { items } = (await others('GET', '/messages?limit=1')) as { items: { id: string }[] }
      for (const id of [items[0]?.id ?? '', `${mine?.slice(0, -2) ?? ''}zz`, 'msg_nonsense']) {
        await page.goto(`/inbox?message=${id}`)
        await expect(page.getByRole('heading', { name: 'There is no such message' })).toBeVisible()
      }
      await page.getByRole('link', { name: 'Go to all messages' }).click()
      await expect(table(page).getByRole('link').first()).toBeVisible()
    })
  })
})

type Widths = { usual: number; plain: number }

/** How wide a text is drawn as the page draws it, and without contextual alternates. */
async function drawnWidths(page: Page, text: string): Promise<Widths> {
  return page.evaluate<Widths>(`(() => {
    const widthWith = (features) => {
      const span = document.createElement('span')
      span.textContent = ${JSON.stringify(text)}
      if (features !== null) span.style.fontFeatureSettings = features
      document.body.append(span)
      const { width } = span.getBoundingClientRect()
      span.remove()
      return width
    }
    return { usual: widthWith(null), plain: widthWith('"calt" 0') }
  })()`)
}

test('a text is drawn letter by letter: no arrow for ->, no cross for 4x7', async ({ page }) => {
  await signInAs(page, 'bruno')
  await page.goto('/inbox')
  await expect(table(page).getByRole('link').first()).toBeVisible()
  expect(await page.evaluate(`document.fonts.check('1rem "Inter Variable"')`)).toBe(true)
  for (const text of ['->', '<-', '=>', '4x7', '10x10']) {
    const { usual, plain } = await drawnWidths(page, text)
    expect(usual, text).toBe(plain)
  }
  // Which font for code a machine has is its own: some draw arrows, and all are asked not to.
  await expect(page.locator('.font-mono').first()).toHaveCSS('font-feature-settings', '"calt" 0')
})

test('texts and senders that mean harm are shown as what they are', async ({ page }) => {
  const { username, number } = await newOwner('88275')
  await signInAs(page, username, NEW_PASSWORD)
  const send = await openHttpCarrier()
  const markup = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>'
  await send({ to: number, from: '<b>Bank</b>', text: markup })
  await send({ to: number, from: '=1+1', text: '=cmd|"/c calc"!A1 https://evil.example/x' })
  await send({ to: number, from: 'Ba\u202enk', text: 'Pay \u202e0001$\u202c now\u0007' })
  await send({ to: number, from: '🏦🎉', text: `Long ${'word '.repeat(2_000)}end of it` })
  await send({ to: number, from: 'Empty', text: '' }).catch(() => undefined)
  await deliverOctets(
    { to: number, from: 'Bytes', dataCoding: 4, octets: Buffer.from('00ff10fe80', 'hex') },
    { to: number, from: 'Nothing', dataCoding: 0, octets: Buffer.alloc(0) },
  )
  await page.goto('/inbox')
  const bank = rowWith(table(page), '<b>Bank</b>')
  await expect(bank).toContainText('<img src=x onerror=')
  await expect(rowWith(table(page), '=1+1')).toContainText('https://evil.example/x')
  await expect(table(page).getByRole('link', { name: /evil/ })).toHaveCount(0)
  await expect(rowWith(table(page), 'Bank', 'Pay')).toContainText('Pay 0001$ now␇')
  await expect(rowWith(table(page), 'Bytes')).toContainText('Binary content')
  await expect(rowWith(table(page), 'Nothing')).toContainText('No text')
  const long = rowWith(table(page), '🏦🎉')
  expect((await long.innerText()).length).toBeLessThan(500)

  await long.getByRole('link').click()
  await expect(page.getByText('end of it')).toHaveCount(0)
  await page.getByRole('button', { name: /^Show all 10,0\d\d characters$/ }).click()
  await expect(page.getByText('end of it').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await rowWith(table(page), 'Bank', 'Pay').getByRole('link').click()
  await expect(page.getByText('2 invisible or reordering characters are not shown.')).toBeVisible()
  await page.keyboard.press('Escape')
  await rowWith(table(page), 'Bytes').getByRole('link').click()
  await expect(page.getByText('No text: binary content')).toBeVisible()
  await page.goto('/sms-inbox')
  const live = page.getByRole('grid', { name: 'Messages, newest first' })
  await rowWith(live, '<b>Bank</b>').click()
  await expect(page.getByRole('complementary', { name: 'Message details' })).toContainText(markup)
  expect(await page.evaluate('window.harmed')).toBe(undefined)
})

for (const place of ['beside the filters', 'where nothing is found']) {
  test(`a text that is taken out with all filters ${place} before it was looked for does not come back`, async ({
    page,
  }) => {
    await signInAs(page, 'ayse')
    await page.goto('/inbox?sender=Nobody')
    const clear = page.getByRole('button', { name: 'Clear filters' })
    await expect(clear).toHaveCount(2)
    const field = page.getByRole('searchbox', { name: 'Search the text...' })
    await field.fill('nobody wrote this')
    await clear.nth(place === 'beside the filters' ? 0 : 1).click()
    await expect(page).not.toHaveURL(/sender=/)
    await page.waitForTimeout(600) // Longer than a hand rests before its text is looked for.
    await expect(field).toHaveValue('')
    expect(page.url()).not.toContain('text=')
  })
}

test('Back takes what is still being typed with it, and it does not come after', async ({ page }) => {
  await signInAs(page, 'ayse')
  await page.goto('/inbox')
  const field = page.getByRole('searchbox', { name: 'Search the text...' })
  await field.fill('first')
  await expect(page).toHaveURL(/text=first/)
  // In one turn of the page: a hand that rests in between would have its text looked for.
  await page.evaluate(`(() => {
    const input = document.activeElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, 'first and second')
    input.dispatchEvent(new Event('input', { bubbles: true }))
    history.back()
  })()`)
  await expect(page).not.toHaveURL(/text=/)
  await page.waitForTimeout(600) // Longer than a hand rests before its text is looked for.
  await expect(field).toHaveValue('')
  expect(page.url()).not.toContain('text=')
})
