import type { ReferenceDataName } from '../../../shared/domain/reference/reference-data.js'

const STOCK = { symbol: 'AAPL' }
const FUND = { symbol: 'SPY' }

/**
 * Returns one valid call of every reference data tool. `names`: symbols and ids that only the
 * exchange knows.
 */
export const referenceDataCalls = (names: {
  readonly series: string
  readonly event: string
  readonly market: string
  readonly option: string
  readonly futures: string
  readonly sector: string
  readonly watchlist: string
}): Readonly<Record<ReferenceDataName, Readonly<Record<string, string | number | boolean>>>> => ({
  get_stock_tick: { ...STOCK, count: 5, trading_sessions: 'RTH,PRE' },
  get_stock_footprint: { symbols: 'AAPL, MSFT', count: 3, real_time_required: true },
  get_stock_noii_snapshot: STOCK,
  get_stock_noii_bars: { ...STOCK, imbalance_action_type: 'PRE_CLOSE' },
  get_option_tick: { symbol: names.option, count: 3 },
  get_option_bars: { symbols: names.option, timespan: 'M5', count: 3 },
  get_futures_tick: { symbol: names.futures },
  get_futures_footprint: { symbols: names.futures, count: 3 },
  get_event_snapshot: { symbols: names.market },
  get_event_depth: { symbol: names.market, depth: 5 },
  get_event_bars: { symbols: names.market, timespan: 'M1', count: 3 },
  get_event_tick: { symbol: names.market },
  get_option_contracts: { underlying: 'AAPL', option_type: 'CALL', strike_price_gte: '200' },
  get_crypto_instruments: { symbols: 'BTCUSD' },
  get_futures_instruments: { code: 'ES' },
  get_futures_products: {},
  get_futures_product_class: {},
  get_event_categories: {},
  get_event_series: {},
  get_event_events: { series_symbol: names.series },
  get_event_instruments: { event_symbol: names.event },
  get_gainers_losers: { direction: 'ASC' },
  get_most_active: { rank_type: 'TURNOVER' },
  get_52_week_high_low: { rank_type: 'NEAR_HIGH' },
  get_high_dividend: { sort_by: 'YIELD' },
  get_market_sectors: { period: 'D5' },
  get_market_sectors_detail: { sector_id: names.sector },
  get_company_profile: STOCK,
  get_analyst_rating: STOCK,
  get_analyst_target_price: STOCK,
  get_stock_capital_flow: { ...STOCK, count: 3 },
  get_stock_filings: STOCK,
  get_stock_forecast_eps: STOCK,
  get_stock_earnings_calendar: STOCK,
  get_stock_dividend_calendar: STOCK,
  get_stock_corporate_actions: { ...STOCK, start_date: '2020-01-01' },
  get_stock_industry_comparison: STOCK,
  get_financial_alert: STOCK,
  get_financial_indicators: { ...STOCK, type: 'QUARTERLY', count: 2 },
  get_income_statement: { ...STOCK, count: 2 },
  get_balance_sheet: { ...STOCK, type: 'QUARTERLY' },
  get_cash_flow: STOCK,
  get_fund_allocation: FUND,
  get_fund_brief: FUND,
  get_fund_dividends: FUND,
  get_fund_files: FUND,
  get_fund_holdings: FUND,
  get_fund_net_value: { ...FUND, count: 5 },
  get_fund_performance: FUND,
  get_fund_rating: FUND,
  get_fund_splits: FUND,
  get_watchlists: {},
  get_watchlist_instruments: { watchlist_id: names.watchlist },
})
