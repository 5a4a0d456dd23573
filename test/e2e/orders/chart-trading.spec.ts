import { expect, test, type Locator } from '@playwright/test'
import { pressNothing } from '../support/bridge.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import {
  chartLine,
  confirmTwice,
  dragBy,
  handleOf,
  priceOf,
  requestsOf,
  workingAt,
} from '../support/chart-lines.js'
import { chooseLanguage } from '../support/language.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { accountFor, EVENT_MARKET, monthlyExpiry, placeDraft } from '../support/product-orders.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const REPLACE = 'trading.orders.replace'
const CANCEL = 'trading.orders.cancel'
const SYMBOL = 'XOM'
/** Orders begin this many cents below the market, in view of the chart. */
const BELOW = 25

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'chart-trading', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

const orderLine = (): Locator => chartLine(desk.page, /^Buy 100 limit/)
const draftLine = (): Locator => chartLine(desk.page, /^Draft/)
const question = (): Locator => desk.page.getByTestId('line-question')

/** Places the order that the tests move; the market stands still, so that nothing fills. */
async function placeOrder(): Promise<void> {
  await desk.choose(SYMBOL)
  const bid = await desk.cents('bid')
  await desk.fill('quantity', '100')
  await desk.fill('limitPrice', dollars(bid - BELOW))
  await desk.send()
  await expect(orderLine()).toHaveAttribute('data-state', 'rest')
  // What was sent is no draft any more.
  await expect(draftLine()).toHaveCount(0)
  await stopMarket(1)
}

/** Stops the market once this many orders work, so that none fills while it is moved. */
async function stopMarket(working: number): Promise<void> {
  await expect
    .poll(async () => (await workingAt(desk, SYMBOL)).map(({ status }) => status))
    .toEqual(Array.from({ length: working }, () => 'SUBMITTED'))
  await desk.practice({ command: 'clock', speed: 0 })
}

const limitsAtExchange = async (): Promise<readonly number[]> =>
  (await workingAt(desk, SYMBOL)).map((order) => Number(order['limit_price']))

test('An order line that is dragged is one request and one order', async () => {
  const { page } = desk
  await placeOrder()
  const before = await requestsOf(desk, REPLACE)
  const from = await priceOf(orderLine())

  // Away from the market: what 40 px are worth differs with the range of the day.
  await dragBy(page, orderLine(), 40)
  await expect(orderLine()).toHaveAttribute('data-state', 'moving')
  await desk.screenshot('dragging')
  const to = await priceOf(orderLine())
  expect(Number(to)).toBeLessThan(Number(from))
  await page.mouse.up()
  await expect(question()).toContainText(`${from} → ${to}`)
  await desk.screenshot('question')
  await confirmTwice(page)

  await expect.poll(limitsAtExchange).toEqual([Number(to)])
  await expect(orderLine()).toHaveAttribute('data-state', 'rest')
  expect(await priceOf(orderLine())).toBe(to)
  expect(await requestsOf(desk, REPLACE)).toBe(before + 1)
})

test('Escape and the right button put a line back, and nothing is sent', async () => {
  const { page } = desk
  const before = await requestsOf(desk, REPLACE)
  const price = await priceOf(orderLine())
  await dragBy(page, orderLine(), 30)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(orderLine()).toHaveAttribute('data-state', 'rest')
  await dragBy(page, orderLine(), 30)
  await page.mouse.down({ button: 'right' })
  await page.mouse.up({ button: 'right' })
  await page.mouse.up()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(orderLine()).toHaveAttribute('data-state', 'rest')
  await expect(question()).toHaveCount(0)
  expect(await priceOf(orderLine())).toBe(price)
  expect(await requestsOf(desk, REPLACE)).toBe(before)
})

test('On a slow network the line is changing, and no second change is sent', async () => {
  const { page } = desk
  const before = await requestsOf(desk, REPLACE)
  await desk.practice({
    command: 'fault',
    fault: { kind: 'delay', operation: REPLACE, ms: 10_000 },
  })
  await dragBy(page, orderLine(), 30)
  await page.mouse.up()
  const to = await priceOf(orderLine())
  await confirmTwice(page)
  await expect(orderLine()).toHaveAttribute('data-state', 'changing')
  expect(await priceOf(orderLine())).toBe(to)
  await desk.screenshot('changing')
  await dragBy(page, orderLine(), 30)
  await page.mouse.up()
  await expect(orderLine()).toHaveAttribute('data-state', 'changing')
  await expect(orderLine()).toHaveAttribute('data-state', 'rest')
  await expect.poll(limitsAtExchange).toEqual([Number(to)])
  expect(await requestsOf(desk, REPLACE)).toBe(before + 1)
})

