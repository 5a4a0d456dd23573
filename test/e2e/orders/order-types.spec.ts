import { expect, test } from '@playwright/test'
import { timesInForceOf, type OrderType } from '../../../shared/domain/orders/order-types.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { accountFor, EVENT_MARKET, placeDraft } from '../support/product-orders.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'order-types', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

/** One order of the ticket, and what the exchange receives of it. */
interface Case {
  readonly type: OrderType
  readonly fields?: Readonly<Record<string, string>>
  /** Options of select boxes, by test id. */
  readonly choices?: Readonly<Record<string, string>>
  readonly side?: 'Buy' | 'Sell'
  /** The side of an event market. */
  readonly outcome?: 'Yes' | 'No'
  /** Units, where they are not the product's. */
  readonly quantity?: string
  /** An amount in dollars instead of a quantity. */
  readonly amount?: string
  readonly received: Readonly<Record<string, unknown>>
}

interface Product {
  readonly name: string
  readonly search: string
  /** The palette's entry; absent when it begins with the search. */
  readonly found?: RegExp
  /** The name of the ticket's form. */
  readonly ticket: RegExp
  readonly account?: RegExp
  /** The ticket is opened from a row in Orders. */
  readonly fromOrder?: true
  readonly quantity: string
  readonly cases: readonly Case[]
}

const algo = (kind: string, fields: Readonly<Record<string, string>>): Case => ({
  type: 'limit',
  choices: { algo: kind },
  fields: { limitPrice: '60.00', ...fields },
  received: { order_type: 'LIMIT', algo_type: kind.toUpperCase() },
})

const TIMES = { day: 'DAY', gtc: 'GTC', ioc: 'IOC', fok: 'FOK', gtd: 'GTD' } as const

/** The case with every time in force that the product has for its order type. */
const everyTime = (assetClass: AssetClass, order: Case): readonly Case[] =>
  timesInForceOf(assetClass, order.type).map((tif) => ({
    ...order,
    choices: { ...order.choices, tif },
    fields: { ...order.fields, ...(tif === 'gtd' ? { expireDate: '' } : {}) },
    received: { ...order.received, time_in_force: TIMES[tif] },
  }))

/** Prices far from the market, as below. */
const FUTURES: readonly Case[] = [
  { type: 'limit', fields: { limitPrice: '3000.00' }, received: { order_type: 'LIMIT' } },
  { type: 'stop', fields: { stopPrice: '9900.00' }, received: { order_type: 'STOP_LOSS' } },
  {
    type: 'stop-limit',
    fields: { stopPrice: '9900.00', limitPrice: '9910.00' },
    received: { order_type: 'STOP_LOSS_LIMIT' },
  },
  {
    type: 'trailing-stop',
    fields: { trailPercent: '40' },
    received: { order_type: 'TRAILING_STOP_LOSS' },
  },
  { type: 'market', received: { order_type: 'MARKET', status: 'FILLED' } },
]

