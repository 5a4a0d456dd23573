import { expect, test } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import {
  dollars,
  openMainWindow,
  watchRow,
  type MainWindowPage,
} from '../support/main-window-page.js'
import { chainPrice, dragLeg, orderFromChain } from '../support/option-chain.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'strategy', keyStore: 'none' })
  await desk.ready()
  await loadAxe(desk.page)
})
test.afterAll(() => desk.close())

/** Selects a symbol in the watchlist, whatever panel is in front. */
const select = (symbol: string): Promise<void> =>
  watchRow(desk.page, symbol).getByRole('gridcell', { name: symbol, exact: true }).click()

test('A four-leg strategy is built with its payoff, sent, shown with its legs, and canceled', async () => {
  const { page } = desk
  await desk.choose('AAPL')
  await page.getByRole('tab', { name: 'Strategy' }).click()
  await page.getByTestId('strategy-template').selectOption('iron-condor')
  await expect(page.getByTestId('strategy-leg')).toHaveCount(4)
  await expect(page.getByTestId('strategy-name')).toHaveText('Iron condor, sold for a credit')
  await expect(page.getByTestId('strategy-mid')).toContainText('credit')
  await expect(page.getByTestId('strategy-max-gain')).toContainText('$')
  await expect(page.getByTestId('strategy-max-loss')).toContainText('−$')
  await expect(page.getByTestId('strategy-break-even')).toHaveText(/\d\.\d\d · \d+\.\d\d/)
  await expect(page.getByTestId('strategy-theta')).toHaveText(/^[+−]\$\d+\.\d\d$/)
  await expect(page.getByTestId('strategy-delta')).toHaveText(/^[+−]\d+\.\d\d$/)
  // The broker's estimate of cost and fees, and ours of the margin, which no broker publishes.
  const source = page.getByTestId('strategy-margin-source')
  await expect(source).toContainText('Cost and fees are the broker’s estimate')
  await expect(page.getByTestId('strategy-cost')).toHaveText(/^\$[\d,]+\.\d\d$/)
  await expect(page.getByTestId('strategy-fees')).toHaveText(/^\$\d+\.\d\d$/)
  await expect(page.getByTestId('strategy-margin')).toHaveText(/^about \$[\d,]+\.\d\d$/)
  await expect(page.getByTestId('strategy-power')).toHaveText(/^about \$[\d,.]+ → \$[\d,.]+$/)
  // The reading line follows the keyboard, and names the result at the end and today.
  const payoff = page.getByTestId('payoff')
  await payoff.focus()
  await page.keyboard.press('Home')
  const reading = page.getByTestId('payoff-reading')
  await expect(reading).toHaveText(/^At \d+\.\d\d: −\$\d+\.\d\d at expiration, [+−]\$.* today$/)
  const lowest = await payoff.getAttribute('aria-valuenow')
  await page.keyboard.press('ArrowRight')
  await expect(payoff).not.toHaveAttribute('aria-valuenow', lowest ?? '')
  for (const theme of ['dark', 'light'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`iron-condor-${theme}`)
  }
  await page.keyboard.press('Escape')
  expect(await axeViolations(page, '[data-panel="strategy"]')).toEqual([])

  // A net credit that the market does not pay, whatever the date makes of it: the order rests.
  const [mid] = /\d+\.\d\d/.exec((await page.getByTestId('strategy-mid').textContent()) ?? '') ?? []
  await page.getByTestId('strategy-limit').fill((Number(mid) + 1).toFixed(2))
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
    .getByRole('treegrid', { name: 'Orders' })
    .getByRole('row')
    .filter({
      hasText: /iron condor/i,
    })
  await expect(row.first()).toContainText('Working')
  await expect(page.locator('[data-panel="orders"] .order-leg')).toHaveCount(4)
  await expect(row.first()).toHaveAttribute('aria-expanded', 'true')
  for (const leg of await page.locator('[data-panel="orders"] .order-leg').all()) {
    // The strike is the end of the name.
    const isCut = leg.locator('.symbol').evaluate((name) => name.scrollWidth > name.clientWidth)
    expect(await isCut).toBe(false)
  }
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`legs-in-orders-${theme}`)
  }
  await row.first().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click()
  await expect(row.first()).toContainText('Canceled')
})

