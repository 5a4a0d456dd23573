import { describe, expect, it } from 'vitest'
import type { OrderFact } from '../../../../electron/core/orders/order-fact.js'
import { createProjection } from '../../../../electron/core/orders/order-projection.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { clientOrderId, orderId } from '../../../../shared/domain/ids.js'
import type { OrderTerms } from '../../../../shared/domain/orders/order-terms.js'
import { message } from '../../../../shared/messages/make-message.js'
import { after, answered, ID, intent, price, quantity, seen, time } from './order-row-fixture.js'

const request: OrderFact = {
  fact: 'request',
  clientOrderId: ID,
  kind: 'cancel',
  state: 'sent',
  at: time(2),
}
const requestEnd: OrderFact = {
  fact: 'request-end',
  clientOrderId: ID,
  kind: 'cancel',
  note: null,
  at: time(3),
}
const pending = { kind: 'cancel', state: 'sent', since: time(2) }
const filled = (count: string, offset: number) =>
  seen({
    filledQuantity: quantity(count),
    averageFillPrice: price('2'),
    status: 'partially-filled',
    observedAt: time(offset),
  })

describe('REL-32: a request for an order without a row', () => {
  it('is pending in its first row', () => {
    expect(after(request, seen()).order.pending).toEqual(pending)
  })

  it('waits while reports are not sufficient for a row', () => {
    const short = seen({ source: 'event', timeInForce: null })
    const { order, applied } = after(request, short, seen())
    expect(applied.map(({ incomplete }) => incomplete)).toEqual([false, true, false])
    expect(order.pending).toEqual(pending)
  })

  it('is pending no longer when it ended before, or after', () => {
    expect(after(request, requestEnd, seen()).order.pending).toBeNull()
    expect(after(request, seen(), requestEnd).order.pending).toBeNull()
  })

  it('is not pending for another order', () => {
    const other = clientOrderId('ffffffffffffffffffffffffffffffff')
    const { projection, order } = after(request, seen({ clientOrderId: other }), seen())
    expect(projection.get(other)?.pending).toBeNull()
    expect(order.pending).toEqual(pending)
  })

  it('is reported as known from the journal', () => {
    expect(after(intent, request).order).toMatchObject({ source: 'journal', pending })
  })
})

describe('REL-32: the lists of a projection', () => {
  const other = clientOrderId('ffffffffffffffffffffffffffffffff')

  it('the list of working orders holds all that work', () => {
    const { projection } = after(seen(), seen({ clientOrderId: other, status: 'cancelled' }))
    expect(projection.working().map(({ clientOrderId: id }) => id)).toEqual([ID])
  })

  it('the list of uncertain orders holds all whose outcome is unknown, and no others', () => {
    const lost = after(intent, answered('outcome-lost'), seen({ clientOrderId: other }))
    expect(lost.projection.uncertain().map(({ clientOrderId: id }) => id)).toEqual([ID])
    expect(after(intent, answered('outcome-lost'), seen()).projection.uncertain()).toEqual([])
  })

  it('the list of fills begins with the stored ones', () => {
    const { projection: first } = after(filled('1', 20), filled('3', 21))
    const { projection: second } = after(
      seen({ clientOrderId: other, filledQuantity: quantity('4'), averageFillPrice: price('2') }),
    )
    expect(second.fills.recent().map((fill) => fill.quantity)).toEqual(['4'])
    second.restore(first.stored())
    expect(second.fills.recent().map((fill) => fill.quantity)).toEqual(['1', '2', '4'])
  })

  it('the list of fills notifies its listeners only of fills', () => {
    const projection = createProjection()
    const published: number[] = []
    projection.fills.subscribe((fills) => published.push(fills.length))
    for (const fact of [seen(), filled('1', 20), seen({ fees: asMoney(dec('7')) })]) {
      projection.apply(fact)
    }
    expect(published).toEqual([1])
  })
})

describe('REL-32: the special terms of an order', () => {
  const combo = { role: 'unknown', clientComboId: null, comboId: 'X' }
  const terms = { combo } as OrderTerms

  it('are absent from row and fill where none were reported', () => {
    const { order, fills } = after(seen(), filled('1', 20))
    expect(order).not.toHaveProperty('terms')
    expect(fills[0]).not.toHaveProperty('terms')
  })

  it('are in the row and in each fill', () => {
    const { order, fills } = after(seen({ terms }), filled('1', 20))
    expect([order.terms, fills[0]?.terms]).toEqual([terms, terms])
  })

  it('may come with a later report', () => {
    expect(after(seen(), seen({ terms, observedAt: time(20) })).order.terms).toEqual(terms)
  })

  it('become those of the newest report, as amount, trail and id do', () => {
    const changed = {
      amount: asMoney(dec('500')),
      trail: { kind: 'percent', value: dec('2') } as never,
      orderId: orderId('O2'),
    }
    const before = {
      amount: asMoney(dec('400')),
      trail: { kind: 'percent', value: dec('1') } as never,
    }
    const { order } = after(seen(before), seen({ ...changed, observedAt: time(20) }))
    expect(order).toMatchObject(changed)
  })
})

describe('REL-32: reports that contradict what is known', () => {
  it('reports of more fills than were ordered are an anomaly, with or without the quantity', () => {
    const more = { filledQuantity: quantity('150'), averageFillPrice: price('2') }
    for (const count of [quantity('100'), null]) {
      const { order, anomalies } = after(seen(), seen({ ...more, quantity: count }))
      expect(anomalies).toEqual([message('orders.moreFilled')])
      expect(order.filledQuantity).toBe('0')
    }
  })

  it('cannot be of more fills than were ordered where an amount was ordered', () => {
    const amount = { quantity: null, amount: asMoney(dec('500')) }
    const { order, anomalies } = after(
      seen(amount),
      seen({ ...amount, filledQuantity: quantity('2'), averageFillPrice: price('2') }),
    )
    expect([order.filledQuantity, anomalies]).toEqual(['2', []])
  })

  it('reports of fewer fills are an anomaly', () => {
    const { anomalies } = after(filled('3', 20), filled('1', 20_000))
    expect(anomalies).toEqual([message('orders.lessFilled')])
  })

  it('reports of a cancellation end an order that is not filled, whatever fills they report', () => {
    const cancelled = seen({
      status: 'cancelled',
      filledQuantity: quantity('1'),
      averageFillPrice: price('2'),
      observedAt: time(25),
    })
    const { order } = after(filled('3', 20), cancelled)
    expect(order).toMatchObject({ status: 'cancelled', filledQuantity: '3' })
  })

  it('reports of a failure after the last fill are an anomaly, even with fewer fills', () => {
    const complete = seen({
      status: 'filled',
      filledQuantity: quantity('100'),
      averageFillPrice: price('2'),
    })
    const failed = seen({ status: 'failed', filledQuantity: quantity('1'), observedAt: time(12) })
    const { order, anomalies } = after(complete, failed)
    expect(order.status).toBe('filled')
    expect(anomalies).toHaveLength(1)
  })

  it('reports without a state change are no anomaly', () => {
    const { order, anomalies } = after(seen(), seen({ status: null, observedAt: time(20) }))
    expect([order.status, anomalies]).toEqual(['working', []])
  })
})
