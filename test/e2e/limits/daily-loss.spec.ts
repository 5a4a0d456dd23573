import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { invoke } from '../support/bridge.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { accountFor, quarterlyFuture } from '../support/product-orders.js'

interface Placed {
  readonly outcome: string
  readonly reasons?: readonly { readonly params?: { readonly code?: string } }[]
  readonly order?: { readonly clientOrderId: string }
}

let tickets = 0
async function place(desk: MainWindowPage, side: 'buy' | 'sell', quantity: string, more = {}) {
  tickets += 1
  const draft = {
    // It has no profit of the day at the start, so that a spread is a loss.
    accountId: await accountFor(desk, 'futures'),
    assetClass: 'futures',
    symbol: quarterlyFuture((await desk.truth()).exchangeTime),
    side,
    type: 'market',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity },
    limitPrice: null,
    stopPrice: null,
    trail: null,
    expireDate: null,
    ...more,
  }
  const ticket = `daily-loss-${process.pid}-${tickets}`
  return (await invoke(desk, 'orders.submit', { ticket, draft })).value as Placed
}

const RESTING = { type: 'limit', limitPrice: '1000.00' } as const

/** Sets the smallest daily loss limit in Settings. */
async function limitDailyLoss({ page }: MainWindowPage): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Order limits…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Order limits' })
  await expect(dialog.getByTestId('used-maxOrdersPerDay')).toContainText('8 of 1,000')
  const loss = dialog.getByTestId('limit-maxDailyLoss')
  await loss.fill('0.5')
  await expect(dialog.getByText('Enter 1 to 1,000,000,000,000.')).toBeVisible()
  await expect(dialog.getByTestId('limits-save')).toBeDisabled()
  await loss.fill('1')
  await dialog.getByTestId('limits-save').click()
  await expect(dialog.getByTestId('used-maxDailyLoss')).toContainText('of −$1.00')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

/** Raises the limit: it holds from the next session only. */
async function raiseDailyLoss({ page, screenshot }: MainWindowPage): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Order limits…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Order limits' })
  await dialog.getByTestId('limit-maxDailyLoss').fill('100000')
  await expect(dialog).toContainText('You are raising limits')
  // Presses in the first moments of a new button do not count, so wait.
  await page.waitForTimeout(700)
  await dialog.getByTestId('limits-save').click()
  await expect(dialog).toContainText(/holds until/)
  await expect(dialog.getByTestId('used-maxDailyLoss')).toContainText('of −$1.00')
  await screenshot('raised')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

const HOUR_MS = 3_600_000

/**
 * Moves the exchange's clock past the next evening, on which a session of futures begins. It moves
 * in steps, because the market is simulated on the way.
 */
async function nextSession(desk: MainWindowPage): Promise<void> {
  const { exchangeTime } = await desk.truth()
  for (let hours = 1; hours <= 33; hours += 1) {
    await desk.practice({ command: 'clock', to: exchangeTime + hours * HOUR_MS })
  }
}

test('REL-36: a daily loss locks the account until the next session, also after a restart', async () => {
  test.setTimeout(300_000)
  const userData = freshUserData()
  const options = { suite: 'daily-loss', keyStore: 'none', userData } as const
  try {
    const first = await openMainWindow(options)
    let resting: Placed | null = null
    try {
      await first.ready()
      await first.page
        .getByRole('combobox', { name: 'Trade with account' })
        .selectOption(await accountFor(first, 'futures'))
      resting = await place(first, 'buy', '1', RESTING)
      // Spreads and fees of several round trips are a loss, whatever the market does meanwhile.
      for (const quantity of ['4', '3', '2']) {
        expect((await place(first, 'buy', quantity)).outcome).toBe('acknowledged')
        expect((await place(first, 'sell', quantity)).outcome).toBe('acknowledged')
      }
      expect((await place(first, 'buy', '1')).outcome).toBe('acknowledged')
      await limitDailyLoss(first)
      await expect(first.page.getByTestId('locked-out-badge')).toContainText('Locked until')
      expect(existsSync(path.join(userData, 'practice', 'limits.json'))).toBe(true)
    } finally {
      await first.close()
    }

    const next = await openMainWindow(options)
    try {
      await next.ready()
      const { page } = next
      // A falling market may lock further accounts.
      await expect(page.getByTestId('locked-out').first()).toContainText(
        'Nothing lifts this earlier.',
      )
      await page
        .getByRole('combobox', { name: 'Trade with account' })
        .selectOption(await accountFor(next, 'futures'))
      await next.tab('Positions')
      await next
        .positionRow(quarterlyFuture((await next.truth()).exchangeTime))
        .getByRole('gridcell')
        .first()
        .click()
      await expect(page.getByTestId('ticket-locked-out')).toContainText('Locked until')
      const refused = await place(next, 'buy', '1')
      expect(refused.outcome).toBe('denied')
      expect(refused.reasons?.map(({ params }) => params?.code)).toEqual(['locked-out'])
      expect((await place(next, 'sell', '1')).outcome).toBe('acknowledged')
      const cancelled = await invoke(next, 'orders.cancel', {
        accountId: await accountFor(next, 'futures'),
        clientOrderId: resting?.order?.clientOrderId ?? '',
      })
      expect((cancelled.value as Placed).outcome).toBe('acknowledged')
      await next.screenshot('locked-out')
      await raiseDailyLoss(next)
      expect((await place(next, 'buy', '1')).outcome).toBe('denied')
      await nextSession(next)
      await expect(page.getByTestId('ticket-locked-out')).toHaveCount(0)
      await expect(page.getByTestId('locked-out-badge')).toHaveCount(0)
      await expect.poll(async () => (await place(next, 'buy', '1')).outcome).toBe('acknowledged')
      await next.screenshot('next-session')
    } finally {
      await next.close()
    }
  } finally {
    await removeFolder(userData)
  }
})
