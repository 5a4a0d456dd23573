import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { pressNothing } from '../support/bridge.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import {
  dollars,
  openMainWindow,
  watchRow,
  type MainWindowPage,
} from '../support/main-window-page.js'
import { waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

const userData = freshUserData()
const open = (): Promise<MainWindowPage> =>
  openMainWindow({ suite: 'tables', userData, keyStore: 'none' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await open()
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
  await removeFolder(userData)
})

const table = (name: string): Locator =>
  desk.page
    .getByRole('grid', { name, exact: true })
    .or(desk.page.getByRole('treegrid', { name, exact: true }))
const head = (name: string, column: string): Locator =>
  table(name).getByRole('columnheader', { name: column, exact: true })
/** Returns the headings in display order, without those of actions. */
const heads = async (name: string): Promise<readonly string[]> =>
  (await table(name).locator('[data-head]:not(.end, .sr-only)').allTextContents()).map((text) =>
    text.trim(),
  )
const entry = (label: string): Locator =>
  desk.page.getByRole('menuitem', { name: label, exact: true })

/** Drags from the middle of one element to a place in another, given as a share of its width. */
async function drag(from: Locator, to: Locator, share: number): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (start === null || end === null) throw new Error('nothing to drag')
  const { mouse } = desk.page
  await mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await mouse.down()
  await mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 })
  await mouse.move(end.x + end.width * share, end.y + end.height / 2, { steps: 2 })
  await mouse.up()
}

/** The command channel of the preload, inside the page. */
declare const countersign: {
  invoke(op: string, input: object): Promise<{ readonly ok: boolean; readonly value?: unknown }>
}

/** Places an order past the ticket, as another client of the account would. */
async function orderElsewhere(symbol: string, limitPrice: string | null): Promise<unknown> {
  await pressNothing(desk.page)
  return desk.page.evaluate(
    async ([name, limit]) => {
      const session = (await countersign.invoke('session.get', {})).value as {
        readonly selectedAccount: string
      }
      const draft = {
        accountId: session.selectedAccount,
        assetClass: 'stock',
        symbol: name,
        side: 'buy',
        type: limit === null ? 'market' : 'limit',
        timeInForce: 'day',
        session: 'core',
        size: { kind: 'quantity', quantity: '1' },
        limitPrice: limit,
        stopPrice: null,
        trail: null,
        expireDate: null,
      }
      return countersign.invoke('orders.submit', { ticket: `tables-${Date.now()}`, draft })
    },
    [symbol, limitPrice] as const,
  )
}

/** Places an order that rests far below the market. */
async function restingOrder(symbol: string): Promise<void> {
  await orderElsewhere(symbol, dollars((await desk.cents('bid')) - 2_000))
  await desk.tab('Orders')
  await desk.page.getByRole('radio', { name: 'Working', exact: true }).click()
  await expect(desk.orderRow(symbol).filter({ hasText: 'Working' })).toBeVisible()
  await desk.page.getByRole('radio', { name: 'All', exact: true }).click()
}

const clipboard = (): Promise<string> =>
  desk.app.evaluate(({ clipboard: system }) => system.readText())

/** Makes the system's dialog save into a file, and returns the file's path. */
async function saveInto(name: string): Promise<string> {
  const path = join(tmpdir(), `countersign-${process.pid}-${name}`)
  await rm(path, { force: true })
  await desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (() =>
      Promise.resolve({ canceled: false, filePath })) as typeof dialog.showSaveDialog
  }, path)
  return path
}

test('Columns are moved and resized with the pointer, hidden and pinned by a menu', async () => {
  const { page } = desk
  await desk.tab('Positions')
  await drag(head('Positions', 'Open P&L'), head('Positions', 'Qty'), 0.1)
  expect((await heads('Positions')).slice(0, 3)).toEqual(['Symbol', 'Open P&L', 'Qty'])
  expect(await heads('Positions'), 'a drag does not sort').not.toContain('descending')

  const before = (await head('Positions', 'Value').boundingBox())?.width ?? 0
  const edge = head('Positions', 'Value').locator('[data-resize]')
  const place = await edge.boundingBox()
  await page.mouse.move((place?.x ?? 0) + 3, (place?.y ?? 0) + 5)
  await page.mouse.down()
  await page.mouse.move((place?.x ?? 0) + 63, (place?.y ?? 0) + 5, { steps: 4 })
  await page.mouse.up()
  await expect
    .poll(async () =>
      Math.round(((await head('Positions', 'Value').boundingBox())?.width ?? 0) - before),
    )
    .toBe(60)

  await head('Positions', 'Avg cost').click({ button: 'right' })
  await desk.screenshot('column-menu')
  await entry('Hide column').click()
  await expect(head('Positions', 'Avg cost')).toHaveCount(0)
  await head('Positions', 'Qty').click({ button: 'right' })
  await entry('Pin column').click()
  expect((await heads('Positions')).slice(0, 3)).toEqual(['Symbol', 'Qty', 'Open P&L'])
})

