import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import type { Client } from '@modelcontextprotocol/client'
import { expect, test, type Locator, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import {
  callTool,
  connectHttp,
  pairedConnections,
  plainDollars,
  readCard,
  stockOrder,
  focusConfirmWindow,
  pressSpace,
} from './assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { waitForAnimations } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'
import { invoke } from '../support/bridge.js'
import { expectFocusRuleOf } from '../support/dialog-focus.js'
import { freePort } from '../../harness/system/free-port.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

/** How many tools are offered; a contract test compares their names. */
const ALL_TOOLS = 26
const INSTRUMENT_TOOLS = 4
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const THEMES = ['dark', 'light', 'contrast'] as const
const MAX_TABS = 60

let desk: MainWindowPage
let client: Client
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'instructions-panel', keyStore: 'none' })
  await desk.ready()
  await desk.choose('AAPL')
})
test.afterAll(async () => {
  await client?.close()
  await desk.close()
})

/** Presses Tab until the target has the focus, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let press = 0; press < MAX_TABS; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`)
}
async function type(page: Page, target: Locator, typedText: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(typedText)
}
/** Switches to a view of the panel by the arrow keys. */
async function view(name: 'Inbox' | 'History' | 'Assistants' | 'Audit'): Promise<void> {
  const { page } = desk
  await page.locator('[data-panel="instructions"] [role="radio"][tabindex="0"]').first().focus()
  for (let press = 0; press < 4; press += 1) {
    const radio = page.getByRole('radio', { name: new RegExp(`^${name}`) })
    if ((await radio.getAttribute('aria-checked')) === 'true') return
    await page.keyboard.press('ArrowRight')
  }
  await expect(page.getByRole('radio', { name: new RegExp(`^${name}`) })).toHaveAttribute(
    'aria-checked',
    'true',
  )
}
const confirmPage = (): Page | undefined =>
  desk.app.windows().find((candidate) => candidate.url().includes('confirm.html'))

test('CONFIRM-36: an assistant is paired and its limits are set by the keyboard alone', async () => {
  const { page } = desk
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Instructions')
  await expect(page.locator('.palette-option').first()).toContainText('Instructions')
  await page.keyboard.press('Enter')
  await view('Assistants')
  await tabTo(page, page.getByRole('button', { name: 'Enable access' }))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('endpoint-state')).toHaveText('on')
  await type(
    page,
    page.getByRole('textbox', { name: 'Port', exact: true }),
    String(await freePort()),
  )
  await tabTo(page, page.getByRole('button', { name: 'Enable HTTP' }))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('http-state')).toHaveText('on')
  await type(page, page.getByTestId('pair-name'), 'Night desk')
  await page.keyboard.press('Enter')
  const token = (await page.getByTestId('pairing-token').textContent()) ?? ''
  const url = (await page.locator('.endpoint-address code').first().textContent()) ?? ''
  await tabTo(page, page.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')

  await tabTo(page, page.getByTestId('policy-balances'))
  await page.keyboard.press('h')
  await type(page, page.getByTestId('policy-maxOrder'), 'much')
  await expect(page.getByRole('button', { name: 'Save limits' })).toBeDisabled()
  await type(page, page.getByTestId('policy-maxOrder'), '9500')
  await type(page, page.getByTestId('policy-maxPending'), '4')
  await type(page, page.getByTestId('allow-symbol'), 'ko')
  await type(page, page.getByTestId('allow-max'), '300')
  await type(page, page.getByTestId('allow-total'), '1000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('up to $300.00 per order')).toBeVisible()
  await expect(page.getByTestId('allow-used')).toHaveText('$0.00 of $1,000.00 used')
  await desk.screenshot('rule-with-total')
  await tabTo(page, page.getByRole('button', { name: 'Save limits' }))
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await pairedConnections(desk))[0]?.policy)
    .toMatchObject({
      maxOrder: '9500',
      maxPending: 4,
      balances: 'hidden',
      allow: [{ symbol: 'KO', maxOrder: '300', total: '1000', used: '0' }],
    })
  client = await connectHttp(url, token)
  await expectFocusRuleOf(page, page.getByRole('button', { name: 'Revoke…' }), /^Revoke "/)
})

