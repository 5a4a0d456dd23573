import type { Disposer } from '../../shared/domain/brand.js'
import { systemTimers } from '../adapters/timers.js'
import type { AppLock } from '../core/lock/app-lock.js'
import type { Desktop } from './desktop.js'
import { watchExposures, type ExposureWatchDeps } from './security/exposure-watch.js'

export interface SystemWatchDeps extends Omit<ExposureWatchDeps, 'timers'> {
  readonly desktop: Pick<Desktop, 'watchPower' | 'watchNetwork'>
  readonly lock: AppLock
  readonly onWake: () => void
  readonly onNetworkBack: () => void
}

/** Watches the computer: its sleep, its network, and who else could control this process. */
export function watchSystem({ desktop, lock, onWake, onNetworkBack, ...deps }: SystemWatchDeps) {
  const stops: readonly Disposer[] = [
    desktop.watchPower(lock, systemTimers, onWake),
    desktop.watchNetwork(systemTimers, onNetworkBack),
    watchExposures({ ...deps, timers: systemTimers }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
