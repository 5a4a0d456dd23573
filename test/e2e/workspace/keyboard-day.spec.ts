import { expect, test, type Locator, type Page } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  callTool,
  connectPaired,
  focusConfirmWindow,
  pressSpace,
  readCard,
  stockOrder,
} from '../instructions/assistant-page.js'
import { until } from '../../harness/system/until.js'
import { answerWith, questionsOf } from '../support/native-questions.js'
import { countPointers, Keyboard, pointersOf } from '../support/keyboard.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'
import { panelPage, panelPages } from '../support/panel-windows.js'
import { accountFor, EVENT_MARKET, quarterlyFuture } from '../support/product-orders.js'
import { waitForInputDelay } from '../support/settle.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const PHRASE = 'correct horse battery staple'

let desk: MainWindowPage
let keys: Keyboard
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'keyboard-day', keyStore: 'session' })
  keys = new Keyboard(desk.page)
  await countPointers(desk.page)
  await expect(watchRow(desk.page, 'SPY')).toContainText(/\d+\.\d\d/)
})
test.afterAll(() => desk.close())
test.afterEach(async () => {
  if (desk.page.isClosed()) return
  expect(await pointersOf(desk.page), 'presses of a pointer').toBe(0)
})

const panel = (id: string, page: Page = desk.page): Locator => page.locator(`[data-panel="${id}"]`)
const button = (within: Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = (name: string | RegExp): Locator => desk.page.getByRole('dialog', { name })
const orders = (): Locator => desk.page.getByRole('treegrid', { name: 'Orders' })
const positions = (): Locator => desk.page.getByRole('treegrid', { name: 'Positions' })

test('The tour is left, and a symbol is found', async () => {
  const { page } = desk
  await keys.enter(page.getByRole('button', { name: 'Skip tour' }))
  await keys.expectFocus('skipping the tour')
  await keys.palette('NVDA', /NVDA/)
  await expect(page.getByRole('form', { name: 'Order for NVDA' })).toBeVisible()
  await keys.press('Alt+2')
  await expect(panel('chart').locator(':focus')).toHaveCount(1)
})

test('The chart changes its interval, its type and an indicator', async () => {
  const chart = panel('chart')
  await keys.choose(chart.getByRole('radiogroup', { name: 'Interval' }), '15m')
  const open = button(chart, 'Chart type and indicators')
  await keys.enter(open)
  const settings = dialog('Chart type and indicators')
  await expect(settings).toBeVisible()
  await keys.expectFocus('opening the settings of the chart')
  await keys.choose(settings.getByRole('radiogroup').first(), 'Bars')
  await keys.fill(settings.getByRole('textbox', { name: 'Find an indicator' }), 'Relative')
  await keys.enter(button(settings, 'Relative strength index'))
  const rsi = settings.locator('[data-indicator="rsi"]')
  await expect(rsi).toBeVisible()
  const length = rsi.getByRole('textbox').first()
  await keys.tabTo(length, 'Shift+Tab')
  await keys.page.keyboard.press('Control+a')
  await keys.page.keyboard.type('21')
  await keys.press('Enter')
  await expect(length).toBeFocused()
  await keys.press('Escape')
  await expect(settings).toHaveCount(0)
  await expect(open).toBeFocused()
  await expect(chart).toContainText('RSI 21')
  await desk.screenshot('01-chart')
})

test('A trend line is drawn, taken back and drawn again', async () => {
  const { page } = desk
  const chart = panel('chart')
  const count = (): Locator => page.getByTestId('chart-drawings')
  await keys.enter(button(chart, 'Drawing tools'))
  await keys.tabTo(page.getByTestId('drawing-strip').locator('[tabindex="0"]'))
  const trend = page.locator('[data-tool="trend-line"]')
  for (let press = 0; press < 30; press += 1) {
    if (await trend.evaluate((element) => element === document.activeElement)) break
    await keys.press('ArrowRight')
  }
  await keys.press('Enter')
  await expect(page.getByTestId('drawing-status')).toContainText('Trend line')
  await keys.press('ArrowLeft', 'ArrowUp', 'Enter')
  await keys.press('Shift+ArrowLeft', 'Shift+ArrowUp', 'Enter')
  await expect(count()).toHaveAttribute('data-count', '1')
  await keys.press('Control+z')
  await expect(count()).toHaveAttribute('data-count', '0')
  await keys.press('Control+Shift+z')
  await expect(count()).toHaveAttribute('data-count', '1')
  await desk.screenshot('02-drawing')
  await keys.press('Escape')
})

test('The ticket is filled from the option chain', async () => {
  const { page } = desk
  await desk.practice({
    command: 'fault',
    fault: { kind: 'delay', operation: 'trading.options.contracts', ms: 4_000 },
  })
  await keys.palette('Options')
  const options = panel('options')
  // While its contracts are read the focus is on the panel, and then on what it shows.
  await expect(options).toBeFocused()
  await expect(options.locator(':focus')).toHaveCount(1)
  // A chain whose quotes take longer leaves the focus on the controls above it.
  await keys.tabTo(options.getByRole('grid'))
  await keys.press('ArrowDown', 'Shift+F10')
  await keys.menuItem(/^Buy NVDA .* C…$/)
  await expect(page.getByRole('form', { name: /^Order for NVDA .* C$/ })).toBeVisible()
  await expect(panel('ticket').locator(':focus')).toHaveCount(1)
  await desk.screenshot('03-option')
})

/** Fills a limit order in the ticket and sends it through its review. */
async function send(symbol: string | RegExp, quantity: string, price?: string): Promise<void> {
  const { page } = desk
  await expect(page.getByRole('form', { name: symbol })).toBeVisible()
  await keys.press('Alt+7')
  await keys.fill(page.getByTestId('ticket-quantity'), quantity)
  if (price !== undefined) await keys.fill(page.getByTestId('ticket-limitPrice'), price)
  // Its label names the order once everything that it needs is known.
  await expect(page.getByTestId('ticket-submit')).toContainText('Review: Buy')
  await keys.enter(page.getByTestId('ticket-submit'))
  const review = dialog('Review order')
  await expect(review).toBeVisible()
  await waitForInputDelay(page)
  await expect(page.getByTestId('ticket-send')).toBeFocused()
  await keys.press('Enter')
  await expect(review).toHaveCount(0)
  await expect(page.getByTestId('ticket-outcome').first()).toBeVisible()
  await keys.expectFocus('sending the order')
}

test('A limit order is sent, its price is changed, and a stop protects a position', async () => {
  const { page } = desk
  await keys.palette('AAPL', /AAPL/)
  await send('Order for AAPL', '5', '255.00')
  await keys.press('Alt+4')
  await expect(orders()).toBeFocused()
  await keys.row(orders(), /AAPL.*Working/)
  await keys.press('Shift+F10')
  await keys.menuItem(/Replace|Change/)
  const price = orders().getByRole('textbox', { name: /limit/i })
  await keys.fill(price, '256.00')
  await keys.press('Enter')
  await waitForInputDelay(page)
  await keys.press('Enter')
  await expect(desk.orderRow('AAPL').first()).toContainText('256.00')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keys.expectFocus('replacing the order')

  await keys.press('Alt+3')
  await expect(positions()).toBeFocused()
  await keys.row(positions(), /^KO/)
  await keys.press('Shift+F10')
  await keys.menuItem('Protect with a stop…')
  await expect(page.getByRole('form', { name: 'Order for KO' })).toBeVisible()
  await keys.fill(page.getByTestId('ticket-stopPrice'), '60.00')
  await keys.enter(page.getByTestId('ticket-submit'))
  await waitForInputDelay(page)
  await keys.press('Enter')
  await keys.press('Alt+4')
  await expect(desk.orderRow('KO').filter({ hasText: 'Working' }).first()).toBeVisible()
  await desk.screenshot('04-orders')
})

test('All orders are canceled', async () => {
  const { page } = desk
  await keys.palette('Cancel all', /Cancel all/)
  await expect(page.getByRole('dialog')).toBeVisible()
  await waitForInputDelay(page)
  await keys.enter(page.getByRole('dialog').getByRole('button', { name: /Cancel \d|Cancel all/ }))
  await expect(desk.orderRow('AAPL').filter({ hasText: 'Working' })).toHaveCount(0)
  await expect(desk.orderRow('KO').filter({ hasText: 'Working' })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keys.expectFocus('canceling all')
})

/** Changes to the account that trades a symbol, which its ticket offers. */
async function useAccount(name: string | RegExp): Promise<void> {
  const form = desk.page.getByRole('form', { name })
  await expect(form).toBeVisible()
  await keys.press('Alt+7')
  await keys.enter(form.getByTestId('ticket-use-account'))
  await expect(desk.page.getByTestId('ticket-quantity')).toBeVisible()
  await keys.expectFocus('changing the account')
}

test('Orders for a future, a coin and an event contract are sent', async () => {
  const { exchangeTime } = (await desk.practice({ command: 'clock' })) as {
    readonly exchangeTime: number
  }
  const future = quarterlyFuture(exchangeTime)
  for (const [query, name, form, quantity, price] of [
    [future, future, `Order for ${future}`, '1', '6500.00'],
    ['BTCUSD', 'BTC/USD', 'Order for BTC/USD', '0.01', '50000.00'],
    [EVENT_MARKET, /Event/, /^Order for .*(Yes|No|KX)/, '10', '0.05'],
  ] as const) {
    await keys.palette(query, name)
    await useAccount(form)
    await send(form, quantity, price)
    await desk.screenshot(`05-order-${quantity}`)
  }
  await keys.press('Alt+4')
  await expect(orders().locator('.grid-row').filter({ hasText: 'Working' })).toHaveCount(3)
})

test('An alert is set', async () => {
  const { page } = desk
  await keys.press('Alt+1')
  await keys.row(page.getByRole('grid', { name: 'Watchlist' }), /^AAPL/)
  await keys.press('Shift+F10')
  await keys.menuItem(/^Alert at/)
  const form = dialog('New alert')
  await expect(form).toBeVisible()
  await keys.fill(form.getByLabel('Price', { exact: true }), '300')
  await keys.press('Enter')
  await expect(form).toHaveCount(0)
  await keys.expectFocus('saving the alert')
  await expect(panel('alerts')).toContainText('300')
})

test('A panel goes to a window of its own and comes back', async () => {
  const { page } = desk
  await keys.press('Alt+8')
  await expect(panel('depth').locator(':focus')).toHaveCount(1)
  await keys.press('Alt+o')
  const panelWindow = await panelPage(desk)
  await countPointers(panelWindow)
  const there = new Keyboard(panelWindow)
  await panelWindow.keyboard.press('F6')
  await there.expectFocus('F6 in the own window')
  await panelWindow.keyboard.press('Control+k')
  await there.expectFocus('opening the palette of the own window')
  await there.press('Escape')
  await there.tabTo(panelWindow.getByRole('button', { name: 'Return to main window' }))
  // The window closes before the key is released.
  await panelWindow.keyboard.press('Enter').catch(() => undefined)
  await expect.poll(() => panelPages(desk).length).toBe(0)
  await expect(panel('depth')).toBeVisible()
  await keys.expectFocus('the return of the panel')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('A workspace is made, and the first one is opened again', async () => {
  const { page } = desk
  await keys.press('Control+Shift+E')
  const workspaces = dialog('Workspaces')
  await expect(workspaces).toBeVisible()
  await keys.fill(workspaces.getByRole('textbox').last(), 'Evening')
  await keys.press('Enter')
  await expect(workspaces).toHaveCount(0)
  await keys.expectFocus('saving the workspace')
  await keys.press('Control+Shift+E')
  await expect(workspaces.getByRole('textbox', { name: /Evening/ })).toHaveValue('Evening')
  await keys.enter(workspaces.getByRole('button', { name: /^Open workspace / }).first())
  await expect(workspaces).toHaveCount(0)
  await keys.expectFocus('opening the workspace')
  await desk.screenshot('06-workspace')
  await expect(panel('watchlist', page)).toBeVisible()
})

test('A request of an assistant is approved in the confirm window', async () => {
  await keys.palette('AAPL', /AAPL/)
  const client = await connectPaired(desk, 'Night desk', 7)
  await callTool(client, 'place_stock_instruction', {
    ...(await stockOrder(desk, '2')),
    account_id: await accountFor(desk, 'securities'),
  })
  const confirm = await focusConfirmWindow(desk)
  await countPointers(confirm)
  await readCard(confirm, 'BUY 2 AAPL')
  const there = new Keyboard(confirm)
  await there.expectFocus('opening the card')
  await there.tabTo(confirm.getByTestId('approve'))
  const hold = confirm.getByTestId('hold')
  await expect(async () => {
    if ((await hold.getAttribute('data-hold')) === 'unfocused') await focusConfirmWindow(desk)
    await expect(hold).toHaveAttribute('data-hold', 'none', { timeout: 4_000 })
    await pressSpace(desk)
    await expect(confirm.getByTestId('approve')).toHaveCount(0, { timeout: 3_000 })
  }).toPass({ intervals: [0] })
  await expect(confirm.getByTestId('status')).toContainText('Approved and accepted')
  await there.enter(confirm.getByTestId('close'))
  expect(await pointersOf(confirm)).toBe(0)
  await client.close()
  await keys.expectFocus('the decision')
})

test('The window is locked and unlocked, and the focus is where it was', async () => {
  const { page } = desk
  await keys.palette('App lock')
  const settings = dialog('App lock')
  await keys.fill(settings.getByTestId('lock-fresh'), PHRASE)
  await keys.fill(settings.getByTestId('lock-repeated'), PHRASE)
  await keys.enter(settings.getByRole('button', { name: 'Set a passphrase' }))
  await expect(settings.getByRole('button', { name: 'Change the passphrase' })).toBeVisible()
  await keys.expectFocus('setting the passphrase')
  await keys.press('Escape', 'Alt+4')
  await expect(orders()).toBeFocused()
  await keys.press('Control+Shift+L')
  const phrase = page.getByTestId('lock-passphrase')
  await expect(phrase).toBeFocused()
  await page.keyboard.type(PHRASE)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Countersign is locked' })).toHaveCount(0)
  await expect(orders()).toBeFocused()
})

test('Everything is halted and resumed', async () => {
  const { page } = desk
  await keys.press('Control+Shift+H')
  await expect(page.getByTestId('halted')).toBeVisible()
  await keys.palette('Resume trading')
  const resume = dialog('Resume trading?')
  await keys.tabTo(resume.getByRole('checkbox'), 'Shift+Tab')
  await keys.press('Space')
  await waitForInputDelay(page)
  await keys.enter(resume.getByRole('button', { name: 'Resume trading' }))
  await expect(page.getByTestId('halted')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keys.expectFocus('resuming')
})

test('Orders are exported, and Countersign asks before it quits', async () => {
  const { page } = desk
  const file = join(desk.userData, 'orders.csv')
  await desk.app.evaluate(({ dialog: system }, filePath) => {
    system.showSaveDialog = (() => Promise.resolve({ canceled: false, filePath })) as never
  }, file)
  await keys.press('Alt+4', 'Home', 'Shift+F10')
  await keys.menuItem('Export as CSV…')
  await until('the file is written', () =>
    Promise.resolve(existsSync(file) && readFileSync(file, 'utf8').includes('KXPRES')),
  )
  await keys.expectFocus('exporting')

  await answerWith(desk, 'Stay')
  await keys.palette('Quit Countersign')
  await expect.poll(async () => (await questionsOf(desk)).length).toBeGreaterThan(0)
  expect((await questionsOf(desk))[0]?.message).toBe('Quit Countersign?')
  await keys.expectFocus('staying')
  expect(await pointersOf(page)).toBe(0)
  await answerWith(desk, 'Cancel orders and quit')
  const ended = new Promise<void>((resolve) => desk.app.process().once('exit', () => resolve()))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Quit Countersign')
  await expect(page.locator('.palette-option[aria-selected="true"]')).toContainText('Quit')
  await page.keyboard.press('Enter')
  await ended
})
