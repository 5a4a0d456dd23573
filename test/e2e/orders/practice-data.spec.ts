import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { openMainWindow } from '../support/main-window-page.js'

/** The files of the practice exchange below a profile folder. */
const exchangeFiles = (userData: string): readonly string[] =>
  readdirSync(userData, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name).startsWith('exchange-'))
    .map((name) => path.join(userData, name))

test('REL-38: a deleted practice log and a damaged save are reported in the window', async () => {
  const userData = freshUserData()
  const start = () => openMainWindow({ suite: 'practice-data', keyStore: 'none', userData })
  try {
    const first = await start()
    await first.ready()
    process.kill(await first.practicePid(), 'SIGKILL')
    await first.kill()
    for (const file of exchangeFiles(userData)) if (/\.log\.\d+$/.test(file)) rmSync(file)

    const second = await start()
    await expect(second.page.getByText(/latest practice changes was deleted/)).toBeVisible()
    await second.screenshot('log-deleted')
    await second.close()

    const newest = exchangeFiles(userData).find((file) => file.endsWith('.json')) ?? ''
    writeFileSync(newest, 'damaged')
    const third = await start()
    await expect(third.page.getByText(/replaced by the save before it/)).toBeVisible()
    await third.ready()
    await third.screenshot('save-replaced')
    await third.close()
  } finally {
    await removeFolder(userData)
  }
})
