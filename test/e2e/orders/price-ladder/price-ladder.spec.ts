import { expect, test, type Locator, type Page } from '@playwright/test'
import { axeViolations, loadAxe } from '../../support/axe.js'
import { requestsOf, workingAt } from '../../support/chart-lines.js'
import { chooseLanguage } from '../../support/language.js'
import { pressUntilCounted } from '../../support/counted-press.js'
import { openMainWindow, type MainWindowPage } from '../../support/main-window-page.js'
import { runCommand, showPanel } from '../../support/palette.js'
import { chooseInTab, panelPage } from '../../support/panel-windows.js'
import { pressTheme } from '../../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const PLACE = 'trading.orders.place'
const REPLACE = 'trading.orders.replace'
const CANCEL = 'trading.orders.cancel'
const SYMBOL = 'XOM'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'price-ladder', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

const ladderIn = (page: Page): Locator => page.getByTestId('price-ladder')
const ladder = (): Locator => ladderIn(desk.page)
const rowsIn = (page: Page): Locator => ladderIn(page).locator('[data-row]')
const chips = (): Locator => ladder().getByTestId('ladder-order')
const hint = (): Locator => ladder().getByTestId('ladder-hint')

/** Shows a symbol in the panels of the link group: the watchlist is behind the ladder. */
async function chooseInChart(symbol: string): Promise<void> {
  const field = desk.page.getByTestId('chart-symbol')
  await field.click()
  await field.fill(symbol)
  const option = desk.page.getByRole('option', { name: new RegExp(`^${symbol}`) })
  await expect(option.first()).toBeVisible()
  await field.press('Enter')
  await expect(ladder()).toHaveAttribute('aria-label', new RegExp(symbol))
}

/** Returns the row of the last price, counted from the top. */
async function lastRow(page: Page = desk.page): Promise<number> {
  await expect(ladderIn(page).locator('[data-last]')).toHaveCount(1)
  return rowsIn(page).evaluateAll((rows) => rows.findIndex((row) => row.hasAttribute('data-last')))
}

/**
 * Returns the cell of a column, some rows below the last price, or the nearest that is shown. It
 * follows its price while the rows move.
 */
async function cell(side: 'buy' | 'sell', below: number, page: Page = desk.page): Promise<Locator> {
  const index = (await lastRow(page)) + below
  const row = rowsIn(page).nth(Math.min(Math.max(index, 0), (await rowsIn(page).count()) - 1))
  const price = await row.getAttribute('data-price')
  return ladderIn(page).locator(`[data-row][data-price="${price}"] .ladder-orders.${side}`)
}

const priceOf = async (place: Locator): Promise<string> =>
  (await place.locator('xpath=ancestor::*[@data-row]').getAttribute('data-price')) ?? ''

const armSwitch = (page: Page = desk.page): Locator => ladderIn(page).getByTestId('ladder-arm')

/** Arms the ladder. A click right after that does not count: it was meant for the switch. */
async function arm(page: Page = desk.page): Promise<void> {
  const armed = (await ladderIn(page).getAttribute('data-armed')) === 'true'
  if (!armed) await armSwitch(page).click()
  await expect(ladderIn(page)).toHaveAttribute('data-armed', 'true')
}

const expectDisarmed = async (reason: RegExp, page: Page = desk.page): Promise<void> => {
  await expect(ladderIn(page)).toHaveAttribute('data-armed', 'false')
  await expect(ladderIn(page).getByTestId('ladder-band')).toContainText(reason)
}

const limits = async (): Promise<readonly number[]> =>
  (await workingAt(desk, SYMBOL)).map((order) => Number(order['limit_price']))

/** Places a small order two ticks below the market, and returns it in the ladder. */
async function placeNear(): Promise<Locator> {
  await ladder().getByRole('combobox', { name: 'Ticks per row' }).selectOption('1')
  await ladder().getByTestId('ladder-quantity').fill('7')
  await arm()
  const place = await cell('buy', 5)
  const placed = chips().filter({ hasText: /^7/ })
  await pressUntilCounted(
    () => place.click(),
    (within) => expect(placed).toHaveCount(1, within),
  )
  return placed
}

