import type { Client } from '@modelcontextprotocol/client'
import { expect, test, type Page } from '@playwright/test'
import {
  approveCard,
  callTool,
  closeCard,
  checkCardInThemes,
  connectPaired,
  focusConfirmWindow,
  plainDollars,
  readCard,
  refusal,
  sentOrders,
  stockOrder,
} from './assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { chainPrice, orderFromChain } from '../support/option-chain.js'
import { quarterlyFuture } from '../support/product-orders.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
let client: Client
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'protected-entry', keyStore: 'none' })
  await desk.ready()
  client = await connectPaired(desk, 'Morning desk', 7, { validMinutes: 5 })
})
test.afterAll(async () => {
  await client?.close()
  await desk?.close()
})

const figure = (confirm: Page, id: string) => confirm.locator(`[data-field="exit-${id}"]`)

test('An entry with both exits is one card with its payoff, and one approval sends three orders', async () => {
  await desk.choose('XOM')
  const ask = await desk.cents('ask')
  const placed = await callTool(client, 'place_bracket_instruction', {
    ...(await stockOrder(desk, '7', {
      symbol: 'XOM',
      limit_price: plainDollars(ask - 300),
      reason: 'Pullback to support',
    })),
    take_profit_price: plainDollars(ask + 600),
    stop_loss_price: plainDollars(ask - 600),
  })
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 7 XOM')
  await expect(confirm.getByTestId('line')).toContainText(/once filled, take profit.*stop loss/)
  // Nine dollars to the target, three to the stop, for each of seven shares.
  await expect(figure(confirm, 'gain')).toContainText('$63.00')
  await expect(figure(confirm, 'loss')).toContainText('$21.00')
  await expect(figure(confirm, 'ratio')).toContainText('1 : 3')
  await checkCardInThemes(desk, confirm, 'card', figure(confirm, 'ratio'))
  await approveCard(desk, confirm)
  await expect.poll(async () => (await sentOrders(desk, 'XOM')).length).toBe(3)
  const sent = (await sentOrders(desk, 'XOM')).map(
    (order) => `${String(order['side'])} ${String(order['order_type'])}`,
  )
  expect(sent.toSorted()).toEqual(['BUY LIMIT', 'SELL LIMIT', 'SELL STOP_LOSS'])
  expect(
    await callTool(client, 'wait_for_instruction', {
      instruction_id: placed.instruction_id,
      wait_seconds: 1,
    }),
  ).toMatchObject({ status: 'APPROVED', outcome: { state: 'ACKNOWLEDGED' } })
  await closeCard(confirm)
  await desk.tab('Orders')
  await expect(desk.orderRow('XOM').filter({ hasText: 'Stop loss' })).toBeVisible()
  await desk.screenshot('orders')
})

test('A single option is entered with a stop loss as one card', async () => {
  await desk.choose('AAPL')
  await desk.page.getByRole('tab', { name: 'Options', exact: true }).click()
  const nearest = desk.page.locator('.chain-nearest')
  const form = await orderFromChain(desk.page, chainPrice(nearest, 'callAsk'))
  const label = (await form.getAttribute('aria-label')) ?? ''
  const [, day = '', month = '', year = '', strike = ''] =
    /AAPL (\d+) (\w+) (\d+) ([\d.,]+) C/.exec(label) ?? []
  const date = new Date(`${day} ${month} 20${year} UTC`).toISOString().slice(0, 10)
  const ask = Math.round((await desk.cents('ask')) / 10) * 10
  await callTool(client, 'place_bracket_instruction', {
    account_id: (await stockOrder(desk, '1'))['account_id'],
    instrument_type: 'OPTION',
    symbol: 'AAPL',
    side: 'BUY',
    order_type: 'LIMIT',
    quantity: '1',
    limit_price: plainDollars(ask),
    stop_loss_price: plainDollars(Math.round(ask / 20) * 10),
    option_type: 'CALL',
    strike_price: strike.replaceAll(',', ''),
    expiration_date: date,
  })
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'AAPL')
  await expect(figure(confirm, 'loss')).toContainText(/\$\d+\.00/)
  await desk.screenshot('option-card', confirm)
  await confirm.getByTestId('deny').click()
  await expect(confirm.getByTestId('status')).toContainText('Declined')
  await closeCard(confirm)
})

