import type { Client } from '@modelcontextprotocol/client'
import { expect, test, type Locator } from '@playwright/test'
import { DEFAULT_TOOLSETS, TOOLSETS } from '../../../shared/domain/instructions/toolset.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
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
  openMainWindow({ suite: 'assistant-watchlists', userData, keyStore: 'none' })

let desk: MainWindowPage
let client: Client
let connectionId: string
let url: string
let token: string
let off: Client
test.beforeAll(async () => {
  desk = await open()
  await desk.ready()
  url = await openEndpoint(desk, 60)
  const paired = await pairAssistant(desk, 'Claude', { toolsets: [...TOOLSETS] })
  connectionId = paired.connection.id
  token = paired.token
  client = await connectHttp(url, paired.token)
  const other = await pairAssistant(desk, 'Other')
  expect(other.connection.policy.toolsets).toEqual(DEFAULT_TOOLSETS)
  off = await connectHttp(url, other.token)
})
test.afterAll(async () => {
  await client.close()
  await off.close()
  await desk.close()
  await removeFolder(userData)
})

const panel = (): Locator => desk.page.locator('[data-panel="watchlist"]')
const strip = (): Locator => desk.page.getByTestId('assistant-change')
const choice = (): Locator => panel().getByRole('combobox', { name: 'List', exact: true })
const symbolsShown = (): Promise<readonly string[]> =>
  panel()
    .locator('.grid-row [data-column="symbol"]')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent?.trim() ?? ''))

let list = ''

test('An assistant makes a list that the person sees, and may keep', async () => {
  const made = await callTool(client, 'create_watchlist', { name: 'Tech', symbols: 'AAPL,MSFT' })
  list = made['watchlist_id'] as string
  await expect(strip()).toHaveText(
    /Claude made the list, added AAPL, MSFT in the watchlist “Tech” \d+ s ago/,
  )
  await strip().getByRole('button', { name: /^Keep/ }).click()
  await expect(strip()).toHaveCount(0)
  await choice().selectOption({ label: 'Claude: “Tech”' })
  await expect.poll(symbolsShown).toEqual(['AAPL', 'MSFT'])
})

test('What an assistant adds and removes is undone, after a restart too', async () => {
  await callTool(client, 'add_watchlist_instruments', { watchlist_id: list, symbols: 'nvda' })
  await callTool(client, 'remove_watchlist_instruments', { watchlist_id: list, symbols: 'AAPL' })
  await expect.poll(symbolsShown).toEqual(['MSFT', 'NVDA'])
  await expect(strip()).toHaveText(/Claude added NVDA, removed AAPL in the watchlist “Tech”/)
  await loadAxe(desk.page)
  for (const theme of ['light', 'contrast', 'dark'] as const) {
    await pressTheme(desk.page, theme)
    await waitForInputDelay(desk.page)
    expect(await axeViolations(desk.page, '.assistant-changes'), theme).toEqual([])
    expect(await overflows(desk.page), theme).toEqual([])
    await desk.screenshot(`changes-${theme}`)
  }
  await choice().selectOption({ label: 'My watchlist' })
  await client.close()
  await desk.close()
  desk = await open()
  await desk.ready()
  await choice().selectOption({ label: 'Claude: “Tech”' })
  await endpointIsOpen(desk)
  client = await connectHttp(url, token)
  await strip().getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(symbolsShown).toEqual(['AAPL', 'MSFT'])
  await expect(strip()).toHaveCount(0)
})

test('Unknown symbols, a pause, and a toolset that is off are refused', async () => {
  const add = { watchlist_id: list, symbols: 'NVDAA' }
  expect(await refusal(client, 'add_watchlist_instruments', add)).toContain(
    '\\"did_you_mean\\":\\"NVDA\\"',
  )
  expect(await refusal(off, 'add_watchlist_instruments', add)).toContain('toolset-off')
  await invoke(desk, 'assistants.pause', { id: connectionId, minutes: 15 })
  const known = { watchlist_id: list, symbols: 'NVDA' }
  expect(await refusal(client, 'add_watchlist_instruments', known)).toContain('paused')
  await invoke(desk, 'assistants.resume', { id: connectionId })
  await expect.poll(symbolsShown).toEqual(['AAPL', 'MSFT'])
})

test('The change and the toolset are shown in Spanish too', async () => {
  await callTool(client, 'add_watchlist_instruments', { watchlist_id: list, symbols: 'NVDA' })
  await callTool(client, 'update_watchlist', { watchlist_id: list, name: 'Chips' })
  await chooseLanguage(desk.page, 'es')
  await expect(strip()).toHaveText(
    /Claude cambió el nombre «Tech», añadió NVDA en la lista «Chips» hace/,
  )
  await desk.screenshot('changes-es')
  expect(await overflows(desk.page)).toEqual([])
  await strip()
    .getByRole('button', { name: /^Deshacer/ })
    .click()
  await expect(choice().or(panel().getByRole('combobox').first())).toContainText('Tech')
})

test('A halt blocks changes, and the audit log has every change and decision', async () => {
  const rows = async (): Promise<string> =>
    JSON.stringify(
      await invoke(desk, 'audit.page', { before: null, kinds: ['watchlist'], text: '' }),
    )
  const log = await rows()
  for (const line of ['added NVDA', 'removed AAPL', 'The person has undone', 'has kept']) {
    expect(log).toContain(line)
  }
  await invoke(desk, 'assistants.kill', { why: 'Test.', scope: 'all' })
  const known = { watchlist_id: list, symbols: 'NVDA' }
  await expect
    .poll(async () => {
      const answer = await client
        .callTool({ name: 'add_watchlist_instruments', arguments: known })
        .catch((error: unknown) => String(error))
      return JSON.stringify(answer)
    })
    .toMatch(/halted|revoked|403/)
})
