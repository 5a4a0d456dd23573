import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { useMainWindow } from '../../stores/context.js'

/** Returns the symbol's quote, at most every `everyMs`: sums and estimates need no frame rate. */
export function useThrottledQuote(symbol: Symbol, everyMs: number): Quote | undefined {
  const { quotes } = useMainWindow()
  const shown = useRef<{ symbol: Symbol; quote: Quote | undefined } | null>(null)
  const subscribe = useCallback(
    (wake: () => void) => {
      let timer: ReturnType<typeof setTimeout> | null = null
      const show = (): void => {
        timer = null
        shown.current = { symbol, quote: quotes.rows.get(symbol) }
        wake()
      }
      const stop = quotes.rows.onRow(symbol, () => (timer ??= setTimeout(show, everyMs)))
      if (shown.current?.quote !== quotes.rows.get(symbol)) show()
      return () => {
        stop()
        if (timer !== null) clearTimeout(timer)
      }
    },
    [quotes, symbol, everyMs],
  )
  const read = useCallback(() => {
    if (shown.current?.symbol !== symbol) shown.current = { symbol, quote: quotes.rows.get(symbol) }
    return shown.current.quote
  }, [quotes, symbol])
  return useSyncExternalStore(subscribe, read)
}
