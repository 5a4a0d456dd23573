import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { MarketStep } from '../model/market-step.js'
import {
  openMarketSimulation,
  type PrintListener,
  type MarketSimulation,
} from './market-simulation.js'

/** A piece of exchange time; `skipped` when it took none. */
interface Interval {
  to: EpochMs
  readonly skipped: boolean
}

/** Something that was done to the floor from outside, and when. */
interface DelayedEvent {
  readonly time: EpochMs
  readonly run: () => void
}

/** Where a delayed floor begins and what it tells. Times in exchange time. */
export interface DelayedStart {
  readonly seed: string
  readonly anchor: EpochMs
  /** Where the floor that it follows begins. */
  readonly begin: EpochMs
  readonly delayMs: number
  /** Called with every step as it is told, that late. */
  readonly onStep: (step: MarketStep) => void
  /** Called with every customer's execution, that late. */
  readonly onPrint: PrintListener
}

/**
 * The same floor as it was some time ago, for those who do not pay for real-time data. The seeded
 * market is made a second time and
 * led along the same way, later; customers' executions join it when their time has come. It has no
 * customers of its own: its depth is
 * the house's.
 */
export class DelayedSimulation {
  readonly simulation: MarketSimulation
  private at: EpochMs
  private readonly intervals: Interval[] = []
  private readonly delayedEvents: DelayedEvent[] = []

  constructor(private readonly start: DelayedStart) {
    this.at = epochMs(Math.max(start.anchor, start.begin - start.delayMs))
    this.simulation = openMarketSimulation({
      seed: start.seed,
      anchor: start.anchor,
      now: this.at,
      clock: () => this.at,
      onPrint: () => undefined,
    })
    this.intervals.push({ to: start.begin, skipped: false })
  }

  /** The time whose data is shown. */
  now(): EpochMs {
    return this.at
  }

  /** A customer's execution at the present time; it will be seen later. */
  print(...[symbol, time, price, size, aggressor]: Parameters<PrintListener>): void {
    this.delayedEvents.push({
      time,
      run: () => {
        this.simulation.recordPrint(symbol, time, price, size, aggressor)
        this.start.onPrint(symbol, time, price, size, aggressor)
      },
    })
  }

  /** Load mode begins or ends at `time`. */
  tickRate(time: EpochMs, perSecond: number | null): void {
    this.delayedEvents.push({ time, run: () => this.simulation.market.setTickRate(perSecond) })
  }

  /** The floor that is followed has moved on to `to`. */
  onTimeAdvanced(to: EpochMs, skipped: boolean): void {
    const last = this.intervals.at(-1)
    if (last !== undefined && !skipped && !last.skipped) last.to = to
    else this.intervals.push({ to, skipped })
    this.follow(epochMs(to - this.start.delayMs))
  }

  private follow(target: EpochMs): void {
    for (let first = this.intervals[0]; first !== undefined; first = this.intervals[0]) {
      // Hours that took no time there take none here: they are passed in one step, as soon as that
      // is due.
      if (first.skipped && first.to > target) return
      this.move(epochMs(Math.min(first.to, target)), first.skipped)
      if (first.to > target) return
      this.intervals.shift()
    }
  }

  private move(to: EpochMs, skipped: boolean): void {
    for (
      let next = this.delayedEvents[0];
      next !== undefined && next.time <= to;
      next = this.delayedEvents[0]
    ) {
      this.delayedEvents.shift()
      this.advanceTo(next.time, skipped)
      next.run()
    }
    this.advanceTo(to, skipped)
  }

  private advanceTo(to: EpochMs, skipped: boolean): void {
    if (to <= this.at) return
    const { market, exchange } = this.simulation
    const sink = (step: MarketStep): void => {
      exchange.apply(step)
      this.start.onStep(step)
    }
    if (skipped) market.skipTo(to, sink)
    else market.advance(to, sink)
    exchange.clockTo(to)
    this.at = to
  }
}
