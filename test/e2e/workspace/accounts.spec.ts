import { expect, test, type Locator } from '@playwright/test'
import { pressNothing } from '../support/bridge.js'
import { exchangeClient } from '../support/exchange-client.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'accounts', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

/** The command channel of the preload, inside the page. */
declare const countersign: {
  invoke(op: string, input: object): Promise<{ readonly ok: boolean; readonly value?: unknown }>
}

/** Buys a coin in the crypto account, which is not selected. */
async function buyCoin(): Promise<unknown> {
  await pressNothing(desk.page)
  return desk.page.evaluate(async () => {
    const session = (await countersign.invoke('session.get', {})).value as {
      readonly accounts: readonly { readonly accountId: string; readonly product: string }[]
    }
    const account = session.accounts.find(({ product }) => product === 'crypto')
    const draft = {
      accountId: account?.accountId,
      assetClass: 'crypto',
      symbol: 'BTCUSD',
      side: 'buy',
      type: 'market',
      timeInForce: 'ioc',
      session: 'core',
      size: { kind: 'quantity', quantity: '0.01' },
      limitPrice: null,
      stopPrice: null,
      trail: null,
      expireDate: null,
    }
    return countersign.invoke('orders.submit', { ticket: 'accounts-coin', draft })
  })
}

const table = (name: string): Locator =>
  desk.page
    .getByRole('grid', { name, exact: true })
    .or(desk.page.getByRole('treegrid', { name, exact: true }))
const everyAccount = (): Locator =>
  desk.page
    .getByRole('radio', { name: 'All accounts', exact: true })
    .and(desk.page.locator(':visible'))
/** Reads an amount: "▼ −1,234.50" is -123450 cents. */
const cents = (text: string): number =>
  Math.round(Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-')) * 100)

/** Returns the amounts of a column of the accounts, and the total under them, all at one moment. */
async function column(name: string): Promise<{ readonly rows: number[]; readonly total: number }> {
  const lines = await table('All accounts').evaluate((grid, heading) => {
    const cellsOf = (row: Element): string[] =>
      [...row.querySelectorAll('[role="columnheader"], [role="gridcell"]')].map(
        (cell) => cell.textContent ?? '',
      )
    const [head, ...rows] = [...grid.querySelectorAll('[role="row"]')].map(cellsOf)
    const place = head?.findIndex((text) => text.trim() === heading) ?? -1
    return rows.map((cells) => cells[place] ?? '')
  }, name)
  return { rows: lines.slice(0, -1).map(cents), total: cents(lines.at(-1) ?? '') }
}

test('All accounts are shown with their figures, and totals for each currency', async () => {
  await desk.tab('Account')
  await everyAccount().click()
  const rows = table('All accounts').getByRole('row')
  // The heading, five accounts, and the total of the only currency.
  await expect(rows).toHaveCount(7)
  await expect(desk.page.getByText('accounts were read so far')).toHaveCount(0)
  for (const name of ['Net liquidation', 'Day P&L', 'Open P&L', 'Cash']) {
    await expect(async () => {
      const { rows: amounts, total } = await column(name)
      expect(amounts).toHaveLength(5)
      expect(amounts.filter(Number.isFinite).reduce((sum, amount) => sum + amount, 0)).toBe(total)
    }).toPass()
  }
  await desk.screenshot('all-accounts')
})

test('Positions of all accounts name their account, and close in it', async () => {
  expect(await buyCoin()).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
  await desk.tab('Positions')
  await expect(table('Positions').getByRole('row', { name: /BTC/ })).toHaveCount(0)
  await everyAccount().click()
  const coin = table('Positions').getByRole('row', { name: /BTC/ })
  await expect(coin).toBeVisible()
  await expect(coin).toContainText('Crypto')
  const shares = table('Positions').getByRole('row', { name: /^AAPL/ })
  await expect(shares.first()).toContainText('Margin')
  await expect(table('Positions').getByRole('row', { name: /Total USD/ })).toBeVisible()
  await desk.screenshot('all-positions')
  await coin.getByRole('button', { name: /^Close/ }).click()
  const review = desk.page.getByRole('dialog')
  await expect(review).toContainText('Crypto')
  await desk.screenshot('close-in-another-account')
  await desk.page.keyboard.press('Escape')
})

test('The account shows its buying power for each kind of trade, as the exchange states it', async () => {
  const exchange = await exchangeClient(desk)
  await desk.tab('Account')
  await desk.page
    .getByRole('radio', { name: 'This account', exact: true })
    .and(desk.page.locator(':visible'))
    .click()
  const accountId = await desk.page
    .getByRole('combobox', { name: 'Trade with account' })
    .inputValue()
  const row = desk.page.locator('[data-panel="account"] .grid-row').first()
  const centsShown = async (column: string): Promise<number> =>
    cents((await row.locator(`[data-column="${column}"]`).textContent()) ?? '')
  await desk.practice({ command: 'clock', speed: 0 })
  await expect(async () => {
    const answer = (
      await exchange.get('/trading/assets/balances/get', {
        account_id: accountId,
        total_asset_currency: 'USD',
      })
    ).json as { readonly account_currency_assets: readonly Readonly<Record<string, string>>[] }
    const stated = answer.account_currency_assets[0] ?? {}
    for (const [column, field] of [
      ['buyingPower', 'buying_power'],
      ['dayBuyingPower', 'day_buying_power'],
      ['overnightBuyingPower', 'overnight_buying_power'],
      ['optionBuyingPower', 'option_buying_power'],
    ] as const) {
      expect(stated[field], field).toMatch(/^\d/)
      expect(await centsShown(column), column).toBe(cents(stated[field] ?? ''))
    }
  }).toPass()
  await desk.screenshot('buying-powers')
  await desk.practice({ command: 'clock', speed: 1 })
  exchange.close()
})

test('The account to trade with is chosen among all accounts', async () => {
  const { page } = desk
  await desk.tab('Account')
  await everyAccount().click()
  await page.getByRole('button', { name: /^Trade with Futures/ }).click()
  await expect(page.getByRole('combobox', { name: 'Trade with account' })).toContainText('Futures')
  const futures = table('All accounts').getByRole('row', { name: /Futures/ })
  await expect(futures).toContainText('Selected')
  await pressTheme(page, 'light')
  await desk.screenshot('all-accounts-light')
  await page.getByRole('radio', { name: 'This account' }).and(page.locator(':visible')).click()
  await expect(page.getByRole('heading', { name: 'Futures' })).toBeVisible()
  await desk.screenshot('futures-account-light')
})
