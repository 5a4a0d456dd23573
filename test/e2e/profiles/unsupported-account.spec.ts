import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { expectEnvironment, sandboxProfile, startStandIn, type StandIn } from './profiles-page.js'

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
  test.setTimeout(90_000)
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
