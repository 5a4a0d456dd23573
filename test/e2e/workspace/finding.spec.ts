import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test, type Locator } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { waitForAnimations, waitForInputDelay } from '../support/settle.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'finding', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

const panel = (): Locator => desk.page.getByTestId('options')
const chain = (): Locator => panel().getByRole('grid')
/** Returns the row of the strike nearest to the underlying's price. */
const nearest = (): Locator => chain().locator('.chain-nearest')
const figure = (column: string): Locator => nearest().locator(`[data-column="${column}"]`)

/** Returns the axe violations in the panel, one line per rule and element. */
async function violations(part: 'options' | 'markets'): Promise<readonly string[]> {
  await waitForAnimations(desk.page)
  await desk.page.evaluate(AXE)
  return desk.page.evaluate(async (id) => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: string, options: object): Promise<AxeResults> }
    }
    const found = await axe.run(`[data-testid="${id}"]`, { resultTypes: ['violations'] })
    return found.violations.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`),
    )
  }, part)
}

test('The chain of a stock shows live prices and greeks around the money', async () => {
  await desk.choose('NVDA')
  await desk.page.getByRole('tab', { name: 'Options' }).click()
  await expect(panel().getByRole('radiogroup', { name: 'Expirations of NVDA' })).toBeVisible()
  await expect(nearest()).toBeInViewport()
  await expect(figure('call-bid')).toHaveText(/^\d+\.\d\d$/)
  await expect(figure('put-ask')).toHaveText(/^\d+\.\d\d$/)
  await expect(figure('call-delta')).toHaveText(/^0\.\d\d$/)
  await expect(figure('put-impliedVolatility')).toHaveText(/^\d+\.\d\d%$/)
  await expect(panel().getByTestId('options-age')).toContainText('old')

  const prices = (): Promise<readonly string[]> =>
    chain().locator('[data-column="call-bid"]').allTextContents()
  const before = await prices()
  await expect.poll(prices).not.toEqual(before)
  await waitForInputDelay(desk.page)
  expect(await violations('options')).toEqual([])
})

test('A press on the ask puts that contract, its price and the side into the ticket', async () => {
  await figure('call-ask').click()
  const ticket = desk.page.getByRole('form', { name: /^Order for NVDA.*C/ })
  await expect(ticket).toBeVisible()
  await expect(ticket.getByRole('radio', { name: 'Buy' })).toBeChecked()
  await expect(desk.page.getByTestId('ticket-limitPrice')).toHaveValue(/^\d+(\.\d{1,2})?$/)
})

test('The keyboard alone sells at the bid of a put', async () => {
  const { page } = desk
  await chain().focus()
  const active = chain().locator('.grid-cell[data-active="true"]')
  while ((await active.getAttribute('data-column').catch(() => null)) !== 'put-bid') {
    await page.keyboard.press('ArrowRight')
    await expect(active).toBeVisible()
  }
  await page.keyboard.press('Enter')
  const ticket = page.getByRole('form', { name: /^Order for NVDA.*P/ })
  await expect(ticket).toBeVisible()
  await expect(ticket.getByRole('radio', { name: /^Sell/, checked: true })).toBeVisible()
})

test('A press on a side that nobody quotes shows the contract and opens no ticket', async () => {
  const { page } = desk
  await page.getByRole('tab', { name: 'Basket' }).click()
  await chain().evaluate((grid) => {
    const scroll = grid.closest('.grid-scroll')
    if (scroll !== null) scroll.scrollTop = scroll.scrollHeight
  })
  // Far out of the money the call has an offer and no bid.
  const row = chain().locator('.grid-row').last()
  await expect(row.locator('[data-column="call-ask"]')).toHaveText(/^\d+\.\d\d$/)
  const bid = row.locator('[data-column="call-bid"]')
  await expect(bid).toHaveText('—')
  await bid.click()
  await expect(page.locator('[data-panel="basket"]')).toBeVisible()
  await expect(page.getByTestId('ticket')).toHaveCount(0)
  // The offer of that moment may be gone at the press.
  await expect(async () => {
    await row.locator('[data-column="call-ask"]').click()
    await expect(page.getByTestId('ticket-limitPrice')).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByTestId('ticket-limitPrice')).toHaveValue(/^\d+(\.\d{1,2})?$/)
})

test('The palette finds options, futures and coins as traders write them', async () => {
  const { page } = desk
  const options = page.locator('.palette-option')
  const search = async (text: string, title: RegExp): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Commands and symbols' }).fill(text)
    await expect(options.first()).toContainText(title)
  }
  await search('es', /^ES/)
  await expect(options.filter({ hasText: 'Front month' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await search('btc', /BTC\/USD/)
  await page.keyboard.press('Escape')
  await search('nvda 190c dec', /^NVDA .* 190 C/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: /^Order for NVDA.*190 C/ })).toBeVisible()
})

test('The markets lead from futures, coins and questions to the ticket', async () => {
  const { page } = desk
  const markets = page.getByTestId('markets')
  const ticket = page.locator('[data-panel="ticket"]')
  await page.getByRole('tab', { name: 'Markets' }).click()
  const front = markets.getByRole('row').filter({ hasText: 'Front' })
  await expect(front).toHaveCount(1)
  await expect(front.locator('[data-column="ask"]')).toHaveText(/^[\d,]+\.\d\d$/)
  await front.locator('[data-column="ask"]').click()
  await expect(ticket).toContainText(/ES[FGHJKMNQUVXZ]\d/)

  await markets.getByRole('radio', { name: 'Crypto' }).click()
  const bitcoin = markets.getByRole('row', { name: /^BTC\/USD/ })
  await expect(bitcoin.locator('[data-column="last"]')).toHaveText(/^[\d,]+\.\d\d/)
  await bitcoin.locator('[data-column="name"]').click()
  await expect(ticket).toContainText('BTC/USD')

  await markets.getByRole('radio', { name: 'Events' }).click()
  // A question whose answer is nearly certain has no offer of one side.
  const question = markets
    .getByRole('row')
    .filter({ has: page.locator('[data-column="no-ask"]', { hasText: /^0\.\d\d$/ }) })
    .first()
  await expect(question.locator('[data-column="no-ask"]')).toHaveText(/^0\.\d\d$/)
  await question.locator('[data-column="no-ask"]').click()
  await expect(ticket).toContainText(/KX\S+ No/)
  await waitForInputDelay(page)
  await expect(desk.page.getByRole('region', { name: 'Markets', exact: true })).toHaveCount(1)
  expect(await violations('markets')).toEqual([])
})

test('The chain of an index, which has no quote, still finds the money', async () => {
  const { page } = desk
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Commands and symbols' }).fill('spx 6700c')
  await page
    .locator('.palette-option', { hasText: /^SPX.* 6,?700 C/ })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Options' }).click()
  const implied = panel().getByTestId('options-parity')
  await expect(implied).toHaveText(/^≈ \d,\d{3}\.\d\d$/)
  await expect(nearest()).toBeInViewport()
  // The nearest strike is next to the price, and its call and put cost about the same.
  const price = Number(((await implied.textContent()) ?? '').replaceAll(/[^\d.]/g, ''))
  const strike = async (): Promise<number> =>
    Number(((await figure('strike').textContent()) ?? '').replaceAll(',', ''))
  await expect.poll(async () => Math.abs((await strike()) - price)).toBeLessThan(60)
  await expect(figure('call-delta')).toHaveText(/^0\.[456]\d$/)
  await desk.screenshot('index-chain')
})

test('The ticket finds another instrument by the keyboard alone, and Enter there sends nothing', async () => {
  const { page } = desk
  await desk.choose('NVDA')
  await page.keyboard.press('Alt+s')
  const search = page.getByTestId('ticket').getByRole('combobox', { name: 'Change symbol' })
  await expect(search).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Order for NVDA' })).toBeVisible()
  await expect(page.locator('.ticket [aria-invalid="true"]')).toHaveCount(0)

  await page.keyboard.type('aapl')
  await expect(page.getByRole('option', { name: /^AAPL/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Order for AAPL' })).toBeVisible()
  await expect(search).toHaveValue('AAPL')
  await expect(page.getByTestId('ticket-quantity')).toBeFocused()

  await search.focus()
  await page.keyboard.type('nothing')
  await page.keyboard.press('Tab')
  await expect(search, 'what was typed is dropped').toHaveValue('AAPL')
})

test('Where the system sets the colors, the chosen side and the front tab are still marked', async () => {
  const { page } = desk
  await page.emulateMedia({ forcedColors: 'active' })
  const background = (name: string): Promise<string> =>
    page
      .getByTestId('ticket')
      .getByRole('radio', { name, exact: true })
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect
    .poll(async () => (await background('Buy')) === (await background('Sell')))
    .toBe(false)
  const outline = await page
    .locator('.dv-tab.dv-active-tab')
    .first()
    .evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(outline).toBe('solid')
  await page.emulateMedia({ forcedColors: 'none' })
})
