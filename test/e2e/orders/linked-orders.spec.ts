import { expect, test, type Locator } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import { invoke } from '../support/bridge.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'linked-orders', keyStore: 'none' })
  await desk.ready()
  await loadAxe(desk.page)
})
test.afterAll(() => desk.close())

const SYMBOL = 'XOM'

const isCut = (text: Locator): Promise<boolean> =>
  text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
/** Returns the row of an order by its role, which the words of another row may name too. */
const roleRow = (role: string): Locator =>
  desk.orderRow(SYMBOL).filter({ hasText: new RegExp(`${role}(?! filled)`) })

/** Moves the market quickly until the condition holds, then lets it run as before. */
async function whileFast(wait: () => Promise<unknown>): Promise<void> {
  await desk.practice({ command: 'clock', speed: 20 })
  await wait()
  await desk.practice({ command: 'clock', speed: 1 })
}

test('An entry is sent with its take profit and stop loss, which work after it fills', async () => {
  const { page } = desk
  await desk.choose(SYMBOL)
  const ask = await desk.cents('ask')
  await desk.fill('quantity', '5')
  await desk.fill('limitPrice', dollars(ask + 200))

  // Both exits are wrong at first: each field says why, and the button stays off.
  const exits = page.getByTestId('ticket-exits')
  await page.getByTestId('ticket-attach-exits').click()
  await page.getByTestId('ticket-takeProfit').fill(dollars(ask - 500))
  await expect(exits).toContainText('The take profit must be on the winning side of the entry')
  await page.getByTestId('ticket-takeProfit').fill('')
  await exits.getByRole('button', { name: 'Take profit, limit: 10% from the entry' }).click()
  await exits.getByRole('button', { name: 'Stop loss, stop: 5% from the entry' }).click()
  await expect(exits).toContainText(/Brings \$\d/)
  await expect(exits).toContainText(/Costs \$\d/)
  expect(await axeViolations(page, '[data-panel="ticket"]')).toEqual([])
  await desk.screenshot('exits-in-ticket')

  const before = Object.keys((await desk.truth()).accepted).length
  await page.getByRole('form').locator('button[type="submit"]').click()
  const review = page.getByRole('dialog')
  await expect(review).toContainText(/Take profitLimit \d+\.\d\d · Good till canceled/)
  await expect(review).toContainText(/Stop lossStop \d+\.\d\d · Good till canceled/)
  await desk.screenshot('review')
  await page.waitForTimeout(700)
  await page.getByTestId('ticket-send').click()
  await desk.tab('Orders')
  await whileFast(() => expect(roleRow('Main order')).toContainText('Filled', { timeout: 60_000 }))
  await expect(roleRow('Take profit')).toContainText('Working')
  await expect(roleRow('Stop loss')).toContainText('Working')
  await expect(roleRow('Stop loss')).not.toContainText('waits')
  expect(Object.keys((await desk.truth()).accepted)).toHaveLength(before + 3)
  await desk.screenshot('exits-work')

  // The take profit is brought to the market: it fills and cancels the stop loss.
  await roleRow('Take profit')
    .getByRole('button', { name: /Replace/ })
    .click()
  const edited = desk.orderRow(SYMBOL).filter({ has: page.getByRole('textbox') })
  await edited.getByRole('textbox', { name: /limit/i }).fill(dollars(ask - 500))
  await edited.getByRole('button', { name: /Send/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Replace/ })
    .click()
  await whileFast(() => expect(roleRow('Take profit')).toContainText('Filled', { timeout: 60_000 }))
  await expect(roleRow('Stop loss')).toContainText('Canceled')
  await page.getByRole('radio', { name: 'Working' }).click()
})

