import { net } from 'electron'
import type { TimerPort } from '../../core/ports.js'
import type { Disposer } from '../../../shared/domain/brand.js'

const POLL_INTERVAL_MS = 1_000

/**
 * Calls `onBack` whenever the computer is online again. There is no event for this in the main
 * process, and a page that sees one may be hidden.
 */
export function watchNetwork(timers: TimerPort, onBack: () => void): Disposer {
  let wasOnline = net.isOnline()
  return timers.every(POLL_INTERVAL_MS, () => {
    const isOnline = net.isOnline()
    if (isOnline && !wasOnline) onBack()
    wasOnline = isOnline
  })
}
