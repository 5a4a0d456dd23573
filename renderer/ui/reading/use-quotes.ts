import { useEffect, useState } from 'react'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { useMainWindow } from '../../stores/context.js'
import { pagePulse } from '../../stores/throttled/pulse.js'

/** How often net prices are computed again: they need no frame rate. */
const EVERY_MS = 250

/** Returns the quotes of these symbols; renders again at most four times a second. */
export function useQuotes(symbols: readonly Symbol[]): (symbol: Symbol) => Quote | undefined {
  const { quotes } = useMainWindow()
  const [, setRound] = useState(0)
  const key = symbols.join()
  useEffect(() => {
    let cancel: Disposer | null = null
    const show = (): void => {
      cancel = null
      setRound((round) => round + 1)
    }
    const stops = (key.split(',') as Symbol[]).map((symbol) =>
      quotes.rows.onRow(symbol, () => (cancel ??= pagePulse.after(EVERY_MS, show))),
    )
    show()
    return () => {
      for (const stop of stops) stop()
      cancel?.()
    }
  }, [quotes, key])
  return (symbol) => quotes.rows.get(symbol)
}
