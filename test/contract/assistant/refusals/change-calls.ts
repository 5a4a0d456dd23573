import { INVALID, other, stock, type Args, type BadCall } from './bad-call.js'

const change = (about: string, over: Args, error: BadCall[3]): BadCall => [
  about,
  'replace_stock_instruction',
  (context) => ({ account_id: context.securities, client_order_id: context.working, ...over }),
  error,
]
export const CHANGE_CALLS: readonly BadCall[] = [
  change(
    'a new price between two ticks',
    { limit_price: '100.001' },
    {
      ...INVALID,
      field: 'limit_price',
      value: '100.001',
      rule: 'limit-price-tick',
      did_you_mean: '100',
    },
  ),
  change(
    'a new quantity of zero',
    { quantity: '0' },
    { ...INVALID, field: 'quantity', value: '0', rule: 'below-filled' },
  ),
  change('a change of nothing', {}, { ...INVALID, rule: 'no-change' }),
  change(
    'a new price far through the market',
    { limit_price: '9999' },
    { ...INVALID, field: 'limit_price', value: '9999', rule: 'price-band' },
  ),
  other(
    'a change of an order that does not exist',
    'replace_stock_instruction',
    (context) => ({ account_id: context.securities, client_order_id: 'nothing', quantity: '2' }),
    { code: 'not-found' },
  ),
]

const batch = (about: string, second: Args, error: BadCall[3]): BadCall => [
  about,
  'place_stock_batch_instruction',
  (context) => {
    const { account_id: account, ...order } = stock({})(context)
    return { account_id: account, orders: [order, { ...order, ...second }] }
  },
  error,
]
export const BATCH_CALLS: readonly BadCall[] = [
  batch(
    'a batch with a price between two ticks',
    { limit_price: '100.001' },
    { ...INVALID, field: 'limit_price', value: '100.001', rule: 'limit-price-tick' },
  ),
  batch(
    'a batch with a sale of what is not held',
    { symbol: 'GOOGL', side: 'SELL', order_type: 'MARKET', limit_price: undefined, quantity: '3' },
    { ...INVALID, field: 'quantity', value: '3', rule: 'available-to-close' },
  ),
  batch(
    'a batch with an unknown symbol',
    { symbol: 'ZZZZQ' },
    { ...INVALID, field: 'symbol', value: 'ZZZZQ', rule: 'symbol-unknown' },
  ),
  [
    'a batch that sells a position twice',
    'place_stock_batch_instruction',
    (context) => {
      const sale = { symbol: 'AAPL', side: 'SELL', order_type: 'MARKET', quantity: context.held }
      return { account_id: context.securities, orders: [sale, sale] }
    },
    (context) => ({
      ...INVALID,
      field: 'quantity',
      value: context.held,
      rule: 'available-to-close',
    }),
  ],
]
