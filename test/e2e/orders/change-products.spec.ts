import { expect, test, type Locator } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import {
  accountFor,
  EVENT_MARKET,
  monthlyExpiry,
  placeDraft,
  quarterlyFuture,
} from '../support/product-orders.js'
import { chainPrice, orderFromChain } from '../support/option-chain.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'change-products', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

/** A working order of one class, and its next limit; null where the broker changes none. */
interface Working {
  readonly product: string
  readonly name: RegExp
  readonly draft: object
  readonly next: string | null
  /** The next limit as the row shows it, where that differs. */
  readonly shown?: string
}

function workingOrders(time: number): readonly Working[] {
  const expiration = monthlyExpiry(time)
  const leg = (side: string, strike: string) => ({
    symbol: 'AAPL',
    side,
    quantity: '1',
    option: { type: 'call', strike, expiration },
  })
  const single = { kind: 'quantity', quantity: '1' }
  const option = { assetClass: 'option', symbol: 'AAPL', size: single }
  return [
    {
      product: 'securities',
      name: /^XOM/,
      draft: { assetClass: 'stock', symbol: 'XOM', size: single, limitPrice: '90.00' },
      next: '91.50',
    },
    {
      product: 'securities',
      name: /^AAPL .* 270 C/,
      draft: {
        ...option,
        limitPrice: '0.05',
        terms: { strategy: 'single', intent: 'buy-to-open', legs: [leg('buy', '270')] },
      },
      next: '0.10',
    },
    {
      product: 'securities',
      name: /AAPL .*vertical/i,
      draft: {
        ...option,
        limitPrice: '0.05',
        terms: { strategy: 'vertical', legs: [leg('buy', '260'), leg('sell', '270')] },
      },
      next: '0.10',
    },
    {
      product: 'futures',
      name: new RegExp(`^${quarterlyFuture(time)}`),
      draft: {
        assetClass: 'futures',
        symbol: quarterlyFuture(time),
        size: single,
        limitPrice: '4000.25',
      },
      next: '4100.50',
      shown: '4,100.50',
    },
    {
      product: 'events',
      name: new RegExp(`^${EVENT_MARKET} Yes`),
      draft: {
        assetClass: 'event',
        symbol: EVENT_MARKET,
        size: { kind: 'quantity', quantity: '5' },
        limitPrice: '0.01',
        terms: { outcome: 'yes' },
      },
      next: '0.02',
    },
    {
      product: 'crypto',
      name: /^BTC\/USD/,
      draft: {
        assetClass: 'crypto',
        symbol: 'BTCUSD',
        size: { kind: 'quantity', quantity: '0.01' },
        limitPrice: '20000.00',
      },
      next: null,
    },
  ]
}

const rowsOf = (name: RegExp): Locator =>
  desk.page
    .getByRole('treegrid', { name: 'Orders' })
    .getByRole('row', { name })
    // A leg of a combination may be the same contract; it has no state of its own.
    .and(desk.page.locator(':not(.order-leg)'))

async function placeAll(orders: readonly Working[]): Promise<void> {
  for (const { product, draft } of orders) {
    await placeDraft(desk, { ...draft, accountId: await accountFor(desk, product) })
  }
}

test('A working order of every class is replaced and canceled in its row', async () => {
  const { page } = desk
  const orders = workingOrders((await desk.truth()).exchangeTime)
  await placeAll(orders)
  await desk.tab('Orders')
  await page.getByRole('radio', { name: 'Working' }).click()
  for (const { name, next, shown } of orders) {
    const row = rowsOf(name).first()
    await expect(row).toContainText('Working')
    if (next === null) {
      await expect(row.getByRole('button', { name: /cannot be replaced/ })).toBeDisabled()
      await desk.screenshot('coin')
    } else {
      await row.getByRole('button', { name: /^Replace/ }).click()
      await row.getByRole('textbox', { name: /limit/i }).fill(next)
      await row.getByRole('button', { name: /Send/ }).click()
      await desk.screenshot(`replace-${next}`)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Replace/ })
        .click()
      await expect(row).toContainText(shown ?? next)
      await expect(row).toContainText('Working')
    }
    await row.getByRole('button', { name: /^Cancel/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel/ })
      .last()
      .click()
    await expect(row).toBeHidden()
  }
})

test('Edits that are left stay in their rows until they are sent or undone', async () => {
  const { page } = desk
  for (const [symbol, price] of [
    ['JPM', '100.00'],
    ['AMD', '90.00'],
  ] as const) {
    await desk.choose(symbol)
    await desk.fill('quantity', '2')
    await desk.fill('limitPrice', price)
    await desk.send()
    await desk.tab('Orders')
    await expect(desk.orderRow(symbol).first()).toContainText('Working')
  }
  const field = (symbol: string): Locator =>
    desk.orderRow(symbol).first().getByRole('textbox', { name: /limit/i })
  await desk
    .orderRow('JPM')
    .first()
    .getByRole('button', { name: /^Replace/ })
    .click()
  await field('JPM').fill('101.25')
  await desk
    .orderRow('AMD')
    .first()
    .getByRole('button', { name: /^Replace/ })
    .click()
  await field('AMD').fill('91.25')
  await desk.tab('Positions')
  await desk.tab('Orders')
  await expect(field('JPM')).toHaveValue('101.25')
  await expect(field('AMD')).toHaveValue('91.25')
  for (const theme of ['dark', 'light'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`two-edits-${theme}`)
  }
  await field('AMD').press('Escape')
  await expect(field('AMD')).toHaveCount(0)
  await expect(field('JPM')).toHaveValue('101.25')
})

test('A single option is bought with a take profit and a stop loss', async () => {
  const { page } = desk
  await desk.choose('AAPL')
  await page.getByRole('tab', { name: 'Options', exact: true }).click()
  await orderFromChain(page, chainPrice(page.locator('.chain-nearest'), 'callAsk'))
  const price = await desk.cents('ask')
  await desk.fill('quantity', '1')
  await page.getByTestId('ticket-attach-exits').click()
  const money = (cents: number): string => ((Math.round(cents / 10) * 10) / 100).toFixed(2)
  await page.getByTestId('ticket-takeProfit').fill(money(price * 2))
  await page.getByTestId('ticket-stopLoss').fill(money(price / 2))
  await desk.screenshot('option-exits')
  await desk.send()
  await desk.tab('Orders')
  const row = (role: string): Locator =>
    page
      .getByRole('treegrid', { name: 'Orders' })
      .getByRole('row')
      .filter({ hasText: role })
      .first()
  await expect(row('Take profit')).toContainText('Working')
  await expect(row('Stop loss')).toContainText('Working')
  await desk.screenshot('option-exits-work')
})
