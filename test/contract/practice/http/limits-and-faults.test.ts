import { afterEach, describe, expect, it } from 'vitest'
import type { Fault, PracticeState } from '../../../../shared/practice/practice-control.js'
import { limitBuy, placeAndWait } from '../client/orders.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange()
afterEach(async () => {
  await exchange.practice.command({ command: 'clear-faults' })
  await exchange.practice.command({ command: 'rate-limits', profile: 'off' })
})

const fault = (given: Fault) => exchange.practice.command({ command: 'fault', fault: given })
const state = async () => (await exchange.practice.command({ command: 'state' })) as PracticeState
const positions = async () =>
  exchange.client.get('/trading/assets/positions/list', { account_id: await exchange.account() })
const codes = (replies: readonly { readonly status: number }[]) =>
  replies.map(({ status }) => status)

describe('rate limits', () => {
  it('allow two order reads in two seconds, then answer 429 with Retry-After, then recover', async () => {
    const account = await exchange.account()
    const ask = (path: string) => exchange.client.get(path, { account_id: account })
    await exchange.practice.command({ command: 'rate-limits', profile: 'production' })
    const path = '/trading/assets/positions/list'
    // Send the requests at once: on a slow machine the first one's window could end between two of
    // them.
    const replies = (await Promise.all([ask(path), ask(path), ask(path)])).toSorted(
      (a, b) => a.status - b.status,
    )
    expect(codes(replies)).toEqual([200, 200, 429])
    expect(replies[2]?.json).toEqual({
      error_code: 'TOO_MANY_REQUESTS',
      message: expect.any(String) as string,
    })
    expect(Number(replies[2]?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    // Each operation has its own counter.
    expect((await ask('/trading/assets/balances/get')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 2_050))
    expect((await ask(path)).status).toBe(200)
  })

  it('count market data per operation, and are wider for order reads in the sandbox', async () => {
    const account = await exchange.account()
    await exchange.practice.command({ command: 'rate-limits', profile: 'sandbox' })
    const replies = []
    for (let count = 0; count < 31; count += 1) {
      replies.push(
        await exchange.client.get('/trading/assets/positions/list', { account_id: account }),
      )
    }
    expect(codes(replies).filter((status) => status === 200)).toHaveLength(30)
    expect(replies.at(-1)?.status).toBe(429)
  })

  it('leave a placement above the limit without effect', async () => {
    await fault({ kind: 'rate-limited', operation: 'trading.orders.place' })
    const order = limitBuy('AAPL', '1.00')
    const reply = await exchange.client.post('/trading/orders/place', {
      account_id: await exchange.account(),
      new_orders: [order],
    })
    expect(reply.status).toBe(429)
    expect((await state()).accepted[order.client_order_id]).toBeUndefined()
  })
})

describe('faults', () => {
  const place = async (order: ReturnType<typeof limitBuy>) =>
    exchange.client.post('/trading/orders/place', {
      account_id: await exchange.account(),
      new_orders: [order],
    })

  it('drop a connection before the effect', async () => {
    const order = limitBuy('AAPL', '1.00')
    await exchange.account()
    await fault({ kind: 'drop-before-effect', operation: 'trading.orders.place' })
    await expect(place(order)).rejects.toThrow('socket hang up')
    expect((await state()).accepted[order.client_order_id]).toBeUndefined()
    expect((await place(order)).status).toBe(200)
  })

  it('lose an answer after the effect; a repeated id shows that the order had arrived', async () => {
    const order = limitBuy('AAPL', '1.00')
    await fault({ kind: 'drop-after-effect', operation: 'trading.orders.place' })
    await expect(place(order)).rejects.toThrow('socket hang up')
    expect((await state()).accepted[order.client_order_id]).toBe(1)
    const repeated = await place(order)
    expect([repeated.status, repeated.json]).toMatchObject([
      417,
      { error_code: 'OPENAPI_TRADE_PLACE_ORDER_REPEAT' },
    ])
    expect((await state()).accepted[order.client_order_id]).toBe(1)
  })

  it.each([
    ['error-before-effect', undefined],
    ['error-after-effect', 1],
  ] as const)('answer 503 for %s', async (kind, accepted) => {
    const order = limitBuy('AAPL', '1.00')
    await fault({ kind, operation: 'trading.orders.place', status: 503 })
    const reply = await place(order)
    expect([reply.status, reply.json]).toEqual([
      503,
      { error_code: 'SYSTEM_ERROR', message: 'System error' },
    ])
    expect((await state()).accepted[order.client_order_id]).toBe(accepted)
  })

  it('delay, malform and truncate answers', async () => {
    await fault({ kind: 'delay', operation: 'trading.positions.list', ms: 300 })
    const began = performance.now()
    expect((await positions()).status).toBe(200)
    expect(performance.now() - began).toBeGreaterThanOrEqual(290)
    await fault({ kind: 'malformed-body', operation: 'trading.positions.list' })
    const malformed = await positions()
    expect([malformed.status, malformed.json]).toEqual([200, undefined])
    await fault({ kind: 'truncated-body', operation: 'trading.positions.list' })
    await expect(positions()).rejects.toThrow('aborted')
    expect((await positions()).status).toBe(200)
  })

  it('occur the given number of times, for the named operation only', async () => {
    await fault({ kind: 'error-before-effect', operation: 'trading.positions.list', count: 2 })
    expect((await exchange.client.get('/trading/accounts/list')).status).toBe(200)
    expect(codes([await positions(), await positions(), await positions()])).toEqual([
      500, 500, 200,
    ])
  })

  it('delay listings behind Order Detail', async () => {
    const account = await exchange.account()
    const order = limitBuy('AAPL', '1.00')
    const listed = async () =>
      JSON.stringify(
        (await exchange.client.get('/trading/orders/open-orders/list', { account_id: account }))
          .json,
      ).includes(order.client_order_id)
    await placeAndWait(exchange.client, account, order)
    // The delay counts in exchange time, so the test moves the clock instead of waiting.
    const later = async (): Promise<void> =>
      void (await exchange.practice.command({
        command: 'clock',
        to: (await state()).exchangeTime + 120_000,
      }))
    await later()
    await fault({ kind: 'stale-listing', ms: 60_000, count: null })
    expect(
      (
        await exchange.client.post('/trading/orders/cancel', {
          account_id: account,
          client_order_id: order.client_order_id,
        })
      ).status,
    ).toBe(200)
    const detail = await exchange.client.get('/trading/orders/get', {
      account_id: account,
      client_order_id: order.client_order_id,
    })
    expect((detail.json as { orders: { status: string }[] }).orders[0]?.status).toBe('CANCELLED')
    expect(await listed()).toBe(true)
    await later()
    await expect.poll(listed).toBe(false)
  })

  it('skew the clock that checks timestamps', async () => {
    await exchange.practice.command({ command: 'skew', ms: 3_600_000 })
    const reply = await exchange.client.get('/trading/accounts/list')
    expect((reply.json as { error_code: string }).error_code).toBe('ILLEGAL_TIMESTAMP')
    await exchange.practice.command({ command: 'skew', ms: 0 })
    expect((await exchange.client.get('/trading/accounts/list')).status).toBe(200)
  })
})

describe('2FA tokens', () => {
  it("wait for the person's approval when so configured", async () => {
    await exchange.practice.command({ command: 'two-factor', mode: 'pending' })
    const created = (await exchange.client.post('/auth/tokens/create', {})).json as {
      token: string
      status: string
      expires_at: number
    }
    expect(created).toEqual({
      token: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      status: 'PENDING',
      expires_at: expect.any(Number) as number,
    })
    const use = () =>
      exchange.client.signed({
        path: '/trading/accounts/list',
        headers: { 'x-access-token': created.token },
      })
    expect((await use()).status).toBe(401)
    expect(await exchange.practice.command({ command: 'verify-tokens' })).toEqual({ verified: 1 })
    expect(
      (await exchange.client.post('/auth/tokens/check', { token: created.token })).json,
    ).toMatchObject({ status: 'NORMAL' })
    expect((await use()).status).toBe(200)
    await exchange.practice.command({ command: 'two-factor', mode: 'immediate' })
  })

  it('are INVALID when unknown, and have the old shape for v2', async () => {
    expect((await exchange.client.post('/auth/tokens/check', { token: 'x' })).json).toMatchObject({
      status: 'INVALID',
    })
    const v2 = await exchange.client.signed({
      path: '/auth/tokens/create',
      json: {},
      headers: { 'x-version': 'v2' },
    })
    expect(v2.json).toEqual({
      token: expect.any(String) as string,
      status: 'NORMAL',
      expires: expect.any(Number) as number,
    })
  })

  it('are returned again while still valid', async () => {
    const token = exchange.client.token ?? ''
    expect((await exchange.client.post('/auth/tokens/create', { token })).json).toMatchObject({
      token,
      status: 'NORMAL',
    })
  })

  it('are required according to the configuration path', async () => {
    expect(
      (
        await exchange.client.signed({
          path: '/openapi/config',
          headers: { 'x-access-token': null },
        })
      ).json,
    ).toEqual({ token_check_enabled: true })
  })
})
