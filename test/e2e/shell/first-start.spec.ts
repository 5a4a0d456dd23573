import { expect, test } from '@playwright/test'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'

let desk: MainWindowPage
const problems: string[] = []
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'first-start', keyStore: 'none' })
  desk.page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  desk.page.on('pageerror', (error) => problems.push(error.message))
})
test.afterAll(async () => {
  await desk.close()
})

test('The first start shows a live, funded account without asking anything', async () => {
  const { page } = desk
  await desk.ready()
  await expect(page.getByTestId('environment').first()).toContainText('Practice')
  expect(
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle()),
  ).toContain('Practice')
  await expect(desk.positionRow('AAPL')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(/Buying power\s*\$[\d,]+\.\d\d/)
  await expect(page.getByTestId('chart-lines')).toContainText('Long')
  await desk.screenshot('desk-dark-or-system')
})

test('A panel behind another tab requests nothing before it is shown', async () => {
  const chains = async (): Promise<number> =>
    (await desk.truth()).requests['trading.options.contracts'] ?? 0
  await expect(desk.page.getByTestId('chart-lines')).toContainText('Long')
  expect(await chains()).toBe(0)
  await desk.page.getByRole('tab', { name: 'Options' }).click()
  await expect.poll(chains).toBeGreaterThan(0)
  await desk.page.getByRole('tab', { name: 'Chart' }).click()
})

test('A quote on screen changes by itself', async () => {
  const row = watchRow(desk.page, 'SPY')
  const before = await row.textContent()
  await expect.poll(() => row.textContent()).not.toBe(before)
})

test('The account has a history of orders', async () => {
  await desk.tab('Orders')
  const rows = desk.page.getByRole('treegrid', { name: 'Orders' }).getByRole('row')
  await expect.poll(() => rows.count()).toBeGreaterThan(10)
  // One page of the broker's history holds all that a first start has.
  await expect(desk.page.getByRole('button', { name: 'Load older orders' })).toHaveCount(0)
  await desk.screenshot('orders-history')
  await desk.tab('Fills')
  await desk.screenshot('fills')
  await desk.tab('Account')
  await expect(desk.page.getByText('Net liquidation').first()).toBeVisible()
  await desk.screenshot('account')
  await desk.tab('Positions')
})

test('Every theme shows the main window', async () => {
  for (const theme of ['Dark', 'Light', 'High contrast'] as const) {
    await desk.page.getByRole('button', { name: 'Settings' }).click()
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Theme' }).selectOption({ label: theme })
    await desk.screenshot(`settings-${theme.toLowerCase().replace(' ', '-')}`)
    await desk.page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await desk.screenshot(`desk-${theme.toLowerCase().replace(' ', '-')}`)
  }
  for (const tab of ['Time & Sales', 'Depth'] as const) {
    await desk.tab(tab)
    await desk.page.waitForTimeout(500)
    await desk.screenshot(`panel-${tab === 'Depth' ? 'depth' : 'time-sales'}`)
  }
})

test('No error and no content policy violation occurred', () => {
  expect(problems).toEqual([])
  expect(desk.stderr()).toEqual([])
})
