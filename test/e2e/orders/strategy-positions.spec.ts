import { expect, test, type Locator } from '@playwright/test'
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

/** An order this much above the ask fills, whatever the market does until it arrives. */
const MARKET_MOVES_CENTS = 30
let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'strategy-positions', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

const front = (name: 'Options' | 'Strategy' | 'Basket'): Promise<void> =>
  desk.page.getByRole('tab', { name, exact: true }).click()

const select = (symbol: string): Promise<void> =>
  watchRow(desk.page, symbol).getByRole('gridcell', { name: symbol, exact: true }).click()

/**
 * Sets the limit of the strategy a little worse for the person than the market's price now: the
 * market moves on until the order arrives.
 */
async function takeMarket(): Promise<void> {
  const { page } = desk
  const natural = page.getByTestId('strategy-natural')
  const isDebit = /debit/.test((await natural.textContent()) ?? '')
  await natural.click()
  const [units = '', cents = ''] = (await page.getByTestId('strategy-limit').inputValue()).split(
    '.',
  )
  const price = Number.parseInt(`${units}${cents.padEnd(2, '0')}`, 10)
  const limit = isDebit ? price + MARKET_MOVES_CENTS : Math.max(5, price - MARKET_MOVES_CENTS)
  await page.getByTestId('strategy-limit').fill(dollars(limit))
}

/** Sends the strategy of the builder at a price that the market pays. */
async function sendStrategy(): Promise<void> {
  const { page } = desk
  await expect(page.getByTestId('strategy-natural')).toContainText(/debit|credit/)
  await takeMarket()
  await page.getByTestId('strategy-add').click()
  await page.getByTestId('basket-review').click()
  await page.waitForTimeout(700)
  await page.getByTestId('basket-send').click()
  await desk.practice({ command: 'clock', speed: 20 })
  await expect(page.getByTestId('basket-outcome').last()).toContainText('Filled', {
    timeout: 60_000,
  })
  await desk.practice({ command: 'clock', speed: 1 })
  await page.getByRole('button', { name: 'Remove accepted orders' }).click()
}

const positions = (): Locator =>
  desk.page
    .getByRole('treegrid', { name: 'Positions' })
    .getByRole('row')
    .and(desk.page.locator(':not(.closed-row)'))

for (const [template, symbol, legs, name] of [
  ['vertical', 'AAPL', 2, /vertical/i],
  ['iron-condor', 'MSFT', 4, /iron condor/i],
  ['collar-with-stock', 'QQQ', 3, /collar/i],
] as const) {
  test(`A ${template} is sent, held as a tree of its legs, and closed by one order`, async () => {
    const { page } = desk
    await desk.tab('Positions')
    const before = await positions().filter({ hasText: symbol }).count()
    await select(symbol)
    await front('Strategy')
    await page.getByTestId('strategy-template').selectOption(template)
    await expect(page.getByTestId('strategy-leg')).toHaveCount(legs)
    await sendStrategy()
    await desk.tab('Positions')
    const strategyRow = positions().filter({ hasText: name })
    await expect(strategyRow).toHaveCount(1)
    // Its legs stand directly under it, and its value is theirs.
    const under = strategyRow.locator(`xpath=following-sibling::*[position() <= ${legs}]`)
    await expect(under.and(desk.page.locator('[aria-level="2"]'))).toHaveCount(legs)
    for (const theme of ['dark', 'light'] as const) {
      await pressTheme(page, theme)
      await desk.screenshot(`${template}-held-${theme}`)
    }
    await strategyRow.getByRole('button', { name: /^Close/ }).click()
    await expect(page.getByTestId('strategy-leg')).toHaveCount(legs)
    await sendStrategy()
    await desk.tab('Positions')
    await expect(strategyRow).toHaveCount(0)
    await expect(positions().filter({ hasText: symbol })).toHaveCount(before)
  })
}

/** A row of the chain so many strikes above (positive) or below the money. */
function strike(away: number): Locator {
  const nearest = desk.page.locator('.chain-nearest')
  if (away === 0) return nearest
  const axis = away > 0 ? 'following-sibling' : 'preceding-sibling'
  return nearest.locator(`xpath=${axis}::*[${Math.abs(away)}]`)
}

/**
 * The legs of an iron condor: strikes from the money, the price in the row, and the menu's words.
 */
const CONDOR = [
  [-2, 'putAsk', /Add to strategy: buy .* P/],
  [-1, 'putBid', /Add to strategy: sell .* P/],
  [1, 'callBid', /Add to strategy: sell .* C/],
  [2, 'callAsk', /Add to strategy: buy .* C/],
] as const

async function emptyBuilder(): Promise<void> {
  await select('AAPL')
  await front('Strategy')
  const clear = desk.page.getByRole('button', { name: 'Remove all legs' })
  if (await clear.isVisible()) await clear.click()
  await expect(desk.page.getByTestId('strategy-leg')).toHaveCount(0)
}

test('Four legs are dragged from the chain: an iron condor', async () => {
  const { page } = desk
  await emptyBuilder()
  for (const [index, [away, price]] of CONDOR.entries()) {
    await front('Options')
    await dragLeg(page, chainPrice(strike(away), price), index + 1)
  }
  await expect(page.getByTestId('strategy-name')).toHaveText('Iron condor, sold for a credit')
  await desk.screenshot('condor-dragged')
})

test('The same four legs are added by the keyboard alone', async () => {
  const { page } = desk
  await emptyBuilder()
  let row = 0
  for (const [index, [away, , label]] of CONDOR.entries()) {
    await front('Options')
    const chain = page.getByRole('grid', { name: /^Options of AAPL/ })
    // The keyboard starts at the strike nearest to the money, and comes back to where it was.
    await chain.focus()
    for (; row < away; row += 1) await page.keyboard.press('ArrowDown')
    for (; row > away; row -= 1) await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+F10')
    const item = page.getByRole('menuitem', { name: label })
    await expect(item).toBeVisible()
    const place = await page.getByRole('menuitem').allTextContents()
    const target = place.findIndex((text) => label.test(text))
    for (let step = 0; step < target; step += 1) await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('strategy-leg')).toHaveCount(index + 1)
  }
  await expect(page.getByTestId('strategy-name')).toHaveText('Iron condor, sold for a credit')
})

test('A position that cannot be reversed says why, and an option is reversed', async () => {
  const { page } = desk
  await select('AAPL')
  await front('Options')
  await orderFromChain(page, chainPrice(strike(0), 'callAsk'))
  await desk.fill('quantity', '2')
  // The market moves on until the order arrives.
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + MARKET_MOVES_CENTS))
  await desk.send()
  await desk.tab('Positions')
  const call = positions().filter({ hasText: /AAPL .* C/ })
  await expect(call).toHaveCount(1)
  await call.click({ button: 'right' })
  await desk.screenshot('option-menu')
  await page.getByRole('menuitem', { name: 'Close half…' }).click()
  await expect(page.getByRole('dialog')).toContainText(/Sell to close 1|SELL 1/i)
  await page.keyboard.press('Escape')
  await call.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Reverse position…' }).click()
  await expect(page.getByTestId('close-send')).toBeEnabled()
  await desk.screenshot('reverse-option')
  await page.waitForTimeout(700)
  await page.getByTestId('close-send').click()
  await expect(page.getByTestId('closed')).toBeVisible()
  await desk.screenshot('reversed-option')
  await expect(page.getByTestId('closed')).not.toContainText(/Not sent|refused/i)
  await page.keyboard.press('Escape')
  await expect(call).toContainText(/[−-]2/)
})
