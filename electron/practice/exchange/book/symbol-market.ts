import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { Instrument } from '../../model/instrument.js'
import type { PriceUnits, SizeUnits } from '../../model/units.js'
import type { ReferencePrices } from '../../model/venue.js'
import { Book } from './book.js'
import type { OrderNumber } from './book-levels.js'

/** One symbol's book, and its orders that are not in the book. */
export interface SymbolMarket {
  readonly instrument: Instrument
  readonly book: Book
  last: PriceUnits
  /**
   * The price from which the day's gains are counted: for stock the last trade of the last regular
   * session.
   */
  close: PriceUnits
  /**
   * False from a change of phase to the symbol's next step, while the book still dates from the old
   * phase.
   */
  fresh: boolean
  /** Time of the last step or refresh of the market makers' quotes. */
  seen: EpochMs
  /** Orders that wait for their session, an opening or a closing. */
  readonly waiting: Set<OrderNumber>
  /** Stop and trailing orders that have not triggered. */
  readonly triggers: Set<OrderNumber>
  /** Market orders that the book could not fill at once. */
  readonly running: Set<OrderNumber>
  /** Trade prices not yet checked against the triggers. */
  readonly prints: PriceUnits[]
}

/** Creates a market without orders, quotes or trades. `lot` is the unit of its depth sizes. */
export const createSymbolMarket = (
  instrument: Instrument,
  lot: SizeUnits,
  { last, previousClose }: ReferencePrices,
): SymbolMarket => ({
  instrument,
  book: new Book(instrument.scale, lot),
  last,
  close: previousClose,
  fresh: false,
  seen: epochMs(0),
  waiting: new Set(),
  triggers: new Set(),
  running: new Set(),
  prints: [],
})
