import { INVALID, missing, row, rowAt, times, type BadCall } from './bad-call.js'
import { dec, decimalText } from '../../../../shared/domain/decimal.js'

const NO_LIMIT = { limit_price: undefined }
const STOP = { order_type: 'STOP_LOSS', ...NO_LIMIT }
const TRAIL = { order_type: 'TRAILING_STOP_LOSS', ...NO_LIMIT }
const TRAIL_FIELD = 'trailing_stop_step'

export const STOCK_CALLS: readonly BadCall[] = [
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
    (context) => ({ account_id: context.futures }),
    (context) => ({
      ...INVALID,
      field: 'account_id',
      value: context.futures,
      rule: 'wrong-account',
    }),
  ),
  rowAt(
    'a stock in the crypto account',
    (context) => ({ account_id: context.crypto }),
    (context) => ({
      ...INVALID,
      field: 'account_id',
      value: context.crypto,
      rule: 'wrong-account',
    }),
  ),
  rowAt(
    'a buy far above the market',
    (context) => ({ limit_price: times(context.last, '1.5') }),
    (context) => ({
      ...INVALID,
      field: 'limit_price',
      value: decimalText(dec(times(context.last, '1.5'))).replace(/\.?0+$/, ''),
      rule: 'price-band',
    }),
  ),
  rowAt(
    'a sale far below the market',
    (context) => ({
      side: 'SELL',
      quantity: context.held,
      limit_price: times(context.last, '0.5'),
    }),
    { ...INVALID, field: 'limit_price', rule: 'price-band' },
  ),
  rowAt(
    'a buy stop below the market',
    (context) => ({ ...STOP, stop_price: times(context.last, '0.8') }),
    {
      ...INVALID,
      field: 'stop_price',
      rule: 'stop-side',
    },
  ),
  rowAt(
    'a sell stop above the market',
    (context) => ({
      ...STOP,
      side: 'SELL',
      quantity: context.held,
      stop_price: times(context.last, '1.2'),
    }),
    { ...INVALID, field: 'stop_price', rule: 'stop-side' },
  ),
  rowAt(
    'a sell stop limit above the market',
    (context) => ({
      order_type: 'STOP_LOSS_LIMIT',
      side: 'SELL',
      quantity: context.held,
      stop_price: times(context.last, '1.2'),
      limit_price: times(context.last, '1.19'),
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
    (context) => ({
      ...INVALID,
      field: 'quantity',
      value: '2000',
      rule: 'available-to-close',
      did_you_mean: context.held,
    }),
  ),
  row(
    'a short sale of what is held',
    { side: 'SHORT', order_type: 'MARKET', ...NO_LIMIT, quantity: '1' },
    { ...INVALID, field: 'side', value: 'SHORT', rule: 'short-while-held' },
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
    'a side in small letters',
    { side: 'buy' },
    {
      ...INVALID,
      field: 'side',
      value: '"buy"',
      rule: 'invalid-value',
      did_you_mean: 'BUY',
    },
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
