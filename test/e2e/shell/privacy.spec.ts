import { expect, test } from '@playwright/test'
import { PANELS } from '../../../renderer/panels/registry.js'
import { text } from '../../../shared/messages/en/window/index.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'
import { runCommand, showPanel } from '../support/palette.js'
import {
  callTool,
  connectHttp,
  openEndpoint,
  pairAssistant,
  stockOrder,
} from '../instructions/assistant-page.js'

const userData = freshUserData()
let desk: MainWindowPage
const open = async (): Promise<void> => {
  desk = await openMainWindow({ suite: 'privacy', keyStore: 'session', userData })
  await desk.ready()
}
test.beforeAll(open)
test.afterAll(async () => {
  await desk.close()
  await removeFolder(userData)
})

/** Amounts above a thousand, as they are written. */
const AMOUNT = /\d{1,3}(?:,\d{3})+\.\d\d/g

/** Returns the person's amounts and account numbers as the window shows them openly. */
async function shownAmounts(): Promise<readonly string[]> {
  const { page } = desk
  const amounts = new Set<string>()
  const collect = async (selector: string): Promise<void> => {
    for (const amount of (await page.locator(selector).first().innerText()).match(AMOUNT) ?? []) {
      amounts.add(amount)
    }
  }
  await collect('.statusbar')
  for (const [id, title] of [
    ['account', 'Account'],
    ['positions', 'Positions'],
  ] as const) {
    await showPanel(page, title)
    await expect(page.locator(`[data-panel="${id}"]`)).toContainText(/\d,\d{3}\.\d\d/)
    await collect(`[data-panel="${id}"]`)
  }
  const accounts = await page.getByRole('combobox', { name: 'Trade with account' }).innerText()
  for (const number of accounts.match(/\d{8}/g) ?? []) amounts.add(number)
  return [...amounts]
}

/** The sizes of a working order and of an instruction: nothing else has them. */
const ORDER_SIZE = '27,919'
const REQUEST_SIZE = '13'
const SIZES = [ORDER_SIZE, ORDER_SIZE.replace(',', '')]
/**
 * What may be in the page in privacy mode: what the person types in the ticket, prices and sizes of
 * the market, prices of orders, and limits that the person set. None of them is in the list of the
 * amounts that are looked for. Returns each amount that is found, with the text around it.
 */
const leaks = async (amounts: readonly string[]): Promise<readonly string[]> => {
  const page = await desk.page.evaluate(() => {
    const values = [...document.querySelectorAll('input, textarea, select')]
      .filter((field) => field.closest('[data-panel="ticket"]') === null)
      .map((field) => (field as HTMLInputElement).value)
    // The book of the market contains the person's order, as it contains everybody's.
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const level of copy.querySelectorAll('[data-panel="depth"] li')) level.remove()
    return [copy.outerHTML, document.title, ...values].join('\n')
  })
  // The names that a screen reader reads are computed from more than one attribute.
  const names = await desk.page.locator('body').ariaSnapshot()
  const titles = await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getTitle()),
  )
  const spoken = names
    .replaceAll(/(?:Bids|Asks) [\d.,]+, size [\d.,]+.*/g, '')
    .replaceAll(/button "(?:● ••• )?[\d,]+ [\d,]+ [\d.,]+"/g, '')
  const everything = [page, spoken, ...titles].join('\n')
  // A longer number of the market may end or begin with the digits of an amount.
  return amounts.flatMap((amount) => {
    const found = new RegExp(
      `.{0,80}(?<![\\d,.])${amount.replaceAll('.', '\\.')}(?![\\d,]|\\.\\d).{0,40}`,
    ).exec(everything)
    return found === null ? [] : [found[0]]
  })
}

/** Sends an order far from the market, and has an assistant request another one. */
async function makeOrders(): Promise<() => Promise<void>> {
  await desk.choose('AAPL')
  await desk.page.getByRole('radio', { name: 'Buy', exact: true }).click()
  await desk.fill('quantity', '27919')
  await desk.fill('limitPrice', '1.07')
  await desk.send()
  await desk.tab('Orders')
  await expect(desk.orderRow('AAPL').filter({ hasText: ORDER_SIZE })).toBeVisible()
  const { token } = await pairAssistant(desk, 'Research assistant')
  const client = await connectHttp(await openEndpoint(desk, 0), token)
  const order = await stockOrder(desk, REQUEST_SIZE, {
    symbol: 'MSFT',
    reason: 'Your $98,765.43 of cash earns nothing.',
  })
  await callTool(client, 'place_stock_instruction', order)
  return () => client.close()
}

test('Privacy mode leaves no amount of the person in any panel, and survives a restart', async () => {
  test.setTimeout(400_000)
  const { page } = desk
  const disconnect = await makeOrders()
  const amounts = [...(await shownAmounts()), ...SIZES, '98,765.43']
  await desk.fill('quantity', '')
  expect(amounts.length).toBeGreaterThan(8)
  expect(await leaks(amounts), 'they are in the page before').not.toEqual([])

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Alt+p')
  await expect(page.getByTestId('amounts-hidden')).toBeVisible()
  const leaked: string[] = []
  for (const { id } of PANELS) {
    await showPanel(page, text.panelTitles[id])
    await expect(page.locator(`[data-panel="${id}"]`)).toBeVisible()
    await expect(page.locator(`[data-panel="${id}"] .skeleton`)).toHaveCount(0)
    for (const amount of await leaks(amounts)) leaked.push(`${id}: ${amount}`)
  }
  expect(leaked).toEqual([])
  await showPanel(page, 'Instructions')
  const request = page.locator('[data-panel="instructions"] li').filter({ hasText: 'MSFT' }).first()
  await expect(request).toContainText(/•••\s*MSFT/)
  await expect(request).not.toContainText(new RegExp(`\\b${REQUEST_SIZE}\\b`))
  await desk.screenshot('instructions-hidden')
  await showPanel(page, 'Ticket')
  await showPanel(page, 'Chart')
  await showPanel(page, 'Watchlist')
  await desk.choose('AAPL')
  const line = page.locator('.trade-row.order').first()
  await expect(line).toContainText('•••')
  await expect(page.locator('.trade-row.position').first()).toContainText('Long •••')
  await desk.screenshot('chart-hidden')
  await disconnect()
  await showPanel(page, 'Positions')
  await expect(desk.positionRow('SPY').first()).toContainText('•••')
  await desk.screenshot('hidden')
  // Prices of the market, and what is typed, stay.
  await expect(watchRow(page, 'SPY')).toContainText(/\d+\.\d\d/)
  await showPanel(page, 'Ticket')
  await desk.choose('MSFT')
  await desk.fill('quantity', '17')
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('17')

  await desk.close()
  await open()
  await expect(desk.page.getByTestId('amounts-hidden')).toBeVisible()
  expect(await leaks(amounts)).toEqual([])
  await runCommand(desk.page, 'Show amounts')
  await expect(desk.page.getByTestId('amounts-hidden')).toHaveCount(0)
  await expect(desk.page.locator('.statusbar')).toContainText(/\d,\d{3}\.\d\d/)
})
