import { expect, test, type Locator } from '@playwright/test'
import { axeViolations, loadAxe } from '../../support/axe.js'
import { dollars, openMainWindow, type MainWindowPage } from '../../support/main-window-page.js'
import { pressTheme } from '../../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'basket', keyStore: 'none' })
  await desk.ready()
  await loadAxe(desk.page)
})
test.afterAll(() => desk.close())

const outcomes = (): Locator => desk.page.getByTestId('basket-outcome')

/** Prepares an order and puts it into the basket. */
async function prepare(symbol: string, quantity: string, cents: (bid: number) => number) {
  await desk.page.getByRole('tab', { name: 'Ticket' }).click()
  await desk.choose(symbol)
  const bid = await desk.cents('bid')
  await desk.fill('quantity', quantity)
  await desk.fill('limitPrice', dollars(cents(bid)))
  await desk.page.getByTestId('basket-add').click()
}

/** Reviews the basket and sends it. */
async function sendBasket(): Promise<void> {
  await desk.page.getByTestId('basket-review').click()
  const send = desk.page.getByTestId('basket-send')
  await expect(send).toBeFocused()
  // Presses in the first moments of the dialog do not count, so wait.
  await desk.page.waitForTimeout(700)
  await send.click()
  await expect(send).toBeHidden()
}

/** A time after the close and before midnight of the same day, in summer and in winter. */
function afterClose(exchangeTime: number): number {
  return new Date(exchangeTime).setUTCHours(21, 30, 0, 0)
}

const acceptedCount = async () => Object.keys((await desk.truth()).accepted).length

test('REL-46: an order that a limit would refuse holds the review back, and is named', async () => {
  const { page } = desk
  // Its value is above the limit of one order.
  await prepare('META', '9000', (bid) => bid - 1_000)
  await prepare('XOM', '3', (bid) => bid - 1_000)
  await page.getByRole('tab', { name: 'Basket' }).click()
  await expect(page.getByTestId('basket-fault')).toHaveCount(1)
  await expect(page.getByTestId('basket-problem')).toContainText('META')
  await expect(page.getByTestId('basket-review')).toHaveAttribute('aria-disabled', 'true')
  await desk.screenshot('held-back')
  const remove = page.getByTestId('basket').getByRole('button', { name: /^Remove: / })
  await remove.first().click()
  // Without the order that is held back, the other one may be reviewed.
  await expect(page.getByTestId('basket-problem')).toBeHidden()
  await expect(page.getByTestId('basket-review')).toHaveAttribute('aria-disabled', 'false')
  await remove.first().click()
  await expect(page.getByTestId('basket-row')).toHaveCount(0)
})

test('Orders of a basket are sent separately with one review; a refused one keeps its place', async () => {
  const { page } = desk
  await prepare('XOM', '3', (bid) => bid - 1_000)
  await prepare('JPM', '2', (bid) => bid - 1_000)
  // More than the buying power: the exchange refuses it.
  await prepare('META', '1500', (bid) => bid - 1_000)
  await page.getByRole('tab', { name: 'Basket' }).click()
  await expect(page.getByTestId('basket-row')).toHaveCount(3)
  await expect(page.getByTestId('basket-buys')).toContainText(/\d/)
  expect(await axeViolations(page, '[data-panel="basket"]')).toEqual([])
  for (const theme of ['dark', 'light'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`prepared-${theme}`)
  }

  const before = await acceptedCount()
  await sendBasket()
  await expect(outcomes().nth(0)).toContainText('Working')
  await expect(outcomes().nth(1)).toContainText('Working')
  await expect(outcomes().nth(2)).toHaveAttribute('data-outcome', /rejected|denied/)
  await desk.screenshot('results')
  expect(await acceptedCount()).toBe(before + 2)
  await page.getByRole('button', { name: 'Remove accepted orders' }).click()
  await expect(page.getByTestId('basket-row')).toHaveCount(1)

  // The refused order goes back to the ticket with its entries.
  await page.getByRole('button', { name: /^Back to the ticket/ }).click()
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('1500')
})

