import { expect, test } from '@playwright/test'
import { invoke } from '../support/bridge.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import {
  accountFor,
  callName,
  EVENT_MARKET,
  monthlyExpiry,
  placeDraft,
  quarterlyFuture,
} from '../support/product-orders.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'products', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

/** Places a market order of a quantity, or what `more` makes of it. */
const place = (accountId: string, quantity: string, more: object): Promise<boolean> =>
  placeDraft(desk, { accountId, type: 'market', size: { kind: 'quantity', quantity }, ...more })

/** Reads a figure of the window: "▼ −1,234.50" is -1234.5. */
const figure = (text: string): number => Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-'))

/** Returns the figures of the row with this name, by the heading of their column. */
async function shwithoutNumbers(name: string): Promise<Record<string, number>> {
  const table = desk.page.getByRole('treegrid', { name: 'Positions' })
  const heads = await table.getByRole('columnheader').allTextContents()
  const cells = await table
    .getByRole('row')
    .filter({ hasText: name })
    .first()
    .getByRole('gridcell')
    .allTextContents()
  const under = (head: string): number =>
    figure(cells[heads.findIndex((text) => text.startsWith(head))] ?? '')
  return { value: under('Value'), day: under('Day P&L'), open: under('Open P&L') }
}

test('A position of every product shows the figures of the exchange, and closes', async () => {
  const { page } = desk
  const { exchangeTime } = await desk.truth()
  const expiration = monthlyExpiry(exchangeTime)
  const contract = { type: 'call', strike: '270', expiration }
  const option = {
    assetClass: 'option',
    symbol: 'AAPL',
    type: 'limit',
    terms: {
      strategy: 'single',
      intent: 'buy-to-open',
      legs: [{ symbol: 'AAPL', side: 'buy', quantity: '2', option: contract }],
    },
  }
  // The highest limit that is not too far through the market fills.
  for (let half = 30; half > 4; half -= 1) {
    const limitPrice = (half / 2).toFixed(2)
    if (await place(await accountFor(desk, 'securities'), '2', { ...option, limitPrice })) break
  }
  const contractName = quarterlyFuture(exchangeTime)
  const future = { assetClass: 'futures', symbol: contractName }
  expect(await place(await accountFor(desk, 'futures'), '2', future)).toBe(true)
  const coin = { assetClass: 'crypto', symbol: 'BTCUSD', timeInForce: 'ioc' }
  expect(await place(await accountFor(desk, 'crypto'), '0.01234567', coin)).toBe(true)
  const event = {
    assetClass: 'event',
    symbol: EVENT_MARKET,
    terms: { outcome: 'no', tradeMode: 'by-contracts' },
  }
  expect(await place(await accountFor(desk, 'events'), '25', event)).toBe(true)

  await desk.tab('Positions')
  for (const [product, name, type] of [
    ['securities', callName('AAPL', expiration, '270'), 'OPTION'],
    ['futures', contractName, 'FUTURES'],
    ['crypto', 'BTC/USD', 'CRYPTO'],
    ['events', `${EVENT_MARKET} No`, 'EVENT'],
  ] as const) {
    const accountId = await accountFor(desk, product)
    await invoke(desk, 'session.select-account', { accountId })
    await expect(page.getByRole('row').filter({ hasText: name }).first()).toBeVisible()
    await desk.practice({ command: 'clock', speed: 0 })
    const truth = (await desk.truth()).positions[accountId] ?? []
    const held = truth.find((record) => record['instrument_type'] === type)
    const expected = {
      value: Number(held?.['market_value']),
      day: Number(held?.['day_profit_loss']),
      open: Number(held?.['unrealized_profit_loss']),
    }
    await expect.poll(() => shwithoutNumbers(name)).toEqual(expected)
    await desk.screenshot(`position-${product}`)
    await desk.practice({ command: 'clock', speed: 1 })
  }

  // Closing prepares an order for the contract itself, not for the shares of its symbol.
  await invoke(desk, 'session.select-account', { accountId: await accountFor(desk, 'securities') })
  const row = page.getByRole('row').filter({ hasText: '270 C' })
  await row.first().getByRole('button', { name: 'Close' }).click()
  await expect(page.getByTestId('close-send')).toBeEnabled()
  await desk.screenshot('close-option')
  await page.getByTestId('close-send').click()
  await expect(page.getByTestId('closed')).toContainText('At the broker')
  await page.keyboard.press('Escape')
  await expect(row.filter({ hasNotText: 'Closed' })).toHaveCount(0)

  await desk.tab('Fills')
  const heads = await page
    .getByRole('grid', { name: 'Fills' })
    .getByRole('columnheader')
    .allTextContents()
  const cells = await row.last().getByRole('gridcell').allTextContents()
  const under = (head: string): number => figure(cells[heads.indexOf(head)] ?? '')
  expect(under('Value')).toBeCloseTo(under('Qty') * under('Price') * 100, 2)
  await desk.screenshot('fills-of-products')

  // Orders of several accounts name theirs, and "Cancel all" means those of the chosen one.
  await desk.tab('Orders')
  const orders = page.getByRole('treegrid', { name: 'Orders' })
  await expect(orders.getByRole('columnheader', { name: 'Account' })).toBeVisible()
  await expect(orders.getByRole('row', { name: 'BTC/USD' })).toContainText('Crypto')
  await desk.screenshot('orders-of-accounts')
  await page.getByLabel('Filter by account').selectOption(await accountFor(desk, 'futures'))
  await expect(orders.getByRole('row', { name: contractName })).toBeVisible()
  await expect(orders.getByRole('row', { name: 'BTC/USD' })).toHaveCount(0)
  await page.getByLabel('Filter by account').selectOption('')
  await expect(orders.getByRole('row', { name: 'BTC/USD' })).toBeVisible()
})

