import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { connectBridge } from './assistant-page.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { overflows } from '../support/overflow.js'
import { waitForAnimations } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'
import { invoke } from '../support/bridge.js'
import { freePort } from '../../harness/system/free-port.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

/** Settings of Cursor as a person has them: another server, a comment, their own layout. */
const SETTINGS = `{
    // my servers
    "mcpServers": {
        "files": { "command": "npx", "args": ["-y", "files"] }, // local
    },
}
`
const THEMES = ['dark', 'light', 'contrast'] as const

let home: string
let desk: MainWindowPage
test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'person-'))
  mkdirSync(join(home, '.cursor'))
  writeFileSync(join(home, '.cursor', 'mcp.json'), SETTINGS)
  mkdirSync(join(home, '.codex'))
  writeFileSync(join(home, '.codex', 'config.toml'), 'model = \n')
  desk = await openMainWindow({
    suite: 'pairing',
    keyStore: 'none',
    env: { HOME: home, XDG_CONFIG_HOME: undefined, CODEX_HOME: undefined },
  })
  await desk.ready()
  // A port of this process, so that parallel runs do not collide.
  await invoke(desk, 'assistants.endpoint', { on: false, http: false, port: await freePort() })
})
test.afterAll(async () => {
  await desk.close()
  rmSync(home, { recursive: true, force: true })
})

const cursorFile = (): string => readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8')

test('An assistant is paired by one press, its call is seen, and the press is undone', async () => {
  const { page } = desk
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Instructions')
  await expect(page.locator('.palette-option').first()).toContainText('Instructions')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: /^Assistants/ }).click()
  await page.getByTestId('pair-name').fill('Helper')
  await page.getByTestId('pair').click()
  const result = page.getByTestId('pairing')
  await expect(result).toBeVisible()
  await desk.screenshot('default-height')

  // The change is in sight without scrolling, with the button that enables access.
  await result.getByRole('combobox', { name: 'Client' }).selectOption('Cursor')
  const difference = result.getByTestId('client-difference')
  await expect(difference).toContainText('"countersign"')
  await expect(difference).toBeInViewport()
  await expect(result.getByTestId('client-write')).toBeInViewport({ ratio: 1 })
  await expect(result.getByTestId('pairing-enable')).toBeInViewport({ ratio: 1 })
  await result.getByTestId('pairing-enable').click()
  await expect(page.getByTestId('endpoint-state')).toHaveText('on')
  await expect(result.getByTestId('pairing-enable')).toHaveCount(0)
  expect(cursorFile()).toBe(SETTINGS)

  // A test call from the window does not count as a call of the assistant.
  await result.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(result.getByText(/Countersign answers this key in \d+ ms/)).toBeVisible()
  await expect(result.getByTestId('pairing-called')).toContainText('has not called yet')
  for (const theme of THEMES) {
    await pressTheme(page, theme)
    await desk.screenshot(`plan-${theme}`)
  }
  await loadAxe(page)
  expect(await axeViolations(page, '[data-panel="instructions"]')).toEqual([])

  // One press writes exactly the entry, and keeps a copy.
  await result.getByTestId('client-write').click()
  await expect(result.getByTestId('client-written')).toContainText('Restart Cursor')
  const written = cursorFile()
  expect(written).toContain('// my servers')
  expect(written).toContain('"files": { "command": "npx", "args": ["-y", "files"] }, // local')
  expect(readdirSync(join(home, '.cursor'))).toHaveLength(2)
  expect(written).toMatch(/"COUNTERSIGN_TOKEN": "cs_/)
  expect(written).not.toContain('http://')

  // The client starts the bridge as the settings say, and the window says that it called.
  const client = await connectBridge(written.replaceAll(/ \/\/.*|,(?=\s*[}\]])/g, ''))
  expect(await client.callTool({ name: 'get_clock', arguments: {} })).not.toMatchObject({
    isError: true,
  })
  await expect(result.getByTestId('pairing-called')).toContainText(
    /Your assistant called \d+ s ago/,
  )
  await expect(result.getByTestId('pairing-called')).toContainText('end-to-end')
  await desk.screenshot('called')
  await client.close()

  await result.getByRole('button', { name: 'Undo' }).click()
  await expect(result.getByTestId('client-difference')).toBeVisible()
  expect(cursorFile()).toBe(SETTINGS)
  expect(readdirSync(join(home, '.cursor'))).toEqual(['mcp.json'])
})

