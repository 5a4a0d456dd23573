import { describe, expect, test } from 'vitest'
import type { Position } from '../../../../../shared/domain/account/account.js'
import type { ExchangeDay } from '../../../../../shared/domain/market/exchange-time.js'
import { clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { ok } from '../../../../../shared/domain/result.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { AAPL, ACCOUNT, draft } from '../../session/session-fixture.js'
import { ACKNOWLEDGED, GatewayFixture, limit, quantity, size } from './gateway-fixture.js'

const MSFT = symbol('MSFT')
const HALTED = { outcome: 'denied', reasons: ['Trading is halted (halted)'] }
const JOURNAL_FAILED = {
  outcome: 'denied',
  reasons: ['The order journal cannot be written (journal-failed)'],
}
const submitted = async (desk: GatewayFixture, ticket: string, placed: OrderDraft = draft()) =>
  writtenOut(await desk.wait(desk.service.submit(ticket, placed)))
const sale = (count: string): OrderDraft => limit('120', { side: 'sell', ...size(count) })
const holding = (size: string, more: ConstructorParameters<typeof GatewayFixture>[0] = {}) =>
  new GatewayFixture({
    positions: async () =>
      ok({
        unreadable: [],
        positions: [
          {
            accountId: ACCOUNT,
            symbol: AAPL,
            assetClass: 'stock',
            quantity: quantity(size),
          } as Position,
        ],
      }),
    ...more,
  })

describe('REL-36: a service that was not restored', () => {
  test('sends nothing, and asks for no quote', async () => {
    const desk = new GatewayFixture()
    expect(desk.service.trading).toBe('halted')
    expect(await submitted(desk, 't1')).toEqual(HALTED)
    expect(desk.sent).toEqual([])
    expect(desk.fetched).toEqual([])
  })

  test('trades after the state of the last run, also a halt', async () => {
    const desk = new GatewayFixture()
    desk.service.restore(new Map(), 'halted')
    expect(await submitted(desk, 't1')).toEqual(HALTED)
    desk.service.setTrading('active')
    expect(desk.service.trading).toBe('active')
    expect(await submitted(desk, 't2')).toMatchObject({ outcome: 'acknowledged' })
  })

  test('counts the orders that the last run sent today', async () => {
    const desk = new GatewayFixture({ limits: { maxOrdersPerDay: 2 } }).started()
    await submitted(desk, 't1')
    expect(desk.service.ordersToday('securities')).toBe(1)
    const next = new GatewayFixture({ limits: { maxOrdersPerDay: 2 } })
    const day = '2025-11-21' as ExchangeDay
    next.service.restore(new Map(), 'active', undefined, [{ day, orders: 2 }])
    expect(next.service.ordersToday('securities')).toBe(2)
    expect(await submitted(next, 't1')).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringContaining('max-orders-day')],
    })
  })
})

describe('REL-28: a new order', () => {
  test('is on disk with its time at the exchange before it is sent', async () => {
    const desk = new GatewayFixture().started()
    desk.exchangeAheadMs = 5_000
    const sentAt = desk.simulation.wall()
    let stored: unknown
    desk.answer = async () => {
      stored = desk.records('intent')
      return ACKNOWLEDGED
    }
    await submitted(desk, 't1')
    expect(stored).toMatchObject([
      { ticket: 't1', draft: { symbol: 'AAPL' }, at: sentAt, placedAt: sentAt + 5_000 },
    ])
    const [order] = desk.projection.orders.all()
    expect(order).toMatchObject({ placedAt: sentAt + 5_000, sentAt })
    expect(order?.clientOrderId).toMatch(/^[0-9a-f]{32}$/)
    expect(desk.sent).toEqual([{ kind: 'place', ids: [order?.clientOrderId], carried: [draft()] }])
  })

  test('is refused without a record once the disk has failed, and the ticket stays refused', async () => {
    const desk = new GatewayFixture().started()
    desk.disk.failing = true
    expect(await submitted(desk, 't1')).toEqual(JOURNAL_FAILED)
    expect(await submitted(desk, 't2', limit('98'))).toEqual(JOURNAL_FAILED)
    // The first one met the failure while its intent was stored: it has a row, but was not sent.
    expect(desk.projection.orders.all()).toMatchObject([{ status: 'not-placed' }])
    desk.disk.failing = false
    expect(await submitted(desk, 't2', limit('98'))).toEqual(JOURNAL_FAILED)
    await desk.pass(1_000)
    expect(desk.records('denied')).toEqual([])
    expect(desk.sent).toEqual([])
  })
})

describe('REL-29: a ticket that was used', () => {
  test('sends nothing again, and has the outcome of its order as it is now', async () => {
    const desk = new GatewayFixture().started()
    await submitted(desk, 't1')
    const [order] = desk.projection.orders.all()
    if (order === undefined) throw new Error('no order')
    desk.show(order.clientOrderId, { status: 'cancelled' })
    const now = { outcome: 'acknowledged', order: { status: 'cancelled' } }
    expect(await submitted(desk, 't1')).toMatchObject(now)
    expect(await desk.service.outcome('t1')).toMatchObject(now)
    expect(await submitted(desk, 't1', limit('98'))).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringContaining('(ticket-reused)')],
    })
    expect(desk.sent).toHaveLength(1)
  })
})

