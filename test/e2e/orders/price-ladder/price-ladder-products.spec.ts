import { expect, test, type Locator } from '@playwright/test'
import { axeViolations, loadAxe } from '../../support/axe.js'
import { requestsOf } from '../../support/chart-lines.js'
import { pressUntilCounted } from '../../support/counted-press.js'
import { openMainWindow, type MainWindowPage } from '../../support/main-window-page.js'
import { showPanel } from '../../support/palette.js'
import {
  accountFor,
  callName,
  EVENT_MARKET,
  monthlyExpiry,
  placeDraft,
  quarterlyFuture,
} from '../../support/product-orders.js'

const PLACE = 'trading.orders.place'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'price-ladder-products', keyStore: 'none' })
  await desk.ready()
  await loadAxe(desk.page)
  await showPanel(desk.page, 'Price ladder')
  await desk.tab('Orders')
})
test.afterAll(() => desk.close())

const ladder = (): Locator => desk.page.getByTestId('price-ladder')
const hint = (): Locator => ladder().getByTestId('ladder-hint')

/** Shows an instrument, in its account, by the row of an order far from its market. */
async function show(product: string, name: string, draft: object): Promise<void> {
  const { page } = desk
  const accountId = await accountFor(desk, product)
  await desk.practice({ command: 'clock', speed: 1 })
  expect(await placeDraft(desk, { accountId, ...draft })).toBe(true)
  await page.getByRole('combobox', { name: 'Trade with account' }).selectOption(accountId)
  const orders = page.getByRole('treegrid', { name: 'Orders' })
  await orders.getByRole('gridcell', { name, exact: true }).first().click()
  await expect(ladder()).toHaveAttribute('aria-label', `Price ladder of ${name}`)
  await expect(ladder()).toHaveAttribute('data-drawn', 'true')
  await expect(ladder().locator('[data-best]').first()).toBeVisible()
  await desk.practice({ command: 'clock', speed: 0 })
}

/** Returns the buy cell some rows below the best bid, and its price. */
async function below(rows: number): Promise<{ readonly cell: Locator; readonly price: string }> {
  const all = ladder().locator('[data-row]')
  const best = await all.evaluateAll((elements) =>
    elements.findIndex((element) => element.querySelector('.bid[data-best]') !== null),
  )
  expect(best).toBeGreaterThanOrEqual(0)
  const row = all.nth(best + rows)
  return {
    cell: row.locator('.ladder-orders.buy'),
    price: (await row.getAttribute('data-price')) ?? '',
  }
}

/** Clicks a price of the unarmed ladder: the ticket has it, and nothing is sent. */
async function expectTicketFilled(): Promise<void> {
  const before = await requestsOf(desk, PLACE)
  const { cell, price } = await below(3)
  await cell.hover()
  await expect
    .poll(async () => ((await hint().textContent()) ?? '').replaceAll(',', ''))
    .toMatch(new RegExp(`^Click fills the ticket: .*${price}`))
  await cell.click()
  await expect(desk.page.getByTestId('ticket-limitPrice')).toHaveValue(price)
  expect(await requestsOf(desk, PLACE)).toBe(before)
  expect(await axeViolations(desk.page, '[data-panel="price-ladder"]')).toEqual([])
}

/** Arms the ladder and sends one order by a click and its review. */
async function expectOneOrder(): Promise<void> {
  const { page } = desk
  const before = await requestsOf(desk, PLACE)
  const orders = ladder().getByTestId('ladder-order')
  await ladder().getByTestId('ladder-arm').click()
  await expect(ladder()).toHaveAttribute('data-armed', 'true')
  const { cell } = await below(4)
  const send = page.getByTestId('ticket-send')
  await pressUntilCounted(
    () => cell.dblclick(),
    (within) => expect(send).toBeVisible(within),
  )
  await pressUntilCounted(
    () => send.dblclick(),
    (within) => expect(send).toHaveCount(0, within),
  )
  await expect(cell.getByTestId('ladder-order')).toHaveCount(1)
  await expect(orders).toHaveCount(1)
  expect(await requestsOf(desk, PLACE)).toBe(before + 1)
}

test('The ladder of an option has its ticks and fills the ticket', async () => {
  const { exchangeTime } = await desk.truth()
  const expiration = monthlyExpiry(exchangeTime)
  const option = { type: 'call', strike: '270', expiration }
  await show('securities', callName('AAPL', expiration, '270'), {
    assetClass: 'option',
    symbol: 'AAPL',
    limitPrice: '0.05',
    size: { kind: 'quantity', quantity: '1' },
    terms: {
      strategy: 'single',
      intent: 'buy-to-open',
      legs: [{ symbol: 'AAPL', side: 'buy', quantity: '1', option }],
    },
  })
  await expectTicketFilled()
  await desk.screenshot('option')
})

test('The ladder of a future fills the ticket, and armed sends one order', async () => {
  const name = quarterlyFuture((await desk.truth()).exchangeTime)
  const size = { kind: 'quantity', quantity: '1' }
  const draft = { assetClass: 'futures', symbol: name, limitPrice: '1000.25', size }
  await show('futures', name, draft)
  await expectTicketFilled()
  await expectOneOrder()
  await desk.screenshot('future')
})

test('The ladder of a coin fills the ticket, and armed sends one order', async () => {
  const size = { kind: 'quantity', quantity: '0.01' }
  const draft = { assetClass: 'crypto', symbol: 'BTCUSD', limitPrice: '1000.00', size }
  await show('crypto', 'BTC/USD', draft)
  // A row has as many ticks as it takes that the bid and the ask are both shown.
  await expect(ladder().locator('.bid[data-best]')).toBeVisible()
  await expect(ladder().locator('.ask[data-best]')).toBeVisible()
  await ladder().getByRole('button', { name: 'Quantity 0.01' }).click()
  await expectTicketFilled()
  await expectOneOrder()
  await desk.screenshot('coin')
})

test('An event market has its own ticks and outcomes', async () => {
  const size = { kind: 'quantity', quantity: '5' }
  const terms = { outcome: 'no' }
  const draft = { assetClass: 'event', symbol: EVENT_MARKET, limitPrice: '0.01', size, terms }
  await show('events', `${EVENT_MARKET} No`, draft)
  await expect(ladder().getByRole('radio', { name: 'No', exact: true })).toBeChecked()
  await expectTicketFilled()
  await desk.screenshot('event')
  await ladder().getByRole('radio', { name: 'Yes', exact: true }).click()
  await expect(ladder()).toHaveAttribute('aria-label', `Price ladder of ${EVENT_MARKET} Yes`)
})
