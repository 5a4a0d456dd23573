import { expect, test, type Locator } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import { requestsOf } from '../support/chart-lines.js'
import { pressUntilCounted } from '../support/counted-press.js'
import { expectFocusRule } from '../support/dialog-focus.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { pressTheme } from '../support/theme.js'
import { stopQuotes } from './stopped-quotes.js'

// Each test goes on where the one before ended: the quotes stay stopped.
test.describe.configure({ mode: 'serial' })

const PLACE = 'trading.orders.place'

let desk: MainWindowPage
test.beforeAll(async () => {
  test.setTimeout(180_000)
  desk = await openMainWindow({ suite: 'stale-price', keyStore: 'none' })
  await desk.page.setViewportSize({ width: 1_366, height: 768 })
  await desk.ready()
  await loadAxe(desk.page)
  await pressTheme(desk.page, 'dark')
  await desk.choose('AMD')
  await stopQuotes(desk)
})
test.afterAll(() => desk?.close())

const question = (): Locator => desk.page.locator('.price-question')
const confirm = (): Locator => desk.page.getByTestId('price-question-send')
const outcome = (): Locator => desk.page.getByTestId('ticket-outcome')

/** Enters a market order in the ticket. */
async function enter(quantity: string): Promise<void> {
  await desk.page.getByTestId('ticket-type').selectOption('market')
  await desk.fill('quantity', quantity)
}

/** Presses the button of a review until the press counts: not in its first moments. */
const pressReview = (button: Locator): Promise<void> =>
  pressUntilCounted(
    () => button.click(),
    (within) => expect(button).toHaveCount(0, within),
  )

/** Presses a button of the question once it has been on screen long enough to count. */
async function press(button: Locator): Promise<void> {
  await expect(button).toBeVisible()
  await expect(button).not.toHaveAttribute('data-new', /.*/)
  await button.click()
}

test('REL-46: a market order without a current price asks with the last price and its age, and is not sent by closing the question', async () => {
  const { page } = desk
  const before = await requestsOf(desk, PLACE)
  await enter('3')
  await desk.send()
  await expect(question()).toBeVisible()
  await expect(question()).toContainText('Buy 3 AMD')
  await expect(question()).toContainText(/Last price\s*\d+\.\d\d/)
  await expect(question()).toContainText(/Age of the price\s*\d+ (s|min) old/)
  await expect(question()).toContainText('whatever the market is')
  await expect(page.getByTestId('price-question-back')).toBeFocused()
  expect(await axeViolations(page, '.price-question')).toEqual([])
  await expect(outcome()).toContainText('Not sent yet')
  await desk.screenshot('question')
  await press(page.getByTestId('price-question-back'))
  await expect(question()).toHaveCount(0)
  await expect(outcome()).toContainText('you did not confirm the last one')
  expect(await requestsOf(desk, PLACE)).toBe(before)
})

test('REL-46: the second confirmation sends that order once', async () => {
  const before = await requestsOf(desk, PLACE)
  await enter('3')
  await desk.send()
  await press(confirm())
  await expect(question()).toHaveCount(0)
  await expect(outcome()).not.toContainText('Nothing was sent')
  await expect.poll(() => requestsOf(desk, PLACE)).toBe(before + 1)
  await desk.tab('Orders')
  await expect(desk.orderRow('AMD').first()).toBeVisible()
})

test('REL-46: an order that is sent at once by the setting brings the question nevertheless', async () => {
  const { page } = desk
  await enter('4')
  await page.getByRole('form').locator('button[type="submit"]').click()
  await page.getByTestId('send-at-once').check()
  await pressReview(page.getByTestId('ticket-send'))
  await press(page.getByTestId('price-question-back'))
  const submit = page.getByTestId('ticket-submit')
  await expectFocusRule(page, {
    name: 'Send without a current price?',
    // A press soon after the one before does not count.
    open: () =>
      pressUntilCounted(
        async () => {
          await submit.focus()
          await page.keyboard.press('Enter')
        },
        (within) => expect(question()).toBeVisible(within),
      ),
    returnsTo: submit,
  })
  const before = await requestsOf(desk, PLACE)
  await expect(page.getByTestId('ticket-submit')).toBeEnabled()
  await expect(async () => {
    await page.getByTestId('ticket-submit').click()
    await expect(question()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByTestId('ticket-send')).toHaveCount(0)
  expect(await requestsOf(desk, PLACE)).toBe(before)
  await press(confirm())
  await expect.poll(() => requestsOf(desk, PLACE)).toBe(before + 1)
})

test('REL-46: the orders of a basket are asked about together, in Spanish too', async () => {
  const { page } = desk
  for (const quantity of ['5', '6']) {
    await enter(quantity)
    await page.getByTestId('basket-add').click()
  }
  await chooseLanguage(page, 'es')
  const before = await requestsOf(desk, PLACE)
  await page.getByRole('tab', { name: 'Cesta' }).click()
  await page.getByTestId('basket-review').click()
  await pressReview(page.getByTestId('basket-send'))
  await expect(question()).toBeVisible()
  await expect(page.getByTestId('price-question-order')).toHaveCount(2)
  await expect(question()).toContainText('¿Enviar 2 órdenes sin un precio actual?')
  await desk.screenshot('question-es')
  expect(await requestsOf(desk, PLACE)).toBe(before)
  await press(confirm())
  await expect.poll(() => requestsOf(desk, PLACE)).toBe(before + 2)
  await expect(question()).toHaveCount(0)
})
