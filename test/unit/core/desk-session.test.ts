import { describe, expect, test } from 'vitest'
import { asPrice, dec } from '../../../shared/domain/decimal.js'
import { err, ok } from '../../../shared/domain/result.js'
import { zHealthView, zSessionView } from '../../../shared/ipc/views.js'
import { AAPL, ACCOUNT, DeskRig, draft } from './desk-rig.js'

describe('a desk session', () => {
  test('signs in by itself in practice, loads the account, and is ready', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    expect(zSessionView.parse(session.sessionView())).toMatchObject({
      phase: 'ready',
      user: 'U1',
      selectedAccount: ACCOUNT,
      trading: 'active',
      tokenStore: 'memory',
    })
    expect(
      zHealthView.parse(session.streams.health.get()).channels.map((channel) => channel.channel),
    ).toEqual(['api', 'events', 'market'])
    expect(session.sessionView().notices.map((notice) => notice.code)).toEqual([
      'key-store-missing',
    ])
    expect(session.streams.balance.get()?.netLiquidation).toBe('1000')
  })

  test('sec-014: a state of another attempt never reaches the token call', async () => {
    for (const callback of [
      (): string => 'code=CODE1&state=wrong',
      (): string => 'code=CODE1',
      (state: string): string => `code=CODE1&state=${state}&state=${state}`,
      (state: string): string => `error=access_denied&state=${state}`,
    ]) {
      const rig = new DeskRig()
      rig.callback = callback
      const session = await rig.up()
      expect(session.sessionView().phase).toBe('attention')
      expect(rig.calls['exchange']).toBeUndefined()
    }
  })

  test('sec-014: every attempt has its own state of 256 bits', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    await rig.wait(session.signIn())
    const states = rig.authorized.map((url) => new URL(url).searchParams.get('state'))
    expect(new Set(states).size).toBe(2)
    expect(states.every((state) => /^[0-9a-f]{64}$/.test(state ?? ''))).toBe(true)
  })

  test('sec-016: a vault that cannot keep the tokens leaves the session in attention, with words', async () => {
    const rig = new DeskRig()
    rig.vaultFails = true
    const session = await rig.up()
    expect(session.sessionView()).toMatchObject({
      phase: 'attention',
      problem: 'The new tokens could not be stored safely',
    })
    expect((await session.submit('ticket-0001', draft())).ok).toBe(false)
  })

  test('kept tokens save the sign-in at the next start; spent ones lead to one new sign-in, not to a loop', async () => {
    const rig = new DeskRig()
    await rig.up()
    await rig.restart()
    expect([rig.authorized.length, rig.calls['refresh']]).toEqual([1, undefined])
    rig.refresh = () => err({ kind: 'invalid-grant', message: 'spent' })
    rig.exchangeCode = () => err({ kind: 'refused', message: 'no' })
    await rig.world.run(rig.world.now + 3 * 3_600_000)
    expect(rig.session.sessionView().phase).toBe('attention')
    expect([rig.authorized.length, rig.calls['refresh']]).toEqual([2, 1])
  })

  test('waits for a provider that is not up yet', async () => {
    const rig = new DeskRig()
    rig.accountsFail = true
    const session = await rig.up(5_000)
    expect(session.sessionView().phase).toBe('starting')
    expect(await session.submit('ticket-0001', draft())).toMatchObject({
      ok: false,
      error: { code: 'session/not-ready', order: 'not-placed' },
    })
    rig.accountsFail = false
    await rig.world.run(rig.world.now + 10_000)
    expect(session.sessionView().phase).toBe('ready')
  })

  test('signs out: tokens gone, orders refused; signing in again brings it back', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    expect((await rig.wait(session.signOut())).phase).toBe('signed-out')
    expect(rig.secrets.size).toBe(0)
    expect(await session.submit('ticket-0001', draft())).toMatchObject({
      ok: false,
      error: { code: 'session/signed-out' },
    })
    expect((await rig.wait(session.signIn())).phase).toBe('ready')
    expect(await rig.wait(session.submit('ticket-0002', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'acknowledged' },
    })
  })

  test('after dispose nothing runs and nobody is called', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    await rig.wait(session.submit('ticket-0001', draft()))
    let calls = 0
    session.streams.orders.subscribe(() => {
      calls += 1
    })
    await rig.wait(session.dispose())
    const before = { ...rig.calls, steps: rig.world.steps }
    await rig.world.run(rig.world.now + 120_000)
    expect({ ...rig.calls, steps: before.steps }).toEqual(before)
    expect([calls, rig.stream, rig.exchange.listener]).toEqual([0, null, null])
  })
})

