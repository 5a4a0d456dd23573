import { beforeAll, expect, it } from 'vitest'
import {
  connectAssistantClient,
  type AssistantClient,
} from '../../harness/assistant/assistant-client.js'
import {
  ACCOUNT_ARGS,
  STOCK,
  OPTION,
  call,
  SPREAD,
  FUTURE,
  CRYPTO,
  EVENT,
  ALGO,
} from './mapping-samples.js'

let assistant: AssistantClient
beforeAll(async () => {
  assistant = await connectAssistantClient()
})

/** Calls with invalid arguments, with the expected message. */
const REFUSALS: readonly (readonly [tool: string, args: object, why: RegExp])[] = [
  ...['account_id', 'symbol', 'side', 'order_type'].map(
    (name) =>
      ['place_stock_instruction', { ...STOCK, [name]: undefined }, new RegExp(name)] as const,
  ),
  ['place_stock_instruction', { ...STOCK, quantity: undefined }, /quantity is needed/],
  [
    'place_option_single_instruction',
    { ...OPTION, leg_in_strategy: 'VERTICAL' },
    /leg_in_strategy needs position_id/,
  ],
  [
    'place_stock_instruction',
    { ...STOCK, quantity: 10 },
    /quantity: has to be a plain decimal number in quotes/,
  ],
  ...[
    '1e3',
    '-1',
    '+1',
    '1,000',
    '.5',
    '5.',
    ' 5',
    '0x10',
    'Infinity',
    '१०',
    '1'.repeat(16),
    '1.12345678901',
    '',
  ].map(
    (quantity) =>
      ['place_stock_instruction', { ...STOCK, quantity }, /quantity: has to be/] as const,
  ),
  [
    'place_stock_instruction',
    { ...STOCK, limit_price: undefined },
    /limit_price is needed for LIMIT/,
  ],
  [
    'place_stock_instruction',
    { ...STOCK, order_type: 'MARKET' },
    /limit_price does not belong to MARKET/,
  ],
  ['place_stock_instruction', { ...STOCK, stop_price: '1' }, /stop_price does not belong to LIMIT/],
  [
    'place_stock_instruction',
    { ...STOCK, order_type: 'STOP_LOSS', limit_price: undefined },
    /stop_price is needed/,
  ],
  ['place_stock_instruction', { ...STOCK, trailing_type: 'AMOUNT' }, /go together/],
  [
    'place_stock_instruction',
    { ...STOCK, trailing_type: 'AMOUNT', trailing_stop_step: '1' },
    /trail does not belong to LIMIT/,
  ],
  [
    'place_stock_instruction',
    { ...STOCK, order_type: 'TRAILING_STOP_LOSS', limit_price: undefined },
    /are needed for TRAILING_STOP_LOSS/,
  ],
  ['place_stock_instruction', { ...STOCK, total_cash_amount: '100' }, /needs entrust_type AMOUNT/],
  [
    'place_stock_instruction',
    { ...STOCK, entrust_type: 'AMOUNT', total_cash_amount: '100' },
    /quantity does not belong/,
  ],
  [
    'place_stock_instruction',
    { ...STOCK, entrust_type: 'AMOUNT', quantity: undefined },
    /total_cash_amount is needed/,
  ],
  [
    'place_stock_instruction',
    { ...STOCK, extended_hours: true, trading_session: 'NIGHT' },
    /exclude each other/,
  ],
  ['place_stock_instruction', { ...STOCK, expire_date: '2026-12-01' }, /expire_date/],
  ['place_stock_instruction', { ...STOCK, time_in_force: 'IOC' }, /time_in_force/],
  ['place_stock_instruction', { ...STOCK, order_type: 'MARKET_ON_OPEN' }, /order_type/],
  ['place_stock_instruction', { ...STOCK, market: 'HK' }, /market/],
  ['place_stock_instruction', { ...STOCK, symbol: 'AAPL\u202e' }, /symbol/],
  ['place_stock_instruction', { ...STOCK, symbol: 'АAPL' }, /symbol/],
  ['place_stock_instruction', { ...STOCK, approve: true }, /approve/],
  ['place_stock_instruction', { ...STOCK, expires_at: '2027-01-01T00:00:00Z' }, /expires_at/],
  ['place_stock_instruction', { ...STOCK, environment: 'PRODUCTION' }, /environment/],
  ['place_stock_instruction', { ...STOCK, reason: 'x'.repeat(281) }, /reason/],
  ['place_stock_batch_instruction', { ...ACCOUNT_ARGS, orders: [STOCK] }, /orders/],
  [
    'place_option_single_instruction',
    { ...OPTION, order_type: 'MARKET', limit_price: undefined },
    /order_type/,
  ],
  ['place_option_single_instruction', { ...OPTION, side: 'SHORT' }, /side/],
  [
    'place_option_single_instruction',
    { ...OPTION, expiration_date: '18.12.2026' },
    /expiration_date/,
  ],
  ['place_option_strategy_instruction', { ...SPREAD, strategy: 'SINGLE' }, /strategy/],
  [
    'place_option_strategy_instruction',
    { ...SPREAD, limit_price: undefined },
    /limit_price is needed/,
  ],
  ['place_option_strategy_instruction', { ...SPREAD, legs: [call('190', 'BUY')] }, /legs/],
  [
    'place_option_strategy_instruction',
    { ...SPREAD, legs: [call('190', 'BUY'), { side: 'SELL' }] },
    /leg of options needs/,
  ],
  [
    'place_option_strategy_instruction',
    {
      ...SPREAD,
      legs: [call('190', 'BUY'), { side: 'SELL', instrument_type: 'EQUITY', strike_price: '1' }],
    },
    /leg of stock has no/,
  ],
  ['place_futures_instruction', { ...FUTURE, side: 'SHORT' }, /side/],
  ['place_futures_instruction', { ...FUTURE, order_type: 'TRAILING_STOP_LOSS' }, /order_type/],
  ['place_crypto_instruction', { ...CRYPTO, time_in_force: undefined }, /time_in_force/],
  ['place_crypto_instruction', { ...CRYPTO, order_type: 'STOP_LOSS' }, /order_type/],
  ['place_event_instruction', { ...EVENT, limit_price: undefined }, /limit_price/],
  ['place_event_instruction', { ...EVENT, event_outcome: 'maybe' }, /event_outcome/],
  ['place_event_instruction', { ...EVENT, order_type: 'MARKET' }, /order_type/],
  ['place_algo_instruction', { ...ALGO, algo_type: 'POV' }, /target_vol_percent is needed/],
  ['place_algo_instruction', { ...ALGO, target_vol_percent: '5' }, /does not belong to VWAP/],
  ['place_algo_instruction', { ...ALGO, max_target_percent: '21' }, /max_target_percent/],
  ['place_algo_instruction', { ...ALGO, algo_start_time: '25:00:00' }, /algo_start_time/],
  [
    'replace_stock_instruction',
    { ...ACCOUNT_ARGS, client_order_id: 'working-order-1' },
    /Nothing would change/,
  ],
  [
    'replace_stock_instruction',
    { ...ACCOUNT_ARGS, client_order_id: 'working-order-1', expire_date: '2026-12-18' },
    /expire_date cannot be changed: the brokerage’s Replace has no such member/,
  ],
  [
    'replace_stock_instruction',
    { ...ACCOUNT_ARGS, quantity: '5' },
    /client_order_id is needed; or orders/,
  ],
  [
    'replace_stock_instruction',
    {
      ...ACCOUNT_ARGS,
      client_order_id: 'working-order-1',
      orders: [{ client_order_id: 'working-order-2', quantity: '5' }],
    },
    /every order is named there/,
  ],
  [
    'replace_stock_instruction',
    { ...ACCOUNT_ARGS, quantity: '5', orders: [{ client_order_id: 'working-order-2' }] },
    /every order is named there/,
  ],
  [
    'replace_stock_instruction',
    {
      ...ACCOUNT_ARGS,
      orders: [
        { client_order_id: 'working-order-1', quantity: '5' },
        { client_order_id: 'working-order-2' },
      ],
    },
    /working-order-2: Nothing would change/,
  ],
  [
    'replace_stock_instruction',
    {
      ...ACCOUNT_ARGS,
      orders: [{ client_order_id: 'working-order-1', algo_end_time: '15:00:00' }],
    },
    /algo_end_time/,
  ],
  [
    'replace_option_instruction',
    { ...ACCOUNT_ARGS, client_order_id: 'working-order-1', order_type: 'LIMIT' },
    /order_type/,
  ],
  [
    'replace_event_instruction',
    { ...ACCOUNT_ARGS, client_order_id: 'working-order-1', stop_price: '1' },
    /stop_price/,
  ],
  ['cancel_instruction', ACCOUNT_ARGS, /client_order_id/],
  ['cancel_instruction', { ...ACCOUNT_ARGS, client_order_id: 'working-order-1', all: true }, /all/],
]

it.each(REFUSALS)('%s %j is refused and creates no instruction', async (tool, args, why) => {
  const before = assistant.fakePort.requests.length
  expect(await assistant.refusal(tool, args)).toMatchObject({
    code: 'invalid',
    rule: expect.any(String),
    message: expect.stringMatching(why),
    next: expect.stringMatching(/^Nothing was requested and nothing was sent\. Correct/),
  })
  expect(assistant.fakePort.requests).toHaveLength(before)
})
