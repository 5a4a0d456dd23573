import { expect, test } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'order-types', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

/** One order of the ticket, and what the exchange receives of it. */
interface Case {
  readonly type: string
  readonly fields?: Readonly<Record<string, string>>
  /** Options of select boxes, by test id. */
  readonly choices?: Readonly<Record<string, string>>
  readonly side?: 'Buy' | 'Sell'
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
  readonly quantity: string
  readonly cases: readonly Case[]
}

const algo = (kind: string, fields: Readonly<Record<string, string>>): Case => ({
  type: 'limit',
  choices: { algo: kind },
  fields: { limitPrice: '60.00', ...fields },
  received: { order_type: 'LIMIT', algo_type: kind.toUpperCase() },
})

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
    cases: [
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
    ],
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
      {
        type: 'limit',
        fields: { limitPrice: '20000.00' },
        received: { order_type: 'LIMIT' },
      },
      {
        type: 'stop-limit',
        fields: { stopPrice: '400000.00', limitPrice: '401000.00' },
        received: { order_type: 'STOP_LOSS_LIMIT' },
      },
      { type: 'market', received: { order_type: 'MARKET', status: 'FILLED' } },
    ],
  },
]

type Record_ = Readonly<Record<string, unknown>>

/** Shows the product in the ticket, with an account that trades it. */
async function openTicket({ search, found, ticket, account }: Product): Promise<void> {
  const { page } = desk
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Commands and symbols' }).fill(search)
  await page
    .locator('.palette-option')
    .filter({ hasText: found ?? new RegExp(`^${search}`) })
    .first()
    .click()
  await expect(page.getByRole('form', { name: ticket })).toBeVisible()
  if (account === undefined) return
  const select = page.getByRole('combobox', { name: 'Trade with account' })
  const label = await select.locator('option').filter({ hasText: account }).first().textContent()
  await select.selectOption({ label: label ?? '' })
}

/** Fills in the ticket for one case and sends it; returns the exchange's record of the order. */
async function place(product: Product, { type, fields, choices }: Case): Promise<string> {
  const { page } = desk
  const before = new Set(Object.keys((await desk.truth()).accepted))
  await page.getByTestId('ticket-type').selectOption(type)
  for (const [name, value] of Object.entries({ algo: 'none', ...choices })) {
    const select = page.getByTestId(`ticket-${name}`)
    if (await select.isVisible()) await select.selectOption(value)
  }
  await page.getByTestId('ticket-quantity').fill(product.quantity)
  for (const [name, value] of Object.entries(fields ?? {})) {
    await page.getByTestId(`ticket-${name}`).fill(value)
  }
  await desk.send()
  await expect(page.getByTestId('ticket-outcome')).toHaveAttribute('data-tone', 'good')
  const added = Object.keys((await desk.truth()).accepted).filter((id) => !before.has(id))
  expect(added).toHaveLength(1)
  return added[0] ?? ''
}

for (const product of PRODUCTS) {
  test(`The ticket places every order type of ${product.name}`, async () => {
    test.setTimeout(150_000)
    await openTicket(product)
    for (const type of product.cases) {
      await test.step(`${type.type} ${JSON.stringify(type.choices ?? {})}`, async () => {
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
