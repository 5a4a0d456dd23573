import { MINUTE_MS, epochMs } from '../../../../shared/domain/time.js'
import type { PriceUnits, SizeUnits } from '../../model/units.js'
import type { Calendar, SegmentKind } from '../calendar/calendar.js'
import { createCustomerPrints, type CustomerPrint } from './customer-prints.js'
import { MinuteTape } from './minute-tape.js'
import type { PricePath } from './price-path.js'
import type { SymbolRates } from './rate-schedule.js'
import {
  CLOSE,
  HIGH,
  LOW,
  OPEN,
  SHARES,
  TRADES,
  cell,
  createSegmentPlans,
  minuteOf,
  type SegmentPlan,
} from './segment-plan.js'
import type { Security } from '../securities/security.js'
import { ONE_BASIS, type ShareBasis } from './share-basis.js'
import type { BarData } from '../securities/market-types.js'

/** Receives one trade of the tape; `size` in size units. */
export type PrintVisitor = (time: number, price: PriceUnits, size: SizeUnits, buy: boolean) => void

/** All trades of one symbol, simulated and customers', readable at any position up to a time. */
export interface SymbolTape {
  readonly security: Security
  readonly paths: PricePath
  /** The shares in which each day is generated. */
  readonly basis: ShareBasis
  plan(index: number, kind: SegmentKind): SegmentPlan
  /** Returns an uncached plan, valid only until the next scan. */
  scan(index: number, kind: SegmentKind): SegmentPlan
  /** Returns the steps that load mode requests in a minute; null at the natural rate. */
  stepsAt(minuteStart: number, perSecond: number | null): number | null
  /**
   * Reads the trades of a minute up to and including `upTo`, in order; at the same moment,
   * customers' prints follow simulated ones.
   */
  visit(plan: SegmentPlan, minute: number, upTo: number, visitor: PrintVisitor): void
  /** Returns the touch after the last step of a minute up to `upTo`; null when there is none. */
  touch(
    plan: SegmentPlan,
    minute: number,
    upTo: number,
  ): { bid: PriceUnits; ask: PriceUnits; time: number } | null
  /** Returns the bar of a minute up to `upTo`; null without trades. */
  minuteBar(plan: SegmentPlan, minute: number, upTo: number): BarData | null
  record(print: CustomerPrint): void
}

export function createSymbolTape(
  security: Security,
  calendar: Calendar,
  paths: PricePath,
  rates: SymbolRates,
  basis: ShareBasis = ONE_BASIS,
): SymbolTape {
  const plans = createSegmentPlans(security, calendar, paths, basis)
  const { unit } = security
  const prints = createCustomerPrints()
  const cursor = new MinuteTape()
  /** Finished minutes whose bar differs from the plan. */
  const corrected = new Map<number, BarData | null>()

  const stepsAt = (minuteStart: number, perSecond: number | null): number | null =>
    rates.steps(minuteStart, perSecond)

  /** Runs over the simulated steps of a minute at the rates at which they were generated. */
  const run = (plan: SegmentPlan, minute: number, upTo: number, onStep: () => void): void => {
    const start = plan.segment.start + minute * MINUTE_MS
    for (const span of rates.spansOf(start)) {
      cursor.open(plan, minute, stepsAt(start, span.perSecond))
      while (cursor.next()) {
        if (cursor.time >= span.to || cursor.time > upTo) break
        if (cursor.time >= span.from) onStep()
      }
    }
  }

  const visit: SymbolTape['visit'] = (plan, minute, upTo, visitor) => {
    const own = prints.inMinute(plan.segment.start + minute * MINUTE_MS)
    let next = 0
    if (cell(plan, minute, TRADES) > 0) {
      run(plan, minute, upTo, () => {
        if (!cursor.trade) return
        for (
          let print = own[next];
          print !== undefined && print.time < cursor.time;
          print = own[next]
        ) {
          visitor(print.time, print.price, print.size, print.buy)
          next += 1
        }
        visitor(cursor.time, cursor.price, cursor.shares * unit, cursor.buy)
      })
    }
    for (let print = own[next]; print !== undefined && print.time <= upTo; print = own[next]) {
      visitor(print.time, print.price, print.size, print.buy)
      next += 1
    }
  }

  const gather = (plan: SegmentPlan, minute: number, upTo: number): BarData | null => {
    let open = 0
    let high = 0
    let low = Infinity
    let close = 0
    let volume = 0
    visit(plan, minute, upTo, (_time, price, size) => {
      if (open === 0) open = price
      if (price > high) high = price
      if (price < low) low = price
      close = price
      volume += size
    })
    return volume === 0
      ? null
      : {
          time: epochMs(plan.segment.start + minute * MINUTE_MS),
          open,
          high,
          low,
          close,
          volume,
          session: plan.segment.kind,
        }
  }

  const minuteBar: SymbolTape['minuteBar'] = (plan, minute, upTo) => {
    const start = plan.segment.start + minute * MINUTE_MS
    if (upTo < start + MINUTE_MS - 1) return gather(plan, minute, upTo)
    if (corrected.size > 0 || prints.inMinute(start).length > 0 || rates.cuts(start)) {
      const known = corrected.get(start)
      if (known !== undefined) return known
      if (prints.inMinute(start).length > 0 || rates.cuts(start)) {
        const made = gather(plan, minute, upTo)
        corrected.set(start, made)
        return made
      }
    }
    if (cell(plan, minute, TRADES) === 0) return null
    return {
      time: epochMs(start),
      open: cell(plan, minute, OPEN),
      high: cell(plan, minute, HIGH),
      low: cell(plan, minute, LOW),
      close: cell(plan, minute, CLOSE),
      volume: cell(plan, minute, SHARES) * unit,
      session: plan.segment.kind,
    }
  }

  const freeze = (start: number): void => {
    const index = calendar.indexAt(epochMs(start))
    const day = calendar.day(index)
    for (const segment of Object.values(day.segments)) {
      if (start < segment.start || start >= segment.end) continue
      minuteBar(
        plans.plan(index, segment.kind),
        (start - segment.start) / MINUTE_MS,
        start + MINUTE_MS - 1,
      )
    }
  }

  return {
    security,
    paths,
    basis,
    plan: plans.plan,
    scan: plans.scan,
    stepsAt,
    visit,
    minuteBar,
    touch: (plan, minute, upTo) => {
      let found: { bid: PriceUnits; ask: PriceUnits; time: number } | null = null
      run(plan, minute, upTo, () => {
        found = { bid: cursor.bid, ask: cursor.ask, time: cursor.time }
      })
      return found
    },
    record: (print) => {
      prints.add(print)
      prints.trim(freeze)
    },
  }
}

/**
 * Returns the price of the last trade of a segment up to `upTo`; null without one. Reads backwards,
 * so that it stays fast after quiet minutes.
 */
export function lastBefore(
  tape: Pick<SymbolTape, 'minuteBar'>,
  plan: SegmentPlan,
  upTo: number,
): PriceUnits | null {
  for (let m = Math.min(plan.segment.minutes - 1, minuteOf(plan.segment, upTo)); m >= 0; m -= 1) {
    const bar = tape.minuteBar(plan, m, upTo)
    if (bar !== null) return bar.close
  }
  return null
}
