import type { Environment } from '../../../shared/domain/environment.js'
import type { AlertService } from '../alerts/alert-service.js'
import type { Drawings } from '../drawings/drawing-book.js'
import type { WatchlistBook } from '../market/watchlists/watchlist-book.js'
import type { JournalService } from '../records/journal/journal-service.js'
import type { RecordQueries } from '../records/record-queries.js'
import type { TradingGate } from './halts/trading-gate.js'
import type { MarketQueries } from './queries/market-queries.js'
import type { OrderCommands } from './order-commands.js'
import type { SessionConnection } from './session-connection.js'
import type { SessionLimits } from './session-limits.js'
import type { SessionQueries } from './queries/session-queries.js'
import type { SessionStreams } from './session-streams.js'

/** One session with a broker: its parts, each with the commands and reads of one subject. */
export interface TradingSession {
  readonly environment: Environment
  readonly connection: SessionConnection
  /** Whether orders may be sent: the halt and, in production, the arming. */
  readonly trading: Pick<TradingGate, 'armed' | 'arm' | 'suspend' | 'set' | 'saveHalt'>
  readonly limits: SessionLimits
  readonly streams: SessionStreams
  readonly orders: OrderCommands
  readonly queries: SessionQueries
  readonly market: MarketQueries
  readonly records: RecordQueries
  /** What the accounts realized, from what the broker recorded. */
  readonly journal: Pick<
    JournalService,
    'report' | 'trips' | 'lots' | 'openLotPage' | 'refresh' | 'nameAssistants' | 'notes'
  >
  readonly watchlists: Pick<
    WatchlistBook,
    'get' | 'load' | 'edit' | 'read' | 'change' | 'onDecided' | 'onEdited'
  >
  readonly alerts: Pick<AlertService, 'edit' | 'onFired'>
  /** The drawings on charts, changed by the person and by assistants. */
  readonly drawings: Drawings
}
