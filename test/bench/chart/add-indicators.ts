import type { Page } from 'playwright'

export const INDICATORS = ['SMA', 'EMA', 'Bollinger bands', 'RSI', 'MACD'] as const

/** Adds the indicators to the first chart, whose settings further charts take over. */
export async function addIndicators(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chart type and indicators' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Chart type and indicators' })
  for (const name of INDICATORS) {
    await dialog.getByLabel('Find an indicator').fill(name)
    await dialog.getByTestId('indicator-choices').getByRole('button').first().click()
  }
  await dialog.getByRole('button', { name: 'Done' }).click()
}
