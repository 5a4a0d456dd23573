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
import { placeDraft } from '../support/product-orders.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

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
  await expect(confirm.getByTestId('approve')).not.toContainText('Total')
  await checkCardInThemes(desk, confirm, 'cancel-all')
  await approveCard(desk, confirm)
  await closeCard(confirm)
})

interface Chain {
  readonly expirations: readonly string[]
  readonly expiration_date: string
  readonly strikes: readonly {
    readonly strike_price: string
    readonly call: {
      readonly symbol: string
      readonly bid: string | null
      readonly ask: string | null
    } | null
  }[]
}

/** Buys one call near the money of the second expiration; returns its symbol. */
async function buyCall(account: string): Promise<string> {
  const chain = async (args: object): Promise<Chain> =>
    (await callTool(client, 'get_option_chain', { symbol: 'AAPL', ...args })) as unknown as Chain
  const { expirations } = await chain({})
  const { expiration_date: expiration, strikes } = await chain({ expiration_date: expirations[1] })
  const row = strikes.find(({ call }) => call?.ask != null && Number(call.ask) > 1)
  if (row?.call == null) throw new Error('no call is offered')
  const contracts = { kind: 'quantity', quantity: '1' }
  expect(
    await placeDraft(desk, {
      accountId: account,
      assetClass: 'option',
      symbol: 'AAPL',
      size: contracts,
      limitPrice: (Math.ceil(Number(row.call.ask) * 11) / 10).toFixed(2),
      terms: {
        strategy: 'single',
        legs: [
          {
            symbol: 'AAPL',
            side: 'buy',
            quantity: '1',
            option: { type: 'call', strike: row.strike_price, expiration },
          },
        ],
      },
    }),
  ).toBe(true)
  return row.call.symbol
}

test('A held option is rolled with one card that shows both contracts', async () => {
  const { account_id: account } = await stockOrder(desk, '1')
  const contract = await buyCall(account)
  const request = { account_id: account, position: contract, reason: 'A month more' }
  // The purchase is held a moment after it fills.
  await expect(async () => {
    await callTool(client, 'roll_option_instruction', request)
  }).toPass()
  const confirm = await focusConfirmWindow(desk)
  await expect(confirm.getByTestId('line')).toContainText(/AAPL.*call/)
  // "0" would be wrong: one of the two contracts is held.
  await expect(confirm.locator('[data-field="power"]')).toBeVisible()
  await expect(confirm.locator('[data-field="position"]')).toHaveCount(0)
  await checkCardInThemes(desk, confirm, 'roll')
  await approveCard(desk, confirm)
  await expect(confirm.getByTestId('close')).toBeVisible()
  await closeCard(confirm)
})

test('CONFIRM-40: a strategy shows its payoff as a picture, beside maximum loss, gain and margin', async () => {
  test.setTimeout(240_000)
  const { account_id: account } = await stockOrder(desk, '1')
  // Another stock than the option rolled before: a held one would cover the leg that is sold.
  const fetchChain = async (args: object): Promise<Chain> =>
    (await callTool(client, 'get_option_chain', { symbol: 'MSFT', ...args })) as unknown as Chain
  const { expirations } = await fetchChain({})
  const [, expiration = ''] = expirations
  const quoted = async () =>
    (await fetchChain({ expiration_date: expiration })).strikes.flatMap(
      ({ strike_price: strike, call }) =>
        call?.bid != null && call.ask != null ? [{ strike, bid: call.bid, ask: call.ask }] : [],
    )
  // Quotes of options come a moment after the chain.
  await expect.poll(async () => (await quoted()).length).toBeGreaterThan(1)
  const [low, high] = (await quoted()).slice(-2)
  if (low === undefined || high === undefined) throw new Error('no two calls are offered')
  const credit = Math.max(0.1, Number(low.bid) - Number(high.ask)).toFixed(1)
  const legOf = (strike: string, side: string): object => ({
    side,
    option_type: 'CALL',
    strike_price: strike,
    expiration_date: expiration,
  })
  await callTool(client, 'place_option_strategy_instruction', {
    account_id: account,
    strategy: 'VERTICAL',
    symbol: 'MSFT',
    side: 'SELL',
    order_type: 'LIMIT',
    time_in_force: 'DAY',
    legs: [legOf(low.strike, 'SELL'), legOf(high.strike, 'BUY')],
    quantity: '1',
    limit_price: `${credit}0`,
    reason: 'Income with a limited loss',
  })
  const confirm = await focusConfirmWindow(desk)
  await expect(confirm.getByTestId('line')).toContainText('MSFT')
  for (const name of ['worst', 'gain', 'margin']) {
    await expect(confirm.locator(`[data-field="${name}"]`)).toBeVisible()
  }
  // The picture has its figures as text, and is read at any price by the keyboard.
  const picture = confirm.getByTestId('payoff')
  await expect(picture).toHaveAttribute('aria-label', /Maximum loss .*Maximum gain/i)
  await picture.focus()
  await picture.press('Home')
  // Below both strikes the credit remains, less the fees.
  const fees = (await confirm.locator('[data-field="fees"]').textContent()) ?? ''
  const gain = Number(credit) * 100 - Number(/\$(\d+\.\d\d)/.exec(fees)?.[1])
  await expect(confirm.getByTestId('payoff-reading')).toContainText(`+$${gain.toFixed(2)}`)
  await checkCardInThemes(desk, confirm, 'strategy', picture)
  await confirm.getByTestId('deny').click()
  await closeCard(confirm)
})

test('Weights become one card with sales first, each with its own numbers', async () => {
  const { account_id: account } = await stockOrder(desk, '1')
  const { symbol: held } = await heldStock(account)
  await callTool(client, 'rebalance_instruction', {
    account_id: account,
    weights: [
      { symbol: held.toLowerCase(), weight: '0' },
      { symbol: 'KO', weight: '0.02' },
    ],
    reason: 'Less of one stock',
  })
  const confirm = await focusConfirmWindow(desk)
  await expect(confirm.locator('[data-row]')).toHaveCount(2)
  await expect(confirm.locator('[data-row]').first()).toContainText('SELL')
  await expect(confirm.locator('[data-row]').nth(1)).toContainText('KO')
  await checkCardInThemes(desk, confirm, 'rebalance')
})
