import { expect, test } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { pressTheme } from '../support/theme.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'strategy', keyStore: 'none' })
  await desk.ready()
  await loadAxe(desk.page)
})
test.afterAll(() => desk.close())

test('A four-leg strategy is built with its payoff, sent, shown with its legs, and canceled', async () => {
  test.setTimeout(120_000)
  const { page } = desk
  await desk.choose('AAPL')
  await page.getByRole('tab', { name: 'Strategy' }).click()
  await page.getByTestId('strategy-template').selectOption('iron-condor')
  await expect(page.getByTestId('strategy-leg')).toHaveCount(4)
  await expect(page.getByTestId('strategy-name')).toHaveText('Iron condor, sold for a credit')
  await expect(page.getByTestId('strategy-mid')).toContainText('credit', { timeout: 20_000 })
  await expect(page.getByTestId('strategy-max-gain')).toContainText('$')
  await expect(page.getByTestId('strategy-max-loss')).toContainText('−$')
  await expect(page.getByTestId('strategy-break-even')).toHaveText(/\d\.\d\d · \d+\.\d\d/)
  for (const theme of ['dark', 'light'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`iron-condor-${theme}`)
  }
  expect(await axeViolations(page, '[data-panel="strategy"]')).toEqual([])

  // A net credit that the market does not pay: the order rests.
  await page.getByTestId('strategy-limit').fill('4.95')
  await page.getByTestId('strategy-units').fill('2')
  await page.getByTestId('strategy-add').click()
  await page.getByTestId('basket-review').click()
  await expect(page.getByRole('dialog')).toContainText(/iron condor/i)
  await desk.screenshot('review')
  await page.waitForTimeout(700)
  await page.getByTestId('basket-send').click()
  await expect(page.getByTestId('basket-outcome')).toContainText('Working')
  await desk.tab('Orders')
  const row = page
    .getByRole('grid', { name: 'Orders' })
    .getByRole('row')
    .filter({
      hasText: /iron condor/i,
    })
  await expect(row.first()).toContainText('Working')
  await desk.screenshot('legs-in-orders')
  await row.first().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click()
  await expect(row.first()).toContainText('Canceled')
})

test('Legs come from the menu of the chain, and what is no strategy says so', async () => {
  const { page } = desk
  await page.getByRole('tab', { name: 'Strategy' }).click()
  await page.getByRole('button', { name: 'Remove all legs' }).click()
  await page.getByRole('tab', { name: 'Options' }).click()
  const strikes = page.getByRole('grid', { name: /Options of AAPL/ }).getByRole('row')
  await strikes.nth(4).getByRole('gridcell').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Add to strategy: buy .* C/ }).click()
  await expect(page.getByTestId('strategy-leg')).toHaveCount(1)
  await page.getByRole('tab', { name: 'Options' }).click()
  await strikes.nth(6).getByRole('gridcell').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Add to strategy: sell .* C/ }).click()
  await expect(page.getByTestId('strategy-name')).toHaveText('Vertical, bought for a debit')
  await page
    .getByRole('button', { name: /^Change side of/ })
    .first()
    .click()
  await expect(page.getByTestId('strategy-name')).toContainText('no strategy that the broker')
  await expect(page.getByTestId('strategy-add')).toHaveAttribute('aria-disabled', 'true')
})

test('Shares and a short call are covered stock, with the whole loss of the shares', async () => {
  const { page } = desk
  await page.getByRole('tab', { name: 'Strategy' }).click()
  await page.getByTestId('strategy-template').selectOption('covered-stock')
  await expect(page.getByTestId('strategy-leg')).toHaveCount(2)
  // What the person types before the first quotes is kept, and no price of other legs is shown.
  await page.getByTestId('strategy-limit').fill('150.00')
  await expect(page.getByTestId('strategy-mid')).toContainText('debit', { timeout: 20_000 })
  await expect(page.getByTestId('strategy-limit')).toHaveValue('150.00')
  await expect(page.getByTestId('strategy-leg').first()).toContainText('100 AAPL shares')
  await expect(page.getByTestId('strategy-name')).toHaveText('Covered stock, bought for a debit')
  await expect(page.getByTestId('strategy-max-loss')).toContainText('−$')
  await desk.screenshot('covered-stock')
  await page.getByTestId('strategy-add').click()
  await page.getByTestId('basket-review').click()
  await expect(page.getByRole('dialog')).toContainText(/covered stock/i)
  await expect(page.getByRole('dialog')).toContainText('Limit 150.00')
  await expect(page.getByTestId('basket-leg')).toHaveText([/^\+100 AAPL/, /^−1 AAPL .* C$/])
  await desk.screenshot('covered-stock-review')
})
