import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS, type RiskLimits } from '../../../../electron/core/risk/risk-limits.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { PersonalLimits } from '../../../../shared/domain/orders/limits/personal-limits.schema.js'
import { HOUR_MS, SECOND_MS, epochMs } from '../../../../shared/domain/time.js'
import { ACCOUNT, SessionFixture, draft } from './session-fixture.js'
import { withCodes } from '../../../harness/written-out.js'

const LIMITS = { ...DEFAULT_LIMITS, maxDailyLoss: asMoney(dec('1000')) }
/** A Monday; the trade date of Tuesday begins on Monday at 20:00 New York. */
const MONDAY_NOON = exchangeInstant('2026-11-23', 12 * 60)
const TUESDAY_START = exchangeInstant('2026-11-23', 20 * 60)
const AFTER_REFRESH_MS = 31 * SECOND_MS

const shares = (count: string): Pick<OrderDraft, 'size'> => ({
  size: { kind: 'quantity', quantity: asQuantity(dec(count)) },
})
const limit = (price: string): Pick<OrderDraft, 'limitPrice'> => ({
  limitPrice: asPrice(dec(price)),
})

let tickets = 0
/** Submits a draft; returns its outcome and the reasons of a denial. */
async function submit(desk: SessionFixture, order: OrderDraft): Promise<string> {
  tickets += 1
  const sent = await desk.wait(desk.session.orders.submit(`ticket-loss-${tickets}`, order))
  if (!sent.ok) return sent.error.code
  return sent.value.outcome === 'denied'
    ? sent.value.reasons.map(withCodes).join(' ')
    : sent.value.outcome
}

async function placed(desk: SessionFixture, order: OrderDraft): Promise<ClientOrderId> {
  tickets += 1
  const sent = await desk.wait(desk.session.orders.submit(`ticket-loss-${tickets}`, order))
  if (!sent.ok || sent.value.outcome !== 'acknowledged') throw new Error('not placed')
  return sent.value.order.clientOrderId
}

/** Several orders may rest: the fake exchange fills some of them at random times. */
const UNREPEATED = { ...LIMITS, duplicateWindowMs: 0 }
const untouched = (desk: SessionFixture): readonly ClientOrderId[] =>
  desk.session.streams.orders
    .all()
    .filter(({ status }) => status === 'working')
    .map(({ clientOrderId }) => clientOrderId)

/** Opens a session in which the day's loss changes to `dayPnl`. */
async function afterLoss(dayPnl: string, limits: RiskLimits = LIMITS): Promise<SessionFixture> {
  const desk = new SessionFixture({ limits, dayPnl: '0' })
  await desk.start()
  desk.showExchangeTime(MONDAY_NOON)
  await lose(desk, dayPnl)
  return desk
}

async function lose(desk: SessionFixture, dayPnl: string): Promise<void> {
  desk.dayPnl = dayPnl
  await desk.simulation.run(desk.simulation.now + AFTER_REFRESH_MS)
}

const personal = (desk: SessionFixture, changes: Partial<PersonalLimits>): PersonalLimits => ({
  ...desk.session.limits.view().limits,
  ...changes,
})

describe('REL-36: the daily loss', () => {
  test.each([
    ['-999.99', 0],
    ['-1000', 1],
    ['-1000.01', 1],
    ['1000', 0],
  ])('a loss of %s locks %i account out at a limit of 1,000', async (dayPnl, count) => {
    const desk = await afterLoss(dayPnl)
    expect(desk.session.connection.view().lockOuts).toHaveLength(count)
    const outcome = await submit(desk, draft(limit('90')))
    expect(outcome === 'acknowledged').toBe(count === 0)
  })

  test('is said with figure, limit, end, and what still passes', async () => {
    const desk = await afterLoss('-1012.40')
    expect(await submit(desk, draft(limit('90')))).toBe(
      'The daily loss limit of this account was reached: day P&L −$1,012.40 of −$1,000.00. New orders are refused until Nov 23, 2026, 20:00 ET, and nothing lifts this earlier. Cancels, and orders that only reduce a position, still pass (locked-out)',
    )
  })

  test('locks no account out without a limit', async () => {
    const desk = await afterLoss('-99999', { ...LIMITS, maxDailyLoss: null })
    expect(await submit(desk, draft(limit('90')))).toBe('acknowledged')
  })

  test('refuses new orders while the broker does not report the day P&L', async () => {
    const desk = new SessionFixture({ limits: LIMITS })
    await desk.start()
    expect(await submit(desk, draft(limit('90')))).toContain('(account-unread)')
  })
})

