import type { Symbol } from '../../../shared/domain/ids.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import type { Bar } from '../../../shared/domain/market/bar.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import type { DayLine } from '../../../shared/domain/market/symbol-details.js'
import { DAY_MS } from '../../../shared/domain/time.js'

/**
 * Returns the line of the day from bars in any order: for securities the bars of the newest bar's
 * exchange day, for products that trade around the clock the bars of the 24 hours before it.
 */
export function dayLine(symbol: Symbol, bars: readonly Bar[]): DayLine {
  const sorted = bars.toSorted((a, b) => a.time - b.time)
  const newest = sorted.at(-1)
  if (newest === undefined) return { symbol, closes: [] }
  const { day } = exchangeClock(newest.time)
  const isSecurity = ['stock', 'option'].includes(symbolClass(symbol))
  const isOfDay = ({ time }: Bar): boolean =>
    isSecurity ? exchangeClock(time).day === day : time > newest.time - DAY_MS
  return { symbol, closes: sorted.filter(isOfDay).map(({ close }) => close) }
}
