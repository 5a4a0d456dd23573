import { BookOpen } from 'lucide-react'
import { useCallback, useMemo, useEffect, useState } from 'react'
import { dec, gte, type Price } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import {
  EVENT_OUTCOMES,
  type EventOutcome,
} from '../../../shared/domain/instruments/event-contract.js'
import {
  pricedKey,
  symbolKey,
  type InstrumentKey,
} from '../../../shared/domain/instruments/instrument-key.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import { formatDecimal, formatExact } from '../../format/decimal.js'
import { placesOf } from '../../format/product-price.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import {
  useActiveSymbol,
  useCurrentRows,
  useMainWindow,
  useSelectedAccount,
  useSlice,
} from '../../stores/context.js'
import { prefillTicket } from '../../stores/selection.js'
import { useText } from '../../language/window-text.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { QuoteAge } from '../../ui/reading/quote-age.js'
import { Empty, NotKnown } from '../../ui/states.js'
import { Segments } from '../../ui/segments.js'
import { outcomeDepth } from '../../../shared/domain/market/outcome-depth.js'
import { bookView, ownSizes } from './depth-rows.js'
import { BookLevels } from './book-levels.js'
import { useMarketRead } from '../../ui/reading/use-market-read.js'
import './depth.css'
import { LABEL_HINT } from '../../ui/hints/hint.js'
import type { Depth } from '../../../shared/domain/market/quote.js'
import { bodyOf } from '../../bridge/stream.js'

const LEVELS = 20
/** From here on sizes are written like "104M": their columns fit seven digits. */
const TOO_WIDE = dec('10000000')

/**
 * The order book of the symbol of the first link group: asks above, bids below, best prices in the
 * middle.
 */
export function DepthPanel() {
  const text = useText()
  const symbol = useActiveSymbol()
  if (symbol === null) {
    return <Empty icon={BookOpen} title={text.depth.pick} hint={text.depth.pickHint} />
  }
  return <Book symbol={symbol} />
}

function Book({ symbol }: { readonly symbol: Symbol }) {
  const text = useText()
  const mainWindow = useMainWindow()
  const { depth, freshness } = useDepth(symbol)
  const marketRead = useMarketRead('depth', symbol)
  const account = useSelectedAccount()
  const orders = useCurrentRows(mainWindow.orders)
  const outcome = useShownOutcome(symbol)
  const ownByLevel = useMemo(
    () => ownSizes(orders, account, bookKey(symbol, outcome)),
    [orders, account, symbol, outcome],
  )
  const view = useMemo(
    () =>
      depth === null ? null : bookView(outcomeDepth(depth, outcome ?? 'yes'), ownByLevel, LEVELS),
    [depth, ownByLevel, outcome],
  )
  // Fill in the price, and the outcome that it belongs to: a click in the book must not turn a
  // sell into a buy.
  const use = useCallback(
    (price: Price): void => prefillTicket(mainWindow.selection, priceOf(symbol, outcome, price)),
    [mainWindow.selection, symbol, outcome],
  )
  if (view === null) {
    return (
      <NotKnown icon={BookOpen} title={text.depth.unknown} problem={marketRead.problem} rows={10} />
    )
  }
  if (view.bids.length === 0 && view.asks.length === 0) {
    return <Empty icon={BookOpen} title={text.depth.empty} hint={text.depth.emptyHint} />
  }
  const rows = [...view.bids, ...view.asks]
  const scale = placesOf(
    symbol,
    rows.map((row) => row.price),
  )
  const isCompact = rows.some(({ cumulative }) => gte(cumulative, TOO_WIDE))
  const sideProps = { scale, isCompact, onUse: use }
  return (
    <section
      className="depth"
      aria-label={text.depth.table(symbol)}
      data-testid="depth"
      data-stale={freshness === 'stale'}
    >
      {outcome !== null && <OutcomeChoice symbol={symbol} outcome={outcome} />}
      <div className="depth-head" aria-hidden>
        <span>{text.depth.heads.own}</span>
        <span>{text.depth.heads.cumulative}</span>
        <span>{text.depth.heads.size}</span>
        <span>{text.depth.heads.price}</span>
      </div>
      <div className="depth-scroll">
        <BookLevels side="asks" rows={[...view.asks].reverse()} {...sideProps} />
        <div className="depth-middle tnum">
          <span>
            {text.depth.spread}{' '}
            <strong data-testid="depth-spread">
              {view.spread === null ? MISSING : formatExact(view.spread, scale)}
            </strong>
          </span>
          {view.spreadBasisPoints !== null && (
            <span className="dim">
              {text.depth.basisPoints(formatDecimal(view.spreadBasisPoints, 1, 1))}
            </span>
          )}
          <QuoteAge symbol={symbol} />
          <ChannelAge channel="market" gap={freshness === 'stale'} />
          {view.bidShare !== null && <Balance share={view.bidShare} />}
        </div>
        <BookLevels side="bids" rows={view.bids} {...sideProps} />
      </div>
    </section>
  )
}

