import { describe, expect, it } from 'vitest'
import type { OrderFact } from '../../../../electron/core/orders/order-fact.js'
import type { OrderObservation } from '../../../../electron/core/orders/order-observation.js'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { clientOrderId, orderId } from '../../../../shared/domain/ids.js'
import type { Combo, OrderTerms } from '../../../../shared/domain/orders/order-terms.js'
import type { Fill, Order } from '../../../../shared/domain/orders/order.js'
import {
  after,
  answered,
  draft,
  ID,
  intent,
  price,
  quantity,
  seen,
  time,
} from './order-row-fixture.js'

describe('REL-32: the terms of an order', () => {
  it('are those of the newest direct report; an event brings only the quantity', () => {
    const direct = seen({ limitPrice: price('187'), observedAt: time(20) })
    const event = seen({
      source: 'event',
      limitPrice: price('1'),
      quantity: quantity('120'),
      observedAt: time(30),
    })
    const listing = seen({
      source: 'listing',
      limitPrice: price('2'),
      quantity: quantity('7'),
      fees: asMoney(dec('9')),
      observedAt: time(40),
    })
    const { order } = after(intent, direct, event, listing, seen({ observedAt: time(15) }))
    expect(order).toMatchObject({ limitPrice: '187', quantity: '120', fees: '0.5' })
  })

  it('stay where a report does not name them', () => {
    const nothing = {
      type: null,
      timeInForce: null,
      session: null,
      quantity: null,
      limitPrice: null,
      stopPrice: null,
      fees: null,
      placedAt: null,
      orderId: null,
    }
    const before = after(intent, seen()).order
    const { order } = after(intent, seen(), seen({ ...nothing, observedAt: time(50) }))
    expect({ ...order, updatedAt: null }).toEqual({ ...before, updatedAt: null })
    expect(before).toMatchObject({ type: 'limit', timeInForce: 'day', session: 'core' })
  })

  it('keep the position that a leg joins where a report names none', () => {
    const legging = { direction: 'in', positionId: 'P1', strategy: 'vertical' } as const
    const terms = (known: OrderTerms['legging']): OrderTerms => ({
      combo: null,
      strategy: 'single',
      legs: [],
      intent: null,
      legging: known,
      algo: null,
      outcome: null,
      tradeMode: null,
      expireDate: null,
    })
    for (const later of [null, { ...legging, positionId: null, strategy: null }]) {
      const { order } = after(
        intent,
        seen({ terms: terms(legging) }),
        seen({ terms: terms(later), observedAt: time(50) }),
      )
      expect(order.terms?.legging).toEqual(legging)
    }
  })

  it('keep what is known of the combination', () => {
    const combo = (role: Combo['role'], clientComboId: string | null, comboId: string | null) => ({
      terms: { combo: { role, clientComboId, comboId } } as OrderTerms,
    })
    const fact: OrderFact = {
      ...intent,
      combo: { role: 'take-profit', clientComboId: 'C', comboId: null },
    }
    const { order } = after(fact, seen(combo('unknown', null, 'X')))
    expect(order.terms?.combo).toEqual({ role: 'take-profit', clientComboId: 'C', comboId: 'X' })
    const none = seen({ terms: { combo: null } as OrderTerms })
    expect(after(fact, none).order.terms?.combo).toMatchObject({ clientComboId: 'C' })
    const elsewhere = after(seen(combo('oco', null, 'Y'))).order
    expect(elsewhere.terms?.combo).toEqual({ role: 'oco', clientComboId: null, comboId: 'Y' })
    const renamed = after(fact, seen(combo('stop-loss', 'D', 'X'))).order
    expect(renamed.terms?.combo).toEqual({ role: 'stop-loss', clientComboId: 'D', comboId: 'X' })
  })
})

