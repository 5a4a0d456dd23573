import type { Disposer } from '../../../shared/domain/brand.js'
import { exchangeClock } from '../../../shared/domain/exchange-time.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { MarketStep } from '../market-step.js'
import type { PriceUnits } from '../units.js'
import type { Contract } from './contracts.js'
import type { Tape } from './tape.js'
import { inSession, sessionOf, type Underlyings } from './underlyings.js'

export interface WatchDeps {
  readonly underlyings: Underlyings
  readonly tape: Tape
  readonly bookAt: (contract: Contract, spot: PriceUnits, time: EpochMs, trade: MarketStep['trade']) => MarketStep
}

interface Watch {
  readonly contract: Contract
  holders: number
  /** Prints up to here have been told. */
  told: EpochMs
}

type Sink = (step: MarketStep) => void

/** The contracts whose steps are told: each moves with its underlying, and trades as its tape says. */
export class Watches {
  private readonly bySymbol = new Map<string, Watch>()
  private readonly byFollowed = new Map<string, Set<Watch>>()

  constructor(private readonly deps: WatchDeps) {}

  add(contract: Contract): Disposer {
    const { symbol, program: { follows } } = contract
    const watch = this.bySymbol.get(symbol) ?? { contract, holders: 0, told: this.deps.underlyings.now() }
    this.bySymbol.set(symbol, watch)
    const group = this.byFollowed.get(follows) ?? new Set()
    this.byFollowed.set(follows, group.add(watch))
    watch.holders += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      watch.holders -= 1
      if (watch.holders > 0) return
      this.bySymbol.delete(symbol)
      group.delete(watch)
    }
  }

  /** A step of an underlying moves its contracts; what they traded since the last one is told first. */
  follow(step: MarketStep, sink: Sink): void {
    const group = this.byFollowed.get(step.symbol)
    if (group === undefined || group.size === 0 || step.session !== 'regular') return
    const bid = step.bids[0]?.price
    const ask = step.asks[0]?.price
    for (const watch of [...group]) {
      if (step.time >= watch.contract.expiry.at) continue
      this.tellPrints(watch, step.time, sink)
      if (bid !== undefined && ask !== undefined) sink(this.deps.bookAt(watch.contract, (bid + ask) / 2, step.time, null))
    }
  }

  /** Tells what was traded up to `to`, of contracts whose underlying has had no step since. */
  advance(to: EpochMs, sink: Sink): void {
    if (!inSession(to)) return
    for (const watch of [...this.bySymbol.values()]) if (to < watch.contract.expiry.at) this.tellPrints(watch, to, sink)
  }

  private tellPrints(watch: Watch, to: EpochMs, sink: Sink): void {
    const { contract } = watch
    const { underlyings, tape, bookAt } = this.deps
    const { day } = exchangeClock(to)
    const { open } = sessionOf(day)
    const from = Math.max(watch.told + 1, open)
    for (let minute = Math.floor((from - open) / MINUTE_MS); open + minute * MINUTE_MS <= to; minute += 1) {
      for (const print of tape.houseMinute(contract, day, minute, to)) {
        if (print.time < from) continue
        const { aggressor, price, size } = print
        sink(bookAt(contract, underlyings.priceBefore(contract.program.follows, day, print.time), epochMs(print.time), { aggressor, price, size }))
      }
    }
    watch.told = to
  }
}
