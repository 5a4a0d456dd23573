import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { RecordedBars } from '../../../shared/practice/recorded-bars.js'
import type { Shock } from '../market/shocks/shock.js'
import type { MarketStep } from '../model/market-step.js'
import {
  openMarketSimulation,
  type PrintListener,
  type MarketSimulation,
} from './market-simulation.js'
import type { ExecutionPrint } from '../model/venue.js'

/** An interval of exchange time; `skipped` when it took no time. */
interface Interval {
  to: EpochMs
  readonly skipped: boolean
}

/** An external change of the simulation, with its time. */
interface DelayedEvent {
  readonly time: EpochMs
  readonly run: () => void
}

/** The start of a delayed simulation and its listeners. Times in exchange time. */
export interface DelayedStart {
  readonly seed: string
  readonly anchor: EpochMs
  /** When the live simulation began. */
  readonly begin: EpochMs
  readonly delayMs: number
  /** Moves that a person has added to the seeded prices; default none. */
  readonly shocks?: readonly Shock[] | undefined
  /** The bars that one symbol follows instead of seeded prices; default none. */
  readonly recorded?: RecordedBars | null | undefined
  /** Called with every step, delayed. */
  readonly onStep: (step: MarketStep) => void
  /** Called with every customer's execution, delayed. */
  readonly onPrint: PrintListener
}

/**
 * The same market simulation with a delay, for users without real-time data. It creates the seeded
 * market a second time and advances it the same way, later; customers' executions are added when
 * their time has come. It has no customer orders, so its depth is the market makers' only.
 */
export class DelayedSimulation {
  readonly #start: DelayedStart
  readonly simulation: MarketSimulation
  #at: EpochMs
  readonly #intervals: Interval[] = []
  readonly #delayedEvents: DelayedEvent[] = []

  constructor(start: DelayedStart) {
    this.#start = start
    this.#at = epochMs(Math.max(start.anchor, start.begin - start.delayMs))
    this.simulation = openMarketSimulation({
      seed: start.seed,
      anchor: start.anchor,
      now: this.#at,
      clock: () => this.#at,
      onPrint: () => undefined,
      shocks: start.shocks,
      recorded: start.recorded,
    })
    this.#intervals.push({ to: start.begin, skipped: false })
  }

  /** Returns the time whose data is shown. */
  now(): EpochMs {
    return this.#at
  }

  /** Queues a customer's execution, to be shown after the delay. */
  print(print: ExecutionPrint): void {
    this.#delayedEvents.push({
      time: print.time,
      run: () => {
        this.simulation.recordPrint(print)
        this.#start.onPrint(print)
      },
    })
  }

  /** Queues the begin or end of load mode at `time`. */
  tickRate(time: EpochMs, perSecond: number | null): void {
    this.#delayedEvents.push({ time, run: () => this.simulation.market.setTickRate(perSecond) })
  }

  /** Replaces the shocks at once: the shown time is before any shock that may still change. */
  setShocks(shocks: readonly Shock[]): void {
    this.simulation.market.setShocks(shocks)
  }

  /** Follows the live simulation, which has advanced to `to`. */
  onTimeAdvanced(to: EpochMs, skipped: boolean): void {
    const last = this.#intervals.at(-1)
    if (last !== undefined && !skipped && !last.skipped) last.to = to
    else this.#intervals.push({ to, skipped })
    this.#follow(epochMs(to - this.#start.delayMs))
  }

  #follow(target: EpochMs): void {
    for (let first = this.#intervals[0]; first !== undefined; first = this.#intervals[0]) {
      // Hours skipped by the live simulation are skipped here too, in one step, as soon as all of
      // them are due.
      if (first.skipped && first.to > target) return
      this.#move(epochMs(Math.min(first.to, target)), first.skipped)
      if (first.to > target) return
      this.#intervals.shift()
    }
  }

  #move(to: EpochMs, skipped: boolean): void {
    for (
      let next = this.#delayedEvents[0];
      next !== undefined && next.time <= to;
      next = this.#delayedEvents[0]
    ) {
      this.#delayedEvents.shift()
      this.#advanceTo(next.time, skipped)
      next.run()
    }
    this.#advanceTo(to, skipped)
  }

  #advanceTo(to: EpochMs, skipped: boolean): void {
    if (to <= this.#at) return
    const { market, exchange } = this.simulation
    const sink = (step: MarketStep): void => {
      exchange.apply(step)
      this.#start.onStep(step)
    }
    if (skipped) market.skipTo(to, sink)
    else market.advance(to, sink)
    exchange.clockTo(to)
    this.#at = to
  }
}
