import { expect, test, type Locator } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import { expectFocusRuleOf } from '../support/dialog-focus.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { showPanel } from '../support/palette.js'
import { pressTheme } from '../support/theme.js'
import { basic, brokerage } from '../../contract/practice/broker/broker-fixture.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'institution', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

/** The command channel of the preload, inside the page. */
declare const countersign: { invoke(op: string, input: object): Promise<unknown> }

const panel = (): Locator => desk.page.locator('[data-panel="institution"]')
const dialog = (): Locator => desk.page.getByRole('dialog')
const rows = (): Locator => panel().locator('.grid-row')
const field = (name: string): Locator => panel().getByLabel(name, { exact: true })
const choose = async (label: string, option: string): Promise<void> => {
  await panel().getByRole('combobox', { name: label, exact: true }).selectOption({ label: option })
}
const advance = (ms: number) =>
  desk.practice({ command: 'clock' }).then(async (now) => {
    const { exchangeTime } = now as { readonly exchangeTime: number }
    await desk.practice({ command: 'clock', to: exchangeTime + ms })
  })

/** Shows the panel through the palette. */
async function show(): Promise<void> {
  await showPanel(desk.page, 'Institution')
  await expect(panel()).toBeVisible()
}

/** Returns the entries of a form's data as they are typed: each with the broker's name of it. */
function entriesOf(data: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof data !== 'object' || data === null) return [[nameOf(path), String(data)]]
  if (Array.isArray(data) && data.every((item) => typeof item === 'string')) {
    return [[nameOf(path), data.join(', ')]]
  }
  return Object.entries(data).flatMap(([name, value]) =>
    entriesOf(value, path === '' ? name : `${path}.${name}`),
  )
}

/** The first group of a list has no number, the others have theirs. */
const nameOf = (path: string): string =>
  path.replace(/\.(\d+)\./g, (_match, index: string) =>
    index === '0' ? '.' : ` (${Number(index) + 1}).`,
  )

/** Reviews the form, sends it, and returns what the broker answered. */
async function send(): Promise<string> {
  await panel().getByRole('button', { name: 'Review…' }).click()
  await expect(dialog()).toContainText('Exactly this is sent, once.')
  await expect(dialog()).toContainText('Simulated exchange. No real money moves.')
  await desk.screenshot('review')
  await dialog().getByRole('button', { name: 'Send' }).click()
  const outcome = desk.page.getByTestId('institution-outcome')
  await expect(outcome).toHaveAttribute('data-outcome', 'done')
  const text = await outcome.innerText()
  await desk.screenshot('outcome')
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  return text
}

test('The console is off until a profile is made for an institution, which never opens for trading', async () => {
  await show()
  await expect(panel()).toContainText('No institution profile in this environment')
  await desk.screenshot('none')
  await panel().getByRole('button', { name: 'Profiles…' }).click()
  await dialog().locator('.profiles-new').getByRole('button', { name: 'Practice' }).click()
  await dialog().getByLabel('Used for').selectOption({ label: 'Institution console (Broker API)' })
  await expect(dialog()).toContainText('it opens no trading session')
  await desk.screenshot('profile')
  await dialog().getByRole('button', { name: 'Open the Institution panel' }).click()
  await expect(panel().getByLabel('Section')).toBeVisible()
  await desk.page.getByTestId('environment').click()
  await expect(desk.page.getByRole('menuitemradio')).toHaveCount(1)
  await desk.page.keyboard.press('Escape')
})

test('A customer is opened by its forms, listed, credited and seen in the event push', async () => {
  await choose('Section', 'Event push')
  await expect(panel().getByRole('status').first()).toHaveText('Live')

  await choose('Section', 'Accounts')
  await choose('Operation', 'Create an Account (write)')
  for (const [index, form] of [basic(), brokerage('CASH')].entries()) {
    const prefix = index === 0 ? 'forms' : 'forms (2)'
    const star = index === 0 ? ' *' : ''
    await field(`${prefix}.form_info.form_code${star}`).selectOption(form.form_info.form_code)
    const fields = panel().getByRole('group', { name: form.form_info.form_code })
    for (const [name, value] of entriesOf(form.json_data)) {
      const input = fields.getByLabel(
        new RegExp(`^${name.replaceAll(/[.()]/g, String.raw`\$&`)}( \\*)?$`),
      )
      const isChoice = (await input.evaluate((element) => element.tagName)) === 'SELECT'
      await (isChoice ? input.selectOption(value) : input.fill(value))
    }
    await expect(field(`${prefix}.form_info.version${star}`)).toHaveValue(form.form_info.version)
    await desk.screenshot(`account-form-${index}`)
  }
  await desk.screenshot('form')
  expect(await send()).toContain('application_id')
  await advance(6_000)

  await choose('Section', 'Applications')
  await expect(rows()).toHaveCount(1)
  await expect(rows().first()).toContainText('APPROVED')
  await rows().first().click()
  await expect(dialog()).toContainText('customer_info.first_name')
  await desk.screenshot('application')
  await dialog().getByRole('button', { name: 'Close' }).last().click()

  await choose('Section', 'Accounts')
  await choose('Operation', 'List Accounts')
  await expect(rows().first()).toContainText('CASH')
  await desk.screenshot('accounts')

  await choose('Section', 'Credits and fees')
  await choose('Operation', 'Create Credit (write)')
  await expect(field('account_id *')).not.toHaveValue('')
  await panel().getByRole('button', { name: 'Review…' }).click()
  await expect(panel()).toContainText('Required by the broker')
  await desk.screenshot('problems')
  await field('credit_type *').selectOption('PROMOTION')
  await field('amount *').fill('500.00')
  const review = panel().getByRole('button', { name: 'Review…' })
  await expectFocusRuleOf(desk.page, review, 'Send this to the broker?')
  expect(await send()).toContain('credit_id')

  await choose('Section', 'Event push')
  await expect(rows().filter({ hasText: 'FEES_CREDITS' }).first()).toBeVisible()
  await expect(rows().filter({ hasText: 'APPLICATION' }).first()).toBeVisible()
  await desk.screenshot('events')
})