describe('orders through a session', () => {
  test('rel-028: a limit order is acknowledged, seen working, and its intent was on the disk before it left', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    rig.exchange.onSend = (_kind, id) => expect(rig.disk.intents().has(id)).toBe(true)
    const outcome = await rig.wait(session.submit('ticket-0001', draft()))
    expect(outcome).toMatchObject({
      ok: true,
      value: { outcome: 'acknowledged', order: { status: 'pending', ours: true } },
    })
    await rig.world.run(rig.world.now + 1_000)
    expect(session.streams.orders.all()[0]!.status).not.toBe('pending')
    expect(session.streams.orders.all()[0]!.clientOrderId).toMatch(/^[0-9a-f]{32}$/)
  })

  test('rel-029: the same ticket gives the same order: at once, later, and after a restart; another draft is refused', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    const both = await rig.wait(
      Promise.all([session.submit('ticket-0001', draft()), session.submit('ticket-0001', draft())]),
    )
    expect(both[0]).toEqual(both[1])
    await rig.restart()
    const again = await rig.wait(rig.session.submit('ticket-0001', draft()))
    expect(again).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
    expect(
      await rig.wait(rig.session.submit('ticket-0001', draft({ side: 'sell' }))),
    ).toMatchObject({ ok: true, value: { outcome: 'denied' } })
    expect(rig.exchange.sent.filter((sent) => sent.kind === 'place')).toHaveLength(1)
  })

  test('rel-029: two tickets of the same moment with the same draft are one order and one denial', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    const both = await rig.wait(
      Promise.all([session.submit('ticket-0001', draft()), session.submit('ticket-0002', draft())]),
    )
    expect(both.map((result) => result.ok && result.value.outcome).sort()).toEqual([
      'acknowledged',
      'denied',
    ])
  })

  test('rel-031: an answer that never comes is unknown after the deadline, then found by Order Detail', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    const { trade } = rig.exchange
    const place = trade.place
    Object.assign(trade, {
      place: (one: Parameters<typeof place>[0], id: Parameters<typeof place>[1]) => {
        rig.world.schedule(15_400, () => void place(one, id), -1)
        return new Promise(() => undefined)
      },
    })
    const outcome = await rig.wait(session.submit('ticket-0001', draft()))
    expect(outcome).toMatchObject({
      ok: true,
      value: { outcome: 'unknown', order: { status: 'unknown' } },
    })
    // The same side of the same symbol waits until that is settled.
    expect(
      await rig.wait(session.submit('ticket-0002', draft({ limitPrice: asPrice(dec('98')) }))),
    ).toMatchObject({
      ok: true,
      value: { outcome: 'denied', reasons: [expect.stringContaining('uncertain-order')] },
    })
    await rig.world.run(rig.world.now + 2_000)
    expect(['working', 'partially-filled', 'filled']).toContain(
      session.streams.orders.all()[0]!.status,
    )
  })

  test('an order that an event shows before its answer is not called unknown', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    const { trade } = rig.exchange
    const place = trade.place
    Object.assign(trade, {
      place: (one: Parameters<typeof place>[0], id: Parameters<typeof place>[1]) => {
        void place(one, id)
        return new Promise(() => undefined)
      },
    })
    expect(await rig.wait(session.submit('ticket-0001', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'acknowledged' },
    })
  })

  test('rel-031: a lost event is on the screen within three seconds', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    rig.exchange.events.start = () => () => undefined
    await rig.wait(session.submit('ticket-0001', draft()))
    await rig.world.run(rig.world.now + 2_000)
    rig.exchange.listener = null
    const held = Array.from(rig.exchange.orders.values())[0]!
    Object.assign(held, { status: 'cancelled' })
    await rig.world.run(rig.world.now + 3_000)
    expect(session.streams.orders.all()[0]!.status).toBe('cancelled')
  })

  test('replace and cancel: pending while under way, settled by what the provider shows', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    await rig.wait(session.submit('ticket-0001', draft()))
    await rig.world.run(rig.world.now + 60)
    const { clientOrderId } = session.streams.orders.all()[0]!
    const replaced = await rig.wait(
      session.replace(ACCOUNT, clientOrderId, { limitPrice: asPrice(dec('99')) }),
    )
    expect(replaced).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
    await rig.world.run(rig.world.now + 3_000)
    expect(session.streams.orders.all()[0]).toMatchObject({ limitPrice: '99', pending: null })
    expect(
      await rig.wait(
        session.replace(ACCOUNT, clientOrderId, { limitPrice: asPrice(dec('99.001')) }),
      ),
    ).toMatchObject({ ok: true, value: { outcome: 'denied' } })
    await rig.wait(session.cancel(ACCOUNT, clientOrderId))
    await rig.world.run(rig.world.now + 3_000)
    expect(session.streams.orders.all()[0]).toMatchObject({ status: 'cancelled', pending: null })
    expect(await session.cancel(ACCOUNT, clientOrderId)).toMatchObject({
      ok: false,
      error: { code: 'order/already-final' },
    })
  })

  test('rel-036: a halt survives a restart, stops orders, lets cancels pass, and is cleared only deliberately', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    await rig.wait(session.submit('ticket-0001', draft()))
    await rig.wait(session.setTrading('halted', 'by hand'))
    await rig.world.run(rig.world.now + 100)
    await rig.restart()
    const halted = rig.session
    expect(halted.sessionView()).toMatchObject({ phase: 'ready', trading: 'halted' })
    expect(await rig.wait(halted.submit('ticket-0002', draft()))).toMatchObject({
      ok: true,
      value: { outcome: 'denied', reasons: [expect.stringContaining('halted')] },
    })
    const open = halted.streams.orders.all()[0]!
    if (open.status !== 'filled') {
      expect(await rig.wait(halted.cancel(ACCOUNT, open.clientOrderId))).toMatchObject({ ok: true })
    }
    await rig.wait(halted.setTrading('active', 'checked'))
    expect(
      await rig.wait(halted.submit('ticket-0003', draft({ limitPrice: asPrice(dec('98')) }))),
    ).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
  })

  test('rel-036: a disk that fails halts before the order leaves, and a cancel still passes', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    await rig.wait(session.submit('ticket-0001', draft()))
    rig.disk.failing = true
    expect(
      await rig.wait(session.submit('ticket-0002', draft({ limitPrice: asPrice(dec('98')) }))),
    ).toMatchObject({ ok: true, value: { outcome: 'denied' } })
    expect(rig.exchange.sent).toHaveLength(1)
    expect(session.sessionView()).toMatchObject({ trading: 'halted' })
    const open = session.streams.orders.all().find((order) => order.status !== 'not-placed')!
    if (open.status !== 'filled') {
      expect(await rig.wait(session.cancel(ACCOUNT, open.clientOrderId))).toMatchObject({
        ok: true,
      })
    }
  })

  test('a journal that cannot be read halts trading and says so', async () => {
    const rig = new DeskRig()
    rig.disk.lines.push('{"v":2,"kind":"intent"}')
    const session = await rig.up()
    expect(session.sessionView()).toMatchObject({ phase: 'ready', trading: 'halted' })
    expect(await rig.wait(session.submit('ticket-0001', draft()))).toMatchObject({
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
    ['a short sale of what cannot be borrowed', draft({ side: 'short' }), 'not-shortable'],
    ['a price off the tick', draft({ limitPrice: asPrice(dec('99.501')) }), 'draft-invalid'],
  ])('%s is denied and nothing leaves', async (_what, order, code) => {
    const rig = new DeskRig()
    const session = await rig.up()
    expect(await rig.wait(session.submit('ticket-0001', order))).toMatchObject({
      ok: true,
      value: { outcome: 'denied', reasons: [expect.stringContaining(code)] },
    })
    expect(rig.exchange.sent).toEqual([])
  })
})

