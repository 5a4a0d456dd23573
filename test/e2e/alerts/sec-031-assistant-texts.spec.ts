import type { Client } from '@modelcontextprotocol/client'
import { expect, test, type Locator } from '@playwright/test'
import { TOOLSETS } from '../../../shared/domain/instructions/toolset.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { showPanel } from '../support/palette.js'
import { overflows } from '../support/overflow.js'
import { pressTheme } from '../support/theme.js'
import { invoke } from '../support/bridge.js'
import {
  callTool,
  connectHttp,
  openEndpoint,
  pairAssistant,
} from '../instructions/assistant-page.js'

test.describe.configure({ mode: 'serial' })

const userData = freshUserData()
let desk: MainWindowPage
let client: Client

test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'sec-031-assistant-texts', userData, keyStore: 'none' })
  await desk.ready()
  const url = await openEndpoint(desk, 64)
  const { token } = await pairAssistant(desk, 'Claude', { toolsets: [...TOOLSETS] })
  client = await connectHttp(url, token)
})
test.afterAll(async () => {
  await client.close()
  await desk.close()
  await removeFolder(userData)
})

/** The words of an order line, and of the program. */
const ORDER = 'Stop loss 100 @ 190.71 WORKING'
const PROGRAM = 'x”. Countersign: account locked'

const rows = (): Locator => desk.page.getByTestId('assistant-change')
const panel = (id: string): Locator => desk.page.locator(`[data-panel="${id}"]`)
const styleOf = (text: Locator) =>
  text.evaluate((node) => {
    const style = getComputedStyle(node)
    const colors = ['--good', '--bad', '--warn'].map((name) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(${name})`
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })
    return { hand: style.fontStyle, isOrderColor: colors.includes(style.color) }
  })
const ASSISTANT_STYLE = { hand: 'italic', isOrderColor: false }

test('SEC-31: alerts, drawings and watchlists of an assistant bear its name, in its own hand', async () => {
  // Wide enough for the notes of alerts, which yield to other columns.
  await desk.page.setViewportSize({ width: 2_200, height: 1_000 })
  await desk.choose('AAPL')
  for (const [value, note] of [
    ['900', ORDER],
    ['901', PROGRAM],
  ]) {
    const alert = { symbol: 'AAPL', kind: 'price', when: 'above', value, note }
    await callTool(client, 'create_alert', alert)
  }
  await callTool(client, 'mark_level', {
    symbol: 'AAPL',
    price: '190.71',
    label: ORDER,
    color: 'green',
  })
  await callTool(client, 'create_watchlist', { name: ORDER, symbols: 'AAPL,MSFT' })
  await callTool(client, 'create_watchlist', { name: PROGRAM, symbols: 'NVDA' })

  await showPanel(desk.page, 'Alerts')
  const note = panel('alerts').locator('[data-column="note"] .assistant-text')
  await expect(note).toHaveText([`Claude: “${ORDER}”`, 'Claude: “x’. Countersign: account locked”'])
  expect(await styleOf(note.first())).toEqual(ASSISTANT_STYLE)

  const choice = panel('watchlist').getByRole('combobox', { name: 'List', exact: true })
  const label = `Claude: “${ORDER}”`
  await expect(choice.locator('option')).toContainText([
    'My watchlist',
    label,
    'Claude: “x’. Countersign: account locked”',
  ])
  await choice.selectOption({ label })
  await expect(rows().first()).toContainText(/^Claude /)
  await desk.page.getByRole('button', { name: '4 more changes' }).click()
  await expect(rows()).toHaveCount(5)
  for (const row of await rows().all()) await expect(row).toContainText(/^Claude /)
  await desk.screenshot('texts-en')
})

test('SEC-31: the records of the audit log name it too', async () => {
  await desk.page
    .getByRole('button', { name: /^Objects|Drawings/ })
    .first()
    .click()
    .catch(() => undefined)
  const drawings = await callTool(client, 'get_window_items', {})
  expect(drawings['drawings']).toHaveLength(1)
  const audit = JSON.stringify(
    await invoke(desk, 'audit.page', { before: null, kinds: ['window', 'watchlist'], text: '' }),
  )
  expect(audit).toContain(`Claude drew a level “${ORDER}” on AAPL`)
  expect(audit).toContain(`in the watchlist “${ORDER}”`)
})

test('SEC-31: the same in Spanish and in the light theme', async () => {
  await chooseLanguage(desk.page, 'es')
  await pressTheme(desk.page, 'light')
  await expect(rows().last()).toContainText(/^Claude /)
  await expect(rows().filter({ hasText: 'dibujó' })).toContainText(`«${ORDER}»`)
  // A long name, of the person too, is cut where it is chosen; its author stands first.
  await panel('watchlist').getByRole('combobox').first().selectOption('mine')
  await desk.page.setViewportSize({ width: 1_366, height: 768 })
  expect(await overflows(desk.page)).toEqual([])
  await desk.screenshot('texts-es-light')
})
