import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { expectFocusRule, expectFocusRuleOf } from '../support/dialog-focus.js'
import { invoke } from '../support/bridge.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { runCommand, showPanel } from '../support/palette.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'dialogs', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

const panel = (id: string): Locator => desk.page.locator(`[data-panel="${id}"]`)
const table = (name: string): Locator => desk.page.getByRole('treegrid', { name, exact: true })

/** Runs a command from the palette. */
const command = (title: string): Promise<void> => runCommand(desk.page, title)

/** Rests an order far from the market. */
async function restOrder(symbol: string): Promise<void> {
  await desk.page.getByRole('tab', { name: 'Ticket' }).click()
  await desk.choose(symbol)
  await desk.fill('quantity', '2')
  await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 3_000))
  await desk.send()
  await desk.tab('Orders')
  await expect(desk.orderRow(symbol).filter({ hasText: 'Working' })).toBeVisible()
}

test('Dialogs of commands return the focus to where it was when they were opened', async () => {
  const { page } = desk
  await desk.tab('Positions')
  for (const [title, name] of [
    ['Settings', 'Settings'],
    ['Keyboard shortcuts', 'Keyboard shortcuts'],
    ['Profiles', 'Profiles'],
    ['App lock', 'App lock'],
    ['Order limits', 'Order limits'],
    ['About and licenses', 'About and licenses'],
    ['Reset workspace', 'Reset the workspace?'],
    ['Workspaces…', 'Workspaces'],
    ['Halt assistants', 'Halt now'],
    ['Flatten: close all positions', 'Close all positions'],
    ['Connect my account…', 'Connect the sandbox'],
    ['Updates…', 'Updates'],
    ['Reset Countersign…', 'Reset Countersign'],
  ] as const) {
    await table('Positions').focus()
    await expectFocusRule(page, {
      name,
      open: () => command(title),
      returnsTo: table('Positions'),
    })
  }
  await table('Positions').focus()
  await expectFocusRule(page, {
    name: 'Commands and symbols',
    open: () => page.keyboard.press('Control+k'),
    returnsTo: table('Positions'),
  })
})

test('Dialogs of menus return the focus to the button of the menu', async () => {
  const { page } = desk
  for (const [menu, entry, name] of [
    ['Countersign', 'Settings', 'Settings'],
    ['Countersign', 'Profiles', 'Profiles'],
    ['Workspace', 'Reset workspace…', 'Reset the workspace?'],
    ['Help', 'About and licenses', 'About and licenses'],
  ] as const) {
    const button = page.locator('.chrome').getByRole('button', { name: menu, exact: true })
    await expectFocusRule(page, {
      name,
      open: async () => {
        await button.click()
        await page.getByRole('menuitem', { name: entry }).click()
      },
      returnsTo: button,
    })
  }
  await expectFocusRuleOf(
    page,
    page.getByRole('button', { name: 'Search symbols and commands' }),
    'Commands and symbols',
  )
})

test('The dialog that resumes trading returns the focus', async () => {
  const { page } = desk
  await command('Halt trading')
  await expect(page.getByTestId('halted')).toBeVisible()
  await desk.tab('Positions')
  await table('Positions').focus()
  await expectFocusRule(page, {
    name: 'Resume trading?',
    open: () => command('Resume trading'),
    returnsTo: table('Positions'),
  })
  await command('Resume trading')
  await page.getByRole('checkbox').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume trading' }).click()
  await expect(page.getByTestId('halted')).toHaveCount(0)
})

