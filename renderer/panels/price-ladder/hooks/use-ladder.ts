import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import type { Price } from '../../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { listingOf } from '../../../../shared/domain/instruments/listing.js'
import { gridOf, indexPrices } from '../../../../shared/domain/instruments/price-grid.js'
import type { Depth, Quote } from '../../../../shared/domain/market/quote.js'
import { instrumentName, symbolInstrument } from '../../../format/instrument-name.js'
import { orderTitle } from '../../../format/order-title.js'
import { formatSymbolPrice } from '../../../format/product-price.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useTradeGate } from '../../../ui/orders/use-trade-gate.js'
import { useOtherAccounts } from '../../../ui/ticket/use-order-facts.js'
import { clickType, type LadderSide } from '../model/click-order.js'
import type { LadderClick, LadderInstrument } from '../model/ladder-draft.js'
import {
  ladderBook,
  ladderRows,
  priceOfRow,
  reuseRows,
  volumeByRow,
  type LadderPlace,
  type LadderRow,
  type LadderScale,
  type LadderSource,
} from '../model/ladder-rows.js'
import { fittingTicks, type TicksPerRow } from '../model/row-ticks.js'
import { marketOutside, marketPrice } from '../model/ladder-scroll.js'
import { useArming, type Arming } from './use-arming.js'
import { useLadderFeed } from './use-ladder-feed.js'
import { useOwnTrades, useQueue } from './use-ladder-orders.js'
import { useLadderScroll, type LadderScroll } from './use-ladder-scroll.js'
import { useLadderSend } from './use-ladder-send.js'
import { useLadderSettings } from './use-ladder-settings.js'
import { useOrderDrag, type OrderDrag } from './use-order-drag.js'
import { useOwnChanges } from './use-own-changes.js'
import type { EventOutcome } from '../../../../shared/domain/instruments/event-contract.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { useMainWindow, useWatch } from '../../../stores/context.js'
import { mirroredQuote } from '../../../ui/ticket/model/estimate.js'

/** Everything that a ladder shows and does. */
export type LadderModel = ReturnType<typeof useLadder>

/** Returns what a button for an order at the market asks for. */
export const marketClick = (side: LadderSide): LadderClick => ({
  side,
  type: 'market',
  price: null,
})

/** Joins the market, the person's orders and the gestures of the ladder of one instrument. */
export function useLadder(traded: LadderInstrument, instrument: AnyInstrument) {
  const { symbol, outcome, assetClass } = traded
  const text = usePanelText()
  const root = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const isShown = useShown(root)
  const settings = useLadderSettings(assetClass, symbol)
  const quote = useLadderQuote(useWatched(instrument), outcome, isShown)
  const feed = useLadderFeed(symbol, outcome, isShown)
  const ownTrades = useOwnTrades(symbol, outcome)
  const orders = useQueue(ownTrades, feed)
  const market = useMarket(quote, feed.depth)
  const scale = useScale(traded, instrument, settings.ticks, market)
  const arming = useArming()
  const { panel, isArmed } = arming
  const isStale = feed.freshness === 'stale'
  const block = useBlock(traded)
  const blocked = block ?? (isStale ? text.priceLadder.stale : null)
  const [refusal, onRefused] = useNotice()
  const { terms } = settings
  const given = { panel, traded, terms, quote, isArmed, blocked, onRefused }
  const sending = useLadderSend(given)
  const changes = useOwnChanges(ownTrades, onRefused)
  const { move: onDrop, gone: onGone } = changes
  const drag = useOrderDrag({ lines: ownTrades.lines, isArmed, onDrop, onGone })
  const points = usePoints()
  const isHeld = points.hover !== null || drag.state.phase === 'moving'
  const scroll = useLadderScroll({ grid: body, scale, market, follows: settings.follows, isHeld })
  const rows = useRows(scroll, { scale, feed, quote, orders, position: ownTrades.position })
  const hasPrices = market !== null || rows.book.bids.size > 0 || rows.book.asks.size > 0
  const clickOf = (place: LadderPlace): LadderClick => clickAt(place, scale, quote, assetClass)
  const { cursor } = points
  const hasCursor = cursor !== null && rows.shown.some(({ row }) => row === cursor)
  const cursorClick = (side: LadderSide): string =>
    hasCursor ? sending.describe(clickOf({ row: cursor, side })) : ''
  const pointed =
    points.marketHover !== null
      ? marketClick(points.marketHover)
      : points.hover && clickOf(points.hover)
  return {
    ...points,
    root,
    body,
    settings,
    own: ownTrades,
    scale,
    arming,
    isStale,
    isLoading: feed.freshness === 'loading',
    isTouchOnly: rows.book.isTouchOnly && feed.freshness !== 'loading' && hasPrices,
    block,
    sending,
    changes,
    drag,
    scroll,
    rows,
    hasPrices,
    clickOf,
    name: instrumentName(symbolInstrument(symbol, assetClass, outcome), text.instruments),
    outside: scroll.top === null ? null : marketOutside(scroll.top, scroll.count, market, scale),
    refusal,
    hint:
      moveHint(drag, symbol, text) ??
      (pointed === null ? text.priceLadder.idleHint : sending.describe(pointed)),
    cursorHint: hasCursor ? `B: ${cursorClick('buy')}. S: ${cursorClick('sell')}` : '',
    settledMs: () => settledFor(arming, scroll),
  }
}