describe('REL-32: the fills of an order', () => {
  const filled = (count: string, average: string | null, more: Partial<OrderObservation> = {}) =>
    seen({
      status: 'partially-filled',
      filledQuantity: quantity(count),
      averageFillPrice: average === null ? null : price(average),
      ...more,
    })
  const pricesOf = (fills: readonly Fill[]) => fills.map((fill) => [fill.quantity, fill.price])

  it('are published once their price is known, with time and instrument', () => {
    const { fills, order } = after(
      intent,
      filled('40', null),
      filled('40', '185.1', { observedAt: time(20), filledAt: time(12) }),
      filled('40', '185.1', { observedAt: time(30) }),
    )
    expect(fills).toEqual([
      {
        clientOrderId: ID,
        accountId: 'ACC',
        assetClass: 'stock',
        symbol: 'AAPL',
        side: 'buy',
        quantity: '40',
        price: '185.1',
        time: time(12),
      },
    ])
    expect(order.filledQuantity).toBe('40')
    expect(after(intent, filled('1', '2')).fills[0]?.time).toBe(time(10))
  })

  it('have a price with four places for stocks, eight for everything else', () => {
    const thirds = [filled('1', '1'), filled('4', '1.5', { observedAt: time(20) })]
    expect(pricesOf(after(intent, ...thirds).fills)).toEqual([
      ['1', '1'],
      ['3', '1.6667'],
    ])
    const coin: OrderFact = { ...intent, draft: { ...draft, assetClass: 'crypto' } }
    expect(pricesOf(after(coin, ...thirds).fills)[1]).toEqual(['3', '1.66666667'])
  })

  it('have the average price where rounding leaves none', () => {
    const { fills } = after(intent, filled('1', '10'), filled('2', '5', { observedAt: time(20) }))
    expect(pricesOf(fills)[1]).toEqual(['1', '5'])
  })

  it('are those of the largest quantity, whatever arrives late', () => {
    const late = filled('30', '184', { source: 'event', observedAt: time(9_000) })
    const { order, anomalies } = after(intent, filled('40', '185'), late)
    expect([order.filledQuantity, order.averageFillPrice, anomalies]).toEqual(['40', '185', []])
  })

  it('fills that shrink in Order Detail are contradicted five seconds after the larger number', () => {
    const less = (offsetMs: number) =>
      after(intent, filled('40', '185'), filled('30', '185', { observedAt: time(10 + offsetMs) }))
    expect(less(4_999).anomalies).toEqual([])
    expect(less(5_000).anomalies).toHaveLength(1)
    expect(less(5_000).order.filledQuantity).toBe('40')
  })

  it('are never more than was ordered', () => {
    const { order, anomalies } = after(intent, filled('100.1', '185'))
    expect([order.filledQuantity, anomalies.length]).toEqual(['0', 1])
    expect(after(intent, filled('100', '185')).order.filledQuantity).toBe('100')
    // A quantity of zero stands for an order by amount.
    const byAmount = filled('3', '185', { quantity: quantity('0') })
    expect(after(intent, byAmount).order.filledQuantity).toBe('3')
    const raised = filled('110', '185', { quantity: quantity('120') })
    expect(after(intent, raised).order.filledQuantity).toBe('110')
  })

  it('the fills of a canceled order do not return when a full fill was reported first', () => {
    const full = filled('100', '185', { status: 'filled' })
    const overtaken = seen({ status: 'cancelled', filledQuantity: quantity('40'), source: 'event' })
    const { order, anomalies } = after(intent, full, overtaken)
    expect([order.status, order.filledQuantity, anomalies]).toEqual(['filled', '100', []])
  })

  it('correct their average price by a newer direct report only', () => {
    const better = filled('40', '185.2', { observedAt: time(20) })
    const older = filled('40', '184.9', { observedAt: time(5) })
    expect(after(intent, filled('40', '185'), better).order.averageFillPrice).toBe('185.2')
    expect(after(intent, filled('40', '185'), older).order.averageFillPrice).toBe('185')
    const grown = filled('60', null, { observedAt: time(20) })
    expect(after(intent, filled('40', '185'), grown).order.averageFillPrice).toBeNull()
  })
})

