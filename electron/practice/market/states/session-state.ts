import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { DayFigures } from '../bars/day-figures.js'
import { SymbolState } from './symbol-state.js'
import type { RegularFigures, SnapshotData } from '../securities/market-types.js'

/**
 * The state of a symbol with one long session a day, whose steps are generated only while watched;
 * its figures are computed from the plan.
 */
export class SessionState extends SymbolState {
  readonly #figures = new DayFigures(this.tape)
  /**
   * Returns the reference price of a day's change by the day's index; null means the close of the
   * day before.
   */
  referenceOf: (index: number) => number | null = () => null

  protected override count(): void {
    // Nothing to store: the figures are computed from the tape, which includes the trade.
  }

  override snapshot(now: EpochMs): SnapshotData {
    const cutoff = this.cutoff(now)
    const index = this.calendar.indexAt(epochMs(cutoff))
    const figures = this.#figures.read(index, cutoff)
    const previousClose = this.referenceOf(index) ?? this.closeBefore(index)
    const last = figures.open === null ? previousClose : figures.last
    const { daily } = this
    const regular: RegularFigures = {
      last,
      open: figures.open,
      high: figures.open === null ? null : figures.high,
      low: figures.open === null ? null : figures.low,
      previousClose,
      change: last - previousClose,
      volume: figures.volume,
      turnover: figures.turnover,
    }
    return {
      symbol: this.tape.security.symbol,
      session: this.calendar.sessionAt(now),
      time: now,
      lastTime: figures.lastTime,
      ...regular,
      regular,
      extended: null,
      overnight: null,
      get high52Weeks() {
        return Math.max(daily.range(index).high, figures.high)
      },
      get low52Weeks() {
        return Math.min(daily.range(index).low, figures.low)
      },
    }
  }
}
