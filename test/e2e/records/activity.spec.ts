import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { add, dec, eq, type Decimal } from '../../../shared/domain/decimal.js'
import {
  tradingDay,
  exchangeClock,
  exchangeInstant,
} from '../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../shared/domain/time.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { showPanel } from '../support/palette.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'records', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

const panel = (id: string): Locator => desk.page.locator(`[data-panel="${id}"]`)

/** The command channel of the preload, inside the page. */
declare const countersign: {
  invoke(op: string, input: object): Promise<{ readonly value?: unknown }>
}
const selectedAccount = (): Promise<string> =>
  desk.page.evaluate(
    async () =>
      ((await countersign.invoke('session.get', {})).value as { readonly selectedAccount: string })
        .selectedAccount,
  )

/** Shows a panel through the palette. */
async function show(id: string, title: string): Promise<void> {
  await showPanel(desk.page, title)
  await expect(panel(id)).toBeVisible()
  await expect(panel(id).locator('.skeleton')).toHaveCount(0)
}

const choose = (id: string, label: string, option: string): Promise<unknown> =>
  panel(id).getByRole('combobox', { name: label, exact: true }).selectOption({ label: option })
const view = (id: string, name: string): Promise<void> =>
  panel(id).getByRole('radio', { name, exact: true }).click()

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

/** Exports a panel's list and returns the lines of the file, as cells. */
async function exported(id: string): Promise<readonly (readonly string[])[]> {
  const path = await saveInto(`${id}.csv`)
  await panel(id)
    .getByRole('button', { name: 'Export everything that the filter matches as CSV' })
    .click()
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toMatch(/\r\n$/)
  const text = await readFile(path, 'utf8')
  return text
    .replace('\uFEFF', '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map(cellsOf)
}

/** Returns the cells of a line of CSV (RFC 4180). */
const cellsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
const cells = (lines: readonly (readonly string[])[], head: string): readonly string[] => {
  const index = lines[0]?.indexOf(head) ?? -1
  expect(index, head).toBeGreaterThanOrEqual(0)
  return lines.slice(1).map((line) => line[index] ?? '')
}
const sumOf = (values: readonly string[]): Decimal =>
  values.reduce((sum, value) => add(sum, dec(value)), dec('0'))
/** True for the text of a transfer that is over. */
const isEnded = (row: string): boolean => !row.includes('Pending')
const rows = (id: string): Locator => panel(id).locator('.grid-row')

test('Cash activities of all dates add up to the account’s cash, on the screen and in the file', async () => {
  await show('activity', 'Activity')
  await choose('activity', 'Dates', 'All dates')
  await expect(rows('activity').first()).toBeVisible()
  await expect(panel('activity').getByText(/^All \d+ records$/)).toBeVisible()

  const lines = await exported('activity')

  const { balances } = await desk.truth()
  const cash = String(balances[await selectedAccount()]?.['total_cash_balance'])
  expect(eq(sumOf(cells(lines, 'Amount: the change of the cash balance')), dec(cash))).toBe(true)
  for (const time of cells(lines, 'Time, New York time (ET)')) {
    expect(time).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}-0[45]:00$/)
  }
  expect(new Set(cells(lines, 'Record ID')).size).toBe(lines.length - 1)
  await desk.screenshot('activity-cash')
})

test('The kind and the symbol narrow the list and the file alike', async () => {
  await show('activity', 'Activity')
  await view('activity', 'Cash')
  await choose('activity', 'Filter by kind', 'Dividend')
  await expect(rows('activity').first()).toContainText('Dividend')
  const dividends = await exported('activity')
  expect(new Set(cells(dividends, 'Kind'))).toEqual(new Set(['Dividend']))
  await expect(rows('activity')).toHaveCount(dividends.length - 1)

  await choose('activity', 'Filter by kind', 'Trade')
  await panel('activity').getByRole('textbox', { name: 'Symbol' }).fill('aapl')
  await expect(rows('activity').first()).toContainText('AAPL')
  expect(new Set(cells(await exported('activity'), 'Symbol'))).toEqual(new Set(['AAPL']))

  await panel('activity').getByRole('textbox', { name: 'Symbol' }).fill('ZZZZ')
  await expect(panel('activity')).toContainText('No matching records')
  await panel('activity').getByRole('textbox', { name: 'Symbol' }).fill('')
  await choose('activity', 'Filter by kind', 'All kinds')
})

