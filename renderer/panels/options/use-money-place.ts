import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { ChainRow } from '../../../shared/domain/instruments/option-chain.js'
import { useMainWindow } from '../../stores/context.js'
import { moneyPlace, parityPrice, type MoneyPlace } from './chain-model.js'

/** How often a price is derived from the options of an index without a quote. */
const PARITY_MS = 1_000

/**
 * Returns where the underlying's price lies among the strikes; renders again only when the price
 * passes a strike, or the middle between two.
 */
export function useMoneyPlace(underlying: Symbol, rows: readonly ChainRow[]): MoneyPlace {
  const { quotes } = useMainWindow()
  const latest = useRef<MoneyPlace>({ nearest: null, below: 0 })
  return useSyncExternalStore(
    useCallback(
      (wake) => {
        const stop = quotes.rows.onRow(underlying, wake)
        const timer = setInterval(() => {
          if (quotes.rows.get(underlying) === undefined) wake()
        }, PARITY_MS)
        return () => {
          stop()
          clearInterval(timer)
        }
      },
      [quotes, underlying],
    ),
    useCallback(() => {
      const quote = quotes.rows.get(underlying)
      const price =
        quote === undefined
          ? parityPrice(rows, (symbol) => quotes.rows.get(symbol))
          : (quote.last ?? quote.previousClose)
      const next = moneyPlace(rows, price)
      const { nearest, below } = latest.current
      if (next.nearest !== nearest || next.below !== below) latest.current = next
      return latest.current
    }, [quotes, underlying, rows]),
  )
}
