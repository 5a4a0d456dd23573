import { useCallback, useEffect, useState } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import { listingOf } from '../../../shared/domain/instruments/listing.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import { learnSteps } from '../../format/listed-steps.js'
import { useConnected, useMainWindow, useOnReachable } from '../../stores/context.js'

export type InstrumentState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly instrument: AnyInstrument }
  | { readonly phase: 'failed'; readonly error: AppError | null }

/** Prices of the symbol are written with its steps from now on. */
function learn(instrument: AnyInstrument): void {
  const steps = listingOf(instrument, 'yes')?.steps ?? []
  learnSteps([{ symbol: instrument.symbol, steps }])
}

const RETRY_MS = 3_000
const LOADING: InstrumentState = { phase: 'loading' }

/**
 * Returns the broker's data on a symbol, and a function that requests it again. `error` is null
 * when the broker does not know the symbol.
 */
export function useInstrument(symbol: Symbol): readonly [InstrumentState, () => void] {
  const { invoke } = useMainWindow()
  const [state, setState] = useState<InstrumentState>({ phase: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let current = true
    let retryTimer: ReturnType<typeof setTimeout> | null = null
    setState((before) => (before.phase === 'failed' && round > 0 ? before : { phase: 'loading' }))
    void invoke('instruments.describe', { symbol }).then((reply) => {
      if (!current) return
      if (reply.ok && reply.value !== null) learn(reply.value)
      if (reply.ok && reply.value !== null) setState({ phase: 'ready', instrument: reply.value })
      else {
        setState({ phase: 'failed', error: reply.ok ? null : reply.error })
        // At startup the session may not be ready: retry a failed request, but not an unknown
        // symbol.
        if (!reply.ok) retryTimer = setTimeout(() => setRound((value) => value + 1), RETRY_MS)
      }
    })
    return () => {
      current = false
      if (retryTimer !== null) clearTimeout(retryTimer)
    }
  }, [invoke, symbol, round])
  const reload = useCallback(() => setRound((value) => value + 1), [])
  const connected = useConnected()
  useOnReachable(() => {
    if (state.phase === 'failed') reload()
  })
  // Before sign-in no request can succeed, so that is not a failure.
  return [state.phase === 'failed' && !connected ? LOADING : state, reload]
}
