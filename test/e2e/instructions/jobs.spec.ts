import type { Client } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import {
  approveCard,
  callTool,
  closeCard,
  checkCardInThemes,
  connectPaired,
  focusConfirmWindow,
  readCard,
  sentOrders,
  stockOrder,
} from './assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

let desk: MainWindowPage
let client: Client
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'assistant-jobs', keyStore: 'none' })
  await desk.ready()
  client = await connectPaired(desk, 'Morning desk', 11, { validMinutes: 5 })
})
test.afterAll(async () => {
  await client?.close()
  await desk?.close()
})

interface HeldStock {
  readonly symbol: string
  readonly instrument_type: string
  readonly quantity: string
  readonly last_price: string | null
}

/** Returns a stock of which at least three shares are held. */
async function heldStock(account: string): Promise<HeldStock> {
  const { positions } = (await callTool(client, 'get_account_positions', {
    account_id: account,
  })) as unknown as { readonly positions: readonly HeldStock[] }
  const held = positions.find(
    ({ instrument_type, quantity, last_price }) =>
      instrument_type === 'EQUITY' && Number(quantity) >= 3 && last_price !== null,
  )
  if (held === undefined) throw new Error('nothing is held')
  return held
}
const scaled = (price: string | null, factor: number): string => (Number(price) * factor).toFixed(2)

test('A stop and a target of a position are one card, and canceling all its orders is another', async () => {
  test.setTimeout(120_000)
  const { account_id: account } = await stockOrder(desk, '1')
  const { symbol, last_price: last } = await heldStock(account)
  await callTool(client, 'protect_position_instruction', {
    account_id: account,
    position: symbol,
    quantity: '2',
    stop_loss_price: scaled(last, 0.9),
    take_profit_price: scaled(last, 1.15),
    reason: 'Protect the gain',
  })
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, `SELL 2 ${symbol}`)
  await expect(confirm.getByTestId('line')).toContainText(/whichever is first/)
  await expect(confirm.locator('[data-field="exit-target"]')).toBeVisible()
  await expect(confirm.locator('[data-field="exit-stop"]')).toBeVisible()
  await checkCardInThemes(desk, confirm, 'protect')
  await approveCard(desk, confirm)
  await expect.poll(async () => (await sentOrders(desk, symbol)).length).toBe(2)
  const sent = (await sentOrders(desk, symbol)).map(
    (order) => `${String(order['side'])} ${String(order['order_type'])}`,
  )
  expect(sent.toSorted()).toEqual(['SELL LIMIT', 'SELL STOP_LOSS'])
  await closeCard(confirm)

  await callTool(client, 'cancel_all_instruction', {
    account_id: account,
    symbol,
    reason: 'Start over',
  })
  await focusConfirmWindow(desk)
  await expect(confirm.locator('[data-row]')).toHaveCount(2)
  await expect(confirm.locator('[data-row]').first()).toContainText('CANCEL')
  await desk.screenshot('cancel-all', confirm)
})
