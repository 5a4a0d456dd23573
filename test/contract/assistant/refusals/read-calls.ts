import { expect } from 'vitest'
import {
  INVALID,
  missing,
  other,
  times,
  type Args,
  type BadCall,
  type ContractName,
  type RequestContext,
} from './bad-call.js'

const NOWHERE = '0'.repeat(32)
const FOREIGN_ACCOUNT = { account_id: 'NOBODY' }
const readCall = (about: string, tool: string, args: Args, error: BadCall[3]): BadCall =>
  other(about, tool, () => args, error)
const unknown = (field: string, value: string, meant?: string) => ({
  ...INVALID,
  field,
  value,
  rule: 'symbol-unknown',
  message:
    meant === undefined
      ? `Unknown symbol ${value}: the broker lists nothing under it.`
      : `Unknown symbol ${value}; did you mean ${meant}?`,
  ...(meant === undefined ? {} : { did_you_mean: meant }),
  next: 'Correct the arguments and call again.',
})

const startsWith = (text: string): string => expect.stringContaining(text) as string

/** The OCC symbol of a call on AAPL, with another strike or day. */
function contract({ calls }: RequestContext, over: Partial<ContractName> = {}): string {
  const { strike, expiration } = { strike: '100', expiration: '2030-01-18', ...calls[0], ...over }
  const day = expiration.slice(2).replaceAll('-', '')
  return `AAPL${day}C${String(Math.round(Number(strike) * 1_000)).padStart(8, '0')}`
}

const SYMBOL_READS: readonly BadCall[] = [
  readCall(
    'a price of nothing',
    'get_stock_snapshot',
    { symbols: 'ZZZZQ' },
    unknown('symbols', 'ZZZZQ'),
  ),
  readCall(
    'a misspelled symbol',
    'get_stock_snapshot',
    { symbols: 'AAPK' },
    {
      ...unknown('symbols', 'AAPK', 'AAPL'),
    },
  ),
  readCall(
    'exchanged letters',
    'get_stock_snapshot',
    { symbols: 'APAL' },
    {
      ...unknown('symbols', 'APAL', 'AAPL'),
    },
  ),
  readCall(
    'a name instead of a symbol',
    'get_stock_snapshot',
    { symbols: 'Apple' },
    {
      ...unknown('symbols', 'Apple', 'AAPL'),
    },
  ),
  readCall(
    'one unknown symbol of two',
    'get_stock_snapshot',
    { symbols: 'AAPL,ZZZZQ' },
    {
      ...unknown('symbols', 'ZZZZQ'),
    },
  ),
  readCall(
    'news of an unknown symbol',
    'get_news_summary',
    { symbols: 'AAPL,ZZZZQ' },
    {
      ...unknown('symbols', 'ZZZZQ'),
    },
  ),
  other(
    'news of a future',
    'get_news_summary',
    ({ future }) => ({ symbols: future.symbol }),
    ({ future }) => ({ ...INVALID, field: 'symbols', value: future.symbol, rule: 'wrong-product' }),
  ),
  readCall('no symbols', 'get_stock_snapshot', {}, missing('symbols')),
  readCall(
    'an empty list',
    'get_stock_snapshot',
    { symbols: '' },
    {
      ...INVALID,
      field: 'symbols',
      rule: 'invalid-format',
    },
  ),
  readCall(
    'symbols as a list',
    'get_stock_snapshot',
    { symbols: ['AAPL'] },
    {
      ...INVALID,
      field: 'symbols',
      value: '["AAPL"]',
      rule: 'invalid-type',
    },
  ),
  readCall(
    'too many symbols',
    'get_stock_snapshot',
    { symbols: Array.from({ length: 51 }, (_, index) => `A${index}`).join(',') },
    { ...INVALID, message: 'At most 50 symbols at once; these are 51.' },
  ),
  readCall(
    'a category of another product',
    'get_stock_snapshot',
    { symbols: 'AAPL', category: 'US_OPTION' },
    {
      ...INVALID,
      field: 'category',
      rule: 'invalid-value',
    },
  ),
  readCall(
    'facts of nothing',
    'get_instruments',
    { symbols: 'ZZZZQ' },
    unknown('symbols', 'ZZZZQ'),
  ),
  other(
    'facts of a future as of a stock',
    'get_instruments',
    ({ future }) => ({ symbols: future.symbol }),
    ({ future }) => ({ ...INVALID, field: 'symbols', value: future.symbol, rule: 'wrong-product' }),
  ),
  readCall(
    'a book of nothing',
    'get_stock_quotes',
    { symbol: 'ZZZZQ' },
    unknown('symbol', 'ZZZZQ'),
  ),
  readCall('bars of nothing', 'get_stock_bars', { symbols: 'ZZZZQ' }, unknown('symbols', 'ZZZZQ')),
  readCall(
    'bars of one unknown stock',
    'get_stock_bars_single',
    { symbol: 'ZZZZQ' },
    {
      ...unknown('symbol', 'ZZZZQ'),
    },
  ),
  readCall(
    'bars of a misspelled stock',
    'get_stock_bars_single',
    { symbol: 'MSTF' },
    {
      ...unknown('symbol', 'MSTF', 'MSFT'),
    },
  ),
  readCall(
    'bars of a length that does not exist',
    'get_stock_bars',
    { symbols: 'AAPL', timespan: 'M7' },
    {
      ...INVALID,
      field: 'timespan',
      value: '"M7"',
      rule: 'invalid-value',
    },
  ),
  readCall(
    'no bars',
    'get_stock_bars',
    { symbols: 'AAPL', count: 0 },
    {
      ...INVALID,
      field: 'count',
      rule: 'too-small',
    },
  ),
  readCall(
    'too many bars',
    'get_stock_bars',
    { symbols: 'AAPL', count: 5_000 },
    {
      ...INVALID,
      field: 'count',
      rule: 'too-big',
    },
  ),
  readCall(
    'bars of too many stocks',
    'get_stock_bars',
    { symbols: 'A,B,C,D,E,F,G,H,I,J,K' },
    {
      ...INVALID,
      message: 'At most 10 symbols at once; these are 11.',
    },
  ),
  readCall(
    'a future that does not exist',
    'get_futures_snapshot',
    { symbols: 'QQQZ9' },
    {
      ...unknown('symbols', 'QQQZ9'),
    },
  ),
  readCall(
    'bars of a future that does not exist',
    'get_futures_bars',
    { symbols: 'QQQZ9' },
    {
      ...unknown('symbols', 'QQQZ9'),
    },
  ),
  readCall(
    'a coin that does not exist',
    'get_crypto_snapshot',
    { symbols: 'QQQQUSD' },
    {
      ...unknown('symbols', 'QQQQUSD'),
    },
  ),
  readCall(
    'a search for nothing',
    'search_instruments',
    { text: '' },
    {
      ...INVALID,
      field: 'text',
      rule: 'too-small',
    },
  ),
  readCall('a search without a text', 'search_instruments', {}, missing('text')),
]

