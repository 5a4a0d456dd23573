import { useEffect, useRef } from 'react'
import type { Timespan } from '../../shared/domain/market/bar.js'
import type { BarModel } from './bar-model.js'
import {
  createChartView,
  type ChartListener,
  type ChartView,
  type TitledLine,
} from './chart-view.js'
import './chart.css'

export interface ChartCanvasProps {
  readonly model: BarModel
  readonly timespan: Timespan
  /** Another key starts at the newest bar; the same one keeps what is on screen. */
  readonly resetKey: string
  readonly lines: readonly TitledLine[]
  readonly locale: string
  /** Changes when colours may have changed. */
  readonly themeKey: string
  readonly listener: ChartListener
  /** Hands out the view while it exists, for keys and buttons. */
  readonly onView: (view: ChartView | null) => void
}

/**
 * The chart inside React: one view for the life of the element; it draws only while some of it can
 * be seen.
 */
export function ChartCanvas({
  model,
  timespan,
  resetKey,
  lines,
  locale,
  themeKey,
  listener,
  onView,
}: ChartCanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<ChartView | null>(null)
  const latest = useRef(listener)
  latest.current = listener

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const made = createChartView(
      element,
      {
        onCrosshair: (index) => latest.current.onCrosshair(index),
        onView: (first, last) => latest.current.onView(first, last),
      },
      locale,
    )
    view.current = made
    onView(made)
    let seen = true
    const decide = (): void => made.setVisible(seen && document.visibilityState === 'visible')
    const observer = new IntersectionObserver((entries) => {
      seen = entries.at(-1)?.isIntersecting ?? seen
      decide()
    })
    observer.observe(element)
    document.addEventListener('visibilitychange', decide)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', decide)
      onView(null)
      view.current = null
      made.dispose()
    }
  }, [locale, onView])
  useEffect(() => view.current?.show(model, timespan, resetKey), [model, timespan, resetKey])
  useEffect(() => view.current?.setLines(lines), [lines])
  useEffect(() => view.current?.refreshTheme(), [themeKey])
  return <div ref={box} className="chart-canvas" data-testid="chart-canvas" />
}
