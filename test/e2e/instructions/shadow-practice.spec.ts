import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import type { PracticeState } from '../../../shared/practice/practice-control.js'
import type { AssistantsView } from '../../../shared/domain/instructions/assistants-view.js'
import {
  callTool,
  connectHttp,
  approveCard,
  openEndpoint,
  ordersOf,
  closeCard,
  readCard,
  focusConfirmWindow,
  type ToolArguments,
} from './assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import {
  expectEnvironment,
  switchProfile,
  sandboxProfile,
  startStandIn,
  type StandIn,
} from '../profiles/profiles-page.js'
import { invoke } from '../support/bridge.js'
import { until } from '../../harness/system/until.js'

test.describe.configure({ mode: 'serial' })

/**
 * An assistant in shadow practice beside an open sandbox profile: its orders go to practice, and
 * none reaches the sandbox.
 */
let standIn: StandIn
let desk: MainWindowPage
let client: Client
let url = ''
let account = ''
let before: PracticeState
const view = async (): Promise<AssistantsView> =>
  (await invoke(desk, 'assistants.get', {})).value as AssistantsView
/** Counts the stand-in's requests about orders; the shadow assistant must cause none. */
const trading = ({ requests }: PracticeState): number =>
  Object.entries(requests).reduce(
    (sum, [operation, count]) =>
      sum + (/orders\.(place|preview|replace|cancel)/.test(operation) ? count : 0),
    0,
  )
const order = (more: ToolArguments): ToolArguments => ({
  account_id: account,
  symbol: 'AAPL',
  side: 'BUY',
  order_type: 'LIMIT',
  time_in_force: 'DAY',
  reason: 'To learn',
  ...more,
})

test.beforeAll(async () => {
  standIn = await startStandIn(['--seed', 'elsewhere'])
  desk = await openMainWindow({ suite: 'instructions-shadow', keyStore: 'none' })
  await desk.ready()
  await sandboxProfile(desk, standIn, 'Test account')
  await desk.page.getByRole('button', { name: 'Open this profile' }).click()
  await expectEnvironment(desk, 'Sandbox')
})
test.afterAll(async () => {
  await client?.close().catch(() => undefined)
  await desk?.close()
  await standIn?.close()
})

/** Repeats a call until it is answered without an error. */
async function untilAnswered<T extends { readonly isError?: boolean | undefined }>(
  call: () => Promise<T>,
): Promise<T> {
  let answer = await call()
  await expect
    .poll(async () => {
      if (answer.isError === true) answer = await call()
      return answer.isError ?? false
    })
    .toBe(false)
  return answer
}

test('A shadow assistant sees only the accounts and prices of practice', async () => {
  const { page } = desk
  url = await openEndpoint(desk, 7)
  expect((await view()).shadow.state).toBe('closed')
  await page.getByRole('tab', { name: 'Instructions' }).click()
  await page.getByRole('radio', { name: 'Assistants' }).click()
  await page.getByTestId('pair-name').fill('Apprentice')
  await page.getByLabel(/Practice only/).check()
  await page.getByTestId('pair').click()
  const token = (await page.getByTestId('pairing-token').textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('navigation', { name: 'Paired assistants' })).toContainText(
    'practice only',
  )
  await expect.poll(async () => (await view()).shadow.accounts.length).toBeGreaterThan(0)
  client = await connectHttp(url, token)
  // The accounts are known before the session of practice is ready.
  const answer = await untilAnswered(() =>
    client.callTool({ name: 'get_account_list', arguments: {} }),
  )
  const { accounts } = answer.structuredContent as {
    accounts: readonly { readonly account_id: string; readonly environment: string }[]
  }
  expect(accounts.map(({ environment }) => environment)).toEqual(accounts.map(() => 'PRACTICE'))
  // The stand-in has an account with the same id, so a misrouted order would be accepted there.
  account = await page.getByRole('combobox', { name: 'Trade with account' }).inputValue()
  expect(accounts.map(({ account_id }) => account_id)).toContain(account)
  before = await standIn.truth()
})

