import type { Disposer } from '../../shared/domain/brand.js'
import { systemTimers } from '../adapters/timers.js'
import type { AppLock } from '../core/lock/app-lock.js'
import type { Desktop, PowerEvents } from './desktop.js'
import { SECOND_MS } from '../../shared/domain/time.js'
import { message } from '../../shared/messages/make-message.js'
import type { LogPort, TimerPort } from '../core/ports.js'
import type { ProfileSwitcher } from '../core/profiles/profile-switcher.js'
import type { StartNotices } from './session/start-notices.js'
import type { Exposures } from './security/exposures.js'

const CHECK_INTERVAL_MS = 2 * SECOND_MS

interface ExposureWatchDeps {
  readonly exposures: Exposures
  readonly profileSwitcher: Pick<ProfileSwitcher, 'current' | 'closeBecause'>
  readonly notices: Pick<StartNotices, 'add'>
  readonly timers: Pick<TimerPort, 'every'>
  readonly log: LogPort
}

/**
 * Names the exposures at the start, and closes an account's profile when one comes later:
 * an inspector can be opened in a running program.
 */
export function watchExposures(deps: ExposureWatchDeps): Disposer {
  const { profileSwitcher, notices, timers, log } = deps
  let named = ''
  const check = (): void => {
    const exposures = deps.exposures()
    if (exposures.length === 0 || exposures.join() === named) return
    named = exposures.join()
    log.event('warn', 'security.exposed', { kind: named })
    const reason = message('profiles.exposed', { exposures })
    notices.add({ code: 'exposed-process', detail: reason })
    const profile = profileSwitcher.current()
    if (profile !== null && profile.environment !== 'practice') {
      void profileSwitcher.closeBecause(reason)
    }
  }
  check()
  return timers.every(CHECK_INTERVAL_MS, check)
}

export interface SystemWatchDeps extends Omit<ExposureWatchDeps, 'timers'>, PowerEvents {
  readonly desktop: Pick<Desktop, 'watchPower' | 'watchNetwork'>
  readonly lock: AppLock
  readonly onNetworkBack: () => void
}

/** Watches the computer: its sleep, its network, and who else could control this process. */
export function watchSystem(options: SystemWatchDeps): Disposer {
  const { desktop, lock, onSleep, onWake, onNetworkBack, ...deps } = options
  const stops: readonly Disposer[] = [
    desktop.watchPower(lock, systemTimers, { onSleep, onWake }),
    desktop.watchNetwork(systemTimers, onNetworkBack),
    watchExposures({ ...deps, timers: systemTimers }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
