import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { TimerPort } from '../ports.js'
import type { DeskSession } from '../session/desk-session.js'

/** So long is waited for the exchange's clock; an assistant is answered soon all the same. */
const WAIT_MS = 3_000

export interface HeardSession extends Pick<DeskSession, 'environment' | 'sessionView'> {
  readonly streams: Pick<DeskSession['streams'], 'session' | 'quotes'>
}

/**
 * Whether the time at the exchange is known. Practice runs on a clock of its own, which only its
 * stream tells, and nothing streams
 * while nobody watches: then `about` is watched for a moment. The other exchanges keep the time of
 * day.
 */
export function createExchangeHeard(
  { environment, sessionView, streams }: HeardSession,
  timers: TimerPort,
): (about: Symbol) => Promise<boolean> {
  const heard = (): boolean => environment !== 'practice' || sessionView().exchangeOffsetMs !== null
  return (about) => {
    if (heard()) return Promise.resolve(true)
    return new Promise((resolve) => {
      const stops: Disposer[] = []
      const end = (): void => {
        for (const stop of stops.splice(0)) stop()
        resolve(heard())
      }
      stops.push(
        timers.after(WAIT_MS, end),
        streams.session.subscribe(() => {
          if (heard()) end()
        }),
        streams.quotes([about]).subscribe(() => undefined),
      )
    })
  }
}
