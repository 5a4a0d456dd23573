import type { Disposer } from '../../../../shared/domain/brand.js'
import { MINUTE_MS, SECOND_MS } from '../../../../shared/domain/time.js'
import type { ClockPort, FileError, LogPort, TimerPort } from '../../ports.js'
import type { SessionGraph } from '../graph/session-graph.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { fileErrorMessage } from '../../file-error.js'

const CHECK_INTERVAL_MS = 5 * SECOND_MS
/** Smaller steps are ordinary clock corrections. */
const MIN_SETBACK_MS = MINUTE_MS

/**
 * Calls `onSetback` with the ms each time the computer's clock was set back, because daily limits
 * and order times depend on it. A clock that jumps ahead looks the same as sleep and is ignored.
 */
function watchClockSetback(
  { clock, timers }: { readonly clock: ClockPort; readonly timers: Pick<TimerPort, 'every'> },
  onSetback: (ms: number) => void,
): Disposer {
  const offset = (): number => clock.now() - clock.monotonic()
  let highest = offset()
  return timers.every(CHECK_INTERVAL_MS, () => {
    const now = offset()
    const lost = highest - now
    if (lost < MIN_SETBACK_MS) {
      highest = Math.max(highest, now)
      return
    }
    highest = now
    onSetback(lost)
  })
}

/**
 * Trading halts when this many orders have an unknown outcome at once: the connection is failing,
 * and further orders would add to them.
 */
const MAX_UNCERTAIN = 5

/** File errors that the person can fix. All others show the error's own message. */
const FILE_ERROR_MESSAGES: Partial<Record<FileError['kind'], Message>> = {
  full: message('session.diskFull'),
  denied: message('session.folderDenied'),
}

export interface HaltOnFaultsDeps {
  readonly graph: Pick<SessionGraph, 'journal' | 'projection' | 'notices'>
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  readonly isReady: () => boolean
  readonly halt: (why: Message) => void
  readonly changed: () => void
}

/**
 * Halts trading when the journal fails, reports of an order contradict each other, the clock is set
 * back, or too many outcomes are unknown. Returns the functions that end the watching.
 */
export function haltOnFaults({
  graph,
  clock,
  timers,
  log,
  isReady,
  halt,
  changed,
}: HaltOnFaultsDeps): readonly Disposer[] {
  const { journal, projection, notices } = graph
  return [
    journal.onFailure((error) =>
      halt(
        message('session.journalNotWritten', {
          reason: FILE_ERROR_MESSAGES[error.kind] ?? fileErrorMessage(error),
        }),
      ),
    ),
    projection.onAnomaly(({ order, what: anomaly }) => {
      const { symbol, clientOrderId } = order
      notices.add('order-anomaly', message('orders.anomalyOf', { symbol, clientOrderId, anomaly }))
      log.event('error', 'order.anomaly', { what: inEnglish(anomaly) })
      // Countersign's record and the broker's report contradict each other. Halt until the person
      // has checked.
      halt(message('orders.anomalyIn', { symbol, anomaly }))
      changed()
    }),
    watchClockSetback({ clock, timers }, (ms) =>
      halt(message('session.clockSetBack', { minutes: Math.round(ms / MINUTE_MS) })),
    ),
    projection.orders.subscribe(() => {
      if (!isReady()) return
      // Ignore orders that are still being sent: a batch or closing positions may have several at
      // once.
      const unknown = projection.uncertain().filter(({ status }) => status === 'unknown')
      if (unknown.length >= MAX_UNCERTAIN) {
        halt(message('session.manyUnknown', { orders: MAX_UNCERTAIN }))
      }
    }),
  ]
}
