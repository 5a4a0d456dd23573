import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Price } from '../../../../shared/domain/decimal.js'
import { placeLabels, type WantedLabel } from '../../../chart/trading/place-labels.js'
import type { Plot, TradingPane } from '../../../chart/trading/trading-pane.js'

/** A line and the price at which it belongs. */
export interface PlacedLine {
  readonly id: string
  readonly price: Price
}

/** The height of a label with its gap, in px. */
const LABEL_PX = 22
const NO_PLOT: Plot = { width: 0, height: 0, axisWidth: 0 }

/**
 * Moves the lines to their prices after every repaint of the chart and after every render, without
 * rendering. Lines outside the plot are marked `data-off`. Returns the function that registers the
 * element of a line, and the size of the plot.
 */
export function useLineLayout(pane: TradingPane, lines: readonly PlacedLine[]) {
  const elements = useRef(new Map<string, HTMLElement>())
  const latest = useRef(lines)
  latest.current = lines
  const [plot, setPlot] = useState<Plot>(NO_PLOT)
  const [outside, setOutside] = useState<Outside>(NONE_OUTSIDE)
  const place = useCallback((id: string, element: HTMLElement | null) => {
    if (element === null) elements.current.delete(id)
    else elements.current.set(id, element)
  }, [])
  const layout = useCallback(() => {
    const { plot: now } = pane
    setPlot((before) =>
      before.width === now.width &&
      before.height === now.height &&
      before.axisWidth === now.axisWidth
        ? before
        : now,
    )
    const found = moveLines(pane, now, latest.current, elements.current)
    setOutside((before) =>
      before.above === found.above && before.below === found.below ? before : found,
    )
  }, [pane])
  useLayoutEffect(layout)
  useEffect(() => pane.onPaint(layout), [pane, layout])
  return { place, plot, outside }
}

/** How many lines are outside of the plot. */
interface Outside {
  readonly above: number
  readonly below: number
}
const NONE_OUTSIDE: Outside = { above: 0, below: 0 }

function moveLines(
  pane: TradingPane,
  { height }: Plot,
  lines: readonly PlacedLine[],
  elements: ReadonlyMap<string, HTMLElement>,
): Outside {
  const labels: WantedLabel[] = []
  let [above, below] = [0, 0]
  for (const { id, price } of lines) {
    const element = elements.get(id)
    if (element === undefined) continue
    const y = pane.yOf(price)
    const isOff = y === null || y < 0 || y > height
    element.toggleAttribute('data-off', isOff)
    if (isOff && y !== null) {
      if (y < 0) above += 1
      else below += 1
    }
    const edge = y !== null && y > height ? height - LABEL_PX / 2 : LABEL_PX / 2
    writeStyle(element, 'transform', `translateY(${isOff ? edge : y}px)`)
    if (!isOff) labels.push({ id, y })
    else writeStyle(element, '--label-y', '0px')
  }
  const middles = placeLabels(labels, LABEL_PX, height)
  for (const { id, y } of labels) {
    const element = elements.get(id)
    if (element !== undefined) writeStyle(element, '--label-y', `${(middles.get(id) ?? y) - y}px`)
  }
  return { above, below }
}

/** Writes a property that differs: the same value again would calculate the styles of the label. */
function writeStyle({ style }: HTMLElement, name: string, value: string): void {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
}
