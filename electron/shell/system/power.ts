import { powerMonitor } from 'electron'
import type { AppLock } from '../../core/lock/app-lock.js'
import type { TimerPort } from '../../core/ports.js'
import type { Disposer } from '../../../shared/domain/brand.js'

const POLL_INTERVAL_MS = 10_000

/** Reports sleep, screen lock and idle time to the app lock; calls `onWake` after a sleep. */
export function watchPower(lock: AppLock, timers: TimerPort, onWake: () => void): Disposer {
  const asleep = (): void => lock.lock('sleep')
  powerMonitor.on('suspend', asleep)
  powerMonitor.on('lock-screen', asleep)
  powerMonitor.on('resume', onWake)
  const stop = timers.every(POLL_INTERVAL_MS, () => lock.idle(powerMonitor.getSystemIdleTime()))
  return () => {
    stop()
    powerMonitor.removeListener('suspend', asleep)
    powerMonitor.removeListener('lock-screen', asleep)
    powerMonitor.removeListener('resume', onWake)
  }
}
