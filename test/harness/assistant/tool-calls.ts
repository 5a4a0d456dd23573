import { referenceDataCalls } from './reference-data-calls.js'

const A = { account_id: 'ACC1' }
export const GOOD_STOCK = {
  symbol: 'AAPL',
  side: 'BUY',
  order_type: 'LIMIT',
  quantity: '1',
  limit_price: '180',
}
const OPTION = {
  ...A,
  symbol: 'AAPL',
  side: 'BUY',
  quantity: '1',
  option_type: 'PUT',
  strike_price: '150',
  expiration_date: '2026-12-18',
  limit_price: '1',
}
const LEG = { option_type: 'CALL', expiration_date: '2026-12-18' }
const SYMBOLS = { symbols: 'AAPL, MSFT' }
const BARS = { timespan: 'M5', count: 3 }

const REFERENCE_DATA_CALLS = Object.fromEntries(
  Object.entries(
    referenceDataCalls({
      series: 'S',
      event: 'E',
      market: 'M',
      option: 'AAPL261218C00190000',
      futures: 'ESZ6',
      sector: '1',
      watchlist: 'W1',
    }),
  ).map(([name, given]) => [name, () => given]),
)

/** One valid call of every tool; `id` is a pending instruction. */
export const CALLS: Readonly<Record<string, (id: string) => object>> = {
  find_tools: () => ({ text: 'income statement' }),
  call_read_tool: () => ({ tool: 'get_account_list' }),
  request_instruction: () => ({
    tool: 'place_stock_instruction',
    arguments: { ...A, ...GOOD_STOCK },
  }),
  get_account_list: () => ({}),
  get_account_balance: () => A,
  get_account_positions: () => A,
  get_open_orders: () => A,
  get_order_history: () => ({ ...A, start: '2026-11-01', end: '2026-11-20', limit: 5 }),
  get_order_detail: () => ({ ...A, client_order_id: 'finished-order-1' }),
  get_cash_activities: () => ({ ...A, start: '2026-11-01', kind: 'dividend' }),
  get_executions: () => ({ ...A, end: '2026-11-20' }),
  get_transfers: () => A,
  get_clock: () => ({}),
  get_option_chain: () => ({ symbol: 'AAPL' }),
  close_position_instruction: () => ({ ...A, position: 'AAPL' }),
  protect_position_instruction: () => ({ ...A, position: 'AAPL', stop_loss_price: '150' }),
  roll_option_instruction: () => ({ ...A, position: 'AAPL261218C00190000' }),
  cancel_all_instruction: () => A,
  rebalance_instruction: () => ({ ...A, weights: [{ symbol: 'AAPL', weight: '0.2' }] }),
  preview_option_strategy: () => ({
    ...A,
    symbol: 'AAPL',
    strategy: 'VERTICAL',
    legs: [
      { side: 'BUY', ...LEG, strike_price: '190' },
      { side: 'SELL', ...LEG, strike_price: '200' },
    ],
    limit_price: '1.20',
  }),
  get_instruments: () => ({ ...SYMBOLS, category: 'US_STOCK' }),
  search_instruments: () => ({ text: 'aapl' }),
  get_stock_snapshot: () => ({
    ...SYMBOLS,
    category: 'US_ETF',
    extend_hour_required: true,
    overnight_required: false,
  }),
  get_stock_quotes: () => ({
    symbol: 'AAPL',
    category: 'US_STOCK',
    depth: 1,
    overnight_required: true,
  }),
  get_stock_bars: () => ({ ...SYMBOLS, ...BARS, real_time_required: true }),
  get_stock_bars_single: () => ({ symbol: 'AAPL', ...BARS, real_time_required: false }),
  get_option_snapshot: () => ({ symbols: 'AAPL261218C00190000' }),
  get_futures_snapshot: () => ({ symbols: 'ESZ6', category: 'US_FUTURES' }),
  get_futures_depth: () => ({ symbol: 'ESZ6', category: 'US_FUTURES' }),
  get_futures_bars: () => ({ symbols: 'ESZ6', ...BARS }),
  get_crypto_snapshot: () => ({ symbols: 'BTCUSD', category: 'US_CRYPTO' }),
  get_crypto_bars: () => ({ symbols: 'BTCUSD', category: 'US_CRYPTO', ...BARS }),
  preview_stock_order: () => ({ ...A, ...GOOD_STOCK }),
  preview_option_order: () => OPTION,
  place_stock_instruction: () => ({ ...A, ...GOOD_STOCK, instruction_key: 'good' }),
  place_stock_batch_instruction: () => ({ ...A, orders: [GOOD_STOCK, GOOD_STOCK] }),
  place_option_single_instruction: () => OPTION,
  place_option_strategy_instruction: () => ({
    ...A,
    symbol: 'AAPL',
    strategy: 'VERTICAL',
    legs: [
      { ...LEG, side: 'BUY', strike_price: '1' },
      { ...LEG, side: 'SELL', strike_price: '2' },
    ],
    limit_price: '1',
  }),
  place_bracket_instruction: () => ({
    ...A,
    symbol: 'AAPL',
    side: 'BUY',
    order_type: 'LIMIT',
    quantity: '1',
    limit_price: '1.50',
    stop_loss_price: '1',
  }),
  place_linked_instruction: () => ({
    ...A,
    symbol: 'AAPL',
    combo_type: 'OCO',
    orders: [
      { side: 'BUY', order_type: 'LIMIT', quantity: '1', limit_price: '150' },
      { side: 'BUY', order_type: 'STOP_LOSS', quantity: '1', stop_price: '250' },
    ],
  }),
  place_futures_instruction: () => ({ ...A, ...GOOD_STOCK, symbol: 'ESZ6' }),
  place_crypto_instruction: () => ({ ...A, ...GOOD_STOCK, symbol: 'BTCUSD', time_in_force: 'GTC' }),
  place_algo_instruction: () => ({
    ...A,
    symbol: 'AAPL',
    side: 'BUY',
    quantity: '9',
    algo_type: 'TWAP',
  }),
  place_event_instruction: () => ({
    ...A,
    symbol: 'KX',
    side: 'BUY',
    quantity: '1',
    limit_price: '0.5',
    event_outcome: 'yes',
  }),
  replace_stock_instruction: () => ({ ...A, client_order_id: 'working-order-1', quantity: '5' }),
  replace_option_instruction: () => ({
    ...A,
    client_order_id: 'working-order-1',
    limit_price: '5',
  }),
  replace_futures_instruction: () => ({ ...A, client_order_id: 'working-order-1', quantity: '4' }),
  replace_event_instruction: () => ({ ...A, client_order_id: 'working-order-1', quantity: '3' }),
  cancel_instruction: () => ({
    ...A,
    client_order_id: 'working-order-1',
    reason: 'No longer wanted.',
  }),
  get_pending_instruction: () => ({}),
  get_processed_instruction: () => ({ limit: 100 }),
  wait_for_instruction: (id) => ({ instruction_id: id, wait_seconds: 0 }),
  revoke_instruction: (id) => ({ instruction_id: id }),
  get_policy: () => ({}),
  preview_futures_order: () => ({ ...A, ...GOOD_STOCK, symbol: 'ESZ6' }),
  preview_crypto_order: () => ({ ...A, ...GOOD_STOCK, symbol: 'BTCUSD', time_in_force: 'GTC' }),
  preview_event_order: () => ({
    ...A,
    symbol: 'KX',
    side: 'BUY',
    quantity: '1',
    limit_price: '0.5',
    event_outcome: 'yes',
  }),
  ...REFERENCE_DATA_CALLS,
}
