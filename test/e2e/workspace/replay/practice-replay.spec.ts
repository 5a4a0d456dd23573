import { expect, test } from '@playwright/test'
import { exchangeClock } from '../../../../shared/domain/market/exchange-time.js'
import { nextMoment } from '../../../../shared/domain/market/practice-times.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'
import { axeViolations, loadAxe } from '../../support/axe.js'
import { openMainWindow, type MainWindowPage } from '../../support/main-window-page.js'
import { overflows } from '../../support/overflow.js'
import { showPanel } from '../../support/palette.js'
import { waitForInputDelay } from '../../support/settle.js'
import { pressTheme } from '../../support/theme.js'

/** Waits until the ticket shows the quote of the time that was jumped to, and returns its bid. */
async function settledBid(desk: MainWindowPage): Promise<number> {
  let last = Number.NaN
  await expect
    .poll(
      async () => {
        const before = last
        last = await desk.cents('bid')
        return Math.abs(last - before) < 10
      },
      { intervals: [3_000] },
    )
    .toBe(true)
  return last
}

test('A recorded day is replayed in a profile of its own, with its prices', async () => {
  test.setTimeout(240_000)
  const desk = await openMainWindow({ suite: 'practice-replay', keyStore: 'none' })
  const { page } = desk
  await desk.ready()
  const jump = (to: number): Promise<unknown> =>
    desk.practice({ command: 'clock', to: epochMs(to) })
  const opens = nextMoment('open', epochMs((await desk.truth()).exchangeTime))
  const { day } = exchangeClock(opens)
  await jump(opens + 30 * MINUTE_MS)
  await desk.choose('XOM')
  const bid = await settledBid(desk)
  await jump(nextMoment('after-close', opens))
  await showPanel(page, 'Practice')
  const panel = page.getByTestId('practice')
  await panel.getByRole('button', { name: 'Read again' }).click()
  await panel.getByLabel('Day', { exact: true }).selectOption(day)
  await loadAxe(page)
  for (const theme of ['dark', 'light'] as const) {
    await pressTheme(page, theme)
    const part = panel.getByRole('region', { name: 'Replay a day' })
    await part.scrollIntoViewIfNeeded()
    expect(await axeViolations(page, '[data-testid="practice"]'), theme).toEqual([])
    expect(await overflows(page), theme).toEqual([])
    await desk.screenshot(`replay-${theme}`)
  }
  await page.evaluate(() => document.body.setAttribute('data-before', ''))
  await panel.getByRole('button', { name: `Replay ${day}` }).click()
  await expect(page.locator('body[data-before]')).toHaveCount(0, { timeout: 60_000 })
  await desk.ready()

  // The clock is before the open of that day, and what is played is what was recorded.
  const begin = (await desk.truth()).exchangeTime
  expect(begin - opens).toBeLessThan(5 * MINUTE_MS)
  expect(begin).toBeGreaterThanOrEqual(opens)
  await jump(opens + 30 * MINUTE_MS)
  await desk.choose('XOM')
  expect(Math.abs((await settledBid(desk)) - bid)).toBeLessThan(30)

  // The real ticket trades on it.
  await desk.fill('quantity', '1')
  await desk.fill('limitPrice', (((await desk.cents('ask')) * 1_020) / 100_000).toFixed(2))
  await waitForInputDelay(page)
  await desk.send()
  await desk.tab('Orders')
  await expect(desk.orderRow('XOM').first()).toContainText('Filled', { timeout: 20_000 })
  await desk.screenshot('replayed')
  await desk.close()
})
