import { expect, type Locator, type Page } from '@playwright/test'
import type { PracticeCommand, PracticeState } from '../../../shared/practice/practice-control.js'
import type { TestHooks } from '../../harness/program/test-hooks.js'
import { launchApp, type AppOptions, type RunningApp } from '../../harness/windows/electron-app.js'
import { until } from '../../harness/system/until.js'
import { waitForPanels } from './settle.js'

/** The main window as a person uses it. */
export interface MainWindowPage extends RunningApp {
  ready(): Promise<void>
  tab(
    name: 'Positions' | 'Orders' | 'Fills' | 'Account' | 'Depth' | 'Time & Sales' | 'Session',
  ): Promise<void>
  /** Chooses a symbol in the watchlist. */
  choose(symbol: string): Promise<void>
  /** Returns the bid or ask shown in the ticket, in cents (an integer, for arithmetic in tests). */
  cents(side: 'bid' | 'ask'): Promise<number>
  fill(field: 'quantity' | 'limitPrice' | 'stopPrice', value: string): Promise<void>
  /** Presses the ticket's button and then the review's. */
  send(): Promise<void>
  orderRow(symbol: string): Locator
  positionRow(symbol: string): Locator
  practice(command: PracticeCommand): Promise<unknown>
  truth(): Promise<PracticeState>
  practicePid(): Promise<number>
}

interface PreferencesBridge {
  readonly countersign: {
    invoke(op: string, input: object): Promise<{ readonly value?: { readonly tourDone: boolean } }>
  }
}

/**
 * Quotes come less often than by default, because painting them is most of what a window costs, and
 * a test that needs each of them reads the stream.
 */
const QUOTES = '--practice-quotes-ms=3000'

/** Starts Countersign, and gives the test control over the practice exchange. */
export async function openMainWindow(options: AppOptions): Promise<MainWindowPage> {
  const args = [QUOTES, ...(options.args ?? [])]
  const run = await launchApp({ ...options, args })
  const { page, app } = run
  await page.setViewportSize({ width: 1_440, height: 900 })
  const practice = (command: PracticeCommand): Promise<unknown> =>
    app.evaluate(
      (_electron, value) =>
        (globalThis as unknown as { countersignTest: TestHooks }).countersignTest.practice(value),
      command,
    )

  const desk: MainWindowPage = {
    ...run,
    async ready() {
      // The tour appears only after its preference is loaded, and would then move the layout; wait
      // for it and skip it.
      const skip = page.getByRole('button', { name: 'Skip tour' })
      const taken = (): Promise<boolean> =>
        page.evaluate(
          async () =>
            (
              await (window as unknown as PreferencesBridge).countersign.invoke(
                'preferences.get',
                {},
              )
            ).value?.tourDone === true,
        )
      await until(
        'the tour is offered, or was taken',
        async () => (await skip.isVisible()) || (await taken().catch(() => false)),
      )
      if (await skip.isVisible()) await skip.click()
      await expect(skip).toHaveCount(0)
      await expect(page.getByRole('combobox', { name: 'Trade with account' })).toHaveValue(/.+/)
      await expect(watchRow(page, 'SPY')).toContainText(/\d+\.\d\d/)
    },
    async tab(name) {
      await page.getByRole('tab', { name }).click()
      await waitForPanels(page)
    },
    async choose(symbol) {
      await watchRow(page, symbol).getByRole('gridcell', { name: symbol, exact: true }).click()
      await expect(page.getByRole('form', { name: `Order for ${symbol}` })).toBeVisible()
    },
    async cents(side) {
      const price = await until(`a ${side} in the ticket`, async () =>
        /(\d[\d,]*)\.(\d\d)/.exec(
          (await page.getByTestId(`ticket-use-${side}`).textContent()) ?? '',
        ),
      )
      return Number.parseInt(`${price[1]?.replaceAll(',', '') ?? ''}${price[2] ?? ''}`, 10)
    },
    async fill(field, value) {
      await page.getByTestId(`ticket-${field}`).fill(value)
    },
    async send() {
      await page.getByRole('form').locator('button[type="submit"]').click()
      const review = page.getByTestId('ticket-send')
      await expect(review).toBeVisible()
      // Presses in the first moments of the dialog do not count, so wait.
      await page.waitForTimeout(700)
      await review.click()
    },
    orderRow: (symbol) =>
      page
        .getByRole('treegrid', { name: 'Orders' })
        .getByRole('row', { name: symbol })
        .and(page.locator('.grid-row:not(.order-combo, .order-leg)')),
    positionRow: (symbol) =>
      page
        .getByRole('treegrid', { name: 'Positions' })
        .getByRole('row', { name: new RegExp(`^${symbol}\\b`) })
        .and(page.locator(':not(.closed-row)')),
    practice,
    truth: () => practice({ command: 'state' }) as Promise<PracticeState>,
    // Never return 0 for a missing process: killing pid 0 would end the whole test run.
    practicePid: () =>
      until('the practice exchange runs', () =>
        app.evaluate(
          () =>
            (
              globalThis as unknown as { countersignTest: TestHooks }
            ).countersignTest.practicePid() ?? null,
        ),
      ),
  }
  return desk
}

export const watchRow = (page: Page, symbol: string): Locator =>
  page
    .getByRole('grid', { name: 'Watchlist' })
    .getByRole('row', { name: new RegExp(`^${symbol} `) })

/** Formats cents as a person types a price. */
export const dollars = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
