import { describe, expect, it } from 'vitest'
import { TOOLS as HOSTED_TOOLS } from '../../../electron/practice/mcp/tools/index.js'
import { connectAssistantClient } from '../../harness/assistant/assistant-client.js'

/** The read tools of the provider's hosted server (MCP-1) that its local server does not have. */
const HOSTED =
  `get_account_list get_account_balance get_account_positions get_open_orders get_order_history get_order_detail get_instruments get_futures_instruments get_futures_products
  get_futures_product_class get_stock_snapshot get_stock_quotes get_stock_tick get_stock_bars get_stock_bars_single get_stock_footprint get_stock_noii_bars get_stock_noii_snapshot get_option_snapshot
  get_option_tick get_option_bars get_futures_snapshot get_futures_tick get_futures_depth get_futures_bars get_futures_footprint get_gainers_losers get_most_active get_52_week_high_low get_high_dividend
  get_market_sectors get_market_sectors_detail get_company_profile get_analyst_rating get_analyst_target_price get_stock_capital_flow get_stock_filings get_stock_forecast_eps get_stock_earnings_calendar
  get_stock_dividend_calendar get_stock_industry_comparison get_financial_alert get_financial_indicators get_income_statement get_balance_sheet get_cash_flow get_fund_allocation get_fund_brief
  get_fund_dividends get_fund_files get_fund_holdings get_fund_net_value get_fund_performance get_fund_rating get_fund_splits get_watchlists get_watchlist_instruments`.split(
    /\s+/,
  )
const LOCAL =
  `get_crypto_instruments get_event_categories get_event_series get_event_events get_event_instruments get_crypto_snapshot get_crypto_bars get_event_tick get_event_snapshot get_event_depth
  get_event_bars`.split(/\s+/)
const PREVIEWS = ['preview_stock_order', 'preview_option_order']
/**
 * Provider tools that delete a list or set its order. Countersign has none of them: what an
 * assistant changes in a watchlist can be undone by the person.
 */
const WRITES = ['delete_watchlist', 'update_watchlist_instruments']

