import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS, type RiskLimits } from '../../../../electron/core/risk/risk-limits.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { PersonalLimits } from '../../../../shared/domain/orders/limits/personal-limits.schema.js'
import { HOUR_MS, SECOND_MS } from '../../../../shared/domain/time.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { SessionFixture, draft, instrument } from './session-fixture.js'
import { withCodes } from '../../../harness/written-out.js'

const MONDAY = exchangeInstant('2026-11-23', 12 * 60)

const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'AMZN'].map(symbol)

async function desk(changes: Partial<RiskLimits> = {}): Promise<SessionFixture> {
  const fixture = new SessionFixture({
    limits: { ...DEFAULT_LIMITS, duplicateWindowMs: 0, ...changes },
    dayPnl: '0',
  })
  fixture.instruments = SYMBOLS.map((name) => ({ ...instrument, symbol: name }))
  await fixture.start()
  fixture.showExchangeTime(MONDAY)
  return fixture
}

let tickets = 0
async function submit(fixture: SessionFixture, changes: Partial<OrderDraft>): Promise<string> {
  tickets += 1
  const order = draft({ limitPrice: asPrice(dec('90')), ...changes })
  const sent = await fixture.wait(fixture.session.orders.submit(`ticket-limit-${tickets}`, order))
  if (!sent.ok) return sent.error.code
  return sent.value.outcome === 'denied'
    ? sent.value.reasons.map(withCodes).join(' ')
    : sent.value.outcome
}
const shares = (count: string): Pick<OrderDraft, 'size'> => ({
  size: { kind: 'quantity', quantity: asQuantity(dec(count)) },
})
const set = async (fixture: SessionFixture, changes: Partial<PersonalLimits>): Promise<boolean> => {
  const { limits } = fixture.session.limits.view()
  return (await fixture.wait(fixture.session.limits.set({ ...limits, ...changes }))).ok
}

describe('REL-36: the share of the account', () => {
  // The account's equity is 1,000.
  test.each([
    ['0.5', '5', 'acknowledged'],
    ['0.45', '5', 'acknowledged'],
    ['0.449', '5', 'max-share'],
    ['0.45', '6', 'max-share'],
  ])('a share of %s for %s shares at 90: %s', async (share, count, outcome) => {
    const fixture = await desk({ maxShare: dec(share) })
    expect(await submit(fixture, shares(count))).toContain(outcome)
  })

  test('does not hold an order that only reduces a position', async () => {
    const fixture = await desk({ maxShare: dec('0.001') })
    const sell = { side: 'sell', limitPrice: asPrice(dec('100')) } as const
    expect(await submit(fixture, { ...sell, ...shares('10') })).toBe('acknowledged')
    expect(await submit(fixture, { ...sell, ...shares('1') })).toContain('max-share')
  })
})

describe('REL-36: an order that passes a limit because it reduces a position', () => {
  test('passes only once when two are submitted at the same moment', async () => {
    const fixture = await desk({ maxShare: dec('0.001') })
    const sell = { side: 'sell', limitPrice: asPrice(dec('100')), ...shares('10') } as const
    const outcomes = await Promise.all([submit(fixture, sell), submit(fixture, sell)])
    expect(outcomes.filter((outcome) => outcome === 'acknowledged')).toHaveLength(1)
    expect(fixture.exchange.sent).toHaveLength(1)
  })

  test('is not sent when trading is halted while it is being stored', async () => {
    const fixture = await desk({ maxShare: dec('0.001') })
    fixture.disk.delayMs = 500
    const reducing = draft({ side: 'sell', limitPrice: asPrice(dec('100')), ...shares('10') })
    const submitted = fixture.session.orders.submit('ticket-reduces', reducing)
    await fixture.simulation.run(fixture.simulation.now + 5_000, () => fixture.disk.isFlushing)
    expect(fixture.disk.isFlushing).toBe(true)
    void fixture.session.trading.set('halted', foreign('by hand'))
    expect(await fixture.wait(submitted)).toMatchObject({ ok: true, value: { outcome: 'denied' } })
    expect(fixture.exchange.sent).toHaveLength(0)
  })
})

