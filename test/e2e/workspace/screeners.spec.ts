import { expect, test, type Locator } from '@playwright/test'
import { dec, decimalText, toScale } from '../../../shared/domain/decimal.js'
import type { HttpClient } from '../../contract/practice/client/http-client.js'
import { FULL } from '../../harness/system/effort.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { exchangeClient, type WireRow } from '../support/exchange-client.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { showPanel } from '../support/palette.js'
import { waitForInputDelay } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
let exchange: HttpClient
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'screeners', keyStore: 'none' })
  await desk.ready()
  exchange = await exchangeClient(desk)
  // Figures that stand still can be compared with each other.
  await desk.practice({ command: 'clock', speed: 0 })
  await showPanel(desk.page, 'Screeners')
  await loadAxe(desk.page)
})
test.afterAll(async () => {
  exchange.close()
  await desk.close()
})

const panel = (): Locator => desk.page.getByTestId('screeners')
const choose = (list: string): Promise<void> =>
  panel().getByRole('radio', { name: list, exact: true }).click()
const select = (label: string, option: string): Promise<unknown> =>
  panel().getByRole('combobox', { name: label, exact: true }).selectOption({ label: option })
const column = (id: string): Promise<readonly string[]> =>
  panel()
    .locator(`.grid-row [data-column="${id}"]`)
    .evaluateAll((cells) => cells.map((cell) => cell.textContent?.trim() ?? ''))

/** How long window and exchange may take to agree: the window reads a list again by itself. */
const AGREE_MS = 60_000

/**
 * Waits until the first rows of the window have the order and the figures of the exchange's present
 * answer.
 */
async function expectRows(
  name: string,
  query: Readonly<Record<string, string>>,
  figures: Readonly<Record<string, (row: WireRow) => string>>,
): Promise<void> {
  await expect(async () => {
    const rows = (await exchange.get(`/market-data/screeners/${name}/list`, query))
      .json as readonly WireRow[]
    const found = await column('symbol')
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(rows.slice(0, found.length).map((row) => row['symbol']))
    for (const [id, write] of Object.entries(figures)) {
      expect(await column(id), id).toEqual(rows.slice(0, found.length).map(write))
    }
    await expect(panel().locator('.screener-foot')).toContainText(`${rows.length} stock`)
  }).toPass({ timeout: AGREE_MS })
}