test('Columns are chosen, moved and resized by the keyboard alone', async () => {
  const { page } = desk
  await table('Positions').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  // The head keeps the column of the place before.
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const openPnl = head('Positions', 'Open P&L')
  await expect(openPnl).toHaveAttribute('data-active', 'true')
  await page.keyboard.press('Alt+ArrowRight')
  expect((await heads('Positions')).slice(0, 4)).toEqual(['Symbol', 'Qty', 'Price', 'Open P&L'])
  const before = (await openPnl.boundingBox())?.width ?? 0
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await openPnl.boundingBox())?.width).toBe(Math.round(before) + 16)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu', { name: 'Column Open P&L' })).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Columns: Positions' })
  await expect(dialog).toBeVisible()
  await desk.screenshot('column-dialog')
  await dialog.getByRole('checkbox', { name: 'Currency' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(head('Positions', 'Currency')).toBeVisible()
  await expect(table('Positions')).toBeFocused()
})

test('Orders show every column: what does not fit scrolls under the pinned symbol', async () => {
  await desk.tab('Orders')
  await expect
    .poll(() => heads('Orders'))
    .toEqual([
      'Symbol',
      'Side',
      'Qty',
      'Type',
      'Limit',
      'Stop',
      'Status',
      'Filled',
      'Avg fill',
      'TIF',
      'Placed ET',
      'Fees',
    ])
  const scroller = desk.page.locator('[data-panel="orders"] .grid-scroll')
  await scroller.evaluate((element) => {
    element.scrollLeft = element.scrollWidth
  })
  await expect(head('Orders', 'Fees')).toBeInViewport({ ratio: 1 })
  // The edge of a panel is rounded to a pixel.
  await expect(head('Orders', 'Symbol')).toBeInViewport({ ratio: 0.99 })
  await desk.screenshot('orders-scrolled')
  await scroller.evaluate((element) => {
    element.scrollLeft = 0
  })
  for (const theme of ['light', 'dark'] as const) {
    await pressTheme(desk.page, theme)
    await desk.screenshot(`orders-${theme}`)
  }
})

test('Cells and rows are copied, and the table is saved as CSV with all its digits', async () => {
  const { page } = desk
  await desk.tab('Orders')
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  const row = table('Orders').getByRole('row').nth(1)
  await row.getByRole('gridcell').first().click({ button: 'right' })
  await desk.screenshot('row-menu')
  await entry('Copy cell').click()
  const symbol = (await row.getByRole('gridcell').first().textContent()) ?? ''
  await expect.poll(clipboard).toBe(symbol)
  await table('Orders').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+c')
  await expect.poll(async () => (await clipboard()).split('\t')[0]).toBe(symbol)
  expect((await clipboard()).split('\t')).toHaveLength((await heads('Orders')).length)

  const path = await saveInto('orders.csv')
  const count = Number(await table('Orders').getAttribute('aria-rowcount')) - 1
  await page.keyboard.press('Shift+F10')
  await entry('Export as CSV…').click()
  await expect(page.getByRole('status').filter({ hasText: 'Table exported' })).toBeVisible()
  const csv = await readFile(path, 'utf8')
  const [first = '', ...lines] = csv.replace('\uFEFF', '').split('\r\n')
  expect(first).toBe(
    'Symbol,Side,Qty,Type,Limit,Stop,Status,Filled,Avg fill,Time in force,"Placed, New York time (ET)",Fees',
  )
  expect(lines.filter((line) => line !== '')).toHaveLength(count)
  expect(lines[0]).toMatch(/,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[45]:00,/)
  await rm(path, { force: true })
})

test('A row that is copied has the figures that it shows, also while the market moves', async () => {
  const { page } = desk
  await desk.choose('SPY')
  await desk.fill('quantity', '1')
  await page.getByLabel('Order type').selectOption('market')
  await desk.send()
  await desk.tab('Positions')
  const row = desk.positionRow('SPY')
  const column = (await heads('Positions')).indexOf('Price')
  const lastPrice = async (): Promise<string> =>
    ((await row.getByRole('gridcell').nth(column).textContent()) ?? '').trim()
  await row.getByRole('gridcell').first().click()
  const first = await lastPrice()
  await expect.poll(lastPrice).not.toBe(first)
  // The price may move between the two readings, so that a copy is repeated.
  await expect
    .poll(async () => {
      const before = await lastPrice()
      await page.keyboard.press('Control+c')
      const copied = (await clipboard()).split('\t')[column]
      return before !== first && copied === before ? 'the price shown' : `${copied}: ${before}`
    })
    .toBe('the price shown')
})

