import type { QuoteField } from '../../ui/live-cell.js'
import { formatChange, formatCompact, formatRatio } from '../../format/decimal.js'
import { formatSymbolPrice } from '../../format/product-price.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'

export type FieldId = Exclude<keyof WindowText['watchlist']['heads'], 'symbol'>

export interface WatchField extends QuoteField {
  readonly id: FieldId
  readonly width: number
  readonly yields?: number
  /** Not shown until the person chooses it. */
  readonly hidden?: boolean
}

const writePrice: WatchField['write'] = (value, quote) => formatSymbolPrice(value, quote.symbol)

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
    width: 76,
    yields: 2,
    read: (quote) => quote.change,
    write: formatChange,
    signed: (quote) => quote.change,
  },
  {
    id: 'changeRatio',
    width: 78,
    yields: 1,
    read: (quote) => quote.changeRatio,
    write: (value) => formatRatio(value),
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
    id: 'volume',
    width: 62,
    yields: 4,
    read: (quote) => quote.volume,
    write: formatCompact,
  },
  {
    id: 'high',
    width: 66,
    hidden: true,
    yields: 5,
    read: (quote) => quote.high,
    write: writePrice,
  },
  {
    id: 'low',
    width: 66,
    hidden: true,
    yields: 5,
    read: (quote) => quote.low,
    write: writePrice,
  },
]
