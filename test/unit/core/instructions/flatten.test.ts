import { describe, expect, test } from 'vitest'
import { closingDraft } from '../../../../electron/core/instructions/closing-draft.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import type { Position } from '../../../../shared/domain/account.js'
import type { Quote } from '../../../../shared/domain/quote.js'
import type { HaltScope } from '../../../../shared/ipc/halt.js'
import { seeded } from '../../../simulation/core/world.js'
import { draft } from '../desk-rig.js'
import { KillRig } from './kill-rig.js'

/** An exchange whose orders rest. The account holds ten shares of AAPL at all times. */
async function desk(more: ConstructorParameters<typeof KillRig>[0] = {}): Promise<KillRig> {
  const it = new KillRig(more)
  const chance = seeded(7)
  Object.assign(it.rig.world, { chance: () => 0.75 + chance() / 5 })
  return it.up()
}
const planOf = async (it: KillRig, scope: HaltScope) => {
  const plan = await it.rig.wait(it.flatten.plan(scope))
  if (!plan.ok) throw new Error(plan.error.message)
  return plan.value
}
const sells = (it: KillRig): number =>
  it.rig.exchange.sent.filter(
    ({ kind, id }) => kind === 'place' && it.rig.exchange.orders.get(id)?.draft.side === 'sell',
  ).length
const fill = (it: KillRig, id: string, filled: number): void => {
  const held = [...it.rig.exchange.orders.values()].find((each) => each.id === id)
  if (held !== undefined) Object.assign(held, { filled, status: 'filled', quantity: filled })
}
const closing = (quantity: string, more: Parameters<typeof draft>[0] = {}) =>
  draft({
    side: 'sell',
    type: 'market',
    limitPrice: null,
    size: { kind: 'quantity', quantity: asQuantity(dec(quantity)) },
    ...more,
  })

describe('closing positions after a halt', () => {
  test('the person reads a plan, and exactly that is sent, once', async () => {
    const it = await desk()
    const plan = await planOf(it, 'all')
    expect(plan).toMatchObject({
      rows: [{ symbol: 'AAPL', line: 'SELL 10 AAPL, market, day', note: null }],
      skipped: [],
    })
    expect(sells(it)).toBe(0)
    expect(await it.rig.wait(it.flatten.run(plan.plan))).toMatchObject({
      ok: true,
      value: { rows: [{ outcome: 'acknowledged' }] },
    })
    expect(await it.rig.wait(it.flatten.run(plan.plan))).toMatchObject({ ok: false })
    expect(sells(it)).toBe(1)
    expect(it.records.map(({ kind }) => kind)).toEqual(['decided', 'outcome'])
  })

  test('another name, and a plan that is too old, send nothing', async () => {
    const it = await desk()
    const plan = await planOf(it, 'all')
    expect((await it.flatten.run('0'.repeat(32))).ok).toBe(false)
    await it.rig.world.run(it.rig.world.now + 60_001)
    expect((await it.flatten.run(plan.plan)).ok).toBe(false)
    expect(sells(it)).toBe(0)
  })

  test('of assistants: only what their orders bought, and no more than is held', async () => {
    const it = await desk()
    expect((await planOf(it, 'assistants')).rows).toEqual([])
    const first = await it.place('ticket-a', 'assistant')
    const own = await it.place('ticket-b', 'person', { limitPrice: asPrice(dec('98')) })
    fill(it, first, 4)
    fill(it, own, 3)
    await it.rig.world.run(it.rig.world.now + 10_000)
    expect((await planOf(it, 'assistants')).rows).toMatchObject([
      { line: 'SELL 4 AAPL, market, day' },
    ])
    const second = await it.place('ticket-c', 'assistant', { limitPrice: asPrice(dec('97')) })
    fill(it, second, 90)
    await it.rig.world.run(it.rig.world.now + 10_000)
    expect((await planOf(it, 'assistants')).rows).toMatchObject([
      { line: 'SELL 10 AAPL, market, day' },
    ])
  })

  test('it passes a halt of trading, and production that was never armed; other orders do not', async () => {
    const it = await desk({ environment: 'production' })
    expect(await it.rig.wait(it.kill.kill('stop', 'all'))).toMatchObject({ phase: 'clear' })
    expect(await it.rig.wait(it.rig.session.submit('ticket-x', closing('10')))).toMatchObject({
      ok: true,
      value: { outcome: 'denied' },
    })
    const plan = await planOf(it, 'all')
    expect(await it.rig.wait(it.flatten.run(plan.plan))).toMatchObject({
      value: { rows: [{ outcome: 'acknowledged' }] },
    })
    await it.rig.world.run(it.rig.world.now + 30_000)
    // The halt does not take it for an order that it has to end, nor does the next start.
    await it.restart()
    await it.rig.world.run(it.rig.world.now + 30_000)
    expect([it.cancels(), it.kill.get()?.phase]).toEqual([[], 'clear'])
  })

  test('while a halt is at work nothing is planned', async () => {
    const it = await desk()
    await it.place('ticket-a', 'assistant')
    it.rig.exchange.faults = { ...it.rig.exchange.faults, write: 1, read: 1 }
    void it.kill.kill('stop', 'assistants')
    expect(await it.flatten.plan('all')).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/cancelled still/) as string },
    })
  })

  test.each([
    ['more than is held', closing('10.00001')],
    ['the other side', closing('1', { side: 'buy' })],
    ['a short sale', closing('1', { side: 'short' })],
    ['something that is not held', closing('1', { symbol: symbol('MSFT') })],
    ['an amount', closing('1', { size: { kind: 'amount', amount: dec('5') as never } })],
  ])('what would not make a position smaller is denied: %s', async (_what, of) => {
    const it = await desk()
    expect(await it.rig.wait(it.rig.session.close('ticket-x', of))).toMatchObject({
      ok: true,
      value: { outcome: 'denied', reasons: [expect.stringMatching(/not-closing/) as string] },
    })
  })

  test('two that close the same position never close it twice over', async () => {
    const it = await desk()
    const both = await it.rig.wait(
      Promise.all([
        it.rig.session.close('ticket-x', closing('6')),
        it.rig.session.close('ticket-y', closing('5')),
      ]),
    )
    expect(both.map((each) => each.ok && each.value.outcome)).toEqual(['acknowledged', 'denied'])
    expect((await planOf(it, 'all')).rows).toMatchObject([{ line: 'SELL 4 AAPL, market, day' }])
    expect(await it.rig.wait(it.rig.session.close('ticket-x', closing('6')))).toMatchObject({
      value: { outcome: 'acknowledged' },
    })
    expect(sells(it)).toBe(1)
  })
})

