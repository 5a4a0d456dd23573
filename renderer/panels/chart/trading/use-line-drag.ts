import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Price } from '../../../../shared/domain/decimal.js'
import {
  NO_DRAG,
  reduceDrag,
  type DragEnd,
  type DragEvent,
  type DragState,
  type MovedLine,
} from '../../../chart/trading/line-drag.js'
import type { PriceGrid } from '../../../../shared/domain/instruments/price-grid.js'
import { snapToGrid, stepOnGrid } from '../../../chart/trading/price-snap.js'
import type { TradingPane } from '../../../chart/trading/trading-pane.js'
import type { ChartLine } from './use-trade-lines.js'

/** The pointer's move in px from which a press is a drag. */
const DRAG_PX = 3
/** Steps of a tick with Shift. */
const LARGE_STEP = 10
const RIGHT_BUTTON = 2

export interface LineDragDeps {
  readonly pane: TradingPane
  readonly grid: PriceGrid
  /** The price at which a drag of the line begins, when not its own. */
  startOf(line: ChartLine): Price
  /** Calls `release` when the drop needs no answer of the person, or has it. */
  onDrop(line: MovedLine): void
}

/** A drag of one line by the pointer or by keys. */
export interface LineDrag {
  readonly state: DragState
  /** Begins a drag at a press of the pointer. */
  grab(line: ChartLine, y: number, event: PointerEvent): void
  /** Moves a line by ticks; begins a drag by keys. */
  step(line: ChartLine, direction: 1 | -1, isLarge: boolean): void
  drop(): void
  release(): void
  end(why: DragEnd): void
}

/**
 * Drags lines: the price under the pointer is on the grid before anything else sees it (REL-35).
 * Escape and the right button put the line back.
 */
export function useLineDrag(deps: LineDragDeps): LineDrag {
  const [state, setState] = useState(NO_DRAG)
  // Several events may come before the next render: each applies to what the one before left.
  const current = useRef(NO_DRAG)
  const dispatch = useCallback((event: DragEvent): void => {
    current.current = reduceDrag(current.current, event)
    setState(current.current)
  }, [])
  const latest = useRef(deps)
  latest.current = deps
  const stopPointer = useRef<() => void>(() => undefined)
  useEffect(() => () => stopPointer.current(), [])
  const drop = useCallback(() => {
    if (current.current.phase !== 'moving') return
    dispatch({ kind: 'drop' })
    const { current: dropped } = current
    if (dropped.phase === 'dropped') latest.current.onDrop(dropped)
  }, [dispatch])
  const release = useCallback(() => {
    stopPointer.current()
    dispatch({ kind: 'release' })
  }, [dispatch])
  return useMemo(
    () => ({
      state,
      grab(line, y, event) {
        if (current.current.phase !== 'idle') return
        stopPointer.current = followPointer({ line, y, event, latest, dispatch, drop, release })
      },
      step(line, direction, isLarge) {
        const { grid, startOf } = latest.current
        const drag = current.current
        const isHeld = drag.phase === 'moving' && drag.lineId === line.id
        if (drag.phase !== 'idle' && !isHeld) return
        const price = isHeld ? drag.to : startOf(line)
        if (!isHeld) dispatch({ kind: 'grab', lineId: line.id, price: line.price, by: 'keys' })
        const to = stepOnGrid(price, direction, isLarge ? LARGE_STEP : 1, grid)
        dispatch({ kind: 'move', to })
      },
      drop,
      release,
      end(why) {
        stopPointer.current()
        dispatch({ kind: 'end', why })
      },
    }),
    [state, dispatch, drop, release],
  )
}

interface Following {
  readonly line: ChartLine
  /** Where the line is, in px from the top of the plot. */
  readonly y: number
  readonly event: PointerEvent
  readonly latest: RefObject<LineDragDeps>
  readonly dispatch: (event: DragEvent) => void
  readonly drop: () => void
  readonly release: () => void
}

/**
 * Moves a line with the pointer until a button or Escape ends it; returns the function that stops
 * it.
 */
function followPointer({ line, y, event, latest, dispatch, drop, release }: Following): () => void {
  const { pane } = latest.current
  const box = pane.element.getBoundingClientRect()
  const offset = event.clientY - (box.top + y)
  const began = event.clientY
  const { pointerId } = event
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  let isMoving = false
  const move = ({ pointerId: id, clientY, buttons }: PointerEvent): void => {
    if (id !== pointerId) return
    if ((buttons & RIGHT_BUTTON) !== 0) {
      release()
      suppressMenu()
      return
    }
    if (!isMoving && Math.abs(clientY - began) < DRAG_PX) return
    if (!isMoving) {
      dispatch({ kind: 'grab', lineId: line.id, price: line.price, by: 'pointer' })
    }
    isMoving = true
    const wanted = clientY - box.top - offset
    const value = pane.valueAt(Math.min(Math.max(0, wanted), pane.plot.height))
    const to = value === null ? null : snapToGrid(value, latest.current.grid)
    if (to !== null) dispatch({ kind: 'move', to })
  }
  const finish = ({ pointerId: id }: PointerEvent): void => {
    if (id !== pointerId) return
    stop()
    if (isMoving) drop()
  }
  const giveUp = (key: KeyboardEvent): void => {
    if (key.key !== 'Escape') return
    key.preventDefault()
    key.stopPropagation()
    release()
  }
  const options = { signal: stopping.signal, capture: true }
  window.addEventListener('pointermove', move, options)
  window.addEventListener('pointerup', finish, options)
  window.addEventListener('pointercancel', release, options)
  window.addEventListener('blur', release, { signal: stopping.signal })
  window.addEventListener('keydown', giveUp, options)
  return stop
}

/** The menu of the press that put a line back is not wanted; the next press has its menu again. */
function suppressMenu(): void {
  const ending = new AbortController()
  const options = { signal: ending.signal, capture: true }
  const suppress = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
    ending.abort()
  }
  window.addEventListener('contextmenu', suppress, options)
  window.addEventListener('pointerdown', () => ending.abort(), options)
}
