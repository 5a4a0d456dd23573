import { expect, it } from 'vitest'
import { TOOLS } from '../../electron/assistant/tools/index.js'
import { ROOT } from '../../build/lib/paths.mjs'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const ASSISTANT_FOLDER = join(ROOT, 'electron', 'assistant')
const files = readdirSync(ASSISTANT_FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
)

it('SEC-22: no tool has the effect of trading, and every tool declares its effect', () => {
  expect([...new Set(TOOLS.map(({ effect }) => effect))].sort()).toEqual([
    'instruct',
    'read',
    'watchlist',
    'window',
    'withdraw',
  ])
  for (const { name, effect, annotations } of TOOLS) {
    expect(annotations.readOnlyHint, name).toBe(effect === 'read')
    expect(
      Object.values(annotations).every((hint) => hint !== undefined),
      name,
    ).toBe(true)
    expect(name, 'changes come through instructions only').toMatch(
      effect === 'read'
        ? /^(get|search|preview|wait|find|call_read)_/
        : effect === 'watchlist'
          ? /^(create|update|add|remove)_watchlist(_instruments)?$/
          : effect === 'window'
            ? /^(show_symbol|fill_ticket|(create|remove)_alert|mark_level|draw_on_chart|remove_drawing)$/
            : /_instruction$/,
    )
  }
})

it('CONFIRM-6: no tool unlocks, arms, approves, extends, switches or changes policy', () => {
  expect(
    TOOLS.map(({ name }) => name).filter((name) =>
      /unlock|arm|approve|confirm|extend|switch|set_|pause|resume|pair/.test(name),
    ),
  ).toEqual([])
})

it('SEC-22: the tools are exactly these, in this sequence', () => {
  expect(TOOLS.map(({ name }) => name)).toMatchInlineSnapshot(`
    [
      "get_account_list",
      "get_account_balance",
      "get_account_positions",
      "get_open_orders",
      "get_order_history",
      "get_order_detail",
      "get_cash_activities",
      "get_executions",
      "get_transfers",
      "get_clock",
      "get_option_chain",
      "get_instruments",
      "search_instruments",
      "get_stock_snapshot",
      "get_stock_quotes",
      "get_stock_bars",
      "get_stock_bars_single",
      "get_option_snapshot",
      "get_futures_snapshot",
      "get_futures_depth",
      "get_futures_bars",
      "get_crypto_snapshot",
      "get_crypto_bars",
      "get_news_summary",
      "get_stock_tick",
      "get_stock_footprint",
      "get_stock_noii_snapshot",
      "get_stock_noii_bars",
      "get_option_tick",
      "get_option_bars",
      "get_futures_tick",
      "get_futures_footprint",
      "get_event_snapshot",
      "get_event_depth",
      "get_event_bars",
      "get_event_tick",
      "get_option_contracts",
      "get_crypto_instruments",
      "get_futures_instruments",
      "get_futures_products",
      "get_futures_product_class",
      "get_event_categories",
      "get_event_series",
      "get_event_events",
      "get_event_instruments",
      "get_gainers_losers",
      "get_most_active",
      "get_52_week_high_low",
      "get_high_dividend",
      "get_market_sectors",
      "get_market_sectors_detail",
      "get_company_profile",
      "get_analyst_rating",
      "get_analyst_target_price",
      "get_stock_capital_flow",
      "get_stock_filings",
      "get_stock_forecast_eps",
      "get_stock_earnings_calendar",
      "get_stock_dividend_calendar",
      "get_stock_corporate_actions",
      "get_stock_industry_comparison",
      "get_financial_alert",
      "get_financial_indicators",
      "get_income_statement",
      "get_balance_sheet",
      "get_cash_flow",
      "get_fund_allocation",
      "get_fund_brief",
      "get_fund_dividends",
      "get_fund_files",
      "get_fund_holdings",
      "get_fund_net_value",
      "get_fund_performance",
      "get_fund_rating",
      "get_fund_splits",
      "get_watchlists",
      "get_watchlist_instruments",
      "preview_stock_order",
      "preview_option_order",
      "preview_option_strategy",
      "preview_futures_order",
      "preview_crypto_order",
      "preview_event_order",
      "place_stock_instruction",
      "place_stock_batch_instruction",
      "place_option_single_instruction",
      "place_option_strategy_instruction",
      "place_bracket_instruction",
      "place_linked_instruction",
      "place_futures_instruction",
      "place_crypto_instruction",
      "place_algo_instruction",
      "place_event_instruction",
      "close_position_instruction",
      "protect_position_instruction",
      "roll_option_instruction",
      "cancel_all_instruction",
      "rebalance_instruction",
      "replace_stock_instruction",
      "replace_option_instruction",
      "replace_futures_instruction",
      "replace_event_instruction",
      "cancel_instruction",
      "get_pending_instruction",
      "get_processed_instruction",
      "wait_for_instruction",
      "revoke_instruction",
      "get_policy",
      "get_panel_watchlists",
      "create_watchlist",
      "update_watchlist",
      "add_watchlist_instruments",
      "remove_watchlist_instruments",
      "get_window_items",
      "show_symbol",
      "fill_ticket",
      "create_alert",
      "remove_alert",
      "mark_level",
      "draw_on_chart",
      "remove_drawing",
      "when_then_instruction",
      "get_waiting_instruction",
      "remove_waiting_instruction",
      "find_tools",
      "call_read_tool",
      "request_instruction",
    ]
  `)
})

it('SEC-22: the assistant code imports no order code (also a rule of build/config/depcruise.cjs)', () => {
  expect(files.length).toBeGreaterThan(20)
  for (const path of files) {
    expect(readFileSync(join(ASSISTANT_FOLDER, path), 'utf8'), path).not.toMatch(
      /core\/orders\/|\/provider\/|\/shell\/|from 'electron'/,
    )
  }
})
