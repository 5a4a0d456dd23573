import { useCallback, useEffect, useState } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import { bodyOf } from '../../bridge/stream.js'
import { useMainWindow } from '../../stores/context.js'
import { EMPTY_TAPE, fromSnapshot, setPaused, withPrints, type Tape } from './tape.js'

export interface TapeState {
  readonly tape: Tape
  readonly freshness: 'loading' | 'live' | 'stale'
  pause(paused: boolean): void
}

/**
 * Streams the prints of one symbol while the component is mounted; at most one new state per
 * animation frame.
 */
export function useTape(symbol: Symbol): TapeState {
  const { openStream } = useMainWindow()
  const [state, setState] = useState({
    symbol,
    tape: EMPTY_TAPE,
    freshness: 'loading' as TapeState['freshness'],
  })
  useEffect(() => {
    setState({ symbol, tape: EMPTY_TAPE, freshness: 'loading' })
    return openStream([{ kind: 'ticks', symbol }], (frame, topic) => {
      if (topic.kind !== 'ticks') return
      if (frame.kind === 'gap') return setState((before) => ({ ...before, freshness: 'stale' }))
      const ticks = bodyOf(frame, topic) ?? []
      setState((before) => ({
        ...before,
        freshness: 'live',
        tape:
          frame.kind === 'snapshot'
            ? fromSnapshot(before.tape, ticks)
            : withPrints(before.tape, ticks),
      }))
    })
  }, [openStream, symbol])
  const pause = useCallback(
    (paused: boolean) =>
      setState((before) =>
        before.tape.paused === paused
          ? before
          : { ...before, tape: setPaused(before.tape, paused) },
      ),
    [],
  )
  return {
    tape: state.symbol === symbol ? state.tape : EMPTY_TAPE,
    freshness: state.symbol === symbol ? state.freshness : 'loading',
    pause,
  }
}