test('A damaged file is refused in words, a new one is made, and undo works from the list', async () => {
  const { page } = desk
  const result = page.getByTestId('pairing')
  const clients = result.getByRole('combobox', { name: 'Client' })
  await clients.selectOption('Codex CLI')
  await expect(result.getByRole('alert')).toContainText('~/.codex/config.toml is damaged')
  await expect(result.locator('.snippet')).toContainText('[mcp_servers.countersign]')
  expect(readFileSync(join(home, '.codex', 'config.toml'), 'utf8')).toBe('model = \n')
  await desk.screenshot('damaged')

  await clients.selectOption('Claude Code')
  await expect(result.locator('.snippet')).toContainText('claude mcp add --env')

  await clients.selectOption('Goose')
  await expect(result.getByText('Goose was not found on this computer.')).toBeVisible()
  await result.getByTestId('client-write').click()
  await expect(result.getByTestId('client-written')).toBeVisible()
  const goose = join(home, '.config', 'goose', 'config.yaml')
  expect(readFileSync(goose, 'utf8')).toContain('type: stdio')
  await result.getByRole('button', { name: 'Done' }).click()
  const setups = page.getByRole('list', { name: 'Settings changed by Countersign' })
  await expect(setups).toContainText('Goose: ~/.config/goose/config.yaml')
  await desk.screenshot('setups')
  await setups.getByRole('button', { name: 'Undo' }).click()
  await expect(setups).toHaveCount(0)
  expect(readdirSync(join(home, '.config', 'goose'))).toEqual([])
})

test('SEC-21: calls with a wrong key are counted, shown and recorded', async () => {
  const { page } = desk
  await page.getByRole('button', { name: 'Enable HTTP' }).click()
  await expect(page.getByTestId('http-state')).toHaveText('on')
  const url = (await page.locator('.endpoint-address code').first().textContent()) ?? ''
  const call = (): Promise<number> =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${'w'.repeat(43)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    }).then(({ status }) => status)
  const answers: number[] = []
  for (let attempt = 0; attempt < 20; attempt += 1) answers.push(await call())
  expect(new Set(answers)).toEqual(new Set([401, 429]))
  await expect(page.getByTestId('wrong-keys')).toContainText('20 calls with a wrong key')
  await desk.screenshot('wrong-keys')
  await page.getByRole('radio', { name: /^Audit/ }).click()
  await expect(page.getByText('A call with a wrong key').first()).toBeVisible()
})

test('The pairing reads in full in Spanish, at a small size', async () => {
  const { page } = desk
  await chooseLanguage(page, 'es')
  await page.setViewportSize({ width: 1_280, height: 800 })
  await page.getByRole('radio', { name: /^Asistentes/ }).click()
  await page.getByTestId('pair-open').click()
  await page.getByTestId('pair-name').fill('Ayudante')
  await page.getByTestId('pair').click()
  const result = page.getByTestId('pairing')
  await result.getByRole('combobox', { name: 'Cliente' }).selectOption('Claude Desktop')
  await expect(result.getByRole('button', { name: 'Añadir a Claude Desktop' })).toBeInViewport()
  await expect(page.getByTestId('wrong-keys')).toContainText('20 llamadas con una clave incorrecta')
  await waitForAnimations(page)
  await desk.screenshot('spanish')
  expect(await overflows(page)).toEqual([])
})
