import { cpSync, existsSync, mkdtempSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT } from '../../../build/lib/paths.mjs'
import { appLaunch, resolveRuntime } from '../../../build/runtime/resolve.mjs'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { until } from '../../harness/system/until.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { answerWith } from '../support/native-questions.js'

/**
 * REL-48 in the real program: a copy of its files and of its runtime, of which each is replaced
 * while it runs, as a package manager or a build does.
 */

let folder: string
let userData: string
let executable: string
let desk: MainWindowPage

/** Puts the same files in the place of those that the program runs on. */
function replaceBundles(): void {
  const place = join(folder, 'out')
  cpSync(join(ROOT, 'out'), join(folder, 'next'), { recursive: true })
  renameSync(place, join(folder, `before-${Date.now()}`))
  renameSync(join(folder, 'next'), place)
}

function replaceExecutable(): void {
  cpSync(executable, `${executable}.new`)
  renameSync(`${executable}.new`, executable)
}

const strip = () => desk.page.getByTestId('program-files')
/** The process that has the data folder now, by the lock that Electron makes there. */
function lockOwner(): number | null {
  try {
    return Number(/-(\d+)$/.exec(readlinkSync(join(userData, 'SingletonLock')))?.[1] ?? '')
  } catch {
    return null
  }
}
const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`)

test.skip(process.platform !== 'linux', 'elsewhere the system keeps the files of a running program')

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-replaced-'))
  userData = freshUserData()
  cpSync(join(ROOT, 'out'), join(folder, 'out'), { recursive: true })
  const appDir = join(folder, 'out', 'tests')
  executable = appLaunch(await resolveRuntime({ quiet: true }), appDir).executablePath
  desk = await openMainWindow({ suite: 'replaced-files', appDir, userData, keyStore: 'none' })
  await desk.ready()
})
test.afterEach(async () => {
  await desk.close()
  const owner = lockOwner()
  if (owner !== null && isRunning(owner)) process.kill(owner, 'SIGKILL')
  await removeFolder(folder)
  await removeFolder(userData)
  rmSync(dirname(executable), { recursive: true, force: true })
})

test('REL-48: a replaced program goes on, starts no exchange, and restarts when it is asked to', async () => {
  await expect(strip()).toHaveCount(0)
  replaceExecutable()
  replaceBundles()
  await expect(strip()).toContainText('The program files of Countersign were replaced', {
    timeout: 60_000,
  })
  for (const [width, height] of [
    [1366, 768],
    [1440, 900],
  ] as const) {
    await desk.page.setViewportSize({ width, height })
    await desk.screenshot(`replaced-${width}`)
  }

  const exchange = await desk.practicePid()
  process.kill(exchange, 'SIGKILL')
  const notice = desk.page.locator('.notice', { hasText: 'is not started again before' })
  await expect(notice).toBeVisible()
  await expect(desk.page.locator('.notice', { hasText: 'it is being started again' })).toHaveCount(
    0,
  )
  await desk.screenshot('exchange-gone')
  // Longer than the first delays after which the exchange would be started again.
  await desk.page.waitForTimeout(3_000)
  expect(desk.app.process().exitCode).toBeNull()
  expect(
    await desk.app.evaluate(({ app }) => app.getAppMetrics().map(({ name }) => name)),
  ).not.toContain('Countersign practice exchange')

  await answerWith(desk, 'Quit')
  const before = desk.app.process().pid ?? 0
  await strip().getByRole('button', { name: 'Restart Countersign' }).click()
  await until('the program runs again', () => {
    const owner = lockOwner()
    return !isRunning(before) && owner !== null && owner !== before && isRunning(owner)
  })
})

test('REL-48: a page of other files is never loaded into the running program', async () => {
  replaceBundles()
  await expect(strip()).toBeVisible({ timeout: 60_000 })
  await desk.page.reload()
  await expect(desk.page.locator('body')).toContainText('Restart Countersign.')
  await desk.screenshot('page-refused')
})

test('REL-48: removed files are named, and the program goes on until the person quits', async () => {
  renameSync(join(folder, 'out'), join(folder, 'elsewhere'))
  await expect(strip()).toContainText('were removed while it runs', { timeout: 60_000 })
  await expect(strip().getByRole('button')).toHaveCount(0)
  await desk.screenshot('removed')
  // Parts that were not loaded yet cannot be; the window says so and stays.
  await desk.page.getByRole('button', { name: 'Halt trading' }).hover()
  await desk.page.keyboard.press('Control+Shift+?')
  await desk.page.waitForTimeout(1_000)
  await expect(strip()).toBeVisible()
  await expect(desk.page.getByTestId('environment')).toBeVisible()
  process.kill(await desk.practicePid(), 'SIGKILL')
  await expect(
    desk.page.locator('.notice', { hasText: 'is not started again before' }),
  ).toBeVisible()
  expect(desk.app.process().exitCode).toBeNull()
})
