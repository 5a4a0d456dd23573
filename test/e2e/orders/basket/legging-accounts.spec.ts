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
const HELD = /^your 1 AAPL .* C$/

const front = (desk: MainWindowPage, name: 'Options' | 'Strategy' | 'Basket'): Promise<void> =>
  desk.page.getByRole('tab', { name, exact: true }).click()

/** Returns a price so many dollars above the market's, on the price steps of options. */
const resting = (market: number, above: number): string =>
  (Math.round((market + above) * 20) / 20).toFixed(2)

/** Adds the call above the nearest to the money to the builder, as a leg that is sold. */
async function addSoldCall(desk: MainWindowPage): Promise<void> {
  const { page } = desk
  await front(desk, 'Options')
  const higher = page.locator('.chain-nearest').locator('xpath=following-sibling::*[1]')
  await chainPrice(higher, 'callBid').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Add to strategy: sell .* C/ }).click()
  await front(desk, 'Strategy')
}

/** Sends an order that adds a leg to a held call, and that does not fill. */
async function sendRestingLegIn(desk: MainWindowPage): Promise<void> {
  const { page } = desk
  await watchRow(page, 'AAPL').getByRole('gridcell', { name: 'AAPL', exact: true }).click()
  await front(desk, 'Options')
  await orderFromChain(page, chainPrice(page.locator('.chain-nearest'), 'callAsk'))
  await desk.fill('quantity', '1')
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + MARKET_MOVES_CENTS))
  await desk.send()
  await desk.tab('Positions')
  const call = desk.positionRow('AAPL').filter({ hasText: / C/ }).first()
  await call.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Leg into a strategy…' }).click()
  await addSoldCall(desk)
  await expect(page.getByTestId('strategy-name')).toHaveText('Leg into vertical')
  const natural = page.getByTestId('strategy-natural')
  await expect(natural).toContainText('credit')
  await natural.click()
  const limit = Number(await page.getByTestId('strategy-limit').inputValue())
  await page.getByTestId('strategy-limit').fill(resting(limit, 3))
  await page.getByTestId('strategy-add').click()
  // A second order like it stays in the basket.
  await front(desk, 'Strategy')
  await page.getByTestId('strategy-limit').fill(resting(limit, 4))
  await page.getByTestId('strategy-add').click()
}

const selectAccount = async (desk: MainWindowPage, product: string): Promise<void> => {
  const accountId = await accountFor(desk, product)
  await desk.page.getByRole('combobox', { name: 'Trade with account' }).selectOption(accountId)
}

/** Shows the column of Orders that names the held position. */
async function showLegColumn({ page }: MainWindowPage): Promise<void> {
  const orders = page.getByRole('treegrid', { name: 'Orders' })
  await orders.getByRole('columnheader', { name: 'Symbol', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Columns…' }).click()
  await page.getByRole('checkbox', { name: 'Position of the leg', exact: true }).check()
  await page.keyboard.press('Escape')
}

const legCell = ({ page }: MainWindowPage): Locator =>
  page
    .getByRole('treegrid', { name: 'Orders' })
    .getByRole('row')
    .filter({ hasText: /AAPL .* C/ })
    .getByRole('gridcell', { name: HELD })

test('A held leg keeps its name beside another account and after a restart', async () => {
  const userData = freshUserData()
  const options = { suite: 'legging-accounts', keyStore: 'none', userData } as const
  try {
    const desk = await openMainWindow(options)
    try {
      await desk.ready()
      const { page } = desk
      await sendRestingLegIn(desk)
      await selectAccount(desk, 'futures')
      await front(desk, 'Basket')
      await expect(page.locator('.basket')).toContainText(/Leg into vertical with your 1 AAPL .* C/)
      await page.getByTestId('basket-review').click()
      await expect(page.getByRole('dialog')).toContainText(/with your 1 AAPL .* C/)
      await desk.screenshot('other-account-review')
      await page.waitForTimeout(700)
      await page.getByTestId('basket-send').click()
      await expect(page.getByTestId('basket-outcome').last()).toContainText('Working')
      await desk.tab('Orders')
      await showLegColumn(desk)
      await expect(legCell(desk).first()).toBeVisible()
      await desk.screenshot('other-account-orders')
    } finally {
      await desk.close()
    }
    const next = await openMainWindow(options)
    try {
      await next.ready()
      const { page } = next
      await selectAccount(next, 'futures')
      await next.tab('Orders')
      await expect(legCell(next).first()).toBeVisible()
      await next.screenshot('restarted-orders-other-account')
      await selectAccount(next, 'securities')
      await expect(legCell(next).first()).toBeVisible()
      await showPanel(page, 'History')
      await page
        .locator('[data-panel="history"]')
        .getByRole('row')
        .filter({ hasText: /AAPL .* C/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toContainText('Leg in')
      await expect(page.getByRole('dialog')).toContainText(/your 1 AAPL .* C/)
      await next.screenshot('restarted-history')
    } finally {
      await next.close()
    }
  } finally {
    await removeFolder(userData)
  }
})

test('A put protects held shares, by name and as an order of its own', async () => {
  const desk = await openMainWindow({ suite: 'protective-put', keyStore: 'none' })
  try {
    await desk.ready()
    const { page } = desk
    await desk.choose('AAPL')
    await desk.fill('quantity', '100')
    await desk.fill('limitPrice', dollars((await desk.cents('ask')) + MARKET_MOVES_CENTS))
    await desk.send()
    await desk.tab('Positions')
    await desk.positionRow('AAPL').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Leg into a strategy…' }).click()
    await front(desk, 'Options')
    const lower = page.locator('.chain-nearest').locator('xpath=preceding-sibling::*[1]')
    await chainPrice(lower, 'putAsk').click({ button: 'right' })
    await page.getByRole('menuitem', { name: /Add to strategy: buy .* P/ }).click()
    await front(desk, 'Strategy')
    await expect(page.getByTestId('strategy-name')).toHaveText('Protective put')
    await page.getByTestId('strategy-natural').click()
    // At most the way to the strike and the premium are lost, and there is no end to the gain.
    await expect(page.getByTestId('strategy-max-gain')).toContainText(/unlimited/i)
    await desk.screenshot('protective-put')
    await chooseLanguage(page, 'es')
    await expect(page.getByTestId('strategy-name')).toHaveText('Opción de venta protectora')
    await desk.screenshot('protective-put-es')
    await page.getByTestId('strategy-add').click()
    await chooseLanguage(page, 'en')
    await page.getByTestId('basket-review').click()
    await expect(page.getByRole('dialog')).toContainText(/Buy to open \d+ AAPL .* P/)
    await expect(page.getByRole('dialog')).not.toContainText('Leg into')
    await desk.screenshot('protective-put-review')
  } finally {
    await desk.close()
  }
})