test('Linked orders of a basket are accepted together, and one fill cancels the other', async () => {
  const { page } = desk
  await prepare('AMD', '2', (bid) => bid - 1_000)
  await page.getByRole('tab', { name: 'Basket' }).click()
  await page.getByTestId('basket-mode').selectOption('oco')
  await expect(page.getByTestId('basket-problem')).toContainText(
    'Too few or too many linked orders',
  )
  await expect(page.getByTestId('basket-review')).toHaveAttribute('aria-disabled', 'true')
  await prepare('AMD', '2', (bid) => bid - 2_000)
  await page.getByRole('tab', { name: 'Basket' }).click()
  await page.getByTestId('basket-review').click()
  await expect(page.getByRole('dialog')).toContainText('One cancels the other')
  await desk.screenshot('review-linked')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await sendBasket()
  await expect(outcomes().nth(0)).toContainText('Working')
  await expect(outcomes().nth(1)).toContainText('Working')

  await desk.tab('Orders')
  const rows = desk.orderRow('AMD').filter({ hasText: 'One cancels the other' })
  await expect(rows).toHaveCount(2)
  await desk.screenshot('linked-in-orders')
  const ask = await (async () => {
    await page.getByRole('tab', { name: 'Ticket' }).click()
    return desk.cents('ask')
  })()
  await rows
    .first()
    .getByRole('button', { name: /Replace/ })
    .click()
  const edited = desk.orderRow('AMD').filter({ has: page.getByRole('textbox') })
  await edited.getByRole('textbox', { name: /limit/i }).fill(dollars(ask + 300))
  await edited.getByRole('button', { name: /Send/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Replace/ })
    .click()
  await desk.practice({ command: 'clock', speed: 20 })
  // The reason of the canceled one names the fill too.
  const ofStatus = (status: string) =>
    rows.filter({ has: page.locator('.status', { hasText: status }) })
  await expect(ofStatus('Filled')).toHaveCount(1, { timeout: 60_000 })
  await expect(ofStatus('Canceled')).toHaveCount(1)
  await expect(ofStatus('Canceled')).toContainText(/order filled .+, limit order canceled/)
  await desk.practice({ command: 'clock', speed: 1 })
})

for (const [mode, role, combo] of [
  ['oto', 'Triggered', 'OTO'],
  ['otoco', 'Triggered, one cancels the other', 'OTOCO'],
] as const) {
  test(`Linked orders of a basket: ${combo}, of which the first starts the others`, async () => {
    const { page } = desk
    await page.getByRole('tab', { name: 'Basket' }).click()
    const accepted = page.getByRole('button', { name: 'Remove accepted orders' })
    if (await accepted.isVisible()) await accepted.click()
    await expect(page.getByTestId('basket-row')).toHaveCount(0)
    const before = await acceptedCount()
    for (const away of [1_000, 2_000, 3_000]) await prepare('JPM', '2', (bid) => bid - away)
    await page.getByRole('tab', { name: 'Basket' }).click()
    await page.getByTestId('basket-mode').selectOption(mode)
    await page.getByTestId('basket-review').click()
    await expect(page.getByRole('dialog')).toContainText(role)
    await desk.screenshot(`review-${mode}`)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await sendBasket()
    for (const index of [0, 1, 2]) await expect(outcomes().nth(index)).toContainText('Working')
    expect(await acceptedCount()).toBe(before + 3)
    await page.getByRole('button', { name: 'Remove accepted orders' }).click()
    await desk.tab('Orders')
    const group = page.locator('[data-panel="orders"] .order-combo', { hasText: `JPM ${combo}` })
    await expect(group).toContainText('3 of 3 open')
    // The orders that are started end with the one that starts them.
    await desk
      .orderRow('JPM')
      .filter({ hasText: 'Main order' })
      .filter({ hasText: 'Working' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click()
    await expect(group).toContainText('0 of 3 open')
  })
}

test('Each order of a review says that the broker refuses a day order after the close', async () => {
  const { page } = desk
  await desk.practice({ command: 'clock', to: afterClose((await desk.truth()).exchangeTime) })
  await prepare('XOM', '2', (bid) => bid - 300)
  await page.getByRole('tab', { name: 'Basket' }).click()
  await page.getByTestId('basket-mode').selectOption('separate')
  await page.getByTestId('basket-review').click()
  const refused = page.getByTestId('refused-hours')
  await expect(refused.first()).toContainText('a day order cannot be placed after the close')
  await expect(page.getByTestId('waits-for-open')).toHaveCount(0)
  await desk.screenshot('refused-hours')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
})