test('Its order is approved under the practice band and fills there; the sandbox gets no request', async () => {
  const quote = JSON.stringify(
    (await client.callTool({ name: 'get_stock_snapshot', arguments: { symbols: 'AAPL' } }))
      .structuredContent,
  )
  const last = Number(
    /"price":"([\d.]+)"/.exec(quote)?.[1] ?? /"last[^"]*":"([\d.]+)"/.exec(quote)?.[1],
  )
  const placed = await callTool(
    client,
    'place_stock_instruction',
    order({ quantity: '3', limit_price: `${Math.ceil(last) + 2}.00` }),
  )
  expect(placed.status).toBe('PENDING')
  await desk.page.getByRole('radio', { name: /^Inbox/ }).click()
  await expect(desk.page.getByTestId(`instruction-${placed.instruction_id}`)).toContainText(
    'Practice',
  )
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 3 AAPL')
  await expect(confirm.getByTestId('band')).toContainText(/practice/i)
  await desk.screenshot('card', confirm)
  await approveCard(desk, confirm)
  const done = await callTool(client, 'wait_for_instruction', {
    instruction_id: placed.instruction_id,
    wait_seconds: 5,
  })
  expect(done.status).toBe('APPROVED')
  await expect
    .poll(
      async () =>
        (
          await callTool(client, 'get_order_detail', {
            account_id: account,
            client_order_id: done.client_order_id,
          })
        )['status'],
    )
    .toBe('FILLED')
  await closeCard(confirm)
  const truth = await standIn.truth()
  expect(truth.orders.length).toBe(before.orders.length)
  expect(trading(truth)).toBe(trading(before))
  expect(await desk.page.getByTestId('environment').textContent()).toContain('Sandbox')
})

test('Its toolsets are enforced by the practice policy and recorded in the practice audit log', async () => {
  const { page } = desk
  await page.getByRole('radio', { name: 'Assistants' }).click()
  const trading = page.getByRole('checkbox', { name: 'Trading', exact: true })
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save limits' }).click()
    await expect(page.locator('.policy-foot')).toHaveCount(0)
  }
  await trading.uncheck()
  await save()
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain(
    'place_stock_instruction',
  )
  expect(
    JSON.stringify(
      await client.callTool({
        name: 'place_stock_instruction',
        arguments: order({ quantity: '1', limit_price: '1.00' }),
      }),
    ),
  ).toContain('toolset-off')
  const records = async (chain: string): Promise<unknown> =>
    (
      (await invoke(desk, 'audit.page', { before: null, kinds: ['refused'], text: '', chain }))
        .value as { rows: readonly { line: string }[] }
    ).rows.map(({ line }) => line)
  expect(await records('practice')).toEqual([
    'place_stock_instruction belongs to the toolset trading, which the person has not allowed this connection.',
  ])
  expect(await records('sandbox')).toEqual([])
  await trading.check()
  await save()
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain(
    'place_stock_instruction',
  )
})

test('Its report card counts its request and its fill', async () => {
  const { page } = desk
  await page.getByRole('radio', { name: 'Assistants' }).click()
  await page.getByRole('radio', { name: 'Report card' }).click()
  const card = page.getByTestId('scorecard')
  await expect(card.getByTestId('score-practice')).toBeVisible()
  for (const [count, value] of [
    ['asked', '1'],
    ['countersigned', '1'],
    ['sent', '1'],
    ['filled', '1'],
  ] as const) {
    await expect(card.locator(`[data-count="${count}"] dd`)).toHaveText(value)
  }
  await expect(card.locator('[data-figure="traded"] dd')).toHaveText(/^\$[1-9]/)
  await expect(card.getByRole('group', { name: 'Left open' })).toContainText('AAPL')
  for (const theme of ['dark', 'light', 'contrast'] as const) {
    await invoke(desk, 'preferences.set', { theme })
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    await desk.screenshot(`report-${theme}`)
  }
})