describe('REL-42: the daily loss at the instant of sending', () => {
  test('holds back an order that waited while the loss reached the limit', async () => {
    const desk = await afterLoss('0')
    await desk.simulation.run(desk.simulation.now + 20 * SECOND_MS)
    desk.exchange.beforeLeaving = async () => {
      desk.dayPnl = '-1000'
      // The loss is read once, and its confirmation fails: the account is not locked out.
      desk.onBalance = () => {
        desk.balanceFails = true
      }
      await new Promise<void>((done) => {
        desk.simulation.timers().after(12 * SECOND_MS, done)
      })
    }
    expect(await submit(desk, draft(limit('90')))).toContain('(loss-reached)')
    expect(desk.exchange.sent).toEqual([])
    expect(desk.session.connection.view().lockOuts).toEqual([])
  })

  test('holds back orders while figures cannot be read any more', async () => {
    const desk = await afterLoss('0')
    desk.balanceFails = true
    await desk.simulation.run(desk.simulation.now + 62 * SECOND_MS)
    expect(await submit(desk, draft(limit('90')))).toContain('(account-unread)')
    desk.balanceFails = false
    expect(await submit(desk, draft(limit('90')))).toBe('acknowledged')
  })
})

describe('REL-42: an order that was pressed before Countersign locked', () => {
  test('is not sent when it waited for its quote', async () => {
    const desk = await afterLoss('0')
    await desk.simulation.run(desk.simulation.now + 60 * SECOND_MS)
    desk.beforeQuote = async () => {
      desk.isLocked = true
    }
    const market = draft({ type: 'market', limitPrice: null })
    expect(await submit(desk, market)).toContain('(locked)')
    expect(desk.exchange.sent).toEqual([])
  })

  test('is not sent when it waited for its place, and neither is a change', async () => {
    const desk = await afterLoss('0')
    const id = await placed(desk, draft(limit('90')))
    desk.exchange.beforeLeaving = async () => {
      desk.isLocked = true
    }
    expect(await submit(desk, draft(limit('91')))).toBe(
      'Countersign was locked before the order left. Nothing was sent (locked)',
    )
    const changed = desk.session.orders.replace(ACCOUNT, id, { limitPrice: asPrice(dec('92')) })
    expect(await desk.wait(changed)).toMatchObject({ value: { outcome: 'denied' } })
    const canceled = await desk.wait(desk.session.orders.cancel(ACCOUNT, id))
    expect(canceled).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
  })

  test('is sent, once and for all, when it left before', async () => {
    const desk = await afterLoss('0')
    desk.exchange.onSend = () => {
      desk.isLocked = true
    }
    expect(await submit(desk, draft(limit('90')))).toBe('acknowledged')
    expect(desk.exchange.sent).toHaveLength(1)
  })

  test('closes a position where the kill switch sends it', async () => {
    const desk = await afterLoss('0')
    desk.isLocked = true
    const sell = draft({ side: 'sell', ...limit('100'), ...shares('3') })
    const closed = await desk.wait(desk.session.orders.close('ticket-close-locked', sell))
    expect(closed).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
  })
})

