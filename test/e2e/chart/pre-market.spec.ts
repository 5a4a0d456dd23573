import { expect, test, type Locator } from '@playwright/test'
import {
  exchangeClock,
  exchangeInstant,
  tradingDay,
} from '../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../shared/domain/time.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'

test.describe.configure({ mode: 'serial' })

const HELD = 'AAPL'
const CATCH_UP_MS = 90_000

let desk: MainWindowPage
test.beforeAll(async () => {
  test.setTimeout(300_000)
  desk = await openMainWindow({ suite: 'pre-market', keyStore: 'none' })
  await desk.page.setViewportSize({ width: 1_440, height: 900 })
  await desk.ready()
  const { exchangeTime } = await desk.truth()
  const { day } = exchangeClock(epochMs(exchangeTime))
  const to = exchangeInstant(tradingDay(day, 1), 9 * 60)
  await desk.practice({ command: 'clock', to }).catch(() => undefined)
  await expect
    .poll(async () => (await desk.truth().catch(() => null))?.exchangeTime ?? 0, {
      timeout: CATCH_UP_MS,
    })
    .toBeGreaterThanOrEqual(to)
  await desk.choose(HELD)
})
test.afterAll(() => desk.close())

const cell = (row: Locator, column: string): Locator => row.locator(`[data-column=${column}]`)

/** Reads a figure as a person writes it: "−0.65" is -0.65. */
const figure = async (from: Locator): Promise<number> =>
  Number(((await from.textContent()) ?? '').replace('−', '-').replaceAll(/[^\d.-]/g, ''))

test('before the open the change of a symbol is the day gain of a unit that is held', async () => {
  const position = desk.positionRow(HELD)
  await expect
    .poll(
      async () => {
        const [units, gain, change] = [
          await figure(cell(position, 'quantity')),
          await figure(cell(position, 'dayPnl')),
          await figure(cell(watchRow(desk.page, HELD), 'change')),
        ]
        return Math.abs(units * change - gain) <= 0.01 * units
      },
      { timeout: CATCH_UP_MS },
    )
    .toBe(true)
  await desk.screenshot('pre-market')
})

test('an order for the regular session says at the review when its market opens', async () => {
  for (const language of ['en', 'es'] as const) {
    await chooseLanguage(desk.page, language)
    await desk.fill('quantity', '1')
    await desk.fill('limitPrice', '250.00')
    await desk.page.getByRole('form').locator('button[type="submit"]').click()
    const note = desk.page.getByTestId('waits-for-open')
    await expect(note).toContainText('09:30 ET')
    await desk.screenshot(`waits-for-open-${language}`)
    await desk.page.keyboard.press('Escape')
    await expect(note).toHaveCount(0)
  }
})
