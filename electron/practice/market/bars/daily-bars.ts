import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { Calendar } from '../calendar/calendar.js'
import type { PriceUnits } from '../../model/units.js'
import { GAP_SHARE } from '../tapes/factors.js'
import { hash3, normal } from '../math/random.js'
import { lastBefore, type SymbolTape } from '../tapes/symbol-tape.js'
import type { BarData } from '../securities/market-types.js'

/** Trading days before the anchor that are made of minutes; older ones are drawn as daily bars. */
export const MINUTE_DAYS = 45

/** Reach of an old day's high and low beyond its ends, in deviations of a session. */
const WICK = 0.73

/** The regular session's bars of one symbol by trading day. */
export interface DailyBars {
  /**
   * The bar of a day as far as it has gone at `cutoff`, as it was traded; null before its first
   * regular trade.
   */
  bar(index: number, cutoff: number): BarData | null
  /**
   * The last price of a day that is over, as it was traded; null when nothing was. Quicker than its
   * bar.
   */
  close(index: number): PriceUnits | null
  /** Highest and lowest price of the 252 days before a day, in its shares. */
  range(index: number): { readonly high: number; readonly low: number }
}

const YEAR_DAYS = 252
const FIELDS = 4

export function createDailyBars(tape: SymbolTape, calendar: Calendar): DailyBars {
  const firstMinuteDay = calendar.anchor - MINUTE_DAYS
  // Made with the first question: most symbols are never asked for their old days.
  let oldPrices = new Float64Array(0)
  let oldVolumes = new Float64Array(0)
  const closed = new Map<number, BarData | null>()
  let ranged: { index: number; high: number; low: number } | null = null

  const drawOld = (index: number): void => {
    if (oldVolumes.length === 0) {
      oldPrices = new Float64Array(firstMinuteDay * FIELDS)
      oldVolumes = new Float64Array(firstMinuteDay)
    }
    const { security, paths } = tape
    const { grid } = security
    const { serial } = calendar.day(index)
    const frame = paths.frame(index)
    const open = grid.snap(Math.exp(frame.open))
    const close = grid.snap(Math.exp(frame.close))
    const deviation = WICK * security.volatility * frame.regime * Math.sqrt(1 - GAP_SHARE)
    const reach = (drawId: number): number =>
      Math.exp(deviation * Math.abs(normal(hash3(paths.key, drawId, serial))))
    oldPrices[index * FIELDS] = open
    oldPrices[index * FIELDS + 1] = grid.snapUp(Math.max(open, close) * reach(60))
    oldPrices[index * FIELDS + 2] = Math.max(1, grid.snapDown(Math.min(open, close) / reach(61)))
    oldPrices[index * FIELDS + 3] = close
    oldVolumes[index] =
      Math.max(1, Math.round(security.dailyVolume * frame.activity)) * security.unit
  }

  const gather = (index: number, cutoff: number): BarData | null => {
    const plan = tape.scan(index, 'regular')
    let open = 0
    let high = 0
    let low = Infinity
    let close = 0
    let volume = 0
    for (
      let m = 0;
      m < plan.segment.minutes && plan.segment.start + m * MINUTE_MS <= cutoff;
      m += 1
    ) {
      const bar = tape.minuteBar(plan, m, cutoff)
      if (!bar) continue
      if (open === 0) open = bar.open
      if (bar.high > high) high = bar.high
      if (bar.low < low) low = bar.low
      close = bar.close
      volume += bar.volume
    }
    return volume === 0
      ? null
      : { time: plan.day.midnight, open, high, low, close, volume, session: 'regular' }
  }

  const bar: DailyBars['bar'] = (index, cutoff) => {
    if (index < 0) return null
    if (index < firstMinuteDay) {
      if ((oldVolumes[index] ?? 0) === 0) drawOld(index)
      const price = (field: number): number => oldPrices[index * FIELDS + field] ?? 0
      return {
        time: calendar.day(index).midnight,
        open: price(0),
        high: price(1),
        low: price(2),
        close: price(3),
        volume: oldVolumes[index] ?? 0,
        session: 'regular',
      }
    }
    const { start, end } = calendar.day(index).segments.regular
    if (cutoff < start) return null
    if (cutoff < end) return gather(index, cutoff)
    const known = closed.get(index)
    if (known !== undefined) return known
    const made = gather(index, cutoff)
    closed.set(index, made)
    return made
  }

  return {
    bar,
    close: (index) => {
      if (index < firstMinuteDay || closed.has(index)) return bar(index, Infinity)?.close ?? null
      return lastBefore(tape, tape.scan(index, 'regular'), Infinity)
    },
    range: (index) => {
      if (ranged?.index === index) return ranged
      let high = 0
      let low = Infinity
      for (let i = Math.max(0, index - YEAR_DAYS); i < index; i += 1) {
        const traded = bar(i, Infinity)
        if (!traded) continue
        const day = tape.basis.bar(traded, i, index)
        high = Math.max(high, day.high)
        low = Math.min(low, day.low)
      }
      ranged = { index, high, low }
      return ranged
    },
  }
}
