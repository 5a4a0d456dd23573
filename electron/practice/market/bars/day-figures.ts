import { MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import {
  cashOf,
  type CashUnits,
  type PriceUnits,
  type Scale,
  type SizeUnits,
} from '../../model/units.js'
import { minuteOf } from '../tapes/segment-plan.js'
import type { SymbolTape } from '../tapes/symbol-tape.js'

/** The figures so far of a day in a market with one session. */
export interface DayShown {
  readonly open: PriceUnits | null
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly last: PriceUnits
  readonly lastTime: EpochMs | null
  readonly volume: SizeUnits
  readonly turnover: CashUnits
}

interface Sum {
  open: PriceUnits | null
  high: PriceUnits
  low: PriceUnits
  last: PriceUnits
  volume: SizeUnits
  turnover: CashUnits
}

const empty = (): Sum => ({ open: null, high: 0, low: Infinity, last: 0, volume: 0, turnover: 0n })

function take(
  sum: Sum,
  scale: Scale,
  bar: {
    readonly open: PriceUnits
    readonly high: PriceUnits
    readonly low: PriceUnits
    readonly close: PriceUnits
    readonly volume: SizeUnits
  },
): void {
  sum.open ??= bar.open
  if (bar.high > sum.high) sum.high = bar.high
  if (bar.low < sum.low) sum.low = bar.low
  sum.last = bar.close
  sum.volume += bar.volume
  sum.turnover += cashOf(bar.close, bar.volume, scale)
}

/**
 * Computes the figures of a day of 23 or 24 hours from the plan on request: finished minutes once,
 * the running minute each time. No steps need to be generated for them.
 */
export class DayFigures {
  readonly #tape: SymbolTape
  #index = -1
  #total = empty()
  /** Minutes summed up in `total`, and the last of them with a trade. */
  #minutes = 0
  #lastTraded = -1

  constructor(tape: SymbolTape) {
    this.#tape = tape
  }

  /** Returns the figures of a day up to `cutoff`, which never decreases within a day. */
  read(index: number, cutoff: number): DayShown {
    const tape = this.#tape
    const { scale } = tape.security
    const plan = tape.plan(index, 'regular')
    const finished = Math.max(0, Math.min(plan.segment.minutes, minuteOf(plan.segment, cutoff + 1)))
    if (this.#index !== index || finished < this.#minutes) {
      this.#index = index
      this.#total = empty()
      this.#minutes = 0
      this.#lastTraded = -1
    }
    for (; this.#minutes < finished; this.#minutes += 1) {
      const bar = tape.minuteBar(plan, this.#minutes, cutoff)
      if (bar === null) continue
      take(this.#total, scale, bar)
      this.#lastTraded = this.#minutes
    }
    const figures = { ...this.#total, lastTime: null as EpochMs | null }
    const note = (time: number): void => {
      figures.lastTime = epochMs(time)
    }
    if (finished < plan.segment.minutes && plan.segment.start + finished * MINUTE_MS <= cutoff) {
      tape.visit(plan, finished, cutoff, (time, price, size) => {
        take(figures, scale, { open: price, high: price, low: price, close: price, volume: size })
        note(time)
      })
    }
    if (figures.lastTime === null && this.#lastTraded >= 0) {
      tape.visit(plan, this.#lastTraded, cutoff, note)
    }
    return figures
  }
}
