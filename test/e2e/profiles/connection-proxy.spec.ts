import { expect, test } from '@playwright/test'
import {
  startConnectProxy,
  type ConnectProxy,
} from '../../contract/provider/first-connection/connect-proxy.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import {
  createProfile,
  enterCredential,
  openProfilesDialog,
  startProductionStandIn,
  type StandIn,
} from './profiles-page.js'

/** A production account behind the proxy of a company, which is the only way out. */

let standIn: StandIn
let open: ConnectProxy
let strict: ConnectProxy
let desk: MainWindowPage
test.beforeAll(async () => {
  const started = await startProductionStandIn()
  standIn = started.standIn
  const { hosts } = standIn.ready
  const route = (host: string): number | null =>
    host === 'api.webull.com' ? Number(new URL(hosts.api).port) : null
  open = await startConnectProxy(route)
  strict = await startConnectProxy(route, 'somebody:else')
  // Without the proxy the published names lead nowhere.
  const table = JSON.parse(started.env['COUNTERSIGN_TEST_DIAL'] ?? '{}') as Record<string, object>
  const closed = Object.fromEntries(
    Object.entries(table).map(([name, to]) => [name, { ...to, port: 1 }]),
  )
  desk = await openMainWindow({
    suite: 'connection-proxy',
    keyStore: 'none',
    env: {
      COUNTERSIGN_TEST_DIAL: JSON.stringify(closed),
      HTTPS_PROXY: `http://127.0.0.1:${open.port}`,
    },
  })
  await desk.ready()
  await openProfilesDialog(desk)
  await createProfile(desk, 'PRODUCTION', 'Office')
  await enterCredential(desk, 'app_key', standIn.ready.appKey)
  await enterCredential(desk, 'app_secret', standIn.ready.appSecret)
})
test.afterAll(async () => {
  await desk?.close()
  await open?.close()
  await strict?.close()
  await standIn?.close()
})

const testConnection = async ({ page }: MainWindowPage): Promise<void> => {
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByTestId('check-network')).toBeVisible({ timeout: 20_000 })
}

test('REL-52: the broker is reached through the proxy that the environment names', async () => {
  const { page } = desk
  await expect(page.getByTestId('proxy')).toContainText('named by HTTPS_PROXY')
  await testConnection(desk)
  await expect(page.getByTestId('check-network')).toContainText('api.webull.com answers')
  await expect(page.getByTestId('check-signature')).toContainText('correct')
  expect(open.targets).toContain('api.webull.com:443')
  await page.getByTestId('proxy').scrollIntoViewIfNeeded()
  await desk.screenshot('environment')
})

test('REL-52: what nobody has published is set under Advanced, for the support too', async () => {
  const { page } = desk
  const advanced = page.getByTestId('assumptions')
  await advanced.getByText('Advanced').click()
  await advanced.getByLabel('Value of options').selectOption('last')
  await advanced.getByLabel('Health checks of order events').selectOption('never')
  await advanced.scrollIntoViewIfNeeded()
  await desk.screenshot('advanced')
  await testConnection(desk)
  // The former findings stay until this test is complete.
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Copy for support' }).click()
      return await desk.app.evaluate(({ clipboard }) => clipboard.readText())
    })
    .toContain('differs from what is assumed: healthChecks=never, optionValue=last')
  // They remain, and are seen, after the dialog was closed.
  await page.keyboard.press('Escape')
  await openProfilesDialog(desk)
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /Office/ })
    .click()
  await expect(advanced.getByLabel('Value of options')).toHaveValue('last')
})

test('REL-52: a proxy that asks for a password is named, and so is a network without one', async () => {
  const { page } = desk
  await page.getByLabel('Reach the broker through').selectOption('address')
  const address = page.getByLabel('Address of the proxy')
  await address.fill(`http://127.0.0.1:${strict.port}`)
  await address.blur()
  await expect(page.getByTestId('proxy')).toContainText(`127.0.0.1:${strict.port}, chosen here`)
  await testConnection(desk)
  await expect(page.getByTestId('check-network')).toContainText('user name and a password')
  const user = page.getByTestId('proxy-user')
  const enter = async (password: string): Promise<void> => {
    await user.getByRole('button', { name: /^(Enter|Replace)/ }).click()
    await page.getByLabel('User name', { exact: true }).fill('somebody')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await user.getByRole('button', { name: 'Save' }).click()
    await expect(user).toContainText('set')
  }
  await enter('wrong')
  await testConnection(desk)
  await expect(page.getByTestId('check-network')).toContainText('refuses the user name')
  await user.scrollIntoViewIfNeeded()
  await desk.screenshot('credentials')
  await enter('else')
  await testConnection(desk)
  await expect(page.getByTestId('check-network')).toContainText('api.webull.com answers')
  await user.getByRole('button', { name: 'Remove' }).click()
  await testConnection(desk)
  await expect(page.getByTestId('check-network')).toContainText('asks for a user name')
  await page.getByLabel('Reach the broker through').selectOption('none')
  await expect(page.getByTestId('proxy')).toContainText('connections are direct')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByTestId('check-network')).toContainText('cannot be reached')
})
