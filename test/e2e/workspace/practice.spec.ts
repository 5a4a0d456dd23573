import { expect, test, type Locator } from '@playwright/test'
import { closeMinute, exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../shared/domain/time.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { showPanel } from '../support/palette.js'
import { waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'practice', keyStore: 'none' })
  await desk.ready()
  await desk.choose('NVDA')
  await showPanel(desk.page, 'Practice')
  await expect(panel()).toBeVisible()
})
test.afterAll(() => desk.close())

interface Settings {
  readonly speed: number
  readonly faults: readonly { readonly kind: string; readonly left: number | null }[]
  readonly halted: readonly string[]
  readonly rateLimits: string
}
const panel = (): Locator => desk.page.getByTestId('practice')
const settings = (): Promise<Settings> =>
  desk.practice({ command: 'settings' }) as Promise<Settings>
const group = (name: string): Locator => panel().getByRole('radiogroup', { name })

test('Speed, limits, halts and faults of the exchange are those of the panel', async () => {
  await group('Speed').getByRole('radio', { name: '5×' }).click()
  await expect.poll(async () => (await settings()).speed).toBe(5)
  await group('Request limits').getByRole('radio', { name: 'None' }).click()
  await expect.poll(async () => (await settings()).rateLimits).toBe('off')
  await panel().getByRole('button', { name: 'Halt NVDA', exact: true }).click()
  await expect(panel().getByRole('button', { name: 'Resume NVDA' })).toBeVisible()
  expect((await settings()).halted).toEqual(['NVDA'])
  await group('Slow answer: how often').getByRole('radio', { name: 'Next order' }).click()
  await group('Quotes fall silent: how often').getByRole('radio', { name: 'On' }).click()
  await expect(panel()).toContainText('2 faults are on')
  expect((await settings()).faults).toEqual([
    { kind: 'delay', left: 1 },
    { kind: 'market-stream-black-hole', left: null },
  ])
  await desk.screenshot('faults')
  await panel().getByRole('button', { name: 'All faults off' }).click()
  await expect.poll(async () => (await settings()).faults).toEqual([])
})

test('An order in a halted symbol is refused, and accepted after trading resumes', async () => {
  await desk.fill('quantity', '1')
  await desk.fill('limitPrice', '1.00')
  await waitForInputDelay(desk.page)
  await desk.send()
  await expect(desk.page.locator('body')).toContainText(/halted/i)
  await panel().getByRole('button', { name: 'Resume NVDA' }).click()
  await expect.poll(async () => (await settings()).halted).toEqual([])
})

test('A jump leads into the overnight session, where an order for the night fills', async () => {
  const { page } = desk
  await panel().getByRole('button', { name: 'Overnight session' }).click()
  const time = panel().getByTestId('practice-time')
  await expect(time).toContainText('20:0', { timeout: 90_000 })
  await expect(page.locator('.statusbar')).toContainText('Overnight')
  await desk.choose('SPY')
  await page.getByTestId('ticket-session').selectOption('night')
  await desk.fill('quantity', '1')
  // The offer moves little in a quiet night.
  await desk.fill('limitPrice', (((await desk.cents('ask')) * 1_003) / 100_000).toFixed(2))
  await waitForInputDelay(page)
  await desk.send()
  await desk.tab('Orders')
  await expect(desk.orderRow('SPY').first()).toContainText('Filled')
  await desk.screenshot('overnight')
})

test('A jump moves the exchange to the next close', async () => {
  await group('Speed').getByRole('radio', { name: '1×' }).click()
  await panel().getByRole('button', { name: 'Next close' }).click()
  await expect
    .poll(
      async () => {
        const { day, minute } = exchangeClock(epochMs((await desk.truth()).exchangeTime))
        return minute - closeMinute(day)
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThanOrEqual(-5)
  // The panel follows the market while it plays the time in between.
  const time = panel().getByTestId('practice-time')
  await expect(time).toContainText(/1[25]:5\d ET|1[36]:0\d ET/)
  await expect(panel().getByRole('button', { name: 'Next close' })).toBeEnabled()
})

test('axe finds no violation and no text is cut off, in every theme', async () => {
  const { page } = desk
  await loadAxe(page)
  for (const theme of ['light', 'contrast', 'dark'] as const) {
    await pressTheme(page, theme)
    await waitForInputDelay(page)
    expect(await axeViolations(page, '[data-testid="practice"]'), theme).toEqual([])
    expect(await overflows(page), theme).toEqual([])
    await desk.screenshot(`practice-${theme}`)
  }
})