test('Dialogs of panels return the focus to their button', async () => {
  const { page } = desk
  await desk.choose('AAPL')
  await expectFocusRuleOf(
    page,
    panel('chart').getByRole('button', { name: 'Chart type and indicators' }),
    'Chart type and indicators',
  )
  for (const [button, name] of [
    ['Interval, hours, lines and symbols to compare', 'Chart view'],
    ['Go to date', 'Go to date'],
    ['Replay these bars…', /replay/i],
  ] as const) {
    await expectFocusRuleOf(page, panel('chart').getByRole('button', { name: button }), name)
  }
  await showPanel(page, 'Alerts')
  await expectFocusRuleOf(
    page,
    panel('alerts').getByRole('button', { name: 'New alert' }),
    'New alert',
  )
  await showPanel(page, 'Practice')
  await expectFocusRuleOf(
    page,
    panel('practice').getByRole('button', { name: 'Start over' }),
    'Start practice over?',
  )
  await desk.tab('Positions')
  await expectFocusRuleOf(
    page,
    table('Positions').getByRole('button', { name: 'Columns' }),
    'Columns: Positions',
  )
  await desk.tab('Session')
  await expectFocusRuleOf(
    page,
    panel('session').getByRole('button', { name: 'Sign out' }),
    'Sign out?',
  )
  const lists = panel('watchlist').getByRole('button', { name: 'Lists' })
  await expectFocusRule(page, {
    name: 'New list…',
    open: async () => {
      await lists.click()
      await page.getByRole('menuitem', { name: 'New list…' }).click()
    },
    returnsTo: lists,
  })
  await page.getByRole('tab', { name: 'Activity' }).click()
  const records = panel('activity').getByRole('grid')
  await expect(records.locator('.grid-row').first()).toBeVisible()
  await expectFocusRule(page, {
    name: /.+/,
    open: async () => {
      await records.focus()
      await page.keyboard.press('Enter')
    },
    returnsTo: records,
  })
})

test('The page behind a dialog is inert, a dialog behind another too, and toasts are not', async () => {
  const { page } = desk
  const isInert = (element: Locator): Promise<boolean> =>
    element.evaluate((box) => box.closest('[inert]') !== null)
  const main = page.locator('.main-window')
  await desk.tab('Positions')
  await table('Positions').focus()
  expect(await isInert(main)).toBe(false)
  await command('Workspaces…')
  const first = page.getByRole('dialog', { name: 'Workspaces' })
  await expect(first).toBeVisible()
  expect(await isInert(main)).toBe(true)
  expect(await isInert(first)).toBe(false)
  expect(await isInert(page.locator('.toasts'))).toBe(false)
  // What is inert takes no focus, from a script either.
  await page
    .locator('[data-panel="positions"] .grid-inner')
    .evaluate((grid: HTMLElement) => grid.focus())
  expect(
    await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null),
  ).toBe(true)
  await page.keyboard.press('Escape')
  await expect(first).toHaveCount(0)
  expect(await isInert(main)).toBe(false)
  await expect(table('Positions')).toBeFocused()
})

test('Reviews of orders return the focus to the button that asked for them', async () => {
  const { page } = desk
  await page.getByRole('tab', { name: 'Ticket' }).click()
  await desk.choose('MSFT')
  await desk.fill('quantity', '2')
  await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 3_000))
  const submit = page.getByRole('form').locator('button[type="submit"]')
  await expectFocusRuleOf(page, submit, 'Review order')
  await page.getByTestId('basket-add').click()
  await page.getByRole('tab', { name: 'Basket' }).click()
  await expectFocusRuleOf(page, page.getByTestId('basket-review'), /.+/)
})

test('A row that vanishes hands the focus to its table, and the last one to the panel', async () => {
  const { page } = desk
  await restOrder('MSFT')
  await restOrder('AMD')
  await page.getByRole('radio', { name: 'Working' }).click()
  const cancel = (symbol: string): Locator =>
    desk.orderRow(symbol).getByRole('button', { name: /Cancel/ })
  await expectFocusRuleOf(page, cancel('AMD'), 'Cancel this order?')
  await expectFocusRuleOf(
    page,
    panel('orders').getByRole('button', { name: 'Cancel all' }),
    /cancel/i,
  )

  // The order ends while its own button has the focus: another order's button never gets it.
  for (const [symbol, next] of [
    ['AMD', table('Orders')],
    ['MSFT', panel('orders')],
  ] as const) {
    await cancel(symbol).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
    await page.waitForTimeout(700)
    await page.keyboard.press('Enter')
    await expect(desk.orderRow(symbol)).toHaveCount(0)
    await expect(next).toBeFocused()
  }
})

