import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { openMainWindow } from '../support/main-window-page.js'

test('REL-36: a halt is there after its journal and its file were deleted, and says so', async () => {
  const userData = freshUserData()
  const folder = path.join(userData, 'practice')
  const options = { suite: 'lost-halt', keyStore: 'none', userData } as const
  try {
    const first = await openMainWindow(options)
    await first.ready()
    await first.page.getByRole('button', { name: 'Halt trading' }).click()
    await expect(first.page.getByTestId('halted')).toBeVisible()
    await expect.poll(() => existsSync(path.join(folder, 'trading.json'))).toBe(true)
    await first.close()

    rmSync(path.join(folder, 'orders.journal'))
    rmSync(path.join(folder, 'trading.json'))
    const next = await openMainWindow(options)
    try {
      await expect(next.page.getByTestId('halted')).toBeVisible()
      await expect(next.page.getByTestId('halted')).toContainText('order journal is missing')
      await next.screenshot('journal-missing')
    } finally {
      await next.close()
    }
  } finally {
    await removeFolder(userData)
  }
})
