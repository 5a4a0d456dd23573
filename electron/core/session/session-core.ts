import type { StoredTrading } from './halts/stored-trading.js'
import type { TradingGate } from './halts/trading-gate.js'
import type { SessionGraph } from './graph/session-graph.js'
import type { SessionLifecycle } from './session-lifecycle.js'
import type { SessionViews } from './session-views.js'

/** What the parts of a session refer to. */
export interface SessionCore {
  readonly graph: SessionGraph
  readonly stored: StoredTrading
  readonly gate: TradingGate
  readonly views: SessionViews
  readonly lifecycle: SessionLifecycle
  /** Publishes the session's view again. */
  readonly changed: () => void
}
