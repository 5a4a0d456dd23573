import type { Client } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import {
  approveCard,
  callTool,
  connectPaired,
  focusConfirmWindow,
  ordersOf,
  readCard,
  stockOrder,
} from '../instructions/assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { stopQuotes } from './stopped-quotes.js'

let desk: MainWindowPage
let client: Client
test.beforeAll(async () => {
  test.setTimeout(180_000)
  desk = await openMainWindow({ suite: 'stale-instruction', keyStore: 'none' })
  await desk.ready()
  await desk.choose('TSLA')
  client = await connectPaired(desk, 'Morning desk', 1, { validMinutes: 1 })
  await stopQuotes(desk)
})
test.afterAll(async () => {
  await client?.close()
  await desk?.close()
})

test('REL-46: an assistant’s market order without a current price names the last price and its age as a danger, and is sent only once the person has acknowledged it', async () => {
  test.setTimeout(180_000)
  const placed = await callTool(
    client,
    'place_stock_instruction',
    await stockOrder(desk, '5', { symbol: 'TSLA', order_type: 'MARKET', limit_price: undefined }),
  )
  expect(placed).toHaveProperty('instruction_id')
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 5 TSLA')
  const danger = confirm.locator('[data-danger="stale-quote"]')
  await expect(danger).toBeVisible()
  await expect(confirm.locator('.danger-row')).toContainText(
    /No current price: the last, \d+\.\d\d, is more than \d+ (s|min) old\. It is executed at whatever the market is/,
  )
  await expect(confirm.getByTestId('approve')).not.toHaveAttribute('data-armed', 'true')
  expect(await ordersOf(desk, 'TSLA', '5')).toHaveLength(0)
  await desk.screenshot('danger', confirm)
  await danger.check()
  await approveCard(desk, confirm)
  await expect.poll(async () => (await ordersOf(desk, 'TSLA', '5')).length).toBe(1)
})
