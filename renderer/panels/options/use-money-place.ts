import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { ChainRow } from '../../../shared/domain/instruments/option-chain.js'
import { useMainWindow } from '../../stores/context.js'
import { moneyPlace, type MoneyPlace } from './chain-model.js'

/**
 * Returns where the underlying's price lies among the strikes; renders again only when the price
 * passes a strike, or the middle between two.
 */
export function useMoneyPlace(underlying: Symbol, rows: readonly ChainRow[]): MoneyPlace {
  const { quotes } = useMainWindow()
  const shown = useRef<MoneyPlace>({ nearest: null, below: 0 })
  return useSyncExternalStore(
    useCallback((wake) => quotes.rows.onRow(underlying, wake), [quotes, underlying]),
    useCallback(() => {
      const quote = quotes.rows.get(underlying)
      const next = moneyPlace(rows, quote?.last ?? quote?.previousClose ?? null)
      const { nearest, below } = shown.current
      if (next.nearest !== nearest || next.below !== below) shown.current = next
      return shown.current
    }, [quotes, underlying, rows]),
  )
}