test('A lost response leaves the outcome unknown, and says how to find out', async () => {
  await choose('Section', 'Credits and fees')
  await choose('Operation', 'Create Fee (write)')
  await field('fee_type *').selectOption('OTHER')
  await field('amount *').fill('1.00')
  await panel().getByRole('button', { name: 'Review…' }).click()
  await desk.practice({
    command: 'fault',
    fault: { kind: 'drop-after-effect', operation: 'broker.fees.create', count: 1 },
  })
  await dialog().getByRole('button', { name: 'Send' }).press('Enter')
  await expect(desk.page.getByTestId('institution-outcome')).toHaveAttribute(
    'data-outcome',
    'unknown',
  )
  await expect(dialog()).toContainText('it may or may not have been done. It was not repeated.')
  await desk.screenshot('unknown')
  await desk.page.keyboard.press('Escape')
})

test('An order whose answer was lost is journaled, and the broker is asked what became of it', async () => {
  await choose('Section', 'Orders')
  await choose('Operation', 'Place Order (write)')
  const order = panel().getByTestId('institution-order')
  await field('new_orders.combo_type *').selectOption('NORMAL')
  await field('new_orders.instrument_type *').selectOption('EQUITY')
  await field('new_orders.market *').selectOption('US')
  await field('new_orders.symbol *').fill('AAPL')
  await field('new_orders.side *').selectOption('BUY')
  await field('new_orders.order_type *').selectOption('LIMIT')
  await field('new_orders.time_in_force *').selectOption('GTC')
  await field('new_orders.entrust_type *').selectOption('QTY')
  await field('new_orders.support_trading_session').selectOption('CORE')
  await field('new_orders.quantity').fill('1')
  await field('new_orders.limit_price').fill('1.00')
  await panel().getByRole('button', { name: 'Review…' }).click()
  await desk.practice({
    command: 'fault',
    fault: { kind: 'drop-after-effect', operation: 'broker.orders.place', count: 1 },
  })
  // No query is answered either, so that it is seen while nothing is known.
  await desk.practice({
    command: 'fault',
    fault: { kind: 'drop-before-effect', operation: 'broker.orders.get', count: null },
  })
  await dialog().getByRole('button', { name: 'Send' }).press('Enter')
  await expect(desk.page.getByTestId('institution-outcome')).toHaveAttribute(
    'data-outcome',
    'unknown',
  )
  await desk.page.keyboard.press('Escape')
  await expect(order.first()).toHaveAttribute('data-state', 'checking')
  await desk.screenshot('order-checking')
  await desk.practice({ command: 'clear-faults' })
  await expect(order.first()).toHaveAttribute('data-state', 'done', { timeout: 60_000 })
  await desk.screenshot('order-settled')
})

test('The console has no accessibility problem in any theme and language', async () => {
  await choose('Section', 'Transfers')
  await loadAxe(desk.page)
  for (const theme of ['dark', 'light', 'contrast'] as const) {
    await pressTheme(desk.page, theme)
    expect(await axeViolations(desk.page, '[data-panel="institution"]')).toEqual([])
    await desk.screenshot(`transfers-${theme}`)
  }
  await desk.page.evaluate(async () => {
    await countersign.invoke('preferences.set', { language: 'es' })
  })
  await desk.page.reload()
  await expect(panel().getByRole('combobox', { name: 'Sección' })).toBeVisible()
  await loadAxe(desk.page)
  await expect(panel()).toContainText('Los campos llevan los nombres del bróker.')
  expect(await axeViolations(desk.page, '[data-panel="institution"]')).toEqual([])
  await desk.screenshot('spanish')
})
