import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { OptionChain } from '../../../shared/domain/instruments/option-chain.js'
import { parseOcc } from '../../../shared/domain/instruments/option.js'
import { useConnected, useMainWindow, useOnReachable } from '../../stores/context.js'

export type ChainState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly error: AppError }
  | { readonly phase: 'ready'; readonly chain: OptionChain }

const LOADING: ChainState = { phase: 'loading' }
/** Contracts are listed and expire during a day. */
const RELOAD_MS = 10 * 60_000

/** True when the chain lists the symbol or belongs to it. */
const belongsTo = ({ underlying }: OptionChain, symbol: Symbol): boolean => {
  if (underlying === symbol) return true
  const root = parseOcc(symbol)?.root
  return root !== undefined && root.replace(/(W|\d)$/, '') === underlying.replace(/(W|\d)$/, '')
}

/**
 * Returns the option chain of a symbol, or of an option's underlying, and a function that requests
 * it again. Another option of the same underlying keeps the chain that is shown.
 */
export function useChain(symbol: Symbol): readonly [ChainState, () => void] {
  const { invoke } = useMainWindow()
  const [state, setState] = useState<ChainState>(LOADING)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((value) => value + 1), [])
  useEffect(() => {
    let current = true
    setState((before) =>
      before.phase === 'ready' && belongsTo(before.chain, symbol) ? before : LOADING,
    )
    void invoke('options.chain', { symbol }).then((reply) => {
      if (!current) return
      setState((before) => {
        if (reply.ok) return { phase: 'ready', chain: reply.value }
        // An older chain is better than none; its quotes show their own age.
        return before.phase === 'ready' ? before : { phase: 'failed', error: reply.error }
      })
    })
    const timer = setTimeout(reload, RELOAD_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [invoke, symbol, round, reload])
  const connected = useConnected()
  useOnReachable(() => {
    if (state.phase !== 'ready') reload()
  })
  // Before sign-in no request can succeed, so that is not a failure.
  return [state.phase === 'failed' && !connected ? LOADING : state, reload]
}
