import { expect, test } from '@playwright/test'
import {
  callTool,
  connectHttp,
  focusConfirmWindow,
  openEndpoint,
  pairAssistant,
  readCard,
  stockOrder,
} from './assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'readme', keyStore: 'session' })
  await desk.ready()
})
test.afterAll(() => desk.close())

test('The pictures of the README show a pending instruction and its card @long', async () => {
  const { page } = desk
  await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setSize(1440, 900),
  )
  await desk.app.evaluate(({ nativeTheme }) => {
    nativeTheme.themeSource = 'dark'
  })
  await desk.choose('NVDA')
  const url = await openEndpoint(desk, 0)
  const { token } = await pairAssistant(desk, 'Research assistant')
  const client = await connectHttp(url, token)
  const order = await stockOrder(desk, '10', {
    symbol: 'NVDA',
    reason: 'Near the low of the day: ten more, as the plan says.',
  })
  await callTool(client, 'place_stock_instruction', order)
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, '10 NVDA')
  await desk.screenshot('confirm', confirm)
  await confirm.getByRole('button', { name: 'Not now' }).click()

  await page.getByRole('tab', { name: 'Instructions' }).click()
  await desk.fill('quantity', '25')
  await desk.fill('limitPrice', '182.68')
  await expect(page.getByRole('button', { name: 'Review: Buy 25 NVDA' })).toBeVisible()
  await expect(page.getByText(/Broker’s estimate/)).toBeVisible()
  await desk.screenshot('desk')
  await client.close()
})