/** Prices far from the market, so that every order but a market order rests. */
const PRODUCTS: readonly Product[] = [
  {
    name: 'a stock',
    search: 'XOM',
    ticket: /^Order for XOM/,
    quantity: '2',
    cases: [
      { type: 'limit', fields: { limitPrice: '60.00' }, received: { order_type: 'LIMIT' } },
      {
        type: 'limit',
        fields: { limitPrice: '60.00' },
        choices: { tif: 'gtc' },
        received: { order_type: 'LIMIT', time_in_force: 'GTC' },
      },
      {
        type: 'limit',
        fields: { limitPrice: '60.00' },
        choices: { session: 'all' },
        received: { order_type: 'LIMIT', support_trading_session: 'ALL' },
      },
      { type: 'stop', fields: { stopPrice: '190.00' }, received: { order_type: 'STOP_LOSS' } },
      {
        type: 'stop-limit',
        fields: { stopPrice: '190.00', limitPrice: '191.00' },
        received: { order_type: 'STOP_LOSS_LIMIT' },
      },
      {
        type: 'trailing-stop',
        fields: { trailPercent: '40' },
        received: { order_type: 'TRAILING_STOP_LOSS', trailing_type: 'PERCENTAGE' },
      },
      algo('twap', { algoShare: '10' }),
      algo('vwap', { algoShare: '10' }),
      algo('pov', { algoShare: '5' }),
      { type: 'market', received: { order_type: 'MARKET', status: 'FILLED' } },
    ],
  },
  {
    name: 'a future',
    search: 'MES',
    ticket: /^Order for MES/,
    account: /Futures/,
    quantity: '1',
    cases: FUTURES.flatMap((order) => everyTime('futures', order)),
  },
  {
    name: 'an option',
    search: 'nvda 190c dec',
    found: /^NVDA .* 190 C/,
    ticket: /^Order for NVDA.*190 C/,
    account: /Individual Margin/,
    quantity: '1',
    cases: [
      { type: 'limit', fields: { limitPrice: '0.05' }, received: { order_type: 'LIMIT' } },
      { type: 'stop', fields: { stopPrice: '60.00' }, received: { order_type: 'STOP_LOSS' } },
      {
        type: 'stop-limit',
        fields: { stopPrice: '60.00', limitPrice: '61.00' },
        received: { order_type: 'STOP_LOSS_LIMIT' },
      },
    ],
  },
  {
    name: 'a coin',
    search: 'BTC',
    ticket: /^Order for BTC\/USD/,
    account: /Crypto/,
    quantity: '0.001',
    cases: [
      ...everyTime('crypto', {
        type: 'limit',
        fields: { limitPrice: '20000.00' },
        received: { order_type: 'LIMIT', side: 'BUY' },
      }),
      ...everyTime('crypto', {
        type: 'stop-limit',
        fields: { stopPrice: '400000.00', limitPrice: '401000.00' },
        received: { order_type: 'STOP_LOSS_LIMIT' },
      }),
      ...everyTime('crypto', {
        type: 'market',
        received: { order_type: 'MARKET', status: 'FILLED' },
      }),
      {
        type: 'market',
        amount: '25',
        received: { entrust_type: 'AMOUNT', status: 'FILLED' },
      },
      {
        type: 'limit',
        amount: '25',
        fields: { limitPrice: '20000.00' },
        received: { order_type: 'LIMIT', entrust_type: 'AMOUNT', status: 'SUBMITTED' },
      },
      {
        type: 'limit',
        side: 'Sell',
        quantity: '0.0005',
        fields: { limitPrice: '900000.00' },
        received: { side: 'SELL', order_type: 'LIMIT', status: 'SUBMITTED' },
      },
      {
        type: 'market',
        side: 'Sell',
        quantity: '0.0004',
        received: { side: 'SELL', order_type: 'MARKET', status: 'FILLED' },
      },
    ],
  },
  {
    name: 'an event contract',
    search: EVENT_MARKET,
    fromOrder: true,
    ticket: new RegExp(`^Order for ${EVENT_MARKET}`),
    account: /Events/,
    quantity: '5',
    cases: (['Yes', 'No'] as const).flatMap((outcome): readonly Case[] => {
      const side = { event_outcome: outcome.toLowerCase() }
      return [
        ...everyTime('event', {
          type: 'limit',
          outcome,
          fields: { limitPrice: '0.02' },
          received: { ...side, order_type: 'LIMIT', side: 'BUY' },
        }),
        ...everyTime('event', {
          type: 'market',
          outcome,
          received: { ...side, event_trade_mode: 'TRADE_IN_CONTRACT', status: 'FILLED' },
        }),
        {
          type: 'limit',
          outcome,
          side: 'Sell',
          fields: { limitPrice: '0.99' },
          quantity: '2',
          received: { ...side, side: 'SELL', status: 'SUBMITTED' },
        },
        {
          type: 'market',
          outcome,
          side: 'Sell',
          quantity: '2',
          received: { ...side, side: 'SELL', status: 'FILLED' },
        },
        {
          type: 'market',
          outcome,
          amount: '20',
          received: { ...side, event_trade_mode: 'TRADE_IN_AMOUNT', status: 'FILLED' },
        },
      ]
    }),
  },
]

type Record_ = Readonly<Record<string, unknown>>

