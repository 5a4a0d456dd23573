import { expect } from '@playwright/test'
import { dollars, type MainWindowPage } from './main-window-page.js'

/** Tests that an order rests, is replaced in its row, and is canceled there. */
export async function expectOrderLife(desk: MainWindowPage, symbol: string): Promise<void> {
  const { page } = desk
  await desk.choose(symbol)
  const bid = await desk.cents('bid')
  await desk.fill('quantity', '6')
  await desk.fill('limitPrice', dollars(bid - 1_000))
  await desk.send()
  await desk.tab('Orders')
  const row = desk.orderRow(symbol).first()
  await expect(row).toContainText('Working')
  await row.getByRole('button', { name: /Replace/ }).click()
  const edited = desk.orderRow(symbol).filter({ has: page.getByRole('textbox') })
  await edited.getByRole('textbox', { name: /limit/i }).fill(dollars(bid - 1_100))
  await edited.getByRole('button', { name: /Send/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Replace/ }).click()
  await expect(row).toContainText(dollars(bid - 1_100))
  await desk.screenshot('replaced')
  await row.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(row).toContainText('Canceled')
}