test('Exits wait while their entry rests, and are canceled with it', async () => {
  const { page } = desk
  await desk.choose(SYMBOL)
  const bid = await desk.cents('bid')
  await desk.fill('quantity', '3')
  await desk.fill('limitPrice', dollars(bid - 3_000))
  // What was sent is cleared, its exits as well.
  await page.getByTestId('ticket-attach-exits').click()
  await expect(page.getByTestId('ticket-exits')).toBeVisible()
  await page.getByTestId('ticket-takeProfit').fill(dollars(bid))
  await page.getByTestId('ticket-stopLoss').fill(dollars(bid - 6_000))
  await desk.send()
  await desk.tab('Orders')
  await expect(roleRow('Main order')).toContainText('Working')
  await expect(roleRow('Take profit, waits')).toBeVisible()
  await expect(roleRow('Stop loss, waits')).toBeVisible()
  await desk.screenshot('exits-wait')

  // One row names the bracket and says how many of its orders are open; its orders are below it.
  const combo = page.locator('[data-panel="orders"] .order-combo')
  await expect(combo).toContainText(`${SYMBOL} bracket`)
  await expect(combo).toContainText('3 of 3 open')
  await expect(combo).toHaveAttribute('aria-expanded', 'true')
  await expect(roleRow('Main order')).toHaveAttribute('aria-level', '2')
  await combo.getByRole('button', { name: 'Collapse' }).click()
  await expect(desk.orderRow(SYMBOL)).toHaveCount(0)
  await expect(combo).toHaveAttribute('aria-expanded', 'false')
  // The press left the row under the keyboard.
  await page.getByRole('treegrid', { name: 'Orders' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(desk.orderRow(SYMBOL)).toHaveCount(3)
  await page.keyboard.press('ArrowLeft')
  await expect(desk.orderRow(SYMBOL)).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect(combo).toHaveAttribute('data-active', 'true')
  // A row that is no order is neither replaced nor canceled.
  await expect(combo.getByRole('button', { name: /Cancel|Replace/ })).toHaveCount(0)
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await axeViolations(page, '[data-panel="orders"]')).toEqual([])
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`bracket-${theme}`)
  }
  for (const [language, tab, open] of [
    ['es', 'Órdenes', '3 de 3 abiertas'],
    ['en', 'Orders', '3 of 3 open'],
  ] as const) {
    await invoke(desk, 'preferences.set', { language })
    await page.reload()
    await page.getByRole('tab', { name: tab }).click()
    await expect(combo).toContainText(open)
    expect(await isCut(combo.locator('.symbol')), 'the name is cut off').toBe(false)
    await desk.screenshot(`bracket-${language}`)
  }
  await roleRow('Main order')
    .getByRole('button', { name: /Cancel/ })
    .click()
  const dialog = page.getByRole('dialog')
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: /^Cancel/ }).click()
  await expect(desk.orderRow(SYMBOL)).toHaveCount(0)
})

test('A held position is protected on both sides by one review', async () => {
  const { page } = desk
  await desk.choose(SYMBOL)
  const ask = await desk.cents('ask')
  await desk.fill('quantity', '4')
  await desk.fill('limitPrice', dollars(ask + 300))
  await desk.send()
  await desk.tab('Positions')
  await whileFast(() =>
    expect(desk.positionRow(SYMBOL)).toContainText(`${SYMBOL}4`, { timeout: 60_000 }),
  )
  await desk.positionRow(SYMBOL).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Protect with stop and target…' }).click()
  await expect(
    page.getByRole('form').getByRole('radio', { name: 'Sell', exact: true }),
  ).toBeChecked()
  await expect(page.getByTestId('ticket-exits')).toBeVisible()
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('4')
  await desk.fill('limitPrice', dollars(ask + 4_000))
  await page.getByTestId('ticket-stopLoss').fill(dollars(ask - 4_000))
  await desk.screenshot('protect')
  await desk.send()
  await desk.tab('Orders')
  await expect(roleRow('Take profit')).toContainText('Working')
  await expect(roleRow('Stop loss')).toContainText('Working')
  const accepted = Object.entries((await desk.truth()).accepted)
  for (const [id, count] of accepted) expect(count, id).toBe(1)
})