describe('REL-32: what listeners of the projection receive', () => {
  it('is nothing for a report that confirms what is known', () => {
    const { changes, applied, order } = after(intent, seen(), seen({ observedAt: time(99) }))
    expect(changes).toHaveLength(2)
    expect(applied.at(-1)).toEqual({ order, changed: false, incomplete: false })
    expect(order.updatedAt).toBe(time(10))
  })

  it('has the time of the newest fact', () => {
    const request = {
      fact: 'request',
      clientOrderId: ID,
      kind: 'cancel',
      state: 'sent',
      at: time(7),
    } as const
    expect(after(intent, seen(), request).order.updatedAt).toBe(time(10))
  })

  it('takes the id of the order from an answer once', () => {
    const named = answered('acknowledged', { orderId: orderId('A') })
    const { order } = after(intent, named, answered('acknowledged', { orderId: orderId('B') }))
    expect(order).toMatchObject({ orderId: 'A', status: 'pending', source: 'answer' })
  })
})

describe('REL-32: a projection at size', () => {
  const idOf = (index: number) => clientOrderId(String(index).padStart(32, '0'))
  const ended = (index: number, more: Partial<OrderObservation> = {}) =>
    seen({ clientOrderId: idOf(index), status: 'cancelled', placedAt: time(index), ...more })

  it('forgets the oldest ended orders in one step, and never one that works', () => {
    const projection = createProjection()
    projection.apply(seen({ clientOrderId: idOf(0), placedAt: time(-1) }))
    for (let index = 1; index <= 600; index += 1) projection.apply(ended(index))
    expect(projection.orders.all()).toHaveLength(601)
    projection.apply(ended(601))
    expect(projection.orders.all()).toHaveLength(501)
    expect(projection.get(idOf(0))?.status).toBe('working')
    expect([projection.get(idOf(101)), projection.get(idOf(102))?.status]).toEqual([
      undefined,
      'cancelled',
    ])
    for (let index = 602; index <= 701; index += 1) projection.apply(ended(index))
    expect(projection.orders.all()).toHaveLength(601)
  })

  it('continues from stored content, without a row that is already known', () => {
    const first = after(
      seen({ filledQuantity: quantity('1'), averageFillPrice: price('2') }),
      ended(1),
    ).projection
    const second = createProjection()
    const [rows, fills]: [Order[], Fill[]] = [[], []]
    second.apply(ended(1, { status: 'filled' }))
    second.orders.subscribe((changed) => rows.push(...changed))
    second.fills.subscribe((items) => fills.push(...items))
    second.restore(first.stored())
    expect(rows.map(({ clientOrderId: id }) => id)).toEqual([ID])
    expect(fills).toEqual(first.fills.recent())
    expect(second.get(idOf(1))?.status).toBe('filled')
    expect(second.stored().rows).toHaveLength(2)
    const silent: unknown[] = []
    second.orders.subscribe((changed) => silent.push(changed))
    second.fills.subscribe((items) => silent.push(items))
    second.restore({ rows: first.stored().rows, fills: [] })
    expect(silent).toEqual([])
  })

  it('holds the last 2,000 fills', () => {
    const projection = createProjection()
    for (let index = 1; index <= 2_001; index += 1) {
      const count = { filledQuantity: quantity(String(index)), averageFillPrice: price('2') }
      projection.apply(
        seen({
          ...count,
          quantity: quantity('5000'),
          observedAt: time(index),
          filledAt: time(index),
        }),
      )
    }
    const recent = projection.fills.recent()
    expect([recent.length, recent[0]?.time, recent.at(-1)?.time]).toEqual([
      2_000,
      time(2),
      time(2_001),
    ])
  })
})
