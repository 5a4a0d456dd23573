import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { encodeRecord } from '../../../electron/adapters/journal/journal-record.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { openMainWindow } from '../support/main-window-page.js'

const RECORDS = 6_000

/** Returns a refused ticket, which needs nothing from the broker. */
const deniedTicket = (index: number): string =>
  JSON.stringify({
    v: 1,
    kind: 'denied',
    ticket: `ticket-${index}`,
    draft: {
      accountId: 'ACC1',
      assetClass: 'stock',
      symbol: 'AAPL',
      side: 'buy',
      type: 'limit',
      timeInForce: 'day',
      session: 'core',
      size: { kind: 'quantity', quantity: '10' },
      limitPrice: '187.50',
      stopPrice: null,
      trail: null,
      expireDate: null,
    },
    reasons: ['Larger than the limit.'],
    at: 1_760_000_000_000 + index,
  })

test('REL-28: a long order journal is archived, and a missing part of it is reported', async () => {
  const userData = freshUserData()
  const folder = path.join(userData, 'practice')
  const journal = path.join(folder, 'orders.journal')
  const segment = path.join(folder, 'archive', 'orders-000001.journal')
  const options = { suite: 'journal-archive', keyStore: 'none', userData } as const
  mkdirSync(folder, { recursive: true })
  const lines = Array.from({ length: RECORDS }, (_, index) => encodeRecord(deniedTicket(index)))
  writeFileSync(journal, Buffer.concat(lines))
  const { size } = statSync(journal)
  try {
    const first = await openMainWindow(options)
    await first.ready()
    await expect.poll(() => existsSync(segment) && statSync(journal).size < size / 2).toBe(true)
    expect(statSync(segment).size).toBe(size)
    await expect(first.page.locator('.notices')).not.toContainText('order journal')
    await first.close()

    rmSync(segment)
    const next = await openMainWindow(options)
    try {
      await next.ready()
      const notices = next.page.locator('.notices')
      await expect(notices).toContainText('Archived parts of the order journal are missing')
      await expect(notices).toContainText('Affected parts: 1.')
      await expect(next.page.getByTestId('halted')).toHaveCount(0)
      await next.screenshot('part-missing')
    } finally {
      await next.close()
    }
  } finally {
    await removeFolder(userData)
  }
})
