import { useEffect, useState } from 'react'
import type { Instrument } from '../../shared/domain/instruments/instrument.js'
import { useMainWindow } from '../stores/context.js'

/** Delay after typing before the broker is asked. */
const SETTLE_MS = 120

/** Returns the instruments found for a query; null while the request is pending. */
export function useInstrumentSearch(query: string, limit: number): readonly Instrument[] | null {
  const { invoke } = useMainWindow()
  const [found, setFound] = useState<{
    readonly query: string
    readonly list: readonly Instrument[]
  }>({ query: '', list: [] })
  const wanted = query.trim()
  useEffect(() => {
    if (wanted === '') return undefined
    let current = true
    const timer = setTimeout(() => {
      void invoke('instruments.search', { text: wanted.slice(0, 60), limit }).then((reply) => {
        if (current) setFound({ query: wanted, list: reply.ok ? reply.value : [] })
      })
    }, SETTLE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [invoke, wanted, limit])
  if (wanted === '') return []
  return found.query === wanted ? found.list : null
}
