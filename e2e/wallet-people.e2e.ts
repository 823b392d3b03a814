// Whose wallet it is: an administrator who acts for its owner looks and moves nothing; somebody new has nothing yet.
import { violationsOn } from './axe.ts'
import { actAs, dialogOf, expect, openSection, signInAs, test, type Page } from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD } from './platform.client.ts'

function historyOf(page: Page) {
  return page.getByRole('list', { name: 'Transactions, newest first' })
}

test('whoever acts for the owner looks at everything and moves nothing', async ({ page }) => {
  await signInAs(page, 'operator')
  await actAs(page, 'ayse', { reason: 'A question about the wallet', changes: true })
  await openSection(page, 'wallet')
  await expect(historyOf(page).getByRole('listitem').first()).toContainText('+$')
  await expect(page.getByRole('main').getByRole('button', { name: 'Statements', exact: true })).toBeVisible()
  for (const name of ['Deposit', 'Withdraw', 'Payout destinations'])
    await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toHaveCount(0)
  // Nor by an address that was pasted.
  for (const dialog of ['deposit', 'withdraw', 'destinations']) {
    await page.goto(`/wallet?dialog=${dialog}`)
    await expect(historyOf(page).getByRole('listitem').first()).toContainText('+$')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('somebody who has nothing yet is told what comes', async ({ page }) => {
  const username = `w${Date.now().toString(36)}`
  await addUser(await apiAs('operator'), username)
  await signInAs(page, username, NEW_PASSWORD)
  await openSection(page, 'wallet')
  await expect(page.getByText('No transactions yet')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Filters' })).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Statements', exact: true }).click()
  await expect(dialogOf(page, 'Statements')).toContainText('No statements yet')
  expect(await violationsOn(page)).toEqual([])
})
