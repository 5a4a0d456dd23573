import { expect, test } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import {
  callTool,
  connectPaired,
  focusConfirmWindow,
  plainDollars,
  readCard,
  stockOrder,
} from '../instructions/assistant-page.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { accountFor, placeDraft } from '../support/product-orders.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'reminders', keyStore: 'none' })
  await desk.ready()
  await loadAxe(desk.page)
})
test.afterAll(() => desk.close())

test('The ticket mentions a wash sale, with its source, and sends the order all the same', async () => {
  const { page } = desk
  await desk.choose('XOM')
  const accountId = await accountFor(desk, 'securities')
  const bought = { accountId, assetClass: 'stock', symbol: 'XOM', type: 'market' }
  expect(await placeDraft(desk, { ...bought, size: { kind: 'quantity', quantity: '3' } })).toBe(
    true,
  )
  await expect(page.getByTestId('ticket-position')).toContainText('3')

  await page.getByRole('radio', { name: 'Sell', exact: true }).click()
  await desk.fill('quantity', '3')
  const reminder = page.getByTestId('reminder-wash-sale')
  // The purchase is recorded a moment after it; each price asks again.
  for (let below = 50; (await reminder.count()) === 0 && below < 70; below += 1) {
    await desk.fill('limitPrice', dollars((await desk.cents('bid')) - below))
    await reminder.waitFor({ timeout: 2_000 }).catch(() => undefined)
  }
  await expect(reminder).toContainText('Wash sale')
  await expect(reminder).toContainText('3 XOM were bought within 30 days')
  await expect(reminder).toHaveAttribute('aria-description', 'Your executions of the last 30 days')
  expect(await axeViolations(page, '[data-panel="ticket"]')).toEqual([])
  await desk.screenshot('ticket')

  await page.getByTestId('ticket-submit').click()
  const review = page.getByRole('dialog')
  await expect(review.getByTestId('reminder-wash-sale')).toBeVisible()
  await desk.screenshot('review')
  await page.waitForTimeout(700)
  await page.getByTestId('ticket-send').click()
  await expect(page.getByTestId('ticket-outcome')).toContainText(/accepted|filled/i)
})

test('The card of an assistant mentions the same, and can be approved all the same', async () => {
  await desk.choose('JPM')
  const client = await connectPaired(desk, 'Friend', 11)
  const accountId = await accountFor(desk, 'securities')
  const bought = { accountId, assetClass: 'stock', symbol: 'JPM', type: 'market' }
  expect(await placeDraft(desk, { ...bought, size: { kind: 'quantity', quantity: '2' } })).toBe(
    true,
  )
  await expect(desk.page.getByTestId('ticket-position')).toContainText('2')
  const sale = await stockOrder(desk, '2', {
    symbol: 'JPM',
    side: 'SELL',
    limit_price: plainDollars(Math.round((await desk.cents('bid')) * 0.995)),
    reason: 'Take the profit',
  })
  await callTool(client, 'place_stock_instruction', sale)
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'SELL 2 JPM')
  await expect(confirm.getByText('JPM were bought within 30 days')).toBeVisible()
  await desk.screenshot('card', confirm)
  await client.close()
})

test('The review of a large order mentions how much of the account the position would be', async () => {
  const { page } = desk
  await desk.choose('AMZN')
  await page.getByRole('radio', { name: 'Buy', exact: true }).click()
  await desk.fill('quantity', '80')
  await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 50))
  await page.getByTestId('ticket-submit').click()
  const review = page.getByRole('dialog')
  const reminder = review.getByTestId('reminder-concentration')
  await expect(reminder).toContainText(/AMZN would be \d\d(\.\d)?% of the account’s equity/)
  await expect(reminder).toHaveAttribute(
    'aria-description',
    'Your positions and equity at market prices',
  )
  expect(await axeViolations(page, '[role="dialog"]')).toEqual([])
  await desk.screenshot('concentration')
})