/** Shows an event market in the ticket by the row of an order. */
async function openFromOrder(symbol: string): Promise<void> {
  await placeDraft(desk, {
    accountId: await accountFor(desk, 'events'),
    assetClass: 'event',
    symbol,
    size: { kind: 'quantity', quantity: '1' },
    limitPrice: '0.01',
    terms: { outcome: 'yes' },
  })
  await desk.tab('Orders')
  const rows = desk.page.getByRole('treegrid', { name: 'Orders' }).getByRole('row')
  await rows.filter({ hasText: symbol }).first().getByRole('gridcell').first().click()
}

/** Shows the product in the ticket, with an account that trades it. */
async function openTicket(product: Product): Promise<void> {
  const { search, found, ticket, account, fromOrder } = product
  const { page } = desk
  if (fromOrder === true) {
    await openFromOrder(search)
  } else {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Commands and symbols' }).fill(search)
    await page
      .locator('.palette-option')
      .filter({ hasText: found ?? new RegExp(`^${search}`) })
      .first()
      .click()
  }
  await expect(page.getByRole('form', { name: ticket })).toBeVisible()
  if (account === undefined) return
  const select = page.getByRole('combobox', { name: 'Trade with account' })
  const label = await select.locator('option').filter({ hasText: account }).first().textContent()
  await select.selectOption({ label: label ?? '' })
}

/** Chooses an option of the ticket that is always visible. */
const segment = (name: string): Promise<void> =>
  desk.page.getByRole('form').getByRole('radio', { name, exact: true }).click()

/** Fills in the ticket for one case and sends it; returns the exchange's record of the order. */
async function place(product: Product, order: Case): Promise<string> {
  const { page } = desk
  const { type, fields, choices, side = 'Buy', outcome, amount } = order
  const before = new Set(Object.keys((await desk.truth()).accepted))
  if (outcome !== undefined) await segment(outcome)
  const sides = page.getByRole('form').getByRole('radio', { name: side, exact: true })
  if ((await sides.count()) > 0 && !(await sides.isChecked())) await sides.click()
  await page.getByTestId('ticket-type').selectOption(type)
  for (const [name, value] of Object.entries({ algo: 'none', tif: 'day', ...choices })) {
    const select = page.getByTestId(`ticket-${name}`)
    const choice = select.locator(`option[value="${value}"]`)
    if ((await choice.count()) > 0) await select.selectOption(value)
  }
  if (amount === undefined) {
    const quantity = page.getByRole('form').locator('[data-value="quantity"]')
    if (await quantity.isVisible()) await quantity.click()
    await page.getByTestId('ticket-quantity').fill(order.quantity ?? product.quantity)
  } else {
    await page.getByRole('form').locator('[data-value="amount"]').click()
    await page.getByTestId('ticket-amount').fill(amount)
  }
  for (const [name, value] of Object.entries(fields ?? {})) {
    const day = new Date((await desk.truth()).exchangeTime + 20 * 86_400_000).toISOString()
    await page.getByTestId(`ticket-${name}`).fill(name === 'expireDate' ? day.slice(0, 10) : value)
  }
  await desk.send()
  // An order that must fill at once can be canceled before the window shows that it was placed.
  const tone = /^(ioc|fok)$/.test(choices?.['tif'] ?? '') ? /^(good|plain)$/ : 'good'
  await expect(page.getByTestId('ticket-outcome')).toHaveAttribute('data-tone', tone)
  const added = async (): Promise<readonly string[]> =>
    Object.keys((await desk.truth()).accepted).filter((id) => !before.has(id))
  await expect.poll(added).toHaveLength(1)
  return (await added())[0] ?? ''
}

for (const product of PRODUCTS) {
  test(`The ticket places every order type of ${product.name}`, async () => {
    test.setTimeout(240_000)
    await openTicket(product)
    for (const type of product.cases) {
      await test.step(`${type.side ?? 'Buy'} ${type.outcome ?? ''} ${type.type} ${JSON.stringify(type.choices ?? {})}`, async () => {
        const id = await place(product, type)
        await expect
          .poll(async () => {
            const orders = (await desk.truth()).orders as readonly Record_[]
            return orders.find((order) => order['client_order_id'] === id)
          })
          .toMatchObject(type.received)
        await desk.page.getByRole('button', { name: 'Dismiss' }).first().click()
      })
    }
  })
}
