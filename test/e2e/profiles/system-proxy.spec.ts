import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import {
  startConnectProxy,
  type ConnectProxy,
} from '../../contract/provider/first-connection/connect-proxy.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import {
  createProfile,
  enterCredential,
  openProfilesDialog,
  startProductionStandIn,
  type StandIn,
} from './profiles-page.js'

/** A production account behind a proxy that the desktop's own setting names. */

let standIn: StandIn
let proxy: ConnectProxy
let desk: MainWindowPage
const home = mkdtempSync(join(tmpdir(), 'countersign-desktop-'))
const settings = { GSETTINGS_BACKEND: 'keyfile', XDG_CONFIG_HOME: home }
const script = join(home, 'proxy.pac')

const set = (schema: string, key: string, value: string): void => {
  execFileSync('gsettings', ['set', `org.gnome.system.proxy${schema}`, key, value], {
    env: { ...process.env, ...settings },
  })
}

test.beforeAll(async () => {
  const started = await startProductionStandIn()
  standIn = started.standIn
  proxy = await startConnectProxy((host) =>
    host === 'api.webull.com' ? Number(new URL(standIn.ready.hosts.api).port) : null,
  )
  const table = JSON.parse(started.env['COUNTERSIGN_TEST_DIAL'] ?? '{}') as Record<string, object>
  const closed = Object.fromEntries(
    Object.entries(table).map(([name, to]) => [name, { ...to, port: 1 }]),
  )
  set('.http', 'host', '127.0.0.1')
  set('.http', 'port', String(proxy.port))
  set('.https', 'host', '127.0.0.1')
  set('.https', 'port', String(proxy.port))
  set('', 'mode', 'manual')
  desk = await openMainWindow({
    suite: 'system-proxy',
    keyStore: 'none',
    env: {
      COUNTERSIGN_TEST_DIAL: JSON.stringify(closed),
      XDG_CURRENT_DESKTOP: 'GNOME',
      ...settings,
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
  await proxy?.close()
  await standIn?.close()
  await removeFolder(home)
})

const testConnection = async ({ page }: MainWindowPage): Promise<void> => {
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByTestId('check-network')).toBeVisible({ timeout: 20_000 })
}

test('REL-52: the broker is reached through the proxy of the system’s setting', async () => {
  const { page } = desk
  await expect(page.getByTestId('proxy')).toContainText(
    `http://127.0.0.1:${proxy.port}, named by the system’s setting`,
  )
  await testConnection(desk)
  await expect(page.getByTestId('check-network')).toContainText('api.webull.com answers')
  await expect(page.getByTestId('check-proxy')).toContainText('named by the system’s setting')
  expect(proxy.targets).toContain('api.webull.com:443')
})

test('REL-52: the script of the system’s setting is followed, its ways in their order', async () => {
  const { page } = desk
  writeFileSync(
    script,
    `function FindProxyForURL(url, host) {
      if (host === 'api.webull.com') return 'PROXY 127.0.0.1:1; PROXY 127.0.0.1:${proxy.port}'
      return dnsResolve(host) === null ? 'DIRECT' : 'PROXY never.example:1'
    }`,
  )
  set('', 'autoconfig-url', pathToFileURL(script).href)
  set('', 'mode', 'auto')
  const before = proxy.targets.length
  await testConnection(desk)
  await expect(page.getByTestId('check-network')).toContainText('api.webull.com answers')
  await expect(page.getByTestId('check-proxy')).toContainText(
    `http://127.0.0.1:1, then http://127.0.0.1:${proxy.port}, named by the script`,
  )
  expect(proxy.targets.length).toBeGreaterThan(before)
  await page.getByTestId('check-proxy').scrollIntoViewIfNeeded()
  await desk.screenshot('script')
})

test('REL-52: a script that is entered by hand is followed, and one without an end is ended', async () => {
  const { page } = desk
  set('', 'mode', 'none')
  const choose = async (address: string): Promise<void> => {
    const field = page.getByLabel('Address of the script')
    await field.fill(address)
    await field.blur()
  }
  await page.getByLabel('Reach the broker through').selectOption('script')
  await choose(pathToFileURL(script).href)
  await expect(page.getByTestId('proxy')).toContainText('named by the script file:')
  const endless = join(home, 'endless.pac')
  writeFileSync(endless, 'function FindProxyForURL() { for (;;); }')
  await choose(pathToFileURL(endless).href)
  await expect(page.getByTestId('proxy')).toContainText('names no proxy', { timeout: 10_000 })
  await choose(pathToFileURL(script).href)
  await expect(page.getByTestId('proxy')).toContainText(`then http://127.0.0.1:${proxy.port}`)
  await choose(pathToFileURL(join(home, 'none.pac')).href)
  await expect(page.getByTestId('proxy')).toContainText('cannot be loaded')
  await page.getByTestId('proxy').scrollIntoViewIfNeeded()
  await desk.screenshot('by-hand')
})
