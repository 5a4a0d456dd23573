import { MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import {
  UNIT_SIZE,
  cashOf,
  type CashUnits,
  type PriceUnits,
  type SizeUnits,
} from '../../model/units.js'
import type { SegmentKind } from '../calendar/calendar.js'
import type { Security } from '../securities/security.js'
import { minuteOf } from '../tapes/segment-plan.js'
import type { SymbolTape } from '../tapes/symbol-tape.js'

/**
 * The figures of one session of one symbol so far: updated trade by trade, with the same result as
 * reading them from the tape.
 */
export class Figures {
  open: PriceUnits | null = null
  high: PriceUnits = 0
  low: PriceUnits = Infinity
  last: PriceUnits = 0
  lastTime: EpochMs | null = null
  volume: SizeUnits = 0
  readonly index: number
  readonly kind: SegmentKind
  readonly #security: Security
  /**
   * Price units times whole shares stay exact as a number; fractions of shares and coins go to the
   * bigint.
   */
  #integerTurnover = 0
  #splitTurnover: CashUnits = 0n

  constructor(security: Security, index: number, kind: SegmentKind) {
    this.#security = security
    this.index = index
    this.kind = kind
  }

  add(time: number, price: PriceUnits, size: SizeUnits): void {
    if (this.open === null) this.open = price
    if (price > this.high) this.high = price
    if (price < this.low) this.low = price
    this.last = price
    this.lastTime = epochMs(time)
    this.volume += size
    if (this.#security.unit === UNIT_SIZE && size % UNIT_SIZE === 0) {
      this.#integerTurnover += price * (size / UNIT_SIZE)
    } else this.#splitTurnover += cashOf(price, size, this.#security.scale)
  }

  turnover(): CashUnits {
    return (
      BigInt(this.#integerTurnover) * cashOf(1, UNIT_SIZE, this.#security.scale) +
      this.#splitTurnover
    )
  }
}

/** Reads the figures of a session from the tape up to `cutoff`. */
export function readFigures(
  tape: SymbolTape,
  index: number,
  kind: SegmentKind,
  cutoff: number,
): Figures {
  const figures = new Figures(tape.security, index, kind)
  const plan = tape.plan(index, kind)
  const minutes = Math.min(plan.segment.minutes, minuteOf(plan.segment, cutoff) + 1)
  for (let m = 0; m < minutes && plan.segment.start + m * MINUTE_MS <= cutoff; m += 1) {
    tape.visit(plan, m, cutoff, (time, price, size) => figures.add(time, price, size))
  }
  return figures
}
