import { expect, test, type Locator } from '@playwright/test'
import { invoke } from '../support/bridge.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { showPanel } from '../support/palette.js'
import { accountFor, quarterlyFuture } from '../support/product-orders.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
let quarter = ''
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'fine-prices', keyStore: 'none' })
  await desk.ready()
  quarter = quarterlyFuture((await desk.truth()).exchangeTime).replace('MES', '')
})
test.afterAll(() => desk.close())

/** The instruments with the finest prices, their places, and what is bought of them. */
const FINE = [
  { name: 'coin', product: 'crypto', symbol: () => 'SHIBUSD', places: 8, quantity: '1000000' },
  { name: 'euro', product: 'futures', symbol: () => `6E${quarter}`, places: 5, quantity: '1' },
  { name: 'note', product: 'futures', symbol: () => `ZN${quarter}`, places: 6, quantity: '1' },
  { name: 'yen', product: 'futures', symbol: () => `6J${quarter}`, places: 7, quantity: '1' },
] as const

/** Shows a symbol in the panels of the link group. */
async function choose(symbol: string): Promise<void> {
  const field = desk.page.getByTestId('chart-symbol')
  await field.click()
  await field.fill(symbol)
  await expect(
    desk.page.getByRole('option', { name: new RegExp(`^${symbol.replace('USD', '')}`) }).first(),
  ).toBeVisible()
  await field.press('Enter')
}

const texts = (place: Locator): Promise<string[]> => place.allTextContents()
const placesOf = (text: string): number => (/\d\.(\d+)/.exec(text)?.[1] ?? '').length

for (const { name, product, symbol, places, quantity } of FINE) {
  test(`REL-45: a ${name} has one price in every panel, with the places of its step`, async () => {
    const { page } = desk
    await invoke(desk, 'session.select-account', { accountId: await accountFor(desk, product) })
    await choose(symbol())
    await showPanel(page, 'Price ladder')
    const ladder = page.getByTestId('price-ladder')
    await expect(ladder).toHaveAttribute('aria-label', new RegExp(symbol().slice(0, 3)))
    const figures = ladder.locator('.ladder-figure')
    await expect(figures.nth(3)).toContainText(/\d/)
    // No two rows show one price, and all of them have the places of the step.
    await expect
      .poll(async () => [...new Set((await texts(figures)).map(placesOf))])
      .toEqual([places])
    const rows = await texts(figures)
    expect(new Set(rows).size).toBe(rows.length)
    await expect
      .poll(async () => placesOf((await page.getByTestId('chart-close').textContent()) ?? ''))
      .toBe(places)
    await desk.screenshot(`${name}-ladder`)
    await desk.tab('Time & Sales')
    await expect(page.locator('.tape-row').first()).toBeVisible({ timeout: 120_000 })
    await expect
      .poll(async () => [
        ...new Set((await texts(page.locator('.tape-row [data-arrow]'))).map(placesOf)),
      ])
      .toEqual([places])
    await desk.screenshot(`${name}-tape`)
    await desk.tab('Depth')
    await desk.screenshot(`${name}-depth`)

    await showPanel(page, 'Ticket')
    await page.getByTestId('ticket-quantity').fill(quantity)
    await page.getByTestId('ticket-use-ask').click()
    await desk.screenshot(`${name}-ticket`)
    await desk.send()
    // A limit on units holds no coin back: a million of them are worth some dollars (REL-46).
    const unit = Number(quantity).toLocaleString('en-US')
    await expect(page.getByTestId('ticket-position')).toHaveText(unit, { timeout: 60_000 })
    await desk.screenshot(`${name}-toast`)
    await desk.tab('Orders')
    await desk.screenshot(`${name}-orders`)
    await desk.tab('Positions')
    await desk.screenshot(`${name}-positions`)
  })
}

test('The finest prices look right in Spanish', async () => {
  const { page } = desk
  await chooseLanguage(page, 'es')
  await choose('SHIBUSD')
  await expect(page.getByTestId('price-ladder')).toHaveAttribute('aria-label', /SHIB/)
  await expect(page.getByTestId('price-ladder').locator('.ladder-figure').nth(3)).toContainText(
    '0.0000',
  )
  await desk.screenshot('coin-spanish')
})