test('Legs come from the chain by menu and by dragging, and what is no strategy says so', async () => {
  const { page } = desk
  await select('AAPL')
  await page.getByRole('tab', { name: 'Strategy' }).click()
  await page.getByTestId('strategy-template').selectOption('vertical')
  await page.getByRole('button', { name: 'Remove all legs' }).click()
  await page.getByRole('tab', { name: 'Options' }).click()
  const nearest = page.locator('.chain-nearest')
  await expect(nearest).toBeInViewport()
  // The market stands still, so that the nearest strike stays the nearest.
  await desk.practice({ command: 'clock', speed: 0 })
  await nearest.getByRole('gridcell').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Add to strategy: buy .* C/ }).click()
  await expect(page.getByTestId('strategy-leg')).toHaveCount(1)
  await page.getByRole('tab', { name: 'Options' }).click()
  // The chain is where it was left: a tab that comes back has not scrolled to its first strike.
  await expect(nearest).toBeInViewport()
  // A bid that is dragged to the strip under the chain is a leg that is sold.
  await dragLeg(page, chainPrice(page.locator('.chain-nearest + .grid-row'), 'callBid'), 2)
  await desk.practice({ command: 'clock', speed: 1 })
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
  await select('AAPL')
  await page.getByRole('tab', { name: 'Strategy' }).click()
  await page.getByTestId('strategy-template').selectOption('covered-stock')
  await expect(page.getByTestId('strategy-leg')).toHaveCount(2)
  // What the person types before the first quotes is kept, and no price of other legs is shown.
  await page.getByTestId('strategy-limit').fill('150.00')
  await expect(page.getByTestId('strategy-mid')).toContainText('debit')
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
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await page
    .getByRole('button', { name: /^Remove: / })
    .last()
    .click()
})

test('A calendar is estimated for the day on which its first leg expires', async () => {
  const { page } = desk
  await select('AAPL')
  await page.getByRole('tab', { name: 'Strategy' }).click()
  await page.getByTestId('strategy-template').selectOption('calendar')
  await expect(page.getByTestId('strategy-mid')).toContainText('debit')
  await expect(page.getByTestId('strategy-max-gain')).toHaveText(/^≈ \$/)
  await expect(page.getByTestId('strategy-break-even')).toHaveText(/^≈ \d+\.\d\d · \d+\.\d\d$/)
  await expect(page.getByTestId('payoff-reading')).toContainText('at the first expiration')
  await desk.screenshot('calendar')
})

test('A position in an option is rolled to a later expiry by one order of two legs', async () => {
  const { page } = desk
  await select('AAPL')
  await page.getByRole('tab', { name: 'Options' }).click()
  await orderFromChain(page, chainPrice(page.locator('.chain-nearest'), 'callAsk'))
  await desk.fill('quantity', '2')
  // The market moves on until the order arrives.
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + 30))
  await desk.send()
  await desk.tab('Positions')
  const callRow = desk.positionRow('AAPL').filter({ hasText: / C/ })
  await expect(callRow).toHaveCount(1)
  const before = await callRow.getByRole('gridcell').first().textContent()
  await callRow.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Roll to a later expiry…' }).click()
  await expect(page.getByTestId('strategy-leg')).toHaveCount(2)
  await expect(page.getByTestId('strategy-name')).toHaveText('Roll AAPL to another expiration')
  await expect(page.getByTestId('strategy-natural')).toContainText('debit')
  await page.getByTestId('strategy-natural').click()
  await desk.screenshot('roll')
  await page.getByTestId('strategy-add').click()
  await page.getByTestId('basket-review').click()
  await expect(page.getByTestId('basket-leg')).toHaveText([/^−2 AAPL .* C$/, /^\+2 AAPL .* C$/])
  await desk.screenshot('roll-review')
  await page.waitForTimeout(700)
  await page.getByTestId('basket-send').click()
  await expect(page.getByTestId('basket-outcome').last()).toContainText('Filled')
  await desk.tab('Positions')
  await expect(callRow).toHaveCount(1)
  await expect(callRow).not.toContainText(before ?? '')
  await expect(page.getByText(/^Rolled 2 AAPL .* C at /)).toBeVisible()
  await expect(page.getByTestId('basket-row').last()).toContainText('Roll AAPL')
  await desk.screenshot('rolled')
  await desk.tab('Orders')
  const rolled = desk.orderRow('AAPL').filter({ hasText: /→ .* roll/ })
  await expect(rolled).toContainText('Roll')
  await desk.screenshot('rolled-in-orders')
})