test('An assistant gets only the ticked toolsets and is notified of changes, all by keyboard', async () => {
  const { page } = desk
  const names = async (): Promise<readonly string[]> =>
    (await client.listTools()).tools.map(({ name }) => name)
  const tools = page.getByRole('group', { name: 'Tools' })
  const box = (name: string): Locator => tools.getByRole('checkbox', { name, exact: true })
  let listChanges = 0
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    listChanges += 1
  })
  expect(await names()).toHaveLength(ALL_TOOLS)
  await view('Assistants')
  await expect(tools).toContainText(/Read accounts.*Read prices.*Estimate orders.*Look up/s)
  for (const name of ['Account', 'Market data', 'Trading', 'Instruments']) {
    await tabTo(page, box(name))
    await page.keyboard.press('Space')
    await expect(box(name)).not.toBeChecked()
    // The save bar at the bottom must not cover the focused control.
    expect(
      await box(name).evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return document.elementFromPoint(x + width / 2, y + height / 2) === element
      }),
      name,
    ).toBe(true)
  }
  const alert = page.locator('.policy-foot').getByRole('alert')
  await expect(alert).toHaveText('At least one toolset is required.')
  await expect(page.getByRole('button', { name: 'Save limits' })).toBeDisabled()
  await desk.screenshot('toolsets-none')
  await page.evaluate(AXE)
  expect(await violations()).toEqual([])
  await page.keyboard.press('Space')
  await expect(alert).toHaveCount(0)
  await tabTo(page, page.getByRole('button', { name: 'Save limits' }))
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await pairedConnections(desk))[0]?.policy.toolsets)
    .toEqual(['instrument'])
  await expect.poll(() => listChanges).toBe(1)
  expect(await names()).toHaveLength(INSTRUMENT_TOOLS)
  const refused = await client.callTool({
    name: 'cancel_instruction',
    arguments: { account_id: 'A', client_order_id: 'O' },
  })
  expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
    true,
    expect.stringContaining('belongs to the toolset trading'),
  ])
  expect(
    (await invoke(desk, 'audit.page', { before: null, kinds: ['refused', 'policy'], text: '' }))
      .value,
  ).toMatchObject({
    rows: [
      {
        kind: 'refused',
        line: 'cancel_instruction belongs to the toolset trading, which the person has not allowed this connection.',
      },
      { kind: 'policy', line: 'Night desk: policy' },
      { kind: 'policy' },
    ],
  })
  await desk.screenshot('toolsets-one')
  for (const name of ['Account', 'Market data', 'Trading']) await box(name).check()
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect.poll(names).toHaveLength(ALL_TOOLS)
})

test('CONFIRM-36: a dangerous order is approved and another denied by the keyboard alone', async () => {
  const { page } = desk
  const through = { limit_price: plainDollars(Math.round((await desk.cents('ask')) * 1.065)) }
  const first = await callTool(
    client,
    'place_stock_instruction',
    await stockOrder(desk, '2', { ...through, reason: 'Momentum' }),
  )
  await expect.poll(() => confirmPage() !== undefined).toBe(true)
  await view('Inbox')
  const row = page.getByTestId(`instruction-${first.instruction_id}`)
  await expect(row).toContainText('Dangerous')
  await expect(row).toContainText('Practice')
  await expect(row).toContainText(/\d+:\d\d left/)
  await desk.screenshot('inbox')
  await tabTo(page, row.getByRole('button'))
  await page.keyboard.press('Enter')
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 2 AAPL')
  // The limit is half a percent away from where the danger's text would change, which would
  // require a new acknowledgement.
  await tabTo(confirm, confirm.locator('[data-danger="far-through"]'))
  await confirm.keyboard.press('Space')
  await expect(confirm.locator('[data-danger="far-through"]')).toBeChecked()
  const status = confirm.getByTestId('status')
  // Each part is focused on the way, which scrolls it into view.
  await tabTo(confirm, confirm.getByTestId('approve'))
  const hold = confirm.getByTestId('hold')
  // Another program that starts on this screen takes the focus, and the press with it; then focus
  // again and repeat the press.
  await expect(async () => {
    if ((await hold.getAttribute('data-hold')) === 'unfocused') await focusConfirmWindow(desk)
    await expect(hold).toHaveAttribute('data-hold', 'none', { timeout: 4_000 })
    await pressSpace(desk)
    await expect(confirm.getByTestId('approve')).toHaveCount(0, { timeout: 3_000 })
  }).toPass({ intervals: [0] })
  await expect(status).toContainText('Approved and accepted')
  await tabTo(confirm, confirm.getByTestId('close'))
  await confirm.keyboard.press('Enter')

  const second = await callTool(client, 'place_stock_instruction', await stockOrder(desk, '5'))
  await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 5 AAPL')
  await expect(confirm.getByTestId('deny')).toBeFocused()
  await confirm.keyboard.press('Space')
  await expect(confirm.getByTestId('status')).toContainText('Declined')
  await expect
    .poll(
      async () =>
        (
          await callTool(client, 'wait_for_instruction', {
            instruction_id: second.instruction_id,
            wait_seconds: 0,
          })
        )['ending'],
    )
    .toMatchObject({ why: 'declined' })
})

