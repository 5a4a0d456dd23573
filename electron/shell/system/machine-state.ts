import { net, powerMonitor } from 'electron'
import type { AppLock } from '../../core/lock/app-lock.js'
import type { TimerPort } from '../../core/ports.js'
import type { Disposer } from '../../../shared/domain/brand.js'

const IDLE_POLL_MS = 10_000
const ONLINE_POLL_MS = 1_000

/** Reports sleep, screen lock and idle time to the app lock; calls `onWake` after a sleep. */
export function watchPower(lock: AppLock, timers: TimerPort, onWake: () => void): Disposer {
  const asleep = (): void => lock.lock('sleep')
  powerMonitor.on('suspend', asleep)
  powerMonitor.on('lock-screen', asleep)
  powerMonitor.on('resume', onWake)
  const stop = timers.every(IDLE_POLL_MS, () => lock.idle(powerMonitor.getSystemIdleTime()))
  return () => {
    stop()
    powerMonitor.removeListener('suspend', asleep)
    powerMonitor.removeListener('lock-screen', asleep)
    powerMonitor.removeListener('resume', onWake)
  }
}

/**
 * Calls `onBack` whenever the computer is online again. There is no event for this in the main
 * process, and a page that sees one may be hidden.
 */
export function watchNetwork(timers: TimerPort, onBack: () => void): Disposer {
  let wasOnline = net.isOnline()
  return timers.every(ONLINE_POLL_MS, () => {
    const isOnline = net.isOnline()
    if (isOnline && !wasOnline) onBack()
    wasOnline = isOnline
  })
}
