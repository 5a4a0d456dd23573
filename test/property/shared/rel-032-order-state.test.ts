import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isFinal,
  isUncertain,
  isWorking,
  ORDER_EVENTS,
  ORDER_STATUSES,
  ORDER_TRANSITIONS,
  transition,
  type OrderEvent,
  type OrderStatus,
} from '../../../shared/domain/orders/order-state.js'

const step = (status: OrderStatus, event: OrderEvent): OrderStatus => {
  const next = transition(status, event)
  return next === 'stale' || next === 'invalid' ? status : next
}

describe('REL-32: order states', () => {
  it('define a result for every status and event', () => {
    for (const status of ORDER_STATUSES) {
      for (const event of ORDER_EVENTS) {
        expect(ORDER_TRANSITIONS[status][event], `${status} + ${event}`).toBeDefined()
      }
    }
  })

  it('are closed under any sequence of events', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ORDER_STATUSES),
        fc.array(fc.constantFrom(...ORDER_EVENTS), { maxLength: 30 }),
        (start, events) => ORDER_STATUSES.includes(events.reduce(step, start)),
      ),
    )
  })

  it('do not change when an event is repeated', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ORDER_STATUSES),
        fc.constantFrom(...ORDER_EVENTS),
        (status, event) => step(step(status, event), event) === step(status, event),
      ),
    )
  })

  it('never leave filled, rejected or denied', () => {
    for (const status of ['filled', 'rejected', 'denied'] as const) {
      for (const event of ORDER_EVENTS) expect(step(status, event)).toBe(status)
    }
  })

  it('accept a fill after a cancel, and an order that appears after it was not placed', () => {
    expect(transition('cancelled', 'seen-filled')).toBe('filled')
    expect(transition('cancelled', 'seen-partial')).toBe('cancelled')
    expect(transition('not-placed', 'seen-working')).toBe('working')
    expect(transition('unknown', 'seen-filled')).toBe('filled')
  })

  it('never return from more filled to less', () => {
    expect(transition('partially-filled', 'seen-working')).toBe('stale')
    expect(transition('filled', 'seen-partial')).toBe('stale')
    expect(transition('working', 'seen-pending')).toBe('stale')
  })

  it('treat an unknown outcome as neither final nor working', () => {
    for (const status of ORDER_STATUSES) {
      expect(
        [isFinal(status), isWorking(status), isUncertain(status)].filter(Boolean),
      ).toHaveLength(1)
    }
  })
})
