import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { checkedText } from '../../../../electron/adapters/journal/checked-file.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'
import { freshUserData } from '../../../harness/windows/electron-app.js'
import { startToFail } from '../../../harness/windows/failed-start.js'
import { invoke } from '../../support/bridge.js'
import { chooseLanguage } from '../../support/language.js'
import { answerWith } from '../../support/native-questions.js'
import { dollars, openMainWindow, type MainWindowPage } from '../../support/main-window-page.js'

let userData: string
test.beforeEach(() => {
  userData = freshUserData()
})
test.afterEach(() => removeFolder(userData))

const open = (args: readonly string[] = []): Promise<MainWindowPage> =>
  openMainWindow({ suite: 'reset', keyStore: 'none', userData, args })

/** The folders of resets in the data folder. */
const asides = (): readonly string[] =>
  readdirSync(userData).filter((name) => /^reset-[a-z]+-\d/.test(name))

async function openReset({ page }: MainWindowPage, menu = 'Help', item = /Reset/): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByTestId('reset-losses')).toBeVisible()
}

const choose = ({ page }: MainWindowPage, level: RegExp): Promise<void> =>
  page.getByRole('radio', { name: level }).check()

/** Presses the button, and resolves when the program has ended. */
async function confirmReset(desk: MainWindowPage): Promise<void> {
  const { app, page } = desk
  await answerWith(desk, 'Quit')
  const ended = new Promise<void>((resolve) => app.process().once('exit', () => resolve()))
  // Presses in the first moments of the dialog do not count.
  await page.waitForTimeout(700)
  await page.getByRole('button', { name: 'Reset and quit' }).click()
  await ended
}

test('REL-55: settings are reset at the next start, which names the folder with the earlier ones', async () => {
  const before = await open()
  await before.ready()
  await invoke(before, 'preferences.set', { change: { theme: 'light' } })
  await invoke(before, 'profiles.create', { name: 'Kept', environment: 'sandbox' })
  await openReset(before)
  await before.screenshot('layout')
  await choose(before, /Also profiles/)
  await expect(before.page.getByTestId('reset-losses')).toContainText('1 profile of a real account')
  await before.screenshot('profiles')
  await choose(before, /^Settings and workspaces/)
  await confirmReset(before)
  expect(asides()).toEqual([])

  const after = await open()
  await after.ready()
  const [aside = ''] = asides()
  await expect(after.page.getByText('Countersign was reset.')).toBeVisible()
  await expect(after.page.getByText(path.join(userData, aside))).toBeVisible()
  await after.screenshot('done')
  expect(existsSync(path.join(userData, aside, 'preferences.json'))).toBe(true)
  expect(existsSync(path.join(userData, aside, 'profiles.json'))).toBe(false)
  // Nothing that was set aside is reported as lost.
  await expect(after.page.getByText(/missing|could not be read/)).toHaveCount(0)
  await after.page.getByTestId('environment').click()
  await expect(after.page.getByRole('menuitemradio', { name: /Kept/ })).toBeVisible()
  await after.close()
})

test('REL-55: everything is reset on the command line where stored settings stop the start', async () => {
  const before = await open()
  await before.ready()
  await invoke(before, 'profiles.create', { name: 'Lost', environment: 'sandbox' })
  await before.close()
  writeFileSync(path.join(userData, 'profiles.json'), checkedText('{"v":99}'))
  const failed = await startToFail([`--user-data-dir=${userData}`])
  expect(failed.stderr).toContain('was written by a newer version')
  expect(asides()).toEqual([])

  const after = await open(['--reset=everything'])
  await after.ready()
  const [aside = ''] = asides()
  await expect(after.page.getByText(path.join(userData, aside))).toBeVisible()
  await expect(after.page.getByText(/missing|could not be read/)).toHaveCount(0)
  for (const entry of ['profiles.json', 'practice', 'logs']) {
    expect([entry, existsSync(path.join(userData, aside, entry))]).toEqual([entry, true])
  }
  await after.page.getByTestId('environment').click()
  await expect(after.page.getByRole('menuitemradio', { name: /Lost/ })).toHaveCount(0)
  await after.close()
})

test('REL-55: an order whose answer is missing makes a reset wait, in words', async () => {
  const desk = await open()
  await desk.ready()
  await chooseLanguage(desk.page, 'es')
  await openReset(desk, 'Ayuda', /Restablecer Countersign/)
  await choose(desk, /^Todo/)
  await desk.screenshot('everything-es')
  await desk.page.keyboard.press('Escape')
  await chooseLanguage(desk.page, 'en')
  await desk.practice({
    command: 'fault',
    fault: { kind: 'delay', operation: 'trading.orders.place', ms: 30_000 },
  })
  await desk.choose('MSFT')
  await desk.fill('quantity', '3')
  await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 900))
  await desk.send()
  await openReset(desk)
  await expect(desk.page.getByTestId('reset')).toContainText('A reset has to wait')
  await expect(desk.page.getByRole('button', { name: 'Reset and quit' })).toBeDisabled()
  await desk.screenshot('waits')
  await desk.practice({ command: 'clear-faults' })
  await desk.close()
})
