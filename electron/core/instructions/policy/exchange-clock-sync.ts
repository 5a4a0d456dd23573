import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'

/**
 * The maximum wait for the exchange's clock in ms, kept short so that the assistant gets its answer
 * soon.
 */
const WAIT_MS = 3_000

export interface ClockSyncSession extends Pick<TradingSession, 'environment'> {
  readonly connection: Pick<TradingSession['connection'], 'view'>
  readonly streams: Pick<TradingSession['streams'], 'session' | 'quotes'>
}

/**
 * Creates a function that waits until the exchange's time is known. Only the market stream carries
 * the practice exchange's own clock, and it is silent without subscriptions, so the function
 * subscribes to `about` for a moment. Other exchanges use the time of day.
 */
export function createExchangeClockSync(
  session: ClockSyncSession,
  timers: TimerPort,
): (about: Symbol) => Promise<boolean> {
  const { environment, streams } = session
  const isSynced = (): boolean =>
    environment !== 'practice' || session.connection.view().exchangeOffsetMs !== null
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
