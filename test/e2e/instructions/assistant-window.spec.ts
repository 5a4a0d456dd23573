import type { Client } from '@modelcontextprotocol/client'
import { expect, test, type Locator } from '@playwright/test'
import { TOOLSETS } from '../../../shared/domain/instructions/toolset.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { showPanel } from '../support/palette.js'
import { overflows } from '../support/overflow.js'
import { waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'
import { invoke } from '../support/bridge.js'
import {
  callTool,
  connectHttp,
  endpointIsOpen,
  openEndpoint,
  pairAssistant,
  refusal,
} from './assistant-page.js'

test.describe.configure({ mode: 'serial' })

const userData = freshUserData()
const open = (): Promise<MainWindowPage> =>
  openMainWindow({ suite: 'assistant-window', userData, keyStore: 'none' })

let desk: MainWindowPage
let url: string
/** Shows symbols and fills the ticket. */
let claude: Client
/** Draws and sets alerts. */
let cursor: Client
let claudeToken: string
let cursorToken: string
let claudeId: string
let off: Client
/** The orders that the practice account has from the start. */
let before: number

test.beforeAll(async () => {
  desk = await open()
  await desk.ready()
  before = (await desk.truth()).orders.length
  url = await openEndpoint(desk, 61)
  const all = { toolsets: [...TOOLSETS] }
  const [first, second, third] = [
    await pairAssistant(desk, 'Claude', all),
    await pairAssistant(desk, 'Cursor', all),
    await pairAssistant(desk, 'Other'),
  ]
  claudeId = first.connection.id
  claudeToken = first.token
  cursorToken = second.token
  claude = await connectHttp(url, claudeToken)
  cursor = await connectHttp(url, cursorToken)
  off = await connectHttp(url, third.token)
})
test.afterAll(async () => {
  await claude.close()
  await cursor.close()
  await off.close()
  await desk.close()
  await removeFolder(userData)
})

const rows = (): Locator => desk.page.getByTestId('assistant-change')
const press = (name: RegExp): Promise<void> => rows().getByRole('button', { name }).first().click()
const chart = (): Locator => desk.page.getByTestId('chart')
const ticket = (): Locator => desk.page.getByTestId('ticket')
const band = (): Locator => desk.page.getByTestId('ticket-filled')
const quantity = (): Locator => ticket().getByLabel('Quantity', { exact: true })
/** Leaves every field, so that the person does not type. */
const leaveFields = (): Promise<void> =>
  desk.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
const ordered = async (): Promise<number> => (await desk.truth()).orders.length - before
const ORDER = {
  symbol: 'MSFT',
  side: 'BUY',
  order_type: 'LIMIT',
  quantity: '7',
  limit_price: '401.5',
}

test('Tools of the window are off until the person allows them', async () => {
  expect(await refusal(off, 'show_symbol', { symbol: 'MSFT' })).toContain('toolset-off')
  await expect(rows()).toHaveCount(0)
})

test('A symbol is shown, attributed, and undone', async () => {
  await desk.choose('AAPL')
  await leaveFields()
  const shown = await callTool(claude, 'show_symbol', { symbol: 'MSFT', timespan: 'D' })
  expect(shown).toMatchObject({ state: 'done', before: 'AAPL', timespan_before: 'M5' })
  await expect(chart()).toHaveAttribute('aria-label', /MSFT/)
  await expect(rows()).toHaveText(/Claude showed MSFT, daily, on the chart \(before: AAPL, 5 min\)/)
  await desk.screenshot('symbol-shown')
  await press(/^Undo/)
  await expect(chart()).toHaveAttribute('aria-label', /AAPL/)
  await expect(rows()).toHaveCount(0)
})

test('The ticket is filled and not sent; undo restores it', async () => {
  await leaveFields()
  const filled = await callTool(claude, 'fill_ticket', ORDER)
  expect(filled).toMatchObject({ state: 'done' })
  await expect(band()).toHaveText(/Filled by Claude, not sent/)
  await expect(quantity()).toHaveValue('7')
  await expect(rows()).toHaveText(
    /Claude filled the ticket, and sent nothing: BUY 7 MSFT, limit 401.50/,
  )
  expect(await ordered()).toBe(0)
  await loadAxe(desk.page)
  for (const theme of ['light', 'contrast', 'dark'] as const) {
    await pressTheme(desk.page, theme)
    await waitForInputDelay(desk.page)
    for (const part of ['.assistant-changes', '[data-panel="ticket"]']) {
      expect(await axeViolations(desk.page, part), `${theme} ${part}`).toEqual([])
    }
    expect(await overflows(desk.page), theme).toEqual([])
    await desk.screenshot(`ticket-filled-${theme}`)
  }
  await press(/^Undo/)
  await expect(band()).toHaveCount(0)
  await expect(chart()).toHaveAttribute('aria-label', /AAPL/)
})

test('An order that the person typed is never lost: the symbol and the fill are offered', async () => {
  await desk.choose('AAPL')
  await quantity().fill('3')
  await leaveFields()
  expect(await callTool(claude, 'fill_ticket', ORDER)).toMatchObject({ state: 'offered' })
  await expect(quantity()).toHaveValue('3')
  await expect(rows()).toHaveText(/Claude prepared an order, and your ticket is unchanged/)
  const shown = await callTool(claude, 'show_symbol', { symbol: 'NVDA' })
  expect(shown).toMatchObject({ state: 'offered' })
  expect(String(shown['note'])).toContain('nothing was changed')
  await expect(chart()).toHaveAttribute('aria-label', /AAPL/)
  await expect(quantity()).toHaveValue('3')
  await desk.page.getByRole('button', { name: '1 more change' }).click()
  await expect(rows()).toHaveCount(2)
  await desk.screenshot('offers')
  await press(/^Dismiss: Claude wants to show NVDA/)
  await press(/^Fill ticket/)
  await expect(band()).toHaveText(/Filled by Claude, not sent/)
  await expect(quantity()).toHaveValue('7')
  await desk.choose('AAPL')
  await expect(quantity()).toHaveValue('3')
  await quantity().fill('')
})

test('The person sends a filled ticket as their own order, recorded as prepared', async () => {
  await desk.choose('MSFT')
  await expect(band()).toHaveCount(1)
  await desk.send()
  await expect.poll(ordered).toBe(1)
  await expect(band()).toHaveCount(0)
  await expect(rows()).toHaveCount(0)
  const log = async (): Promise<string> =>
    JSON.stringify(await invoke(desk, 'audit.page', { before: null, kinds: ['window'], text: '' }))
  await expect.poll(log).toContain('sent an order by hand that Claude had prepared')
})

test('An alert and drawings are attributed, survive a restart, and are undone', async () => {
  const alert = await callTool(cursor, 'create_alert', {
    symbol: 'MSFT',
    kind: 'price',
    when: 'above',
    value: '900',
    note: 'Round \u202e number\n<b>x</b>',
  })
  await callTool(cursor, 'mark_level', { symbol: 'MSFT', price: '514.5', label: 'Target' })
  const line = await callTool(cursor, 'draw_on_chart', {
    symbol: 'MSFT',
    kind: 'trend-line',
    points: [
      { time: '2026-11-27T10:00:00Z', price: '511' },
      { time: '2026-11-27T14:30:00Z', price: '514' },
    ],
  })
  const items = await callTool(cursor, 'get_window_items', {})
  expect(items['alerts']).toMatchObject([{ id: alert['id'], state: 'active' }])
  expect(items['drawings']).toHaveLength(2)
  await cursor.close()
  await claude.close()
  await desk.close()
  desk = await open()
  await desk.ready()
  await endpointIsOpen(desk)
  cursor = await connectHttp(url, cursorToken)
  claude = await connectHttp(url, claudeToken)
  await desk.page.getByRole('button', { name: '2 more changes' }).click()
  await expect(rows()).toHaveText([
    /Cursor drew a trend line on MSFT/,
    /Cursor drew a level “Target” on MSFT, from 514.50/,
    /Cursor set an alert: MSFT rises to 900/,
  ])
  const drawn = desk.page.getByTestId('chart-drawings').locator('li')
  await expect(drawn).toHaveCount(2)
  await desk.screenshot('drawn')
  await callTool(cursor, 'remove_drawing', { id: line['id'] })
  await expect(rows()).toHaveCount(2)
  await press(/^Undo: Cursor drew a level/)
  await expect(drawn).toHaveCount(0)
  await expect(rows()).toHaveText(/Cursor set an alert/)
  expect((await callTool(cursor, 'get_window_items', {}))['drawings']).toEqual([])
  await showPanel(desk.page, 'Alerts')
  const mark = desk.page.getByTestId('alerts').getByRole('img', { name: 'Set by Cursor' })
  await expect(mark).toBeVisible()
  await expect(
    desk.page
      .getByTestId('alerts')
      .locator('[aria-description="Set by Cursor. Cursor: “Round number <b>x</b>”"]'),
  ).toBeVisible()
  await desk.screenshot('alert-marked')
  await press(/^Undo/)
  await expect(mark).toHaveCount(0)
})

test('The list of changes is shown in Spanish too', async () => {
  await leaveFields()
  await callTool(claude, 'show_symbol', { symbol: 'NVDA' })
  await callTool(claude, 'fill_ticket', { ...ORDER, symbol: 'NVDA' })
  await chooseLanguage(desk.page, 'es')
  await desk.page.getByRole('button', { name: '1 cambio más' }).click()
  await expect(rows().first()).toHaveText(/Claude rellenó la boleta, sin enviar nada/)
  await desk.page.setViewportSize({ width: 1_280, height: 800 })
  await desk.screenshot('changes-es')
  expect(await overflows(desk.page)).toEqual([])
  await desk.page.getByRole('button', { name: 'Mostrar solo el más reciente' }).click()
  await chooseLanguage(desk.page, 'en')
})

test('A flood is refused, a pause and a halt stop the tools, and nothing was ordered', async () => {
  const calls = await Promise.all(
    Array.from({ length: 100 }, () =>
      claude
        .callTool({ name: 'show_symbol', arguments: { symbol: 'AAPL' } })
        .catch((error: unknown) => ({ isError: true, content: String(error) })),
    ),
  )
  expect(calls.filter(({ isError }) => isError !== true).length).toBeLessThanOrEqual(1)
  await expect(rows().first()).toBeVisible()
  await invoke(desk, 'assistants.pause', { id: claudeId, minutes: 15 })
  // The flood may have used up the requests of this second.
  await expect(async () => {
    expect(await refusal(claude, 'fill_ticket', ORDER)).toContain('paused')
  }).toPass()
  await invoke(desk, 'assistants.kill', { why: 'Test.', scope: 'all' })
  await expect
    .poll(async () => {
      const answer = await cursor
        .callTool({ name: 'mark_level', arguments: { symbol: 'MSFT', price: '500' } })
        .catch((error: unknown) => String(error))
      return JSON.stringify(answer)
    })
    .toMatch(/halted|revoked|403/)
  // The one order that the person sent before, and no other.
  expect(await ordered()).toBe(1)
})
