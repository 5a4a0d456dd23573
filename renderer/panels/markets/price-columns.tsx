import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatQuotePrice, formatQuoteChange } from '../../format/product-price.js'
import { exactText, formatCompact, formatRatio } from '../../format/decimal.js'
import { QuoteCell, type QuoteField } from '../../ui/live-cell.js'
import { QuoteAge } from '../../ui/reading/quote-age.js'
import type { Column } from '../../ui/table/column.js'
import { explain } from '../../ui/hints/hint.js'

export type QuoteOf = (symbol: Symbol) => Quote | undefined

interface PriceColumn extends QuoteField {
  readonly id: string
  readonly head: string
  readonly width: number
  readonly yields?: number
  readonly group?: string
  readonly headLabel?: string
  /** What a press on the cell does, for columns that fill in the ticket. */
  readonly hint?: string
}

/** Returns a column that shows a figure of the quote. */
export function quoteColumn<T extends { readonly symbol: Symbol }>(
  { id, head, width, yields, group, headLabel, hint, ...field }: PriceColumn,
  quoteOf: QuoteOf,
): Column<T> {
  return {
    id,
    head,
    number: true,
    live: true,
    width,
    grow: 1,
    ...(yields === undefined ? {} : { yields }),
    ...(group === undefined ? {} : { group }),
    ...(headLabel === undefined ? {} : { headLabel }),
    ...(hint === undefined ? {} : { cellClass: () => 'market-price' }),
    cell: (row) => (
      <span {...explain(hint)}>
        {id === 'last' && <QuoteAge symbol={row.symbol} />}
        <QuoteCell symbol={row.symbol} field={field} />
      </span>
    ),
    data: (row) => {
      const quote = quoteOf(row.symbol)
      return quote === undefined ? '' : exactText(field.read(quote))
    },
  }
}

const LAST: QuoteField = {
  read: (quote) => quote.last,
  write: formatQuotePrice,
  flash: true,
}
const CHANGE: QuoteField = {
  read: (quote) => quote.change,
  write: formatQuoteChange,
  signed: (quote) => quote.change,
}
const CHANGE_RATIO: QuoteField = {
  read: (quote) => quote.changeRatio,
  write: (value) => formatRatio(value),
  signed: (quote) => quote.changeRatio,
}
const BID: QuoteField = { read: (quote) => quote.bid, write: formatQuotePrice }
const ASK: QuoteField = { read: (quote) => quote.ask, write: formatQuotePrice }
const VOLUME: QuoteField = { read: (quote) => quote.volume, write: formatCompact }

/** Returns last, change, bid and ask, as futures and coins show them. */
export function priceColumns<T extends { readonly symbol: Symbol }>(
  quoteOf: QuoteOf,
  { watchlist: { heads }, options: { press } }: PanelText,
): readonly Column<T>[] {
  const columns: readonly PriceColumn[] = [
    { id: 'last', head: heads.last, width: 80, ...LAST },
    { id: 'change', head: heads.change, width: 86, yields: 3, ...CHANGE },
    { id: 'changeRatio', head: heads.changeRatio, width: 78, yields: 1, ...CHANGE_RATIO },
    { id: 'bid', head: heads.bid, width: 80, hint: press.bid, ...BID },
    { id: 'ask', head: heads.ask, width: 80, hint: press.ask, ...ASK },
  ]
  return columns.map((column) => quoteColumn<T>(column, quoteOf))
}

export const volumeColumn = <T extends { readonly symbol: Symbol }>(
  quoteOf: QuoteOf,
  { watchlist: { heads } }: PanelText,
): Column<T> =>
  quoteColumn<T>({ id: 'volume', head: heads.volume, width: 70, yields: 4, ...VOLUME }, quoteOf)