/** Opens the review of a click by a double click, and sends it by another one. */
async function sendReviewed(place: Locator, send: Locator, review?: () => Promise<void>) {
  await pressUntilCounted(
    () => place.dblclick(),
    (within) => expect(send).toBeVisible(within),
  )
  await review?.()
  await pressUntilCounted(
    () => send.dblclick(),
    (within) => expect(send).toHaveCount(0, within),
  )
}

test('The ladder shows the market in its middle, and any price is reached', async () => {
  const { page } = desk
  await desk.choose(SYMBOL)
  await showPanel(page, 'Price ladder')
  await expect(ladder()).toHaveAttribute('data-drawn', 'true')
  await desk.practice({ command: 'clock', speed: 0 })
  // The last trade may be some ticks beside the quote.
  const fromMiddle = async (): Promise<number> =>
    Math.abs((await lastRow()) - (await rowsIn(page).count()) / 2)
  expect(await fromMiddle()).toBeLessThan(5)
  await desk.screenshot('unarmed')
  await ladder().getByTestId('ladder-grid').focus()
  const first = Number(await rowsIn(page).first().getAttribute('data-price'))
  await ladder().getByTestId('ladder-grid').hover()
  await page.mouse.wheel(0, -20_000)
  await expect
    .poll(async () => Number(await rowsIn(page).first().getAttribute('data-price')))
    .toBeCloseTo(first + 10, 2)
  await expect(ladder().getByTestId('ladder-outside')).toHaveText('▼ Market below')
  await page.keyboard.press('c')
  await expect(ladder().getByTestId('ladder-outside')).toHaveCount(0)
  await expect.poll(fromMiddle).toBeLessThan(5)
})

test('A click of a ladder that is not armed fills the ticket', async () => {
  const { page } = desk
  const before = await requestsOf(desk, PLACE)
  const place = await cell('buy', 5)
  const price = await priceOf(place)
  await place.hover()
  await expect(hint()).toHaveText(
    new RegExp(`^Click fills the ticket: Buy 100 ${SYMBOL}.*${price}`),
  )
  await place.dblclick()
  await expect(page.getByTestId('ticket-limitPrice')).toHaveValue(price)
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('100')
  await expect(chips()).toHaveCount(0)
  expect(await requestsOf(desk, PLACE)).toBe(before)
  const above = await cell('buy', -6)
  await above.click()
  await expect(page.getByTestId('ticket-stopPrice')).toHaveValue(await priceOf(above))
})

test('An armed click is reviewed where the settings require it, and sent once', async () => {
  const { page } = desk
  const before = await requestsOf(desk, PLACE)
  // Five ticks in a row, so that what the tests place is far from the market.
  await ladder().getByRole('combobox', { name: 'Ticks per row' }).selectOption('5')
  await arm()
  const place = await cell('buy', 6)
  const price = Number(await priceOf(place))
  await place.hover()
  await expect(hint()).toHaveText(/^Click opens the review: Buy 100/)
  await desk.screenshot('armed')
  await sendReviewed(place, page.getByTestId('ticket-send'), async () => {
    await desk.screenshot('review')
    await page.getByRole('checkbox', { name: /confirm further orders/ }).check()
  })
  await expect(chips()).toHaveCount(1)
  await expect.poll(limits).toEqual([price])
  expect(await requestsOf(desk, PLACE)).toBe(before + 1)
})

