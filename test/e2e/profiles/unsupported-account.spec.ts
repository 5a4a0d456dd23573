import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { pressTheme } from '../support/theme.js'
import { expectEnvironment, sandboxProfile, startStandIn, type StandIn } from './profiles-page.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let standIn: StandIn
let desk: MainWindowPage
const userData = freshUserData()
test.beforeAll(async () => {
  standIn = await startStandIn()
  desk = await openMainWindow({ suite: 'unsupported-account', keyStore: 'none', userData })
  await desk.ready()
})
test.afterAll(async () => {
  await desk?.close()
  await standIn?.close()
  await removeFolder(userData)
})

test('An account of a class that is not published is shown as not supported, and the others work', async () => {
  const { page } = desk
  await standIn.child.command({
    command: 'fault',
    fault: { kind: 'unpublished-class', operation: 'trading.accounts.list', count: null },
  })
  await sandboxProfile(desk, standIn, 'Test account')
  await page.getByRole('button', { name: 'Open this profile' }).click()
  await expectEnvironment(desk, 'Sandbox')
  const menu = page.getByRole('combobox', { name: 'Trade with account' })
  const unsupported = menu
    .getByRole('option')
    .filter({ hasText: /^\d+ \(not supported by Countersign\)$/ })
  await expect(unsupported).toHaveCount(1)
  await expect(unsupported).toBeDisabled()
  const supported = menu.getByRole('option').and(page.locator(':enabled'))
  const names = await supported.allTextContents()
  expect(names.length).toBeGreaterThan(1)
  for (const name of names) {
    await menu.selectOption({ label: name })
    await expect(page.locator('[data-region="status"]')).toContainText(
      /\d{6,}$/.exec(name)?.[0] ?? 'an account number',
    )
  }
  await desk.screenshot('account-menu')
})

test('Accounts that changed are read again when the connection returns', async () => {
  const { page } = desk
  const menu = page.getByRole('combobox', { name: 'Trade with account' })
  const enabled = menu.getByRole('option').and(page.locator(':enabled'))
  const before = await enabled.count()
  await standIn.child.command({ command: 'clear-faults' })
  await standIn.child.command({ command: 'end-streams', channel: 'events', how: 'kill' })
  await expect(enabled).toHaveCount(before + 1)
  await expect(menu.getByRole('option').and(page.locator(':disabled'))).toHaveCount(0)
})

test('Where no account is supported, the window says so and what to do, and continues once one is', async () => {
  const { page } = desk
  await standIn.child.command({
    command: 'fault',
    fault: { kind: 'unpublished-classes', operation: 'trading.accounts.list', count: null },
  })
  await standIn.child.command({ command: 'end-streams', channel: 'events', how: 'kill' })
  const notices = page.locator('.notices')
  await expect(notices).toContainText(
    /only accounts of a kind that Countersign does not support \(\d+, .*\).*Choose another profile/,
  )
  const menu = page.getByRole('combobox', { name: 'Trade with account' })
  await expect(menu.getByRole('option').filter({ hasText: 'not supported' })).not.toHaveCount(0)
  await desk.tab('Positions')
  const positions = page.locator('[data-panel="positions"]')
  await expect(positions).toContainText('No supported account')
  await expect(page.getByText('Not signed in yet')).toHaveCount(0)
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`no-supported-account-${theme}`)
  }
  await standIn.child.command({ command: 'clear-faults' })
  await notices.getByRole('button', { name: 'Read accounts again' }).click()
  await expect(menu).toHaveValue(/.+/)
  await expect(notices).not.toContainText('does not support')
})
