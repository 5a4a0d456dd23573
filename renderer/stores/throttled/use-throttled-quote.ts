import { useMemo } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { useMainWindow } from '../context.js'
import { useThrottled } from './use-throttled.js'

/** Returns the symbol's quote, at most every `everyMs`. */
export function useThrottledQuote(symbol: Symbol, everyMs: number): Quote | undefined {
  const { quotes } = useMainWindow()
  const source = useMemo(
    () => ({
      read: () => quotes.rows.get(symbol),
      subscribe: (changed: () => void) => quotes.rows.onRow(symbol, changed),
    }),
    [quotes, symbol],
  )
  return useThrottled(source, everyMs)
}
