import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { EventOutcome } from '../../../../shared/domain/instruments/event-contract.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { useMainWindow, useWatch } from '../../../stores/context.js'
import { mirroredQuote } from '../../../ui/ticket/model/estimate.js'

const NO_SYMBOLS: readonly Symbol[] = []

/** Returns the quote of what is traded while the ladder is seen; the last one while it is not. */
export function useLadderQuote(
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
