import { useEffect, useState } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { useMainWindow } from '../../stores/context.js'

/** How often net prices are computed again: they need no frame rate. */
const EVERY_MS = 250

/** Returns the quotes of these symbols; renders again at most four times a second. */
export function useQuotes(symbols: readonly Symbol[]): (symbol: Symbol) => Quote | undefined {
  const { quotes } = useMainWindow()
  const [, setRound] = useState(0)
  const key = symbols.join()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const show = (): void => {
      timer = null
      setRound((round) => round + 1)
    }
    const stops = (key.split(',') as Symbol[]).map((symbol) =>
      quotes.rows.onRow(symbol, () => (timer ??= setTimeout(show, EVERY_MS))),
    )
    show()
    return () => {
      for (const stop of stops) stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [quotes, key])
  return (symbol) => quotes.rows.get(symbol)
}
