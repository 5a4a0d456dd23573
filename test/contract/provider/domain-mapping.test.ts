import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, dec, eq, gt, isNegative, type Decimal } from '../../../shared/domain/decimal.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { ACTIVITY_OPERATIONS } from '../../../shared/wire/families/trading/activities.js'
import { CORPORATE_ACTION_OPERATIONS } from '../../../shared/wire/families/company/corporate-actions.js'
import { FUNDAMENTAL_OPERATIONS } from '../../../shared/wire/families/company/fundamentals.js'
import { NEWS_OPERATIONS } from '../../../shared/wire/families/market-data/news.js'
import { SCREENER_OPERATIONS } from '../../../shared/wire/families/market-data/screeners.js'
import { WATCHLIST_OPERATIONS } from '../../../shared/wire/families/market-data/watchlists.js'
import type { Caller } from '../../../electron/provider/http/caller.js'
import {
  toCashActivity,
  toExecution,
  toPositionLot,
  toTransfer,
} from '../../../electron/provider/mapping/activities.js'
import {
  toAnalystRating,
  toCapitalFlowDay,
  toCompanyProfile,
  toCorporateAction,
  toDividend,
  toEarnings,
  toFilings,
  toFundHolding,
  toFundNetValue,
  toFundPerformance,
  toIndicators,
  toIndustryRanks,
  toPriceTarget,
  toStatement,
} from '../../../electron/provider/mapping/facts/fundamentals.js'
import { toNewsSummary } from '../../../electron/provider/mapping/facts/news.js'
import {
  toMarketSector,
  toScreenerRow,
  toSectorFigures,
} from '../../../electron/provider/mapping/facts/screeners.js'
import {
  toWatchlist,
  toWatchlistEntry,
} from '../../../electron/provider/mapping/facts/watchlists.js'
import { allRows } from '../../../electron/provider/http/paginate.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { practiceCaller } from './practice-caller.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let caller: Caller
let account = ''

beforeAll(async () => {
  session = await openPractice()
  caller = practiceCaller(session)
  account =
    expectOk(await caller.call(ACCOUNT_OPERATIONS.listAccounts, {})).find(
      (candidate) => candidate.account_type === 'MARGIN',
    )?.account_id ?? ''
})
afterAll(async () => {
  caller.close()
  await session.close()
})

const KO = { symbol: 'KO', category: 'US_STOCK' as const }
const SPY = { symbol: 'SPY', category: 'US_ETF' as const }
const expectKnown = (values: readonly string[]) => expect(values).not.toContain('unknown')

