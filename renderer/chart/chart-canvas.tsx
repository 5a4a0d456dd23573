import { useEffect, useRef } from 'react'
import type { ChartContent } from './chart-content.js'
import { ChartView, type ChartListener } from './chart-view.js'
import type { TitledLine } from './price-lines.js'
import './chart.css'

export interface ChartCanvasProps {
  readonly content: ChartContent
  readonly lines: readonly TitledLine[]
  readonly locale: string
  /** Changes when colors may have changed. */
  readonly themeKey: string
  readonly listener: ChartListener
  /** Provides the view while it exists, for keys and buttons. */
  readonly onView: (view: ChartView | null) => void
}

/**
 * Wraps one chart view in React for the life of the element; draws only while part of it is
 * visible.
 */
export function ChartCanvas({
  content,
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
    const chart = new ChartView(
      element,
      {
        onCrosshair: (index) => latest.current.onCrosshair(index),
        onPointer: (time) => latest.current.onPointer?.(time),
        onView: (first, last) => latest.current.onView(first, last),
      },
      locale,
    )
    view.current = chart
    onView(chart)
    // Made while its tab is hidden, it has no width: a range of bars set now would be lost.
    let seen = element.clientWidth > 0
    const decide = (): void => chart.setVisible(seen && document.visibilityState === 'visible')
    const observer = new IntersectionObserver((entries) => {
      seen = entries.at(-1)?.isIntersecting ?? seen
      decide()
    })
    decide()
    observer.observe(element)
    document.addEventListener('visibilitychange', decide)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', decide)
      onView(null)
      view.current = null
      chart.dispose()
    }
  }, [locale, onView])
  // Another language makes another view, which has to be drawn as well.
  useEffect(() => view.current?.show(content), [content, locale])
  useEffect(() => view.current?.setLines(lines), [lines, locale])
  useEffect(() => view.current?.refreshTheme(), [themeKey])
  return <div ref={box} className="chart-canvas" data-testid="chart-canvas" />
}
