// Reports: a CDR report is built, printed on the screen and taken as a file; files are watched, cancelled and downloaded;
// a report is made again by schedule; and nobody gets what is somebody else's.
import { readFile } from 'node:fs/promises'
import { openDatabase } from '@inrange/server/platform/database'
import { findRunningPostgres } from '@inrange/server/platform/embedded-postgres'
import { createSilentLog } from '@inrange/server/platform/log'
import {
  dialogOf,
  expect,
  expectSection,
  expectSettled,
  expectToast,
  openSection,
  signInAs,
  test,
  type Page,
} from './console.fixture.ts'
import { violationsOn } from './axe.ts'
import { apiAs } from './platform.client.ts'
import { readFacts } from './platform.facts.ts'

async function openReports(page: Page, search = '', username = 'bruno'): Promise<void> {
  await signInAs(page, username)
  await page.goto(`/reports?${search}`)
  await expectSection(page, 'reports')
  await expectSettled(page)
}

async function exportAs(page: Page, format: string): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: format, exact: true }).click()
  await expect(page).toHaveURL(/tab=exports/)
}

/** The export that the address names: the one that was just asked for. */
function exportOf(page: Page) {
  return page.getByRole('list', { name: 'Exports' }).locator('li[aria-current]')
}

async function downloadOf(page: Page): Promise<{ name: string; content: Buffer }> {
  await expect(exportOf(page).getByText('Ready', { exact: true })).toBeVisible({ timeout: 40_000 })
  const started = page.waitForEvent('download')
  await exportOf(page)
    .getByRole('button', { name: /^Download / })
    .click()
  const download = await started
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

/** Keeps everybody from taking an export on, as other work would. */
async function holdExports(): Promise<() => Promise<void>> {
  const connectionString = findRunningPostgres(readFacts().dataDir) ?? ''
  const database = await openDatabase({ connectionString, log: createSilentLog() })
  const client = await database.hot.connect()
  await client.query(`select pg_advisory_lock(hashtext('claim-export'))`)
  return async () => {
    client.release(true)
    await database.close()
  }
}

test('an owner builds a report, and the file says what the screen says', async ({ page }) => {
  await signInAs(page, 'bruno')
  await openSection(page, 'reports')
  await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Range' })
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last 90 days' })
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('UTC')
  await expect(page).toHaveURL(/group=range/)
  await page.getByRole('checkbox', { name: 'Share' }).uncheck()
  await expectSettled(page)
  const table = page.getByRole('table', { name: 'Lines of the report' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Range',
    'Messages',
    'Segments',
    'Earned',
    'Earned per segment',
  ])
  expect(await violationsOn(page)).toEqual([])
  await page.reload()
  await expect(table.getByRole('row', { name: /^Total/ })).toBeVisible()
  await exportAs(page, 'CSV')
  const { name, content } = await downloadOf(page)
  expect(name).toMatch(/^cdr-by-range-.*\.csv$/)
  const lines = content.toString().trim().split('\r\n')
  expect(lines[0]).toBe('range,numbers,range_id,messages,segments,earned,rate')
  const sums = lines.slice(1, -1).map((line) => Number(line.split(',').at(-4)))
  expect(lines.at(-1)?.split(',').at(-4)).toBe(String(sums.reduce((sum, one) => sum + one, 0)))
  expect(await violationsOn(page)).toEqual([])
})

test('one line for each message is made as a workbook that any spreadsheet opens', async ({ page }) => {
  await openReports(page, 'group=message&period=last_30_days', 'chiara')
  await expect(page.getByText('One line for each message is made as a file')).toBeVisible()
  await exportAs(page, 'Excel (XLSX)')
  const { name, content } = await downloadOf(page)
  expect(name).toMatch(/^cdr-messages-.*\.xlsx$/)
  expect(content.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
  expect(content.includes('xl/worksheets/sheet1.xml')).toBe(true)
  expect(content.includes('[Content_Types].xml')).toBe(true)
})

test('a file that waits shows so, and is cancelled', async ({ page }) => {
  const goOn = await holdExports()
  try {
    await openReports(page, '', 'ayse')
    await exportAs(page, 'JSON')
    const waiting = exportOf(page)
    await expect(waiting.getByText('Waiting', { exact: true })).toBeVisible()
    await expect(waiting.getByRole('progressbar')).toBeVisible()
    await waiting.getByRole('button', { name: /^Cancel / }).click()
    await expect(waiting.getByText('Cancelled', { exact: true })).toBeVisible()
  } finally {
    await goOn()
  }
  const cancelled = page.url()
  await exportOf(page)
    .getByRole('button', { name: /again$/ })
    .click()
  await expect(page).not.toHaveURL(cancelled)
  await downloadOf(page)
})

test('a report is scheduled, paused, resumed, changed and deleted', async ({ page }) => {
  await openReports(page, 'period=yesterday&group=range')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const form = dialogOf(page, 'Schedule a report')
  await form.getByRole('textbox', { name: 'Name' }).fill('Ranges of yesterday')
  await form.getByRole('combobox', { name: 'How often' }).selectOption({ label: 'Every week' })
  await form.getByRole('combobox', { name: 'Day of the week' }).selectOption({ label: 'Wednesday' })
  await form.getByRole('combobox', { name: 'At', exact: true }).selectOption({ label: '07:00' })
  await form.getByRole('combobox', { name: 'Time zone' }).selectOption('UTC')
  expect(await violationsOn(page)).toEqual([])
  await form.getByRole('button', { name: 'Create the schedule' }).click()
  await expect(form).toHaveCount(0)
  const item = page.getByRole('list', { name: 'Schedules' }).getByRole('listitem').first()
  await expect(item.getByText('Every Wednesday at 07:00, UTC')).toBeVisible()
  await item.getByRole('button', { name: 'Pause Ranges of yesterday' }).click()
  await expect(item.getByText('Paused', { exact: true })).toBeVisible()
  await item.getByRole('button', { name: 'Resume Ranges of yesterday' }).click()
  await expect(item.getByText('Active', { exact: true })).toBeVisible()
  await item.getByRole('button', { name: 'More for Ranges of yesterday' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = dialogOf(page, 'Edit the schedule')
  await edit.getByRole('combobox', { name: 'How often' }).selectOption({ label: 'Every day' })
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(item.getByText('Every day at 07:00, UTC')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await item.getByRole('button', { name: 'More for Ranges of yesterday' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No schedules yet')).toBeVisible()
})

test('what an address names and is not there is told, and days that are none are left out', async ({ page }) => {
  await openReports(page, 'dialog=schedule&schedule=sch_01h455vb4pex5vsknk084sn02q')
  await expect(dialogOf(page, 'Schedule')).toContainText('There is no such schedule any more.')
  await page.goto('/reports?dialog=schedule&period=custom&from=abc&to=2026-02-30')
  await expect(dialogOf(page, 'Schedule a report')).toBeVisible()
})

test('what ends after its page was left takes nobody back to it', async ({ page }) => {
  await openReports(page)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/v1/exports', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  await openSection(page, 'wallet')
  letGo()
  await expectToast(page, 'The file is being made')
  await expectSettled(page)
  await expect(page).toHaveURL(/\/wallet$/)
})

test('statements lead to the wallet', async ({ page }) => {
  await openReports(page, 'tab=statements')
  expect(await violationsOn(page)).toEqual([])
  const months = page.getByRole('list', { name: 'Statements' })
  await months.getByRole('link').first().click()
  // Behind the dialog of the statement the section is hidden from readers.
  await expect(page).toHaveURL(/\/wallet\?/)
  await expect(page.getByRole('dialog', { name: /^Statements: / })).toBeVisible()
})

test.describe('what is refused', () => {
  test.use({ refusals: 'expected' })

  test('days that are no period are told at their field', async ({ page }) => {
    await openReports(page, 'period=custom&from=2026-02-02&to=2026-02-01')
    await expect(page.getByText('The last day is before the first one.')).toBeVisible()
    await page.getByLabel('Last day').fill('2026-02-03')
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
  })

  test('an export of somebody else does not exist, not even for those who run the platform', async () => {
    const [owner, other, admin] = await Promise.all(['bruno', 'ayse', 'operator'].map((name) => apiAs(name)))
    const made = await owner?.('POST', '/exports', { kind: 'cdr', format: 'csv' })
    const path = `/exports/${String(made?.['id'])}`
    for (const api of [other, admin]) {
      await expect(api?.('GET', path)).rejects.toThrow(/404/)
      await expect(api?.('POST', `${path}/download`)).rejects.toThrow(/404/)
      await expect(api?.('POST', `${path}/cancel`)).rejects.toThrow(/404/)
    }
  })
})

test('on a phone everything is there, and those who run the platform choose whose', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openReports(page, 'group=user', 'operator')
  await page.getByRole('combobox', { name: 'User' }).fill('bruno')
  await expect(page).toHaveURL(/user=usr_/)
  await expectSettled(page)
  await expect(
    page.getByRole('table', { name: 'Lines of the report' }).getByRole('row', { name: /^bruno/ }),
  ).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  expect(await violationsOn(page)).toEqual([])
})
