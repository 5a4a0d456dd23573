import type { Client } from '@modelcontextprotocol/client'
import { expect, test, type Locator } from '@playwright/test'
import {
  approveCard,
  callTool,
  checkCardInThemes,
  closeCard,
  confirmVisible,
  connectPaired,
  endpointIsOpen,
  focusConfirmWindow,
  plainDollars,
  readCard,
  sentOrders,
  stockOrder,
} from './assistant-page.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { invoke } from '../support/bridge.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { placeDraft } from '../support/product-orders.js'
import { waitForAnimations } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
let client: Client
let userData = ''
const start = async (): Promise<void> => {
  desk = await openMainWindow({ suite: 'waiting', userData })
  await desk.ready()
  await desk.choose('AAPL')
}
test.beforeAll(async () => {
  userData = freshUserData()
  await start()
  client = await connectPaired(desk, 'Morning desk', 17, { validMinutes: 5 })
})
test.afterAll(async () => {
  await client?.close()
  await desk?.close()
  await removeFolder(userData)
})

interface Waiting {
  readonly waiting_id: string
  readonly state: string
  readonly condition: string
}

const panel = (): Locator => desk.page.locator('.instructions-panel')
const view = (name: string): Promise<void> =>
  panel()
    .getByRole('radio', { name: new RegExp(`^${name}`) })
    .click()

/** Lets an order wait; returns what the assistant was answered. */
const waitFor = async (condition: object, quantity: string): Promise<Waiting> => {
  const answer = await callTool(client, 'request_instruction', {
    tool: 'when_then_instruction',
    arguments: {
      condition,
      tool: 'place_stock_instruction',
      arguments: await stockOrder(desk, quantity, { reason: 'The breakout we talked about' }),
    },
  })
  return answer as unknown as Waiting
}
const priceAbove = async (factor: number) => ({
  kind: 'price',
  symbol: 'AAPL',
  when: 'above',
  price: plainDollars(Math.round((await desk.cents('ask')) * factor)),
})
/** Places a working order of the person far below the market; returns its id. */
const workingOrder = async (): Promise<string> => {
  const { account_id: accountId } = await stockOrder(desk, '1')
  const before = new Set((await sentOrders(desk, 'MSFT')).map((order) => order['client_order_id']))
  await placeDraft(desk, {
    accountId,
    assetClass: 'stock',
    symbol: 'MSFT',
    size: { kind: 'quantity', quantity: '1' },
    limitPrice: '300.00',
  })
  await expect.poll(async () => (await sentOrders(desk, 'MSFT')).length).toBe(before.size + 1)
  const order = (await sentOrders(desk, 'MSFT')).find(({ client_order_id: id }) => !before.has(id))
  return String(order?.['client_order_id'])
}
const cancel = async (accountId: string, clientOrderId: string): Promise<void> => {
  // The broker refuses to cancel an order that it has not yet sent to the market.
  await expect
    .poll(async () => (await invoke(desk, 'orders.cancel', { accountId, clientOrderId })).value)
    .toMatchObject({ outcome: 'acknowledged' })
}

test('CONFIRM-47: a request waits in the inbox with its condition, and the person removes it', async () => {
  const waiting = await waitFor(await priceAbove(1.2), '3')
  expect(waiting).toMatchObject({ state: 'WAITING' })
  await desk.page.getByRole('tab', { name: 'Instructions' }).click()
  await view('Inbox')
  const entry = desk.page.getByTestId(`waiting-${waiting.waiting_id}`)
  await expect(entry).toContainText('When: AAPL trades at')
  await expect(entry).toContainText('BUY 3 AAPL')
  await expect(entry).toContainText('by Morning desk')
  expect(await confirmVisible(desk)).toBe(false)
  for (const theme of ['light', 'contrast', 'dark'] as const) {
    await pressTheme(desk.page, theme)
    await loadAxe(desk.page)
    expect(await axeViolations(desk.page, '.instructions-panel'), theme).toEqual([])
    await desk.screenshot(`inbox-${theme}`)
  }
  await entry.getByRole('button', { name: /^Remove what waits/ }).click()
  await expect(entry).toHaveCount(0)
  await view('History')
  const ended = desk.page.getByTestId(`waited-${waiting.waiting_id}`)
  await expect(ended).toContainText('Removed by you')
  expect(await sentOrders(desk, 'AAPL')).toEqual([])
})

