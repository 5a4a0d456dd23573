import { expect, test, type Locator } from '@playwright/test'
import { dollars, openMainWindow, type MainWindowPage } from '../../support/main-window-page.js'
import { pressTheme } from '../../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'basket-reload', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

const rows = (): Locator => desk.page.getByTestId('basket-row')
const front = (name: 'Ticket' | 'Basket'): Promise<void> =>
  desk.page.getByRole('tab', { name }).click()

/** Prepares an order of the ticket: choices of select boxes first, then texts. */
async function prepare(
  symbol: string,
  choices: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const { page } = desk
  await front('Ticket')
  await desk.choose(symbol)
  for (const [name, value] of Object.entries(choices)) {
    await page.getByTestId(`ticket-${name}`).selectOption(value)
  }
  if ('amount' in texts) await page.locator('[data-value="amount"]').click()
  for (const [name, value] of Object.entries(texts)) {
    await page.getByTestId(`ticket-${name}`).fill(value)
  }
  await page.getByTestId('basket-add').click()
}

/** Takes an order of the basket back to the ticket, reads its entries, and returns it. */
async function roundTrip(symbol: string, entries: Readonly<Record<string, string>>): Promise<void> {
  const { page } = desk
  await front('Basket')
  await rows()
    .filter({ hasText: symbol })
    .getByRole('button', { name: /^Back to the ticket/ })
    .click()
  await expect(page.getByRole('form', { name: `Order for ${symbol}` })).toBeVisible()
  for (const [name, value] of Object.entries(entries)) {
    await expect(page.getByTestId(`ticket-${name}`)).toHaveValue(value)
  }
  await page.getByTestId('basket-add').click()
}

test('The basket and the ticket keep everything over a reload, and each order goes back', async () => {
  const { page } = desk
  await prepare('AMD', { type: 'market' }, { amount: '250' })
  await prepare('XOM', { type: 'trailing-stop' }, { quantity: '2', trailPercent: '7.5' })
  await prepare('JPM', { algo: 'twap' }, { quantity: '40', limitPrice: '90.00', algoShare: '10' })
  await prepare('MSFT', { session: 'all' }, { quantity: '1', limitPrice: '100.00' })
  await desk.choose('NVDA')
  await desk.fill('quantity', '77')
  await desk.fill('limitPrice', '12.3')

  await page.reload()
  await desk.ready()
  await front('Ticket')
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('77')
  await expect(page.getByTestId('ticket-limitPrice')).toHaveValue('12.3')
  await front('Basket')
  await expect(rows()).toHaveCount(4)
  await expect(page.getByTestId('basket-outcome').first()).toHaveText('Not sent')
  await expect(rows().filter({ hasText: 'JPM' })).toContainText(/TWAP.*10/)
  await expect(rows().filter({ hasText: 'MSFT' })).toContainText(/hours|extended/i)
  for (const theme of ['dark', 'light'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`after-reload-${theme}`)
  }

  await roundTrip('AMD', { type: 'market', amount: '250' })
  await roundTrip('XOM', { type: 'trailing-stop', quantity: '2', trailPercent: '7.5' })
  await roundTrip('JPM', { algo: 'twap', algoShare: '10', limitPrice: '90.00' })
  await roundTrip('MSFT', { session: 'all', quantity: '1' })
  await front('Basket')
  await expect(rows()).toHaveCount(4)
  for (let left = 4; left > 0; left -= 1) {
    await rows()
      .first()
      .getByRole('button', { name: /^Remove: / })
      .click()
  }
})

test('REL-29: an order whose reply was lost with the page is checked, and never sent again', async () => {
  const { page } = desk
  await front('Ticket')
  await desk.choose('XOM')
  const bid = await desk.cents('bid')
  await prepare('XOM', { type: 'limit' }, { quantity: '9', limitPrice: dollars(bid - 900) })
  // Within the limit of one order, and more than the account can pay: only the broker refuses it.
  await prepare('META', { type: 'limit' }, { quantity: '3000', limitPrice: '300.00' })
  const before = Object.keys((await desk.truth()).accepted).length
  await desk.practice({
    command: 'fault',
    fault: { kind: 'delay', operation: 'trading.orders.place', ms: 4_000 },
  })
  await front('Basket')
  await page.getByTestId('basket-review').click()
  await page.waitForTimeout(700)
  await page.getByTestId('basket-send').click()
  await expect(page.getByTestId('basket-outcome').first()).toHaveText('Sending')
  await page.reload()
  await desk.ready()
  await front('Basket')
  await expect(rows()).toHaveCount(2)
  await expect(page.getByTestId('basket-outcome').first()).toContainText('Working')
  // The second order had not left the basket: it waits for another press.
  await expect(page.getByTestId('basket-outcome').nth(1)).toHaveText('Not sent')
  expect(Object.keys((await desk.truth()).accepted)).toHaveLength(before + 1)

  // The broker refuses it: the row says that no order was placed, and why.
  await page.getByTestId('basket-review').click()
  await page.waitForTimeout(700)
  await page.getByTestId('basket-send').click()
  await expect(page.getByTestId('basket-outcome').nth(1)).toContainText(
    /no order was placed.*[a-z]{3}/,
  )
  await desk.screenshot('refused')
  expect(Object.keys((await desk.truth()).accepted)).toHaveLength(before + 1)
})

test('The basket is there after a crash of the window', async () => {
  const inPage = (expression: string): Promise<unknown> =>
    desk.app.evaluate(
      ({ BrowserWindow }, code) =>
        BrowserWindow.getAllWindows()[0]
          ?.webContents.executeJavaScript(code, true)
          .catch(() => null),
      expression,
    )
  const count = 'document.querySelectorAll("[data-testid=basket-row]").length'
  expect(await inPage(count)).toBe(2)
  await desk.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return new Promise<void>((resolve) => {
      contents?.once('did-finish-load', () => resolve())
      contents?.forcefullyCrashRenderer()
    })
  })
  await expect.poll(() => inPage(count)).toBe(2)
})
