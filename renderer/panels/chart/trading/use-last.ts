import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { eq, type Price } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { shownPrice, type ShownOutcome } from '../../../chart/market/shown-outcome.js'
import { useMainWindow, useWatch } from '../../../stores/context.js'

/**
 * Returns a reader of a price that returns the one it returned before while that is equal: another
 * quote with the same price renders nothing.
 */
export function samePriceReader(read: () => Price | null): () => Price | null {
  let latest: Price | null = null
  return () => {
    const next = read()
    if (latest === null || next === null || !eq(latest, next)) latest = next
    return latest
  }
}

/** Returns the last price of the symbol, in the frame of every other place that shows it. */
export function useLast(symbol: Symbol, outcome: ShownOutcome): Price | null {
  useWatch(useMemo(() => [symbol], [symbol]))
  const { rows } = useMainWindow().quotes
  const readLast = useMemo(
    () =>
      samePriceReader(() => {
        const traded = rows.get(symbol)?.last ?? null
        return traded === null ? null : shownPrice(traded, outcome)
      }),
    [rows, symbol, outcome],
  )
  return useSyncExternalStore(
    useCallback((wake) => rows.onRow(symbol, wake), [rows, symbol]),
    readLast,
  )
}
