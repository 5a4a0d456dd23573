import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { DEFAULT_PREFERENCES } from '../../../shared/domain/app/preferences.js'
import { prepareKilledRun } from '../../harness/exchange/killed-run.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

const SIGN_IN_LIMIT_MS = 3_000
const PAGE_LIMIT_MS = 45_000

interface Bridge {
  readonly countersign: {
    invoke(
      op: string,
      input: object,
    ): Promise<{ readonly value?: { readonly phase: string; readonly ordersListed: boolean } }>
  }
}

interface FirstOrder {
  /** Ms from the sign-in to the acknowledgment. */
  readonly tookMs: number
  /** True when the broker's lists of open orders had been read to their end by then. */
  readonly isListed: boolean
}

/**
 * Presses the ticket's button as soon as the session is ready, and follows the order in the page. A
 * page that loads later than the sign-in counts from its own beginning, which was before it.
 */
const sendWhenReady = (desk: MainWindowPage): Promise<FirstOrder> =>
  desk.page.evaluate(async (limitMs) => {
    const { countersign } = window as unknown as Bridge
    const element = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)
    const end = performance.now() + limitMs
    const pause = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      if (performance.now() > end) throw new Error(element('ticket-outcome')?.textContent ?? 'none')
    }
    let signedIn: number | null = null
    for (let isFirst = true; ; isFirst = false) {
      const phase = (await countersign.invoke('session.get', {})).value?.phase
      const isSignedIn = phase === 'starting' || phase === 'ready'
      if (isSignedIn) signedIn ??= isFirst ? 0 : performance.now()
      if (phase === 'ready') break
      await pause()
    }
    while (element('ticket-submit')?.matches(':disabled') !== false) await pause()
    element('ticket-submit')?.click()
    while (!/accepted/i.test(element('ticket-outcome')?.textContent ?? '')) await pause()
    const tookMs = performance.now() - (signedIn ?? 0)
    const session = await countersign.invoke('session.get', {})
    return { tookMs, isListed: session.value?.ordersListed === true }
  }, PAGE_LIMIT_MS)

/** Starts over a killed run of so many working orders; returns the ms from sign-in to an order. */
async function restart(count: number): Promise<number> {
  const userData = freshUserData()
  const preferences = { ...DEFAULT_PREFERENCES, tourDone: true, confirmOrders: false }
  writeFileSync(join(userData, 'preferences.json'), JSON.stringify({ v: 1, data: preferences }))
  const run = await prepareKilledRun(userData, count)
  const desk = await openMainWindow({ suite: 'restart-at-size', keyStore: 'none', userData })
  try {
    await desk.fill('quantity', '1')
    await desk.fill('limitPrice', '60.11')
    const first = await sendWhenReady(desk)
    expect(first.isListed).toBe(false)
    await desk.tab('Orders')
    const { page } = desk

    // The oldest rows, which no answer has confirmed yet, the order in doubt, and the count say so.
    await page.getByRole('grid', { name: 'Orders' }).focus()
    await page.keyboard.press('End')
    await expect(desk.orderRow('AAPL').filter({ hasText: 'Checking' }).first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /at least/i })).toBeVisible()
    await desk.screenshot('settling')
    const search = page.getByRole('textbox', { name: 'Filter by symbol' })
    await search.fill('NVDA')
    await expect(desk.orderRow('NVDA').filter({ hasText: '20.05' })).toContainText('Unknown')

    // The order in doubt counts as if it worked: the same order is refused.
    await desk.choose('NVDA')
    await desk.fill('quantity', '7')
    await desk.fill('limitPrice', '20.05')
    await page.getByTestId('ticket-submit').click()
    await expect(page.getByTestId('ticket-outcome')).toContainText('uncertain-order')
    await desk.screenshot('in-doubt')

    const truth = await desk.truth()
    expect(truth.requests['trading.orders.place']).toBe(1)
    for (const id of run.working) expect(truth.accepted[id], id).toBe(1)
    return first.tookMs
  } finally {
    await desk.close()
    await removeFolder(userData)
  }
}

test('REL-28, REL-36: a restart with 1,000 working orders trades before they are confirmed', {
  tag: '@long',
}, async () => {
  test.setTimeout(180_000)
  const tookMs = await restart(1_000)
  test.info().annotations.push({ type: 'sign-in to order', description: `${tookMs} ms` })
  expect(tookMs).toBeLessThan(SIGN_IN_LIMIT_MS)
})
