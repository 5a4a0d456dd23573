import { useEffect, useState } from 'react'
import type { Symbol } from '../../shared/domain/ids.js'
import {
  contractSymbol,
  legContract,
  underlyingSymbol,
} from '../../shared/domain/instruments/instrument-key.js'
import type { InstrumentMatch } from '../../shared/domain/instruments/instrument-match.js'
import { useMainWindow } from '../stores/context.js'
import type { MainWindow } from '../stores/main-window.js'

/** Delay after typing before the broker is asked. */
const SETTLE_MS = 120
/** Some lists are read on their first search; search again while they arrive. */
const AGAIN_MS = 500
const MAX_AGAIN = 20
const MAX_TEXT = 60
const MAX_PREFERRED = 200

/** Returns the symbols shown first where they match: recently used and held ones. */
function preferredSymbols({ view, positions }: MainWindow): Symbol[] {
  const recent = view
    .getState()
    .recent.filter((entry) => entry.startsWith('symbol:'))
    .map((entry) => entry.slice('symbol:'.length) as Symbol)
  const heldSymbols = positions
    .all()
    .flatMap((position) => [
      contractSymbol(position),
      underlyingSymbol(position),
      ...(position.legs ?? []).map(legContract),
    ])
    .filter((symbol) => symbol !== null)
  return [...new Set([...recent, ...heldSymbols])].slice(0, MAX_PREFERRED)
}

/** Returns what a query finds in every product; null while the request is pending. */
export function useInstrumentSearch(
  query: string,
  limit: number,
): readonly InstrumentMatch[] | null {
  const mainWindow = useMainWindow()
  const [latest, setLatest] = useState<{
    readonly query: string
    readonly list: readonly InstrumentMatch[]
  }>({ query: '', list: [] })
  const searchText = query.trim()
  useEffect(() => {
    if (searchText === '') return undefined
    let current = true
    let timer: ReturnType<typeof setTimeout>
    const search = async (times: number): Promise<void> => {
      const reply = await mainWindow.invoke('instruments.search', {
        text: searchText.slice(0, MAX_TEXT),
        limit,
        preferred: preferredSymbols(mainWindow),
      })
      if (!current) return
      setLatest({ query: searchText, list: reply.ok ? reply.value.matches : [] })
      if (reply.ok && !reply.value.isComplete && times < MAX_AGAIN) {
        timer = setTimeout(() => void search(times + 1), AGAIN_MS)
      }
    }
    timer = setTimeout(() => void search(0), SETTLE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [mainWindow, searchText, limit])
  if (searchText === '') return []
  return latest.query === searchText ? latest.list : null
}
