import type { EpochMs } from '../../../../shared/domain/time.js'
import type { PriceLevel, MarketStep } from '../../model/market-step.js'
import type { PriceUnits } from '../../model/units.js'
import type { SegmentKind } from '../calendar/calendar.js'
import { syntheticSide, type BookShape } from './synthetic-book.js'

/** Best simulated bid and ask at a step, and the number of levels per side. */
export interface StepBook {
  readonly shape: BookShape
  readonly bid: PriceUnits
  readonly ask: PriceUnits
  readonly levels: number
}

/**
 * A step whose book is computed on first access; most steps are replaced before anyone reads their
 * book.
 */
export class SeededStep implements MarketStep {
  readonly symbol: string
  readonly time: EpochMs
  readonly session: SegmentKind
  readonly trade: MarketStep['trade']
  readonly #book: StepBook
  // Caches; private fields are not part of the step's value.
  #lower: readonly PriceLevel[] | null = null
  #upper: readonly PriceLevel[] | null = null

  constructor(
    symbol: string,
    time: EpochMs,
    session: SegmentKind,
    trade: MarketStep['trade'],
    book: StepBook,
  ) {
    this.symbol = symbol
    this.time = time
    this.session = session
    this.trade = trade
    this.#book = book
  }

  get bids(): readonly PriceLevel[] {
    this.#lower ??= syntheticSide(
      this.#book.shape,
      this.#book.bid,
      false,
      this.time,
      this.session,
      this.#book.levels,
    )
    return this.#lower
  }

  get asks(): readonly PriceLevel[] {
    this.#upper ??= syntheticSide(
      this.#book.shape,
      this.#book.ask,
      true,
      this.time,
      this.session,
      this.#book.levels,
    )
    return this.#upper
  }
}
