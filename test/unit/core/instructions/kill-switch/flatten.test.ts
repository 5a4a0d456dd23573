import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../../../shared/domain/time.js'
import { describe, expect, test } from 'vitest'
import { closingDraft } from '../../../../../electron/core/instructions/kill-switch/closing-draft.js'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import type { Quote } from '../../../../../shared/domain/market/quote.js'
import { MAX_CLOSING, type ClosePart } from '../../../../../shared/domain/orders/flatten.js'
import type { HaltScope } from '../../../../../shared/domain/orders/halt.js'
import { seeded } from '../../../../simulation/core/simulation.js'
import { draft, instrument } from '../../session/session-fixture.js'
import { KillSwitchFixture } from './kill-switch-fixture.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { foreign } from '../../../../../shared/messages/make-message.js'

/** Opens an exchange whose orders rest. The account always holds ten shares of AAPL. */
async function openFixture(
  overrides: ConstructorParameters<typeof KillSwitchFixture>[0] = {},
  shortable = true,
): Promise<KillSwitchFixture> {
  const fixture = new KillSwitchFixture(overrides)
  fixture.desk.instruments = [{ ...instrument, shortable }]
  const chance = seeded(7)
  Object.assign(fixture.desk.simulation, { chance: () => 0.75 + chance() / 5 })
  return fixture.start()
}
const planOf = async (fixture: KillSwitchFixture, scope: HaltScope) => {
  const plan = await fixture.desk.wait(fixture.flatten.plan(scope))
  if (!plan.ok) throw new Error(inEnglish(plan.error.message))
  return writtenOut(plan.value)
}
const FAR = asPrice(dec('400'))
const planPart = async (fixture: KillSwitchFixture, part: ClosePart) => {
  const [position] = fixture.desk.session.streams.positions.get() ?? []
  if (position === undefined) throw new Error('no position')
  const { accountId: account, positionId } = position
  const plan = await fixture.desk.wait(
    fixture.flatten.planPositions([{ accountId: account, positionId }], part),
  )
  if (!plan.ok) throw new Error(inEnglish(plan.error.message))
  return writtenOut(plan.value)
}
/** Returns the sides of the orders that were placed, in order. */
const placedSides = (fixture: KillSwitchFixture): readonly string[] =>
  fixture.desk.exchange.sent
    .filter(({ kind }) => kind === 'place')
    .map(({ id }) => fixture.desk.exchange.orders.get(id)?.draft.side ?? '?')
const sells = (fixture: KillSwitchFixture): number =>
  fixture.desk.exchange.sent.filter(
    ({ kind, id }) =>
      kind === 'place' && fixture.desk.exchange.orders.get(id)?.draft.side === 'sell',
  ).length
const fill = (fixture: KillSwitchFixture, id: string, filled: number): void => {
  const exchangeOrder = [...fixture.desk.exchange.orders.values()].find((order) => order.id === id)
  if (exchangeOrder !== undefined) {
    Object.assign(exchangeOrder, { filled, status: 'filled', quantity: filled })
  }
}
const closing = (quantity: string, overrides: Parameters<typeof draft>[0] = {}) =>
  draft({
    side: 'sell',
    type: 'market',
    limitPrice: null,
    size: { kind: 'quantity', quantity: asQuantity(dec(quantity)) },
    ...overrides,
  })