test('The arrangement of tables and the settings of panels survive a restart', async () => {
  const { page } = desk
  await page.getByRole('radio', { name: 'D', exact: true }).click()
  await desk.tab('Orders')
  await page.getByRole('radio', { name: 'Done', exact: true }).click()
  await head('Orders', 'Symbol').getByRole('button').click()
  await desk.tab('Positions')
  await expect(head('Positions', 'Value')).toBeVisible()
  const columns = await heads('Positions')
  const width = (await head('Positions', 'Value').boundingBox())?.width

  const watch = (column: string): Locator =>
    watchRow(desk.page, 'SPY').locator(`[data-column="${column}"]`)
  await desk.page
    .locator('[data-panel="watchlist"]')
    .getByRole('button', { name: 'Columns' })
    .click()
  for (const column of ['Change of the regular session since the previous close', 'Volume']) {
    await desk.page.getByRole('checkbox', { name: column, exact: true }).uncheck()
  }
  for (const column of ['52-week high', 'Last price in extended hours', 'Line of the day']) {
    await desk.page.getByRole('checkbox', { name: column, exact: true }).check()
  }
  await desk.page.keyboard.press('Escape')
  await expect(watch('yearHigh')).toHaveText(/^\d+\.\d\d$/)
  await expect(watch('dayLine').getByRole('img')).toHaveAccessibleName(/^Line of the day: low \d/)
  const chosen = await heads('Watchlist')
  await desk.close()

  desk = await open()
  await desk.ready()
  await expect(desk.page.getByRole('radio', { name: 'D', exact: true })).toBeChecked()
  expect(await heads('Watchlist')).toEqual(chosen)
  await expect(watch('yearHigh')).toHaveText(/^\d+\.\d\d$/)
  await desk.tab('Positions')
  await expect.poll(() => heads('Positions')).toEqual(columns)
  expect((await head('Positions', 'Value').boundingBox())?.width).toBe(width)
  await desk.tab('Orders')
  await expect(desk.page.getByRole('radio', { name: 'Done', exact: true })).toBeChecked()
  await expect(head('Orders', 'Symbol')).toHaveAttribute('aria-sort', 'ascending')
  await expect(watchRow(desk.page, 'SPY')).toBeVisible()
})

test('A reset of the workspace asks first, and is undone', async () => {
  const { page } = desk
  await desk.tab('Positions')
  await expect(head('Positions', 'Value')).toBeVisible()
  const standardHeads = await heads('Positions')
  const reset = async (button: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Commands and symbols' }).fill('Reset workspace')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Reset the workspace?' })).toBeVisible()
    await waitForInputDelay(page)
    await desk.screenshot('reset-question')
    await page.getByRole('button', { name: button, exact: true }).click()
  }
  await reset('Keep my workspace')
  expect(await heads('Positions')).toEqual(standardHeads)
  await reset('Reset workspace')
  await desk.tab('Positions')
  await expect.poll(() => heads('Positions')).not.toEqual(standardHeads)
  await expect(page.getByRole('radio', { name: '5m', exact: true })).toBeChecked()
  await desk.screenshot('reset-done')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await desk.tab('Positions')
  await expect.poll(() => heads('Positions')).toEqual(standardHeads)
  await expect(page.getByRole('radio', { name: 'D', exact: true })).toBeChecked()
})

test('A fill of a symbol that the ticket does not show gives a toast and a badge', async () => {
  const { page } = desk
  await desk.tab('Positions')
  await desk.choose('AAPL')
  await orderElsewhere('MSFT', null)
  const toast = page.locator('.toast', { hasText: 'Bought 1 MSFT at' })
  await expect(toast).toBeVisible()
  await expect(toast).toContainText('1 of 1 filled')
  await expect(page.getByRole('tab', { name: 'Fills 1, 1 new' })).toBeVisible()
  await desk.screenshot('fill-toast')
  await desk.tab('Fills')
  await expect(page.getByRole('tab', { name: 'Fills', exact: true })).toBeVisible()
  await toast.getByRole('button', { name: 'Show order' }).click()
  await expect(table('Orders').getByRole('row')).toHaveCount(2)
  await expect(desk.orderRow('MSFT')).toContainText('Filled')
  await page.getByRole('textbox', { name: 'Filter by symbol' }).fill('')
})

