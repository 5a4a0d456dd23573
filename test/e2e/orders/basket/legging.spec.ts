import { expect, test, type Locator } from '@playwright/test'
import {
  dollars,
  openMainWindow,
  watchRow,
  type MainWindowPage,
} from '../../support/main-window-page.js'
import { chainPrice, orderFromChain } from '../../support/option-chain.js'
import { chooseLanguage } from '../../support/language.js'
import { showPanel } from '../../support/palette.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

/** An order this much beyond the quote fills, whatever the market does until it arrives. */
const MARKET_MOVES_CENTS = 30
let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'legging', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

const front = (name: 'Options' | 'Strategy' | 'Basket'): Promise<void> =>
  desk.page.getByRole('tab', { name, exact: true }).click()

const calls = (): Locator =>
  desk.page
    .getByRole('treegrid', { name: 'Positions' })
    .getByRole('row')
    .filter({ hasText: /AAPL .* C/ })
    .and(desk.page.locator(':not(.closed-row)'))

test('A held call becomes a vertical by one more leg, which alone is ordered', async () => {
  const { page } = desk
  await watchRow(page, 'AAPL').getByRole('gridcell', { name: 'AAPL', exact: true }).click()
  await front('Options')
  await orderFromChain(page, chainPrice(page.locator('.chain-nearest'), 'callAsk'))
  await desk.fill('quantity', '1')
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + MARKET_MOVES_CENTS))
  await desk.send()
  await desk.tab('Positions')
  await expect(calls()).toHaveCount(1)
  await calls().first().click({ button: 'right' })
  await desk.screenshot('leg-in-menu')
  await page.getByRole('menuitem', { name: 'Leg into a strategy…' }).click()
  await expect(page.getByTestId('strategy-leg')).toHaveCount(1)
  await expect(page.getByTestId('strategy-held')).toBeChecked()
  await front('Options')
  const higher = page.locator('.chain-nearest').locator('xpath=following-sibling::*[1]')
  await chainPrice(higher, 'callBid').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Add to strategy: sell .* C/ }).click()
  await front('Strategy')
  await expect(page.getByTestId('strategy-name')).toHaveText('Leg into vertical')
  const natural = page.getByTestId('strategy-natural')
  await expect(natural).toContainText('credit')
  await natural.click()
  const limit = Number(await page.getByTestId('strategy-limit').inputValue())
  await page.getByTestId('strategy-limit').fill((limit - 0.3).toFixed(2))
  await desk.screenshot('leg-in-builder')
  await page.getByTestId('strategy-add').click()
  await page.getByTestId('basket-review').click()
  await expect(page.getByRole('dialog')).toContainText(/Leg into vertical with your 1 AAPL .* C/)
  await desk.screenshot('leg-in-review')
  await page.waitForTimeout(700)
  await page.getByTestId('basket-send').click()
  await desk.practice({ command: 'clock', speed: 20 })
  await expect(page.getByTestId('basket-outcome').last()).toContainText('Filled', {
    timeout: 60_000,
  })
  await desk.practice({ command: 'clock', speed: 1 })
})

test('A leg leaves the vertical, and the history names both orders', async () => {
  const { page } = desk
  await desk.tab('Positions')
  const sold = page.locator('[data-column="quantity"]').filter({ hasText: /^[−-]1$/ })
  const short = calls().filter({ has: sold }).and(page.locator('[aria-level="2"]'))
  await expect(short).toHaveCount(1)
  await short.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Leg out of the strategy…' }).click()
  await expect(page.getByTestId('ticket-leg-out')).toContainText(
    /Leg out of the strategy: your short position of 1 AAPL/,
  )
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + MARKET_MOVES_CENTS))
  await desk.screenshot('leg-out-ticket')
  await desk.send()
  await expect(calls()).toHaveCount(1)
  await showPanel(page, 'History')
  const row = page
    .locator('[data-panel="history"]')
    .getByRole('row')
    .filter({ hasText: /AAPL .* C/ })
  await row.first().click()
  await expect(page.getByRole('dialog')).toContainText('Leg out')
  await desk.screenshot('leg-out-history')
})

test('In Spanish the menu, the builder and the record speak Spanish', async () => {
  const { page } = desk
  await expect(page.getByRole('dialog')).toContainText('Position ID')
  await page.keyboard.press('Escape')
  await chooseLanguage(page, 'es')
  await page
    .locator('[data-panel="history"]')
    .getByRole('row')
    .filter({ hasText: /AAPL .* C/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText('Salida de pata')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Posiciones', exact: true }).click()
  const call = page
    .getByRole('treegrid', { name: 'Posiciones' })
    .getByRole('row')
    .filter({ hasText: /AAPL .* C/ })
    .and(page.locator(':not(.closed-row)'))
  await call.first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Convertir en estrategia con otra pata…' }).click()
  await expect(page.getByTestId('strategy-held')).toBeChecked()
  await expect(page.getByTestId('strategy-name')).toHaveText('Entrada de pata')
  await desk.screenshot('leg-in-builder-es')
})

test('A call covers a hundred held shares, and the builder keeps both over a reload', async () => {
  const { page } = desk
  await chooseLanguage(page, 'en')
  await page.setViewportSize({ width: 1366, height: 768 })
  await desk.choose('AAPL')
  await desk.fill('quantity', '100')
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + MARKET_MOVES_CENTS))
  await desk.send()
  await desk.tab('Positions')
  await desk.positionRow('AAPL').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Leg into a strategy…' }).click()
  await expect(page.getByTestId('strategy-held')).toBeChecked()
  await front('Options')
  const higher = page.locator('.chain-nearest').locator('xpath=following-sibling::*[1]')
  await chainPrice(higher, 'callBid').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Add to strategy: sell .* C/ }).click()
  await front('Strategy')
  await expect(page.getByTestId('strategy-name')).toHaveText('Leg into covered stock')
  await page.reload()
  await desk.ready()
  await front('Strategy')
  await expect(page.getByTestId('strategy-name')).toHaveText('Leg into covered stock')
  await expect(page.getByTestId('strategy-held').first()).toBeChecked()
  await desk.screenshot('leg-in-shares-builder')
  await page.getByTestId('strategy-natural').click()
  await page.getByTestId('strategy-add').click()
  await chooseLanguage(page, 'es')
  await page.getByTestId('basket-review').click()
  await expect(page.getByRole('dialog')).toContainText(
    /con 100 de su posición de \d+ acciones de AAPL/,
  )
  await desk.screenshot('leg-in-shares-review-es')
})
