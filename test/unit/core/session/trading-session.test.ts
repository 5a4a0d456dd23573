import { describe, expect, test } from 'vitest'
import type { OrderObservation } from '../../../../electron/core/orders/order-observation.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { AAPL, ACCOUNT, SessionFixture, draft } from './session-fixture.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../harness/written-out.js'

/** What an event reports of an order that another client placed. */
const FOREIGN_FILL: Omit<OrderObservation, 'filledQuantity' | 'observedAt'> = {
  source: 'event',
  accountId: ACCOUNT,
  clientOrderId: clientOrderId('other-client-order-1'),
  orderId: null,
  assetClass: 'stock',
  symbol: AAPL,
  side: 'buy',
  type: 'limit',
  timeInForce: null,
  session: null,
  status: 'filled',
  quantity: asQuantity(dec('5')),
  amount: null,
  averageFillPrice: asPrice(dec('100')),
  limitPrice: null,
  stopPrice: null,
  trail: null,
  fees: null,
  placedAt: null,
  filledAt: null,
  reason: null,
}

describe('a trading session', () => {
  test('signs in by itself in practice, loads the account, and is ready', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    expect(session.connection.view()).toMatchObject({
      phase: 'ready',
      user: 'U1',
      selectedAccount: ACCOUNT,
      trading: 'active',
      tokenStore: 'memory',
    })
    expect(session.streams.health.get().channels.map((channel) => channel.channel)).toEqual([
      'api',
      'events',
      'market',
    ])
    expect(session.connection.view().notices.map((notice) => notice.code)).toEqual([
      'key-store-missing',
    ])
    expect(session.streams.balance.get()?.netLiquidation).toBe('1000')
  })

  test('reads the positions after a fill of an order that it has not listed yet', async () => {
    const desk = new SessionFixture()
    await desk.start(10_000)
    const before = desk.calls['positions'] ?? 0

    desk.exchange.listener?.onOrder({
      eventType: 'final-fill',
      observation: {
        ...FOREIGN_FILL,
        filledQuantity: asQuantity(dec('5')),
        observedAt: desk.simulation.wall(),
      },
    })
    await desk.simulation.run(desk.simulation.now + 1_000)

    expect(desk.calls['positions']).toBe(before + 1)
  })

  test("SEC-14: never sends a code with another attempt's state to the token request", async () => {
    for (const callback of [
      (): string => 'code=CODE1&state=wrong',
      (): string => 'code=CODE1',
      (state: string): string => `code=CODE1&state=${state}&state=${state}`,
      (state: string): string => `error=access_denied&state=${state}`,
    ]) {
      const desk = new SessionFixture()
      desk.callback = callback
      const session = await desk.start()
      expect(session.connection.view().phase).toBe('attention')
      expect(desk.calls['exchange']).toBeUndefined()
    }
  })

  test('SEC-14: uses a state of 256 bits of its own for every attempt', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    await desk.wait(session.connection.signIn())
    const states = desk.authorizeUrls.map((url) => new URL(url).searchParams.get('state'))
    expect(new Set(states).size).toBe(2)
    expect(states.every((state) => /^[0-9a-f]{64}$/.test(state ?? ''))).toBe(true)
  })

  test('SEC-16: needs attention when the vault cannot store the tokens', async () => {
    const desk = new SessionFixture()
    desk.vaultFails = true
    const session = await desk.start()
    expect(writtenOut(session.connection.view())).toMatchObject({
      phase: 'attention',
      problem: 'The new tokens could not be stored safely.',
    })
    expect((await session.orders.submit('ticket-0001', draft())).ok).toBe(false)
  })

  test('reuses stored tokens at the next start, and signs in once when they are spent', async () => {
    const desk = new SessionFixture()
    await desk.start()
    await desk.restart()
    expect([desk.authorizeUrls.length, desk.calls['refresh']]).toEqual([1, undefined])
    desk.refresh = () => err({ kind: 'invalid-grant', message: foreign('spent') })
    desk.exchangeCode = () => err({ kind: 'refused', message: foreign('no') })
    await desk.simulation.run(desk.simulation.now + 3 * 3_600_000)
    expect(desk.session.connection.view().phase).toBe('attention')
    expect([desk.authorizeUrls.length, desk.calls['refresh']]).toEqual([2, 1])
  })

  test('waits for a provider that is not available yet', async () => {
    const desk = new SessionFixture()
    desk.accountsFail = true
    const session = await desk.start(5_000)
    expect(session.connection.view().phase).toBe('starting')
    expect(await session.orders.submit('ticket-0001', draft())).toMatchObject({
      ok: false,
      error: { code: 'session/not-ready', order: 'not-placed' },
    })
    desk.accountsFail = false
    await desk.simulation.run(desk.simulation.now + 10_000)
    expect(session.connection.view().phase).toBe('ready')
  })

  test('signs out, refuses orders, and trades again after signing in', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    expect((await desk.wait(session.connection.signOut())).phase).toBe('signed-out')
    expect(desk.secrets.size).toBe(0)
    expect(await session.orders.submit('ticket-0001', draft())).toMatchObject({
      ok: false,
      error: { code: 'session/signed-out' },
    })
    expect((await desk.wait(session.connection.signIn())).phase).toBe('ready')
    expect(await desk.wait(session.orders.submit('ticket-0002', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'acknowledged' },
    })
  })

  test('runs nothing and calls no listener after dispose', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    await desk.wait(session.orders.submit('ticket-0001', draft()))
    let calls = 0
    session.streams.orders.subscribe(() => {
      calls += 1
    })
    await desk.wait(session.connection.dispose())
    const before = { ...desk.calls, steps: desk.simulation.steps }
    await desk.simulation.run(desk.simulation.now + 120_000)
    expect({ ...desk.calls, steps: before.steps }).toEqual(before)
    expect([calls, desk.stream, desk.exchange.listener]).toEqual([0, null, null])
  })
})