test('Its audit log is shown, verified and exported beside the log of the open profile', async () => {
  const { page } = desk
  await page.getByRole('radio', { name: 'Audit' }).click()
  const rows = page.getByRole('group', { name: 'Records' })
  const which = page.getByRole('radiogroup', { name: 'Audit log' })
  await expect(which.getByRole('radio')).toHaveText(['Sandbox', 'Practice'])
  // Wait for rows first, so that the absence of a certain row means something.
  await expect(rows).toContainText('Countersign started')
  await expect(rows).not.toContainText('AAPL')
  await which.getByRole('radio', { name: 'Sandbox' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(which.getByRole('radio', { name: 'Practice' })).toBeFocused()
  await expect(rows).toContainText('BUY 3 AAPL')
  const checked = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Verify now' }).click()
    await expect(page.locator('.audit-report')).toContainText(/checked at/)
    // A problem is shown as an alert; expect none, and print its text otherwise.
    expect(await page.locator('.audit-report [role=alert]').allTextContents()).toEqual([])
    await expect(page.getByTestId('audit-state')).toHaveText('Unaltered')
  }
  await checked()
  expect((await view()).chains).toEqual([
    { environment: 'sandbox', state: 'verified' },
    { environment: 'practice', state: 'verified' },
  ])
  await desk.screenshot('audit-practice')
  const ours = join(desk.userData, 'chain.jsonl')
  const named = await desk.app.evaluate(async ({ dialog }, to) => {
    const defaultPaths: (string | undefined)[] = []
    Object.assign(globalThis, { defaultPaths })
    dialog.showSaveDialog = ((options: { readonly defaultPath?: string }) => {
      defaultPaths.push(options.defaultPath)
      return Promise.resolve({ canceled: false, filePath: to })
    }) as typeof dialog.showSaveDialog
    return defaultPaths
  }, ours)
  expect(named).toEqual([])
  await page.getByRole('button', { name: 'Export…' }).click()
  await expect
    .poll(() =>
      desk.app.evaluate(() =>
        (globalThis as unknown as { defaultPaths: readonly string[] }).defaultPaths.map((path) =>
          path.split(/[\\/]/).at(-1),
        ),
      ),
    )
    .toEqual(['countersign-audit-practice.jsonl'])
  await expect
    .poll(() => (existsSync(ours) ? readFileSync(ours, 'utf8') : ''))
    .toContain('BUY 3 AAPL')
  // When its exchange dies, the view must never switch to the other log, and then show this one
  // again.
  const exchange = await until('its exchange runs', () =>
    desk.app.evaluate(
      ({ app }) =>
        app.getAppMetrics().find(({ name }) => name === 'Countersign practice exchange')?.pid ??
        null,
    ),
  )
  const seen = await page.evaluateHandle(() => ({
    shown: new Promise<readonly string[]>((resolve) => {
      const states: string[] = []
      const check = (): void => {
        const name =
          document.querySelector('.audit-all [aria-checked="true"]')?.textContent ?? 'none'
        const state = `${name}, ${document.querySelector('.audit') === null ? 'away' : 'open'}`
        if (state !== states.at(-1)) states.push(state)
        if (states.length < 3) return
        watch.disconnect()
        resolve(states)
      }
      const watch = new MutationObserver(check)
      watch.observe(document.body, { childList: true, subtree: true, attributes: true })
      check()
    }),
  }))
  process.kill(exchange, 'SIGKILL')
  expect(await seen.evaluate(({ shown }) => shown)).toEqual([
    'Practice, open',
    'Practice, away',
    'Practice, open',
  ])
  await expect(rows).toContainText('BUY 3 AAPL')
  await checked()
  // Its instruction is in the history of the open profile, with its audit records.
  await page.getByRole('radio', { name: 'History' }).click()
  await page.locator('.row-link').filter({ hasText: '3 AAPL' }).click()
  await expect(page.locator('.detail-record')).toContainText('Decided')
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Assistants' }).click()
})

test('A halt includes it, and its position remains in the practice profile', async () => {
  const placed = await callTool(
    client,
    'place_stock_instruction',
    order({ quantity: '2', limit_price: '10.00' }),
  )
  // Send Escape as soon as the dialog is in the document, before it is painted; the dialog must
  // receive it.
  const escaped = desk.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('.scrim') === null) return
          observer.disconnect()
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
          )
          resolve()
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
  )
  expect(await invoke(desk, 'assistants.kill', { why: 'The test says so' })).toMatchObject({
    ok: true,
    value: { withdrawn: 1, working: 0, unknown: 0 },
  })
  await expect(
    client.callTool({
      name: 'get_instruction',
      arguments: { instruction_id: placed.instruction_id },
    }),
  ).rejects.toThrow()
  // The result of the halt is shown in front of everything else.
  await escaped
  await expect(desk.page.locator('.scrim')).toHaveCount(0)
  await switchProfile(desk, /^Practice/)
  await expectEnvironment(desk, 'Practice')
  expect(await ordersOf(desk, 'AAPL', '3')).toHaveLength(1)
  // The halt is clear once this session has checked every order.
  await expect.poll(async () => (await view()).halt?.phase).toBe('clear')
  expect(await view()).toMatchObject({
    shadow: { state: 'closed' },
    connections: [{ name: 'Apprentice', state: 'paused' }],
  })
})
