import { expect, test, type Locator } from '@playwright/test'
import { invoke } from '../support/bridge.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { accountFor, EVENT_MARKET, placeDraft, quarterlyFuture } from '../support/product-orders.js'
import { waitForInputDelay } from '../support/settle.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'close-products', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

interface Held {
  readonly product: string
  /** The instrument's name in Positions. */
  readonly name: string
  readonly symbol: string
  readonly quantity: string
  readonly half: string
  readonly draft: object
  /** The menu's words where the product has no short side. */
  readonly notReversible?: RegExp
}

const heldOf = (time: number): readonly Held[] => [
  {
    product: 'futures',
    name: quarterlyFuture(time),
    symbol: quarterlyFuture(time),
    quantity: '2',
    half: '1',
    draft: { assetClass: 'futures' },
  },
  {
    product: 'crypto',
    name: 'BTC/USD',
    symbol: 'BTCUSD',
    quantity: '0.02',
    half: '0.01',
    draft: { assetClass: 'crypto', timeInForce: 'ioc' },
    notReversible: /coins cannot be sold short/,
  },
  {
    product: 'events',
    name: `${EVENT_MARKET} No`,
    symbol: EVENT_MARKET,
    quantity: '20',
    half: '10',
    draft: { assetClass: 'event', terms: { outcome: 'no', tradeMode: 'by-contracts' } },
    notReversible: /buy the other outcome/,
  },
]

const row = (name: string): Locator =>
  desk.page
    .getByRole('treegrid', { name: 'Positions' })
    .getByRole('row')
    .filter({ hasText: name })
    .and(desk.page.locator(':not(.closed-row)'))
const quantityOf = (name: string): Locator => row(name).first().locator('[data-column="quantity"]')

/** Reads a figure of the window: "▼ −1,234.50" is -1234.5. */
const figure = (text: string): number => Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-'))

/**
 * Expects the row of what was closed today, with a gain that is the exchange's own: the account's
 * gain of the day without that of what it holds. The person can hide the row.
 */
async function expectClosedRow(accountId: string, name: string): Promise<void> {
  const { page } = desk
  const rows = page.getByRole('treegrid', { name: 'Positions' }).locator('.closed-row')
  const closed = rows.filter({ hasText: name })
  await expect(closed.locator('[data-column="quantity"]')).toHaveText('0')
  await expect(closed.locator('[data-column="realizedPnl"]')).toHaveText(/\d\.\d\d/)
  await expect(closed.getByRole('button', { name: /Close/ })).toHaveCount(0)
  const { positions, balances } = await desk.truth()
  const day = (record: Readonly<Record<string, unknown>>): number =>
    Number(record['day_profit_loss'])
  const held = (positions[accountId] ?? []).reduce((total, record) => total + day(record), 0)
  const truth = Number(balances[accountId]?.['total_day_profit_loss']) - held
  const shown = (await rows.locator('[data-column="dayPnl"]').allTextContents()).map(figure)
  expect(shown.reduce((total, value) => total + value, 0)).toBeCloseTo(truth, 2)
  await desk.screenshot('closed-today')

  const toggle = page
    .locator('[data-panel="positions"]')
    .getByRole('button', { name: 'Closed today' })
  await toggle.click()
  await expect(rows).toHaveCount(0)
  await toggle.click()
  await expect(closed).toHaveCount(1)
}

/** Opens a row's menu. */
const openMenu = (name: string): Promise<void> =>
  row(name).first().getByRole('gridcell').first().click({ button: 'right' })

/** Presses an entry of a row's menu and sends the orders that its dialog shows. */
async function choose(position: Held, entry: string, orders: number): Promise<void> {
  const { page } = desk
  await openMenu(position.name)
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  const send = page.getByTestId('close-send')
  await expect(send).toBeEnabled()
  await waitForInputDelay(page)
  await desk.screenshot(`${position.product}-${entry.split(' ')[0]?.toLowerCase() ?? ''}-${orders}`)
  await send.click()
  await expect(page.getByTestId('closed').getByText('At the broker')).toHaveCount(orders)
  await page.keyboard.press('Escape')
}

test('A future, a coin and an event contract are closed by half, reversed where they can be, and closed', async () => {
  const { page } = desk
  for (const productPosition of heldOf((await desk.truth()).exchangeTime)) {
    await test.step(productPosition.product, async () => {
      const { product, name, symbol, quantity, half, draft, notReversible } = productPosition
      const accountId = await accountFor(desk, product)
      const size = { kind: 'quantity', quantity }
      expect(await placeDraft(desk, { accountId, type: 'market', size, symbol, ...draft })).toBe(
        true,
      )
      await invoke(desk, 'session.select-account', { accountId })
      await desk.tab('Positions')
      await expect(quantityOf(name)).toHaveText(quantity)

      await choose(productPosition, 'Close half…', 1)
      await expect(quantityOf(name)).toHaveText(half)
      if (notReversible === undefined) {
        await choose(productPosition, 'Reverse position…', 2)
        await expect(quantityOf(name)).toHaveText(`−${half}`)
      } else {
        await openMenu(name)
        await expect(page.getByRole('menuitem', { name: notReversible })).toBeDisabled()
        await page.keyboard.press('Escape')
      }
      await choose(productPosition, 'Close position…', 1)
      await expect(row(name)).toHaveCount(0)
      await expectClosedRow(accountId, name)
      const left = (await desk.truth()).positions[accountId] ?? []
      expect(left.filter((position) => position['symbol'] === symbol)).toEqual([])
    })
  }
})
