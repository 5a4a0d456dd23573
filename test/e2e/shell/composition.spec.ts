import { expect, test, type CDPSession, type Locator } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

let desk: MainWindowPage
let session: CDPSession
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'composition', keyStore: 'none' })
  await desk.ready()
  await desk.choose('AAPL')
  session = await desk.page.context().newCDPSession(desk.page)
})
test.afterAll(() => desk.close())

/** Composes a text in a field as an input method does, and leaves the composition open. */
async function compose(field: Locator, text: string): Promise<void> {
  await field.focus()
  await session.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  })
  await expect(field).toHaveValue(new RegExp(text, 'i'))
}

/** Presses the keys that choose, accept and drop what an input method offers. */
async function steerComposition(): Promise<void> {
  for (const key of ['ArrowDown', 'Enter', 'Escape']) {
    await desk.page.keyboard.press(key)
  }
}

const orderForm = (symbol: string): Locator =>
  desk.page.getByRole('form', { name: `Order for ${symbol}` })

test('Keys that steer a composition choose nothing in the palette and leave it open', async () => {
  await desk.page.keyboard.press('Control+k')
  const field = desk.page.locator('[role="dialog"] input[role="combobox"]')
  await compose(field, 'MSFT')
  await expect(desk.page.locator('.palette-option').first()).toContainText('MSFT')
  await steerComposition()
  await expect(field).toBeVisible()
  await expect(orderForm('AAPL')).toBeVisible()
  await session.send('Input.insertText', { text: 'MSFT' })
  await desk.page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
})

test('Keys that steer a composition choose no symbol in the ticket', async () => {
  const field = orderForm('AAPL').getByRole('combobox', { name: 'Change symbol' })
  await compose(field, 'MSFT')
  await expect(desk.page.getByRole('option', { name: /MSFT/ }).first()).toBeVisible()
  await steerComposition()
  await expect(orderForm('AAPL')).toBeVisible()
  // Once the text is accepted, Enter chooses.
  await session.send('Input.insertText', { text: 'MSFT' })
  await expect(desk.page.getByRole('option', { name: /MSFT/ }).first()).toBeVisible()
  await desk.page.keyboard.press('Enter')
  await expect(orderForm('MSFT')).toBeVisible()
})

test('Keys that steer a composition change no symbol of the chart', async () => {
  const field = desk.page.getByTestId('chart-symbol').first()
  await field.focus()
  const before = await field.getAttribute('data-hint')
  await compose(field, 'NVDA')
  await expect(desk.page.getByRole('option', { name: /NVDA/ }).first()).toBeVisible()
  await steerComposition()
  await expect(field).toHaveAttribute('data-hint', before ?? '')
  await expect(field).toBeFocused()
})

test('Keys that steer a composition add nothing to the watchlist', async () => {
  const rows = desk.page.getByRole('grid', { name: 'Watchlist' }).locator('.grid-row')
  const before = await rows.count()
  const field = desk.page.getByRole('combobox', { name: 'Add a symbol or name' })
  await compose(field, 'NFLX')
  await expect(desk.page.getByRole('option', { name: /NFLX/ }).first()).toBeVisible()
  await steerComposition()
  await expect(field).toHaveValue(/NFLX/)
  expect(await rows.count()).toBe(before)
})
