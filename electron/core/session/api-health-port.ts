import type { Disposer } from '../../../shared/domain/brand.js'
import type { HealthView } from '../../../shared/ipc/views.js'
import type { ChannelReport } from '../channel-report.js'

/** What the client of the HTTP interface knows about its own condition. */
export interface ApiHealthPort {
  report(): ChannelReport
  /** The tightest request budget right now; null before the first request. */
  budget(): HealthView['budget']
  /** Every request budget that counts something now, the fullest first. */
  budgets(): HealthView['budgets']
  /** The provider's clock minus this computer's, as its answers told; null until one did. */
  readonly skewMs?: () => number | null
  subscribe(changed: () => void): Disposer
}
