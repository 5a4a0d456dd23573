import { beforeAll, describe, expect, it } from 'vitest'
import {
  connectAssistantClient,
  type AssistantClient,
} from '../../harness/assistant/assistant-client.js'

let made: AssistantClient
beforeAll(async () => {
  made = await connectAssistantClient()
})

const A = { account_id: 'ACC1' }
const STOCK = {
  ...A,
  symbol: 'AAPL',
  side: 'BUY',
  order_type: 'LIMIT',
  time_in_force: 'DAY',
  quantity: '10',
  limit_price: '187.50',
}
const DRAFT = {
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
const OPTION = {
  ...A,
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
const OPTION_DRAFT = {
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
const call = (strike: string, side: string) => ({
  side,
  option_type: 'CALL',
  strike_price: strike,
  expiration_date: '2026-12-18',
})
const callLeg = (strike: string, side: string, quantity: string) => ({
  symbol: 'AAPL',
  side,
  quantity,
  option: { type: 'call', strike, expiration: '2026-12-18' },
})
const SPREAD = {
  ...A,
  strategy: 'VERTICAL',
  symbol: 'AAPL',
  order_type: 'LIMIT',
  time_in_force: 'DAY',
  legs: [call('190', 'BUY'), call('195', 'SELL')],
  quantity: '3',
  limit_price: '1.20',
}
const FUTURE = {
  ...A,
  symbol: 'ESZ6',
  side: 'BUY',
  order_type: 'STOP_LOSS',
  time_in_force: 'GTC',
  quantity: '1',
  stop_price: '6100.25',
}
const CRYPTO = {
  ...A,
  symbol: 'BTCUSD',
  side: 'SELL',
  order_type: 'LIMIT',
  time_in_force: 'IOC',
  quantity: '0.00012345',
  limit_price: '91000.1',
}
const EVENT = {
  ...A,
  symbol: 'KXFED-26DEC',
  side: 'BUY',
  quantity: '25',
  limit_price: '0.37',
  event_outcome: 'no',
}
const ALGO = {
  ...A,
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

/** Every published parameter of every order tool (MCP-2), with the draft that must result. */
const ORDERS: readonly (readonly [tool: string, args: object, draft: object])[] = [
  ['place_stock_instruction', STOCK, DRAFT],
  [
    'place_stock_instruction',
    {
      ...A,
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      quantity: '10',
      limit_price: '187.50',
    },
    DRAFT,
  ],
  [
    'place_stock_instruction',
    { ...STOCK, market: 'US', entrust_type: 'QTY', trading_session: 'CORE', extended_hours: false },
    DRAFT,
  ],
  [
    'place_stock_instruction',
    { ...STOCK, quantity: '0.5', limit_price: '187.5000' },
    { ...DRAFT, size: { kind: 'quantity', quantity: '0.5' }, limitPrice: '187.5000' },
  ],
  [
    'place_stock_instruction',
    { ...STOCK, side: 'SELL', time_in_force: 'GTC', trading_session: 'ALL' },
    { ...DRAFT, side: 'sell', timeInForce: 'gtc', session: 'all' },
  ],
  [
    'place_stock_instruction',
    { ...STOCK, side: 'SHORT', extended_hours: true },
    { ...DRAFT, side: 'short', session: 'all' },
  ],
  [
    'place_stock_instruction',
    { ...STOCK, trading_session: 'NIGHT' },
    { ...DRAFT, session: 'night' },
  ],
  [
    'place_stock_instruction',
    { ...STOCK, order_type: 'MARKET', limit_price: undefined },
    { ...DRAFT, type: 'market', limitPrice: null },
  ],
  [
    'place_stock_instruction',
    {
      ...STOCK,
      order_type: 'MARKET',
      limit_price: undefined,
      quantity: undefined,
      entrust_type: 'AMOUNT',
      total_cash_amount: '250.75',
    },
    { ...DRAFT, type: 'market', limitPrice: null, size: { kind: 'amount', amount: '250.75' } },
  ],
  [
    'place_stock_instruction',
    { ...STOCK, order_type: 'STOP_LOSS', limit_price: undefined, stop_price: '180.01' },
    { ...DRAFT, type: 'stop', limitPrice: null, stopPrice: '180.01' },
  ],
  [
    'place_stock_instruction',
    { ...STOCK, order_type: 'STOP_LOSS_LIMIT', stop_price: '188' },
    { ...DRAFT, type: 'stop-limit', stopPrice: '188' },
  ],
  [
    'place_stock_instruction',
    {
      ...STOCK,
      order_type: 'TRAILING_STOP_LOSS',
      limit_price: undefined,
      trailing_type: 'PERCENTAGE',
      trailing_stop_step: '0.02',
    },
    { ...DRAFT, type: 'trailing-stop', limitPrice: null, trail: { kind: 'percent', step: '0.02' } },
  ],
  [
    'place_stock_instruction',
    {
      ...STOCK,
      order_type: 'TRAILING_STOP_LOSS',
      limit_price: undefined,
      trailing_type: 'AMOUNT',
      trailing_stop_step: '1.25',
    },
    { ...DRAFT, type: 'trailing-stop', limitPrice: null, trail: { kind: 'amount', step: '1.25' } },
  ],
  ['place_option_single_instruction', OPTION, OPTION_DRAFT],
  [
    'place_option_single_instruction',
    { ...OPTION, side: 'BUY', option_type: 'PUT', order_type: 'STOP_LOSS_LIMIT', stop_price: '3' },
    {
      ...OPTION_DRAFT,
      side: 'buy',
      type: 'stop-limit',
      stopPrice: '3',
      terms: {
        strategy: 'single',
        legs: [
          {
            symbol: 'AAPL',
            side: 'buy',
            quantity: '2',
            option: { type: 'put', strike: '190', expiration: '2026-12-18' },
          },
        ],
      },
    },
  ],
  [
    'place_option_strategy_instruction',
    SPREAD,
    {
      ...DRAFT,
      assetClass: 'option',
      size: { kind: 'quantity', quantity: '3' },
      limitPrice: '1.20',
      terms: {
        strategy: 'vertical',
        legs: [callLeg('190', 'buy', '3'), callLeg('195', 'sell', '3')],
      },
    },
  ],
  [
    'place_option_strategy_instruction',
    {
      ...SPREAD,
      strategy: 'COVERED_STOCK',
      side: 'SELL',
      quantity: '2',
      legs: [
        { side: 'BUY', instrument_type: 'EQUITY' },
        { ...call('195', 'SELL'), symbol: 'AAPL1', quantity: '4' },
      ],
    },
    {
      ...DRAFT,
      assetClass: 'option',
      side: 'sell',
      size: { kind: 'quantity', quantity: '2' },
      limitPrice: '1.20',
      terms: {
        strategy: 'covered-stock',
        legs: [
          { symbol: 'AAPL', side: 'buy', quantity: '200', option: null },
          { ...callLeg('195', 'sell', '4'), symbol: 'AAPL1' },
        ],
      },
    },
  ],
  [
    'place_futures_instruction',
    FUTURE,
    {
      ...DRAFT,
      assetClass: 'futures',
      symbol: 'ESZ6',
      type: 'stop',
      timeInForce: 'gtc',
      size: { kind: 'quantity', quantity: '1' },
      limitPrice: null,
      stopPrice: '6100.25',
    },
  ],
  [
    'place_crypto_instruction',
    CRYPTO,
    {
      ...DRAFT,
      assetClass: 'crypto',
      symbol: 'BTCUSD',
      side: 'sell',
      timeInForce: 'ioc',
      size: { kind: 'quantity', quantity: '0.00012345' },
      limitPrice: '91000.1',
    },
  ],
  [
    'place_crypto_instruction',
    {
      ...CRYPTO,
      side: 'BUY',
      order_type: 'MARKET',
      limit_price: undefined,
      quantity: undefined,
      entrust_type: 'AMOUNT',
      total_cash_amount: '100',
    },
    {
      ...DRAFT,
      assetClass: 'crypto',
      symbol: 'BTCUSD',
      type: 'market',
      timeInForce: 'ioc',
      size: { kind: 'amount', amount: '100' },
      limitPrice: null,
    },
  ],
  [
    'place_event_instruction',
    EVENT,
    {
      ...DRAFT,
      assetClass: 'event',
      symbol: 'KXFED-26DEC',
      size: { kind: 'quantity', quantity: '25' },
      limitPrice: '0.37',
      terms: { outcome: 'no' },
    },
  ],
  [
    'place_event_instruction',
    { ...EVENT, side: 'SELL', event_outcome: 'yes', order_type: 'LIMIT', time_in_force: 'FOK' },
    {
      ...DRAFT,
      assetClass: 'event',
      symbol: 'KXFED-26DEC',
      side: 'sell',
      timeInForce: 'fok',
      size: { kind: 'quantity', quantity: '25' },
      limitPrice: '0.37',
      terms: { outcome: 'yes' },
    },
  ],
  [
    'place_algo_instruction',
    ALGO,
    {
      ...DRAFT,
      side: 'sell',
      size: { kind: 'quantity', quantity: '500' },
      limitPrice: '187',
      terms: { algo: { kind: 'vwap', maxPercent: '20', start: '10:00:00', end: '15:30:00' } },
    },
  ],
  [
    'place_algo_instruction',
    {
      ...A,
      symbol: 'AAPL',
      side: 'BUY',
      quantity: '500',
      algo_type: 'POV',
      target_vol_percent: '10',
    },
    {
      ...DRAFT,
      type: 'market',
      size: { kind: 'quantity', quantity: '500' },
      limitPrice: null,
      terms: { algo: { kind: 'pov', targetPercent: '10' } },
    },
  ],
]

/** Calls with invalid arguments, with the expected message. */
const REFUSALS: readonly (readonly [tool: string, args: object, why: RegExp])[] = [
  ...['account_id', 'symbol', 'side', 'order_type'].map(
    (name) =>
      ['place_stock_instruction', { ...STOCK, [name]: undefined }, new RegExp(name)] as const,
  ),
  ['place_stock_instruction', { ...STOCK, quantity: undefined }, /quantity is needed/],
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
  ['place_stock_batch_instruction', { ...A, orders: [STOCK] }, /orders/],
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
    { ...A, client_order_id: 'working-order-1' },
    /Nothing would change/,
  ],
  [
    'replace_stock_instruction',
    { ...A, client_order_id: 'working-order-1', expire_date: '2026-12-18' },
    /expire_date cannot be changed: the brokerage’s Replace has no such member/,
  ],
  ['replace_stock_instruction', { ...A, quantity: '5' }, /client_order_id is needed; or orders/],
  [
    'replace_stock_instruction',
    {
      ...A,
      client_order_id: 'working-order-1',
      orders: [{ client_order_id: 'working-order-2', quantity: '5' }],
    },
    /every order is named there/,
  ],
  [
    'replace_stock_instruction',
    { ...A, quantity: '5', orders: [{ client_order_id: 'working-order-2' }] },
    /every order is named there/,
  ],
  [
    'replace_stock_instruction',
    {
      ...A,
      orders: [
        { client_order_id: 'working-order-1', quantity: '5' },
        { client_order_id: 'working-order-2' },
      ],
    },
    /working-order-2: Nothing would change/,
  ],
  [
    'replace_stock_instruction',
    { ...A, orders: [{ client_order_id: 'working-order-1', algo_end_time: '15:00:00' }] },
    /algo_end_time/,
  ],
  [
    'replace_option_instruction',
    { ...A, client_order_id: 'working-order-1', order_type: 'LIMIT' },
    /order_type/,
  ],
  [
    'replace_event_instruction',
    { ...A, client_order_id: 'working-order-1', stop_price: '1' },
    /stop_price/,
  ],
  ['cancel_instruction', A, /client_order_id/],
  ['cancel_instruction', { ...A, client_order_id: 'working-order-1', all: true }, /all/],
]

describe('the instruction that a tool call creates', () => {
  it.each(ORDERS)('%s %j', async (tool, args, draft) => {
    const key = `${tool} ${JSON.stringify(args)}`.replaceAll(/[^\w.:/-]/g, '').slice(-64)
    const answer = await made.call(tool, { ...args, instruction_key: key, reason: 'why' })
    const { structuredContent } = answer
    expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true)
    const id = (structuredContent as { instruction_id: string }).instruction_id
    await made.call('revoke_instruction', { instruction_id: id })
    expect(JSON.parse(JSON.stringify(made.fakePort.requests.at(-1)))).toEqual({
      key,
      reason: 'why',
      action: { kind: 'place', drafts: [draft] },
    })
    expect(structuredContent).toMatchObject({
      status: 'PENDING',
      action: 'PLACE',
      account_id: 'ACC1',
      client_order_id: null,
      reason: 'why',
    })
  })

  it('holds all orders of a batch in one request', async () => {
    const { account_id: _one, ...order } = STOCK
    await made.call('place_stock_batch_instruction', {
      ...A,
      orders: [order, { ...order, symbol: 'MSFT', quantity: '3' }],
      instruction_key: 'batch',
    })
    expect(made.fakePort.requests.at(-1)).toMatchObject({
      key: 'batch',
      reason: '',
      action: {
        kind: 'place',
        drafts: [{ symbol: 'AAPL' }, { symbol: 'MSFT', size: { quantity: '3' } }],
      },
    })
  })

  it.each([
    [
      'replace_stock_instruction',
      {
        quantity: '5',
        limit_price: '181.10',
        stop_price: '179',
        time_in_force: 'GTC',
        order_type: 'STOP_LOSS_LIMIT',
      },
      {
        quantity: '5',
        limitPrice: '181.10',
        stopPrice: '179',
        timeInForce: 'gtc',
        type: 'stop-limit',
      },
    ],
    [
      'replace_stock_instruction',
      { trailing_type: 'AMOUNT', trailing_stop_step: '2' },
      { trail: { kind: 'amount', step: '2' } },
    ],
    [
      'replace_stock_instruction',
      {
        quantity: '5',
        target_vol_percent: '7',
        algo_start_time: '10:00:00',
        algo_end_time: '15:00:00',
      },
      { quantity: '5', algo: { targetPercent: '7', start: '10:00:00', end: '15:00:00' } },
    ],
    ['replace_stock_instruction', { max_target_percent: '12' }, { algo: { maxPercent: '12' } }],
    [
      'replace_option_instruction',
      { quantity: '1', limit_price: '2', stop_price: '1.5', time_in_force: 'DAY' },
      { quantity: '1', limitPrice: '2', stopPrice: '1.5', timeInForce: 'day' },
    ],
    [
      'replace_futures_instruction',
      { quantity: '2', limit_price: '6000.25', order_type: 'LIMIT' },
      { quantity: '2', limitPrice: '6000.25', type: 'limit' },
    ],
    [
      'replace_event_instruction',
      { quantity: '20', limit_price: '0.4' },
      { quantity: '20', limitPrice: '0.4' },
    ],
  ])('%s %j', async (tool, args, change) => {
    const instruction = await made.call(tool, { ...A, client_order_id: 'working-order-1', ...args })
    await made.call('revoke_instruction', {
      instruction_id: (instruction.structuredContent as { instruction_id: string }).instruction_id,
    })
    expect(JSON.parse(JSON.stringify(made.fakePort.requests.at(-1)?.action))).toEqual({
      kind: 'replace',
      accountId: 'ACC1',
      clientOrderId: 'working-order-1',
      change,
    })
  })

  it('holds all changed orders of a combination in one request, each with its own change', async () => {
    await made.call('replace_stock_instruction', {
      ...A,
      orders: [
        { client_order_id: 'working-order-1', quantity: '5' },
        { client_order_id: 'working-order-2', limit_price: '9.5', order_type: 'LIMIT' },
      ],
    })
    expect(JSON.parse(JSON.stringify(made.fakePort.requests.at(-1)?.action))).toEqual({
      kind: 'replace',
      accountId: 'ACC1',
      clientOrderId: 'working-order-1',
      change: { quantity: '5' },
      others: [{ clientOrderId: 'working-order-2', change: { limitPrice: '9.5', type: 'limit' } }],
    })
  })

  it("uses the caller's client order id as its key when no other key is given", async () => {
    const first = await made.call('place_stock_instruction', {
      ...STOCK,
      client_order_id: 'mine-1',
    })
    expect(made.fakePort.requests.at(-1)?.key).toBe('mine-1')
    expect(
      (await made.call('place_stock_instruction', { ...STOCK, client_order_id: 'mine-1' }))
        .structuredContent,
    ).toEqual(first.structuredContent)
    expect(
      await made.refusal('place_stock_instruction', {
        ...STOCK,
        client_order_id: 'mine-1',
        quantity: '11',
      }),
    ).toMatchObject({ code: 'key-conflict' })
  })
})

it.each(REFUSALS)('%s %j is refused and creates no instruction', async (tool, args, why) => {
  const before = made.fakePort.requests.length
  expect(await made.refusal(tool, args)).toEqual({
    code: 'invalid',
    message: expect.stringMatching(why),
    next: expect.stringMatching(/^Nothing was requested and nothing was sent\. Correct/),
  })
  expect(made.fakePort.requests).toHaveLength(before)
})