test('The records of one ACATS transfer are one row with its parts, and the broker filters', async () => {
  await show('activity', 'Activity')
  await view('activity', 'Transfers')
  const total = panel('activity').getByText(/^All \d+ records$/)
  await expect(total).toBeVisible()
  const parent = rows('activity').filter({ hasText: '2 records' })
  await expect(parent).toHaveCount(1)
  await expect(parent).toHaveAttribute('aria-level', '1')
  await expect(parent).toContainText('Settled')
  await expect(rows('activity').filter({ hasText: 'Residual' })).toHaveAttribute('aria-level', '2')
  await desk.screenshot('activity-transfers')

  await parent.click()
  const dialog = desk.page.getByRole('dialog', { name: 'Transfer' })
  await expect(dialog).toContainText('Record 2 of 2')
  // 1,250.40 came with the account, 4.18 a week later.
  await expect(dialog).toContainText('Settled in all')
  await expect(dialog).toContainText('1,254.58')
  await desk.screenshot('activity-transfer-parts')
  await desk.page.keyboard.press('Escape')

  await choose('activity', 'Filter by extent of an ACATS transfer', 'Residual')
  await expect(rows('activity')).toHaveCount(1)
  await expect(rows('activity')).toContainText('Residual')
  await choose('activity', 'Filter by extent of an ACATS transfer', 'All extents')
  await choose('activity', 'Filter by method', 'Crypto')
  await expect(panel('activity')).toContainText('No matching records')
  await choose('activity', 'Filter by method', 'All methods')
  const number = panel('activity').getByRole('textbox', {
    name: 'Filter by number of an ACATS transfer',
  })
  await number.fill('A20440117')
  await number.press('Enter')
  await expect(panel('activity').getByText('All 2 records')).toBeVisible()
  await expect(rows('activity')).toHaveCount(3)
  await desk.screenshot('activity-transfers-filtered')
  await number.fill('')
  await number.press('Enter')
  await expect(total).toBeVisible()
})

test('A transfer is requested, ends days later, and shows every field', async () => {
  test.setTimeout(240_000)
  await show('activity', 'Activity')
  await view('activity', 'Transfers')
  await expect(rows('activity').first()).toBeVisible()
  const before = await rows('activity').count()
  const { exchangeTime } = await desk.truth()
  const endedBefore = (await rows('activity').allTextContents()).filter(isEnded).length
  // In six trading days something is requested and something ends, whatever the weekday is.
  const { day } = exchangeClock(epochMs(exchangeTime))
  for (const ahead of [1, 2, 3, 4, 5, 6]) {
    const to = exchangeInstant(tradingDay(day, ahead), 4 * 60 + 1)
    // A day takes long on a busy machine: the answer may be late, the day comes all the same.
    await desk.practice({ command: 'clock', to }).catch(() => undefined)
    await expect
      .poll(async () => (await desk.truth().catch(() => null))?.exchangeTime ?? 0, {
        timeout: 60_000,
      })
      .toBeGreaterThanOrEqual(to)
  }
  await panel('activity').getByRole('button', { name: 'Read the list again' }).click()
  await expect.poll(() => rows('activity').count()).toBeGreaterThan(before)
  const states = await rows('activity').allTextContents()
  expect(states.some((row) => !isEnded(row))).toBe(true)
  expect(states.filter(isEnded).length).toBeGreaterThan(endedBefore)

  await choose('activity', 'Filter by status', 'Rejected')
  await expect(rows('activity').first()).toContainText('Rejected')
  await rows('activity').first().click()
  const dialog = desk.page.getByRole('dialog', { name: 'Transfer' })
  await expect(dialog).toContainText('Harborline Securities LLC')
  await expect(dialog).toContainText('CUSIP')
  await desk.screenshot('activity-transfer-detail')
  await desk.page.keyboard.press('Escape')
  await choose('activity', 'Filter by status', 'All statuses')
})

test('Coins that came in show the transaction, the addresses and the price', async () => {
  await show('activity', 'Activity')
  await view('activity', 'Transfers')
  const account = panel('activity').getByRole('combobox', { name: 'Account' })
  const crypto = await account
    .locator('option', { hasText: /crypto/i })
    .first()
    .textContent()
  await account.selectOption({ label: crypto ?? '' })
  await expect(rows('activity').first()).toContainText('Crypto')
  const lines = await exported('activity')
  const settled = cells(lines, 'Status').map((status) => status === 'Settled')
  for (const [index, hash] of cells(lines, 'Transaction hash').entries()) {
    expect(hash).toMatch(settled[index] === true ? /^0x[0-9a-f]{64}$/ : /^$/)
  }
  for (const address of cells(lines, 'From address')) expect(address).toMatch(/^0x[0-9a-f]{40}$/)
  await desk.screenshot('activity-crypto')
  await account.selectOption({ index: 0 })
})