/** Returns how long a click has been meant as it is, in ms: armed, and nothing moved by itself. */
const settledFor = ({ armedFor }: Arming, { movedAt }: LadderScroll): number =>
  Math.min(armedFor() ?? Number.POSITIVE_INFINITY, performance.now() - movedAt.current)

/** Returns the order that a click at a place asks for. */
function clickAt(
  { row, side }: LadderPlace,
  scale: LadderScale,
  quote: Quote | undefined,
  assetClass: AssetClass,
): LadderClick {
  const price = priceOfRow(scale, row)
  const touch = { bid: quote?.bid ?? null, ask: quote?.ask ?? null, last: quote?.last ?? null }
  return { side, price, type: clickType(side, price, touch, assetClass) }
}

/** Returns the symbols whose quotes are needed: of an option also that of its underlying. */
const useWatched = (instrument: AnyInstrument) =>
  useMemo(
    () =>
      instrument.assetClass === 'option'
        ? [instrument.symbol, instrument.underlying]
        : [instrument.symbol],
    [instrument],
  )

/** How long a reason is shown in place of the hint, in ms. */
const NOTICE_MS = 6_000

/** A reason, and the texts it was written with: it is not shown in another language. */
interface Notice {
  readonly reason: string
  readonly text: ReturnType<typeof usePanelText>
}

