import type { PracticeFault } from '../../../shared/domain/app/practice/practice-settings.js'

/**
 * Where a fault takes effect: before an operation, after it, at its answer, in listings, or at the
 * event and market streams.
 */
export type FaultPoint =
  | 'request'
  | 'response'
  | 'answer'
  | 'listing'
  | 'event-stream'
  | 'market-stream'

/**
 * The effect of a fault:
 *
 * - `drop`: the connection drops without an answer.
 * - `wait`: the operation starts `ms` later, 1000 when absent.
 * - `fail`: the answer is `status`, 500 when absent.
 * - `limit`: the answer is 429.
 * - `garble`: the answer is 200 with text that is not JSON.
 * - `spoil`: a number of the first row of a list has another form than the published one.
 * - `reclass`: the last account of a list has a class that is not published.
 * - `reclass-all`: every account of a list has one.
 * - `truncate`: half of the answer, then the connection drops.
 * - `lag`: while on, listings are `ms` of exchange time behind Order Detail, 3000 when absent.
 * - `mute`: while on, a stream stays open but sends nothing more, not even pings.
 * - `repeat`: an event is delivered twice.
 * - `swap`: an event is delivered after the next one of the stream, or with the next ping.
 * - `replay`: after an event, an earlier one of the stream is delivered again in a new envelope.
 * - `refuse`: a new connection is refused.
 */
export type FaultEffect =
  | 'drop'
  | 'wait'
  | 'fail'
  | 'limit'
  | 'garble'
  | 'spoil'
  | 'reclass'
  | 'reclass-all'
  | 'truncate'
  | 'lag'
  | 'mute'
  | 'repeat'
  | 'swap'
  | 'replay'
  | 'refuse'

/** One fault that a test can switch on over the control port. */
export interface FaultEntry {
  readonly point: FaultPoint
  readonly effect: FaultEffect
  /**
   * The outcome that a client must report for a placement with this fault, and whether the exchange
   * has accepted the order; null for a fault that does not concern single operations.
   */
  readonly placement: {
    readonly outcome: 'acknowledged' | 'rejected' | 'unknown'
    readonly accepted: boolean
  } | null
}

const LOST = { outcome: 'unknown', accepted: true } as const
const NOT_EXECUTED = { outcome: 'unknown', accepted: false } as const

/**
 * Every fault by its name. Faults of one point strike in this order. The broker's event push has
 * the faults of the event stream, except `swap` and `replay`: its events have positions.
 */
export const FAULTS = {
  'drop-before-effect': { point: 'request', effect: 'drop', placement: NOT_EXECUTED },
  delay: {
    point: 'request',
    effect: 'wait',
    placement: { outcome: 'acknowledged', accepted: true },
  },
  'rate-limited': {
    point: 'request',
    effect: 'limit',
    placement: { outcome: 'rejected', accepted: false },
  },
  'error-before-effect': { point: 'request', effect: 'fail', placement: NOT_EXECUTED },
  'drop-after-effect': { point: 'response', effect: 'drop', placement: LOST },
  'error-after-effect': { point: 'response', effect: 'fail', placement: LOST },
  'malformed-body': { point: 'answer', effect: 'garble', placement: LOST },
  'truncated-body': { point: 'answer', effect: 'truncate', placement: LOST },
  'unreadable-row': {
    point: 'answer',
    effect: 'spoil',
    placement: { outcome: 'acknowledged', accepted: true },
  },
  'unpublished-class': {
    point: 'answer',
    effect: 'reclass',
    placement: { outcome: 'acknowledged', accepted: true },
  },
  'unpublished-classes': {
    point: 'answer',
    effect: 'reclass-all',
    placement: { outcome: 'acknowledged', accepted: true },
  },
  'stale-listing': { point: 'listing', effect: 'lag', placement: null },
  'event-stream-black-hole': { point: 'event-stream', effect: 'mute', placement: null },
  'market-stream-black-hole': { point: 'market-stream', effect: 'mute', placement: null },
  'duplicate-events': { point: 'event-stream', effect: 'repeat', placement: null },
  'reorder-events': { point: 'event-stream', effect: 'swap', placement: null },
  'replay-old-events': { point: 'event-stream', effect: 'replay', placement: null },
  'refuse-event-stream': { point: 'event-stream', effect: 'refuse', placement: null },
  'refuse-market-stream': { point: 'market-stream', effect: 'refuse', placement: null },
} as const satisfies Readonly<Record<PracticeFault, FaultEntry>>

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS

/** True for the name of a fault in the table. */
export const isFaultName = (name: string): name is FaultName => Object.hasOwn(FAULTS, name)
