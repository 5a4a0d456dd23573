import { expect, type Locator, type Page } from '@playwright/test'
import type { MainWindowPage } from './main-window-page.js'

/** The lines over the chart, by the names of their handles. */
export const chartLine = (page: Page, title: RegExp): Locator =>
  page.getByTestId('trade-line').filter({ has: page.getByRole('button', { name: title }) })

/** The handle of a line, which moves it. */
export const handleOf = (line: Locator): Locator => line.locator('[data-handle]')

/** Returns the price that a line is at, without separators. */
export const priceOf = async (line: Locator): Promise<string> =>
  ((await line.getAttribute('data-price')) ?? '').replaceAll(',', '')

/** Presses a line's handle and moves the pointer by some px, in steps; the button stays down. */
export async function dragBy(page: Page, line: Locator, dy: number): Promise<void> {
  const box = await handleOf(line).boundingBox()
  if (box === null) throw new Error('the line is not shown')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + dy / 2, { steps: 4 })
  await page.mouse.move(x, y + dy, { steps: 4 })
}

/** Returns how often the exchange was asked for an operation. */
export const requestsOf = async (desk: MainWindowPage, operation: string): Promise<number> =>
  (await desk.truth()).requests[operation] ?? 0

/** Returns the working orders of a symbol at the exchange. */
export const workingAt = async (
  desk: MainWindowPage,
  symbol: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await desk.truth()).orders.filter(
    (order) =>
      order['symbol'] === symbol &&
      ['SUBMITTED', 'PENDING', 'PARTIAL_FILLED'].includes(String(order['status'])),
  )

/** Confirms the question at a line with a double click, which counts once. */
export async function confirmTwice(page: Page): Promise<void> {
  const confirm = page.getByTestId('line-question').getByRole('button').last()
  await expect(confirm).toBeEnabled()
  await expect(confirm).not.toHaveAttribute('data-new', 'true')
  await confirm.dblclick()
}
