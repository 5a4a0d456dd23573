import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { formatChange, formatPrice, formatQuantity, formatRatio } from '../../../format/decimal.js'
import { useText } from '../../../language/window-text.js'
import { QuoteCell, type QuoteField } from '../../../ui/live-cell.js'
import { ChannelAge } from '../../../ui/channel-age.js'
import { Signed } from '../../../ui/signed.js'

const LAST: QuoteField = {
  read: (quote) => quote.last,
  write: (value) => formatPrice(value),
  flash: true,
}
const BID: QuoteField = {
  read: (quote) => quote.bid,
  write: (value) => formatPrice(value),
  flash: true,
}
const ASK: QuoteField = {
  read: (quote) => quote.ask,
  write: (value) => formatPrice(value),
  flash: true,
}
const BID_SIZE: QuoteField = {
  read: (quote) => quote.bidSize,
  write: (value) => formatQuantity(value),
}
const ASK_SIZE: QuoteField = {
  read: (quote) => quote.askSize,
  write: (value) => formatQuantity(value),
}

export interface QuoteStripProps {
  readonly symbol: Symbol
  readonly name: string | null
  readonly quote: Quote | undefined
  readonly onPrice: (which: 'bid' | 'ask') => void
}

/** Symbol, last price, bid and ask; pressing a side puts its price into the ticket. */
export function QuoteStrip({ symbol, name, quote, onPrice }: QuoteStripProps) {
  const text = useText()
  const session = quote?.session ?? null
  return (
    <header className="ticket-head">
      <div className="ticket-symbol">
        <strong>{symbol}</strong>
        <span className="dim ticket-name" title={name ?? undefined}>
          {name ?? '\u00a0'}
        </span>
        <span className="ticket-last">
          <QuoteCell symbol={symbol} field={LAST} />
        </span>
      </div>
      <div className="ticket-move">
        <Signed
          value={quote?.change}
        >{`${formatChange(quote?.change)} (${formatRatio(quote?.changeRatio)})`}</Signed>
        <ChannelAge channel="market" />
        {session !== null && session !== 'regular' && (
          <span className="badge">{text.status.session[session]}</span>
        )}
      </div>
      <div className="ticket-sides">
        <Side
          which="bid"
          label={text.ticket.bid}
          symbol={symbol}
          price={BID}
          size={BID_SIZE}
          onPrice={onPrice}
        />
        <Side
          which="ask"
          label={text.ticket.ask}
          symbol={symbol}
          price={ASK}
          size={ASK_SIZE}
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
  readonly onPrice: QuoteStripProps['onPrice']
}

function Side({ which, label, symbol, price, size, onPrice }: SideProps) {
  return (
    <button
      type="button"
      className={`ticket-side ${which}`}
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
