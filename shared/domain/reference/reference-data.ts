/**
 * Queries whose answers Countersign does not store. Each has the provider's name of the assistant
 * tool (MCP-1, MCP-2), where it has one.
 */
export const REFERENCE_DATA_NAMES = [
  'get_stock_tick',
  'get_stock_footprint',
  'get_stock_noii_snapshot',
  'get_stock_noii_bars',
  'get_option_tick',
  'get_option_bars',
  'get_futures_tick',
  'get_futures_footprint',
  'get_event_snapshot',
  'get_event_depth',
  'get_event_bars',
  'get_event_tick',
  'get_option_contracts',
  'get_crypto_instruments',
  'get_futures_instruments',
  'get_futures_products',
  'get_futures_product_class',
  'get_event_categories',
  'get_event_series',
  'get_event_events',
  'get_event_instruments',
  'get_gainers_losers',
  'get_most_active',
  'get_52_week_high_low',
  'get_high_dividend',
  'get_market_sectors',
  'get_market_sectors_detail',
  'get_company_profile',
  'get_analyst_rating',
  'get_analyst_target_price',
  'get_stock_capital_flow',
  'get_stock_filings',
  'get_stock_forecast_eps',
  'get_stock_earnings_calendar',
  'get_stock_dividend_calendar',
  'get_stock_corporate_actions',
  'get_stock_industry_comparison',
  'get_financial_alert',
  'get_financial_indicators',
  'get_income_statement',
  'get_balance_sheet',
  'get_cash_flow',
  'get_fund_allocation',
  'get_fund_brief',
  'get_fund_dividends',
  'get_fund_files',
  'get_fund_holdings',
  'get_fund_net_value',
  'get_fund_performance',
  'get_fund_rating',
  'get_fund_splits',
  'get_watchlists',
  'get_watchlist_instruments',
] as const
/** Those that the provider's servers do not have. */
export const OWN_REFERENCE_DATA: ReadonlySet<string> = new Set<
  (typeof REFERENCE_DATA_NAMES)[number]
>(['get_option_contracts', 'get_stock_corporate_actions'])
export type ReferenceDataName = (typeof REFERENCE_DATA_NAMES)[number]

/** The tool's published parameters; absent members are not sent. */
export type ReferenceDataParams = Readonly<Record<string, string | number | boolean | undefined>>

/** A plain answer: money, prices and quantities are text, times are ISO 8601 UTC. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | readonly Plain[]
  | { readonly [member: string]: Plain }

/** `cut` is true when rows at the end were left out. */
export interface ReferenceDataAnswer {
  readonly data: Plain
  readonly cut: boolean
}
