import { expect, test } from '@playwright/test'
import { PANELS } from '../../../renderer/panels/registry.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'
import { runCommand, showPanel } from '../support/palette.js'

const userData = freshUserData()
let desk: MainWindowPage
const open = async (): Promise<void> => {
  desk = await openMainWindow({ suite: 'privacy', keyStore: 'none', userData })
  await desk.ready()
}
test.beforeAll(open)
test.afterAll(async () => {
  await desk.close()
  await removeFolder(userData)
})

/** Amounts above a thousand, as they are written. */
const AMOUNT = /\d{1,3}(?:,\d{3})+\.\d\d/g

/** Returns the person's amounts and account numbers as the window shows them openly. */
async function shownAmounts(): Promise<readonly string[]> {
  const { page } = desk
  const found = new Set<string>()
  const collect = async (selector: string): Promise<void> => {
    for (const amount of (await page.locator(selector).first().innerText()).match(AMOUNT) ?? []) {
      found.add(amount)
    }
  }
  await collect('.statusbar')
  for (const [id, title] of [
    ['account', 'Account'],
    ['positions', 'Positions'],
  ] as const) {
    await showPanel(page, title)
    await expect(page.locator(`[data-panel="${id}"]`)).toContainText(/\d,\d{3}\.\d\d/)
    await collect(`[data-panel="${id}"]`)
  }
  const accounts = await page.getByRole('combobox', { name: 'Trade with account' }).innerText()
  for (const number of accounts.match(/\d{8}/g) ?? []) found.add(number)
  return [...found]
}

/** Returns which of the amounts are anywhere in the page: texts, labels, hints and the title. */
const leaks = (amounts: readonly string[]): Promise<readonly string[]> =>
  desk.page.evaluate((wanted) => {
    const page = `${document.documentElement.outerHTML}\n${document.title}`
    return wanted.filter((amount) => page.includes(amount))
  }, amounts)

test('Privacy mode leaves no amount of the person in any panel, and survives a restart', async () => {
  test.setTimeout(240_000)
  const { page } = desk
  const amounts = await shownAmounts()
  expect(amounts.length).toBeGreaterThan(8)
  expect(await leaks(amounts), 'they are in the page before').not.toEqual([])

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Alt+p')
  await expect(page.getByTestId('amounts-hidden')).toBeVisible()
  const found: string[] = []
  for (const { id, title } of PANELS) {
    await showPanel(page, title.en)
    await expect(page.locator(`[data-panel="${id}"]`)).toBeVisible()
    await expect(page.locator(`[data-panel="${id}"] .skeleton`)).toHaveCount(0)
    for (const amount of await leaks(amounts)) found.push(`${id}: ${amount}`)
  }
  expect(found).toEqual([])
  await showPanel(page, 'Positions')
  await expect(desk.positionRow('SPY').first()).toContainText('•••')
  await desk.screenshot('hidden')
  // Prices of the market, and what is typed, stay.
  await expect(watchRow(page, 'SPY')).toContainText(/\d+\.\d\d/)
  await showPanel(page, 'Ticket')
  await desk.choose('MSFT')
  await desk.fill('quantity', '17')
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('17')

  await desk.close()
  await open()
  await expect(desk.page.getByTestId('amounts-hidden')).toBeVisible()
  expect(await leaks(amounts)).toEqual([])
  await runCommand(desk.page, 'Show amounts')
  await expect(desk.page.getByTestId('amounts-hidden')).toHaveCount(0)
  await expect(desk.page.locator('.statusbar')).toContainText(/\d,\d{3}\.\d\d/)
})