test('History shows request, decision, outcome and audit records, and leads to the order', async () => {
  const { page } = desk
  await view('History')
  const row = page.locator('.history tbody tr').filter({ hasText: '2 AAPL' })
  await expect(row).toContainText('Approved')
  await tabTo(page, row.locator('.row-link'))
  await page.keyboard.press('Enter')
  const detail = page.getByRole('region', { name: 'Instruction', exact: true })
  await expect(detail).toContainText('by Night desk')
  await expect(detail).toContainText('by you')
  for (const kind of ['Requested', 'Shown', 'Decided', 'Sent', 'Outcome']) {
    await expect(
      detail.locator('.detail-record li').filter({ hasText: kind }).first(),
    ).toBeVisible()
  }
  await desk.screenshot('detail')
  const id = (await detail.locator('.detail-facts code').textContent()) ?? ''
  await tabTo(page, detail.getByRole('button', { name: 'Show the order' }))
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('treegrid', { name: 'Orders' }).getByRole('row', { name: 'AAPL' }),
  ).toHaveCount(1)
  await expect(page.locator('[data-panel="orders"]').getByRole('textbox')).toHaveValue(id)
  await page.getByRole('tab', { name: 'Instructions' }).click()
})

/** Answers every file dialog with this file. */
const answerFileDialogs = (path: string): Promise<void> =>
  desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (() =>
      Promise.resolve({ canceled: false, filePath })) as typeof dialog.showSaveDialog
    dialog.showOpenDialog = (() =>
      Promise.resolve({ canceled: false, filePaths: [filePath] })) as typeof dialog.showOpenDialog
  }, path)

test('CONFIRM-46: a receipt is saved, and the window and the command check it', async () => {
  const { page } = desk
  const path = join(desk.userData, 'receipt.json')
  await answerFileDialogs(path)
  // An open instruction closes with its view.
  await view('Inbox')
  await view('History')
  const row = page.locator('.history tbody tr').filter({ hasText: '2 AAPL' })
  await row.getByRole('button', { name: /^Save the receipt of/ }).click()
  // A file exists before it is written.
  const written = (name: string): string => (existsSync(name) ? readFileSync(name, 'utf8') : '')
  await expect.poll(() => written(path)).toMatch(/\}\s*$/)
  const run = spawnSync(process.execPath, ['electron/adapters/receipt/verify-receipt.mjs', path], {
    encoding: 'utf8',
  })
  expect(run.stdout).toMatch(/^HOLDS\. Receipt of instruction .*practice/)
  const signer = /Signed by (.*)\./.exec(run.stdout)?.[1]

  await view('Audit')
  await expect(page.getByTestId('receipt-key')).toHaveText(signer ?? 'no signer')
  const check = page.getByRole('button', { name: 'Check a receipt…' })
  const result = page.getByTestId('receipt-check')
  await check.click()
  await expect(result).toContainText('It was signed by this computer.')
  await expect(result).toContainText(/Decided: BUY 2 AAPL/)
  const decision = page.getByTestId('receipt-decision')
  await expect(decision).toHaveText('Decision: approved by the person (press observed).')
  await desk.screenshot('receipt-holds')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('BUY 2 AAPL', 'BUY 9 AAPL'))
  await check.click()
  await expect(result).toContainText('This receipt does not hold. Its signature does not fit')
  await desk.screenshot('receipt-changed')

  const key = join(desk.userData, 'key.txt')
  await answerFileDialogs(key)
  await page.getByRole('button', { name: 'Save key…' }).click()
  await expect.poll(() => written(key)).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
})

/** Returns the axe violations in the panel now. */
const violations = (): Promise<readonly string[]> =>
  waitForAnimations(desk.page).then(() =>
    desk.page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: string, options: object): Promise<AxeResults> }
      }
      const found = await axe.run('[data-panel="instructions"]', { resultTypes: ['violations'] })
      return found.violations.flatMap((rule) =>
        rule.nodes.map(
          (node) =>
            `${rule.id}: ${node.html.slice(0, 160)} ${node.any
              .map((check) => check.message)
              .join(' ')
              .slice(0, 200)}`,
        ),
      )
    }),
  )