const CONTRACT_READS: readonly BadCall[] = [
  other(
    'an option with a strike that is not listed',
    'get_option_snapshot',
    (context) => ({ symbols: contract(context, { strike: '1.23' }) }),
    ({ calls }) => ({
      ...INVALID,
      field: 'strike_price',
      value: '1.23',
      rule: 'strike-unknown',
      message: startsWith(
        `No call on AAPL that expires on ${calls[0]?.expiration} has the strike 1.23;`,
      ),
    }),
  ),
  other(
    'an option that expires on no listed day',
    'get_option_snapshot',
    (context) => ({ symbols: contract(context, { expiration: '2031-01-01' }) }),
    {
      ...INVALID,
      field: 'expiration_date',
      value: '2031-01-01',
      rule: 'expiration-unknown',
      message: startsWith('No option on AAPL expires on 2031-01-01; the nearest expiration is'),
    },
  ),
  readCall(
    'an option on nothing',
    'get_option_snapshot',
    { symbols: 'ZZZZQ301218C00190000' },
    {
      ...INVALID,
      field: 'symbols',
      rule: 'symbol-unknown',
    },
  ),
]

const ACCOUNT_READS: readonly BadCall[] = [
  ...[
    'get_account_balance',
    'get_account_positions',
    'get_open_orders',
    'get_order_history',
    'get_cash_activities',
    'get_executions',
    'get_transfers',
  ].map((tool) =>
    readCall(`${tool} of a foreign account`, tool, FOREIGN_ACCOUNT, { code: 'account-hidden' }),
  ),
  readCall('a balance of no account', 'get_account_balance', {}, missing('account_id')),
  other(
    'a history that begins on no day',
    'get_order_history',
    ({ securities }) => ({ account_id: securities, start: '2026/11/01' }),
    { ...INVALID, field: 'start', value: '"2026/11/01"', rule: 'invalid-format' },
  ),
  other(
    'a history of no orders',
    'get_order_history',
    ({ securities }) => ({ account_id: securities, limit: 0 }),
    { ...INVALID, field: 'limit', rule: 'too-small' },
  ),
  other(
    'an order that does not exist',
    'get_order_detail',
    ({ securities }) => ({ account_id: securities, client_order_id: 'nothing' }),
    {
      code: 'not-found',
      message: 'Neither Countersign nor the broker knows this order in this account.',
    },
  ),
  other(
    'a movement that does not exist',
    'get_cash_activities',
    ({ securities }) => ({ account_id: securities, kind: 'gift' }),
    { ...INVALID, field: 'kind', value: '"gift"', rule: 'invalid-value' },
  ),
]