describe('the order that closes', () => {
  const position = (more: Partial<Position>): Position => ({
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
    unrealizedPnlRatio: null,
    dayPnl: null,
    ...more,
  })
  const quote = (bid: string | null, ask: string | null, of = 'AAPL'): Quote =>
    ({
      symbol: symbol(of),
      bid: bid === null ? null : asPrice(dec(bid)),
      ask: ask === null ? null : asPrice(dec(ask)),
      last: null,
    }) as Quote
  const made = (
    of: Position,
    more: {
      readonly quote?: Quote | null
      readonly session?: 'regular' | 'extended' | 'closed'
    } = {},
  ) => {
    const found = closingDraft(of, dec('10') as never, {
      quote: more.quote ?? null,
      session: more.session ?? 'regular',
    })
    return found.ok
      ? {
          side: found.value.draft.side,
          type: found.value.draft.type,
          timeInForce: found.value.draft.timeInForce,
          session: found.value.draft.session,
          limit: `${found.value.draft.limitPrice as unknown as string}`,
          note: found.value.note,
        }
      : found.error
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

  test('stocks: at the market in the regular session, through it outside, and after the close they wait', () => {
    expect(made(position({}))).toMatchObject({
      side: 'sell',
      type: 'market',
      session: 'core',
      note: null,
    })
    expect(made(position({ quantity: asQuantity(dec('-10')) }))).toMatchObject({ side: 'buy' })
    expect(made(position({}), { session: 'extended', quote: quote('100', '101') })).toMatchObject({
      type: 'limit',
      session: 'all',
      limit: '98.00',
    })
    expect(
      made(position({ quantity: asQuantity(dec('-10')) }), {
        session: 'extended',
        quote: quote('100', '101'),
      }),
    ).toMatchObject({ type: 'limit', limit: '103.02' })
    expect(made(position({}), { session: 'closed' })).toMatchObject({
      type: 'market',
      note: expect.stringMatching(/waits for the next regular session/) as string,
    })
  })

  test('options: one contract by a limit on a step that every rule takes; combinations and unknown contracts stay', () => {
    const option = position({ assetClass: 'option', legs: [call] })
    expect(made(option, { quote: quote('2.00', '2.10', OCC) })).toMatchObject({
      side: 'sell',
      type: 'limit',
      limit: '1.95',
    })
    expect(
      made({ ...option, quantity: asQuantity(dec('-10')) }, { quote: quote('4.00', '4.20', OCC) }),
    ).toMatchObject({ side: 'buy', limit: '4.3' })
    expect(made(option, { quote: quote('0.01', null, OCC) })).toMatchObject({ limit: '0.05' })
    expect(made(option, { quote: quote('2', '2.1') })).toMatch(/no price/)
    expect(made(position({ assetClass: 'option', legs: [call, call] }))).toMatch(/combination/)
    expect(
      made(
        position({
          assetClass: 'option',
          legs: [{ ...call, option: { ...call.option, strike: null } }],
        }),
      ),
    ).toMatch(/which contract/)
  })

  test('futures and coins at the market, event contracts of their own outcome by a limit', () => {
    expect(made(position({ assetClass: 'futures' }))).toMatchObject({
      type: 'market',
      timeInForce: 'day',
    })
    expect(made(position({ assetClass: 'crypto' }))).toMatchObject({
      type: 'market',
      timeInForce: 'ioc',
    })
    expect(
      made(position({ assetClass: 'event', outcome: 'yes' }), { quote: quote('0.40', '0.42') }),
    ).toMatchObject({ side: 'sell', type: 'limit', limit: '0.39' })
    expect(
      made(position({ assetClass: 'event', outcome: 'no' }), { quote: quote('0.40', '0.42') }),
    ).toMatchObject({ limit: '0.56' })
    expect(made(position({ assetClass: 'event' }))).toMatch(/which outcome/)
  })
})
