import { expect, type Locator, type Page } from '@playwright/test'

/** How long one attempt may take; a press or a drag takes effect at once. */
const ATTEMPT_MS = 3_000
const PRICE = /\d+\.\d\d/

/** Where the bid and ask of a call and a put stand in a row of the chain. */
export type ChainPrice = 'callBid' | 'callAsk' | 'putBid' | 'putAsk'
const PLACES: readonly ChainPrice[] = ['callBid', 'callAsk', 'putBid', 'putAsk']

/** Returns a bid or ask in a row of the chain. */
export const chainPrice = (row: Locator, price: ChainPrice): Locator =>
  row.locator('[draggable="true"]').nth(PLACES.indexOf(price))

/**
 * Presses a price of the chain until the ticket shows its contract, and returns the ticket's form.
 * A price without a quote at that moment only shows the contract, and the strike nearest to the
 * money may change between the look and the press.
 */
export async function orderFromChain(page: Page, cell: Locator): Promise<Locator> {
  const form = page.getByRole('form', { name: /^Order for \w+ .* [CP]$/ })
  await expect(async () => {
    await expect(cell).toHaveText(PRICE, { timeout: ATTEMPT_MS })
    await cell.click({ timeout: ATTEMPT_MS })
    await expect(form).toBeVisible({ timeout: ATTEMPT_MS })
  }).toPass()
  return form
}

/** Drags a price of the chain to the strip below it until the strategy has `legs` legs. */
export async function dragLeg(page: Page, cell: Locator, legs: number): Promise<void> {
  const strip = page.getByTestId('chain-drop')
  const tab = page.getByRole('tab', { name: 'Options', exact: true })
  await expect(async () => {
    if ((await page.getByTestId('strategy-leg').count()) === legs) return
    await tab.click({ timeout: ATTEMPT_MS })
    await cell.scrollIntoViewIfNeeded({ timeout: ATTEMPT_MS })
    await cell.hover({ timeout: ATTEMPT_MS })
    try {
      await page.mouse.down()
      await cell.hover({ position: { x: 4, y: 12 }, timeout: ATTEMPT_MS })
      await page.mouse.move(500, 500, { steps: 4 })
      await strip.hover({ timeout: ATTEMPT_MS })
      await strip.hover({ timeout: ATTEMPT_MS })
    } finally {
      await page.mouse.up()
    }
    await expect(page.getByTestId('strategy-leg')).toHaveCount(legs, { timeout: ATTEMPT_MS })
  }).toPass()
}
