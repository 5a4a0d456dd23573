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
  desk = await openMainWindow({ suite: 'company', keyStore: 'none' })
  await desk.ready()
  exchange = await exchangeClient(desk)
  await desk.practice({ command: 'clock', speed: 0 })
  await desk.choose('NVDA')
  await open('Company')
  await loadAxe(desk.page)
})
test.afterAll(async () => {
  exchange.close()
  await desk.close()
})

async function open(title: string): Promise<void> {
  await showPanel(desk.page, title)
  await expect(desk.page.getByTestId(title.toLowerCase())).toBeVisible()
}
const panel = (): Locator => desk.page.getByTestId('company')
const choose = (name: string): Promise<void> =>
  panel().getByRole('radio', { name, exact: true }).click()
const rows = (): Locator => panel().locator('.grid-row')
const column = async (id: string): Promise<readonly string[]> => {
  await expect(rows().first()).toBeVisible()
  return panel()
    .locator(`.grid-row [data-column="${id}"]`)
    .evaluateAll((cells) => cells.map((cell) => cell.textContent?.trim() ?? ''))
}
const fundamentals = async (
  path: string,
  symbol: string,
  more: Readonly<Record<string, string>> = {},
): Promise<unknown> =>
  (
    await exchange.get(`/market-data/fundamentals/${path}`, {
      symbol,
      category: symbol === 'SPY' ? 'US_ETF' : 'US_STOCK',
      ...more,
    })
  ).json
const cents = (text: string | null | undefined): string =>
  decimalText(toScale(dec(text ?? '0'), 2, 'half-up'))

test('The overview shows what the exchange says about the company and its next report', async () => {
  const profile = (await fundamentals('company-profiles/get', 'NVDA')) as WireRow
  await expect(panel()).toContainText(profile['profile'] ?? '')
  await expect(panel()).toContainText(Number(profile['employees']).toLocaleString('en-US'))
  const report = (await fundamentals('financial-alerts/get', 'NVDA')) as WireRow
  await expect(panel().getByRole('region', { name: 'Next report' })).toContainText(
    `$${cents(report['eps_est'])}`,
  )
  await desk.screenshot('overview')
})

test('Statements have the exchange’s lines and periods', async () => {
  await choose('Financials')
  const annual = (await fundamentals('income-statements/get', 'NVDA', {
    type: 'ANNUAL',
    count: '8',
  })) as readonly WireRow[]
  await expect(panel().getByRole('columnheader', { name: /^FY / })).toHaveCount(annual.length)
  await expect(
    panel().getByRole('columnheader', { name: `FY ${annual[0]?.['fiscal_year'] ?? ''}` }),
  ).toBeVisible()
  const eps = rows().filter({ hasText: 'Diluted EPS' }).first()
  await desk.screenshot('income')
  await choose('Quarters')
  await expect(
    panel()
      .getByRole('columnheader', { name: /^Q[1-4] / })
      .first(),
  ).toBeVisible()
  await choose('Years')
  for (const page of ['Balance sheet', 'Cash flow', 'Ratios']) {
    await choose(page)
    await expect(rows().first()).toBeVisible()
  }
  await choose('Ratios')
  await expect(rows().filter({ hasText: 'Net margin' })).toBeVisible()
  await expect(eps).toHaveCount(1)
})

test('Earnings, dividends and peers equal the exchange’s answers', async () => {
  await choose('Analysts')
  const rating = (await fundamentals('analysis/ratings/get', 'NVDA')) as WireRow
  await expect(panel().getByRole('region', { name: 'Analysts’ ratings' })).toContainText(
    `${rating['number'] ?? ''} analysts`,
  )
  const earnings = (await fundamentals('earnings-calendars/list', 'NVDA')) as readonly WireRow[]
  const estimates = await column('epsEstimate')
  expect(estimates).toEqual(earnings.slice(0, estimates.length).map((row) => cents(row['eps_est'])))
  await desk.screenshot('analysts')
  await choose('Payouts')
  const dividends = (await fundamentals('dividend-calendars/list', 'NVDA')) as readonly WireRow[]
  const amounts = await column('amount')
  expect(amounts.map(Number)).toEqual(
    dividends.slice(0, amounts.length).map((row) => Number(row['amount'])),
  )
  await choose('Industry')
  const industry = (await fundamentals('industry-comparisons/get', 'NVDA')) as {
    readonly data: readonly WireRow[]
  }
  const peers = await column('symbol')
  expect(peers).toEqual(industry.data.slice(0, peers.length).map((row) => row['symbol']))
  await choose('Flow')
  const flow = (await fundamentals('capital-flows/get', 'NVDA', {
    count: '5',
  })) as readonly WireRow[]
  await expect(panel().getByRole('grid')).toHaveAttribute('aria-rowcount', `${flow.length + 1}`)
  await desk.screenshot('flow')
  await choose('Footprint')
  await expect(rows().first()).toBeVisible()
  await desk.screenshot('footprint')
  await choose('Auctions')
  const imbalance = panel().getByRole('region', { name: 'Latest imbalance' })
  await expect(imbalance.getByText('Paired shares')).toBeInViewport()
  await expect(imbalance).toContainText('Reference price')
  await expect(rows().first()).toBeVisible()
  await desk.screenshot('auctions')
  await panel().getByRole('radio', { name: 'Close', exact: true }).click()
  // The last close may be one of a short day.
  await expect(imbalance).toContainText(/1[2356]:\d\d:\d\d ET/)
  await choose('Documents')
  await expect(
    panel()
      .getByRole('button', { name: /^Open 10-/ })
      .first(),
  ).toBeVisible()
})

