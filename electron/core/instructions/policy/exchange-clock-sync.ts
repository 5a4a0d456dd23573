import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'

/** So long is waited for the exchange's clock; an assistant is answered soon all the same. */
const WAIT_MS = 3_000

export interface ClockSyncSession extends Pick<TradingSession, 'environment' | 'sessionView'> {
  readonly streams: Pick<TradingSession['streams'], 'session' | 'quotes'>
}

/**
 * Whether the time at the exchange is known. Practice runs on a clock of its own, which only its
 * stream tells, and nothing streams
 * while nobody watches: then `about` is watched for a moment. The other exchanges keep the time of
 * day.
 */
export function createExchangeClockSync(
  { environment, sessionView, streams }: ClockSyncSession,
  timers: TimerPort,
): (about: Symbol) => Promise<boolean> {
  const isSynced = (): boolean =>
    environment !== 'practice' || sessionView().exchangeOffsetMs !== null
  return (about) => {
    if (isSynced()) return Promise.resolve(true)
    return new Promise((resolve) => {
      const stops: Disposer[] = []
      const end = (): void => {
        for (const stop of stops.splice(0)) stop()
        resolve(isSynced())
      }
      stops.push(
        timers.after(WAIT_MS, end),
        streams.session.subscribe(() => {
          if (isSynced()) end()
        }),
        streams.quotes([about]).subscribe(() => undefined),
      )
    })
  }
}