for (const theme of THEMES) {
  test(`axe finds no violations in any part of the panel, ${theme}`, {
    tag: theme === 'light' ? [] : ['@long'],
  }, async () => {
    const { page } = desk
    await page.evaluate(AXE)
    await pressTheme(page, theme)
    if (theme === 'dark') {
      await callTool(
        client,
        'place_stock_instruction',
        await stockOrder(desk, '6', { reason: 'Waits while the panel is looked at' }),
      )
    }
    for (const part of ['Inbox', 'Assistants', 'Audit', 'History'] as const) {
      await view(part)
      if (part === 'Audit') {
        await page.getByRole('button', { name: 'Verify now' }).click()
        await expect(page.locator('.audit-report')).toContainText(/checked at/)
      }
      await desk.screenshot(`${part.toLowerCase()}-${theme}`)
      expect(await violations(), part).toEqual([])
      if (part !== 'Assistants') continue
      await page
        .getByRole('checkbox', { name: 'Instruments', exact: true })
        .scrollIntoViewIfNeeded()
      await desk.screenshot(`toolsets-${theme}`)
    }
    await page.locator('.row-link').first().click()
    await expect(page.getByRole('region', { name: 'Instruction', exact: true })).toBeVisible()
    expect(await violations(), 'detail').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.locator('.row-link').first()).toBeFocused()
  })
}

test('Nothing is cut off in a narrow panel', async () => {
  const { page } = desk
  await page.setViewportSize({ width: 960, height: 600 })
  for (const part of ['Inbox', 'History', 'Assistants', 'Audit'] as const) {
    await view(part)
    await desk.screenshot(`narrow-${part.toLowerCase()}`)
    expect(
      await page
        .locator('.instructions-body')
        .evaluate((body) => body.scrollWidth - body.clientWidth),
      part,
    ).toBeLessThanOrEqual(0)
    if (part !== 'Assistants') continue
    await page.getByRole('checkbox', { name: 'Market data', exact: true }).scrollIntoViewIfNeeded()
    await desk.screenshot('narrow-toolsets')
  }
})

test('CONFIRM-36: at 200% every part can be reached, and the halt controls are fully visible', async () => {
  const { page, app } = desk
  await page.setViewportSize({ width: 1_440, height: 900 })
  const zoom = (to: number) =>
    app.evaluate(
      ({ BrowserWindow }, factor) =>
        BrowserWindow.getAllWindows()
          .find((browserWindow) => !browserWindow.webContents.getURL().includes('confirm'))
          ?.webContents.setZoomFactor(factor),
      to,
    )
  await zoom(2)
  await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(2)
  /** Names of the buttons that are cut off by an edge of the window or of their row. */
  const cut = (selector: string): Promise<readonly string[]> =>
    page.locator(selector).evaluateAll((all) =>
      all.flatMap((element) => {
        const [box, line] = [
          element.getBoundingClientRect(),
          element.parentElement?.parentElement?.getBoundingClientRect(),
        ]
        const isFullyVisible =
          box.left >= 0 &&
          box.right <= Math.min(innerWidth, line?.right ?? 0) + 0.5 &&
          box.bottom <= innerHeight &&
          element.scrollWidth <= element.clientWidth
        return isFullyVisible ? [] : [element.textContent ?? '']
      }),
    )
  await expect(page.getByTestId('stop-assistants')).toBeVisible()
  await expect(page.getByTestId('halt')).toBeVisible()
  expect(await cut('.status-acts button')).toEqual([])
  await view('Assistants')
  expect(await cut('.instructions-bar .segment')).toEqual([])
  for (const part of ['Report card', 'Scope and limits']) {
    const radio = page.getByRole('radio', { name: part })
    await radio.click()
    await expect(radio).toHaveAttribute('aria-checked', 'true')
  }
  await page.getByTestId('policy-maxPending').scrollIntoViewIfNeeded()
  await expect(page.getByTestId('policy-maxPending')).toBeInViewport({ ratio: 0.9 })
  await view('History')
  await page.locator('.row-link').first().click()
  await expect(page.getByRole('region', { name: 'Instruction', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await zoom(1)
})

test('REL-36: a double click on halting assistants halts only assistants', async () => {
  const { page } = desk
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Halt assistants…')
  await page.keyboard.press('Enter')
  await page.getByTestId('kill-assistants').dblclick()
  await expect(page.getByTestId('kill-left')).toContainText('0 working, 0 unknown')
  await page.waitForTimeout(500)
  expect((await invoke(desk, 'assistants.get', {})).value).toMatchObject({
    halt: { scope: 'assistants' },
  })
  await expect(page.getByTestId('halted')).toHaveCount(0)
  await desk.screenshot('kill')
})