const FOLLOWING: readonly BadCall[] = [
  ...['get_processed_instruction', 'wait_for_instruction', 'revoke_instruction'].map((tool) =>
    readCall(
      `${tool} of nothing`,
      tool,
      { instruction_id: NOWHERE },
      {
        code: 'not-found',
        message: 'There is no such instruction.',
      },
    ),
  ),
  ...['get_processed_instruction', 'wait_for_instruction', 'revoke_instruction'].map((tool) =>
    readCall(
      `${tool} by a malformed id`,
      tool,
      { instruction_id: '7' },
      {
        ...INVALID,
        field: 'instruction_id',
        value: '"7"',
        rule: 'invalid-format',
      },
    ),
  ),
  readCall(
    'a wait of a minute',
    'wait_for_instruction',
    { instruction_id: NOWHERE, wait_seconds: 60 },
    {
      ...INVALID,
      field: 'wait_seconds',
      value: '60',
      rule: 'too-big',
    },
  ),
  ...['get_policy', 'get_account_list', 'get_clock'].map((tool) =>
    readCall(
      `${tool} with an argument`,
      tool,
      { verbose: true },
      {
        ...INVALID,
        field: 'verbose',
        value: 'true',
        rule: 'unrecognized-keys',
      },
    ),
  ),
]

const order = ({ securities, last }: RequestContext, over: Args): Args => ({
  account_id: securities,
  symbol: 'AAPL',
  side: 'BUY',
  order_type: 'LIMIT',
  quantity: '1',
  limit_price: times(last, '0.99'),
  ...over,
})
const PREVIEWS: readonly BadCall[] = [
  other(
    'a preview of nothing',
    'preview_stock_order',
    (context) => order(context, { symbol: 'ZZZZQ' }),
    {
      ...INVALID,
      field: 'symbol',
      value: 'ZZZZQ',
      rule: 'symbol-unknown',
    },
  ),
  other(
    'a preview of a name',
    'preview_stock_order',
    (context) => order(context, { symbol: 'Apple' }),
    {
      ...INVALID,
      field: 'symbol',
      value: 'Apple',
      rule: 'symbol-unknown',
      did_you_mean: 'AAPL',
    },
  ),
  other(
    'a preview between two ticks',
    'preview_stock_order',
    (context) => order(context, { limit_price: '100.001' }),
    {
      ...INVALID,
      field: 'limit_price',
      value: '100.001',
      rule: 'limit-price-tick',
      did_you_mean: '100',
    },
  ),
  other(
    'a preview in the futures account',
    'preview_stock_order',
    (context) => order(context, { account_id: context.futures }),
    ({ futures }) => ({ ...INVALID, field: 'account_id', value: futures, rule: 'wrong-account' }),
  ),
  other(
    'a preview far through the market',
    'preview_stock_order',
    (context) => order(context, { limit_price: times(context.last, '1.5') }),
    { ...INVALID, field: 'limit_price', rule: 'price-band' },
  ),
]

/** Reads, previews and follow-ups that name what does not exist. */
export const READ_CALLS: readonly BadCall[] = [
  ...SYMBOL_READS,
  ...CONTRACT_READS,
  ...ACCOUNT_READS,
  ...FOLLOWING,
  ...PREVIEWS,
]
