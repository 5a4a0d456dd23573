import { expect, test, type Locator } from '@playwright/test'
import { nextMoment } from '../../../shared/domain/market/practice-times.js'
import { epochMs, MINUTE_MS } from '../../../shared/domain/time.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { showPanel } from '../support/palette.js'
import { waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'scenarios', keyStore: 'none' })
  await desk.ready()
  // Far enough from the close for every scenario.
  const { exchangeTime } = await desk.truth()
  const open = nextMoment('open', epochMs(exchangeTime))
  await desk.practice({ command: 'clock', to: epochMs(open + 20 * MINUTE_MS) })
  await desk.choose('NVDA')
  await showPanel(desk.page, 'Practice')
  await expect(scenarios()).toBeVisible()
})
test.afterAll(() => desk.close())

interface Started {
  readonly scenario: string
  readonly symbol: string
  readonly begins: number
}
const scenarios = (): Locator =>
  desk.page.getByTestId('practice').getByRole('region', { name: 'Scenarios' })
const started = async (): Promise<readonly Started[]> =>
  ((await desk.practice({ command: 'settings' })) as { scenarios: readonly Started[] }).scenarios
const press = (name: string): Promise<void> => scenarios().getByRole('button', { name }).click()

test('A flash crash takes the market and the stock with it, and is seen in the chart', async () => {
  const before = await desk.cents('bid')
  await press('Crash the market and NVDA')
  await expect(scenarios()).toContainText('Flash crash · NVDA')
  const [crash] = await started()
  expect(crash).toMatchObject({ scenario: 'flash-crash', symbol: 'NVDA' })
  await desk.practice({ command: 'clock', to: epochMs(crash!.begins + 7 * MINUTE_MS) })
  await expect.poll(() => desk.cents('bid')).toBeLessThan(before * 0.9)
  await expect(scenarios()).toContainText('Running', { timeout: 15_000 })
  await desk.page.getByRole('tab', { name: 'Chart' }).first().click()
  await desk.screenshot('crash-chart')
  await showPanel(desk.page, 'Practice')
})

test('The same scenario cannot run twice, and the reason is said', async () => {
  await press('Crash the market and NVDA')
  await expect(desk.page.getByText(/same scenario is planned or running/)).toBeVisible()
  expect(await started()).toHaveLength(1)
})

test('A halt ends by itself', async () => {
  await press('Halt NVDA for 5 min')
  await expect(scenarios()).toContainText('Halt and resumption · NVDA')
  await expect(
    desk.page.getByTestId('practice').getByRole('button', { name: 'Resume NVDA' }),
  ).toBeVisible()
  const { exchangeTime } = await desk.truth()
  await desk.practice({ command: 'clock', to: epochMs(exchangeTime + 6 * MINUTE_MS) })
  await expect(
    desk.page.getByTestId('practice').getByRole('button', { name: 'Resume NVDA' }),
  ).toHaveCount(0, { timeout: 15_000 })
})

test('A gap is planned for the evening, and only companies have one', async () => {
  const { page } = desk
  const company = page.getByTestId('company')
  const nvda = page
    .getByTestId('calendar')
    .locator('.grid-row')
    .filter({ hasText: 'NVDA' })
    .filter({ hasText: 'Earnings' })
  // Both panels have read the report of the ordinary schedule before.
  await showPanel(page, 'Company')
  await expect(company.getByRole('region', { name: 'Next report' })).toContainText('Date')
  await expect(company.getByRole('region', { name: 'Next report' })).toContainText(' to ')
  await showPanel(page, 'Calendar')
  await expect(nvda.first()).toBeVisible({ timeout: 60_000 })
  await expect(nvda.filter({ hasText: /today|tomorrow|[1-4] days/ })).toHaveCount(0)
  await showPanel(page, 'Practice')
  await press('NVDA disappoints')
  await expect(scenarios()).toContainText('Earnings gap down · NVDA')
  await expect(scenarios().getByRole('button', { name: 'Jump there' })).toBeVisible()
  // It can be called off until it begins, and planned another time.
  await scenarios().getByRole('button', { name: 'Call off' }).click()
  await expect(scenarios()).not.toContainText('Earnings gap down · NVDA')
  expect((await started()).map(({ scenario }) => scenario)).not.toContain('gap-down')
  await press('NVDA disappoints')
  await expect(scenarios()).toContainText('Earnings gap down · NVDA')
  await showPanel(page, 'Calendar')
  await expect(nvda.filter({ hasText: /today|tomorrow|[1-4] days/ })).toHaveCount(1)
  await desk.screenshot('gap-calendar')
  await showPanel(page, 'Company')
  // A planned report has a day; an ordinary one is expected within some days.
  await expect(company.getByRole('region', { name: 'Next report' })).not.toContainText(' to ')
  await desk.screenshot('gap-company')
  await showPanel(page, 'Practice')
  await desk.choose('SPY')
  await press('SPY beats')
  await expect(desk.page.getByText(/SPY reports no earnings/)).toBeVisible()
})

test('axe finds no violation and no text is cut off, in every theme and in Spanish', async () => {
  const { page } = desk
  await loadAxe(page)
  await scenarios().scrollIntoViewIfNeeded()
  for (const theme of ['light', 'contrast', 'dark'] as const) {
    await pressTheme(page, theme)
    await waitForInputDelay(page)
    expect(await axeViolations(page, '[data-testid="practice"]'), theme).toEqual([])
    expect(await overflows(page), theme).toEqual([])
    await desk.screenshot(`scenarios-${theme}`)
  }
  await chooseLanguage(page, 'es')
  await expect(page.getByTestId('practice')).toContainText('Desplome repentino')
  expect(await overflows(page)).toEqual([])
  await desk.screenshot('scenarios-es')
})
