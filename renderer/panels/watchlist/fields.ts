import { formatSymbolPrice, formatQuoteChange } from '../../format/product-price.js'
import type { QuoteField } from '../../ui/live-cell.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { formatCompact, formatQuantity, formatShortRatio } from '../../format/decimal.js'

export type FieldId = keyof Pick<
  Quote,
  | 'last'
  | 'change'
  | 'changeRatio'
  | 'bid'
  | 'ask'
  | 'bidSize'
  | 'askSize'
  | 'volume'
  | 'open'
  | 'high'
  | 'low'
  | 'previousClose'
>

export interface WatchField extends QuoteField {
  readonly id: FieldId
  readonly width: number
  readonly yields?: number
  /** Not shown until the person chooses it. */
  readonly hidden?: boolean
  /** The products for which the broker has no such figure. */
  readonly absent?: readonly AssetClass[]
}

const writePrice: WatchField['write'] = (value, quote) => formatSymbolPrice(value, quote.symbol)

/** Event markets have prices and volume, but no figures of the day (MARKET-5). */
const NOT_OF_EVENTS = ['event'] as const

/** The quote fields that a watchlist can show, in column order. */
export const WATCH_FIELDS: readonly WatchField[] = [
  {
    id: 'last',
    width: 74,
    read: (quote) => quote.last,
    write: writePrice,
    flash: true,
  },
  {
    id: 'change',
    width: 72,
    absent: NOT_OF_EVENTS,
    yields: 2,
    read: (quote) => quote.change,
    write: formatQuoteChange,
    signed: (quote) => quote.change,
  },
  {
    id: 'changeRatio',
    width: 74,
    absent: NOT_OF_EVENTS,
    yields: 1,
    read: (quote) => quote.changeRatio,
    write: (value) => formatShortRatio(value),
    signed: (quote) => quote.changeRatio,
  },
  {
    id: 'bid',
    width: 66,
    hidden: true,
    yields: 3,
    read: (quote) => quote.bid,
    write: writePrice,
    flash: true,
  },
  {
    id: 'ask',
    width: 66,
    hidden: true,
    yields: 3,
    read: (quote) => quote.ask,
    write: writePrice,
    flash: true,
  },
  {
    id: 'bidSize',
    width: 62,
    hidden: true,
    yields: 3,
    read: (quote) => quote.bidSize,
    write: (value) => formatQuantity(value),
  },
  {
    id: 'askSize',
    width: 62,
    hidden: true,
    yields: 3,
    read: (quote) => quote.askSize,
    write: (value) => formatQuantity(value),
  },
  {
    id: 'volume',
    width: 62,
    absent: ['crypto'],
    yields: 4,
    read: (quote) => quote.volume,
    write: formatCompact,
  },
  {
    id: 'open',
    width: 66,
    absent: NOT_OF_EVENTS,
    hidden: true,
    yields: 5,
    read: (quote) => quote.open,
    write: writePrice,
  },
  {
    id: 'high',
    width: 66,
    absent: NOT_OF_EVENTS,
    hidden: true,
    yields: 5,
    read: (quote) => quote.high,
    write: writePrice,
  },
  {
    id: 'low',
    width: 66,
    absent: NOT_OF_EVENTS,
    hidden: true,
    yields: 5,
    read: (quote) => quote.low,
    write: writePrice,
  },
  {
    id: 'previousClose',
    width: 66,
    absent: NOT_OF_EVENTS,
    hidden: true,
    yields: 5,
    read: (quote) => quote.previousClose,
    write: writePrice,
  },
]
