/**
 * The states of an order. `sending` and `unknown` are our own; the provider has PENDING, SUBMITTED,
 * PARTIAL_FILLED, FILLED, CANCELLED, FAILED (TRADING-4.9).
 *
 * - sending: in the journal, no response yet
 * - unknown: no response was received; the order may or may not exist, and Order Detail is queried
 * - pending, working, partially-filled, filled, cancelled, rejected: as the provider reports
 * - denied: refused by Countersign, never sent
 * - not-placed: not placed, as far as the provider reports
 * - not-found: it was at the provider, which now answers that it knows no such order
 */
export const ORDER_STATUSES = [
  'sending',
  'unknown',
  'pending',
  'working',
  'partially-filled',
  'filled',
  'cancelled',
  'rejected',
  'denied',
  'not-placed',
  'not-found',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The events of an order, from any source. */
export const ORDER_EVENTS = [
  'acknowledged',
  'refused',
  'outcome-lost',
  'proved-absent',
  'vanished',
  'seen-pending',
  'seen-working',
  'seen-partial',
  'seen-filled',
  'seen-cancelled',
  'seen-failed',
] as const
export type OrderEvent = (typeof ORDER_EVENTS)[number]

/**
 * `stale`: an older report that arrived late, ignored. `invalid`: impossible, reported as an
 * anomaly.
 */
export type Transition = OrderStatus | 'stale' | 'invalid'

type TransitionRow = Record<OrderEvent, Transition>

const SEEN: Pick<
  TransitionRow,
  | 'seen-pending'
  | 'seen-working'
  | 'seen-partial'
  | 'seen-filled'
  | 'seen-cancelled'
  | 'seen-failed'
> = {
  'seen-pending': 'pending',
  'seen-working': 'working',
  'seen-partial': 'partially-filled',
  'seen-filled': 'filled',
  'seen-cancelled': 'cancelled',
  'seen-failed': 'rejected',
}

/**
 * The only table of order transitions. It covers the difficult real cases: a fill may arrive before
 * the acknowledgement or after a cancel (the exchange traded first), and an order believed absent
 * or lost may appear late.
 */
export const ORDER_TRANSITIONS: Record<OrderStatus, TransitionRow> = {
  sending: {
    ...SEEN,
    acknowledged: 'pending',
    refused: 'rejected',
    'outcome-lost': 'unknown',
    'proved-absent': 'not-placed',
    vanished: 'stale',
  },
  unknown: {
    ...SEEN,
    acknowledged: 'pending',
    refused: 'rejected',
    'outcome-lost': 'unknown',
    'proved-absent': 'not-placed',
    vanished: 'stale',
  },
  pending: {
    ...SEEN,
    acknowledged: 'pending',
    refused: 'invalid',
    'outcome-lost': 'stale',
    'proved-absent': 'stale',
    vanished: 'not-found',
  },
  working: {
    ...SEEN,
    'seen-pending': 'stale',
    acknowledged: 'stale',
    refused: 'invalid',
    'outcome-lost': 'stale',
    'proved-absent': 'stale',
    vanished: 'not-found',
  },
  'partially-filled': {
    ...SEEN,
    'seen-pending': 'stale',
    'seen-working': 'stale',
    acknowledged: 'stale',
    refused: 'invalid',
    'outcome-lost': 'stale',
    'proved-absent': 'stale',
    vanished: 'not-found',
  },
  filled: {
    acknowledged: 'stale',
    refused: 'invalid',
    'outcome-lost': 'stale',
    'proved-absent': 'stale',
    vanished: 'stale',
    'seen-pending': 'stale',
    'seen-working': 'stale',
    'seen-partial': 'stale',
    'seen-filled': 'filled',
    'seen-cancelled': 'invalid',
    'seen-failed': 'invalid',
  },
  cancelled: {
    acknowledged: 'stale',
    refused: 'invalid',
    'outcome-lost': 'stale',
    'proved-absent': 'stale',
    vanished: 'stale',
    'seen-pending': 'stale',
    'seen-working': 'stale',
    'seen-partial': 'cancelled',
    'seen-filled': 'filled',
    'seen-cancelled': 'cancelled',
    'seen-failed': 'invalid',
  },
  rejected: {
    acknowledged: 'invalid',
    refused: 'rejected',
    'outcome-lost': 'stale',
    'proved-absent': 'stale',
    vanished: 'stale',
    'seen-pending': 'stale',
    'seen-working': 'stale',
    'seen-partial': 'invalid',
    'seen-filled': 'invalid',
    'seen-cancelled': 'invalid',
    'seen-failed': 'rejected',
  },
  denied: {
    acknowledged: 'invalid',
    refused: 'invalid',
    'outcome-lost': 'invalid',
    'proved-absent': 'denied',
    vanished: 'invalid',
    'seen-pending': 'invalid',
    'seen-working': 'invalid',
    'seen-partial': 'invalid',
    'seen-filled': 'invalid',
    'seen-cancelled': 'invalid',
    'seen-failed': 'invalid',
  },
  'not-placed': {
    ...SEEN,
    acknowledged: 'pending',
    refused: 'rejected',
    'outcome-lost': 'stale',
    'proved-absent': 'not-placed',
    vanished: 'stale',
  },
  'not-found': {
    ...SEEN,
    acknowledged: 'stale',
    refused: 'invalid',
    'outcome-lost': 'stale',
    'proved-absent': 'stale',
    vanished: 'not-found',
  },
}

/** Returns the transition of an order in `status` on `event`. */
export const transition = (status: OrderStatus, event: OrderEvent): Transition =>
  ORDER_TRANSITIONS[status][event]

const FINAL: readonly OrderStatus[] = [
  'filled',
  'cancelled',
  'rejected',
  'denied',
  'not-placed',
  'not-found',
]
const WORKING: readonly OrderStatus[] = ['pending', 'working', 'partially-filled']

/** True when no further change is expected. */
export const isFinal = (status: OrderStatus): boolean => FINAL.includes(status)
/** True when the order is at the provider and able to fill: it may be replaced or canceled. */
export const isWorking = (status: OrderStatus): boolean => WORKING.includes(status)
/** True while it is not proved whether the order exists at the provider. */
export const isUncertain = (status: OrderStatus): boolean =>
  status === 'sending' || status === 'unknown'
