import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type MutableRefObject,
  type RefObject,
} from 'react'
import type { Price } from '../../../../shared/domain/decimal.js'
import { rowOf, type LadderScale } from '../model/ladder-rows.js'
import { centeredTop, clampTop, topForCenter } from '../model/ladder-scroll.js'

/** The height of a row in px; the same as in the style sheet. */
export const ROW_PX = 20

export interface LadderScroll {
  /** The highest shown row; null before the first price. */
  readonly top: number | null
  /** How many rows fit. */
  readonly count: number
  scrollBy(rows: number): void
  /** Scrolls as little as needed to show a row. */
  showRow(row: number): void
  center(): void
  /** When the ladder moved under the pointer by itself, by the clock of the page in ms. */
  readonly movedAt: MutableRefObject<number>
}

interface ScrollDeps {
  readonly grid: RefObject<HTMLElement | null>
  readonly scale: LadderScale
  readonly market: Price | null
  readonly follows: boolean
  /** True while nothing may move by itself: under the pointer, or while something is moved. */
  readonly isHeld: boolean
}

/** Scrolls the ladder by rows: only what is shown is in the page, however far the price is. */
export function useLadderScroll(deps: ScrollDeps): LadderScroll {
  const { grid, scale, market, follows, isHeld } = deps
  const [top, setTop] = useState<number | null>(null)
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const noteMove = useCallback((): void => {
    movedAt.current = performance.now()
  }, [])
  const count = useRowCount(grid, noteMove)
  // Until the person has used it, the market stays in the middle, also of another height.
  const isUntouched = useRef(true)
  if (isHeld) isUntouched.current = false
  const latest = useRef({ scale, market, count })
  latest.current = { scale, market, count }
  const center = useCallback((): void => {
    const { scale: now, market: price, count: rows } = latest.current
    if (price === null || rows === 0) return
    setTop(clampTop(topForCenter(rowOf(now, price, 'down'), rows), rows, now))
  }, [])
  const hasMarket = market !== null && count > 0
  // The first price, another number of ticks in a row: the market is in the middle.
  useEffect(center, [center, hasMarket, scale])
  useEffect(() => {
    if (isUntouched.current) center()
  }, [center, count])
  useEffect(() => {
    if (!follows || isHeld || top === null) return
    const next = centeredTop(top, count, market, scale)
    if (next === null || next === top) return
    movedAt.current = performance.now()
    setTop(next)
  }, [follows, isHeld, top, count, market, scale])
  const scrollBy = useCallback((rows: number): void => {
    isUntouched.current = false
    const { scale: now, count: shown } = latest.current
    setTop((before) => (before === null ? before : clampTop(before + rows, shown, now)))
  }, [])
  const showRow = useCallback((row: number): void => {
    const { scale: now, count: shown } = latest.current
    setTop((before) => {
      if (before === null) return before
      if (row > before) return clampTop(row, shown, now)
      return row <= before - shown ? clampTop(row + shown - 1, shown, now) : before
    })
  }, [])
  useWheel(grid, scrollBy)
  return { top, count, scrollBy, showRow, center, movedAt }
}

/** Returns how many rows fit. */
function useRowCount(grid: RefObject<HTMLElement | null>, onResize: () => void): number {
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const element = grid.current
    if (element === null) return undefined
    let known = 0
    const measure = (): void => {
      const next = Math.floor(element.clientHeight / ROW_PX)
      if (next === known || next === 0) return
      known = next
      onResize()
      setCount(next)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid, onResize])
  return count
}

/** Scrolls by the wheel, in whole rows. */
function useWheel(grid: RefObject<HTMLElement | null>, scrollBy: (rows: number) => void): void {
  useEffect(() => {
    const element = grid.current
    if (element === null) return undefined
    let unscrolled = 0
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey) return
      event.preventDefault()
      const perRow = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 1 : ROW_PX
      unscrolled += event.deltaY / perRow
      const rows = Math.trunc(unscrolled)
      unscrolled -= rows
      if (rows !== 0) scrollBy(-rows)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [grid, scrollBy])
}
