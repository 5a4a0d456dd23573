import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT } from '../../../build/lib/paths.mjs'
import { appLaunch, resolveRuntime } from '../../../build/runtime/resolve.mjs'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { openMainWindow } from '../support/main-window-page.js'

/** Runs the product as a person in a terminal without a display does. */
async function runInTerminal(...args: readonly string[]) {
  const launch = appLaunch(await resolveRuntime({ quiet: true }), join(ROOT, 'out'))
  const userData = freshUserData()
  const { DISPLAY, WAYLAND_DISPLAY, ...env } = launch.env
  const { stdout, status } = spawnSync(
    launch.executablePath,
    [...launch.args, `--user-data-dir=${userData}`, ...args],
    { env, encoding: 'utf8', timeout: 60_000 },
  )
  const files = readdirSync(userData)
  await removeFolder(userData)
  return { stdout, status, files, display: DISPLAY ?? WAYLAND_DISPLAY }
}

test('The version and the switches are printed without a window, a display or a file', async () => {
  const version = await runInTerminal('--version')
  expect(version.stdout).toMatch(/^Countersign \d+\.\d+\.\d+ \(Electron \d+/)
  expect(version).toMatchObject({ status: 0, files: [] })
  const help = await runInTerminal('--help')
  expect(help.stdout).toContain('--safe-mode')
  expect(help).toMatchObject({ status: 0, files: [] })
})

test('A start in safe mode opens few panels; a crash is told to the next start', async () => {
  const userData = freshUserData()
  const options = { suite: 'command-line', userData, keyStore: 'none' } as const
  const first = await openMainWindow({ ...options, args: ['--safe-mode'] })
  await expect(first.page.getByTestId('safe-mode')).toBeVisible()
  await first.screenshot('safe-mode')
  await first.kill()
  const second = await openMainWindow(options)
  try {
    await second.ready()
    const notice = second.page.locator('.notice', { hasText: 'did not end in order' })
    await expect(notice).toContainText('never sent')
    await second.page.setViewportSize({ width: 1_366, height: 768 })
    await second.screenshot('crash-told-1366')
    await second.page.getByRole('button', { name: 'Help' }).click()
    await second.page.getByRole('menuitem', { name: /About/ }).click()
    await expect(second.page.getByRole('button', { name: 'Export for support' })).toBeVisible()
    await second.screenshot('about-1366')
    await second.page.setViewportSize({ width: 1_440, height: 900 })
    await second.screenshot('about-1440')
  } finally {
    await second.close()
  }
  // Stored when the window closed, and no news for other users of the computer.
  expect(statSync(join(userData, 'window.json')).mode & 0o077).toBe(0)
  await removeFolder(userData)
})