test('REL-31: rows that cannot be read are counted in the window, and the rest works', async () => {
  const { page } = desk
  await desk.tab('Positions')
  const lines = page.getByTestId('unreadable-rows')
  await expect(lines).toHaveCount(0)
  // What the tests before closed appears when the executions of the day have been read.
  const rows = page
    .getByRole('treegrid', { name: 'Positions' })
    .getByRole('row')
    .filter({ hasNotText: 'Closed' })
  const before = await rows.count()
  const spoil = (operation: string) =>
    desk.practice({ command: 'fault', fault: { kind: 'unreadable-row', operation, count: null } })

  await spoil('trading.positions.list')
  await spoil('trading.orders.open')
  // Another account may be read meanwhile; then it has a line of its own.
  const ofPositions = lines
    .filter({ hasText: '1 position could not be read' })
    .filter({ hasText: 'Account: Individual Margin' })
  await expect(ofPositions).toContainText(/Instruments: [A-Z]+\. Missing here and in the totals/)
  await expect(rows).toHaveCount(before - 1)

  // An order of the account works on; its list counts the one that cannot be read.
  await desk.choose('XOM')
  await desk.fill('quantity', '3')
  await desk.fill('limitPrice', (((await desk.cents('bid')) * 96) / 10_000).toFixed(2))
  await desk.send()
  await desk.tab('Orders')
  await expect(desk.orderRow('XOM').first()).toContainText('Working')
  const ofOrders = lines.filter({ hasText: '1 open order could not be read' })
  await expect(ofOrders).toContainText('the kill switch cannot report zero')
  await desk.screenshot('unreadable-rows')

  await ofOrders.getByRole('button', { name: 'Dismiss notice' }).click()
  await expect(ofOrders).toHaveCount(0)
  await desk.practice({ command: 'clear-faults' })
  await expect(lines).toHaveCount(0, { timeout: 60_000 })
  await desk.tab('Positions')
  await expect(rows).toHaveCount(before)
})

test('REL-31: positions that could not be read are never shown as none', async () => {
  const { page } = desk
  const panel = page.locator('[data-panel="positions"]')
  await desk.tab('Positions')
  const fault = { kind: 'error-before-effect', operation: 'trading.positions.list', status: 503 }
  await desk.practice({ command: 'fault', fault: { ...fault, count: null } })
  await invoke(desk, 'session.select-account', { accountId: await accountFor(desk, 'crypto') })
  const notice = page.getByText('The positions of this account could not be read')
  await expect(notice).toBeVisible()
  await expect(panel).not.toContainText('No open positions')
  await expect(panel).toContainText('The positions are not known')

  // A complete order says what it waits for; a press of its button would do nothing.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Commands and symbols' }).fill('BTC')
  await page.locator('.palette-option').filter({ hasText: /^BTC/ }).first().click()
  await expect(page.getByRole('form', { name: /^Order for BTC/ })).toBeVisible()
  await desk.fill('quantity', '0.001')
  await page.getByTestId('ticket-type').selectOption('limit')
  await desk.fill('limitPrice', '20000.00')
  const submit = page.getByTestId('ticket-submit')
  await expect(submit).toHaveText('Reading the positions…')
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await desk.screenshot('positions-unknown')

  await desk.practice({ command: 'clear-faults' })
  await expect(notice).toHaveCount(0)
  await expect(submit).toHaveText('Review: Buy 0.001 BTC/USD')
  await submit.click()
  await expect(page.getByTestId('ticket-send')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await invoke(desk, 'session.select-account', { accountId: await accountFor(desk, 'securities') })
  await expect(panel.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
})