/** Parameters with their published defaults (MCP-2); `*` means that there is no default. */
const PUBLISHED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  get_open_orders: { account_id: '*', limit: 10 },
  get_order_history: { account_id: '*', start: '*', end: '*', limit: 10 },
  get_order_detail: { account_id: '*', client_order_id: '*' },
  get_instruments: {
    symbols: '*',
    category: 'US_STOCK',
    status: '*',
    page_size: 1_000,
    last_instrument_id: '*',
  },
  get_crypto_instruments: {
    symbols: '*',
    category: 'US_CRYPTO',
    status: '*',
    last_instrument_id: '*',
  },
  get_futures_instruments: { symbols: '*', category: 'US_FUTURES' },
  get_futures_products: { category: 'US_FUTURES' },
  get_event_categories: {},
  get_event_events: { series_symbol: '*', symbols: '*', status: '*' },
  get_event_instruments: {
    series_symbol: '*',
    event_symbol: '*',
    symbols: '*',
    expiration_date_after: '*',
    last_instrument_id: '*',
  },
  get_stock_snapshot: {
    symbols: '*',
    category: 'US_STOCK',
    extend_hour_required: '*',
    overnight_required: '*',
  },
  get_stock_quotes: { symbol: '*', category: 'US_STOCK', depth: 10, overnight_required: '*' },
  get_stock_tick: { symbol: '*', category: 'US_STOCK', count: 30, trading_sessions: '*' },
  get_stock_bars: {
    symbols: '*',
    category: 'US_STOCK',
    timespan: 'D',
    count: 200,
    real_time_required: '*',
    trading_sessions: '*',
  },
  get_stock_bars_single: {
    symbol: '*',
    category: 'US_STOCK',
    timespan: 'D',
    count: 200,
    real_time_required: '*',
    trading_sessions: '*',
  },
  get_stock_footprint: {
    symbols: '*',
    category: 'US_STOCK',
    timespan: 'M1',
    count: 200,
    real_time_required: false,
    trading_sessions: '*',
  },
  get_futures_footprint: {
    symbols: '*',
    category: 'US_FUTURES',
    timespan: 'M1',
    count: 200,
    real_time_required: false,
    trading_sessions: '*',
  },
  get_crypto_bars: {
    symbols: '*',
    category: 'US_CRYPTO',
    timespan: 'D',
    count: 200,
    real_time_required: '*',
  },
  get_event_tick: { symbol: '*', category: 'US_EVENT', count: 30 },
  get_event_snapshot: { symbols: '*', category: 'US_EVENT' },
  get_event_depth: { symbol: '*', category: 'US_EVENT', depth: 10 },
  get_event_bars: { symbols: '*', category: 'US_EVENT', timespan: 'D', count: 200 },
  preview_stock_order: {
    account_id: '*',
    symbol: '*',
    side: '*',
    order_type: '*',
    time_in_force: 'DAY',
    quantity: '*',
    market: 'US',
    limit_price: '*',
    stop_price: '*',
    trading_session: 'CORE',
  },
  place_stock_instruction: {
    symbol: '*',
    side: '*',
    order_type: '*',
    time_in_force: 'DAY',
    quantity: '*',
    market: 'US',
    account_id: '*',
    client_order_id: '*',
    limit_price: '*',
    stop_price: '*',
    entrust_type: 'QTY',
    total_cash_amount: '*',
    trading_session: 'CORE',
    extended_hours: false,
    trailing_type: '*',
    trailing_stop_step: '*',
    expire_date: '*',
  },
  place_algo_instruction: {
    account_id: '*',
    symbol: '*',
    side: '*',
    quantity: '*',
    algo_type: '*',
    client_order_id: '*',
    order_type: 'MARKET',
    limit_price: '*',
    algo_start_time: '*',
    algo_end_time: '*',
    target_vol_percent: '*',
    max_target_percent: '*',
  },
  place_option_single_instruction: {
    symbol: '*',
    side: '*',
    quantity: '*',
    option_type: '*',
    strike_price: '*',
    expiration_date: '*',
    order_type: 'LIMIT',
    time_in_force: 'DAY',
    account_id: '*',
    client_order_id: '*',
    limit_price: '*',
    stop_price: '*',
  },
  place_option_strategy_instruction: {
    account_id: '*',
    strategy: '*',
    symbol: '*',
    order_type: 'LIMIT',
    time_in_force: 'DAY',
    legs: '*',
    quantity: '1',
    client_order_id: '*',
    limit_price: '*',
  },
  place_futures_instruction: {
    symbol: '*',
    side: '*',
    order_type: '*',
    time_in_force: 'DAY',
    quantity: '*',
    account_id: '*',
    client_order_id: '*',
    limit_price: '*',
    stop_price: '*',
  },
  place_crypto_instruction: {
    symbol: '*',
    side: '*',
    order_type: '*',
    time_in_force: '*',
    account_id: '*',
    client_order_id: '*',
    entrust_type: 'QTY',
    quantity: '*',
    total_cash_amount: '*',
    limit_price: '*',
    stop_price: '*',
  },
  place_event_instruction: {
    symbol: '*',
    side: '*',
    quantity: '*',
    limit_price: '*',
    event_outcome: '*',
    account_id: '*',
    client_order_id: '*',
    order_type: 'LIMIT',
    time_in_force: 'DAY',
  },
}

describe("prompts written for the provider's servers", () => {
  it('find every published read tool, at Countersign and at the hosted server', async () => {
    const { client } = await connectAssistantClient()
    const ours = (await client.listTools()).tools.map(({ name }) => name)
    for (const name of [...HOSTED, ...LOCAL, ...PREVIEWS]) expect(ours).toContain(name)
    const hosted = HOSTED_TOOLS.map(({ name }) => name)
    for (const name of [...HOSTED, ...LOCAL]) expect(hosted).toContain(name)
    expect(new Set(hosted).size).toBe(hosted.length)
  })

  it('find no tool that deletes a watchlist or sets its order', async () => {
    const { call } = await connectAssistantClient()
    for (const name of WRITES) {
      await expect(call(name, { watchlist_id: 'W1', name: 'Mine' }), name).rejects.toThrow(
        /not found/,
      )
      expect(HOSTED_TOOLS.map((tool) => tool.name)).not.toContain(name)
    }
  })

  it.each(Object.entries(PUBLISHED))(
    '%s accepts its published parameters with their defaults',
    async (name, parameters) => {
      const { client } = await connectAssistantClient()
      const properties =
        (await client.listTools()).tools.find((tool) => tool.name === name)?.inputSchema
          .properties ?? {}
      for (const [parameter, standard] of Object.entries(parameters)) {
        expect(Object.keys(properties)).toContain(parameter)
        if (standard !== '*') {
          expect([parameter, properties[parameter]]).toEqual([
            parameter,
            expect.objectContaining({ default: standard }) as unknown,
          ])
        }
      }
    },
  )

  it('receive the tool list in the same order every time', async () => {
    const list = async (): Promise<string> =>
      JSON.stringify((await (await connectAssistantClient()).client.listTools()).tools)
    expect(await list()).toBe(await list())
  })
})