describe('closing positions after a halt', () => {
  test('shows a plan to the person and sends exactly that plan, once', async () => {
    const fixture = await openFixture()
    const plan = await planOf(fixture, 'all')
    expect(plan).toMatchObject({
      rows: [{ symbol: 'AAPL', line: 'SELL 10 AAPL, market, day', note: null }],
      skipped: [],
    })
    expect(sells(fixture)).toBe(0)
    expect(await fixture.desk.wait(fixture.flatten.run(plan.plan))).toMatchObject({
      ok: true,
      value: { rows: [{ outcome: 'acknowledged' }] },
    })
    expect(await fixture.desk.wait(fixture.flatten.run(plan.plan))).toMatchObject({ ok: false })
    expect(sells(fixture)).toBe(1)
    expect(fixture.records.map(({ kind }) => kind)).toEqual(['decided', 'outcome'])
  })

  test('sends nothing for another plan id or a plan older than 60 s', async () => {
    const fixture = await openFixture()
    const plan = await planOf(fixture, 'all')
    expect((await fixture.flatten.run('0'.repeat(32))).ok).toBe(false)
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 60_001)
    expect((await fixture.flatten.run(plan.plan)).ok).toBe(false)
    expect(sells(fixture)).toBe(0)
  })

  test('closes for assistants only what their orders bought, and at most what is held', async () => {
    const fixture = await openFixture()
    expect((await planOf(fixture, 'assistants')).rows).toEqual([])
    const first = await fixture.placeOrder('ticket-a', 'assistant')
    const own = await fixture.placeOrder('ticket-b', 'person', { limitPrice: asPrice(dec('98')) })
    fill(fixture, first, 4)
    fill(fixture, own, 3)
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 10_000)
    expect((await planOf(fixture, 'assistants')).rows).toMatchObject([
      { line: 'SELL 4 AAPL, market, day' },
    ])
    const second = await fixture.placeOrder('ticket-c', 'assistant', {
      limitPrice: asPrice(dec('97')),
    })
    fill(fixture, second, 90)
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 10_000)
    expect((await planOf(fixture, 'assistants')).rows).toMatchObject([
      { line: 'SELL 10 AAPL, market, day' },
    ])
  })

  test('passes a halt of trading and unarmed production, unlike other orders', async () => {
    const fixture = await openFixture({ environment: 'production' })
    expect(await fixture.desk.wait(fixture.killSwitch.kill(foreign('stop'), 'all'))).toMatchObject({
      phase: 'clear',
    })
    expect(
      await fixture.desk.wait(fixture.desk.session.orders.submit('ticket-x', closing('10'))),
    ).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
    const plan = await planOf(fixture, 'all')
    expect(await fixture.desk.wait(fixture.flatten.run(plan.plan))).toMatchObject({
      value: { rows: [{ outcome: 'acknowledged' }] },
    })
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 30_000)
    // Neither the halt nor the next start treats it as an order to cancel.
    await fixture.restart()
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 30_000)
    expect([fixture.cancelledOrders(), fixture.killSwitch.get()?.phase]).toEqual([[], 'clear'])
  })

  test('plans one position alone, and sends it once', async () => {
    const fixture = await openFixture()
    const position = fixture.desk.session.streams.positions.get()?.[0]
    if (position === undefined) throw new Error('no position')
    const { accountId: account, positionId } = position
    const none = await fixture.desk.wait(
      fixture.flatten.planPositions([{ accountId: account, positionId: 'another' }]),
    )
    expect(none).toMatchObject({ ok: true, value: { rows: [], skipped: [] } })
    const plan = await fixture.desk.wait(
      fixture.flatten.planPositions([{ accountId: account, positionId }]),
    )
    if (!plan.ok) throw new Error('no plan')
    expect(writtenOut(plan.value.rows)).toMatchObject([{ line: 'SELL 10 AAPL, market, day' }])
    await fixture.desk.wait(fixture.flatten.run(plan.value.plan))
    expect((await fixture.flatten.run(plan.value.plan)).ok).toBe(false)
    expect(sells(fixture)).toBe(1)
  })

  test('plans several positions and leaves the others open', async () => {
    const fixture = await openFixture()
    const [held] = fixture.desk.positions
    if (held === undefined) throw new Error('no position')
    const all = ['AAPL', 'MSFT', 'TSLA'].map(
      (name): Position => ({ ...held, positionId: name, symbol: symbol(name) }),
    )
    fixture.desk.positions = all
    const rowsOf = async (positions: readonly Position[]) => {
      const refs = positions.map(({ accountId, positionId }) => ({ accountId, positionId }))
      const plan = await fixture.desk.wait(fixture.flatten.planPositions(refs))
      if (!plan.ok) throw new Error('no plan')
      return plan.value.rows.map((row) => row.symbol)
    }
    expect(await rowsOf(all)).toEqual(['AAPL', 'MSFT', 'TSLA'])
    expect(await rowsOf(all.slice(1))).toEqual(['MSFT', 'TSLA'])
  })

  test('names the positions beyond the number that one plan closes', async () => {
    const fixture = await openFixture()
    const [held] = fixture.desk.positions
    if (held === undefined) throw new Error('no position')
    fixture.desk.positions = Array.from({ length: MAX_CLOSING + 2 }, (_, index): Position => {
      const name = `Q${index}`
      return { ...held, positionId: name, symbol: symbol(name) }
    })
    const { rows, skipped } = await planOf(fixture, 'all')
    expect(rows).toHaveLength(MAX_CLOSING)
    expect(skipped).toMatchObject(
      [MAX_CLOSING, MAX_CLOSING + 1].map((index) => ({
        symbol: `Q${index}`,
        note: 'One plan closes 200 at most: close it with the next one',
      })),
    )
  })

  test('plans half of a position, rounded down, and never more than is available', async () => {
    const fixture = await openFixture()
    const half = await planPart(fixture, 'half')
    expect(half.rows).toMatchObject([{ line: 'SELL 5 AAPL, market, day' }])
    await fixture.desk.wait(
      fixture.desk.session.orders.submit(
        'ticket-s',
        closing('8', { type: 'limit', limitPrice: FAR }),
      ),
    )
    expect((await planPart(fixture, 'half')).rows).toMatchObject([
      { line: 'SELL 2 AAPL, market, day' },
    ])
  })

  test('reverses a position in two orders, and opens only what was closed', async () => {
    const fixture = await openFixture()
    const plan = await planPart(fixture, 'reverse')
    expect(plan.rows).toMatchObject([
      { line: 'SELL 10 AAPL, market, day', note: null },
      { line: 'SELL SHORT 10 AAPL, market, day' },
    ])
    // The closing order rests, so the second order must not be sent.
    const running = fixture.flatten.run(plan.plan)
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 20_000)
    const done = await fixture.desk.wait(running)
    if (!done.ok) throw new Error('not sent')
    expect(done.value.rows.map(({ outcome }) => outcome)).toEqual(['acknowledged', 'denied'])
    expect(inEnglish(done.value.rows[1]?.text ?? foreign(''))).toContain('Not sent')
    expect(placedSides(fixture)).toEqual(['sell'])
  })

  test('opens the opposite position once the closing order has filled', async () => {
    const fixture = await openFixture()
    const plan = await planPart(fixture, 'reverse')
    const running = fixture.flatten.run(plan.plan)
    const fillClosing = (): void => {
      for (const { id, draft: placed } of fixture.desk.exchange.orders.values()) {
        if (placed.side === 'sell') fill(fixture, id, 10)
      }
    }
    await fixture.desk.simulation.run(fixture.desk.simulation.now + 1_000)
    fillClosing()
    const done = await fixture.desk.wait(running)
    expect(writtenOut(done)).toMatchObject({
      ok: true,
      value: { rows: [{ outcome: 'acknowledged' }, { outcome: 'acknowledged' }] },
    })
    expect(placedSides(fixture)).toEqual(['sell', 'short'])
    expect(fixture.records[0]?.line).toBe(
      'Reverse a position: close it, then open the opposite one',
    )
  })

  test('plans no reverse, and closes nothing, where the stock cannot be sold short', async () => {
    const fixture = await openFixture({}, false)
    const plan = await planPart(fixture, 'reverse')
    expect(plan.rows).toEqual([])
    expect(plan.skipped).toMatchObject([
      { note: expect.stringContaining('cannot be sold short') as string },
    ])
    await fixture.desk.wait(fixture.flatten.run(plan.plan))
    expect(placedSides(fixture)).toEqual([])
  })

  test('plans no reverse while a working order holds a part of the position', async () => {
    const fixture = await openFixture()
    await fixture.desk.wait(
      fixture.desk.session.orders.submit(
        'ticket-s',
        closing('3', { type: 'limit', limitPrice: FAR }),
      ),
    )
    const plan = await planPart(fixture, 'reverse')
    expect(plan.rows).toEqual([])
    expect(plan.skipped).toMatchObject([
      { note: 'Working orders reduce it already: cancel them before you reverse it' },
    ])
  })

  test('is not planned while the halt is still canceling orders', async () => {
    const fixture = await openFixture()
    await fixture.placeOrder('ticket-a', 'assistant')
    fixture.desk.exchange.faults = { ...fixture.desk.exchange.faults, write: 1, read: 1 }
    void fixture.killSwitch.kill(foreign('stop'), 'assistants')
    expect(writtenOut(await fixture.flatten.plan('all'))).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/still being canceled/) as string },
    })
  })

  test.each([
    ['more than is held', closing('10.00001')],
    ['the wrong side', closing('1', { side: 'buy' })],
    ['a short sale', closing('1', { side: 'short' })],
    ['a symbol that is not held', closing('1', { symbol: symbol('MSFT') })],
    ['an order by amount', closing('1', { size: { kind: 'amount', amount: dec('5') as never } })],
  ])('denies an order that would not reduce a position: %s', async (_title, closingOrder) => {
    const fixture = await openFixture()
    expect(
      writtenOut(
        await fixture.desk.wait(fixture.desk.session.orders.close('ticket-x', closingOrder)),
      ),
    ).toMatchObject({
      ok: true,
      value: { outcome: 'denied', reasons: [expect.stringMatching(/not-closing/) as string] },
    })
  })

  test('never closes the same position twice with two orders', async () => {
    const fixture = await openFixture()
    const results = await fixture.desk.wait(
      Promise.all([
        fixture.desk.session.orders.close('ticket-x', closing('6')),
        fixture.desk.session.orders.close('ticket-y', closing('5')),
      ]),
    )
    expect(results.map((result) => result.ok && result.value.outcome)).toEqual([
      'acknowledged',
      'denied',
    ])
    expect((await planOf(fixture, 'all')).rows).toMatchObject([
      { line: 'SELL 4 AAPL, market, day' },
    ])
    expect(
      await fixture.desk.wait(fixture.desk.session.orders.close('ticket-x', closing('6'))),
    ).toMatchObject({
      value: { outcome: 'acknowledged' },
    })
    expect(sells(fixture)).toBe(1)
  })
})

