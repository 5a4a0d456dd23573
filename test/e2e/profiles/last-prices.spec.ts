import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { until } from '../../harness/system/until.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'
import {
  expectEnvironment,
  sandboxProfile,
  startStandIn,
  switchProfile,
  type StandIn,
} from './profiles-page.js'

const userData = freshUserData()
let desk: MainWindowPage
let standIn: StandIn
test.beforeAll(async () => {
  standIn = await startStandIn()
  desk = await openMainWindow({ suite: 'last-prices', keyStore: 'none', userData })
})
test.afterAll(async () => {
  standIn?.child.process.kill('SIGCONT')
  await desk?.close()
  await standIn?.close()
  await removeFolder(userData)
})

/** Returns the prices that the sandbox profile has stored; empty while there are none. */
const storedPrices = (): string =>
  readdirSync(userData, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('sandbox') && name.endsWith('quotes.json'))
    .map((name) => readFileSync(join(userData, name), 'utf8'))
    .join('')

test('P1: a session shows the last prices greyed with their age, until the broker answers', async () => {
  const { page } = desk
  await desk.ready()
  await sandboxProfile(desk, standIn, 'Paper')
  await page.getByRole('button', { name: 'Open this profile' }).click()
  await expectEnvironment(desk, 'Sandbox')
  await desk.ready()
  await until('the prices are stored', () => /"SPY".*"XOM"|"XOM".*"SPY"/.test(storedPrices()))
  await switchProfile(desk, /Practice/)
  await expectEnvironment(desk, 'Practice')
  await desk.ready()

  // The broker accepts connections and answers nothing.
  standIn.child.process.kill('SIGSTOP')
  await switchProfile(desk, /Paper/)
  await expectEnvironment(desk, 'Sandbox', false)
  await expect(watchRow(page, 'SPY')).toContainText(/\d+\.\d\d/)
  await expect(page.locator('.main-window')).toHaveAttribute('data-quotes', 'old')
  await expect(page.locator('[data-channel="market"]')).toContainText(/\d+ (s|min)/)
  // Nobody can trade at the bid and ask of another time.
  await expect(page.getByTestId('ticket-use-bid')).not.toContainText(/\d/)
  // Positions that were not read are not none.
  await expect(page.getByTestId('ticket-position')).not.toContainText(/\d/)
  await desk.screenshot('last-prices')

  standIn.child.process.kill('SIGCONT')
  await expect(page.locator('.main-window')).toHaveAttribute('data-quotes', 'live')
  await expect(page.getByTestId('ticket-use-bid')).toContainText(/\d/)
})