describe('REL-36: a refused order', () => {
  test('is journaled with its reasons, and its ticket stays refused', async () => {
    const desk = new GatewayFixture({ limits: { maxQuantity: quantity('9') } }).started()
    const refused = await submitted(desk, 't1')
    expect(refused).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringMatching(/10.*9.*\(max-quantity\)$/)],
    })
    await desk.pass(1_000)
    expect(desk.records('denied')).toMatchObject([
      { ticket: 't1', reasons: ['A quantity of 10 is over the limit of 9 per order'] },
    ])
    expect(desk.logged).toEqual([['info', 'order.denied', { code: 'max-quantity' }]])
    expect(await submitted(desk, 't1')).toEqual(refused)
    expect(writtenOut(await desk.service.outcome('t1'))).toEqual(refused)
    expect(desk.projection.orders.all()).toEqual([])
    expect(desk.records('denied')).toHaveLength(1)
  })

  test('a refused order whose announced id belongs to another order is not sent', async () => {
    const desk = new GatewayFixture().started()
    const id = clientOrderId('c'.repeat(32))
    await desk.wait(desk.service.submit('t1', draft(), id))
    expect(writtenOut(await desk.wait(desk.service.submit('t2', limit('98'), id)))).toEqual({
      outcome: 'denied',
      reasons: ['Another order has this id (ticket-reused)'],
    })
    expect(desk.sent.map(({ ids }) => ids)).toEqual([[id]])
  })
})

describe('REL-36: an order that waits for a quote', () => {
  test('counts those that were sent meanwhile', async () => {
    const desk = new GatewayFixture({ limits: { maxOpenOrders: 1 } }).started()
    const both = Promise.all([
      desk.service.submit('t1', draft()),
      desk.service.submit('t2', draft({ symbol: MSFT })),
    ])
    expect(await desk.wait(both)).toMatchObject([
      { outcome: 'acknowledged' },
      { outcome: 'denied' },
    ])
    expect(desk.sent).toHaveLength(1)
  })

  test('is a duplicate of one that was sent meanwhile', async () => {
    const desk = new GatewayFixture().started()
    const both = Promise.all([
      desk.service.submit('t1', draft()),
      desk.service.submit('t2', draft()),
    ])
    const outcomes = writtenOut(await desk.wait(both))
    expect(outcomes[1]).toMatchObject({
      outcome: 'denied',
      reasons: expect.arrayContaining([expect.stringContaining('(duplicate)')]),
    })
    expect(desk.sent).toHaveLength(1)
  })

  test('is stopped by a halt meanwhile, before anything is stored', async () => {
    const desk = new GatewayFixture().started()
    desk.beforeQuote = async () => desk.service.setTrading('halted')
    expect(await submitted(desk, 't1')).toEqual(HALTED)
    expect(desk.projection.orders.all()).toEqual([])
    expect(desk.records('intent')).toEqual([])
  })
})

describe('REL-36: a new order is checked again before it is sent', () => {
  test('a halt while it is stored stops it, and its row says why', async () => {
    const desk = new GatewayFixture().started()
    desk.disk.delayMs = 500
    const placed = desk.service.submit('t1', draft())
    await desk.pass(100)
    desk.service.setTrading('halted')
    expect(writtenOut(await desk.wait(placed))).toEqual(HALTED)
    expect(writtenOut(desk.projection.orders.all())).toMatchObject([
      { status: 'not-placed', note: 'Trading is halted (halted)' },
    ])
    await desk.pass(2_000)
    expect(desk.records('outcome')).toMatchObject([
      { outcome: 'not-sent', reason: 'Trading is halted' },
    ])
    expect(desk.sent).toEqual([])
  })

  test('a halt while it waits to leave stops it, but no closing order', async () => {
    const desk = new GatewayFixture().started()
    desk.beforeLeaving = async () => desk.service.setTrading('halted')
    expect(await submitted(desk, 't1')).toEqual({
      outcome: 'denied',
      reasons: ['Trading is halted (halted)'],
    })
    expect(desk.sent).toEqual([])
    expect(await desk.wait(desk.close('t2', sale('1')))).toMatchObject({
      outcome: 'acknowledged',
    })
  })

  test('does not count itself among the orders of the day, nor as its own duplicate', async () => {
    const desk = new GatewayFixture({ limits: { maxOrdersPerDay: 1, maxOpenOrders: 1 } }).started()
    expect(await submitted(desk, 't1')).toMatchObject({ outcome: 'acknowledged' })
    expect(await submitted(desk, 't2', limit('98', { symbol: MSFT }))).toMatchObject({
      outcome: 'denied',
      reasons: [
        expect.stringContaining('max-orders-day'),
        expect.stringContaining('max-open-orders'),
      ],
    })
  })
})

