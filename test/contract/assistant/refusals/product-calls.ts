import { add, dec, decimalText, mul, snap } from '../../../../shared/domain/decimal.js'
import {
  INVALID,
  missing,
  other,
  times,
  type Args,
  type BadCall,
  type RequestContext,
} from './bad-call.js'

const algo = (about: string, over: Args, error: BadCall[3]): BadCall => [
  about,
  'place_algo_instruction',
  (context) => ({
    account_id: context.securities,
    symbol: 'AAPL',
    side: 'BUY',
    quantity: '10',
    algo_type: 'TWAP',
    ...over,
  }),
  error,
]
export const ALGO_CALLS: readonly BadCall[] = [
  algo(
    'a share of the volume with TWAP',
    { target_vol_percent: '5' },
    { ...INVALID, field: 'target_vol_percent', value: '5', rule: 'not-used' },
  ),
  algo('POV without its share', { algo_type: 'POV' }, missing('target_vol_percent')),
  algo(
    'POV with a maximum',
    { algo_type: 'POV', target_vol_percent: '5', max_target_percent: '6' },
    { ...INVALID, field: 'max_target_percent', value: '6', rule: 'not-used' },
  ),
  algo(
    'a share above 20%',
    { algo_type: 'POV', target_vol_percent: '21' },
    { ...INVALID, field: 'target_vol_percent', value: '"21"', rule: 'invalid-format' },
  ),
  algo(
    'an end before the start',
    { algo_start_time: '15:00:00', algo_end_time: '14:00:00' },
    { ...INVALID, rule: 'algo-times' },
  ),
  algo('a fraction of a share', { quantity: '10.5' }, { ...INVALID, rule: 'algo-mismatch' }),
  algo(
    'an algorithm far through the market',
    { order_type: 'LIMIT', limit_price: '9999' },
    { ...INVALID, field: 'limit_price', value: '9999', rule: 'price-band' },
  ),
]

const future = (context: RequestContext, over: Args): Args => ({
  account_id: context.futures,
  symbol: context.future.symbol,
  side: 'BUY',
  order_type: 'LIMIT',
  quantity: '1',
  limit_price: decimalText(snap(context.future.last, dec('1'), 'down')),
  ...over,
})
const coin = (context: RequestContext, over: Args): Args => ({
  account_id: context.crypto,
  symbol: context.coin.symbol,
  side: 'BUY',
  order_type: 'LIMIT',
  time_in_force: 'GTC',
  quantity: '0.01',
  limit_price: times(context.coin.last, '0.99'),
  ...over,
})
const event = (context: RequestContext, over: Args): Args => ({
  account_id: context.events,
  symbol: context.event.symbol,
  side: 'BUY',
  quantity: '10',
  limit_price: '0.05',
  event_outcome: 'yes',
  ...over,
})
export const PRODUCT_CALLS: readonly BadCall[] = [
  other(
    'half a future',
    'place_futures_instruction',
    (context) => future(context, { quantity: '0.5' }),
    {
      ...INVALID,
      field: 'quantity',
      value: '0.5',
      rule: 'contracts-whole',
    },
  ),
  other(
    'a future between two ticks',
    'place_futures_instruction',
    (context) =>
      future(context, {
        limit_price: decimalText(add(snap(context.future.last, dec('1'), 'down'), dec('0.111'))),
      }),
    { ...INVALID, field: 'limit_price', rule: 'price-step' },
  ),
  other(
    'a future in the stock account',
    'place_futures_instruction',
    (context) => future(context, { account_id: context.securities }),
    (context) => ({
      ...INVALID,
      field: 'account_id',
      value: context.securities,
      rule: 'wrong-account',
      did_you_mean: context.futures,
    }),
  ),
  other(
    'a future that does not exist',
    'place_futures_instruction',
    (context) => future(context, { symbol: 'QQQZ9' }),
    { ...INVALID, field: 'symbol', value: 'QQQZ9', rule: 'symbol-unknown' },
  ),
  other(
    'a future far through the market',
    'place_futures_instruction',
    (context) =>
      future(context, {
        limit_price: decimalText(snap(mul(context.future.last, dec('1.5')), dec('1'), 'down')),
      }),
    { ...INVALID, field: 'limit_price', rule: 'price-band' },
  ),
  other(
    'a future whose stop is below the market',
    'place_futures_instruction',
    (context) =>
      future(context, {
        order_type: 'STOP_LOSS',
        limit_price: undefined,
        stop_price: decimalText(snap(mul(context.future.last, dec('0.9')), dec('1'), 'down')),
      }),
    { ...INVALID, field: 'stop_price', rule: 'stop-side' },
  ),
  other(
    'a coin with nine decimal places',
    'place_crypto_instruction',
    (context) => coin(context, { quantity: '0.123456789' }),
    {
      ...INVALID,
      field: 'quantity',
      value: '0.123456789',
      rule: 'quantity-places',
      did_you_mean: '0.12345678',
    },
  ),
  other(
    'a coin in the stock account',
    'place_crypto_instruction',
    (context) => coin(context, { account_id: context.securities }),
    (context) => ({
      ...INVALID,
      field: 'account_id',
      value: context.securities,
      rule: 'wrong-account',
      did_you_mean: context.crypto,
    }),
  ),
  other(
    'a market order of coins for the day',
    'place_crypto_instruction',
    (context) =>
      coin(context, { order_type: 'MARKET', time_in_force: 'DAY', limit_price: undefined }),
    { ...INVALID, field: 'time_in_force', value: 'DAY', rule: 'time-in-force-not-allowed' },
  ),
  other(
    'a sale of more coins than one order may have',
    'place_crypto_instruction',
    (context) =>
      coin(context, {
        side: 'SELL',
        quantity: '900',
        limit_price: times(context.coin.last, '1.01'),
      }),
    { ...INVALID, field: 'quantity', value: '900', rule: 'quantity-out-of-bounds' },
  ),
  other(
    'a coin in small letters',
    'place_crypto_instruction',
    (context) => coin(context, { symbol: context.coin.symbol.toLowerCase() }),
    (context) => ({
      ...INVALID,
      field: 'symbol',
      rule: 'symbol-unknown',
      did_you_mean: context.coin.symbol,
    }),
  ),
  other(
    'an event at a dollar',
    'place_event_instruction',
    (context) => event(context, { limit_price: '1' }),
    { ...INVALID, field: 'limit_price', value: '1', rule: 'price-out-of-range' },
  ),
  other(
    'an event between two steps',
    'place_event_instruction',
    (context) => event(context, { limit_price: '0.0512' }),
    { ...INVALID, field: 'limit_price', value: '0.0512', rule: 'price-step' },
  ),
  other(
    'an event in the stock account',
    'place_event_instruction',
    (context) => event(context, { account_id: context.securities }),
    (context) => ({
      ...INVALID,
      field: 'account_id',
      value: context.securities,
      rule: 'wrong-account',
      did_you_mean: context.events,
    }),
  ),
  other(
    'an event without a side',
    'place_event_instruction',
    (context) => event(context, { event_outcome: undefined }),
    missing('event_outcome'),
  ),
]