/** Runs a command of the palette by the title that it has now. */
async function command(title: string): Promise<void> {
  const { page } = desk
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Commands and symbols' }).fill(title)
  await page.getByRole('option', { name: title, exact: true }).click()
}

/** Confirms the orders of the open review, and waits until all are at the broker. */
async function sendClosing(orders: number): Promise<void> {
  const { page } = desk
  const send = page.getByTestId('close-send')
  await expect(send).toBeEnabled()
  await waitForInputDelay(page)
  await send.click()
  await expect(page.getByTestId('closed').getByText('At the broker')).toHaveCount(orders)
}

/** Returns the held quantity of a position, which depends on the day of the test. */
const sharesOf = async (symbol: string): Promise<number> =>
  Number(await desk.positionRow(symbol).locator('[data-column="quantity"]').textContent())

test('Half of a position is closed and a position is reversed, each after one review', async () => {
  const { page } = desk
  await desk.tab('Positions')
  const [ko, amzn] = [await sharesOf('KO'), await sharesOf('AMZN')]
  const sold = Math.floor(ko / 2)
  await desk.positionRow('KO').getByRole('gridcell').first().click({ button: 'right' })
  await desk.screenshot('position-menu')
  await entry('Close half…').click()
  const half = page.getByRole('dialog', { name: 'Close half of KO' })
  await expect(half).toContainText(`SELL ${sold} KO`)
  await desk.screenshot('close-half')
  await sendClosing(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => sharesOf('KO')).toBe(ko - sold)

  await desk.choose('AMZN')
  await command('Reverse position in AMZN…')
  const reverse = page.getByRole('dialog', { name: 'Reverse AMZN' })
  await expect(reverse).toContainText(`SELL ${amzn} AMZN`)
  await expect(reverse).toContainText(`SELL SHORT ${amzn} AMZN`)
  await desk.screenshot('reverse')
  await sendClosing(2)
  await page.keyboard.press('Escape')
  await expect(desk.positionRow('AMZN')).toContainText(`−${amzn}`)
})

test('Commands of the palette open tickets and reviews, and send nothing by themselves', async () => {
  const { page } = desk
  const ko = await sharesOf('KO')
  await desk.choose('MSFT')
  await command('Sell MSFT…')
  await expect(page.getByTestId('ticket-submit')).toContainText('Sell')
  const accepted = async (): Promise<number> => Object.keys((await desk.truth()).accepted).length
  const before = await accepted()
  await command('Flatten: close all positions…')
  const all = page.getByRole('dialog', { name: 'Close all positions' })
  await expect(all).toContainText(/BUY \d+ AMZN/)
  await expect(all).toContainText(`SELL ${ko} KO`)
  await desk.screenshot('close-all')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await accepted()).toBe(before)

  await restingOrder('MSFT')
  await command('Cancel orders in MSFT…')
  const cancel = page.getByRole('dialog', { name: 'Cancel 1 working order?' })
  await expect(cancel).toBeVisible()
  await waitForInputDelay(page)
  await cancel.getByRole('button', { name: 'Cancel all' }).click()
  await expect(page.locator('.toast', { hasText: 'Cancel accepted for 1 of 1' })).toBeVisible()
})

test('Row menus offer what the row allows, and the windows look right in Spanish', async () => {
  const { page } = desk
  await desk.tab('Positions')
  await desk.positionRow('KO').getByRole('gridcell').first().click({ button: 'right' })
  await entry('Sell KO…').click()
  await expect(page.getByRole('form', { name: 'Order for KO' })).toBeVisible()
  await watchRow(page, 'SPY').click({ button: 'right' })
  await expect(entry('Move down')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.evaluate(() => countersign.invoke('preferences.set', { language: 'es' }))
  await page.reload()
  await page.getByRole('tab', { name: 'Órdenes' }).click()
  const orders = table('Órdenes')
  await expect(orders.getByRole('row').nth(1)).toBeVisible()
  await orders.getByRole('row').nth(1).click({ button: 'right' })
  await expect(entry('Exportar como CSV…')).toBeVisible()
  await desk.screenshot('orders-menu-es')
  await entry('Elegir columnas…').click()
  await expect(page.getByRole('dialog', { name: 'Columnas: Órdenes' })).toBeVisible()
  await desk.screenshot('columns-es')
  await page.keyboard.press('Escape')
})