describe('REL-36: an order that closes or reduces a position', () => {
  test('closes while trading is halted, with no more than the disk to wait for', async () => {
    const desk = new GatewayFixture({ limits: { maxQuantity: quantity('1') } })
    expect(await desk.wait(desk.close('t1', sale('10')))).toMatchObject({
      outcome: 'acknowledged',
    })
    expect(desk.sent).toHaveLength(1)
    desk.disk.failing = true
    expect(writtenOut(await desk.wait(desk.close('t2', sale('9'), '19')))).toEqual(JOURNAL_FAILED)
    expect(desk.sent).toHaveLength(1)
  })

  test('passes a limit of the person when it is proved to reduce one, and not beyond', async () => {
    const desk = holding('10', { limits: { maxQuantity: quantity('5') } }).started()
    expect(await submitted(desk, 't1', sale('10'))).toMatchObject({ outcome: 'acknowledged' })
    // The ten shares are reserved by the first order now.
    expect(await submitted(desk, 't2', sale('9'))).toMatchObject({ outcome: 'denied' })
    expect(desk.sent).toHaveLength(1)
  })

  test('is refused for an instrument that cannot be traded, however much it reduces', async () => {
    const desk = holding('10').started()
    desk.tradable = 'no'
    for (const count of ['1', '10', '11']) {
      expect(await submitted(desk, `t${count}`, sale(count))).toMatchObject({
        outcome: 'denied',
        reasons: [expect.stringContaining('(not-tradable)')],
      })
    }
    expect(desk.sent).toEqual([])
  })

  test('is refused with all reasons where it exceeds another limit as well', async () => {
    const desk = holding('10', { limits: { maxQuantity: quantity('5') } }).started()
    expect(await submitted(desk, 't1', limit('50', { side: 'sell' }))).toMatchObject({
      outcome: 'denied',
      reasons: [expect.stringContaining('(max-quantity)'), expect.stringContaining('(price-band)')],
    })
  })

  test('costs a read of the positions only where it exceeds a limit of the person', async () => {
    let reads = 0
    const desk = holding('10', {
      positions: async () => {
        reads += 1
        return ok({ unreadable: [], positions: [] })
      },
    }).started()
    await submitted(desk, 't1', sale('1'))
    expect(reads).toBe(0)
  })

  test('closes at the market also without a quote', async () => {
    const desk = new GatewayFixture()
    desk.hasQuotes = false
    const market = draft({ side: 'sell', type: 'market', limitPrice: null })
    expect(await desk.wait(desk.close('t1', market))).toMatchObject({
      outcome: 'acknowledged',
    })
    desk.service.setTrading('active')
    expect(await submitted(desk, 't2', { ...market, ...size('9') })).toMatchObject({
      reasons: [expect.stringContaining('(stale-quote)')],
    })
  })

  test('does not pass a halt by reducing', async () => {
    const desk = holding('10')
    expect(await submitted(desk, 't1', sale('1'))).toEqual(HALTED)
    expect(desk.sent).toEqual([])
  })

  test('may reduce only once where two are checked at the same time', async () => {
    const desk = holding('10', { limits: { maxQuantity: quantity('5') } }).started()
    const both = Promise.all([
      desk.service.submit('t1', sale('10')),
      desk.service.submit('t2', sale('9')),
    ])
    expect(await desk.wait(both)).toMatchObject([
      { outcome: 'acknowledged' },
      { outcome: 'denied' },
    ])
    expect(desk.sent).toHaveLength(1)
  })

  test('is stopped by a halt that begins while its positions are read', async () => {
    const desk: GatewayFixture = holding('10', {
      limits: { maxQuantity: quantity('5') },
      positions: async () => {
        desk.service.setTrading('halted')
        return ok({
          unreadable: [],
          positions: [
            {
              accountId: ACCOUNT,
              symbol: AAPL,
              assetClass: 'stock',
              quantity: quantity('10'),
            } as Position,
          ],
        })
      },
    }).started()
    expect(await submitted(desk, 't1', sale('10'))).toEqual(HALTED)
    expect(desk.sent).toEqual([])
  })
})

describe('CONFIRM-38: a check of a new order', () => {
  const checked = async (desk: GatewayFixture, placed: OrderDraft) =>
    writtenOut(await desk.wait(desk.service.check({ kind: 'place', draft: placed })))

  test('says what submitting would refuse, and leaves no trace', async () => {
    const desk = new GatewayFixture({ limits: { maxQuantity: quantity('9') } }).started()
    expect(await checked(desk, draft())).toMatchObject({
      ok: true,
      value: [{ code: 'max-quantity' }],
    })
    expect(await checked(desk, draft(size('9')))).toEqual({ ok: true, value: [] })
    await desk.pass(1_000)
    expect(desk.disk.lines).toEqual([])
    expect(desk.sent).toEqual([])
    expect(await desk.service.outcome('t1')).toBeNull()
  })

  test('knows what reduces a position', async () => {
    const desk = holding('10', { limits: { maxQuantity: quantity('5') } }).started()
    expect(await checked(desk, sale('10'))).toEqual({ ok: true, value: [] })
    expect(await checked(desk, sale('11'))).toMatchObject({ value: [{ code: 'max-quantity' }] })
    desk.service.setTrading('halted')
    expect(await checked(desk, sale('10'))).toMatchObject({ value: [{ code: 'halted' }] })
  })
})