describe('REL-36: the orders of a day', () => {
  test('are counted to the limit, also over a restart, and anew on the next day', async () => {
    const fixture = await desk({ maxOrdersPerDay: 3 })
    for (const _ of [1, 2]) expect(await submit(fixture, {})).toBe('acknowledged')
    await fixture.restart()
    fixture.showExchangeTime(MONDAY)
    expect(fixture.session.limits.view().ordersToday).toBe(2)
    expect(await submit(fixture, {})).toBe('acknowledged')
    expect(await submit(fixture, {})).toContain('(max-orders-day)')
    fixture.showExchangeTime(exchangeInstant('2026-11-23', 19 * 60 + 59))
    expect(await submit(fixture, {})).toContain('(max-orders-day)')
    fixture.showExchangeTime(exchangeInstant('2026-11-23', 20 * 60))
    expect(await submit(fixture, {})).toBe('acknowledged')
  })

  test('count orders of a later day after the clock of the computer was set back', async () => {
    const fixture = await desk({ maxOrdersPerDay: 1 })
    expect(await submit(fixture, {})).toBe('acknowledged')
    fixture.sleptMs = -48 * HOUR_MS
    await fixture.restart()
    expect(await submit(fixture, {})).toContain('(max-orders-day)')
  })

  test('orders that are submitted at the same moment do not exceed the limit', async () => {
    const fixture = await desk({ maxOrdersPerDay: 2 })
    const outcomes = await Promise.all(SYMBOLS.map((name) => submit(fixture, { symbol: name })))
    expect(outcomes.filter((outcome) => outcome === 'acknowledged')).toHaveLength(2)
  })

  test('leave orders that only reduce a position', async () => {
    const fixture = await desk({ maxOrdersPerDay: 1 })
    await submit(fixture, {})
    const sell = { side: 'sell', limitPrice: asPrice(dec('100')), ...shares('4') } as const
    expect(await submit(fixture, sell)).toBe('acknowledged')
  })
})

describe('REL-36: limits that the person sets', () => {
  test('are in effect at once when they are lower, and after a restart', async () => {
    const fixture = await desk()
    expect(await set(fixture, { maxQuantity: asQuantity(dec('4')) })).toBe(true)
    expect(await submit(fixture, shares('5'))).toContain('(max-quantity)')
    await fixture.restart()
    expect(await submit(fixture, shares('5'))).toContain('(max-quantity)')
    expect(await submit(fixture, shares('4'))).toBe('acknowledged')
  })

  test('limits of a single order are in effect at once when they are higher', async () => {
    const fixture = await desk({ maxNotional: asMoney(dec('100')) })
    expect(await submit(fixture, {})).toContain('(max-notional)')
    expect(fixture.session.limits.raises({ ...fixture.session.limits.view().limits })).toBe(false)
    await set(fixture, { maxNotional: asMoney(dec('1000')) })
    expect(await submit(fixture, {})).toBe('acknowledged')
  })

  test('limits of the day are in effect from the next session when they are higher', async () => {
    const fixture = await desk({ maxOrdersPerDay: 1, maxDailyLoss: asMoney(dec('500')) })
    await submit(fixture, {})
    await set(fixture, { maxOrdersPerDay: null, maxDailyLoss: asMoney(dec('900')) })
    expect(await submit(fixture, {})).toContain('(max-orders-day)')
    const tuesday = exchangeInstant('2026-11-23', 20 * 60)
    expect(fixture.session.limits.view()).toMatchObject({
      limits: { maxOrdersPerDay: 1, maxDailyLoss: '500' },
      raised: { maxOrdersPerDay: null, maxDailyLoss: '900', from: tuesday },
    })
    await fixture.restart()
    fixture.showExchangeTime(tuesday)
    await fixture.simulation.run(fixture.simulation.now + 2 * SECOND_MS)
    expect(fixture.session.limits.view()).toMatchObject({
      limits: { maxOrdersPerDay: null, maxDailyLoss: '900' },
      raised: null,
    })
  })

  test('stay as they are when they cannot be stored', async () => {
    const fixture = await desk()
    fixture.limitsFile.failure = { kind: 'full', message: 'full' }
    expect(await set(fixture, { maxQuantity: asQuantity(dec('4')) })).toBe(false)
    expect(await submit(fixture, shares('5'))).toBe('acknowledged')
  })

  test('show how much of them is used', async () => {
    const fixture = await desk()
    fixture.dayPnl = '-120.40'
    await submit(fixture, {})
    await fixture.simulation.run(fixture.simulation.now + 31 * SECOND_MS)
    const rows = fixture.session.streams.orders.all()
    expect(fixture.session.limits.view()).toMatchObject({
      ordersToday: 1,
      openOrders: rows.filter(({ status }) => !isFinal(status)).length,
      accounts: [{ accountId: 'ACC', dayPnl: '-120.40', equity: '1000' }],
    })
  })
})