describe('the order that closes a position', () => {
  const position = (overrides: Partial<Position>): Position => ({
    accountId: accountId('ACC'),
    positionId: 'P',
    symbol: symbol('AAPL'),
    assetClass: 'stock',
    currency: 'USD',
    quantity: asQuantity(dec('10')),
    averageCost: null,
    lastPrice: null,
    marketValue: null,
    unrealizedPnl: null,
    multiplier: dec('1'),
    pricedAt: null,
    unrealizedPnlRatio: null,
    dayPnl: null,
    ...overrides,
  })
  const quote = (bid: string | null, ask: string | null, symbolText = 'AAPL'): Quote =>
    ({
      symbol: symbol(symbolText),
      bid: bid === null ? null : asPrice(dec(bid)),
      ask: ask === null ? null : asPrice(dec(ask)),
      last: null,
    }) as Quote
  const closingDraftOf = (
    position: Position,
    more: {
      readonly quote?: Quote | null
      readonly session?: 'regular' | 'extended' | 'closed'
      readonly nextOpen?: EpochMs
    } = {},
  ) => {
    const closing = closingDraft(position, dec('10') as never, {
      quote: more.quote ?? null,
      session: more.session ?? 'regular',
      nextOpen: more.nextOpen ?? null,
    })
    return closing.ok
      ? {
          side: closing.value.draft.side,
          type: closing.value.draft.type,
          timeInForce: closing.value.draft.timeInForce,
          session: closing.value.draft.session,
          limit: `${closing.value.draft.limitPrice as unknown as string}`,
          note: writtenOut(closing.value.note),
        }
      : writtenOut(closing.error)
  }
  const call = {
    legId: 'L',
    symbol: symbol('AAPL'),
    quantity: null,
    option: {
      type: 'call' as const,
      style: null,
      strike: asPrice(dec('150')),
      expiration: '2027-01-15',
      multiplier: null,
      deliverable: null,
    },
    settles: null,
  }
  const OCC = 'AAPL270115C00150000'

  test('closes stocks at the market, in extended hours by a limit, and waits after the close', () => {
    expect(closingDraftOf(position({}))).toMatchObject({
      side: 'sell',
      type: 'market',
      session: 'core',
      note: null,
    })
    expect(closingDraftOf(position({ quantity: asQuantity(dec('-10')) }))).toMatchObject({
      side: 'buy',
    })
    expect(
      closingDraftOf(position({}), { session: 'extended', quote: quote('100', '101') }),
    ).toMatchObject({
      type: 'limit',
      session: 'all',
      limit: '98.00',
    })
    expect(
      closingDraftOf(position({ quantity: asQuantity(dec('-10')) }), {
        session: 'extended',
        quote: quote('100', '101'),
      }),
    ).toMatchObject({ type: 'limit', limit: '103.02' })
    expect(closingDraftOf(position({}), { session: 'closed' })).toMatchObject({
      type: 'market',
      note: 'The regular session of stocks is closed: the order waits for the next one',
    })
    expect(
      closingDraftOf(position({}), {
        session: 'closed',
        nextOpen: exchangeInstant('2026-11-30', 9 * 60 + 30),
      }),
    ).toMatchObject({
      note: 'The regular session of stocks is closed: the order waits for that of Nov 30, 2026, 09:30 ET',
    })
  })

  test('closes one option by a limit on a valid step, and leaves combinations open', () => {
    const option = position({ assetClass: 'option', legs: [call] })
    expect(closingDraftOf(option, { quote: quote('2.00', '2.10', OCC) })).toMatchObject({
      side: 'sell',
      type: 'limit',
      limit: '1.95',
    })
    expect(
      closingDraftOf(
        { ...option, quantity: asQuantity(dec('-10')) },
        { quote: quote('4.00', '4.20', OCC) },
      ),
    ).toMatchObject({ side: 'buy', limit: '4.3' })
    expect(closingDraftOf(option, { quote: quote('0.01', null, OCC) })).toMatchObject({
      limit: '0.05',
    })
    expect(closingDraftOf(option, { quote: quote('2', '2.1') })).toMatch(/no price/)
    expect(closingDraftOf(position({ assetClass: 'option', legs: [call, call] }))).toMatch(
      /combination/,
    )
    expect(
      closingDraftOf(
        position({
          assetClass: 'option',
          legs: [{ ...call, option: { ...call.option, strike: null } }],
        }),
      ),
    ).toMatch(/which contract/)
  })

  test('closes futures and crypto at the market, and event contracts by a limit', () => {
    expect(closingDraftOf(position({ assetClass: 'futures' }))).toMatchObject({
      type: 'market',
      timeInForce: 'day',
    })
    expect(closingDraftOf(position({ assetClass: 'crypto' }))).toMatchObject({
      type: 'market',
      timeInForce: 'ioc',
    })
    expect(
      closingDraftOf(position({ assetClass: 'event', outcome: 'yes' }), {
        quote: quote('0.40', '0.42'),
      }),
    ).toMatchObject({ side: 'sell', type: 'limit', limit: '0.39' })
    expect(
      closingDraftOf(position({ assetClass: 'event', outcome: 'no' }), {
        quote: quote('0.40', '0.42'),
      }),
    ).toMatchObject({ limit: '0.56' })
    expect(closingDraftOf(position({ assetClass: 'event' }))).toMatch(/which outcome/)
  })
})
