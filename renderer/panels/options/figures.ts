import type { OptionFigures, Quote } from '../../../shared/domain/market/quote.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import { formatQuotePrice, formatQuoteChange } from '../../format/product-price.js'
import { formatCompact, formatDecimal, formatRatio } from '../../format/decimal.js'
import type { QuoteField } from '../../ui/live-cell.js'
import type { ChainFigure } from './chain-model.js'

/** How a column of the chain shows a figure. */
export interface FigureColumn extends QuoteField {
  readonly width: number
  /** Hidden in a narrow panel, the highest number first; see `Column.yields`. */
  readonly yields?: number
  readonly hidden?: boolean
}

const ofOption =
  (figure: keyof OptionFigures) =>
  (quote: Quote): Decimal | null =>
    quote.option?.[figure] ?? null
const places =
  (count: number) =>
  (value: Decimal): string =>
    formatDecimal(value, count, count)

export const FIGURES: Readonly<Record<ChainFigure, FigureColumn>> = {
  bid: { width: 58, read: (quote) => quote.bid, write: formatQuotePrice, flash: true },
  ask: { width: 58, read: (quote) => quote.ask, write: formatQuotePrice, flash: true },
  last: { width: 56, yields: 3, read: (quote) => quote.last, write: formatQuotePrice },
  change: {
    width: 62,
    hidden: true,
    read: (quote) => quote.change,
    write: formatQuoteChange,
    signed: (quote) => quote.change,
  },
  impliedVolatility: {
    width: 62,
    yields: 2,
    read: ofOption('impliedVolatility'),
    write: (value) => formatRatio(value, false),
  },
  delta: { width: 48, yields: 1, read: ofOption('delta'), write: places(2) },
  gamma: { width: 56, hidden: true, read: ofOption('gamma'), write: places(4) },
  theta: { width: 56, hidden: true, read: ofOption('theta'), write: places(3) },
  vega: { width: 52, hidden: true, read: ofOption('vega'), write: places(3) },
  openInterest: { width: 64, yields: 4, read: ofOption('openInterest'), write: formatCompact },
  volume: { width: 64, yields: 5, read: (quote) => quote.volume, write: formatCompact },
}
