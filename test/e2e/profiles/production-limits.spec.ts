import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { invoke } from '../support/bridge.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { expectOrderLife } from '../support/order-life.js'
import { pressTheme } from '../support/theme.js'
import {
  createProfile,
  enterCredential,
  expectEnvironment,
  openProfilesDialog,
  startProductionStandIn,
  type StandIn,
} from './profiles-page.js'

let standIn: StandIn
let desk: MainWindowPage
const userData = freshUserData()
test.beforeAll(async () => {
  const started = await startProductionStandIn()
  standIn = started.standIn
  desk = await openMainWindow({
    suite: 'production-limits',
    keyStore: 'none',
    userData,
    env: started.env,
  })
  await desk.ready()
  await openProfilesDialog(desk)
  await createProfile(desk, 'PRODUCTION', 'Live')
  await enterCredential(desk, 'app_key', standIn.ready.appKey)
  await enterCredential(desk, 'app_secret', standIn.ready.appSecret)
  await desk.page.getByRole('button', { name: 'Open this profile' }).click()
  await desk.page.getByTestId('arming-word').fill('PRODUCTION')
  await desk.page.getByRole('button', { name: 'Open and allow trading' }).click()
  await expect(desk.page.getByTestId('token-waiting')).toBeVisible()
  await standIn.child.command({ command: 'verify-tokens' })
  await expectEnvironment(desk, 'PRODUCTION')
})
test.afterAll(async () => {
  await desk?.close()
  await standIn?.close()
  await removeFolder(userData)
})

test('An order of production works, is replaced, and is canceled within its request limits', async () => {
  const before = (await standIn.truth()).requests['trading.orders.place'] ?? 0
  await expectOrderLife(desk, 'XOM')
  expect((await standIn.truth()).requests['trading.orders.place']).toBe(before + 1)
})

test('A list whose requests are used up says how many there are and when the next can be sent', async () => {
  const { page } = desk
  const { selectedAccount } = (await invoke(desk, 'session.get', {})).value as {
    readonly selectedAccount: string
  }
  const query = { accountId: selectedAccount, from: null, to: null, cursor: null, kinds: [] }
  for (let sent = 0; sent < 60; sent += 10) {
    await Promise.all(Array.from({ length: 10 }, () => invoke(desk, 'records.cash', query)))
  }
  await page.getByRole('tab', { name: 'Activity' }).click()
  const panel = page.locator('[data-panel="activity"]')
  await expect(panel).toContainText(
    /The broker allows 60 of these requests a minute, and they are used up\. The next can be sent in \d+ s\./,
  )
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`used-up-${theme}`)
  }
})