test('A double click, a held key and a slow network each send one order', async () => {
  const { page } = desk
  const before = await requestsOf(desk, PLACE)
  const place = await cell('buy', 8)
  await place.hover()
  await expect(hint()).toHaveText(/^Click sends: Buy 100/)
  await pressUntilCounted(
    () => place.dblclick(),
    (within) => expect.poll(async () => (await limits()).length, within).toBe(2),
  )
  expect(await requestsOf(desk, PLACE)).toBe(before + 1)

  const held = await cell('sell', -8)
  const row = held.locator('xpath=ancestor::*[@data-row]')
  await ladder().getByTestId('ladder-grid').focus()
  for (let press = 0; press < 60; press += 1) {
    if ((await row.getAttribute('aria-selected')) === 'true') break
    await page.keyboard.press('ArrowUp')
  }
  await pressUntilCounted(
    async () => {
      for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('s')
      await page.keyboard.up('s')
    },
    (within) => expect.poll(async () => (await workingAt(desk, SYMBOL)).length, within).toBe(3),
  )
  expect(await requestsOf(desk, PLACE)).toBe(before + 2)

  await desk.practice({ command: 'fault', fault: { kind: 'delay', operation: PLACE, ms: 4_000 } })
  const slow = await (await cell('buy', 10)).boundingBox()
  if (slow === null) throw new Error('the ladder is not shown')
  const clickSlow = (): Promise<void> => page.mouse.click(slow.x + slow.width - 6, slow.y + 10)
  await pressUntilCounted(
    async () => {
      await clickSlow()
      await clickSlow()
    },
    (within) => expect(ladder().getByTestId('ticket-outcome')).toContainText('Sending', within),
  )
  await clickSlow()
  await expect(hint()).toHaveText('Waiting for the previous order')
  await desk.screenshot('slow')
  await expect.poll(async () => (await workingAt(desk, SYMBOL)).length).toBe(4)
  await desk.practice({ command: 'clear-faults' })
  await expect(ladder().getByTestId('ticket-outcome')).not.toContainText('Sending')
  expect(await requestsOf(desk, PLACE)).toBe(before + 3)
  expect(await workingAt(desk, SYMBOL)).toHaveLength(4)
})

