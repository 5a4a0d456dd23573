import { useEffect, useReducer, useRef } from 'react'
import type { Price } from '../../../../shared/domain/decimal.js'
import { NO_DRAG, reduceDrag, type DragState } from '../../../chart/trading/line-drag.js'
import type { OrderLine } from '../../../chart/trading/trade-lines.js'

export interface OrderDrag {
  readonly state: DragState
  /** The order that is moved; null for none. */
  readonly line: OrderLine | null
  grab(line: OrderLine, by: 'pointer' | 'keys'): void
  move(to: Price): void
  /** Drops the order where it is; nothing happens where that is its own price. */
  drop(): void
  /** Puts the order back. */
  release(): void
}

export interface OrderDragDeps {
  readonly lines: readonly OrderLine[]
  readonly isArmed: boolean
  /** Sends the change of an order that was dropped. */
  readonly onDrop: (line: OrderLine, to: Price) => void
  /** Called when the order that is moved has ended. */
  readonly onGone: () => void
}

/** Moves one own order at a time; it is put back when the ladder is disarmed. */
export function useOrderDrag(deps: OrderDragDeps): OrderDrag {
  const { lines, isArmed } = deps
  const [state, dispatch] = useReducer(reduceDrag, NO_DRAG)
  const latest = useRef(deps)
  latest.current = deps
  const line =
    state.phase === 'moving' ? (lines.find(({ id }) => id === state.lineId) ?? null) : null
  const isGone = state.phase === 'moving' && line === null
  useEffect(() => {
    if (isGone) {
      dispatch({ kind: 'end', why: 'gone' })
      latest.current.onGone()
    } else if (!isArmed) dispatch({ kind: 'release' })
  }, [isGone, isArmed])
  return {
    state,
    line,
    grab: (moved, by) => dispatch({ kind: 'grab', lineId: moved.id, price: moved.price, by }),
    move: (to) => dispatch({ kind: 'move', to }),
    drop() {
      if (state.phase !== 'moving' || line === null) return
      const dropped = reduceDrag(state, { kind: 'drop' })
      dispatch({ kind: 'release' })
      if (dropped.phase === 'dropped') latest.current.onDrop(line, dropped.to)
    },
    release: () => dispatch({ kind: 'release' }),
  }
}