test('Executions and the history agree with the exchange', async () => {
  await show('activity', 'Activity')
  await view('activity', 'Executions')
  await expect(rows('activity').first()).toBeVisible()
  await desk.screenshot('activity-executions')
  await show('history', 'History')
  await choose('history', 'Dates', 'All dates')
  await expect(panel('history').getByText(/^All \d+ records$/)).toBeVisible()
  const orders = await exported('history')
  const { orders: truth } = await desk.truth()
  const account = await selectedAccount()
  expect(new Set(cells(orders, 'Client order ID'))).toEqual(
    new Set(
      truth
        .filter((order) => order['account_id'] === account)
        .map((order) => order['client_order_id']),
    ),
  )
  await desk.screenshot('history-orders')

  await choose('history', 'Filter by status', 'Filled')
  await expect(rows('history').first()).toContainText('Filled')
  expect(new Set(cells(await exported('history'), 'Status'))).toEqual(new Set(['Filled']))
})

test('A list that cannot be read says so, and is read again when asked', async () => {
  await show('activity', 'Activity')
  await view('activity', 'Cash')
  await expect(rows('activity').first()).toBeVisible()
  await desk.practice({
    command: 'fault',
    fault: {
      kind: 'error-before-effect',
      operation: 'trading.cash-activities.list',
      count: null,
      status: 503,
    },
  })
  await panel('activity').getByRole('button', { name: 'Read the list again' }).click()
  await expect(panel('activity')).toContainText('The list could not be read')
  await desk.screenshot('activity-failed')
  // While the fault lasts, because the panel also tries again by itself.
  const requests = async (): Promise<number> =>
    (await desk.truth()).requests['trading.cash-activities.list'] ?? 0
  const before = await requests()
  await panel('activity').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(requests).toBeGreaterThan(before)
  await desk.practice({ command: 'clear-faults' })
  await expect(rows('activity').first()).toBeVisible()
})

test('A list beyond the broker’s limit is read by itself once the limit allows it', async () => {
  await desk.practice({
    command: 'fault',
    fault: {
      kind: 'error-before-effect',
      operation: 'trading.cash-activities.list',
      count: 1,
      status: 429,
    },
  })
  await panel('activity').getByRole('button', { name: 'Read the list again' }).click()
  await expect(panel('activity')).toContainText('The list could not be read')
  // The limit counts the requests of a minute.
  await expect(rows('activity').first()).toBeVisible({ timeout: 100_000 })
  await expect(panel('activity')).not.toContainText('The list could not be read')
})

test('The log shows requests and failures, filters them, and contains no account and no token', async () => {
  await show('log', 'Log')
  await expect(rows('log').first()).toBeVisible()
  await panel('log').getByRole('textbox', { name: 'Find in log' }).fill('balances')
  await expect(rows('log').first()).toContainText('trading.balances.get')
  await desk.practice({
    command: 'fault',
    fault: {
      kind: 'error-before-effect',
      operation: 'trading.transfers.list',
      // The list is read again until the broker answers.
      count: 1_000,
      status: 503,
    },
  })
  await show('activity', 'Activity')
  await view('activity', 'Transfers')
  await expect(panel('activity')).toContainText('The list could not be read')
  await desk.practice({ command: 'clear-faults' })
  await show('log', 'Log')
  await panel('log').getByRole('textbox', { name: 'Find in log' }).fill('transfers')
  await choose('log', 'Filter by result', 'Failed')
  await panel('log').getByRole('button', { name: 'Read the list again' }).click()
  await expect(rows('log').first()).toContainText('503')
  await choose('log', 'Filter by result', 'All results')
  await panel('log').getByRole('textbox', { name: 'Find in log' }).fill('')
  const lines = await exported('log')
  expect(cells(lines, 'Operation')).toContain('trading.balances.get')
  const { balances } = await desk.truth()
  const file = lines.map((line) => line.join(',')).join('\n')
  for (const account of Object.keys(balances)) expect(file).not.toContain(account)
  await desk.screenshot('log')
})
