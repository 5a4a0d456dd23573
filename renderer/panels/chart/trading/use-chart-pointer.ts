import { useEffect, useRef } from 'react'
import type { Price } from '../../../../shared/domain/decimal.js'
import type { PriceGrid } from '../../../../shared/domain/instruments/price-grid.js'
import { snapToGrid } from '../../../chart/trading/price-snap.js'
import type { TradingPane } from '../../../chart/trading/trading-pane.js'
import type { Point } from '../../../ui/menus/context-menu.js'
import type { LabelActions } from './line-label.js'
import type { PlacedLine } from './use-layout.js'

/** How near the pointer must be to a line, in px. */
const NEAR_PX = 4

export interface ChartPointerDeps {
  readonly pane: TradingPane
  readonly grid: PriceGrid
  /** The lines that can be dragged. */
  readonly lines: readonly PlacedLine[]
  readonly press: LabelActions['press']
  /** Opens the menu of a price. */
  readonly onMenu: (price: Price, place: Point) => void
}

/**
 * Handles the chart's own pointer where a line is: a press on a line drags it instead of the chart,
 * and the menu of the pointer offers its price.
 */
export function useChartPointer(deps: ChartPointerDeps): void {
  const latest = useRef(deps)
  latest.current = deps
  const { pane } = deps
  useEffect(() => {
    const { element } = pane
    const stopping = new AbortController()
    const options = { signal: stopping.signal, capture: true }
    element.addEventListener('pointerdown', (event) => onPress(event, latest.current), options)
    // The library listens to the mouse, not to the pointer.
    const swallow = (event: Event): void => {
      if (element.hasAttribute('data-line-held')) event.stopPropagation()
    }
    element.addEventListener('mousedown', swallow, options)
    element.addEventListener('touchstart', swallow, options)
    element.addEventListener('pointermove', (event) => onMove(event, latest.current), options)
    element.addEventListener('contextmenu', (event) => onMenu(event, latest.current), options)
    return () => stopping.abort()
  }, [pane])
}

/** Returns the place of the pointer in the plot; null outside of it. */
function pointOf({ clientX, clientY }: MouseEvent, pane: TradingPane): Point | null {
  const box = pane.element.getBoundingClientRect()
  const [x, y] = [clientX - box.left, clientY - box.top]
  const { width, height } = pane.plot
  return x < 0 || y < 0 || x > width || y > height ? null : { x, y }
}

/** Returns the line under the pointer, the nearest of several. */
function lineUnder(event: MouseEvent, { pane, lines }: ChartPointerDeps): PlacedLine | null {
  const point = pointOf(event, pane)
  if (point === null) return null
  let nearest: PlacedLine | null = null
  let distance = NEAR_PX
  for (const line of lines) {
    const away = Math.abs((pane.yOf(line.price) ?? Number.POSITIVE_INFINITY) - point.y)
    if (away > distance) continue
    nearest = line
    distance = away
  }
  return nearest
}

function onPress(event: PointerEvent, deps: ChartPointerDeps): void {
  const { element } = deps.pane
  element.removeAttribute('data-line-held')
  if (event.button !== 0 || event.ctrlKey || event.metaKey) return
  const line = lineUnder(event, deps)
  if (line === null) return
  element.setAttribute('data-line-held', '')
  event.stopPropagation()
  deps.press(line.id, event)
}

function onMove(event: PointerEvent, deps: ChartPointerDeps): void {
  if (event.buttons !== 0) return
  deps.pane.element.toggleAttribute('data-line-near', lineUnder(event, deps) !== null)
}

function onMenu(event: MouseEvent, { pane, grid, onMenu: open }: ChartPointerDeps): void {
  const point = pointOf(event, pane)
  const value = point === null ? null : pane.valueAt(point.y)
  const price = value === null ? null : snapToGrid(value, grid)
  if (price === null) return
  event.preventDefault()
  open(price, { x: event.clientX, y: event.clientY })
}
