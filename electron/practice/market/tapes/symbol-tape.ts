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
  type PriceReach,
  type SegmentPlan,
  type SegmentPlans,
} from './segment-plan.js'
import type { Security } from '../securities/security.js'
import { RecordedPlans } from '../recorded/recorded-plan.js'
import type { RecordedSeries } from '../recorded/recorded-series.js'
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
  /** The bars that the tape follows; null where it is simulated. */
  readonly series: RecordedSeries | null
  plan(index: number, kind: SegmentKind): SegmentPlan
  /** Returns an uncached plan, valid only until the next scan of any symbol. */
  scan(index: number, kind: SegmentKind): SegmentPlan
  /**
   * Returns bounds of all trades of a session, much faster than its bars; null where customers'
   * trades may exceed them.
   */
  reach(index: number, kind: SegmentKind): PriceReach | null
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
  /** Draws the minutes that are still to come again, because the path has changed. */
  redraw(): void
}

export interface SecurityTapeOptions {
  readonly security: Security
  readonly calendar: Calendar
  readonly paths: PricePath
  readonly rates: SymbolRates
  /** The shares in which each day is generated; by default the same every day. */
  readonly basis?: ShareBasis
  /** The recorded bars that it adds up to; by default it is simulated. */
  readonly series?: RecordedSeries | null
}

/** The tape of one security: planned minutes, drawn on request, and its customers' prints. */
export class SecurityTape implements SymbolTape {
  readonly security: Security
  readonly paths: PricePath
  readonly basis: ShareBasis
  readonly series: RecordedSeries | null
  readonly #calendar: Calendar
  readonly #rates: SymbolRates
  readonly #plans: SegmentPlans
  readonly #prints = createCustomerPrints()
  readonly #cursor = new MinuteTape()
  /** Finished minutes whose bar differs from the plan. */
  readonly #corrected = new Map<number, BarData | null>()

  constructor({
    security,
    calendar,
    paths,
    rates,
    basis = ONE_BASIS,
    series = null,
  }: SecurityTapeOptions) {
    this.security = security
    this.paths = paths
    this.basis = basis
    this.#calendar = calendar
    this.#rates = rates
    this.series = series
    this.#plans =
      series === null
        ? createSegmentPlans(security, calendar, paths, basis)
        : new RecordedPlans({ security, calendar, key: paths.key, series })
  }

  plan(index: number, kind: SegmentKind): SegmentPlan {
    return this.#plans.plan(index, kind)
  }

  scan(index: number, kind: SegmentKind): SegmentPlan {
    return this.#plans.scan(index, kind)
  }

  reach(index: number, kind: SegmentKind): PriceReach | null {
    const isPlanned = this.#prints.isEmpty && this.#corrected.size === 0
    return isPlanned ? this.scan(index, kind).reach() : null
  }

  stepsAt(minuteStart: number, perSecond: number | null): number | null {
    return this.#rates.steps(minuteStart, perSecond)
  }

  visit(plan: SegmentPlan, minute: number, upTo: number, visitor: PrintVisitor): void {
    const customerPrints = this.#prints.inMinute(plan.segment.start + minute * MINUTE_MS)
    const cursor = this.#cursor
    const { unit } = this.security
    let next = 0
    if (cell(plan, minute, TRADES) > 0) {
      this.#run(plan, minute, upTo, () => {
        if (!cursor.trade) return
        for (
          let print = customerPrints[next];
          print !== undefined && print.time < cursor.time;
          print = customerPrints[next]
        ) {
          visitor(print.time, print.price, print.size, print.buy)
          next += 1
        }
        visitor(cursor.time, cursor.price, Math.round(cursor.shares * unit), cursor.buy)
      })
    }
    for (
      let print = customerPrints[next];
      print !== undefined && print.time <= upTo;
      print = customerPrints[next]
    ) {
      visitor(print.time, print.price, print.size, print.buy)
      next += 1
    }
  }

  touch(
    plan: SegmentPlan,
    minute: number,
    upTo: number,
  ): { bid: PriceUnits; ask: PriceUnits; time: number } | null {
    const cursor = this.#cursor
    let found: { bid: PriceUnits; ask: PriceUnits; time: number } | null = null
    this.#run(plan, minute, upTo, () => {
      found = { bid: cursor.bid, ask: cursor.ask, time: cursor.time }
    })
    return found
  }

  minuteBar(plan: SegmentPlan, minute: number, upTo: number): BarData | null {
    const start = plan.segment.start + minute * MINUTE_MS
    if (upTo < start + MINUTE_MS - 1) return this.#gather(plan, minute, upTo)
    const corrected = this.#correctedBar(plan, minute, upTo)
    if (corrected !== undefined) return corrected
    if (cell(plan, minute, TRADES) === 0) return null
    return {
      time: epochMs(start),
      open: cell(plan, minute, OPEN),
      high: cell(plan, minute, HIGH),
      low: cell(plan, minute, LOW),
      close: cell(plan, minute, CLOSE),
      volume: Math.round(cell(plan, minute, SHARES) * this.security.unit),
      session: plan.segment.kind,
    }
  }

  record(print: CustomerPrint): void {
    this.#prints.add(print)
    this.#prints.trim((start) => this.#freeze(start))
  }

  redraw(): void {
    this.#plans.drop()
  }

  /** Runs over the simulated steps of a minute at the rates at which they were generated. */
  #run(plan: SegmentPlan, minute: number, upTo: number, onStep: () => void): void {
    const cursor = this.#cursor
    const start = plan.segment.start + minute * MINUTE_MS
    for (const span of this.#rates.spansOf(start)) {
      cursor.open(plan, minute, this.stepsAt(start, span.perSecond))
      while (cursor.next()) {
        if (cursor.time >= span.to || cursor.time > upTo) break
        if (cursor.time >= span.from) onStep()
      }
    }
  }

  /** Returns the bar of a finished minute that differs from its plan; undefined for all others. */
  #correctedBar(plan: SegmentPlan, minute: number, upTo: number): BarData | null | undefined {
    const start = plan.segment.start + minute * MINUTE_MS
    const known = this.#corrected.get(start)
    if (known !== undefined) return known
    if (this.#prints.inMinute(start).length === 0 && !this.#rates.cuts(start)) return undefined
    const made = this.#gather(plan, minute, upTo)
    this.#corrected.set(start, made)
    return made
  }

  /** Sums up the trades of a minute up to `upTo`; null without trades. */
  #gather(plan: SegmentPlan, minute: number, upTo: number): BarData | null {
    let open = 0
    let high = 0
    let low = Infinity
    let close = 0
    let volume = 0
    this.visit(plan, minute, upTo, (_time, price, size) => {
      if (open === 0) open = price
      if (price > high) high = price
      if (price < low) low = price
      close = price
      volume += size
    })
    if (volume === 0) return null
    const { segment } = plan
    const time = epochMs(segment.start + minute * MINUTE_MS)
    return { time, open, high, low, close, volume, session: segment.kind }
  }

  /** Stores the bar of a minute whose customers' prints are about to be dropped. */
  #freeze(start: number): void {
    const index = this.#calendar.indexAt(epochMs(start))
    for (const segment of Object.values(this.#calendar.day(index).segments)) {
      if (start < segment.start || start >= segment.end) continue
      this.minuteBar(
        this.#plans.plan(index, segment.kind),
        (start - segment.start) / MINUTE_MS,
        start + MINUTE_MS - 1,
      )
    }
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