test('CONFIRM-47: it wakes with the window hidden, becomes a card, and nothing is sent before the approval', async () => {
  const { account_id: account } = await stockOrder(desk, '1')
  const order = await workingOrder()
  const condition = { kind: 'order', account_id: account, client_order_id: order, when: 'ended' }
  const waiting = await waitFor(condition, '4')
  await desk.app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) {
      if (window.webContents.getURL().includes('index.html')) window.hide()
    }
  })
  await cancel(account, order)
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 4 AAPL')
  await expect(confirm.locator('[data-field="condition"]')).toContainText('MSFT order')
  expect(await sentOrders(desk, 'AAPL')).toEqual([])
  await desk.app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) {
      if (window.webContents.getURL().includes('index.html')) window.showInactive()
    }
  })
  await checkCardInThemes(desk, confirm, 'woken-card', confirm.locator('[data-field="condition"]'))
  await approveCard(desk, confirm)
  await expect.poll(async () => (await sentOrders(desk, 'AAPL')).length).toBe(1)
  await closeCard(confirm)
  await desk.page.getByRole('tab', { name: 'Instructions' }).click()
  await view('History')
  await expect(desk.page.getByTestId(`waited-${waiting.waiting_id}`)).toContainText('Requested')
  for (const theme of ['light', 'contrast', 'dark'] as const) {
    await pressTheme(desk.page, theme)
    await loadAxe(desk.page)
    expect(await axeViolations(desk.page, '.instructions-panel'), theme).toEqual([])
    await desk.screenshot(`history-${theme}`)
  }
})

test('CONFIRM-47: it survives a restart, and the time between is shown as not evaluated', async () => {
  const waiting = await waitFor(await priceAbove(1.25), '5')
  await client.close()
  await desk.close()
  await start()
  await endpointIsOpen(desk)
  await desk.page.getByRole('tab', { name: 'Instructions' }).click()
  await view('Inbox')
  const entry = desk.page.getByTestId(`waiting-${waiting.waiting_id}`)
  await expect(entry).toContainText('BUY 5 AAPL')
  await expect(entry.getByTestId('gap')).toContainText('Countersign was closed')
  await desk.screenshot('after-restart')
})

/** Expects that nothing of the panel is cut off, and no violation in any theme. */
async function expectReadable(name: string): Promise<void> {
  await waitForAnimations(desk.page)
  expect(await overflows(desk.page), name).toEqual([])
  // Everything that Countersign itself says of what waits; the assistant's reason may be cut.
  const cut = await desk.page
    .locator('.waiting, .waiting-history')
    .locator('h3, .request-line, .request-left, .badge, [data-testid="gap"], td, button')
    .evaluateAll((parts) =>
      parts
        .filter((part) => !part.classList.contains('cut'))
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    )
  expect(cut, name).toEqual([])
  for (const theme of ['light', 'contrast', 'dark'] as const) {
    await pressTheme(desk.page, theme)
    await loadAxe(desk.page)
    expect(await axeViolations(desk.page, '.instructions-panel'), theme).toEqual([])
    await desk.screenshot(`${name}-${theme}`)
  }
}

test('CONFIRM-47: what waits, wakes and ended reads in full in Spanish, at a small size', async () => {
  await desk.page.setViewportSize({ width: 1_280, height: 800 })
  client = await connectPaired(desk, 'Ayudante', 18, { validMinutes: 5 })
  const { account_id: account } = await stockOrder(desk, '1')
  const order = await workingOrder()
  const wakes = { kind: 'order', account_id: account, client_order_id: order, when: 'ended' }
  const waiting = await waitFor(wakes, '6')
  const falls = { kind: 'day_change', symbol: 'AAPL', when: 'below', percent: '-15' }
  const fallen = await waitFor(falls, '7')
  await waitFor({ kind: 'time', time: '15:59' }, '8')
  await chooseLanguage(desk.page, 'es')
  await desk.page.getByRole('tab', { name: 'Instrucciones' }).click()
  await view('Bandeja')
  const entry = desk.page.getByTestId(`waiting-${fallen.waiting_id}`)
  await expect(entry).toContainText('Cuando: AAPL está en −15.00% o menos en el día')
  await expect(entry).toContainText('COMPRAR 7 AAPL')
  await expectReadable('inbox-es')

  await cancel(String(account), order)
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'COMPRAR 6 AAPL')
  const woken = confirm.locator('[data-field="condition"]')
  await expect(woken).toContainText('La orden de MSFT')
  expect(await overflows(confirm)).toEqual([])
  await checkCardInThemes(desk, confirm, 'woken-card-es', woken)
  await confirm.getByTestId('deny').click()
  await closeCard(confirm)

  await entry.getByRole('button', { name: /^Eliminar lo que espera/ }).click()
  await view('Historial')
  const ended = desk.page.getByTestId(`waited-${fallen.waiting_id}`)
  await expect(ended).toContainText('Eliminada por usted')
  await expect(desk.page.getByTestId(`waited-${waiting.waiting_id}`)).toContainText('Solicitada')
  await expectReadable('history-es')
})