describe("the mapping of the exchange's data to the domain", () => {
  it('knows every activity type, and has executions that add up', async () => {
    const year = new Date(session.ready.exchangeTime).getUTCFullYear()
    const cash = expectOk(
      await allRows(caller, ACTIVITY_OPERATIONS.listCashActivities, {
        account_id: account,
        start_time: `${year}-01-01T00:00:00.000Z`,
        end_time: `${year}-12-31T23:59:59.999Z`,
      }),
    ).map(toCashActivity)
    expectKnown(cash.map((activity) => activity.kind))
    expect(new Set(cash.map((activity) => activity.kind)).size).toBeGreaterThan(2)
    const executions = expectOk(
      await allRows(caller, ACTIVITY_OPERATIONS.listExecutions, {
        account_id: account,
        start_date: '2020-01-01',
      }),
    ).map(toExecution)
    expectKnown(executions.flatMap((execution) => [execution.side, execution.type]))
    for (const execution of executions.filter((two) => two.completes)) {
      expect(eq(execution.leaves, dec('0'))).toBe(true)
    }
    const transfers = expectOk(
      await allRows(caller, ACTIVITY_OPERATIONS.listTransfers, { account_id: account }),
    ).map(toTransfer)
    expectKnown(
      transfers.flatMap((transfer) => [
        transfer.method,
        transfer.direction,
        transfer.status,
        transfer.extent ?? 'none',
      ]),
    )
    const detail = toTransfer(
      expectOk(
        await caller.call(ACTIVITY_OPERATIONS.getTransfer, {
          account_id: account,
          transfer_id: transfers.at(-1)?.transferId ?? '',
        }),
      ),
    )
    expect(detail.positions.length + detail.cash.length).toBeGreaterThan(0)
    expectKnown(detail.positions.map((position) => position.assetClass))
  })

  it('has lots that add up to the position', async () => {
    const [position] = expectOk(
      await caller.call(ACCOUNT_OPERATIONS.listPositions, { account_id: account }),
    ).filter((candidate) => candidate.instrument_type === 'EQUITY')
    const lots = expectOk(
      await allRows(caller, ACTIVITY_OPERATIONS.listExecutions, {
        account_id: account,
        start_date: '2020-01-01',
      }),
    )
    expect(lots.some((lot) => lot.symbol === position?.symbol)).toBe(true)
    const snapshot = expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.fundHoldings, SPY))
    expect(snapshot.length).toBeGreaterThan(0)
    const instrument = expectOk(await caller.call(SCREENER_OPERATIONS.gainersLosers, {})).find(
      (candidate) => candidate.symbol === position?.symbol,
    )
    const openLots = expectOk(
      await allRows(caller, ACTIVITY_OPERATIONS.getPositionLots, {
        account_id: account,
        instrument_id: instrument?.instrument_id ?? '',
      }),
    ).map(toPositionLot)
    expect(
      eq(
        openLots.reduce((sum, lot) => add<Decimal>(sum, lot.quantity), dec('0')),
        position?.quantity ?? dec('0'),
      ),
    ).toBe(true)
  })

  it('covers every shape of ranking, and the sectors with their stocks', async () => {
    const rows = expectOk(await caller.call(SCREENER_OPERATIONS.gainersLosers, {})).map(
      toScreenerRow,
    )
    const ratios = rows.map((row) => Number(row.changeRatio))
    expect(ratios).toEqual([...ratios].sort((a, b) => b - a))
    expect(
      expectOk(await caller.call(SCREENER_OPERATIONS.highDividend, {}))
        .map(toScreenerRow)
        .every((row) => row.dividendYield !== null && gt(row.dividendYield, dec('0'))),
    ).toBe(true)
    expect(
      expectOk(await caller.call(SCREENER_OPERATIONS.week52HighLow, {}))
        .map(toScreenerRow)
        .every((row) => row.price52w !== null),
    ).toBe(true)
    const sectors = expectOk(await allRows(caller, SCREENER_OPERATIONS.marketSectors, {})).map(
      toMarketSector,
    )
    expect(sectors.every((sector) => sector.leaders.length > 0)).toBe(true)
    const [first] = sectors
    const figures = toSectorFigures(
      expectOk(
        await caller.call(SCREENER_OPERATIONS.marketSectorDetail, {
          sector_id: first?.sectorId ?? '',
        }),
      ),
    )
    expect([figures.sectorId, figures.name]).toEqual([first?.sectorId, first?.name])
    const stocks = expectOk(
      await allRows(caller, SCREENER_OPERATIONS.marketSectorDetail, {
        sector_id: first?.sectorId ?? '',
      }),
    ).map(toScreenerRow)
    expect(new Set(stocks.map((stock) => stock.symbol)).size).toBe(stocks.length)
  })

  it('covers watchlists and their entries', async () => {
    const { watchlist_id: id } = expectOk(
      await caller.call(WATCHLIST_OPERATIONS.createWatchlist, { name: 'Mine', sort: 3 }),
    )
    expectOk(
      await caller.call(WATCHLIST_OPERATIONS.addWatchlistInstruments, {
        watchlist_id: id,
        instruments: [
          { symbol: 'KO', category: 'US_STOCK' },
          { symbol: 'SPY', category: 'US_ETF' },
        ],
      }),
    )
    expect(
      expectOk(await caller.call(WATCHLIST_OPERATIONS.listWatchlists, {})).map(toWatchlist),
    ).toMatchObject([{ watchlistId: id, name: 'Mine', order: 3 }])
    expect(
      expectOk(
        await caller.call(WATCHLIST_OPERATIONS.listWatchlistInstruments, { watchlist_id: id }),
      ).instruments.map(toWatchlistEntry),
    ).toMatchObject([
      { symbol: 'KO', assetClass: 'stock' },
      { symbol: 'SPY', assetClass: 'stock' },
    ])
  })

  it('covers fundamentals of companies', async () => {
    expect(
      toCompanyProfile(expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.companyProfile, KO))),
    ).toMatchObject({
      symbol: 'KO',
      name: expect.any(String) as string,
    })
    const rating = toAnalystRating(
      expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.analystRating, KO)),
    )
    expect(
      eq(
        [rating.strongBuy, rating.buy, rating.hold, rating.underperform, rating.sell].reduce(
          (sum: Decimal, amount) => add(sum, amount ?? dec('0')),
          dec('0'),
        ),
        rating.analysts ?? dec('-1'),
      ),
    ).toBe(true)
    const target = toPriceTarget(
      expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.analystTarget, KO)),
    )
    expect(target.low !== null && target.high !== null && !gt(target.low, target.high)).toBe(true)
    for (const day of expectOk(
      await caller.call(FUNDAMENTAL_OPERATIONS.capitalFlow, { ...KO, count: '5' }),
    ).map(toCapitalFlowDay)) {
      expect(isNegative(day.largeIn) || isNegative(day.smallOut)).toBe(false)
    }
    expect(
      expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.earningsCalendar, KO)).map(toEarnings)
        .length,
    ).toBeGreaterThan(0)
    expect(
      expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.dividendCalendar, KO))
        .map(toDividend)
        .every((dividend) => gt(dividend.amount, dec('0'))),
    ).toBe(true)
    expect(
      toFilings(expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.filings, KO))).length,
    ).toBeGreaterThan(0)
    const [sheet] = expectOk(
      await caller.call(FUNDAMENTAL_OPERATIONS.balanceSheet, { ...KO, type: 'ANNUAL', count: '1' }),
    ).map(toStatement)
    const line = (name: string) => sheet?.lines.find((candidate) => candidate.name === name)?.value
    expect(line('total_assets')).toBeDefined()
    expect(line('total_assets')).toEqual(line('total_liab_sh_equity'))
    const [income] = expectOk(
      await caller.call(FUNDAMENTAL_OPERATIONS.incomeStatement, {
        ...KO,
        type: 'ANNUAL',
        count: '1',
      }),
    ).map(toStatement)
    expect([
      income?.period,
      income?.lines.some(({ name }) => name === 'fiscal_year'),
      income?.lines.some(({ name }) => name === 'currency'),
    ]).toEqual([0, false, false])
    expect(
      toIndicators(expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.financialIndicators, KO)))
        .length,
    ).toBeGreaterThan(0)
    expect(
      toIndustryRanks(
        expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.industryComparison, KO)),
      ).map((rank) => rank.symbol),
    ).toContain('KO')
  })

  it('covers fundamentals of funds, corporate actions and news', async () => {
    expect(
      expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.fundHoldings, SPY)).map(toFundHolding)
        .length,
    ).toBeGreaterThan(0)
    expect(
      toFundPerformance(
        expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.fundPerformance, SPY)),
      ).returns.some(({ span }) => span === '1y'),
    ).toBe(true)
    expect(
      expectOk(await caller.call(FUNDAMENTAL_OPERATIONS.fundNetValue, { ...SPY, count: '3' })).map(
        toFundNetValue,
      ),
    ).toHaveLength(3)
    const actions = expectOk(
      await allRows(caller, CORPORATE_ACTION_OPERATIONS.corporateActionsByMarket, { market: 'US' }),
    ).map(toCorporateAction)
    expectKnown(actions.map((action) => action.kind))
    const news = toNewsSummary(
      expectOk(
        await caller.call(NEWS_OPERATIONS.newsSummary, {
          category_symbols: [{ category: 'US_STOCK', symbols: ['KO'] }],
        }),
      ),
    )
    expect(news.parts.map((part) => part.kind)).toContain('table')
  })
})
