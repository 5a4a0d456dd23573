import { useEffect, useState } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Depth } from '../../../shared/domain/market/quote.js'
import { bodyOf } from '../../bridge/stream.js'
import { useMainWindow } from '../../stores/context.js'

export interface DepthState {
  readonly symbol: Symbol
  readonly depth: Depth | null
  readonly freshness: 'loading' | 'live' | 'stale'
  /** Local time of the newest frame. */
  readonly asOf: number | null
}

const starting = (symbol: Symbol): DepthState => ({
  symbol,
  depth: null,
  freshness: 'loading',
  asOf: null,
})

/**
 * Streams the book of one symbol while the component is mounted; at most one new state per
 * animation frame.
 */
export function useDepth(symbol: Symbol): DepthState {
  const { openStream } = useMainWindow()
  const [state, setState] = useState<DepthState>(() => starting(symbol))
  useEffect(() => {
    setState(starting(symbol))
    return openStream([{ kind: 'depth', symbol }], (frame, topic) => {
      if (topic.kind !== 'depth') return
      if (frame.kind === 'gap') setState((before) => ({ ...before, freshness: 'stale' }))
      else setState({ symbol, depth: bodyOf(frame, topic), freshness: 'live', asOf: frame.asOf })
    })
  }, [openStream, symbol])
  return state.symbol === symbol ? state : starting(symbol)
}
