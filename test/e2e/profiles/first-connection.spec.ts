import { createServer } from 'node:net'
import { expect, test } from '@playwright/test'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import {
  chooseSignInMethod,
  createProfile,
  enterHosts,
  openProfilesDialog,
  startStandIn,
  type StandIn,
} from './profiles-page.js'

/** What a person needs to see and to copy before the first connection to a broker works. */

const ADDRESS = 'http://127.0.0.1:28471/callback'

let desk: MainWindowPage
let standIn: StandIn
test.beforeAll(async () => {
  standIn = await startStandIn()
  desk = await openMainWindow({ suite: 'first-connection', keyStore: 'none' })
  await desk.ready()
  await openProfilesDialog(desk)
  await createProfile(desk, 'Sandbox', 'First')
  await chooseSignInMethod(desk, 'both')
})
test.afterAll(async () => {
  await desk?.close()
  await standIn?.close()
})

test('REL-52: the redirect address can be copied exactly as the registration has to contain it', async () => {
  const { page } = desk
  await expect(page.getByTestId('redirect-address')).toHaveText(ADDRESS)
  await expect(page.getByTestId('redirect-port')).toContainText('free')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Redirect address copied')).toBeVisible()
  expect(await desk.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(ADDRESS)
  await page.getByTestId('redirect-address').scrollIntoViewIfNeeded()
  await desk.screenshot('redirect')
})

test('REL-52: a port that another program uses is said, with one that is free', async () => {
  const { page } = desk
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(28_472, '127.0.0.1', resolve))
  const port = page.getByLabel('Port', { exact: true })
  await port.fill('28472')
  await port.blur()
  await expect(page.getByTestId('redirect-port')).toContainText('Another program uses this port')
  await desk.screenshot('redirect-in-use')
  await page.getByRole('button', { name: 'Use port 28471' }).click()
  await expect(page.getByTestId('redirect-address')).toHaveText(ADDRESS)
  await port.fill('0')
  await port.blur()
  await expect(page.getByTestId('redirect-port')).toContainText('no registration can contain')
  await expect(page.getByTestId('redirect-address')).toHaveCount(0)
  await page.getByRole('button', { name: 'Use port 28471' }).click()
  await expect(page.getByTestId('redirect-address')).toHaveText(ADDRESS)
  await new Promise((resolve) => taken.close(resolve))
})

test('SEC-29: the window names the authorities that are trusted, an own one by its subject', async () => {
  const { page } = desk
  await expect(page.getByTestId('trust')).toContainText('that come with Countersign')
  await enterHosts(desk, standIn.ready)
  await expect(page.getByTestId('trust')).toContainText('CN=Practice exchange authority')
  await page.getByTestId('trust').scrollIntoViewIfNeeded()
  await desk.screenshot('trust')
  await page.keyboard.press('Escape')
  await chooseLanguage(page, 'es')
  await page.getByTestId('environment').click()
  await page.getByRole('menuitem', { name: /Perfiles y credenciales/ }).click()
  await page.getByRole('navigation').getByRole('button', { name: /First/ }).click()
  await expect(page.getByTestId('trust')).toContainText('solo esta autoridad')
  await page.getByTestId('trust').scrollIntoViewIfNeeded()
  await desk.screenshot('trust-es')
})
