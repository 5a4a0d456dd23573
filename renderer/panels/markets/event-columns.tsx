import { otherSide, type EventMarket } from '../../../shared/domain/instruments/event-contract.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatCompact } from '../../format/decimal.js'
import { formatDay } from '../../format/instrument-name.js'
import { formatQuotePrice } from '../../format/product-price.js'
import type { QuoteField } from '../../ui/live-cell.js'
import type { Column } from '../../ui/table/column.js'
import { quoteColumn, type QuoteOf } from './price-columns.js'
import { explain } from '../../ui/hints/hint.js'

/** The prices of both answers, from the quote of "yes". */
const PRICES: Readonly<Record<'yes-bid' | 'yes-ask' | 'no-bid' | 'no-ask', QuoteField>> = {
  'yes-bid': { read: (quote) => quote.bid, write: formatQuotePrice, flash: true },
  'yes-ask': { read: (quote) => quote.ask, write: formatQuotePrice, flash: true },
  'no-bid': {
    read: ({ ask }) => (ask === null ? null : otherSide(ask)),
    write: formatQuotePrice,
    flash: true,
  },
  'no-ask': {
    read: ({ bid }) => (bid === null ? null : otherSide(bid)),
    write: formatQuotePrice,
    flash: true,
  },
}

/** Returns the columns of questions, with the prices of both answers. */
export function marketColumns(quoteOf: QuoteOf, text: PanelText): readonly Column<EventMarket>[] {
  const { outcomes } = text.instruments
  const { bid, ask, last, volume } = text.watchlist.heads
  const price = (outcome: 'yes' | 'no', side: 'bid' | 'ask') =>
    quoteColumn<EventMarket>(
      {
        id: `${outcome}-${side}`,
        head: side === 'bid' ? bid : ask,
        headLabel: text.markets.priceOf(outcomes[outcome], side === 'bid' ? bid : ask),
        group: outcomes[outcome],
        width: 62,
        hint: text.options.press[side],
        ...PRICES[`${outcome}-${side}`],
      },
      quoteOf,
    )
  return [
    {
      id: 'name',
      head: text.markets.heads.question,
      width: 170,
      grow: 4,
      pinned: true,
      cell: ({ name, yesCondition }) => (
        <span className="symbol" {...explain(yesCondition ?? name)}>
          {name}
        </span>
      ),
      data: ({ name }) => name,
    },
    price('yes', 'bid'),
    price('yes', 'ask'),
    price('no', 'bid'),
    price('no', 'ask'),
    quoteColumn(
      {
        id: 'last',
        head: last,
        width: 56,
        yields: 2,
        read: (quote) => quote.last,
        write: formatQuotePrice,
      },
      quoteOf,
    ),
    quoteColumn(
      {
        id: 'volume',
        head: volume,
        width: 70,
        yields: 3,
        read: (quote) => quote.volume,
        write: formatCompact,
      },
      quoteOf,
    ),
    {
      id: 'lastDay',
      head: text.markets.heads.lastDay,
      headLabel: text.markets.headsLong.lastDay,
      width: 84,
      yields: 1,
      cell: ({ lastTradingDate }) => (
        <span>{lastTradingDate === null ? MISSING : formatDay(lastTradingDate.slice(0, 10))}</span>
      ),
      data: ({ lastTradingDate }) => lastTradingDate ?? '',
    },
  ]
}