test('A refused change snaps back and says why', async () => {
  const { page } = desk
  const price = await priceOf(orderLine())
  await desk.practice({
    command: 'fault',
    fault: { kind: 'rate-limited', operation: REPLACE, count: null },
  })
  await dragBy(page, orderLine(), 20)
  await page.mouse.up()
  await confirmTwice(page)
  await expect(page.getByTestId('line-refusal')).toContainText('Not changed')
  await expect(orderLine()).toHaveAttribute('data-state', 'rest')
  expect(await priceOf(orderLine())).toBe(price)
  await desk.screenshot('refused')
  await desk.practice({ command: 'clear-faults' })
  await page.getByTestId('line-refusal').getByRole('button', { name: 'Dismiss' }).click()
  expect(await limitsAtExchange()).toEqual([Number(price)])
})

test('Keys move a line by ticks, drop it and put it back', async () => {
  const { page } = desk
  const before = await requestsOf(desk, REPLACE)
  const cents = Math.round(Number(await priceOf(orderLine())) * 100)
  await handleOf(orderLine()).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => priceOf(orderLine())).toBe(dollars(cents - 11))
  await page.keyboard.press('Escape')
  await expect.poll(() => priceOf(orderLine())).toBe(dollars(cents))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(question()).toContainText(dollars(cents + 1))
  await expect(question().getByRole('button').last()).toBeFocused()
  await expect(question().getByRole('button').last()).not.toHaveAttribute('data-new', 'true')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect.poll(limitsAtExchange).toEqual([(cents + 1) / 100])
  expect(await requestsOf(desk, REPLACE)).toBe(before + 1)
})

test('The chart asks with the menu of a price, and the draft follows the ticket', async () => {
  const { page } = desk
  const chart = await page.getByTestId('chart-canvas').boundingBox()
  if (chart === null) throw new Error('there is no chart')
  await page.mouse.click(chart.x + 200, chart.y + 150, { button: 'right' })
  const menu = page.getByRole('menu')
  await desk.screenshot('menu')
  await menu.getByRole('menuitem', { name: /^Sell limit at/ }).click()
  await expect(draftLine()).toContainText('Sell')
  await desk.fill('quantity', '7')
  await expect(chartLine(page, /^Draft: Sell 7 limit/)).toHaveCount(1)
  const first = await priceOf(draftLine())
  await expect(page.getByTestId('ticket-limitPrice')).toHaveValue(first)
  await dragBy(page, draftLine(), -20)
  await page.mouse.up()
  const second = await priceOf(draftLine())
  expect(second).not.toBe(first)
  await expect(page.getByTestId('ticket-limitPrice')).toHaveValue(second)
  await desk.fill('limitPrice', first)
  await expect.poll(() => priceOf(draftLine())).toBe(first)
  await desk.screenshot('draft')
  await draftLine().getByTestId('line-close').click()
  await expect(draftLine()).toHaveCount(0)
})

test('A draft is sent once by the review of the ticket', async () => {
  const { page } = desk
  await desk.practice({ command: 'clock', speed: 1 })
  const chart = await page.getByTestId('chart-canvas').boundingBox()
  if (chart === null) throw new Error('there is no chart')
  await page.mouse.click(chart.x + 200, chart.y + chart.height - 120, { button: 'right' })
  await page.getByRole('menuitem', { name: /^Buy limit at/ }).click()
  await desk.fill('quantity', '3')
  await page.getByTestId('draft-send').dblclick()
  const send = page.getByTestId('ticket-send')
  await expect(send).toBeVisible()
  await page.waitForTimeout(700)
  await send.dblclick()
  await expect(chartLine(page, /^Buy 3 limit/)).toHaveCount(1)
  await stopMarket(2)
})