describe('market data through a session', () => {
  test('watching subscribes, leaving unsubscribes after a while, and a second watcher costs nothing', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    const changes: string[] = []
    const first = session.streams.depth(AAPL).subscribe(() => {
      changes.push('depth')
    })
    const second = session.streams.depth(AAPL).subscribe(() => undefined)
    await rig.world.run(rig.world.now + 100)
    expect(rig.interests.at(-1)!.depth).toEqual([AAPL])
    expect(session.streams.depth(AAPL).get()?.bids[0]?.price).toBe('99.99')
    expect(changes).toEqual(['depth'])
    const published = rig.interests.length
    first()
    await rig.world.run(rig.world.now + 60_000)
    expect(rig.interests.length).toBe(published)
    second()
    await rig.world.run(rig.world.now + 60_000)
    expect(rig.interests.at(-1)!.depth).toEqual([])
  })

  test('positions keep their prices coming and are marked with them', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    expect(rig.interests.at(-1)!.quotes).toEqual([AAPL])
    rig.stream!.onQuote({
      symbol: AAPL,
      receivedAt: rig.world.wall(),
      last: asPrice(dec('101')),
      time: rig.world.wall(),
    })
    await rig.world.run(rig.world.now + 200)
    expect(session.streams.positions.get()[0]).toMatchObject({
      lastPrice: '101',
      marketValue: '1010.00',
      unrealizedPnl: '110.00',
    })
    expect(session.streams.balance.get()).toMatchObject({ netLiquidation: '1010' })
  })

  test("rel-033: after a reconnect the stream's symbols are loaded again", async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    session.streams.quotes([AAPL]).subscribe(() => undefined)
    await rig.world.run(rig.world.now + 2_000)
    const before = rig.calls['snapshots'] ?? 0
    rig.stream!.onHealth({ state: 'down', lastHeardAt: null, latencyMs: null, detail: null })
    rig.stream!.onHealth({ state: 'live', lastHeardAt: null, latencyMs: null, detail: null })
    rig.stream!.onSubscribed({ quotes: [AAPL], depth: [], ticks: [] })
    await rig.world.run(rig.world.now + 100)
    expect(rig.calls['snapshots']).toBe(before + 1)
    expect(
      session.streams.health.get().channels.find((channel) => channel.channel === 'market')!.state,
    ).toBe('live')
  })

  test('preview and history pass through as values', async () => {
    const rig = new DeskRig()
    const session = await rig.up()
    expect(await session.preview(draft())).toEqual(
      ok({ cost: '0', fees: '0', currency: 'USD', source: 'provider', asOf: rig.world.wall() }),
    )
    expect(
      await rig.wait(session.history({ accountId: ACCOUNT, from: null, to: null, cursor: null })),
    ).toEqual(ok({ orders: [], fills: [], cursor: null }))
  })
})
