/** Every fault that the product must survive. */
export const FAULTS = [
  'drop-before-effect',
  'drop-after-effect',
  'delay',
  'reset',
  'truncate',
  'duplicate',
  'reorder',
  'stale-listing',
  'lost-event',
  'silent-stream',
  'rate-limit-storm',
  'error-after-effect',
  'token-family-revoked',
  'clock-skew',
  'clock-jump',
  'dns-failure',
  'wrong-certificate',
  'halted-symbol',
  'slow-consumer',
  'market-gap',
  'process-kill',
  'disk-full',
  'slow-disk',
  'torn-write',
] as const
export type Fault = (typeof FAULTS)[number]

export const OPERATIONS = [
  'place',
  'replace',
  'cancel',
  'detail',
  'list',
  'preview',
  'token',
  'events',
  'market',
] as const
export type Operation = (typeof OPERATIONS)[number]

/**
 * When the fault strikes: before a byte is sent, before the effect, after the effect and before its
 * answer, or in the answer. For a stream: when it opens, when it subscribes, once it is subscribed,
 * or in a delivery.
 */
export const PHASES = ['connect', 'sent', 'effect', 'response'] as const
export type Phase = (typeof PHASES)[number]

/**
 * The class of an outcome:
 *
 * - `fine`: the result is the same as without the fault.
 * - `not-sent`: reported as not sent; nothing happened at the broker.
 * - `denied`: trading is halted before anything is sent.
 * - `refused`: the broker's refusal is reported; nothing happened.
 * - `settles`: unknown at first; Order Detail settles it to what the broker has.
 * - `recovered`: the next start has what the broker has, and nothing was sent twice.
 * - `retried`: a read was repeated once and answered.
 * - `reported`: the failure is reported; nothing is guessed.
 * - `lost`: new tokens may have been issued; nothing is used that is not known.
 * - `signed-out`: a new sign-in is required.
 * - `reconnects`: the stream is opened again and subscribed.
 * - `corrected`: wrong or missing data is replaced by what the broker has.
 * - `ignored`: a delivery that adds nothing changes nothing.
 * - `none`: the fault cannot strike there.
 */
export type FaultOutcome =
  | 'fine'
  | 'not-sent'
  | 'denied'
  | 'refused'
  | 'settles'
  | 'recovered'
  | 'retried'
  | 'reported'
  | 'lost'
  | 'signed-out'
  | 'reconnects'
  | 'corrected'
  | 'ignored'
  | 'none'

/** One cell of the table. */
export interface Cell {
  readonly fault: Fault
  readonly phase: Phase
  readonly operation: Operation
  /** Selects other delays; 0 when absent. */
  readonly seed?: number
}