test('An order is canceled on its line, once for a double click and a held key', async () => {
  const { page } = desk
  const before = await requestsOf(desk, CANCEL)
  const small = chartLine(page, /^Buy 3 limit/)
  await small.getByTestId('line-close').dblclick()
  await expect(question()).toContainText('Cancel this order?')
  await confirmTwice(page)
  await expect(small).toHaveCount(0)
  await handleOf(orderLine()).focus()
  await page.keyboard.down('Delete')
  await page.keyboard.down('Delete')
  await page.keyboard.up('Delete')
  await confirmTwice(page)
  await expect(orderLine()).toHaveCount(0)
  expect(await workingAt(desk, SYMBOL)).toHaveLength(0)
  expect(await requestsOf(desk, CANCEL)).toBe(before + 2)
})

test('With confirmation off a drop is sent at once; an order that ends ends its drag', async () => {
  const { page } = desk
  await desk.practice({ command: 'clock', speed: 1 })
  const bid = await desk.cents('bid')
  await desk.fill('quantity', '100')
  await desk.fill('limitPrice', dollars(bid - BELOW))
  await page.getByTestId('draft-send').click()
  await page.getByRole('checkbox', { name: /confirm further orders/ }).check()
  await page.waitForTimeout(700)
  await page.getByTestId('ticket-send').click()
  await expect(orderLine()).toHaveAttribute('data-state', 'rest')
  await stopMarket(1)
  const before = await requestsOf(desk, REPLACE)
  await dragBy(page, orderLine(), 20)
  await page.mouse.up()
  await expect.poll(() => requestsOf(desk, REPLACE)).toBe(before + 1)
  await expect(orderLine()).toHaveAttribute('data-state', 'rest')
  expect(await workingAt(desk, SYMBOL)).toHaveLength(1)

  await dragBy(page, orderLine(), 20)
  await pressNothing(page)
  await page.evaluate(async () => {
    const { countersign } = window as unknown as {
      countersign: { invoke(op: string, input: object): Promise<{ value: unknown }> }
    }
    const id = document.querySelector('.trade-row.order')?.getAttribute('data-line') ?? ''
    const { value } = await countersign.invoke('session.get', {})
    await countersign.invoke('orders.cancel', {
      accountId: (value as { selectedAccount: string }).selectedAccount,
      clientOrderId: id.replace(/:limit$/, ''),
    })
  })
  await expect(page.getByText('The order was canceled while you moved it')).toBeVisible()
  await page.mouse.up()
  expect(await requestsOf(desk, REPLACE)).toBe(before + 1)
})

test('A target and a stop are dragged out of the position and linked', async () => {
  const { page } = desk
  await desk.practice({ command: 'clock', speed: 1 })
  await desk.choose('NVDA')
  const position = chartLine(page, /^Long 33/)
  await expect(position).toHaveCount(1)
  const outside = page.getByRole('button', { name: /lines? (above|below)/ })
  if ((await outside.count()) > 0) await outside.first().click()
  await expect(position).not.toHaveAttribute('data-off')
  // A target beyond the last price, and then a stop on the other side of it.
  await dragTo(position, 'top')
  await desk.screenshot('exit')
  await page.mouse.up()
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('33')
  await expect(draftLine()).toContainText('Sell 33 limit')
  await dragTo(position, 'bottom')
  await page.mouse.up()
  await page.getByRole('menuitem', { name: /one cancels the other/ }).click()
  await expect(chartLine(page, /^Draft: Stop loss/)).toHaveCount(1)
  await expect(page.getByTestId('ticket-stopLoss')).toHaveValue(/\d/)
  await desk.screenshot('linked-exits')
})

/** Shows the instrument of an order in every panel, by its row. */
async function openOrder(name: RegExp): Promise<void> {
  await desk.tab('Orders')
  const row = desk.page.getByRole('treegrid', { name: 'Orders' }).getByRole('row', { name }).first()
  await row.getByRole('gridcell').first().click()
  await desk.page.keyboard.press('Enter')
}

/** Drags a line to the upper or the lower edge of the plot, beyond every price of the day. */
async function dragTo(line: Locator, edge: 'top' | 'bottom'): Promise<void> {
  const { page } = desk
  const chart = await page.getByTestId('chart-canvas').boundingBox()
  const box = await handleOf(line).boundingBox()
  if (chart === null || box === null) throw new Error('the line is not shown')
  const y = edge === 'top' ? chart.y + 12 : chart.y + chart.height - 60
  await dragBy(page, line, y - (box.y + box.height / 2))
}