describe('REL-36: an account that is locked out', () => {
  test('sends orders that only reduce a position, and no larger ones', async () => {
    const desk = await afterLoss('-1000')
    const sell = draft({ side: 'sell', ...limit('100') })
    expect(await submit(desk, { ...sell, ...shares('11') })).toContain('(locked-out)')
    expect(await submit(desk, { ...sell, ...shares('6') })).toBe('acknowledged')
    expect(await submit(desk, { ...sell, ...shares('5'), ...limit('101') })).toContain('locked-out')
  })

  test('cancels orders, lowers them, and refuses changes that add risk', async () => {
    const desk = new SessionFixture({ limits: UNREPEATED, dayPnl: '0' })
    const session = await desk.start()
    for (let size = 10; size < 34; size += 1) {
      await placed(desk, draft({ ...limit('90'), ...shares(String(size)) }))
    }
    await lose(desk, '-1000')
    const [first, second] = untouched(desk)
    if (first === undefined || second === undefined) throw new Error('every order filled')
    const outcomeOf = async (
      change: Parameters<typeof session.orders.replace>[2],
    ): Promise<unknown> => {
      const changed = await desk.wait(session.orders.replace(ACCOUNT, first, change))
      return changed.ok ? changed.value.outcome : changed.error.code
    }
    expect(await outcomeOf({ limitPrice: asPrice(dec('91')) })).toBe('denied')
    expect(await outcomeOf({ quantity: asQuantity(dec('40')) })).toBe('denied')
    expect(await outcomeOf({ quantity: asQuantity(dec('4')) })).toBe('acknowledged')
    const cancelled = await desk.wait(session.orders.cancel(ACCOUNT, second))
    expect(cancelled).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
  })

  test('moves the price of an order that closes a position', async () => {
    const desk = new SessionFixture({ limits: UNREPEATED, dayPnl: '0' })
    const session = await desk.start()
    for (let count = 0; count < 8; count += 1) {
      await placed(desk, draft({ side: 'sell', ...shares('1'), ...limit(`11${count}`) }))
    }
    await lose(desk, '-1000')
    const [id] = untouched(desk)
    if (id === undefined) throw new Error('every order filled')
    const moved = await desk.wait(
      session.orders.replace(ACCOUNT, id, { limitPrice: asPrice(dec('105')) }),
    )
    expect(moved).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
  })

  test('stays locked out when the loss shrinks, the limit is raised, and after a restart', async () => {
    const desk = await afterLoss('-1000')
    await lose(desk, '500')
    await desk.wait(desk.session.limits.set(personal(desk, { maxDailyLoss: null })))
    expect(await submit(desk, draft(limit('90')))).toContain('(locked-out)')
    await desk.restart()
    desk.showExchangeTime(epochMs(TUESDAY_START - 1))
    await desk.simulation.run(desk.simulation.now + 2 * SECOND_MS)
    expect(await submit(desk, draft(limit('90')))).toContain('(locked-out)')
  })

  test('may trade again when the exchange itself reaches the next session', async () => {
    const desk = await afterLoss('-1000')
    desk.dayPnl = '0'
    await desk.restart()
    desk.showExchangeTime(TUESDAY_START)
    await desk.simulation.run(desk.simulation.now + AFTER_REFRESH_MS)
    expect(desk.session.connection.view().lockOuts).toEqual([])
    expect(await submit(desk, draft(limit('90')))).toBe('acknowledged')
  })

  test.each([
    ['ahead', 100 * HOUR_MS],
    ['back', -100 * HOUR_MS],
  ])('stays locked out when the clock of the computer is set %s', async (_way, byMs) => {
    const desk = await afterLoss('-1000')
    desk.sleptMs = byMs
    await desk.restart()
    if (byMs < 0) await desk.wait(desk.session.trading.set('active', { code: 'risk.halted' }))
    await desk.simulation.run(desk.simulation.now + AFTER_REFRESH_MS)
    expect(await submit(desk, draft(limit('90')))).toContain('(locked-out)')
  })

  test('is in effect and tried again while the disk refuses its record', async () => {
    const desk = new SessionFixture({ limits: LIMITS, dayPnl: '0' })
    await desk.start()
    desk.limitsFile.failure = { kind: 'full', message: 'full' }
    await lose(desk, '-1000')
    expect(await submit(desk, draft(limit('90')))).toContain('(locked-out)')
    const codes = (): readonly string[] =>
      desk.session.connection.view().notices.map(({ code }) => code)
    expect(codes()).toContain('limits-not-stored')
    desk.limitsFile.failure = null
    await desk.simulation.run(desk.simulation.now + 3 * SECOND_MS)
    expect(codes()).not.toContain('limits-not-stored')
    expect(desk.limitsFile.content).toContain('daily-loss')
  })
})

describe('REL-36: a file of limits that cannot be read', () => {
  test.each(['{"v":1', '{"v":9}', ''])('locks every account out: %j', async (content) => {
    const desk = new SessionFixture({ limits: LIMITS, dayPnl: '0' })
    desk.limitsFile.content = content
    await desk.start()
    expect(await submit(desk, draft(limit('90')))).toContain('was damaged')
    expect(desk.limitsFile.aside).toEqual([content])
    expect(desk.session.connection.view().notices.map(({ code }) => code)).toContain(
      'limits-damaged',
    )
    const sell = draft({ side: 'sell', ...limit('100'), ...shares('3') })
    expect(await submit(desk, sell)).toBe('acknowledged')
  })
})