test('A filing opens in the browser only at an allowed host', async () => {
  await desk.app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { countersignOpened: opened })
    shell.openExternal = (address: string) => {
      opened.push(address)
      return Promise.resolve()
    }
  })
  await panel()
    .getByRole('button', { name: /^Open 10-/ })
    .first()
    .click()
  const opened = (): Promise<readonly string[]> =>
    desk.app.evaluate(
      () => (globalThis as unknown as { countersignOpened: readonly string[] }).countersignOpened,
    )
  await expect.poll(opened).toHaveLength(1)
  expect((await opened())[0]).toMatch(/^https:\/\/www\.sec\.gov\//)
  const refused = await desk.page.evaluate(
    'countersign.invoke("app.open-address", { address: "https://evil.example/" })',
  )
  expect(refused).toEqual({ ok: true, value: { opened: false } })
  expect(await opened()).toHaveLength(1)
})

test('A fund has its own pages, a future its footprint, and a coin none', async () => {
  await desk.choose('SPY')
  await expect(panel().getByRole('radio', { name: 'Holdings' }).first()).toBeVisible()
  const brief = (await fundamentals('fund-brief/get', 'SPY')) as WireRow
  await choose('Overview')
  await expect(panel()).toContainText(brief['investment_objective'] ?? '')
  await desk.screenshot('fund')
  await panel().getByRole('radio', { name: 'Holdings' }).first().click()
  const holdings = (await fundamentals('fund-holdings/get', 'SPY')) as readonly WireRow[]
  const symbols = await column('symbol')
  expect(symbols).toEqual(
    holdings.slice(0, symbols.length).map((row) => row['target_symbol'] ?? ''),
  )
})

test('News about the symbol and about the watchlist is what the exchange wrote', async () => {
  await desk.choose('NVDA')
  await open('News')
  const news = desk.page.getByTestId('news')
  await expect(news.locator('.news')).toContainText('NVDA')
  await expect(news.locator('.news')).toContainText('nothing here is news of the world')
  await news.getByRole('radio', { name: 'Watchlist' }).click()
  await expect(news.locator('.news-table tbody tr')).toHaveCount(12)
  await desk.screenshot('news')
})

test('The calendar has the dates of what is held and watched', async () => {
  await open('Calendar')
  const calendar = desk.page.getByTestId('calendar')
  await expect(calendar.locator('.calendar-foot')).toContainText(/^\d+ symbols/, {
    timeout: 60_000,
  })
  await calendar.getByRole('radio', { name: 'Earnings' }).click()
  const { exchangeTime } = await desk.truth()
  const today = new Date(exchangeTime).toISOString().slice(0, 10)
  const earnings = (await fundamentals('earnings-calendars/list', 'NVDA')) as readonly WireRow[]
  const next = earnings.filter((row) => (row['expected_publish_date'] ?? '') >= today)
  const nvda = calendar.locator('.grid-row').filter({ hasText: 'NVDA' })
  await expect(nvda).toHaveCount(next.length)
  await desk.screenshot('calendar')
  await calendar.getByRole('radio', { name: 'All' }).click()
})

test('axe finds no violation and no text is cut off, in every theme', async () => {
  const { page } = desk
  const titles = ['Company', 'News', 'Calendar'] as const
  for (const [index, theme] of (['light', 'contrast', 'dark'] as const).entries()) {
    await pressTheme(page, theme)
    for (const title of FULL ? titles : titles.slice(index, index + 1)) {
      await open(title)
      await expect(page.getByTestId(title.toLowerCase()).locator('.skeleton')).toHaveCount(0)
      await waitForInputDelay(page)
      const id = title.toLowerCase()
      expect(await axeViolations(page, `[data-testid="${id}"]`), `${theme} ${title}`).toEqual([])
      expect(await overflows(page), `${theme} ${title}`).toEqual([])
      await desk.screenshot(`${id}-${theme}`)
    }
  }
})