/** Returns the outcome whose book is shown; null for what is no event market. */
function useShownOutcome(symbol: Symbol): EventOutcome | null {
  const outcome = useSlice(useMainWindow().selection, (state) => state.outcome)
  return symbolClass(symbol) === 'event' ? outcome : null
}

const bookKey = (symbol: Symbol, outcome: EventOutcome | null): InstrumentKey | null =>
  outcome === null ? pricedKey(symbol) : symbolKey('event', symbol, outcome)

const priceOf = (symbol: Symbol, outcome: EventOutcome | null, limitPrice: Price) =>
  outcome === null ? { symbol, limitPrice } : { symbol, limitPrice, outcome }

/** The outcome whose book is shown. Choosing another one chooses it in the ticket, too. */
function OutcomeChoice({
  symbol,
  outcome,
}: {
  readonly symbol: Symbol
  readonly outcome: EventOutcome
}) {
  const text = useText()
  const { selection } = useMainWindow()
  return (
    <div className="depth-outcome">
      <Segments
        label={text.ticket.eventOutcome}
        value={outcome}
        onValue={(next) => prefillTicket(selection, { symbol, outcome: next })}
        options={EVENT_OUTCOMES.map((value) => ({
          value,
          label: text.instruments.outcomes[value],
        }))}
      />
    </div>
  )
}

function Balance({ share }: { readonly share: string }) {
  const text = useText()
  const [integerPart = '0'] = share.split('.')
  const label = text.depth.balance(integerPart, `${100 - Number.parseInt(integerPart, 10)}`)
  return (
    <span
      className="depth-balance"
      role="img"
      aria-label={label}
      style={{ backgroundSize: `${integerPart}% 100%` }}
      {...LABEL_HINT}
    />
  )
}

interface DepthState {
  readonly symbol: Symbol
  readonly depth: Depth | null
  readonly freshness: 'loading' | 'live' | 'stale'
  /** Local time of the newest frame. */
  readonly asOf: number | null
}

const starting = (symbol: Symbol): DepthState => ({
  symbol,
  depth: null,
  freshness: 'loading',
  asOf: null,
})

/**
 * Streams the book of one symbol while the component is mounted; at most one new state per
 * animation frame.
 */
function useDepth(symbol: Symbol): DepthState {
  const { openStream } = useMainWindow()
  const [state, setState] = useState<DepthState>(() => starting(symbol))
  useEffect(() => {
    setState(starting(symbol))
    return openStream([{ kind: 'depth', symbol }], (frame, topic) => {
      if (topic.kind !== 'depth') return
      if (frame.kind === 'gap') setState((before) => ({ ...before, freshness: 'stale' }))
      else setState({ symbol, depth: bodyOf(frame, topic), freshness: 'live', asOf: frame.asOf })
    })
  }, [openStream, symbol])
  return state.symbol === symbol ? state : starting(symbol)
}
