import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import {
  dollars,
  openMainWindow,
  watchRow,
  type MainWindowPage,
} from '../support/main-window-page.js'
import { pressNothing } from '../support/bridge.js'
import { waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'row-selection', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

const table = (name: string): Locator =>
  desk.page
    .getByRole('grid', { name, exact: true })
    .or(desk.page.getByRole('treegrid', { name, exact: true }))
const entry = (label: string | RegExp): Locator =>
  desk.page.getByRole('menuitem', { name: label, exact: true })
const bar = (panel: string): Locator => desk.page.locator(`[data-panel="${panel}"] .grid-selection`)
/** Returns the symbols of the selected rows, in the order shown. */
const selected = (name: string): Promise<readonly string[]> =>
  table(name)
    .locator('[role="row"][aria-selected="true"] .symbol')
    .allTextContents()
    .then((texts) => texts.map((text) => text.trim()))
const symbols = async (name: string): Promise<readonly string[]> =>
  (await table(name).locator('.grid-row .symbol').allTextContents()).map((text) => text.trim())
const press = async (row: Locator, modifiers: readonly ('Control' | 'Shift')[] = []) =>
  row
    .getByRole('gridcell')
    .first()
    .click({ modifiers: [...modifiers] })
const clipboard = (): Promise<string> =>
  desk.app.evaluate(({ clipboard: system }) => system.readText())

/** The command channel of the preload, inside the page. */
declare const countersign: {
  invoke(op: string, input: object): Promise<{ readonly ok: boolean; readonly value?: unknown }>
}

/** Places an order that rests far below the market, past the ticket; sent once for each index. */
async function restingOrder(symbol: string, index: number): Promise<void> {
  const limitPrice = dollars((await desk.cents('bid')) - 4_000)
  const place = async (): Promise<boolean> => {
    await pressNothing(desk.page)
    const reply = await desk.page.evaluate(
      async ([name, price, ticket]) => {
        const session = (await countersign.invoke('session.get', {})).value as {
          readonly selectedAccount: string
        }
        const draft = {
          accountId: session.selectedAccount,
          assetClass: 'stock',
          symbol: name,
          side: 'buy',
          type: 'limit',
          timeInForce: 'day',
          session: 'core',
          size: { kind: 'quantity', quantity: '1' },
          limitPrice: price,
          stopPrice: null,
          trail: null,
          expireDate: null,
        }
        return countersign.invoke('orders.submit', { ticket, draft })
      },
      [symbol, limitPrice, `selection-${index}`] as const,
    )
    return reply.ok
  }
  // A busy machine may be late, so that the press before the order does not count any more.
  await expect.poll(place).toBe(true)
}

test('A click selects one row and its symbol, Ctrl adds and removes, Shift takes the range', async () => {
  const { page } = desk
  const order = await symbols('Watchlist')
  const row = (index: number): Locator => watchRow(page, order[index] ?? '')
  await expect(table('Watchlist')).toHaveAttribute('aria-multiselectable', 'true')
  await press(row(1))
  await expect(row(1)).toHaveAttribute('aria-current', 'true')
  expect(await selected('Watchlist')).toEqual([order[1]])
  await press(row(3), ['Control'])
  await press(row(5), ['Control'])
  expect(await selected('Watchlist')).toEqual([order[1], order[3], order[5]])
  await expect(row(1), 'the symbol stays').toHaveAttribute('aria-current', 'true')
  await expect(row(5)).not.toHaveAttribute('aria-current', 'true')
  await expect(bar('watchlist')).toContainText('3 rows selected')
  await press(row(3), ['Control'])
  expect(await selected('Watchlist')).toEqual([order[1], order[5]])
  await press(row(2))
  await press(row(4), ['Shift'])
  expect(await selected('Watchlist')).toEqual(order.slice(2, 5))
  await press(row(0), ['Shift'])
  expect(await selected('Watchlist')).toEqual(order.slice(0, 3))
  await expect(page.getByRole('form', { name: `Order for ${order[2] ?? ''}` })).toBeVisible()
})

test('The keyboard alone selects: Shift with arrows, Space, all, none', async () => {
  const { page } = desk
  const order = await symbols('Watchlist')
  await press(watchRow(page, order[0] ?? ''))
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  expect(await selected('Watchlist')).toEqual(order.slice(0, 3))
  await page.keyboard.press('Shift+ArrowUp')
  expect(await selected('Watchlist')).toEqual(order.slice(0, 2))
  await page.keyboard.press('Control+ArrowDown')
  await page.keyboard.press('Control+ArrowDown')
  expect(await selected('Watchlist'), 'Ctrl moves only').toEqual(order.slice(0, 2))
  await page.keyboard.press('Space')
  expect(await selected('Watchlist')).toEqual([order[0], order[1], order[3]])
  await page.keyboard.press('Control+a')
  await expect(bar('watchlist')).toContainText(`${order.length} rows selected`)
  await page.keyboard.press('Escape')
  expect(await selected('Watchlist')).toEqual([])
  await expect(bar('watchlist')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  expect(await selected('Watchlist')).toEqual([order[4]])
})

test('The selection follows its rows through sorting and live prices', async () => {
  const { page } = desk
  const order = await symbols('Watchlist')
  await press(watchRow(page, order[0] ?? ''))
  await press(watchRow(page, order[4] ?? ''), ['Control'])
  const chosen = [order[0], order[4]]
  const price = watchRow(page, order[0] ?? '').locator('[data-column="last"]')
  const before = await price.textContent()
  const head = table('Watchlist').getByRole('columnheader', { name: 'Last' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(price).not.toHaveText(before ?? '')
  expect([...(await selected('Watchlist'))].sort()).toEqual([...chosen].sort())
  await head.getByRole('button').click()
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'none')
  await expect.poll(() => symbols('Watchlist')).toEqual(order)
  expect(await selected('Watchlist')).toEqual(chosen)
})

test('Selected rows are copied and exported, and no others', async () => {
  const { page } = desk
  const order = await symbols('Watchlist')
  await press(watchRow(page, order[0] ?? ''))
  await press(watchRow(page, order[2] ?? ''), ['Control'])
  await page.keyboard.press('Control+c')
  const lines = async () => (await clipboard()).split('\n').map((line) => line.split('\t')[0])
  await expect.poll(lines).toEqual([order[0], order[2]])
  const path = join(tmpdir(), `countersign-${process.pid}-selection.csv`)
  await rm(path, { force: true })
  await desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (() =>
      Promise.resolve({ canceled: false, filePath })) as typeof dialog.showSaveDialog
  }, path)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu', { name: '2 rows' })).toBeVisible()
  await entry('Export 2 rows as CSV…').click()
  await expect(page.getByRole('status').filter({ hasText: 'Table exported' })).toBeVisible()
  const csv = (await readFile(path, 'utf8')).replace('\uFEFF', '').trim().split('\r\n')
  expect(csv.slice(1).map((line) => line.split(',')[0])).toEqual([order[0], order[2]])
  await rm(path, { force: true })
})

test('Selected orders are canceled after one question that lists them', async () => {
  const { page } = desk
  await desk.tab('Orders')
  const names = ['AAPL', 'MSFT', 'AMZN'] as const
  for (const [index, name] of names.entries()) {
    await desk.choose(name)
    await restingOrder(name, index)
    await expect(desk.orderRow(name).filter({ hasText: 'Working' })).toBeVisible()
  }
  await page.getByRole('radio', { name: 'Working', exact: true }).click()
  await press(desk.orderRow('AAPL'))
  await press(desk.orderRow('MSFT'), ['Control'])
  await desk.orderRow('AAPL').getByRole('gridcell').nth(1).click({ button: 'right' })
  await desk.screenshot('orders-selected')
  await entry('Cancel 2 orders…').click()
  const question = page.getByRole('dialog', { name: 'Cancel 2 working orders?' })
  await expect(question.getByRole('listitem')).toHaveCount(2)
  await expect(question).not.toContainText('AMZN')
  await waitForInputDelay(page)
  await desk.screenshot('cancel-selected')
  await question.getByRole('button', { name: 'Keep orders' }).click()
  expect((await selected('Orders')).length, 'the selection stays').toBe(2)
  await table('Orders').focus()
  await page.keyboard.press('Delete')
  await expect(question).toBeVisible()
  await waitForInputDelay(page)
  await question.getByRole('button', { name: 'Cancel these 2' }).click()
  await expect(page.locator('.toast', { hasText: 'Cancel accepted for 2 of 2' })).toBeVisible()
  await expect(table('Orders').locator('.grid-row')).toHaveCount(1)
  await expect(desk.orderRow('AMZN')).toContainText('Working')
  expect(await selected('Orders'), 'rows that left are not selected').toEqual([])
})

test('Selected positions are closed by one review, and the others stay', async () => {
  const { page } = desk
  await desk.tab('Positions')
  const quantity = async (name: string): Promise<string> =>
    (await desk.positionRow(name).locator('[data-column="quantity"]').textContent()) ?? ''
  const ko = await quantity('KO')
  await press(desk.positionRow('AMZN'))
  await press(desk.positionRow('MSFT'), ['Control'])
  await page.keyboard.press('Shift+F10')
  await desk.screenshot('positions-selected')
  await entry('Close 2 positions…').click()
  const review = page.getByRole('dialog', { name: 'Close 2 positions' })
  await expect(review.getByRole('listitem')).toHaveCount(2)
  await expect(review).not.toContainText('KO')
  await desk.screenshot('close-selected')
  const send = page.getByTestId('close-send')
  await expect(send).toBeEnabled()
  await waitForInputDelay(page)
  await send.click()
  await expect(page.getByTestId('closed').getByText('At the broker')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(desk.positionRow('AMZN')).toHaveCount(0)
  await expect(desk.positionRow('MSFT')).toHaveCount(0)
  expect(await quantity('KO')).toBe(ko)
})

test('Selected symbols leave the watchlist together, in either theme and in Spanish', async () => {
  const { page } = desk
  const order = await symbols('Watchlist')
  for (const theme of ['light', 'dark'] as const) {
    await pressTheme(page, theme)
    await press(watchRow(page, order[1] ?? ''))
    await press(watchRow(page, order[3] ?? ''), ['Shift'])
    await desk.screenshot(`watchlist-selected-${theme}`)
  }
  await page.evaluate(() => countersign.invoke('preferences.set', { language: 'es' }))
  await page.reload()
  const list = page.locator('[data-panel="watchlist"] .grid-row')
  await list.nth(1).getByRole('gridcell').first().click()
  await list
    .nth(3)
    .getByRole('gridcell')
    .first()
    .click({ modifiers: ['Shift'] })
  await expect(bar('watchlist')).toContainText('3 filas seleccionadas')
  await list.nth(2).click({ button: 'right' })
  await desk.screenshot('watchlist-selected-es')
  await entry('Quitar 3 símbolos').click()
  await expect(list.locator('.symbol').first()).toHaveText(order[0] ?? '')
  await expect
    .poll(async () => (await list.locator('.symbol').allTextContents()).map((text) => text.trim()))
    .toEqual([order[0], ...order.slice(4)])
})
