import type { Disposer } from '../../../shared/domain/brand.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import type { TimerPort } from '../../core/ports.js'
import type { ApiHealth } from './api-health.js'
import type { Caller } from './caller.js'

/** Time between two requests, whether or not the earlier ones have an answer. */
const PROBE_EVERY_MS = 2_000

/**
 * Sends a small read at intervals while the API is unreachable. Requests into a hole hang for many
 * seconds, and those that follow them would notice late that the network is back. It needs no
 * token, because one that expired meanwhile is renewed only once the network is back.
 */
export function probeWhileUnreachable({
  health,
  caller,
  timers,
}: {
  readonly health: Pick<ApiHealth, 'isUnreachable' | 'subscribe'>
  readonly caller: Pick<Caller, 'call'>
  readonly timers: Pick<TimerPort, 'after'>
}): Disposer {
  let stopTimer: Disposer | null = null
  const schedule = (): void => {
    if (stopTimer !== null || !health.isUnreachable()) return
    stopTimer = timers.after(PROBE_EVERY_MS, () => {
      stopTimer = null
      if (!health.isUnreachable()) return
      void caller.call(
        ACCOUNT_OPERATIONS.listAccounts,
        {},
        { priority: 'normal', maxWaitMs: 0, mayLackToken: true },
      )
      schedule()
    })
  }
  const unsubscribe = health.subscribe(schedule)
  return () => {
    unsubscribe()
    stopTimer?.()
  }
}
