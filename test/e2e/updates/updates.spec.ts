import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { until } from '../../harness/system/until.js'
import { startUpdateFeed, type UpdateFeed } from '../../harness/updates/update-feed.js'
import { chooseLanguage } from '../support/language.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { answerWith } from '../support/native-questions.js'

const NAME = 'countersign-0.2.0.tar.gz'

/** Writes a program that records its arguments, as the archive of a version contains it. */
function writeProgram(folder: string, record: string): void {
  mkdirSync(path.join(folder, 'resources'), { recursive: true })
  const script = `#!/bin/sh\necho "$@" > '${record}'\n`
  writeFileSync(path.join(folder, 'countersign'), script, { mode: 0o755 })
  // Electron's own file functions take a file of this name for a folder.
  writeFileSync(path.join(folder, 'resources', 'app.asar'), 'an archive')
}

interface Place {
  readonly feed: UpdateFeed
  readonly target: string
  readonly env: Readonly<Record<string, string>>
}

async function placeIn(root: string): Promise<Place> {
  for (const folder of ['feed', 'package', 'apps']) mkdirSync(path.join(root, folder))
  const feed = await startUpdateFeed(path.join(root, 'feed'))
  const target = path.join(root, 'apps', 'countersign')
  writeProgram(target, path.join(root, 'old-started'))
  writeProgram(path.join(root, 'package', 'countersign-0.2.0'), path.join(root, 'new-started'))
  feed.put(
    NAME,
    execFileSync('tar', ['-cz', '-C', path.join(root, 'package'), 'countersign-0.2.0']),
  )
  await feed.publish({ version: '0.2.0', files: [{ format: 'tar.gz', name: NAME }] })
  const updates = {
    config: { address: `${feed.origin}/updates/`, page: '', channel: 'stable', keys: feed.pins },
    installed: {
      ...{ version: '0.1.0', format: 'tar.gz', executable: path.join(target, 'countersign') },
    },
    authority: feed.ca,
  }
  return { feed, target, env: { COUNTERSIGN_TEST_UPDATES: JSON.stringify(updates) } }
}

async function openUpdates({ page }: MainWindowPage): Promise<void> {
  await page.keyboard.press('Control+,')
  await page.getByRole('button', { name: /^(Updates|Actualizaciones)…$/ }).click()
  await expect(page.getByTestId('updates')).toBeVisible()
}

test('REL-53: an update is shown, waits while an order is on its way, and replaces the program when the person restarts', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'update-window-'))
  const { feed, target, env } = await placeIn(root)
  const desk = await openMainWindow({ suite: 'updates', keyStore: 'none', env })
  const { page } = desk
  try {
    await desk.ready()
    expect(feed.requests).toEqual([])
    await openUpdates(desk)
    const dialog = page.getByTestId('updates')
    await expect(dialog).toContainText('Version 0.1.0 · Release channel: Stable')
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(dialog).toContainText('Version 0.2.0 is available.')
    await expect(dialog).toContainText('Fills are shown sooner.')
    await desk.screenshot('available')
    await page.getByRole('button', { name: /^Download/ }).click()
    await expect(dialog).toContainText('Version 0.2.0 is ready.')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('update-badge')).toContainText('Update 0.2.0')

    await desk.choose('MSFT')
    await desk.fill('quantity', '3')
    await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 900))
    const fault = { kind: 'delay', operation: 'trading.orders.place', ms: 15_000 } as const
    await desk.practice({ command: 'fault', fault })
    await desk.send()
    await page.getByTestId('update-badge').click()
    await expect(page.getByTestId('update-waits')).toContainText('An order is on its way')
    await expect(page.getByRole('button', { name: 'Restart into 0.2.0' })).toBeDisabled()
    await desk.screenshot('waits')
    expect(existsSync(`${target}.previous`)).toBe(false)

    await page.keyboard.press('Escape')
    await chooseLanguage(page, 'es')
    await openUpdates(desk)
    await desk.screenshot('waits-es')
    const restart = page.getByRole('button', { name: 'Reiniciar en 0.2.0' })
    await expect(restart).toBeEnabled({ timeout: 60_000 })
    await answerWith(desk, 'Salir')
    const ended = new Promise<void>((resolve) => desk.app.process().once('exit', () => resolve()))
    await restart.click()
    await ended
    await until('the new version was started', () => existsSync(path.join(root, 'new-started')))
    expect(readFileSync(path.join(root, 'new-started'), 'utf8')).toContain('--user-data-dir=')
    expect(readFileSync(path.join(target, 'resources', 'app.asar'), 'utf8')).toBe('an archive')
    expect(existsSync(path.join(`${target}.previous`, 'countersign'))).toBe(true)
    expect(existsSync(path.join(root, 'old-started'))).toBe(false)
  } finally {
    await desk.close()
    await feed.close()
    await removeFolder(root)
  }
})

test('SEC-33: a build without an update source says so and asks nothing', async () => {
  const desk = await openMainWindow({ suite: 'updates-none', keyStore: 'none' })
  try {
    await desk.ready()
    await openUpdates(desk)
    await expect(desk.page.getByTestId('updates')).toContainText('It does not update itself')
    await desk.screenshot('no-source')
  } finally {
    await desk.close()
  }
})
