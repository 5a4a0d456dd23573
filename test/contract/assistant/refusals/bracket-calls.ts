import { dec, decimalText, trim } from '../../../../shared/domain/decimal.js'
import {
  INVALID,
  times,
  type Args,
  type BadCall,
  type Expected,
  type RequestContext,
} from './bad-call.js'

const BRACKET = 'place_bracket_instruction'
const bracket = (
  about: string,
  over: (context: RequestContext) => Args,
  error: BadCall[3],
): BadCall => [
  about,
  BRACKET,
  (context) => ({
    account_id: context.securities,
    symbol: 'AAPL',
    side: 'BUY',
    order_type: 'LIMIT',
    quantity: '2',
    limit_price: times(context.last, '0.99'),
    stop_loss_price: times(context.last, '0.90'),
    take_profit_price: times(context.last, '1.20'),
    ...over(context),
  }),
  error,
]

const notOffered = (type: string): Expected => ({
  ...INVALID,
  field: 'instrument_type',
  value: type,
  rule: 'product-not-offered',
})

/** Entries with exits that no broker takes. */
export const BRACKET_CALLS: readonly BadCall[] = [
  bracket(
    'exits of a future',
    ({ futures, future }) => ({
      account_id: futures,
      instrument_type: 'FUTURES',
      symbol: future.symbol,
      limit_price: decimalText(future.last),
    }),
    notOffered('FUTURES'),
  ),
  bracket(
    'exits of a coin',
    ({ crypto, coin }) => ({ account_id: crypto, instrument_type: 'CRYPTO', symbol: coin.symbol }),
    notOffered('CRYPTO'),
  ),
  bracket(
    'exits of an event contract',
    ({ events, event }) => ({ account_id: events, instrument_type: 'EVENT', symbol: event.symbol }),
    notOffered('EVENT'),
  ),
  bracket(
    'an entry without any exit',
    () => ({ stop_loss_price: undefined, take_profit_price: undefined }),
    { ...INVALID, field: 'stop_loss_price', value: null, rule: 'missing' },
  ),
  bracket(
    'a stop loss above a buy',
    ({ last }) => ({ stop_loss_price: times(last, '1.10') }),
    ({ last }) => ({
      ...INVALID,
      field: 'stop_loss_price',
      value: decimalText(trim(dec(times(last, '1.10')))),
      rule: 'stop-not-losing',
    }),
  ),
  bracket('a take profit below a buy', ({ last }) => ({ take_profit_price: times(last, '0.95') }), {
    ...INVALID,
    field: 'take_profit_price',
    rule: 'target-not-winning',
  }),
  bracket(
    'a market entry with a stop loss above the market',
    ({ last }) => ({
      order_type: 'MARKET',
      limit_price: undefined,
      stop_loss_price: times(last, '1.10'),
    }),
    { ...INVALID, field: 'stop_loss_price', rule: 'stop-not-losing' },
  ),
  bracket('a stop loss off the tick', () => ({ stop_loss_price: '100.001' }), {
    ...INVALID,
    field: 'stop_loss_price',
    value: '100.001',
    rule: 'stop-price-tick',
    did_you_mean: '100.01',
  }),
  bracket('a take profit off the tick', () => ({ take_profit_price: '900.001' }), {
    ...INVALID,
    field: 'take_profit_price',
    value: '900.001',
    rule: 'limit-price-tick',
  }),
  bracket(
    'an option without its strike',
    () => ({ instrument_type: 'OPTION', option_type: 'CALL' }),
    { ...INVALID, rule: 'missing' },
  ),
  bracket(
    'a market order of an option with exits',
    ({ calls }) => ({
      instrument_type: 'OPTION',
      option_type: 'CALL',
      strike_price: calls[0]?.strike,
      expiration_date: calls[0]?.expiration,
      order_type: 'MARKET',
      limit_price: undefined,
    }),
    { ...INVALID, field: 'order_type', value: 'MARKET', rule: 'not-offered' },
  ),
  bracket('a strike of a stock', () => ({ strike_price: '100' }), {
    ...INVALID,
    field: 'strike_price',
    value: '100',
    rule: 'not-used',
  }),
]