test('The place under the keyboard follows its order when a newer one comes', async () => {
  const { page } = desk
  await restOrder('MSFT')
  await table('Orders').focus()
  await page.keyboard.press('Home')
  const active = table('Orders').locator('.grid-row[data-active="true"]')
  await expect(active).toContainText('MSFT')
  const bid = await desk.cents('bid')
  const { selectedAccount } = (await invoke(desk, 'session.get', {})).value as {
    readonly selectedAccount: string
  }
  await invoke(desk, 'orders.submit', {
    ticket: 'dialogs-newer',
    draft: {
      accountId: selectedAccount,
      assetClass: 'stock',
      symbol: 'JPM',
      side: 'buy',
      type: 'limit',
      timeInForce: 'day',
      session: 'core',
      size: { kind: 'quantity', quantity: '1' },
      limitPrice: dollars(Math.floor(bid / 10)),
      stopPrice: null,
      trail: null,
      expireDate: null,
    },
  })
  await expect(table('Orders').locator('.grid-row').first()).toContainText('JPM')
  await expect(active).toContainText('MSFT')
})

/** The dialogs that are tested here, by their source. */
const HERE = [
  'app/connect/connect-guide.tsx',
  'app/limits/limits-settings.tsx',
  'app/lock/lock-settings.tsx',
  'app/overlays/about.tsx',
  'app/overlays/close-positions.tsx',
  'app/overlays/kill.tsx',
  'app/overlays/palette.tsx',
  'app/overlays/reset-workspace.tsx',
  'app/overlays/resume.tsx',
  'app/overlays/settings.tsx',
  'app/overlays/keyboard/keyboard-page.tsx',
  'app/profiles/profiles.tsx',
  'app/updates/updates.tsx',
  'app/overlays/replay-bars.tsx',
  'app/overlays/reset-data.tsx',
  'app/workspaces/workspaces.tsx',
  'panels/alerts/form/alert-form.tsx',
  'panels/basket/basket-review.tsx',
  'panels/chart/indicators/chart-settings.tsx',
  'panels/chart/view/chart-view-dialog.tsx',
  'panels/chart/view/go-to-date.tsx',
  'panels/orders/cancel-all.tsx',
  'panels/practice/reset.tsx',
  'panels/session/session-panel.tsx',
  'ui/ticket/review/ticket-review.tsx',
  'panels/watchlist/list-dialogs.tsx',
  'ui/orders/order-confirmation-dialog.tsx',
  'ui/records/record-detail.tsx',
  'ui/table/column-dialog.tsx',
]
/** The dialogs that need another session, and the test of each. */
const ELSEWHERE = {
  'app/lock/step-up.tsx': 'shell/app-lock.spec.ts',
  'app/overlays/main-window-only.tsx': 'windows/own-windows.spec.ts',
  'app/overlays/price-question.tsx': 'limits/stale-price.spec.ts',
  'app/profiles/arm.tsx': 'profiles/profiles.spec.ts',
  'app/profiles/credentials-form.tsx': 'profiles/profiles.spec.ts',
  'panels/institution/console-review.tsx': 'records/institution.spec.ts',
  'panels/price-ladder/parts/cancel-dialog.tsx': 'orders/price-ladder/price-ladder-reload.spec.ts',
  'panels/instructions/connections/connection-head.tsx': 'instructions/panel.spec.ts',
}

test('Every dialog of the window is in one of these tests', () => {
  const root = join(import.meta.dirname, '../../../renderer')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) => readFileSync(join(root, file), 'utf8').match(/<Dialog\s/) !== null)
  expect(sources.toSorted()).toEqual([...HERE, ...Object.keys(ELSEWHERE)].toSorted())
  for (const test of Object.values(ELSEWHERE)) {
    expect(readFileSync(join(import.meta.dirname, '..', test), 'utf8')).toContain('expectFocusRule')
  }
})
