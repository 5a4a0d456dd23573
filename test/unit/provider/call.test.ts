import { describe, expect, it } from 'vitest'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { AUTH_OPERATIONS } from '../../../shared/wire/families/access/auth.js'
import type { Operation } from '../../../shared/wire/operation.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import { STOCK_DATA_OPERATIONS } from '../../../shared/wire/families/market-data/stock-data.js'
import { STREAMING_OPERATIONS } from '../../../shared/wire/families/market-data/streaming.js'
import { CONNECT_OPERATIONS } from '../../../shared/wire/families/access/connect.js'
import { answer, broken, callerFixture } from './fake-http.js'

const DETAIL = { account_id: 'ACC', client_order_id: 'c'.repeat(32) }
const CANCELLED = { client_order_id: DETAIL.client_order_id, order_id: 'O' }
const GROUP = { orders: [] }
const INVALID = answer(401, { error_code: 'INVALID_TOKEN', message: 'x' })

describe('provider calls', () => {
  it('carry version, signature and token, and never the secret', async () => {
    const { http, caller } = callerFixture([answer(200, GROUP)])
    expect((await caller.call(ORDER_OPERATIONS.getOrder, DETAIL)).ok).toBe(true)
    const [request] = http.sent
    expect(request).toMatchObject({
      method: 'GET',
      origin: 'https://api.sandbox.webull.com',
      target: `/trading/orders/get?account_id=ACC&client_order_id=${DETAIL.client_order_id}`,
      body: null,
    })
    expect(request?.headers).toMatchObject({
      'x-version': 'v3',
      'x-app-key': 'key',
      'x-access-token': 'token-1',
      'x-timestamp': '2026-12-11T14:40:00Z',
    })
    expect(JSON.stringify(request)).not.toContain('top-secret')
    expect(request?.headers).not.toHaveProperty('authorization')
  })

  it('go with a bearer to the OAuth host for trading in connect mode; market data does not', async () => {
    const { http, caller } = callerFixture(
      [answer(200, GROUP), answer(200, { result: [] }), answer(200, [])],
      { mode: 'connect' },
    )
    await caller.call(ORDER_OPERATIONS.getOrder, DETAIL)
    await caller.call(STOCK_DATA_OPERATIONS.stockBarsBatch, {
      symbols: ['A'],
      category: 'US_STOCK',
      timespan: 'D',
    })
    await caller.call(CONNECT_OPERATIONS.listAccountsConnect, {})
    expect(
      http.sent.map((request) => [
        request.origin,
        request.headers['authorization'] ?? null,
        request.headers['x-access-token'] ?? null,
      ]),
    ).toEqual([
      ['https://oauth-open-api.sandbox.webull.com', 'Bearer bearer-1', null],
      ['https://api.sandbox.webull.com', null, 'token-1'],
      ['https://oauth-open-api.sandbox.webull.com', 'Bearer bearer-1', null],
    ])
    expect(http.sent[0]?.headers['x-signature']).toBeDefined()
  })

  it('provider calls to the token operations carry no token', async () => {
    const { http, caller } = callerFixture([
      answer(200, { token: 't', expires_at: 1, status: 'NORMAL' }),
    ])
    await caller.call(AUTH_OPERATIONS.createToken, {})
    expect(http.sent[0]?.headers).not.toHaveProperty('x-access-token')
    expect(new TextDecoder().decode(http.sent[0]?.body ?? new Uint8Array())).toBe('{}')
  })

  it.each([
    broken('reset', 'sent'),
    broken('timeout', 'sent'),
    broken('connect', 'not-sent'),
    answer(500, ''),
    answer(503, 'x'),
  ])('repeat a GET read once, with a new signature: %#', async (failure) => {
    const { http, caller } = callerFixture([failure, answer(200, GROUP)])
    expect((await caller.call(ORDER_OPERATIONS.getOrder, DETAIL)).ok).toBe(true)
    expect(http.sent).toHaveLength(2)
    expect(http.sent[0]?.headers['x-signature-nonce']).not.toBe(
      http.sent[1]?.headers['x-signature-nonce'],
    )
  })

  it('repeat it only once', async () => {
    const { http, caller } = callerFixture([answer(500, ''), answer(500, ''), answer(200, GROUP)])
    expect(await caller.call(ORDER_OPERATIONS.getOrder, DETAIL)).toMatchObject({
      ok: false,
      error: { class: 'ambiguous', code: 'unavailable' },
    })
    expect(http.sent).toHaveLength(2)
  })

  it.each([
    broken('reset', 'sent'),
    broken('timeout', 'sent'),
    broken('connect', 'not-sent'),
    broken('truncated', 'response-started'),
    answer(500, ''),
    answer(503, ''),
    answer(200, 'not json'),
    answer(429, { error_code: 'TOO_MANY_REQUESTS' }),
    answer(417, { error_code: 'OPENAPI_SYSTEM_ERROR' }),
  ])('never repeat a trade: %#', async (failure) => {
    const { http, caller } = callerFixture([
      failure,
      answer(200, CANCELLED),
      answer(200, CANCELLED),
    ])
    expect((await caller.call(ORDER_OPERATIONS.cancelOrder, DETAIL)).ok).toBe(false)
    expect(http.sent).toHaveLength(1)
  })

  it('repeat no POST reads, refusals or unreadable answers', async () => {
    for (const [failure, operation, params] of [
      [
        answer(500, ''),
        STOCK_DATA_OPERATIONS.stockBarsBatch,
        { symbols: ['A'], category: 'US_STOCK', timespan: 'D' },
      ],
      [answer(417, { error_code: 'X_Y_Z' }), ORDER_OPERATIONS.getOrder, DETAIL],
      [answer(200, '{"orders":1}'), ORDER_OPERATIONS.getOrder, DETAIL],
      [
        answer(200, new TextDecoder('latin1').decode(new Uint8Array([0xff]))),
        ORDER_OPERATIONS.getOrder,
        DETAIL,
      ],
    ] as const) {
      const { http, caller } = callerFixture([failure, failure])
      expect(
        (
          await caller.call<typeof ORDER_OPERATIONS.getOrder>(
            operation as typeof ORDER_OPERATIONS.getOrder,
            params as typeof DETAIL,
          )
        ).ok,
      ).toBe(false)
      expect(http.sent).toHaveLength(1)
    }
  })

  it('repeat no change of an order after a refused token', async () => {
    const { http, caller, rejected } = callerFixture([INVALID, answer(200, CANCELLED)])
    const change = { client_order_id: DETAIL.client_order_id, quantity: '2' }
    expect(
      await caller.call(ORDER_OPERATIONS.replaceOrder, {
        account_id: 'ACC',
        modify_orders: [change],
      }),
    ).toMatchObject({ ok: false, error: { class: 'auth', code: 'invalid-token' } })
    expect(http.sent).toHaveLength(1)
    expect(rejected).toEqual(['token-1'])
  })

  it('send a cancel once more with the renewed token, which a refused one does not lose', async () => {
    const { http, caller } = callerFixture([INVALID, answer(200, CANCELLED)])
    expect((await caller.call(ORDER_OPERATIONS.cancelOrder, DETAIL)).ok).toBe(true)
    expect(http.sent.map((request) => request.headers['x-access-token'])).toEqual([
      'token-1',
      'token-2',
    ])
  })

  it.each([
    ['cancel', ORDER_OPERATIONS.cancelOrder, CANCELLED],
    ['read', ORDER_OPERATIONS.getOrder, GROUP],
  ] as const)(
    'send a %s whose new tokens are refused as well four times, and no more',
    async (_kind, operation, body) => {
      const tokens = ['token-1', 'token-2', 'token-3', 'token-4', 'token-5']
      const thrice = callerFixture([INVALID, INVALID, INVALID, answer(200, body)], { tokens })
      expect((await thrice.caller.call<Operation>(operation, DETAIL)).ok).toBe(true)
      expect(thrice.rejected).toEqual(['token-1', 'token-2', 'token-3'])
      const refusals = [INVALID, INVALID, INVALID, INVALID]
      const always = callerFixture([...refusals, answer(200, body)], { tokens })
      expect(await always.caller.call<Operation>(operation, DETAIL)).toMatchObject({
        ok: false,
        error: { class: 'auth', code: 'invalid-token' },
      })
      expect(always.http.sent).toHaveLength(4)
    },
  )

  it('send a cancel no third time where the broker gives the refused token again', async () => {
    const { http, caller } = callerFixture([INVALID, INVALID, answer(200, CANCELLED)], {
      tokens: ['token-1', 'token-1', 'token-1'],
    })
    expect((await caller.call(ORDER_OPERATIONS.cancelOrder, DETAIL)).ok).toBe(false)
    expect(http.sent).toHaveLength(2)
  })

  it('send no cancel again that was withdrawn while its token was renewed', async () => {
    const { http, caller } = callerFixture([INVALID, answer(200, CANCELLED)])
    const maySend = (): boolean => http.sent.length === 0
    expect(await caller.call(ORDER_OPERATIONS.cancelOrder, DETAIL, { maySend })).toMatchObject({
      ok: false,
      error: { code: 'withdrawn' },
    })
    expect(http.sent).toHaveLength(1)
  })

  it('renew a refused token and repeat a read', async () => {
    const reading = callerFixture([INVALID, answer(200, GROUP)])
    expect((await reading.caller.call(ORDER_OPERATIONS.getOrder, DETAIL)).ok).toBe(true)
    expect(reading.http.sent.map((request) => request.headers['x-access-token'])).toEqual([
      'token-1',
      'token-2',
    ])
    expect(reading.rejected).toEqual(['token-1'])
    const session = callerFixture([INVALID, answer(200, '')])
    expect(
      (
        await session.caller.call(STREAMING_OPERATIONS.subscribeMarketData, {
          session_id: 's',
          symbols: ['A'],
          category: 'US_STOCK',
          sub_types: ['TICK'],
        })
      ).ok,
    ).toBe(false)
    expect(session.http.sent).toHaveLength(1)
    expect(session.rejected).toEqual(['token-1'])
  })

  it('accept an empty body only where nothing is promised', async () => {
    const { caller } = callerFixture([answer(200, ''), answer(200, '')])
    expect(
      await caller.call(STREAMING_OPERATIONS.subscribeMarketData, {
        session_id: 's',
        symbols: ['A'],
        category: 'US_STOCK',
        sub_types: ['TICK'],
      }),
    ).toEqual({ ok: true, value: undefined })
    expect(await caller.call(ACCOUNT_OPERATIONS.getBalance, { account_id: 'A' })).toMatchObject({
      ok: false,
      error: { code: 'malformed', class: 'ambiguous' },
    })
  })

  it('fail before sending: no token, bad parameters, closed', async () => {
    const without = callerFixture([], { tokens: [null] })
    expect(await without.caller.call(ORDER_OPERATIONS.cancelOrder, DETAIL)).toMatchObject({
      ok: false,
      error: { class: 'not-sent', code: 'signed-out' },
    })
    const bad = callerFixture([])
    expect(
      await bad.caller.call(ORDER_OPERATIONS.getOrder, { account_id: '', client_order_id: 'x' }),
    ).toMatchObject({ ok: false, error: { class: 'not-sent', code: 'invalid-request' } })
    bad.caller.close()
    expect(await bad.caller.call(ORDER_OPERATIONS.getOrder, DETAIL)).toMatchObject({
      ok: false,
      error: { class: 'not-sent', code: 'stopped' },
    })
    expect([...without.http.sent, ...bad.http.sent]).toHaveLength(0)
  })

  it('follow no redirect and accept no other 2xx', async () => {
    for (const status of [201, 204, 302]) {
      const { caller, http } = callerFixture([
        answer(status, CANCELLED, { location: 'https://evil.example/' }),
      ])
      expect(await caller.call(ORDER_OPERATIONS.cancelOrder, DETAIL)).toMatchObject({
        ok: false,
        error: { class: 'ambiguous' },
      })
      expect(http.sent).toHaveLength(1)
    }
  })

  it('omit null members in a query, and undefined ones in JSON', async () => {
    const { http, caller } = callerFixture([
      answer(200, { estimated_cost: '1', estimated_transaction_fee: '0' }),
    ])
    await caller.call(ORDER_OPERATIONS.previewOrder, {
      account_id: 'A',
      client_combo_order_id: undefined,
      new_orders: [
        {
          client_order_id: 'x',
          combo_type: 'NORMAL',
          instrument_type: 'EQUITY',
          market: 'US',
          symbol: 'A',
          side: 'BUY',
          order_type: 'MARKET',
          time_in_force: 'DAY',
          entrust_type: 'QTY',
          quantity: '1',
        },
      ],
    })
    expect(new TextDecoder().decode(http.sent[0]?.body ?? new Uint8Array())).not.toContain(
      'undefined',
    )
  })
})
