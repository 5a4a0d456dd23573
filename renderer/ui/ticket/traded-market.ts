import { useMemo } from 'react'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Decimal, Price } from '../../../shared/domain/decimal.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { useMainWindow } from '../../stores/context.js'
import type { RowStore } from '../../stores/row-store.js'
import { useThrottled, type ThrottledSource } from '../../stores/throttled/use-throttled.js'
import { mirroredQuote } from './model/estimate.js'
import type { TradedInstrument } from './model/holding.js'

/** The market of what a ticket trades: read at a press, or followed by each figure of it. */
export interface TradedMarket {
  /** Returns the newest quote of the traded outcome; the same object while it is the same quote. */
  quote(): Quote | undefined
  subscribe(changed: () => void): Disposer
  /** How often its figures change at most, in ms; with 0 they change with each quote. */
  readonly everyMs: number
}

type Traded = Pick<TradedInstrument, 'symbol' | 'assetClass' | 'outcome'>

/** Returns the market of an instrument: an event market quotes "yes". */
export function tradedMarket(
  rows: Pick<RowStore<Traded['symbol'], Quote>, 'get' | 'onRow'>,
  { symbol, assetClass, outcome }: Traded,
  everyMs: number,
): TradedMarket {
  const isMirrored = assetClass === 'event' && outcome === 'no'
  let latest: { readonly yes: Quote; readonly no: Quote } | null = null
  return {
    quote() {
      const yes = rows.get(symbol)
      if (yes === undefined || !isMirrored) return yes
      if (latest?.yes !== yes) latest = { yes, no: mirroredQuote(yes) }
      return latest.no
    },
    subscribe: (changed) => rows.onRow(symbol, changed),
    everyMs,
  }
}

/** Returns the market of what a ticket trades; the same until that or the pace changes. */
export function useTradedMarket(
  { symbol, assetClass, outcome }: Traded,
  everyMs: number,
): TradedMarket {
  const { rows } = useMainWindow().quotes
  return useMemo(
    () => tradedMarket(rows, { symbol, assetClass, outcome }, everyMs),
    [rows, symbol, assetClass, outcome, everyMs],
  )
}

/** What is read of a quote; a decimal is its text. */
type QuoteFigure = Decimal | string | boolean | null

/** Reads the last price of a quote. */
export const lastPrice = (quote: Quote | undefined): Price | null => quote?.last ?? null
/** Reads nothing, where no price is needed. */
export const noPrice = (): null => null

/** Returns a figure of the market as a value outside React. */
const figureSource = <T extends QuoteFigure>(
  market: TradedMarket,
  read: (quote: Quote | undefined) => T,
): ThrottledSource<T> => ({
  read: () => read(market.quote()),
  subscribe: (changed) => market.subscribe(changed),
})

/**
 * Returns a figure of the market at its pace, and renders only when the figure differs.
 * @param read must be stable
 */
export function useMarketFigure<T extends QuoteFigure>(
  market: TradedMarket,
  read: (quote: Quote | undefined) => T,
): T {
  const source = useMemo(() => figureSource(market, read), [market, read])
  return useThrottled(source, market.everyMs)
}
