import type { Calendar } from '../calendar/calendar.js'
import { gather, YEAR_DAYS, type DailyBars } from '../bars/daily-bars.js'
import type { PriceUnits } from '../../model/units.js'
import type { BarData } from '../securities/market-types.js'
import type { SymbolTape } from '../tapes/symbol-tape.js'
import type { RecordedSeries } from './recorded-series.js'

/**
 * The daily bars of a recorded symbol: before the day that is played the broker's bars, for that
 * day the sum of its minutes. Days that were not recorded have none.
 */
export class RecordedDailyBars implements DailyBars {
  readonly #tape: SymbolTape
  readonly #calendar: Calendar
  readonly #series: RecordedSeries

  constructor(tape: SymbolTape, calendar: Calendar, series: RecordedSeries) {
    this.#tape = tape
    this.#calendar = calendar
    this.#series = series
  }

  bar(index: number, cutoff: number): BarData | null {
    if (index < 0 || index > this.#series.index) return null
    const { date, midnight, segments } = this.#calendar.day(index)
    if (cutoff < segments.regular.start) return null
    if (index === this.#series.index) return gather(this.#tape, index, cutoff)
    const prices = this.#series.day(date)
    return prices === null ? null : { time: midnight, ...prices, session: 'regular' }
  }

  close(index: number): PriceUnits | null {
    return this.bar(index, Infinity)?.close ?? null
  }

  range(index: number): { readonly high: number; readonly low: number } {
    let high = 0
    let low = Infinity
    for (let i = Math.max(0, index - YEAR_DAYS); i < index; i += 1) {
      const day = this.bar(i, Infinity)
      if (day === null) continue
      high = Math.max(high, day.high)
      low = Math.min(low, day.low)
    }
    if (high > 0) return { high, low }
    const { referencePrice } = this.#tape.security
    return { high: referencePrice, low: referencePrice }
  }
}
