import { expect, test, type Locator } from '@playwright/test'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { showPanel } from '../support/palette.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'toasts', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

const toasts = (): Locator => desk.page.locator('.toast')
const form = (): Locator => desk.page.getByTestId('alert-form')

/** Sets an alert on every event of orders; its toasts stay. */
async function alertOnOrders(): Promise<void> {
  const { page } = desk
  await page.getByTestId('alert-new').click()
  await form().getByRole('radio', { name: 'Orders' }).click()
  await page.getByRole('button', { name: 'Save alert' }).click()
  await expect(form()).toHaveCount(0)
}

/** Buys shares at once, which fires the alert. */
async function buy(quantity: string): Promise<void> {
  await desk.fill('quantity', quantity)
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + 50))
  await desk.send()
  await expect(toasts().filter({ hasText: `Filled: BUY ${quantity} NVDA` })).toBeVisible()
}

test('At most three toasts are shown, and they cover no button of the Positions table', async () => {
  test.setTimeout(120_000)
  const { page } = desk
  await desk.choose('NVDA')
  await showPanel(page, 'Alerts')
  await alertOnOrders()
  for (const quantity of ['1', '2', '3', '4']) await buy(quantity)
  await expect(toasts()).toHaveCount(3)
  await desk.tab('Positions')
  for (const [width, height] of [
    [1_280, 800],
    [1_440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const rows = page.getByRole('treegrid', { name: 'Positions' })
    const close = rows.getByRole('button', { name: /^Close/ })
    // A click that something else would receive fails.
    for (const button of [close.first(), close.last()]) {
      const label = (await button.getAttribute('aria-label')) ?? ''
      const name = /^Close (\S+):/.exec(label)?.[1] ?? ''
      await button.click()
      await expect(page.getByRole('form', { name: `Order for ${name}` })).toBeVisible()
    }
    const panel = page.locator('[data-panel="positions"]')
    const [shown, table] = [await toasts().first().boundingBox(), await panel.boundingBox()]
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(table?.x ?? 0)
    await desk.screenshot(`positions-${width}`)
    await expect(toasts()).toHaveCount(3)
  }
})
