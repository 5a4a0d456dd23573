import type { HostClock } from '../simulation/clock.js'

/**
 * The dependencies that the host supplies. `onError` receives failures of the exchange itself; the
 * others replace published intervals in tests.
 */
export interface PracticeDeps {
  readonly host: HostClock
  readonly onError: (error: unknown) => void
  readonly pingMs?: number
  readonly slotMs?: number
}
