import type { Client } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import {
  callTool,
  closeCard,
  connectPaired,
  focusConfirmWindow,
  plainDollars,
  readCard,
  sentOrders,
  stockOrder,
} from '../instructions/assistant-page.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { showPanel } from '../support/palette.js'

test.describe.configure({ mode: 'serial' })
let desk: MainWindowPage
let client: Client
const userData = freshUserData()
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'when-then', userData })
  await desk.ready()
  await desk.choose('AAPL')
  client = await connectPaired(desk, 'Morning desk', 21, { validMinutes: 5 })
})
test.afterAll(async () => {
  await client?.close()
  await desk?.close()
  await removeFolder(userData)
})

const panel = () => desk.page.getByTestId('alerts')
const form = () => desk.page.getByTestId('alert-form')
const setVisible = (isVisible: boolean): Promise<void> =>
  desk.app.evaluate(({ BrowserWindow }, show) => {
    for (const window of BrowserWindow.getAllWindows()) {
      if (!window.webContents.getURL().includes('index.html')) continue
      if (show) window.showInactive()
      else window.hide()
    }
  }, isVisible)

/** Lets an assistant's order wait for a price that does not come. */
async function letWait(quantity: string): Promise<string> {
  const answer = await callTool(client, 'request_instruction', {
    tool: 'when_then_instruction',
    arguments: {
      condition: {
        kind: 'price',
        symbol: 'AAPL',
        when: 'above',
        price: plainDollars((await desk.cents('ask')) * 2),
      },
      tool: 'place_stock_instruction',
      arguments: await stockOrder(desk, quantity, { reason: 'The breakout we talked about' }),
    },
  })
  return String(answer['waiting_id'])
}

test('CONFIRM-47: an alert that fires behind a hidden window wakes an assistant’s order and prepares a ticket; both wait for the person', async () => {
  test.setTimeout(180_000)
  const { page } = desk
  const waitingId = await letWait('3')
  const before = await desk.truth()

  await showPanel(page, 'Alerts')
  await page.getByTestId('alert-new').click()
  await form().getByRole('combobox', { name: 'Symbol' }).fill('AAPL')
  await expect(form().getByRole('option').first()).toContainText('AAPL')
  await page.keyboard.press('Enter')
  await page.getByTestId('alert-level').fill(dollars((await desk.cents('bid')) + 2))
  await form().getByRole('checkbox', { name: 'Prepare an order when it fires' }).check()
  await form().getByLabel('Quantity (optional)').fill('7')
  await page.getByTestId('alert-wake').selectOption({ index: 1 })
  await expect(page.getByTestId('alert-wake')).toHaveValue(waitingId)
  await desk.screenshot('form')
  await page.getByRole('button', { name: 'Save alert' }).click()
  await expect(form()).toHaveCount(0)
  await desk.screenshot('list')

  await setVisible(false)
  await desk.practice({ command: 'clock', speed: 20 })
  const confirm = await focusConfirmWindow(desk)
  await desk.practice({ command: 'clock', speed: 1 })
  await readCard(confirm, 'BUY 3 AAPL')
  await expect(confirm.locator('[data-field="condition"]')).toContainText('AAPL')
  await desk.screenshot('card', confirm)
  expect(await sentOrders(desk, 'AAPL')).toEqual([])
  expect((await desk.truth()).orders).toHaveLength(before.orders.length)

  await setVisible(true)
  const toast = page.locator('.toast', { hasText: /AAPL (rose|fell) to/ }).first()
  await toast.getByRole('button', { name: 'Prepare order' }).click()
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('7')
  await desk.screenshot('ticket')
  // The ticket is filled, the card is shown, and neither was sent.
  expect((await desk.truth()).orders).toHaveLength(before.orders.length)

  await confirm.getByTestId('deny').click()
  await closeCard(confirm)
  await panel().getByRole('radio', { name: 'History' }).click()
  await expect(
    panel()
      .getByRole('row', { name: /AAPL (rose|fell) to/ })
      .getByRole('button'),
  ).toHaveText('Prepare order')
  await desk.screenshot('history')
  expect((await desk.truth()).orders).toHaveLength(before.orders.length)
})

test('CONFIRM-47: an alert says when the order that it wakes no longer waits, and nothing wakes', async () => {
  const { page } = desk
  const waitingId = await letWait('4')
  await panel().getByRole('radio', { name: 'Alerts' }).click()
  await page.getByTestId('alert-new').click()
  await form().getByRole('combobox', { name: 'Symbol' }).fill('AAPL')
  await expect(form().getByRole('option').first()).toContainText('AAPL')
  await page.keyboard.press('Enter')
  await page.getByTestId('alert-level').fill('1')
  await page.getByTestId('alert-wake').selectOption(waitingId)
  await page.getByRole('button', { name: 'Save alert' }).click()
  await expect(form()).toHaveCount(0)
  const row = panel().getByRole('row', { name: /reaches 1/ })
  await expect(row).toContainText('Wakes Morning desk: BUY 4 AAPL')
  await showPanel(page, 'Instructions')
  await page
    .locator('.instructions-panel')
    .getByRole('radio', { name: /^Inbox/ })
    .click()
  const entry = page.getByTestId(`waiting-${waitingId}`)
  await entry.getByRole('button', { name: /^Remove what waits/ }).click()
  await expect(entry).toHaveCount(0)
  await showPanel(page, 'Alerts')
  await expect(row).toContainText('No longer waiting: Morning desk: BUY 4 AAPL')
  await desk.screenshot('ended')
})
