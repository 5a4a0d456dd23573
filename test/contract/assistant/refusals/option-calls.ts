import { INVALID, missing, type Args, type BadCall, type RequestContext } from './bad-call.js'

const optionArgs = (context: RequestContext, over: Args): Args => ({
  account_id: context.securities,
  symbol: 'AAPL',
  side: 'BUY',
  quantity: '1',
  option_type: 'CALL',
  strike_price: context.calls[0]?.strike,
  expiration_date: context.calls[0]?.expiration,
  limit_price: '0.05',
  ...over,
})
const option = (about: string, over: Args, error: BadCall[3]): BadCall => [
  about,
  'place_option_single_instruction',
  (context) => optionArgs(context, over),
  error,
]
const legAt = (context: RequestContext, index: number, side: string, over: Args = {}): Args => ({
  side,
  option_type: 'CALL',
  strike_price: context.calls[index]?.strike,
  expiration_date: context.calls[index]?.expiration,
  ...over,
})
const strategy = (
  about: string,
  over: (context: RequestContext) => Args,
  error: BadCall[3],
): BadCall => [
  about,
  'place_option_strategy_instruction',
  (context) => ({
    account_id: context.securities,
    strategy: 'VERTICAL',
    symbol: 'AAPL',
    side: 'BUY',
    legs: [legAt(context, 0, 'BUY'), legAt(context, 1, 'SELL')],
    limit_price: '0.05',
    ...over(context),
  }),
  error,
]

export const OPTION_CALLS: readonly BadCall[] = [
  option(
    'a leg of a position that is not held',
    { position_id: 'P7', leg_in_strategy: 'VERTICAL' },
    { ...INVALID, field: 'position_id', value: 'P7', rule: 'position-held' },
  ),
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
    { ...INVALID, field: 'strike_price', value: '1.23', rule: 'strike-unknown' },
  ),
  option(
    'a day that is no expiration',
    { expiration_date: '2031-01-01' },
    { ...INVALID, field: 'expiration_date', value: '2031-01-01', rule: 'expiration-unknown' },
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
    (context) => optionArgs(context, { account_id: context.futures }),
    (context) => ({
      ...INVALID,
      field: 'account_id',
      value: context.futures,
      rule: 'wrong-account',
    }),
  ],
  strategy('a vertical far through the market', () => ({ limit_price: '90' }), {
    ...INVALID,
    field: 'limit_price',
    value: '90',
    rule: 'price-band',
  }),
  strategy(
    'a condor far through the market',
    (context) => ({
      strategy: 'CONDOR',
      quantity: '2',
      legs: [
        legAt(context, 0, 'BUY'),
        legAt(context, 1, 'SELL'),
        legAt(context, 2, 'SELL'),
        legAt(context, 3, 'BUY'),
      ],
      limit_price: '80',
    }),
    { ...INVALID, field: 'limit_price', value: '80', rule: 'price-band' },
  ),
  strategy(
    'the same leg twice',
    (context) => ({ legs: [legAt(context, 0, 'BUY'), legAt(context, 0, 'SELL')] }),
    {
      ...INVALID,
      rule: 'legs-mismatch',
    },
  ),
  strategy(
    'a leg of another quantity',
    (context) => ({
      quantity: '2',
      legs: [legAt(context, 0, 'BUY', { quantity: '3' }), legAt(context, 1, 'SELL')],
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
  strategy('a single leg', (context) => ({ legs: [legAt(context, 0, 'BUY')] }), {
    ...INVALID,
    field: 'legs',
    rule: 'too-small',
  }),
  strategy(
    'a leg without a strike',
    (context) => ({
      legs: [legAt(context, 0, 'BUY', { strike_price: undefined }), legAt(context, 1, 'SELL')],
    }),
    missing('legs'),
  ),
  strategy(
    'a leg of stock with a strike',
    (context) => ({
      strategy: 'COVERED_STOCK',
      legs: [legAt(context, 0, 'SELL'), legAt(context, 1, 'BUY', { instrument_type: 'EQUITY' })],
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
    (context) => ({
      strategy: 'STRADDLE',
      legs: [legAt(context, 0, 'BUY'), legAt(context, 1, 'SELL')],
    }),
    { ...INVALID, rule: 'strategy-mismatch', did_you_mean: 'VERTICAL' },
  ),
]
