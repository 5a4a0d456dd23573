import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { Instrument } from '../../model/instrument.js'
import type { PriceUnits, SizeUnits } from '../../model/units.js'
import type { ReferencePrices } from '../../model/venue.js'
import { Book, type OrderNumber } from './book.js'

/** One symbol's book and the orders that are not in it. */
export interface SymbolMarket {
  readonly instrument: Instrument
  readonly book: Book
  last: PriceUnits
  /**
   * The price that the day's gains count from: for stock the last trade of the last regular
   * session.
   */
  close: PriceUnits
  /**
   * False from a change of phase to the symbol's next step: the book still stands as the old phase
   * left it.
   */
  fresh: boolean
  /** When the house last told or was asked for its book. */
  seen: EpochMs
  /** Orders that wait for their session, an opening or a closing. */
  readonly waiting: Set<OrderNumber>
  /** Stops and trails that have not been touched. */
  readonly triggers: Set<OrderNumber>
  /** Market orders that the book could not fill at once. */
  readonly running: Set<OrderNumber>
  /** Trade prices that the triggers have not seen yet. */
  readonly prints: PriceUnits[]
}

/**
 * A market that nobody has traded in or told of; `lot` is the unit in which its depth tells sizes.
 */
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
