export const ACCOUNT_ARGS = { account_id: 'ACC1' }
export const STOCK = {
  ...ACCOUNT_ARGS,
  symbol: 'AAPL',
  side: 'BUY',
  order_type: 'LIMIT',
  time_in_force: 'DAY',
  quantity: '10',
  limit_price: '187.50',
}
export const DRAFT = {
  accountId: 'ACC1',
  assetClass: 'stock',
  symbol: 'AAPL',
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: '10' },
  limitPrice: '187.50',
  stopPrice: null,
  trail: null,
  expireDate: null,
}
export const OPTION = {
  ...ACCOUNT_ARGS,
  symbol: 'AAPL',
  side: 'SELL',
  quantity: '2',
  option_type: 'CALL',
  strike_price: '190',
  expiration_date: '2026-12-18',
  order_type: 'LIMIT',
  time_in_force: 'GTC',
  limit_price: '3.15',
}
export const OPTION_DRAFT = {
  ...DRAFT,
  assetClass: 'option',
  side: 'sell',
  timeInForce: 'gtc',
  size: { kind: 'quantity', quantity: '2' },
  limitPrice: '3.15',
  terms: {
    strategy: 'single',
    legs: [
      {
        symbol: 'AAPL',
        side: 'sell',
        quantity: '2',
        option: { type: 'call', strike: '190', expiration: '2026-12-18' },
      },
    ],
  },
}
export const call = (strike: string, side: string) => ({
  side,
  option_type: 'CALL',
  strike_price: strike,
  expiration_date: '2026-12-18',
})
export const callLeg = (strike: string, side: string, quantity: string) => ({
  symbol: 'AAPL',
  side,
  quantity,
  option: { type: 'call', strike, expiration: '2026-12-18' },
})
export const SPREAD = {
  ...ACCOUNT_ARGS,
  strategy: 'VERTICAL',
  symbol: 'AAPL',
  order_type: 'LIMIT',
  time_in_force: 'DAY',
  legs: [call('190', 'BUY'), call('195', 'SELL')],
  quantity: '3',
  limit_price: '1.20',
}
export const FUTURE = {
  ...ACCOUNT_ARGS,
  symbol: 'ESZ6',
  side: 'BUY',
  order_type: 'STOP_LOSS',
  time_in_force: 'GTC',
  quantity: '1',
  stop_price: '6100.25',
}
export const CRYPTO = {
  ...ACCOUNT_ARGS,
  symbol: 'BTCUSD',
  side: 'SELL',
  order_type: 'LIMIT',
  time_in_force: 'IOC',
  quantity: '0.00012345',
  limit_price: '91000.1',
}
export const EVENT = {
  ...ACCOUNT_ARGS,
  symbol: 'KXFED-26DEC',
  side: 'BUY',
  quantity: '25',
  limit_price: '0.37',
  event_outcome: 'no',
}
export const ALGO = {
  ...ACCOUNT_ARGS,
  symbol: 'AAPL',
  side: 'SELL',
  quantity: '500',
  algo_type: 'VWAP',
  order_type: 'LIMIT',
  limit_price: '187',
  algo_start_time: '10:00:00',
  algo_end_time: '15:30:00',
  max_target_percent: '20',
}