/** Returns why the last click had no effect, for a while, and what shows such a reason. */
function useNotice(): readonly [string | null, (reason: string) => void] {
  const text = usePanelText()
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (notice === null) return undefined
    const timer = setTimeout(() => setNotice(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return [
    notice?.text === text ? notice.reason : null,
    useCallback((reason: string) => setNotice({ reason, text }), [text]),
  ]
}

/** What the pointer and the keys are at. */
function usePoints() {
  const [hover, setHover] = useState<LadderPlace | null>(null)
  const [marketHover, setMarketHover] = useState<LadderSide | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  return {
    hover,
    marketHover,
    cursor,
    setMarketHover,
    setCursor,
    setHover: (place: LadderPlace | null): void =>
      setHover((before) =>
        before?.row === place?.row && before?.side === place?.side ? before : place,
      ),
  }
}

/** Says which order is moved where; null while none is. */
function moveHint(
  { state, line }: OrderDrag,
  symbol: string,
  text: ReturnType<typeof usePanelText>,
): string | null {
  if (state.phase !== 'moving' || line === null) return null
  const write = (price: Price): string => formatSymbolPrice(price, symbol)
  const title = orderTitle({ ...line, type: line.order.type }, text)
  return text.priceLadder.moving(title, write(state.from), write(state.to))
}

/** Returns why no order can be sent for the instrument, in words; null while one can. */
function useBlock({ symbol, assetClass, outcome, instrument }: LadderInstrument): string | null {
  const text = usePanelText()
  const gate = useTradeGate()
  const others = useOtherAccounts({ assetClass })
  const listing = instrument === null ? null : listingOf(instrument, outcome)
  if (gate !== null) return text.chartTrading.off[gate]
  if (listing === null || listing.tradable === 'no') return text.priceLadder.notTradable
  return others === null ? null : text.ticket.otherAccount(symbol)
}

/** Returns the price in the middle of the market; the last one while there is none. */
function useMarket(quote: Quote | undefined, depth: Depth | null): Price | null {
  const last = useRef<Price | null>(null)
  // The book may be known before the quote, or when the quote cannot be read.
  const best = depth?.bids[0]?.price ?? depth?.asks[0]?.price ?? null
  last.current = marketPrice(quote) ?? last.current ?? best
  return last.current
}

/** Returns the rows' scale; what fits the first price stays, so that nothing moves by itself. */
function useScale(
  { assetClass, outcome }: LadderInstrument,
  instrument: AnyInstrument,
  chosen: TicksPerRow | null,
  market: Price | null,
): LadderScale {
  const firstPrice = useRef<Price | null>(null)
  firstPrice.current ??= market
  const index = useMemo(
    () => indexPrices(gridOf(listingOf(instrument, outcome))),
    [instrument, outcome],
  )
  const ticks = chosen ?? fittingTicks(assetClass, firstPrice.current, index)
  return useMemo(() => ({ index, ticks }), [index, ticks])
}

interface RowsSource extends Pick<LadderSource, 'quote' | 'orders' | 'position'> {
  readonly scale: LadderScale
  readonly feed: ReturnType<typeof useLadderFeed>
}

/** Returns the shown rows; those that did not change are the same objects as before. */
function useRows(
  { top, count }: LadderScroll,
  { scale, feed, quote, orders, position }: RowsSource,
) {
  const before = useRef<readonly LadderRow[]>([])
  const book = useMemo(() => ladderBook(feed.depth, quote, scale), [feed.depth, quote, scale])
  const volumes = useMemo(() => volumeByRow(feed.volume, scale), [feed.volume, scale])
  const { lastSize } = feed.volume
  const visible = useMemo(() => {
    if (top === null) return []
    const source = { scale, top, count, book, quote, volumes, lastSize, orders, position }
    before.current = reuseRows(before.current, ladderRows(source))
    return before.current
  }, [scale, top, count, book, quote, volumes, lastSize, orders, position])
  return { shown: visible, book }
}

const NO_SYMBOLS: readonly Symbol[] = []

/** Returns the quote of what is traded while the ladder is seen; the last one while it is not. */
function useLadderQuote(
  watched: readonly Symbol[],
  outcome: EventOutcome,
  isShown: boolean,
): Quote | undefined {
  const { quotes } = useMainWindow()
  const [symbol] = watched
  useWatch(isShown ? watched : NO_SYMBOLS)
  const last = useRef<Quote | undefined>(undefined)
  const source = useMemo(
    () => ({
      read: () => {
        const quote = isShown && symbol !== undefined ? quotes.rows.get(symbol) : undefined
        last.current = quote ?? last.current
        return last.current
      },
      subscribe: (changed: () => void) =>
        isShown && symbol !== undefined ? quotes.rows.onRow(symbol, changed) : () => undefined,
    }),
    [quotes, symbol, isShown],
  )
  const quote = useSyncExternalStore(source.subscribe, source.read)
  return useMemo(
    () => (quote !== undefined && outcome === 'no' ? mirroredQuote(quote) : quote),
    [quote, outcome],
  )
}

/** Returns whether a person can see the element: its tab is in front and its window is shown. */
function useShown(element: RefObject<HTMLElement | null>): boolean {
  const [isShown, setIsShown] = useState(true)
  useEffect(() => {
    const target = element.current
    if (target === null) return undefined
    let isOnScreen = true
    const decide = (): void => setIsShown(isOnScreen && document.visibilityState === 'visible')
    const observer = new IntersectionObserver((entries) => {
      isOnScreen = entries.at(-1)?.isIntersecting ?? isOnScreen
      decide()
    })
    observer.observe(target)
    document.addEventListener('visibilitychange', decide)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', decide)
    }
  }, [element])
  return isShown
}
