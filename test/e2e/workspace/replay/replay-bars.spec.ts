import { expect, test } from '@playwright/test'
import { exchangeClock } from '../../../../shared/domain/market/exchange-time.js'
import { nextMoment } from '../../../../shared/domain/market/practice-times.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'
import { axeViolations, loadAxe } from '../../support/axe.js'
import { chooseLanguage } from '../../support/language.js'
import { openMainWindow, type MainWindowPage } from '../../support/main-window-page.js'
import { overflows } from '../../support/overflow.js'
import { showPanel } from '../../support/palette.js'
import { waitForInputDelay } from '../../support/settle.js'
import { switchProfile } from '../../profiles/profiles-page.js'
import { pressTheme } from '../../support/theme.js'

interface ShownBar {
  readonly time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}
/** The command channel of the preload, inside the page. */
declare const countersign: {
  invoke(op: string, input: object): Promise<{ readonly value?: unknown }>
}

/** Returns the minute bars that the chart of the open profile shows. */
const minutes = (desk: MainWindowPage, symbol: string, before: number | null) =>
  desk.page.evaluate(
    async ([wanted, end]) => {
      const page = await countersign.invoke('market.bars', {
        symbol: wanted,
        timespan: 'M1',
        before: end,
        count: 1_000,
      })
      return (page.value as { readonly bars: readonly ShownBar[] }).bars
    },
    [symbol, before] as const,
  )

async function trade(desk: MainWindowPage, side: 'Buy' | 'Sell'): Promise<void> {
  await desk.page
    .getByRole('form', { name: 'Order for XOM' })
    .getByRole('radio', { name: side, exact: true })
    .click()
  await desk.fill('quantity', '1')
  const price = (await desk.cents(side === 'Buy' ? 'ask' : 'bid')) / 100
  await desk.fill('limitPrice', (price * (side === 'Buy' ? 1.02 : 0.98)).toFixed(2))
  await waitForInputDelay(desk.page)
  await desk.send()
  await expect(desk.page.getByTestId('ticket-send')).toHaveCount(0)
}

test('The bars of a symbol are replayed with the real ticket and chart, in a journal apart', async () => {
  test.setTimeout(300_000)
  const desk = await openMainWindow({ suite: 'replay-bars', keyStore: 'none' })
  const { page } = desk
  await desk.ready()
  await loadAxe(page)
  const jump = (to: number): Promise<unknown> =>
    desk.practice({ command: 'clock', to: epochMs(to) })
  const opens = nextMoment('open', epochMs((await desk.truth()).exchangeTime))
  const { day } = exchangeClock(opens)
  await jump(nextMoment('after-close', opens))
  await desk.choose('XOM')
  await expect
    .poll(async () => (await minutes(desk, 'XOM', null)).at(-1)?.time ?? 0)
    .toBeGreaterThan(opens + 380 * MINUTE_MS)
  const recorded = await minutes(desk, 'XOM', opens + 380 * MINUTE_MS)

  const chart = page.getByTestId('chart')
  const dialog = page.getByRole('dialog', { name: 'Replay bars of XOM' })
  await chart.getByRole('button', { name: 'Replay these bars…' }).click()
  await expect(dialog.getByLabel('Day', { exact: true })).toHaveValue(day)
  for (const theme of ['dark', 'light', 'contrast'] as const) {
    await page.keyboard.press('Escape')
    await pressTheme(page, theme)
    await chart.getByRole('button', { name: 'Replay these bars…' }).click()
    expect(await axeViolations(page, '[role="dialog"]'), theme).toEqual([])
    expect(await overflows(page), theme).toEqual([])
    await desk.screenshot(`dialog-${theme}`)
  }
  await waitForInputDelay(page)
  await page.evaluate(() => document.body.setAttribute('data-before', ''))
  await dialog.getByRole('button', { name: 'Replay', exact: true }).click()
  await expect(page.locator('body[data-before]')).toHaveCount(0, { timeout: 60_000 })
  await desk.ready()
  await expect(page.getByText(`XOM follows recorded minute bars of ${day}`)).toBeVisible()
  await desk.screenshot('begun')

  expect((await desk.truth()).exchangeTime - opens).toBeLessThan(5 * MINUTE_MS)
  await jump(opens + 40 * MINUTE_MS)
  await desk.choose('XOM')
  await expect
    .poll(async () => (await minutes(desk, 'XOM', null)).at(-1)?.time ?? 0)
    .toBeGreaterThan(opens + 35 * MINUTE_MS)
  await trade(desk, 'Buy')
  await desk.tab('Orders')
  await expect(desk.orderRow('XOM').first()).toContainText('Filled', { timeout: 20_000 })
  await trade(desk, 'Sell')
  await desk.screenshot('traded')
  const known = new Map(recorded.map((bar) => [bar.time, bar]))
  const played = (await minutes(desk, 'XOM', null)).slice(0, -1)
  const shared = played.filter(({ time }) => time >= opens && known.has(time))
  expect(shared.length).toBeGreaterThan(30)
  for (const bar of shared) expect(bar).toEqual(known.get(bar.time))

  await showPanel(page, 'Journal')
  const journal = page.locator('[data-panel="journal"]')
  await journal.getByRole('radio', { name: 'Round trips', exact: true }).click()
  const byHand = journal.locator('.grid-row').filter({ hasText: 'By hand' })
  await expect(byHand).toHaveCount(1)
  await desk.screenshot('journal')
  await showPanel(page, 'Practice')
  const panel = page.getByTestId('practice')
  const part = panel.getByRole('region', { name: 'Replay a day' })
  await part.scrollIntoViewIfNeeded()
  await expect(part).toContainText(
    `XOM follows recorded bars of ${day} from the practice profile Practice`,
  )
  await desk.screenshot('panel')
  await page.setViewportSize({ width: 1_280, height: 800 })
  await desk.screenshot('panel-1280')
  await page.setViewportSize({ width: 1_440, height: 900 })

  // The journal of the profile in which the bars were chosen has no such trade.
  await switchProfile(desk, /^Practice/)
  await desk.ready()
  await showPanel(page, 'Journal')
  await journal.getByRole('radio', { name: 'Round trips', exact: true }).click()
  await expect(journal.locator('.grid-row').first()).toBeVisible()
  await expect(byHand).toHaveCount(0)
  await chooseLanguage(page, 'es')
  await page.setViewportSize({ width: 1_280, height: 800 })
  await showPanel(page, 'Gráfico')
  await chart.getByRole('button', { name: 'Repetir estas barras…' }).click()
  await expect(page.getByRole('dialog', { name: 'Repetir barras de XOM' })).toBeVisible()
  expect(await overflows(page)).toEqual([])
  await desk.screenshot('dialog-es')
  await desk.close()
})
