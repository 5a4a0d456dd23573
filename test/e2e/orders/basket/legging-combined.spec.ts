import { expect, test, type Locator } from '@playwright/test'
import { freshUserData } from '../../../harness/windows/electron-app.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'
import { chooseLanguage } from '../../support/language.js'
import {
  dollars,
  openMainWindow,
  watchRow,
  type MainWindowPage,
} from '../../support/main-window-page.js'
import { chainPrice, orderFromChain } from '../../support/option-chain.js'
import { showPanel } from '../../support/palette.js'
import { accountFor } from '../../support/product-orders.js'

/** An order this much beyond the quote fills, whatever the market does until it arrives. */
const MARKET_MOVES_CENTS = 30
const FILLED_MS = 60_000

const front = (desk: MainWindowPage, name: 'Options' | 'Strategy' | 'Basket'): Promise<void> =>
  desk.page.getByRole('tab', { name, exact: true }).click()

const options = ({ page }: MainWindowPage): Locator =>
  page
    .getByRole('treegrid', { name: /Positions|Posiciones/ })
    .getByRole('row')
    .filter({ hasText: /AAPL.*( C|ertical)/ })
    .and(page.locator(':not(.closed-row)'))

/** Selects another account and the one before again, so that its positions are read again. */
async function readAgain(desk: MainWindowPage): Promise<void> {
  const accounts = desk.page.getByRole('combobox', { name: 'Trade with account' })
  const own = await accounts.inputValue()
  await accounts.selectOption(await accountFor(desk, 'futures'))
  await accounts.selectOption(own)
}

/** Buys a call, and sells the call above it as a leg that makes a vertical of both. */
async function openVertical(desk: MainWindowPage): Promise<void> {
  const { page } = desk
  await watchRow(page, 'AAPL').getByRole('gridcell', { name: 'AAPL', exact: true }).click()
  await front(desk, 'Options')
  await orderFromChain(page, chainPrice(page.locator('.chain-nearest'), 'callAsk'))
  await desk.fill('quantity', '1')
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + MARKET_MOVES_CENTS))
  await desk.send()
  await desk.tab('Positions')
  await expect(options(desk)).toHaveCount(1)
  await options(desk).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Leg into a strategy…' }).click()
  await front(desk, 'Options')
  const higher = page.locator('.chain-nearest').locator('xpath=following-sibling::*[1]')
  await chainPrice(higher, 'callBid').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Add to strategy: sell .* C/ }).click()
  await front(desk, 'Strategy')
  await expect(page.getByTestId('strategy-name')).toHaveText('Leg into vertical')
  const natural = page.getByTestId('strategy-natural')
  await expect(natural).toContainText('credit')
  await natural.click()
  const limit = Number(await page.getByTestId('strategy-limit').inputValue())
  await page.getByTestId('strategy-limit').fill((limit - 0.3).toFixed(2))
  await page.getByTestId('strategy-add').click()
  await page.getByTestId('basket-review').click()
  await page.waitForTimeout(700)
  await page.getByTestId('basket-send').click()
  await desk.practice({ command: 'clock', speed: 20 })
  await expect(page.getByTestId('basket-outcome').last()).toContainText('Filled', {
    timeout: FILLED_MS,
  })
  await desk.practice({ command: 'clock', speed: 1 })
}

/** Opens the menu of the one position, which names an order out for each leg. */
async function openLegMenu(desk: MainWindowPage): Promise<Locator> {
  await desk.tab('Positions')
  await expect(options(desk)).toHaveCount(1)
  await expect(options(desk)).toContainText(/vertical/i)
  await options(desk).click({ button: 'right' })
  const out = desk.page.getByRole('menuitem', { name: /^Leg out: close AAPL .* C…$/ })
  await expect(out).toHaveCount(2)
  return out
}

const NOTE = /Leg out of the strategy: your/

test('A leg leaves a combination that the broker reports as one position, after a restart too', async () => {
  test.slow()
  const userData = freshUserData()
  const program = { suite: 'legging-combined', keyStore: 'none', userData } as const
  try {
    const desk = await openMainWindow(program)
    try {
      await desk.ready()
      await desk.practice({ command: 'combined-positions', on: true })
      await openVertical(desk)
      const out = await openLegMenu(desk)
      await desk.screenshot('combined-menu')
      await out.last().click()
      await expect(desk.page.getByTestId('ticket-leg-out')).toContainText(NOTE)
      await desk.screenshot('combined-ticket')
    } finally {
      await desk.close()
    }
    const next = await openMainWindow(program)
    try {
      await next.ready()
      const { page } = next
      await next.practice({ command: 'combined-positions', on: true })
      await readAgain(next)
      await page.setViewportSize({ width: 1366, height: 768 })
      const out = await openLegMenu(next)
      // The second leg is the one that was sold.
      await out.last().click()
      const note = page.getByTestId('ticket-leg-out')
      await expect(note).toContainText(NOTE)
      await chooseLanguage(page, 'es')
      await expect(note).toContainText('Salida de pata')
      await next.screenshot('combined-ticket-es')
      await chooseLanguage(page, 'en')
      await next.fill('limitPrice', dollars((await next.cents('ask')) + MARKET_MOVES_CENTS))
      await next.send()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(options(next)).toHaveCount(1)
      await expect(options(next)).toContainText(/AAPL .* C/)
      await expect(options(next)).not.toContainText(/vertical/i)
      await next.screenshot('combined-left')
      const [position] = Object.values((await next.truth()).positions)
        .flat()
        .filter(({ instrument_type: type }) => type === 'OPTION')
      expect(position).toMatchObject({ option_strategy: 'SINGLE', quantity: '1.00000' })
      await showPanel(page, 'History')
      await page
        .locator('[data-panel="history"]')
        .getByRole('row')
        .filter({ hasText: /AAPL .* C/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toContainText('Leg out')
      await next.screenshot('combined-history')
    } finally {
      await next.close()
    }
  } finally {
    await removeFolder(userData)
  }
})
