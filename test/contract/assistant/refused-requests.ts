import {
  add,
  asPrice,
  dec,
  decimalText,
  mul,
  neg,
  snap,
  sub,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import type { ToolError } from './refusal-fixture.js'

/** An option contract as the tools name it. */
export interface ContractName {
  readonly strike: string
  readonly expiration: string
}

/** What the rows of the table are about: accounts, prices now, contracts, a working order. */
export interface RequestContext {
  readonly securities: string
  readonly futures: string
  readonly crypto: string
  readonly events: string
  readonly last: Decimal
  readonly held: string
  readonly calls: readonly ContractName[]
  readonly future: { readonly symbol: string; readonly last: Decimal }
  readonly coin: { readonly symbol: string; readonly last: Decimal }
  readonly event: { readonly symbol: string }
  readonly working: string
}

type Args = Record<string, unknown>
type Expected = Partial<Omit<ToolError, 'message' | 'next'>>
/** A bad call and the error that it gets. */
export type BadCall = readonly [
  about: string,
  tool: string,
  args: (at: RequestContext) => Args,
  error: Expected | ((at: RequestContext) => Expected),
]

const INVALID = { code: 'invalid' } as const
const cents = (value: Decimal): string => decimalText(snap(value, dec('0.01'), 'down'))
const times = (value: Decimal, factor: string): string => cents(mul(value, dec(factor)))
const missing = (field: string): Expected => ({ ...INVALID, field, value: null, rule: 'missing' })

const stock =
  (over: Args) =>
  (at: RequestContext): Args => ({
    account_id: at.securities,
    symbol: 'AAPL',
    side: 'BUY',
    order_type: 'LIMIT',
    quantity: '1',
    limit_price: times(at.last, '0.99'),
    ...over,
  })
const STOCK = 'place_stock_instruction'
const row = (about: string, over: Args, error: BadCall[3]): BadCall => [
  about,
  STOCK,
  stock(over),
  error,
]
const rowAt = (about: string, over: (at: RequestContext) => Args, error: BadCall[3]): BadCall => [
  about,
  STOCK,
  (at) => stock(over(at))(at),
  error,
]

const NO_LIMIT = { limit_price: undefined }
const STOP = { order_type: 'STOP_LOSS', ...NO_LIMIT }
const TRAIL = { order_type: 'TRAILING_STOP_LOSS', ...NO_LIMIT }
const TRAIL_FIELD = 'trailing_stop_step'

const STOCKS: readonly BadCall[] = [
  row(
    'a price between two ticks',
    { limit_price: '100.001' },
    {
      ...INVALID,
      field: 'limit_price',
      value: '100.001',
      rule: 'limit-price-tick',
      did_you_mean: '100',
    },
  ),
  row(
    'a price between two ticks of a sale',
    { side: 'SELL', limit_price: '900.001' },
    {
      ...INVALID,
      field: 'limit_price',
      value: '900.001',
      rule: 'limit-price-tick',
      did_you_mean: '900.01',
    },
  ),
  row(
    'a price below a tick',
    { limit_price: '0.00001' },
    { ...INVALID, field: 'limit_price', value: '0.00001', rule: 'limit-price-tick' },
  ),
  row(
    'a price of zero',
    { limit_price: '0' },
    { ...INVALID, field: 'limit_price', value: '0', rule: 'limit-price-not-positive' },
  ),
  row('no limit price', NO_LIMIT, missing('limit_price')),
  row(
    'a limit price of a market order',
    { order_type: 'MARKET', limit_price: '100' },
    { ...INVALID, field: 'limit_price', value: '100', rule: 'not-used' },
  ),
  row(
    'a stop price of a limit order',
    { stop_price: '100' },
    { ...INVALID, field: 'stop_price', value: '100', rule: 'not-used' },
  ),
  row('no stop price', STOP, missing('stop_price')),
  row(
    'a stop price between two ticks',
    { ...STOP, stop_price: '900.005' },
    {
      ...INVALID,
      field: 'stop_price',
      value: '900.005',
      rule: 'stop-price-tick',
      did_you_mean: '900',
    },
  ),
  row(
    'half a tick in a stop of a sale',
    { ...STOP, side: 'SELL', stop_price: '10.005' },
    {
      ...INVALID,
      field: 'stop_price',
      value: '10.005',
      rule: 'stop-price-tick',
      did_you_mean: '10.01',
    },
  ),
  row(
    'a quantity of zero',
    { quantity: '0' },
    { ...INVALID, field: 'quantity', value: '0', rule: 'quantity-not-positive' },
  ),
  row('no quantity', { quantity: undefined }, missing('quantity')),
  row(
    'six decimal places',
    { quantity: '1.123456' },
    {
      ...INVALID,
      field: 'quantity',
      value: '1.123456',
      rule: 'quantity-precision',
      did_you_mean: '1.12345',
    },
  ),
  row(
    'a fraction of a share with a stop',
    { ...STOP, stop_price: '900', quantity: '2.5' },
    { ...INVALID, field: 'quantity', value: '2.5', rule: 'quantity-whole', did_you_mean: '2' },
  ),
  row(
    'a fraction of a share sold short',
    { side: 'SHORT', quantity: '1.5' },
    { ...INVALID, field: 'quantity', value: '1.5', rule: 'quantity-whole', did_you_mean: '1' },
  ),
  row(
    'an amount with a limit',
    { entrust_type: 'AMOUNT', quantity: undefined, total_cash_amount: '100' },
    { ...INVALID, field: 'total_cash_amount', value: '100', rule: 'amount-needs-market' },
  ),
  row(
    'an amount in parts of a cent',
    {
      entrust_type: 'AMOUNT',
      quantity: undefined,
      order_type: 'MARKET',
      ...NO_LIMIT,
      total_cash_amount: '100.005',
    },
    {
      ...INVALID,
      field: 'total_cash_amount',
      value: '100.005',
      rule: 'amount-precision',
      did_you_mean: '100',
    },
  ),
  row(
    'an amount of zero',
    {
      entrust_type: 'AMOUNT',
      quantity: undefined,
      order_type: 'MARKET',
      ...NO_LIMIT,
      total_cash_amount: '0',
    },
    { ...INVALID, field: 'total_cash_amount', value: '0', rule: 'amount-not-positive' },
  ),
  row(
    'an amount sold short',
    {
      entrust_type: 'AMOUNT',
      side: 'SHORT',
      quantity: undefined,
      order_type: 'MARKET',
      ...NO_LIMIT,
      total_cash_amount: '100',
    },
    { ...INVALID, field: 'total_cash_amount', value: '100', rule: 'short-needs-quantity' },
  ),
  row('no amount', { entrust_type: 'AMOUNT', quantity: undefined }, missing('total_cash_amount')),
  row(
    'a quantity beside an amount',
    { entrust_type: 'AMOUNT', total_cash_amount: '100' },
    { ...INVALID, field: 'quantity', value: '1', rule: 'not-used' },
  ),
  row(
    'an amount beside a quantity',
    { total_cash_amount: '100' },
    { ...INVALID, field: 'total_cash_amount', value: '100', rule: 'not-used' },
  ),
  row(
    'a trailing step of 500%',
    { ...TRAIL, side: 'SELL', trailing_type: 'PERCENTAGE', trailing_stop_step: '5' },
    { ...INVALID, field: TRAIL_FIELD, value: '5', rule: 'trail-too-large', did_you_mean: '0.05' },
  ),
  row(
    'a trailing step of 1000%',
    { ...TRAIL, trailing_type: 'PERCENTAGE', trailing_stop_step: '10' },
    { ...INVALID, field: TRAIL_FIELD, value: '10', rule: 'trail-too-large', did_you_mean: '0.1' },
  ),
  row(
    'a trailing step of zero',
    { ...TRAIL, side: 'SELL', trailing_type: 'AMOUNT', trailing_stop_step: '0' },
    { ...INVALID, field: TRAIL_FIELD, value: '0', rule: 'trail-not-positive' },
  ),
  row('no trailing step', TRAIL, missing(TRAIL_FIELD)),
  row(
    'a trailing type without a step',
    { ...TRAIL, trailing_type: 'AMOUNT' },
    missing(TRAIL_FIELD),
  ),
  row(
    'a trailing step without a type',
    { ...TRAIL, trailing_stop_step: '1' },
    missing('trailing_type'),
  ),
  row(
    'a trailing step of a limit order',
    { trailing_type: 'AMOUNT', trailing_stop_step: '1' },
    { ...INVALID, field: TRAIL_FIELD, value: '1', rule: 'not-used' },
  ),
  row(
    'a market order in extended hours',
    { order_type: 'MARKET', ...NO_LIMIT, extended_hours: true },
    {
      ...INVALID,
      field: 'trading_session',
      value: 'ALL',
      rule: 'session-not-allowed',
      did_you_mean: 'CORE',
    },
  ),
  row(
    'a stop in the night session',
    { ...STOP, stop_price: '900', trading_session: 'NIGHT' },
    {
      ...INVALID,
      field: 'trading_session',
      value: 'NIGHT',
      rule: 'session-not-allowed',
      did_you_mean: 'CORE',
    },
  ),
  row(
    'night and extended hours',
    { trading_session: 'NIGHT', extended_hours: true },
    { ...INVALID, field: 'extended_hours', value: 'true', rule: 'combination' },
  ),
  row(
    'a symbol that does not exist',
    { symbol: 'ZZZZQ' },
    { ...INVALID, field: 'symbol', value: 'ZZZZQ', rule: 'symbol-unknown' },
  ),
  row(
    'a symbol in small letters',
    { symbol: 'aapl' },
    { ...INVALID, field: 'symbol', value: 'aapl', rule: 'symbol-unknown', did_you_mean: 'AAPL' },
  ),
  rowAt(
    'a stock in the futures account',
    (at) => ({ account_id: at.futures }),
    (at) => ({ ...INVALID, field: 'account_id', value: at.futures, rule: 'wrong-account' }),
  ),
  rowAt(
    'a stock in the crypto account',
    (at) => ({ account_id: at.crypto }),
    (at) => ({ ...INVALID, field: 'account_id', value: at.crypto, rule: 'wrong-account' }),
  ),
  rowAt(
    'a buy far above the market',
    (at) => ({ limit_price: times(at.last, '1.5') }),
    (at) => ({
      ...INVALID,
      field: 'limit_price',
      value: decimalText(dec(times(at.last, '1.5'))).replace(/0$/, ''),
      rule: 'price-band',
    }),
  ),
  rowAt(
    'a sale far below the market',
    (at) => ({ side: 'SELL', quantity: at.held, limit_price: times(at.last, '0.5') }),
    { ...INVALID, field: 'limit_price', rule: 'price-band' },
  ),
  rowAt('a buy stop below the market', (at) => ({ ...STOP, stop_price: times(at.last, '0.8') }), {
    ...INVALID,
    field: 'stop_price',
    rule: 'stop-side',
  }),
  rowAt(
    'a sell stop above the market',
    (at) => ({ ...STOP, side: 'SELL', quantity: at.held, stop_price: times(at.last, '1.2') }),
    { ...INVALID, field: 'stop_price', rule: 'stop-side' },
  ),
  rowAt(
    'a sell stop limit above the market',
    (at) => ({
      order_type: 'STOP_LOSS_LIMIT',
      side: 'SELL',
      quantity: at.held,
      stop_price: times(at.last, '1.2'),
      limit_price: times(at.last, '1.19'),
    }),
    { ...INVALID, field: 'stop_price', rule: 'stop-side' },
  ),
  row(
    'a sale of what is not held',
    { symbol: 'GOOGL', side: 'SELL', order_type: 'MARKET', ...NO_LIMIT, quantity: '471' },
    { ...INVALID, field: 'quantity', value: '471', rule: 'available-to-close' },
  ),
  row(
    'a sale of more than is held',
    { side: 'SELL', order_type: 'MARKET', ...NO_LIMIT, quantity: '2000' },
    (at) => ({
      ...INVALID,
      field: 'quantity',
      value: '2000',
      rule: 'available-to-close',
      did_you_mean: at.held,
    }),
  ),
  row(
    'a purchase beyond the buying power',
    { quantity: '2500' },
    { ...INVALID, field: 'quantity', value: '2500', rule: 'buying-power' },
  ),
  row(
    'a purchase above the limit of the profile',
    { quantity: '90000' },
    { code: 'over-limit', field: 'quantity', value: '90000', rule: 'max-notional' },
  ),
  row(
    'a quantity above the limit of the profile',
    { quantity: '100001', limit_price: '1' },
    { code: 'over-limit', field: 'quantity', value: '100001', rule: 'max-quantity' },
  ),
  row(
    'an expiry date of a stock',
    { expire_date: '2030-01-01' },
    { ...INVALID, field: 'expire_date', value: '2030-01-01', rule: 'not-used' },
  ),
  row(
    'a side that does not exist',
    { side: 'HOLD' },
    { ...INVALID, field: 'side', value: '"HOLD"', rule: 'invalid-value' },
  ),
  row(
    'a number that is not text',
    { quantity: 10 },
    { ...INVALID, field: 'quantity', value: '10', rule: 'invalid-type' },
  ),
  row(
    'a number with an exponent',
    { quantity: '1e3' },
    { ...INVALID, field: 'quantity', value: '"1e3"', rule: 'invalid-format' },
  ),
  row(
    'a negative number',
    { quantity: '-5' },
    { ...INVALID, field: 'quantity', value: '"-5"', rule: 'invalid-format' },
  ),
  row(
    'a number with a comma',
    { limit_price: '1,000' },
    { ...INVALID, field: 'limit_price', value: '"1,000"', rule: 'invalid-format' },
  ),
  row(
    'an argument that does not exist',
    { approve: true },
    { ...INVALID, field: 'approve', value: 'true', rule: 'unrecognized-keys' },
  ),
  row(
    'a reason that is too long',
    { reason: 'x'.repeat(281) },
    { ...INVALID, field: 'reason', rule: 'too-big' },
  ),
  row(
    'a type that does not exist',
    { order_type: 'ICEBERG' },
    { ...INVALID, field: 'order_type', value: '"ICEBERG"', rule: 'invalid-value' },
  ),
  row('no symbol', { symbol: undefined }, missing('symbol')),
  row('no account', { account_id: undefined }, missing('account_id')),
]

const optionArgs = (at: RequestContext, over: Args): Args => ({
  account_id: at.securities,
  symbol: 'AAPL',
  side: 'BUY',
  quantity: '1',
  option_type: 'CALL',
  strike_price: at.calls[0]?.strike,
  expiration_date: at.calls[0]?.expiration,
  limit_price: '0.05',
  ...over,
})
const option = (about: string, over: Args, error: BadCall[3]): BadCall => [
  about,
  'place_option_single_instruction',
  (at) => optionArgs(at, over),
  error,
]
const legAt = (at: RequestContext, index: number, side: string, over: Args = {}): Args => ({
  side,
  option_type: 'CALL',
  strike_price: at.calls[index]?.strike,
  expiration_date: at.calls[index]?.expiration,
  ...over,
})
const strategy = (
  about: string,
  over: (at: RequestContext) => Args,
  error: BadCall[3],
): BadCall => [
  about,
  'place_option_strategy_instruction',
  (at) => ({
    account_id: at.securities,
    strategy: 'VERTICAL',
    symbol: 'AAPL',
    side: 'BUY',
    legs: [legAt(at, 0, 'BUY'), legAt(at, 1, 'SELL')],
    limit_price: '0.05',
    ...over(at),
  }),
  error,
]

const OPTIONS: readonly BadCall[] = [
  option(
    'one and a half contracts',
    { quantity: '1.5' },
    { ...INVALID, field: 'quantity', value: '1.5', rule: 'contracts-whole', did_you_mean: '1' },
  ),
  option(
    'half a contract',
    { quantity: '0.5' },
    { ...INVALID, field: 'quantity', value: '0.5', rule: 'contracts-whole' },
  ),
  option(
    'no contracts',
    { quantity: '0' },
    { ...INVALID, field: 'quantity', value: '0', rule: 'quantity-not-positive' },
  ),
  option(
    'a price between two steps',
    { limit_price: '0.051' },
    { ...INVALID, field: 'limit_price', value: '0.051', rule: 'price-step' },
  ),
  option('no price', { limit_price: undefined }, missing('limit_price')),
  option(
    'a sale until canceled',
    { side: 'SELL', time_in_force: 'GTC' },
    { ...INVALID, field: 'time_in_force', value: 'GTC', rule: 'time-in-force-not-allowed' },
  ),
  option(
    'a strike that does not exist',
    { strike_price: '1.23' },
    { ...INVALID, field: 'symbol', rule: 'symbol-unknown' },
  ),
  option(
    'a day that is no expiration',
    { expiration_date: '2031-01-01' },
    { ...INVALID, field: 'symbol', rule: 'symbol-unknown' },
  ),
  option(
    'an expiration in another notation',
    { expiration_date: '20 Jan' },
    { ...INVALID, field: 'expiration_date', value: '"20 Jan"', rule: 'invalid-format' },
  ),
  option(
    'an option far through the market',
    { limit_price: '150' },
    { ...INVALID, field: 'limit_price', value: '150', rule: 'price-band' },
  ),
  [
    'an option in the futures account',
    'place_option_single_instruction',
    (at) => optionArgs(at, { account_id: at.futures }),
    (at) => ({ ...INVALID, field: 'account_id', value: at.futures, rule: 'wrong-account' }),
  ],
  strategy('a vertical far through the market', () => ({ limit_price: '90' }), {
    ...INVALID,
    field: 'limit_price',
    value: '90',
    rule: 'price-band',
  }),
  strategy(
    'a condor far through the market',
    (at) => ({
      strategy: 'CONDOR',
      quantity: '2',
      legs: [legAt(at, 0, 'BUY'), legAt(at, 1, 'SELL'), legAt(at, 2, 'SELL'), legAt(at, 3, 'BUY')],
      limit_price: '80',
    }),
    { ...INVALID, field: 'limit_price', value: '80', rule: 'price-band' },
  ),
  strategy('the same leg twice', (at) => ({ legs: [legAt(at, 0, 'BUY'), legAt(at, 0, 'SELL')] }), {
    ...INVALID,
    rule: 'legs-mismatch',
  }),
  strategy(
    'a leg of another quantity',
    (at) => ({
      quantity: '2',
      legs: [legAt(at, 0, 'BUY', { quantity: '3' }), legAt(at, 1, 'SELL')],
    }),
    { ...INVALID, rule: 'legs-mismatch' },
  ),
  strategy('a combination of one and a half', () => ({ quantity: '1.5' }), {
    ...INVALID,
    field: 'quantity',
    value: '1.5',
    rule: 'contracts-whole',
  }),
  strategy(
    'a combination without a price',
    () => ({ limit_price: undefined }),
    missing('limit_price'),
  ),
  strategy('a single leg', (at) => ({ legs: [legAt(at, 0, 'BUY')] }), {
    ...INVALID,
    field: 'legs',
    rule: 'too-small',
  }),
  strategy(
    'a leg without a strike',
    (at) => ({ legs: [legAt(at, 0, 'BUY', { strike_price: undefined }), legAt(at, 1, 'SELL')] }),
    missing('legs'),
  ),
  strategy(
    'a leg of stock with a strike',
    (at) => ({
      strategy: 'COVERED_STOCK',
      legs: [legAt(at, 0, 'SELL'), legAt(at, 1, 'BUY', { instrument_type: 'EQUITY' })],
    }),
    { ...INVALID, field: 'legs', rule: 'not-used' },
  ),
  strategy('a strategy that does not exist', () => ({ strategy: 'SEAGULL' }), {
    ...INVALID,
    field: 'strategy',
    value: '"SEAGULL"',
    rule: 'invalid-value',
  }),
  strategy(
    'legs that are another strategy',
    (at) => ({ strategy: 'STRADDLE', legs: [legAt(at, 0, 'BUY'), legAt(at, 1, 'SELL')] }),
    { ...INVALID, rule: 'strategy-mismatch', did_you_mean: 'VERTICAL' },
  ),
]

const algo = (about: string, over: Args, error: BadCall[3]): BadCall => [
  about,
  'place_algo_instruction',
  (at) => ({
    account_id: at.securities,
    symbol: 'AAPL',
    side: 'BUY',
    quantity: '10',
    algo_type: 'TWAP',
    ...over,
  }),
  error,
]
const ALGOS: readonly BadCall[] = [
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

const other = (about: string, tool: string, args: BadCall[2], error: BadCall[3]): BadCall => [
  about,
  tool,
  args,
  error,
]
const future = (at: RequestContext, over: Args): Args => ({
  account_id: at.futures,
  symbol: at.future.symbol,
  side: 'BUY',
  order_type: 'LIMIT',
  quantity: '1',
  limit_price: decimalText(snap(at.future.last, dec('1'), 'down')),
  ...over,
})
const coin = (at: RequestContext, over: Args): Args => ({
  account_id: at.crypto,
  symbol: at.coin.symbol,
  side: 'BUY',
  order_type: 'LIMIT',
  time_in_force: 'GTC',
  quantity: '0.01',
  limit_price: times(at.coin.last, '0.99'),
  ...over,
})
const event = (at: RequestContext, over: Args): Args => ({
  account_id: at.events,
  symbol: at.event.symbol,
  side: 'BUY',
  quantity: '10',
  limit_price: '0.05',
  event_outcome: 'yes',
  ...over,
})
const OTHERS: readonly BadCall[] = [
  other('half a future', 'place_futures_instruction', (at) => future(at, { quantity: '0.5' }), {
    ...INVALID,
    field: 'quantity',
    value: '0.5',
    rule: 'contracts-whole',
  }),
  other(
    'a future between two ticks',
    'place_futures_instruction',
    (at) =>
      future(at, {
        limit_price: decimalText(add(snap(at.future.last, dec('1'), 'down'), dec('0.111'))),
      }),
    { ...INVALID, field: 'limit_price', rule: 'price-step' },
  ),
  other(
    'a future in the stock account',
    'place_futures_instruction',
    (at) => future(at, { account_id: at.securities }),
    (at) => ({
      ...INVALID,
      field: 'account_id',
      value: at.securities,
      rule: 'wrong-account',
      did_you_mean: at.futures,
    }),
  ),
  other(
    'a future that does not exist',
    'place_futures_instruction',
    (at) => future(at, { symbol: 'QQQZ9' }),
    { ...INVALID, field: 'symbol', value: 'QQQZ9', rule: 'symbol-unknown' },
  ),
  other(
    'a future far through the market',
    'place_futures_instruction',
    (at) =>
      future(at, {
        limit_price: decimalText(snap(mul(at.future.last, dec('1.5')), dec('1'), 'down')),
      }),
    { ...INVALID, field: 'limit_price', rule: 'price-band' },
  ),
  other(
    'a future whose stop is below the market',
    'place_futures_instruction',
    (at) =>
      future(at, {
        order_type: 'STOP_LOSS',
        limit_price: undefined,
        stop_price: decimalText(snap(mul(at.future.last, dec('0.9')), dec('1'), 'down')),
      }),
    { ...INVALID, field: 'stop_price', rule: 'stop-side' },
  ),
  other(
    'a coin with nine decimal places',
    'place_crypto_instruction',
    (at) => coin(at, { quantity: '0.123456789' }),
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
    (at) => coin(at, { account_id: at.securities }),
    (at) => ({
      ...INVALID,
      field: 'account_id',
      value: at.securities,
      rule: 'wrong-account',
      did_you_mean: at.crypto,
    }),
  ),
  other(
    'a market order of coins for the day',
    'place_crypto_instruction',
    (at) => coin(at, { order_type: 'MARKET', time_in_force: 'DAY', limit_price: undefined }),
    { ...INVALID, field: 'time_in_force', value: 'DAY', rule: 'time-in-force-not-allowed' },
  ),
  other(
    'a sale of more coins than one order may have',
    'place_crypto_instruction',
    (at) => coin(at, { side: 'SELL', quantity: '900', limit_price: times(at.coin.last, '1.01') }),
    { ...INVALID, field: 'quantity', value: '900', rule: 'quantity-out-of-bounds' },
  ),
  other(
    'a coin in small letters',
    'place_crypto_instruction',
    (at) => coin(at, { symbol: at.coin.symbol.toLowerCase() }),
    (at) => ({ ...INVALID, field: 'symbol', rule: 'symbol-unknown', did_you_mean: at.coin.symbol }),
  ),
  other(
    'an event at a dollar',
    'place_event_instruction',
    (at) => event(at, { limit_price: '1' }),
    { ...INVALID, field: 'limit_price', value: '1', rule: 'price-out-of-range' },
  ),
  other(
    'an event between two steps',
    'place_event_instruction',
    (at) => event(at, { limit_price: '0.0512' }),
    { ...INVALID, field: 'limit_price', value: '0.0512', rule: 'price-step' },
  ),
  other(
    'an event in the stock account',
    'place_event_instruction',
    (at) => event(at, { account_id: at.securities }),
    (at) => ({
      ...INVALID,
      field: 'account_id',
      value: at.securities,
      rule: 'wrong-account',
      did_you_mean: at.events,
    }),
  ),
  other(
    'an event without a side',
    'place_event_instruction',
    (at) => event(at, { event_outcome: undefined }),
    missing('event_outcome'),
  ),
]

const change = (about: string, over: Args, error: BadCall[3]): BadCall => [
  about,
  'replace_stock_instruction',
  (at) => ({ account_id: at.securities, client_order_id: at.working, ...over }),
  error,
]
const CHANGES: readonly BadCall[] = [
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
  change('a new quantity of zero', { quantity: '0' }, { ...INVALID }),
  change('a change of nothing', {}, { ...INVALID, rule: 'no-change' }),
  change(
    'a new price far through the market',
    { limit_price: '9999' },
    { ...INVALID, field: 'limit_price', value: '9999', rule: 'price-band' },
  ),
  other(
    'a change of an order that does not exist',
    'replace_stock_instruction',
    (at) => ({ account_id: at.securities, client_order_id: 'nothing', quantity: '2' }),
    { code: 'not-found' },
  ),
]

const batch = (about: string, second: Args, error: BadCall[3]): BadCall => [
  about,
  'place_stock_batch_instruction',
  (at) => {
    const { account_id: account, ...order } = stock({})(at)
    return { account_id: account, orders: [order, { ...order, ...second }] }
  },
  error,
]
const BATCHES: readonly BadCall[] = [
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
    (at) => {
      const sale = { symbol: 'AAPL', side: 'SELL', order_type: 'MARKET', quantity: at.held }
      return { account_id: at.securities, orders: [sale, sale] }
    },
    (at) => ({ ...INVALID, field: 'quantity', value: at.held, rule: 'available-to-close' }),
  ],
]

/** Every bad call of the table. */
export const BAD_CALLS: readonly BadCall[] = [
  ...STOCKS,
  ...OPTIONS,
  ...ALGOS,
  ...OTHERS,
  ...CHANGES,
  ...BATCHES,
]

/** A price a little below the market, for orders that must not fill. */
export const belowMarket = (last: Decimal): string => times(last, '0.95')