const linked = (
  about: string,
  over: (context: RequestContext) => Args,
  error: BadCall[3],
): BadCall => [
  about,
  'place_linked_instruction',
  (context) => ({
    account_id: context.securities,
    symbol: 'AAPL',
    combo_type: 'OTOCO',
    orders: [
      {
        side: 'BUY',
        order_type: 'LIMIT',
        quantity: '2',
        limit_price: times(context.last, '0.99'),
      },
      { side: 'SELL', order_type: 'LIMIT', quantity: '2', limit_price: times(context.last, '1.2') },
      {
        side: 'SELL',
        order_type: 'STOP_LOSS',
        quantity: '2',
        stop_price: times(context.last, '0.9'),
      },
    ],
    ...over(context),
  }),
  error,
]
const entry = (context: RequestContext): Args => ({
  side: 'BUY',
  order_type: 'LIMIT',
  quantity: '2',
  limit_price: times(context.last, '0.99'),
})

/** Linked orders that no broker takes. */
export const LINKED_CALLS: readonly BadCall[] = [
  linked('linked orders of options', () => ({ instrument_type: 'OPTION' }), notOffered('OPTION')),
  linked(
    'linked orders of a future',
    ({ futures, future }) => ({
      account_id: futures,
      instrument_type: 'FUTURES',
      symbol: future.symbol,
    }),
    notOffered('FUTURES'),
  ),
  linked(
    'a market order of which a fill of another is to cancel it',
    (context) => ({
      combo_type: 'OCO',
      orders: [
        entry(context),
        { side: 'BUY', order_type: 'MARKET', quantity: '2', limit_price: undefined },
      ],
    }),
    { ...INVALID, rule: 'type-not-allowed' },
  ),
  linked(
    'more orders than can exclude each other',
    (context) => ({
      combo_type: 'OCO',
      orders: Array.from({ length: 7 }, () => entry(context)),
    }),
    { ...INVALID, field: 'orders', rule: 'order-count' },
  ),
  linked(
    'a linked stop off the tick',
    (context) => ({
      combo_type: 'OTO',
      orders: [
        entry(context),
        { side: 'SELL', order_type: 'STOP_LOSS', quantity: '2', stop_price: '100.001' },
      ],
    }),
    { ...INVALID, field: 'stop_price', value: '100.001', rule: 'stop-price-tick' },
  ),
]

const protect = (about: string, over: Args, error: BadCall[3]): BadCall => [
  about,
  'protect_position_instruction',
  (context) => ({ account_id: context.securities, position: 'AAPL', ...over }),
  error,
]

/** Exits of a position that no broker takes. */
export const PROTECT_CALLS: readonly BadCall[] = [
  protect(
    'a protection without a price',
    {},
    {
      ...INVALID,
      field: 'stop_loss_price',
      value: null,
      rule: 'missing',
    },
  ),
  protect(
    'a protecting stop off the tick',
    { stop_loss_price: '100.001' },
    {
      ...INVALID,
      field: 'stop_loss_price',
      value: '100.001',
      rule: 'stop-price-tick',
    },
  ),
  protect(
    'a target off the tick',
    { take_profit_price: '900.001' },
    {
      ...INVALID,
      field: 'take_profit_price',
      value: '900.001',
      rule: 'limit-price-tick',
    },
  ),
  protect(
    'a protecting stop off the tick beside a target',
    { stop_loss_price: '100.001', take_profit_price: '900' },
    { ...INVALID, field: 'stop_loss_price', value: '100.001', rule: 'stop-price-tick' },
  ),
  protect(
    'a protecting stop above the market',
    { stop_loss_price: '900' },
    {
      ...INVALID,
      field: 'stop_loss_price',
      value: '900',
      rule: 'stop-side',
    },
  ),
]
