import { useCallback, useEffect, useState } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Instrument } from '../../../shared/domain/instruments/instrument.js'
import type { AppError } from '../../../shared/ipc/errors.js'
import { useConnected, useMainWindow, useOnConnected } from '../../stores/context.js'

export type InstrumentState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly instrument: Instrument }
  | { readonly phase: 'failed'; readonly error: AppError | null }

const RETRY_MS = 3_000
const LOADING: InstrumentState = { phase: 'loading' }

/**
 * What the provider says of a symbol, and a way to ask again. `error` is null when it simply does
 * not know the symbol.
 */
export function useInstrument(symbol: Symbol): readonly [InstrumentState, () => void] {
  const { invoke } = useMainWindow()
  const [state, setState] = useState<InstrumentState>({ phase: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let current = true
    let retryTimer: ReturnType<typeof setTimeout> | null = null
    setState((before) => (before.phase === 'failed' && round > 0 ? before : { phase: 'loading' }))
    void invoke('instruments.get', { symbols: [symbol] }).then((reply) => {
      if (!current) return
      const instrument = reply.ok
        ? reply.value.find((candidate) => candidate.symbol === symbol)
        : undefined
      if (instrument !== undefined) setState({ phase: 'ready', instrument })
      else {
        setState({ phase: 'failed', error: reply.ok ? null : reply.error })
        // At start the session may not be ready yet: an unanswered question is asked again, an
        // unknown symbol is not.
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
  useOnConnected(() => {
    if (state.phase === 'failed') reload()
  })
  // Nobody can look up anything before the account is signed in: that is no failure.
  return [state.phase === 'failed' && !connected ? LOADING : state, reload]
}
