import { describe, expect, it, test } from 'vitest'
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
  type Transition,
} from '../../../../shared/domain/orders/order-state.js'

/** The states of an order whose existence the provider has shown or may still show. */
const SEEN: Partial<Record<OrderEvent, Transition>> = {
  'seen-pending': 'pending',
  'seen-working': 'working',
  'seen-partial': 'partially-filled',
  'seen-filled': 'filled',
  'seen-cancelled': 'cancelled',
  'seen-failed': 'rejected',
}

/** What the events that are not ignored as late (`stale`) make of an order. */
const MOVES: Record<OrderStatus, Partial<Record<OrderEvent, Transition>>> = {
  sending: {
    ...SEEN,
    acknowledged: 'pending',
    refused: 'rejected',
    'outcome-lost': 'unknown',
    'proved-absent': 'not-placed',
  },
  unknown: {
    ...SEEN,
    acknowledged: 'pending',
    refused: 'rejected',
    'outcome-lost': 'unknown',
    'proved-absent': 'not-placed',
  },
  pending: { ...SEEN, acknowledged: 'pending', refused: 'invalid', vanished: 'not-found' },
  working: { ...SEEN, 'seen-pending': 'stale', refused: 'invalid', vanished: 'not-found' },
  'partially-filled': {
    ...SEEN,
    'seen-pending': 'stale',
    'seen-working': 'stale',
    refused: 'invalid',
    vanished: 'not-found',
  },
  filled: {
    refused: 'invalid',
    'seen-filled': 'filled',
    'seen-cancelled': 'invalid',
    'seen-failed': 'invalid',
  },
  cancelled: {
    refused: 'invalid',
    'seen-partial': 'cancelled',
    'seen-filled': 'filled',
    'seen-cancelled': 'cancelled',
    'seen-failed': 'invalid',
  },
  rejected: {
    acknowledged: 'invalid',
    refused: 'rejected',
    'seen-partial': 'invalid',
    'seen-filled': 'invalid',
    'seen-cancelled': 'invalid',
    'seen-failed': 'rejected',
  },
  denied: {
    ...(Object.fromEntries(ORDER_EVENTS.map((event) => [event, 'invalid'])) as object),
    'proved-absent': 'denied',
  },
  'not-placed': {
    ...SEEN,
    acknowledged: 'pending',
    refused: 'rejected',
    'proved-absent': 'not-placed',
  },
  'not-found': { ...SEEN, refused: 'invalid', vanished: 'not-found' },
}

describe('REL-32: the states of an order', () => {
  test.each(ORDER_STATUSES)('the state %s: every event has the designed result', (status) => {
    const results = ORDER_EVENTS.map((event) => [event, transition(status, event)])
    const designed = ORDER_EVENTS.map((event) => [event, MOVES[status][event] ?? 'stale'])
    expect(results).toEqual(designed)
    expect(Object.keys(ORDER_TRANSITIONS[status]).toSorted()).toEqual(ORDER_EVENTS.toSorted())
  })

  it('are final, working or uncertain', () => {
    expect(ORDER_STATUSES.filter(isFinal)).toEqual([
      'filled',
      'cancelled',
      'rejected',
      'denied',
      'not-placed',
      'not-found',
    ])
    expect(ORDER_STATUSES.filter(isWorking)).toEqual(['pending', 'working', 'partially-filled'])
    expect(ORDER_STATUSES.filter(isUncertain)).toEqual(['sending', 'unknown'])
  })
})