test('An order that is dragged is one request and one order', async () => {
  const { page } = desk
  const before = await requestsOf(desk, REPLACE)
  // The exchange takes the orders only while its clock runs.
  await desk.practice({ command: 'clock', speed: 1 })
  await expect
    .poll(async () => (await workingAt(desk, SYMBOL)).map(({ status }) => status).join())
    .toBe('SUBMITTED,SUBMITTED,SUBMITTED,SUBMITTED')
  await desk.practice({ command: 'clock', speed: 0 })
  const from = rowsIn(page).locator('.ladder-orders.buy:has(.ladder-order)').first()
  const to = await cell('buy', 12)
  const price = Number(await priceOf(to))
  const [start, end] = [await from.locator('[data-handle]').boundingBox(), await to.boundingBox()]
  if (start === null || end === null) throw new Error('the ladder is not shown')
  await page.mouse.move(start.x + 4, start.y + 8)
  await page.mouse.down()
  await page.mouse.move(start.x + 4, (start.y + end.y) / 2, { steps: 4 })
  await page.mouse.move(start.x + 4, end.y + 10, { steps: 4 })
  await expect(hint()).toContainText('Drop it to replace the order')
  await desk.screenshot('dragging')
  await page.mouse.up()
  await expect.poll(limits).toContain(price)
  await expect(to.getByTestId('ladder-order')).toHaveAttribute('data-state', 'rest')
  expect(await requestsOf(desk, REPLACE)).toBe(before + 1)
  expect(await workingAt(desk, SYMBOL)).toHaveLength(4)

  // Escape puts an order back, and disarms.
  await page.mouse.move(start.x + 4, end.y + 10)
  await page.mouse.down()
  await page.mouse.move(start.x + 4, end.y - 30, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expectDisarmed(/^.*A click fills the ticket/)
  expect(await requestsOf(desk, REPLACE)).toBe(before + 1)
})

test('The place in the queue is an estimate beside the order', async () => {
  // A fine ladder again: the place is that in the queue of one price.
  const places = ladder().getByTestId('ladder-ahead')
  for (const place of await places.all()) await expect(place).toHaveText(/^\s*~[\d,.]+$/)
  const fine = await placeNear()
  await expect(fine.getByTestId('ladder-ahead')).toHaveText(/^\s*~[\d,.]+$/)
  await expect(fine).toHaveAttribute('aria-description', /This is an estimate/)
  await desk.screenshot('queue')
  await fine.getByTestId('ladder-cancel').click()
  // The exchange cancels it only while its clock runs; before, it might also fill it.
  await desk.practice({ command: 'clock', speed: 1 })
  await expect(fine).toHaveCount(0)
})

test('An order is canceled on its row, once for a double click, and all together', async () => {
  const before = await requestsOf(desk, CANCEL)
  // Rows so wide that the outermost order stays in view while the market moves.
  await ladder().getByRole('combobox', { name: 'Ticks per row' }).selectOption('10')
  await expect(chips()).toHaveCount(4)
  await ladder().locator('.ladder-orders.buy').getByTestId('ladder-cancel').first().dblclick()
  await expect(chips()).toHaveCount(3)
  await expect.poll(async () => (await workingAt(desk, SYMBOL)).length).toBe(3)
  expect(await requestsOf(desk, CANCEL)).toBe(before + 1)
  await ladder().getByRole('button', { name: 'Cancel 2 buys' }).click()
  await expect.poll(async () => (await workingAt(desk, SYMBOL)).length).toBe(1)
  await ladder().getByRole('button', { name: 'Cancel all 1' }).click()
  await expect.poll(async () => (await workingAt(desk, SYMBOL)).length).toBe(0)
  expect(await requestsOf(desk, CANCEL)).toBe(before + 4)
})

test('Another symbol, a halt and a lost connection disarm it', async () => {
  const { page } = desk
  await arm()
  await chooseInChart('AAPL')
  await expectDisarmed(/the symbol has changed/)
  await arm()
  await runCommand(page, 'Halt trading')
  await expect(page.getByTestId('halted')).toBeVisible()
  await expect(ladder()).toHaveAttribute('data-armed', 'false')
  await expect(armSwitch()).toHaveAttribute('aria-disabled', 'true')
  await desk.screenshot('halted')
  await page.getByTestId('resume').click()
  const resume = page.getByRole('dialog', { name: 'Resume trading?' })
  await resume.getByRole('checkbox').check()
  await resume.getByRole('button', { name: 'Resume trading' }).click()
  await expect(armSwitch()).not.toHaveAttribute('aria-disabled', 'true')
  await arm()
  await desk.practice({ command: 'end-streams', channel: 'events', how: 'kill' })
  await expectDisarmed(/the connection was lost/)
})

test('In a window of its own it is armed and sends by itself', async () => {
  const { page } = desk
  await desk.practice({ command: 'clock', speed: 1 })
  await chooseInChart(SYMBOL)
  await chooseInTab(page, 'Price ladder', 'Open in own window')
  const panelWindow = await panelPage(desk)
  await expect(ladderIn(panelWindow)).toHaveAttribute('data-drawn', 'true')
  await expect(ladderIn(panelWindow)).toHaveAttribute('data-armed', 'false')
  await panelWindow.setViewportSize({ width: 560, height: 900 })
  await desk.practice({ command: 'clock', speed: 0 })
  const before = await requestsOf(desk, PLACE)
  await arm(panelWindow)
  await expect(ladderIn(panelWindow).getByTestId('ladder-name')).toContainText(/^\S+ \w+/)
  await sendReviewed(await cell('buy', 4, panelWindow), panelWindow.getByTestId('ticket-send'))
  await expect(ladderIn(panelWindow).getByTestId('ladder-order')).toHaveCount(1)
  await expect.poll(async () => (await workingAt(desk, SYMBOL)).length).toBe(1)
  expect(await requestsOf(desk, PLACE)).toBe(before + 1)
  await panelWindow.screenshot({ path: 'test-results/screenshots/price-ladder/own-window.png' })
  await panelWindow.getByRole('button', { name: 'Return to main window' }).click()
  await expect(ladder()).toHaveAttribute('data-armed', 'false')
})

test('The ladder looks right in every theme and in Spanish', async () => {
  const { page } = desk
  await loadAxe(page)
  await desk.practice({ command: 'clock', speed: 1 })
  await chooseInChart('AAPL')
  await expect(ladder()).toHaveAttribute('data-drawn', 'true')
  await arm()
  for (const theme of ['dark', 'light', 'contrast'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`armed-${theme}`)
    expect(await axeViolations(page, '[data-panel="price-ladder"]')).toEqual([])
  }
  await pressTheme(page, 'dark')
  await chooseLanguage(page, 'es')
  await desk.screenshot('armed-es')
  await page.setViewportSize({ width: 1_280, height: 800 })
  await desk.screenshot('narrow-es')
})
