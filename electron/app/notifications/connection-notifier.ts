import type { TimerPort } from '../../core/ports.js'
import type { LiveValue } from '../../core/live-values.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { HealthView } from '../../../shared/domain/session/health.js'

/** A shorter interruption is no news: connections are made again by themselves. */
export const LOST_MS = 60_000

export interface ConnectionNotifierDeps {
  readonly health: LiveValue<HealthView>
  readonly timers: TimerPort
  readonly notify: (event: 'lost' | 'restored') => void
}

const isLost = ({ channels }: HealthView): boolean =>
  channels.some(({ state }) => state === 'down' || state === 'stale')

/** Notifies once when a connection has been lost for a while, and once when all are back. */
export function watchConnection({ health, timers, notify }: ConnectionNotifierDeps): Disposer {
  let cancel: Disposer | null = null
  let notified = false
  const update = (): void => {
    if (isLost(health.get())) {
      if (notified) return
      cancel ??= timers.after(LOST_MS, () => {
        notified = true
        notify('lost')
      })
      return
    }
    cancel?.()
    cancel = null
    if (notified) notify('restored')
    notified = false
  }
  update()
  const stop = health.subscribe(update)
  return () => {
    stop()
    cancel?.()
  }
}
