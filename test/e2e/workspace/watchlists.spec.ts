import { expect, test, type Locator } from '@playwright/test'
import type { HttpClient } from '../../contract/practice/client/http-client.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { exchangeClient } from '../support/exchange-client.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
let exchange: HttpClient
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'watchlists', keyStore: 'none' })
  await desk.ready()
  exchange = await exchangeClient(desk)
})
test.afterAll(async () => {
  exchange.close()
  await desk.close()
})

const panel = (): Locator => desk.page.locator('[data-panel="watchlist"]')
const choice = (): Locator => panel().getByRole('combobox', { name: 'List', exact: true })
const state = (): Locator => panel().getByTestId('list-state')
const symbolsShown = (): Promise<readonly string[]> =>
  panel()
    .locator('.grid-row [data-column="symbol"]')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent?.trim() ?? ''))

async function menu(entry: string): Promise<void> {
  await panel().getByRole('button', { name: 'Lists' }).click()
  await desk.page.getByRole('menuitem', { name: entry }).click()
}

/** Returns the lists at the exchange with their symbols, in order. */
async function atExchange(): Promise<Readonly<Record<string, readonly string[]>>> {
  const lists = (await exchange.get('/market-data/watchlists/list')).json as readonly {
    readonly watchlist_id: string
    readonly name: string
  }[]
  const entries = await Promise.all(
    lists.map(async ({ watchlist_id: id, name }) => {
      const { instruments } = (
        await exchange.get('/market-data/watchlists/instruments/list', { watchlist_id: id })
      ).json as { readonly instruments: readonly { symbol: string; sort: number }[] }
      const sorted = instruments.toSorted((a, b) => a.sort - b.sort)
      return [name, sorted.map(({ symbol }) => symbol)] as const
    }),
  )
  return Object.fromEntries(entries)
}
const idOf = async (name: string): Promise<string> =>
  (
    (await exchange.get('/market-data/watchlists/list')).json as readonly {
      readonly watchlist_id: string
      readonly name: string
    }[]
  ).find((list) => list.name === name)?.watchlist_id ?? ''

async function add(symbol: string): Promise<void> {
  const search = panel().getByRole('combobox', { name: 'Add a symbol or name' })
  await search.fill(symbol)
  await panel().locator('.option', { hasText: symbol }).first().click()
  await expect.poll(symbolsShown).toContain(symbol)
}

test('A new list is stored at the broker with its symbols and their order', async () => {
  await menu('New list…')
  const dialog = desk.page.getByRole('dialog', { name: 'New list…' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Energy')
  await desk.screenshot('create')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(choice().locator('option:checked')).toHaveText('Energy')
  await expect(state()).toHaveText('Synced')
  await add('XOM')
  await add('KO')
  await expect.poll(async () => (await atExchange())['Energy']).toEqual(['XOM', 'KO'])
  // The keyboard moves and removes, as in the person's own list.
  await panel().getByRole('grid').focus()
  await desk.page.keyboard.press('Home')
  await desk.page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await atExchange())['Energy']).toEqual(['KO', 'XOM'])
  await expect(state()).toHaveText('Synced')
  await desk.screenshot('synced')
})

test('Edits without a connection are kept and reach the broker later', async () => {
  for (const operation of ['market.watchlists.list', 'market.watchlists.instruments-add']) {
    await desk.practice({
      command: 'fault',
      fault: { kind: 'error-before-effect', operation, count: null },
    })
  }
  await add('CVX')
  await expect(state()).toHaveText('Not sent')
  expect((await exchange.get('/market-data/watchlists/list')).status).toBe(500)
  await desk.practice({ command: 'clear-faults' })
  await expect(state()).toHaveText('Synced', { timeout: 60_000 })
  expect((await atExchange())['Energy']).toEqual(['KO', 'XOM', 'CVX'])
})

test('A change on both sides shows both copies, and the person chooses one', async () => {
  await desk.practice({
    command: 'fault',
    fault: {
      kind: 'error-before-effect',
      operation: 'market.watchlists.instruments-remove',
      count: null,
    },
  })
  await desk.practice({
    command: 'fault',
    fault: { kind: 'delay', operation: 'market.watchlists.list', count: 1, ms: 3_000 },
  })
  // The other client changes the list while the edit here is on its way.
  await panel().locator('.grid-row', { hasText: 'CVX' }).click()
  await desk.page.keyboard.press('Delete')
  await exchange.post('/market-data/watchlists/instruments/add', {
    watchlist_id: await idOf('Energy'),
    instruments: [{ symbol: 'AAPL', category: 'US_STOCK' }],
  })
  await expect(state()).toHaveText('Conflict', { timeout: 60_000 })
  await expect(panel()).toContainText('At the broker, “Energy”: KO, XOM, CVX, AAPL')
  await loadAxe(desk.page)
  for (const theme of ['light', 'contrast', 'dark'] as const) {
    await pressTheme(desk.page, theme)
    await waitForInputDelay(desk.page)
    expect(await axeViolations(desk.page, '[data-panel="watchlist"]'), theme).toEqual([])
    expect(await overflows(desk.page), theme).toEqual([])
    await desk.screenshot(`conflict-${theme}`)
  }
  await desk.practice({ command: 'clear-faults' })
  await panel().getByRole('button', { name: 'Keep mine' }).click()
  await expect(state()).toHaveText('Synced')
  expect((await atExchange())['Energy']).toEqual(['KO', 'XOM'])
})

test('A list of another client appears, and a deleted one goes on both sides', async () => {
  await exchange.post('/market-data/watchlists/create', { name: 'Elsewhere' })
  // Lists are compared every minute, and when a window begins to watch them.
  await desk.page.reload()
  await expect(choice().locator('option')).toHaveText(['My watchlist', 'Energy', 'Elsewhere'])
  await choice().selectOption({ label: 'Energy' })
  await menu('Delete list')
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Delete list' }).click()
  await expect.poll(async () => Object.keys(await atExchange())).toEqual(['Elsewhere'])
  await expect(choice().locator('option:checked')).toHaveText('My watchlist')
  expect(await symbolsShown()).toContain('SPY')
})
