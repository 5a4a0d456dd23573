import type { Disposer } from '../../../shared/domain/brand.js'
import { exchangeClock, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { MarketStep } from '../model/market-step.js'
import type { TapePrint } from '../market/securities/market-types.js'
import type { PriceUnits } from '../model/units.js'
import { inSession, sessionOf, type Underlyings } from './underlyings.js'

/** An instrument that moves with an underlying: a contract or a combination. */
export interface WatchedContract {
  readonly symbol: string
  /** The followed symbol of the seeded market. */
  readonly follows: string
  readonly endsAt: EpochMs
  bookAt(spot: PriceUnits, time: EpochMs, trade: MarketStep['trade']): MarketStep
  /**
   * Returns the simulated prints of a minute of a day's session up to `to`; combinations have none.
   */
  prints(day: ExchangeDay, minute: number, to: EpochMs): readonly TapePrint[]
}

interface Watch {
  readonly target: WatchedContract
  holders: number
  /** Prints up to this time have been delivered. */
  emittedTo: EpochMs
}

type Sink = (step: MarketStep) => void

/**
 * The instruments whose steps are delivered: each moves with its underlying and trades according to
 * its tape.
 */
export class Watches {
  readonly #underlyings: Underlyings
  readonly #bySymbol = new Map<string, Watch>()
  readonly #byFollowed = new Map<string, Set<Watch>>()

  constructor(underlyings: Underlyings) {
    this.#underlyings = underlyings
  }

  add(target: WatchedContract): Disposer {
    const { symbol, follows } = target
    const watch = this.#bySymbol.get(symbol) ?? {
      target,
      holders: 0,
      emittedTo: this.#underlyings.now(),
    }
    this.#bySymbol.set(symbol, watch)
    const group = this.#byFollowed.get(follows) ?? new Set()
    this.#byFollowed.set(follows, group.add(watch))
    watch.holders += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      watch.holders -= 1
      if (watch.holders > 0) return
      this.#bySymbol.delete(symbol)
      group.delete(watch)
    }
  }

  /**
   * Delivers the steps that an underlying's step causes, after the trades since the previous one.
   */
  follow(step: MarketStep, sink: Sink): void {
    const group = this.#byFollowed.get(step.symbol)
    if (group === undefined || group.size === 0 || step.session !== 'regular') return
    const bid = step.bids[0]?.price
    const ask = step.asks[0]?.price
    for (const watch of [...group]) {
      if (step.time >= watch.target.endsAt) continue
      this.#emitPrints(watch, step.time, sink)
      if (bid !== undefined && ask !== undefined) {
        sink(watch.target.bookAt((bid + ask) / 2, step.time, null))
      }
    }
  }

  /** Delivers the trades up to `to` when the underlying has had no step since. */
  advance(to: EpochMs, sink: Sink): void {
    if (!inSession(to)) return
    for (const watch of [...this.#bySymbol.values()]) {
      if (to < watch.target.endsAt) this.#emitPrints(watch, to, sink)
    }
  }

  #emitPrints(watch: Watch, to: EpochMs, sink: Sink): void {
    const { target } = watch
    const { day } = exchangeClock(to)
    const { open } = sessionOf(day)
    const from = Math.max(watch.emittedTo + 1, open)
    for (
      let minute = Math.floor((from - open) / MINUTE_MS);
      open + minute * MINUTE_MS <= to;
      minute += 1
    ) {
      for (const print of target.prints(day, minute, to)) {
        if (print.time < from) continue
        const { aggressor, price, size } = print
        sink(
          target.bookAt(
            this.#underlyings.priceBefore(target.follows, day, print.time),
            epochMs(print.time),
            { aggressor, price, size },
          ),
        )
      }
    }
    watch.emittedTo = to
  }
}