test('Exits of a future are refused with what to do instead', async () => {
  const account_id = (await stockOrder(desk, '1'))['account_id']
  const text = await refusal(client, 'place_bracket_instruction', {
    account_id,
    instrument_type: 'FUTURES',
    symbol: quarterlyFuture((await desk.truth()).exchangeTime),
    side: 'BUY',
    order_type: 'LIMIT',
    quantity: '1',
    limit_price: '6000',
    stop_loss_price: '5900',
  })
  expect(text).toContain('stocks and single options only, not of futures')
  expect(text).toContain('Nothing was requested and nothing was sent.')
})

test('An order that starts two others is one card with what becomes of the position, and one approval sends all three', async () => {
  await desk.choose('AMD')
  const ask = await desk.cents('ask')
  const order = await stockOrder(desk, '5', { symbol: 'AMD' })
  const placed = await callTool(client, 'place_linked_instruction', {
    account_id: order['account_id'],
    symbol: 'AMD',
    combo_type: 'OTOCO',
    orders: [
      {
        side: 'BUY',
        order_type: 'STOP_LOSS_LIMIT',
        quantity: '5',
        stop_price: plainDollars(ask + 900),
        limit_price: plainDollars(ask + 1_000),
      },
      { side: 'SELL', order_type: 'LIMIT', quantity: '5', limit_price: plainDollars(ask + 2_000) },
      {
        side: 'SELL',
        order_type: 'STOP_LOSS_LIMIT',
        quantity: '5',
        stop_price: plainDollars(ask + 500),
        limit_price: plainDollars(ask + 400),
      },
    ],
    reason: 'Breakout',
  })
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, '3 linked orders in AMD')
  const linked = (id: string) => confirm.locator(`[data-field="linked-${id}"]`)
  await expect(linked('1')).toContainText(/Main order.*BUY 5 AMD, stop/)
  await expect(linked('3')).toContainText(/SELL 5 AMD, stop/)
  await expect(linked('position-1')).toContainText(/0.*→.*5/)
  await expect(linked('position-1-2')).toContainText(/0.*→.*0/)
  // Ten dollars from the entry's limit to the target, for each of five shares.
  await expect(linked('result-2')).toContainText('$50.00')
  await expect(linked('result-3')).toContainText('−$30.00')
  await checkCardInThemes(desk, confirm, 'linked-card', linked('result-3'))
  await approveCard(desk, confirm)
  await expect.poll(async () => (await sentOrders(desk, 'AMD')).length).toBe(3)
  const sent = (await sentOrders(desk, 'AMD')).map(
    (row) => `${String(row['side'])} ${String(row['order_type'])}`,
  )
  expect(sent.toSorted()).toEqual(['BUY STOP_LOSS_LIMIT', 'SELL LIMIT', 'SELL STOP_LOSS_LIMIT'])
  expect(
    await callTool(client, 'wait_for_instruction', {
      instruction_id: placed.instruction_id,
      wait_seconds: 1,
    }),
  ).toMatchObject({ status: 'APPROVED', outcome: { state: 'ACKNOWLEDGED' } })
  await closeCard(confirm)
  await desk.tab('Orders')
  await expect(desk.orderRow('AMD')).toHaveCount(3)
  await expect(
    desk.orderRow('AMD').filter({ hasText: 'Triggered, one cancels the other' }),
  ).toHaveCount(2)
  await desk.screenshot('linked-orders')
})

test('Linked orders of options are refused with what is offered instead', async () => {
  const account_id = (await stockOrder(desk, '1'))['account_id']
  const text = await refusal(client, 'place_linked_instruction', {
    account_id,
    instrument_type: 'OPTION',
    symbol: 'AAPL',
    combo_type: 'OCO',
    orders: [
      { side: 'BUY', order_type: 'LIMIT', quantity: '1', limit_price: '1.00' },
      { side: 'BUY', order_type: 'LIMIT', quantity: '1', limit_price: '2.00' },
    ],
  })
  expect(text).toContain('links orders (OTO, OCO, OTOCO) of stocks only, not of options')
  expect(text).toContain('take profit and stop loss is offered for single options')
})