test('An event market has its own tick, limits and no stops on the chart', async () => {
  const { page } = desk
  const accountId = await accountFor(desk, 'events')
  await page.getByRole('combobox', { name: 'Trade with account' }).selectOption(accountId)
  await placeDraft(desk, {
    accountId,
    assetClass: 'event',
    symbol: EVENT_MARKET,
    size: { kind: 'quantity', quantity: '5' },
    limitPrice: '0.02',
    terms: { outcome: 'yes' },
  })
  await openOrder(new RegExp(`^${EVENT_MARKET}`))
  const line = chartLine(page, /^Buy 5 limit/)
  await expect(line).toHaveCount(1)
  await handleOf(line).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => priceOf(line)).toBe('0.018')
  await page.keyboard.press('Escape')
  const chart = await page.getByTestId('chart-canvas').boundingBox()
  if (chart === null) throw new Error('there is no chart')
  await page.mouse.click(chart.x + 200, chart.y + 150, { button: 'right' })
  await expect(page.getByRole('menuitem', { name: /^Buy limit at 0\.\d+$/ })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /stop at/ })).toHaveCount(0)
  await desk.screenshot('event')
  await page.keyboard.press('Escape')
})

test('The chart of an event market shows the other outcome, with its orders only', async () => {
  const { page } = desk
  const chart = page.getByTestId('chart')
  const legend = page.getByTestId('chart-legend')
  await expect(legend).toContainText('Prices of Yes')
  const close = async (): Promise<number> =>
    Number(await page.getByTestId('chart-close').textContent())
  const yes = await close()
  await expect(chartLine(page, /^Buy 5 limit/)).toHaveCount(1)
  await chart.getByRole('radio', { name: 'No', exact: true }).click()
  await expect(legend).toContainText('Prices of No')
  await expect.poll(async () => Math.abs((await close()) + yes - 1)).toBeLessThan(0.1)
  await expect(chartLine(page, /^Buy 5 limit/)).toHaveCount(0)
  await expect(chart).toHaveAttribute('data-phase', 'ready')
  const canvas = await page.getByTestId('chart-canvas').boundingBox()
  if (canvas === null) throw new Error('there is no chart')
  await page.mouse.click(canvas.x + 200, canvas.y + 150, { button: 'right' })
  await page.getByRole('menuitem', { name: /^Buy limit at 0\.\d+$/ }).click()
  await expect(page.getByRole('form').getByRole('radio', { name: 'No', exact: true })).toBeChecked()
  await desk.screenshot('event-no')
  await chart.getByRole('radio', { name: 'Yes', exact: true }).click()
  await expect(chartLine(page, /^Buy 5 limit/)).toHaveCount(1)
})

test('The order of an option is on the chart of its contract', async () => {
  const { page } = desk
  const accountId = await accountFor(desk, 'securities')
  await page.getByRole('combobox', { name: 'Trade with account' }).selectOption(accountId)
  const expiration = monthlyExpiry((await desk.truth()).exchangeTime)
  const option = { type: 'call', strike: '270', expiration }
  await placeDraft(desk, {
    accountId,
    assetClass: 'option',
    symbol: 'AAPL',
    size: { kind: 'quantity', quantity: '1' },
    limitPrice: '0.05',
    terms: {
      strategy: 'single',
      intent: 'buy-to-open',
      legs: [{ symbol: 'AAPL', side: 'buy', quantity: '1', option }],
    },
  })
  await openOrder(/^AAPL .* 270 C/)
  const line = chartLine(page, /^Buy 1 limit/)
  await expect(line).toHaveCount(1)
  expect(await priceOf(line)).toBe('0.05')
  await desk.screenshot('option')
})

test('Lines and drafts look right in every theme and in Spanish', async () => {
  const { page } = desk
  await loadAxe(page)
  await desk.choose('AAPL')
  const chart = await page.getByTestId('chart-canvas').boundingBox()
  if (chart === null) throw new Error('there is no chart')
  // The layer that offers the menu is loaded after the bars of the symbol.
  await expect(async () => {
    await page.mouse.click(chart.x + 200, chart.y + 120, { button: 'right' })
    await page.getByRole('menuitem', { name: /^Buy limit at/ }).click({ timeout: 2_000 })
  }).toPass()
  for (const theme of ['dark', 'light', 'contrast'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`lines-${theme}`)
    expect(await axeViolations(page, '[data-panel="chart"]')).toEqual([])
  }
  await pressTheme(page, 'dark')
  await chooseLanguage(page, 'es')
  await expect(page.getByTestId('chart-canvas')).toHaveAttribute('data-drawn', 'true')
  await desk.screenshot('lines-es')
})
