import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { DayFigures } from '../bars/day-figures.js'
import { SymbolState } from './symbol-state.js'
import type { SnapshotData } from '../securities/market-types.js'

/**
 * What trades in one long session a day, and is told only while somebody watches: its figures are
 * read off the plan.
 */
export class SessionState extends SymbolState {
  private readonly figures = new DayFigures(this.tape)
  /**
   * The price against which a day's change is told, given the day's index; where it is null, the
   * close of the day before.
   */
  referenceOf: (index: number) => number | null = () => null

  protected override count(): void {
    // Nothing is kept: the figures are read off the tape, which has the trade.
  }

  override snapshot(now: EpochMs): SnapshotData {
    const cutoff = this.cutoff(now)
    const index = this.calendar.indexAt(epochMs(cutoff))
    const figures = this.figures.read(index, cutoff)
    const previousClose = this.referenceOf(index) ?? this.closeBefore(index)
    const last = figures.open === null ? previousClose : figures.last
    const { daily } = this
    return {
      symbol: this.tape.security.symbol,
      session: this.calendar.sessionAt(now),
      time: now,
      last,
      lastTime: figures.lastTime,
      open: figures.open,
      high: figures.open === null ? null : figures.high,
      low: figures.open === null ? null : figures.low,
      previousClose,
      change: last - previousClose,
      volume: figures.volume,
      turnover: figures.turnover,
      extended: null,
      get high52Weeks() {
        return Math.max(daily.range(index).high, figures.high)
      },
      get low52Weeks() {
        return Math.min(daily.range(index).low, figures.low)
      },
    }
  }
}
