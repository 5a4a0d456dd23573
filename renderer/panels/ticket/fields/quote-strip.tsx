import { useCallback } from 'react'
import type { InstrumentMatch } from '../../../../shared/domain/instruments/instrument-match.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Decimal, Price } from '../../../../shared/domain/decimal.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { stepsOf, useListedSteps } from '../../../format/listed-steps.js'
import { finestPlaces } from '../../../../shared/domain/instruments/price-places.js'
import {
  formatQuoteChange,
  formatQuotePrice,
  formatSymbolPrice,
} from '../../../format/product-price.js'
import { formatQuantity, formatRatio } from '../../../format/decimal.js'
import { useText } from '../../../language/window-text.js'
import { mirroredQuote } from '../../../ui/ticket/model/estimate.js'
import { useMarketFigure, type TradedMarket } from '../../../ui/ticket/traded-market.js'
import { SymbolSearch } from '../../../ui/symbol-search.js'
import { QuoteCell, type QuoteField } from '../../../ui/live-cell.js'
import { ChannelAge } from '../../../ui/channel-age.js'
import { QuoteAge } from '../../../ui/reading/quote-age.js'
import { fullText } from '../../../ui/hints/hint.js'

interface QuoteFields {
  readonly last: QuoteField
  readonly bid: QuoteField
  readonly ask: QuoteField
  readonly bidSize: QuoteField
  readonly askSize: QuoteField
  readonly change: QuoteField
}

const fieldsOf = (quoteOf: (quote: Quote) => Quote): QuoteFields => {
  const price = (which: 'last' | 'bid' | 'ask'): QuoteField => ({
    read: (quote) => quoteOf(quote)[which],
    write: formatQuotePrice,
    flash: true,
  })
  const size = (which: 'bidSize' | 'askSize'): QuoteField => ({
    read: (quote) => quoteOf(quote)[which],
    write: (value) => formatQuantity(value),
  })
  return {
    last: price('last'),
    bid: price('bid'),
    ask: price('ask'),
    bidSize: size('bidSize'),
    askSize: size('askSize'),
    change: {
      read: (quote) => quoteOf(quote).change,
      write: (value, quote) => changeText(value, quoteOf(quote)),
      signed: (quote) => quoteOf(quote).change,
    },
  }
}
const changeText = (change: Decimal, quote: Quote): string =>
  quote.changeRatio === null
    ? formatQuoteChange(change, quote)
    : `${formatQuoteChange(change, quote)} (${formatRatio(quote.changeRatio)})`

const FIELDS = fieldsOf((quote) => quote)
const MIRRORED = fieldsOf(mirroredQuote)

/** The longest price that leaves room for its size, in characters. */
const LONG_PRICE = 8
/** With more places than these, a price leaves no room for a size of millions either. */
const LONG_PLACES = 4
const isLong = (price: Price | null | undefined, symbol: Symbol): boolean =>
  formatSymbolPrice(price, symbol).length > LONG_PRICE

/** Returns whether a price of the symbol leaves no room for its size. */
function useHasLongPrice(symbol: Symbol, market: TradedMarket): boolean {
  const steps = useListedSteps()
  const hasLong = useCallback(
    (quote: Quote | undefined): boolean => {
      void steps
      return [quote?.bid, quote?.ask].some((price) => isLong(price, symbol))
    },
    [symbol, steps],
  )
  // Without a quote in the ticket the cells paint the market's quote.
  return useMarketFigure(market, hasLong) || finestPlaces(stepsOf(symbol) ?? []) > LONG_PLACES
}

const sessionOf = (quote: Quote | undefined): Quote['session'] | null => quote?.session ?? null
const isChanged = (quote: Quote | undefined): boolean => quote?.change != null

export interface QuoteStripProps {
  readonly symbol: Symbol
  /** The instrument as a trader names it. */
  readonly title: string
  readonly name: string | null
  /** What a trader needs to know of a contract. */
  readonly facts: readonly string[]
  /** True for the "no" contracts of an event market, which quotes "yes". */
  readonly mirrored: boolean
  readonly market: TradedMarket
  readonly onPrice: (which: 'bid' | 'ask') => void
  readonly onSymbol: (found: InstrumentMatch) => void
}

/** Symbol with search, last price, bid and ask; pressing a side puts its price into the ticket. */
export function QuoteStrip({
  symbol,
  title,
  name,
  facts,
  mirrored,
  market,
  onPrice,
  onSymbol,
}: QuoteStripProps) {
  const text = useText()
  const fields = mirrored ? MIRRORED : FIELDS
  const session = useMarketFigure(market, sessionOf)
  const hasChange = useMarketFigure(market, isChanged)
  const long = useHasLongPrice(symbol, market)
  return (
    <header className="ticket-head">
      <div className="ticket-symbol">
        <SymbolSearch label={text.ticket.search} shown={title} onPick={onSymbol} />
        <span className="ticket-last">
          <QuoteAge symbol={symbol} />
          <QuoteCell symbol={symbol} field={fields.last} />
        </span>
      </div>
      {facts.length > 0 && <p className="dim ticket-facts">{facts.join(' · ')}</p>}
      <div className="ticket-move">
        <span className="dim ticket-name" {...fullText(name ?? undefined)}>
          {name}
        </span>
        {session !== null && session !== 'regular' && (
          <span className="badge">{text.status.session[session]}</span>
        )}
        <ChannelAge channel="market" />
        {hasChange && <QuoteCell symbol={symbol} field={fields.change} />}
      </div>
      <div className="ticket-sides">
        <Side
          which="bid"
          label={text.ticket.bid}
          symbol={symbol}
          price={fields.bid}
          size={fields.bidSize}
          long={long}
          onPrice={onPrice}
        />
        <Side
          which="ask"
          label={text.ticket.ask}
          symbol={symbol}
          price={fields.ask}
          size={fields.askSize}
          long={long}
          onPrice={onPrice}
        />
      </div>
    </header>
  )
}

interface SideProps {
  readonly which: 'bid' | 'ask'
  readonly label: string
  readonly symbol: Symbol
  readonly price: QuoteField
  readonly size: QuoteField
  /** The size stands under the price, which takes the whole width. */
  readonly long: boolean
  readonly onPrice: QuoteStripProps['onPrice']
}

function Side({ which, label, symbol, price, size, long, onPrice }: SideProps) {
  return (
    <button
      type="button"
      className={`ticket-side ${which}${long ? ' long' : ''}`}
      onClick={() => onPrice(which)}
      data-testid={`ticket-use-${which}`}
    >
      <span className="dim">{label}</span>
      <span className="ticket-side-price">
        <QuoteCell symbol={symbol} field={price} />
      </span>
      <span className="dim ticket-side-size">
        × <QuoteCell symbol={symbol} field={size} />
      </span>
    </button>
  )
}
