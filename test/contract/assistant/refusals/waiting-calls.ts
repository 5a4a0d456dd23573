import { INVALID, stock, STOCK, times, type BadCall, type RequestContext } from './bad-call.js'

const WHEN = 'when_then_instruction'
type Over = Readonly<Record<string, unknown>>
const above = (context: RequestContext): Over => ({
  kind: 'price',
  symbol: 'AAPL',
  when: 'above',
  price: times(context.last, '1.2'),
})

/** A waiting request that is right except for what the row changes. */
const row = (
  about: string,
  change: (context: RequestContext) => Over,
  error: BadCall[3],
): BadCall => [
  about,
  WHEN,
  (context) => ({
    condition: above(context),
    tool: STOCK,
    arguments: stock({})(context),
    ...change(context),
  }),
  error,
]
const condition = (
  about: string,
  change: (context: RequestContext) => Over,
  error: BadCall[3],
): BadCall => row(about, (context) => ({ condition: change(context) }), error)

/** Requests that can never wait: a wrong condition, a wrong request, a wrong time. */
export const WAITING_CALLS: readonly BadCall[] = [
  condition(
    'a level that the price is above already',
    (context) => ({ ...above(context), price: times(context.last, '0.8') }),
    { ...INVALID, field: 'condition.when', value: 'above', rule: 'met-already' },
  ),
  condition(
    'a level that the price is below already',
    (context) => ({ ...above(context), when: 'below' }),
    { ...INVALID, field: 'condition.when', value: 'below', rule: 'met-already' },
  ),
  condition('a level of zero', (context) => ({ ...above(context), price: '0' }), {
    ...INVALID,
    field: 'condition.price',
    value: '0',
    rule: 'not-positive',
  }),
  condition('a level that is a number', (context) => ({ ...above(context), price: 190 }), {
    ...INVALID,
    field: 'condition.price',
    value: '190',
  }),
  condition('an unknown comparison', (context) => ({ ...above(context), when: 'over' }), {
    ...INVALID,
    field: 'condition.when',
    value: '"over"',
  }),
  condition(
    'a symbol of a condition that nobody lists',
    (context) => ({ ...above(context), symbol: 'ZZZZQ' }),
    { ...INVALID, field: 'symbol', value: 'ZZZZQ' },
  ),
  condition('an unknown kind of condition', () => ({ kind: 'volume', symbol: 'AAPL' }), {
    ...INVALID,
    field: 'condition.kind',
    value: '"volume"',
  }),
  condition(
    'a change of the day that is reached already',
    () => ({ kind: 'day_change', symbol: 'AAPL', when: 'above', percent: '-90' }),
    { ...INVALID, field: 'condition.when', value: 'above', rule: 'met-already' },
  ),
  condition(
    'a percentage with three places',
    () => ({ kind: 'day_change', symbol: 'AAPL', when: 'above', percent: '9.001' }),
    { ...INVALID, field: 'condition.percent', value: '"9.001"' },
  ),
  condition('a time that has passed', () => ({ kind: 'time', time: '2020-01-02T10:00' }), {
    ...INVALID,
    field: 'condition.time',
    value: '2020-01-02T10:00',
    rule: 'past',
  }),
  condition('a day that no calendar has', () => ({ kind: 'time', time: '2027-02-30T10:00' }), {
    ...INVALID,
    field: 'condition.time',
    value: '2027-02-30T10:00',
    rule: 'no-such-day',
  }),
  condition('a time that is none', () => ({ kind: 'time', time: '25:00' }), {
    ...INVALID,
    field: 'condition.time',
    value: '"25:00"',
  }),
  condition('a time beyond the limit', () => ({ kind: 'time', time: '2098-01-02T10:00' }), {
    ...INVALID,
    field: 'expires',
    rule: 'too-far',
  }),
  condition(
    'an order that nobody knows',
    (context) => ({
      kind: 'order',
      account_id: context.securities,
      client_order_id: 'no-such-order',
      when: 'filled',
    }),
    { code: 'not-found' },
  ),
  row('an expiry that has passed', () => ({ expires: '2020-01-02T10:00' }), {
    ...INVALID,
    field: 'expires',
    value: '2020-01-02T10:00',
    rule: 'past',
  }),
  row('an expiry beyond the limit', () => ({ expires: '2098-01-02T10:00' }), {
    ...INVALID,
    field: 'expires',
    value: '2098-01-02T10:00',
    rule: 'too-far',
  }),
  row('a tool that only reads', () => ({ tool: 'get_account_list' }), {
    ...INVALID,
    field: 'tool',
    value: 'get_account_list',
    rule: 'not-a-requesting-tool',
  }),
  row('a waiting request inside another one', () => ({ tool: WHEN }), {
    ...INVALID,
    field: 'tool',
    value: WHEN,
    rule: 'not-a-requesting-tool',
  }),
  row(
    'a waiting order with a wrong quantity',
    (context) => ({ arguments: stock({ quantity: '0' })(context) }),
    { ...INVALID, field: 'quantity' },
  ),
  row(
    'a waiting order without a symbol',
    ({ securities }) => ({
      arguments: { account_id: securities, side: 'BUY', order_type: 'MARKET', quantity: '1' },
    }),
    { ...INVALID, field: 'symbol', value: null, rule: 'missing' },
  ),
  row(
    'a waiting order at a price off the tick',
    (context) => ({ arguments: stock({ limit_price: '100.001' })(context) }),
    { ...INVALID, field: 'limit_price', value: '100.001' },
  ),
  row(
    'a waiting sale of what is not held',
    ({ securities }) => ({
      arguments: {
        account_id: securities,
        symbol: 'GOOGL',
        side: 'SELL',
        order_type: 'MARKET',
        quantity: '471',
      },
    }),
    { ...INVALID, field: 'quantity', value: '471', rule: 'available-to-close' },
  ),
  [
    'removing what does not wait',
    'remove_waiting_instruction',
    () => ({ waiting_id: 'f'.repeat(32) }),
    { code: 'not-found' },
  ],
]
