import type { Money } from '../decimal.js'
import type { AccountId } from '../ids.js'
import type { InstrumentKey } from '../instruments/instrument-key.js'
import type { TradeDate } from '../market/trade-date.js'
import type { EpochMs } from '../time.js'
import type { Position } from './account.js'

/** What was closed today of one instrument. */
export interface RealizedRow {
  readonly key: InstrumentKey
  /**
   * The instrument as a position of quantity 0. Its day P&L counts the whole day, for an instrument
   * that is not held any more; null while the day's first price is not known.
   */
  readonly position: Position
  /** True when the day's trades ended without a position, or may have done so. */
  readonly isClosed: boolean
  /**
   * The gain over the average cost of what was closed, before fees; null when none of that cost is
   * known.
   */
  readonly realizedPnl: Money | null
  /** True when a part of what was closed has no known cost, so that it is not in the gain. */
  readonly isPartial: boolean
  /** True when legs of strategies share their net price, because no record prices them. */
  readonly isAllotted: boolean
}

/** What an account closed on the present trade date. */
export interface RealizedDay {
  readonly accountId: AccountId
  readonly day: TradeDate
  /** False while the day's trades could not be read, or not all of them. */
  readonly isComplete: boolean
  /**
   * The moment up to which the day's executions are known, by this computer's clock, while a later
   * one is being read; absent while all that happened is known.
   */
  readonly valuedAt?: EpochMs | undefined
  readonly rows: readonly RealizedRow[]
  /** The instruments that the day's trades leave held; of unknown trades they are not known. */
  readonly open: readonly InstrumentKey[]
}