/** Formats a fraction as the window does. */
const percent = (text: string | null | undefined): string => {
  const value = Number(text) * 100
  const sign = value > 0 ? '+' : value < 0 ? '−' : ''
  return `${sign}${Math.abs(value).toFixed(2)}%`
}
/** Prices have cents from one dollar on, and hundredths of a cent below. */
function price(text: string | null | undefined): string {
  const places = Number(text) < 1 ? 4 : 2
  return Number(text).toLocaleString('en-US', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
}

test('Gainers and losers are those of the exchange, in its order, for every period', async () => {
  const figures = {
    changeRatio: (row: WireRow) => percent(row['change_ratio']),
    last: (row: WireRow) => price(row['price']),
  }
  await expectRows('gainers-losers', { rank_type: 'DAY_1' }, figures)
  await choose('Losers')
  await expectRows('gainers-losers', { rank_type: 'DAY_1', direction: 'ASC' }, figures)
  await choose('Gainers')
  for (const [label, rank] of [
    ['5 days', 'DAY_5'],
    ['52 weeks', 'WEEK_52'],
    ['3 minutes', 'MIN_3'],
  ] as const) {
    await select('Period', label)
    await expectRows('gainers-losers', { rank_type: rank }, figures)
  }
  await select('Period', 'Day')
})

test('The order follows every figure that the broker ranks by, in both directions', async () => {
  await select('Ranked by', 'Ranked by: Market value')
  await expectRows('gainers-losers', { sort_by: 'MARKET_VALUE' }, {})
  await panel().getByRole('button', { name: 'Highest first' }).click()
  await expectRows('gainers-losers', { sort_by: 'MARKET_VALUE', direction: 'ASC' }, {})
  await panel().getByRole('button', { name: 'Lowest first' }).click()
  await select('Ranked by', 'Ranked by: P/E, last 12 months')
  await expectRows('gainers-losers', { sort_by: 'PE_TTM' }, {})
  await select('Ranked by', 'Ranked by: Change %')
})

test('Active stocks, 52 weeks and dividends show the exchange’s figures', async () => {
  await choose('Most active')
  await expectRows('top-actives', { rank_type: 'VOLUME' }, {})
  await select('Activity by', 'Relative volume, 10 days')
  await expectRows(
    'top-actives',
    { rank_type: 'RELATIVE_VOLUME_10D' },
    {
      relativeVolume: (row) =>
        decimalText(toScale(dec(row['relative_volume_10d'] ?? '0'), 2, 'half-up')),
    },
  )
  await desk.screenshot('active')
  await choose('52 weeks')
  await select('Which stocks', 'Near the high')
  await expectRows(
    'week52-high-low',
    { rank_type: 'NEAR_HIGH' },
    {
      price52w: (row) => price(row['price_52w']),
      changeRatio52w: (row) => percent(row['change_ratio_52w']),
    },
  )
  await choose('Dividends')
  await expectRows(
    'high-dividend-ranks',
    {},
    {
      dividendYield: (row) => percent(row['yield']).replace('+', ''),
      dividend: (row) => price(row['dividend']),
    },
  )
  await desk.screenshot('dividends')
})

test('A sector opens its stocks, and a stock shows in chart and ticket', async () => {
  const { page } = desk
  await choose('Sectors')
  const sectors = panel().getByRole('grid', { name: 'Sectors' })
  const first = sectors.locator('.grid-row').first()
  await expect(first).toBeVisible()
  const answer = (await exchange.get('/market-data/screeners/market-sectors/list', {})).json as {
    readonly data: readonly WireRow[]
  }
  const [largest] = answer.data
  await expect(first.locator('[data-column="sector"]')).toHaveText(largest?.['name'] ?? '')
  await expect(first.locator('[data-column="changeRatio"]')).toHaveText(
    percent(largest?.['change_ratio']),
  )
  await expect(panel().locator('.screener-foot')).toContainText(/^\d+ sectors/)
  await desk.screenshot('sectors')
  await first.click()
  const detail = (
    await exchange.get('/market-data/screeners/market-sectors/get', {
      sector_id: largest?.['id'] ?? '',
    })
  ).json as { readonly data: readonly WireRow[] }
  const row = panel().locator('.grid-row').first()
  await expect(row.locator('[data-column="symbol"]')).toHaveText(detail.data[0]?.['symbol'] ?? '')
  // By the keyboard: the table has the focus, Enter shows the row in the linked panels.
  await panel().getByRole('grid').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const symbol = detail.data[0]?.['symbol'] ?? ''
  await expect(page.getByRole('form', { name: `Order for ${symbol}` })).toBeVisible()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: `Sell ${symbol}…` }).click()
  await expect(page.getByRole('form', { name: `Order for ${symbol}` })).toBeVisible()
  await panel().getByRole('button', { name: 'All sectors' }).click()
  await expect(sectors).toBeVisible()
})

test('A list that cannot be read keeps its rows and shows their age', async () => {
  await choose('Most active')
  await select('Activity by', 'Volume')
  await expect(panel().locator('.grid-row').first()).toBeVisible()
  await desk.practice({
    command: 'fault',
    fault: { kind: 'error-before-effect', operation: 'market.screeners.top-actives', count: null },
  })
  await expect(panel().locator('.badge.warn')).toBeVisible({ timeout: 60_000 })
  await expect(panel().locator('.grid-row').first()).toBeVisible()
  await select('Activity by', 'Turnover')
  await expect(panel()).toContainText('The list could not be loaded')
  await desk.screenshot('failed')
  await desk.practice({ command: 'clear-faults' })
  await expect(panel().locator('.grid-row').first()).toBeVisible()
})

test('axe finds no violation and no text is cut off, in every theme', async () => {
  const { page } = desk
  const lists = ['Gainers and losers', '52 weeks', 'Sectors'] as const
  for (const [index, theme] of (['light', 'contrast', 'dark'] as const).entries()) {
    await pressTheme(page, theme)
    for (const name of FULL ? lists : lists.slice(index, index + 1)) {
      await choose(name)
      await expect(panel().locator('.grid-row').first()).toBeVisible()
      await waitForInputDelay(page)
      expect(await axeViolations(page, '[data-testid="screeners"]'), `${theme} ${name}`).toEqual([])
      expect(await overflows(page), `${theme} ${name}`).toEqual([])
    }
    await choose('Sectors')
    await desk.screenshot(`sectors-${theme}`)
    await choose('Gainers and losers')
    await desk.screenshot(`movers-${theme}`)
  }
})