describe('orders through a session', () => {
  test('REL-28: writes the intent before sending a limit order, which then works', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    desk.exchange.onSend = (_kind, id) => expect(desk.disk.intents().has(id)).toBe(true)
    const outcome = await desk.wait(session.orders.submit('ticket-0001', draft()))
    expect(outcome).toMatchObject({
      ok: true,
      value: { outcome: 'acknowledged', order: { status: 'pending', ours: true } },
    })
    await desk.simulation.run(desk.simulation.now + 1_000)
    expect(session.streams.orders.all()[0]!.status).not.toBe('pending')
    expect(session.streams.orders.all()[0]!.clientOrderId).toMatch(/^[0-9a-f]{32}$/)
  })

  test('REL-29: returns the same order for the same ticket, and refuses another draft', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    const both = await desk.wait(
      Promise.all([
        session.orders.submit('ticket-0001', draft()),
        session.orders.submit('ticket-0001', draft()),
      ]),
    )
    expect(both[0]).toEqual(both[1])
    await desk.restart()
    const repeated = await desk.wait(desk.session.orders.submit('ticket-0001', draft()))
    expect(repeated).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
    expect(
      await desk.wait(desk.session.orders.submit('ticket-0001', draft({ side: 'sell' }))),
    ).toMatchObject({ ok: true, value: { outcome: 'denied' } })
    expect(desk.exchange.sent.filter((sent) => sent.kind === 'place')).toHaveLength(1)
  })

  test('REL-29: places one of two concurrent orders with the same draft and denies the other', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    const both = await desk.wait(
      Promise.all([
        session.orders.submit('ticket-0001', draft()),
        session.orders.submit('ticket-0002', draft()),
      ]),
    )
    expect(both.map((result) => result.ok && result.value.outcome).sort()).toEqual([
      'acknowledged',
      'denied',
    ])
  })

  test('REL-31: reports a lost answer as unknown, then settles it by Order Detail', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    const { trade } = desk.exchange
    const place = trade.place
    Object.assign(trade, {
      place: (orderDraft: Parameters<typeof place>[0], id: Parameters<typeof place>[1]) => {
        desk.simulation.schedule(15_400, () => void place(orderDraft, id), -1)
        return new Promise(() => undefined)
      },
    })
    const outcome = await desk.wait(session.orders.submit('ticket-0001', draft()))
    expect(outcome).toMatchObject({
      ok: true,
      value: { outcome: 'unknown', order: { status: 'unknown' } },
    })
    // An order on the same side of the same symbol is denied until that is settled.
    expect(
      writtenOut(
        await desk.wait(
          session.orders.submit('ticket-0002', draft({ limitPrice: asPrice(dec('98')) })),
        ),
      ),
    ).toMatchObject({
      ok: true,
      value: { outcome: 'denied', reasons: [expect.stringContaining('uncertain-order')] },
    })
    await desk.simulation.run(desk.simulation.now + 2_000)
    expect(['working', 'partially-filled', 'filled']).toContain(
      session.streams.orders.all()[0]!.status,
    )
  })

  test('does not report an order as unknown when an event shows it before the answer', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    const { trade } = desk.exchange
    const place = trade.place
    Object.assign(trade, {
      place: (orderDraft: Parameters<typeof place>[0], id: Parameters<typeof place>[1]) => {
        void place(orderDraft, id)
        return new Promise(() => undefined)
      },
    })
    expect(await desk.wait(session.orders.submit('ticket-0001', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'acknowledged' },
    })
  })

  test('REL-31: shows the effect of a lost event within three seconds', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    desk.exchange.events.start = () => () => undefined
    await desk.wait(session.orders.submit('ticket-0001', draft()))
    await desk.simulation.run(desk.simulation.now + 2_000)
    desk.exchange.listener = null
    const exchangeOrder = Array.from(desk.exchange.orders.values())[0]!
    Object.assign(exchangeOrder, { status: 'cancelled' })
    await desk.simulation.run(desk.simulation.now + 3_000)
    expect(session.streams.orders.all()[0]!.status).toBe('cancelled')
  })

  test('shows replace and cancel as pending until the provider shows the result', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    await desk.wait(session.orders.submit('ticket-0001', draft()))
    await desk.simulation.run(desk.simulation.now + 60)
    const { clientOrderId } = session.streams.orders.all()[0]!
    const replaced = await desk.wait(
      session.orders.replace(ACCOUNT, clientOrderId, { limitPrice: asPrice(dec('99')) }),
    )
    expect(replaced).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
    await desk.simulation.run(desk.simulation.now + 3_000)
    expect(session.streams.orders.all()[0]).toMatchObject({ limitPrice: '99', pending: null })
    expect(
      await desk.wait(
        session.orders.replace(ACCOUNT, clientOrderId, { limitPrice: asPrice(dec('99.001')) }),
      ),
    ).toMatchObject({ ok: true, value: { outcome: 'denied' } })
    await desk.wait(session.orders.cancel(ACCOUNT, clientOrderId))
    await desk.simulation.run(desk.simulation.now + 3_000)
    expect(session.streams.orders.all()[0]).toMatchObject({ status: 'cancelled', pending: null })
    expect(await session.orders.cancel(ACCOUNT, clientOrderId)).toMatchObject({
      ok: false,
      error: { code: 'order/already-final' },
    })
  })

  test('REL-36: keeps a halt over a restart until it is lifted; only cancels pass', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    await desk.wait(session.orders.submit('ticket-0001', draft()))
    await desk.wait(session.trading.set('halted', foreign('by hand')))
    await desk.simulation.run(desk.simulation.now + 100)
    await desk.restart()
    const halted = desk.session
    expect(halted.connection.view()).toMatchObject({ phase: 'ready', trading: 'halted' })
    expect(writtenOut(await desk.wait(halted.orders.submit('ticket-0002', draft())))).toMatchObject(
      {
        ok: true,
        value: { outcome: 'denied', reasons: [expect.stringContaining('halted')] },
      },
    )
    const open = halted.streams.orders.all()[0]!
    if (open.status !== 'filled') {
      expect(await desk.wait(halted.orders.cancel(ACCOUNT, open.clientOrderId))).toMatchObject({
        ok: true,
      })
    }
    await desk.wait(halted.trading.set('active', foreign('checked')))
    expect(
      await desk.wait(
        halted.orders.submit('ticket-0003', draft({ limitPrice: asPrice(dec('98')) })),
      ),
    ).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
  })

  test('REL-36: halts before sending when the disk fails, and still cancels', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    await desk.wait(session.orders.submit('ticket-0001', draft()))
    desk.disk.failing = true
    expect(
      await desk.wait(
        session.orders.submit('ticket-0002', draft({ limitPrice: asPrice(dec('98')) })),
      ),
    ).toMatchObject({ ok: true, value: { outcome: 'denied' } })
    expect(desk.exchange.sent).toHaveLength(1)
    expect(session.connection.view()).toMatchObject({ trading: 'halted' })
    const open = session.streams.orders.all().find((order) => order.status !== 'not-placed')!
    if (open.status !== 'filled') {
      expect(await desk.wait(session.orders.cancel(ACCOUNT, open.clientOrderId))).toMatchObject({
        ok: true,
      })
    }
  })

  test('halts trading when the journal cannot be read', async () => {
    const desk = new SessionFixture()
    desk.disk.lines.push('{"v":2,"kind":"intent"}')
    const session = await desk.start()
    expect(session.connection.view()).toMatchObject({ phase: 'ready', trading: 'halted' })
    expect(await desk.wait(session.orders.submit('ticket-0001', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
  })

  test.each([
    [
      'a symbol that is not listed',
      draft({ symbol: 'NOPE' as unknown as typeof AAPL }),
      'symbol-unknown',
    ],
    ['a short sale of a stock that cannot be borrowed', draft({ side: 'short' }), 'not-shortable'],
    ['a price between steps', draft({ limitPrice: asPrice(dec('99.501')) }), 'draft-invalid'],
  ])('denies %s and sends nothing', async (_title, order, code) => {
    const desk = new SessionFixture()
    const session = await desk.start()
    expect(writtenOut(await desk.wait(session.orders.submit('ticket-0001', order)))).toMatchObject({
      ok: true,
      value: { outcome: 'denied', reasons: [expect.stringContaining(code)] },
    })
    expect(desk.exchange.sent).toEqual([])
  })
})

describe('market data through a session', () => {
  test('subscribes for the first watcher, and unsubscribes some time after the last', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    const changes: string[] = []
    const first = session.streams.depth(AAPL).subscribe(() => {
      changes.push('depth')
    })
    const second = session.streams.depth(AAPL).subscribe(() => undefined)
    await desk.simulation.run(desk.simulation.now + 100)
    expect(desk.interests.at(-1)!.depth).toEqual([AAPL])
    expect(session.streams.depth(AAPL).get()?.bids[0]?.price).toBe('99.99')
    expect(changes).toEqual(['depth'])
    const published = desk.interests.length
    first()
    await desk.simulation.run(desk.simulation.now + 60_000)
    expect(desk.interests.length).toBe(published)
    second()
    await desk.simulation.run(desk.simulation.now + 60_000)
    expect(desk.interests.at(-1)!.depth).toEqual([])
  })

  test('subscribes to the prices of positions and marks them', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    expect(desk.interests.at(-1)!.quotes).toEqual([AAPL])
    desk.stream!.onQuote({
      symbol: AAPL,
      receivedAt: desk.simulation.wall(),
      last: asPrice(dec('101')),
      time: desk.simulation.wall(),
    })
    await desk.simulation.run(desk.simulation.now + 200)
    expect(session.streams.positions.get()?.[0]).toMatchObject({
      lastPrice: '101',
      marketValue: '1010.00',
      unrealizedPnl: '110.00',
    })
    expect(session.streams.balance.get()).toMatchObject({ netLiquidation: '1010' })
  })

  test('REL-33: reads the quotes that the stream does not send again after a reconnect', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    session.streams.quotes([AAPL]).subscribe(() => undefined)
    await desk.simulation.run(desk.simulation.now + 2_000)
    const before = desk.calls['snapshots'] ?? 0
    desk.stream!.onHealth({ state: 'down', lastMessageAt: null, latencyMs: null, detail: null })
    desk.stream!.onHealth({ state: 'live', lastMessageAt: null, latencyMs: null, detail: null })
    desk.stream!.onSubscribed({ quotes: [AAPL], depth: [], ticks: [] })
    await desk.simulation.run(desk.simulation.now + 1_600)
    expect(desk.calls['snapshots']).toBe(before + 1)
    expect(
      session.streams.health.get().channels.find((channel) => channel.channel === 'market')!.state,
    ).toBe('live')
  })

  test('returns previews and history as values', async () => {
    const desk = new SessionFixture()
    const session = await desk.start()
    expect(await session.queries.preview(draft())).toEqual(
      ok({
        cost: '0',
        fees: '0',
        currency: 'USD',
        source: 'provider',
        asOf: desk.simulation.wall(),
      }),
    )
    expect(
      await desk.wait(
        session.queries.history({ accountId: ACCOUNT, from: null, to: null, cursor: null }),
      ),
    ).toEqual(ok({ orders: [], fills: [], cursor: null }))
  })
})
