import type { Disposer } from '../../shared/domain/brand.js'
import type { UnreadableList } from '../../shared/domain/session/unreadable-list.js'
import type { VersionsInUse } from '../../shared/domain/session/session-inspection.js'
import type { HealthView } from '../../shared/domain/session/health.js'
import type { ChannelReport } from './channel-report.js'

/** The condition of the broker's HTTP API as its client observes it. */
export interface ApiHealthPort {
  report(): ChannelReport
  /** Returns the tightest request budget now; null before the first request. */
  budget(): HealthView['budget']
  /** Returns every request budget in use, the fullest first. */
  budgets(): HealthView['budgets']
  /** Returns the broker's clock minus this computer's in ms; null before the first answer. */
  readonly skewMs?: () => number | null
  /** Returns the versions of the API that the profile asks for and that are in use. */
  readonly versions?: () => VersionsInUse
  /** Returns the lists of which some rows could not be read. */
  unreadable(): readonly UnreadableList[]
  subscribe(changed: () => void): Disposer
}
