import { expect, test, type Locator } from '@playwright/test'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'listed-stocks', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

const markets = (): Locator => desk.page.getByTestId('markets')
const row = (symbol: string): Locator =>
  markets().getByRole('row', { name: new RegExp(`^${symbol} `) })

test('Stocks are listed by their kind, with the margins of the day and beyond it', async () => {
  const { page } = desk
  await page.getByRole('tab', { name: 'Markets' }).click()
  await markets().getByRole('radio', { name: 'Stocks' }).click()
  await expect(row('AAPL')).toContainText('Common stock')
  await expect(row('SPY')).toHaveCount(0)

  await markets().getByRole('combobox', { name: 'Kind of stock' }).selectOption({ label: 'ETF' })
  await expect(row('SPY')).toContainText('ETF')
  await expect(row('AAPL')).toHaveCount(0)
  await expect(row('SPY').locator('[data-column="held-long"]')).toHaveText('25.00%')
  await expect(row('SPY').locator('[data-column="held-short"]')).toHaveText('30.00%')
  await desk.screenshot('stocks-etf')

  await markets()
    .getByRole('combobox', { name: 'Kind of stock' })
    .selectOption({ label: 'Warrant' })
  await expect(markets()).toContainText('Nothing is listed here')
  await markets()
    .getByRole('combobox', { name: 'Kind of stock' })
    .selectOption({ label: 'All kinds' })
  await markets().getByRole('textbox', { name: 'Symbol or name' }).fill('apple')
  await expect(row('AAPL')).toBeVisible()
  await row('AAPL').locator('[data-column="name"]').click()
  await expect(page.getByRole('form', { name: 'Order for AAPL' })).toBeVisible()
})

test('The review says which margin the position needs, by day and overnight', async () => {
  const { page } = desk
  await page.getByTestId('ticket-quantity').fill('100')
  await page.getByTestId('ticket-limitPrice').fill('270.00')
  await page.getByRole('button', { name: 'Review: Buy 100 AAPL' }).click()
  const review = page.getByRole('dialog')
  await expect(review).toContainText(/Margin of position\$[\d,]+\.\d\d/)
  await desk.screenshot('review-margin')
  await page.keyboard.press('Escape')
  await expect(review).toHaveCount(0)
})

test('The classes of futures are those of the broker, and select its products', async () => {
  await markets().getByRole('radio', { name: 'Futures' }).click()
  const classes = markets().getByRole('combobox', { name: 'Product class' })
  await expect(classes.locator('option')).not.toHaveCount(1)
  const products = markets().getByRole('combobox', { name: 'Product', exact: true })
  const before = await products.locator('option').count()
  await classes.selectOption({ index: 1 })
  await expect.poll(() => products.locator('option').count()).toBeLessThan(before)
  await expect(markets().getByRole('row').nth(1)).toBeVisible()
  await desk.screenshot('futures-class')
})

test('All of it is written in Spanish too', async () => {
  await chooseLanguage(desk.page, 'es')
  await markets().getByRole('radio', { name: 'Acciones' }).click()
  await expect(row('AAPL')).toContainText('Acción ordinaria')
  await desk.screenshot('stocks-es')
})
