import { useEffect, useMemo, type RefObject } from 'react'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { ChartView } from '../../../chart/chart-view.js'
import { shownQuote, type ShownOutcome } from '../../../chart/market/shown-outcome.js'
import { MARKET_LINES, type MarketLine } from '../../../chart/market/market-lines.js'
import { useText } from '../../../language/window-text.js'
import { useMainWindow, useWatch } from '../../../stores/context.js'
import type { ChartViewSettings } from './chart-view-settings.js'

const NO_SYMBOLS: readonly Symbol[] = []

/**
 * Keeps the lines of the bid, the ask and the previous close at the quote's prices. They go to the
 * chart directly: a quote renders nothing.
 */
export function useMarketLines({
  symbol,
  outcome,
  settings: { previousClose, quote },
  view,
  isDrawn,
}: {
  readonly symbol: Symbol
  readonly outcome: ShownOutcome
  readonly settings: Pick<ChartViewSettings, 'previousClose' | 'quote'>
  readonly view: RefObject<ChartView | null>
  readonly isDrawn: boolean
}): void {
  const titles = useText().chartView.lineTitles
  const { quotes } = useMainWindow()
  const isNeeded = previousClose || quote
  useWatch(useMemo(() => (isNeeded ? [symbol] : NO_SYMBOLS), [isNeeded, symbol]))
  useEffect(() => {
    const show = (): void => {
      const row = quotes.rows.get(symbol)
      const prices = row === undefined ? undefined : shownQuote(row, outcome)
      const lines = MARKET_LINES.flatMap((kind): readonly MarketLine[] => {
        const isShown = kind === 'previousClose' ? previousClose : quote
        const price = isShown ? (prices?.[kind] ?? null) : null
        return price === null ? [] : [{ kind, price, title: titles[kind] }]
      })
      view.current?.setMarketLines(lines)
    }
    show()
    return isNeeded ? quotes.rows.onRow(symbol, show) : undefined
  }, [quotes, symbol, outcome, previousClose, quote, isNeeded, titles, view, isDrawn])
}
