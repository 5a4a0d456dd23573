import { beforeAll, describe, expect, it } from 'vitest'
import {
  connectAssistantClient,
  type AssistantClient,
} from '../../harness/assistant/assistant-client.js'
import {
  ACCOUNT_ARGS,
  STOCK,
  DRAFT,
  OPTION,
  OPTION_DRAFT,
  call,
  callLeg,
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

/** Every published parameter of every order tool (MCP-2), with the draft that must result. */
const ORDERS: readonly (readonly [tool: string, args: object, draft: object])[] = [
  ['place_stock_instruction', STOCK, DRAFT],
  [
    'place_stock_instruction',
    {
      ...ACCOUNT_ARGS,
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
    { ...OPTION, position_id: 'P7', leg_in_strategy: 'VERTICAL' },
    {
      ...OPTION_DRAFT,
      terms: {
        ...OPTION_DRAFT.terms,
        intent: 'sell-to-open',
        legging: { direction: 'in', positionId: 'P7', strategy: 'vertical' },
      },
    },
  ],
  [
    'place_option_single_instruction',
    { ...OPTION, position_id: 'P7' },
    {
      ...OPTION_DRAFT,
      terms: {
        ...OPTION_DRAFT.terms,
        intent: 'sell-to-close',
        legging: { direction: 'out', positionId: 'P7' },
      },
    },
  ],
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
      ...ACCOUNT_ARGS,
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

describe('the instruction that a tool call creates', () => {
  it.each(ORDERS)('%s %j', async (tool, args, draft) => {
    const key = `${tool} ${JSON.stringify(args)}`.replaceAll(/[^\w.:/-]/g, '').slice(-64)
    const answer = await assistant.call(tool, { ...args, instruction_key: key, reason: 'why' })
    const { structuredContent } = answer
    expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true)
    const id = (structuredContent as { instruction_id: string }).instruction_id
    await assistant.call('revoke_instruction', { instruction_id: id })
    expect(JSON.parse(JSON.stringify(assistant.fakePort.requests.at(-1)))).toEqual({
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
    await assistant.call('place_stock_batch_instruction', {
      ...ACCOUNT_ARGS,
      orders: [order, { ...order, symbol: 'MSFT', quantity: '3' }],
      instruction_key: 'batch',
    })
    expect(assistant.fakePort.requests.at(-1)).toMatchObject({
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
    const instruction = await assistant.call(tool, {
      ...ACCOUNT_ARGS,
      client_order_id: 'working-order-1',
      ...args,
    })
    await assistant.call('revoke_instruction', {
      instruction_id: (instruction.structuredContent as { instruction_id: string }).instruction_id,
    })
    expect(JSON.parse(JSON.stringify(assistant.fakePort.requests.at(-1)?.action))).toEqual({
      kind: 'replace',
      accountId: 'ACC1',
      clientOrderId: 'working-order-1',
      change,
    })
  })

  it('holds all changed orders of a combination in one request, each with its own change', async () => {
    await assistant.call('replace_stock_instruction', {
      ...ACCOUNT_ARGS,
      orders: [
        { client_order_id: 'working-order-1', quantity: '5' },
        { client_order_id: 'working-order-2', limit_price: '9.5', order_type: 'LIMIT' },
      ],
    })
    expect(JSON.parse(JSON.stringify(assistant.fakePort.requests.at(-1)?.action))).toEqual({
      kind: 'replace',
      accountId: 'ACC1',
      clientOrderId: 'working-order-1',
      change: { quantity: '5' },
      others: [{ clientOrderId: 'working-order-2', change: { limitPrice: '9.5', type: 'limit' } }],
    })
  })

  it("uses the caller's client order id as its key when no other key is given", async () => {
    const first = await assistant.call('place_stock_instruction', {
      ...STOCK,
      client_order_id: 'mine-1',
    })
    expect(assistant.fakePort.requests.at(-1)?.key).toBe('mine-1')
    expect(
      (await assistant.call('place_stock_instruction', { ...STOCK, client_order_id: 'mine-1' }))
        .structuredContent,
    ).toEqual(first.structuredContent)
    expect(
      await assistant.refusal('place_stock_instruction', {
        ...STOCK,
        client_order_id: 'mine-1',
        quantity: '11',
      }),
    ).toMatchObject({ code: 'key-conflict' })
  })
})
