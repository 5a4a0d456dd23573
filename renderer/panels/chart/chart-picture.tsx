import { useMemo, useState, type KeyboardEvent, type RefObject } from 'react'
import type { EpochMs } from '../../../shared/domain/time.js'
import { barCount } from '../../chart/bars/bar-model.js'
import type { BarRange } from '../../chart/indicators/volume-profile.js'
import { ChartCanvas } from '../../chart/chart-canvas.js'
import type { ChartContent } from '../../chart/chart-content.js'
import type { ChartView } from '../../chart/chart-view.js'
import type { TitledLine } from '../../chart/price-lines.js'
import type { Bars } from './use-bars.js'
import { useThemeKey } from '../../chart/use-theme-key.js'

export interface ChartPictureProps {
  readonly label: string
  readonly bars: Pick<Bars, 'onView'>
  readonly content: ChartContent
  readonly lines: readonly TitledLine[]
  readonly locale: string
  /** The view while it exists, for keys. */
  readonly view: RefObject<ChartView | null>
  readonly onView: (view: ChartView | null) => void
  readonly onCrosshair: (index: number | null) => void
  readonly onPointer: (time: EpochMs | null) => void
  /** Called with the bars in view whenever these may be others. */
  readonly onRange: (range: BarRange) => void
}

/** The drawn chart: focus and keys are on its element, and its label describes it. */
export function ChartPicture(props: ChartPictureProps) {
  const { label, bars, content, lines, locale, view, onView, onCrosshair, onPointer, onRange } =
    props
  const themeKey = useThemeKey()
  const hasHadBars = useOnceTrue(barCount(content.model) > 0)
  const onMoved = bars.onView
  const listener = useMemo(
    () => ({
      onCrosshair,
      onPointer,
      onView(first: number, last: number) {
        onMoved(first)
        onRange({ first: Math.ceil(first), last: Math.floor(last) })
      },
    }),
    [onCrosshair, onPointer, onMoved, onRange],
  )
  return (
    <div
      className="chart-picture"
      role="img"
      tabIndex={0}
      data-first-focus
      aria-label={label}
      onKeyDown={(event) => onChartKey(event, view.current)}
      data-testid="chart-picture"
    >
      {hasHadBars && (
        <ChartCanvas
          content={content}
          lines={lines}
          locale={locale}
          themeKey={themeKey}
          listener={listener}
          onView={onView}
        />
      )}
    </div>
  )
}

/**
 * Returns true from the first time on that the condition holds. An empty chart would be laid out
 * and painted several times while a start waits for its bars.
 */
function useOnceTrue(condition: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(condition)
  if (condition && !wasTrue) setWasTrue(true)
  return wasTrue || condition
}

/**
 * Handles the chart's keys: arrows pan (a tenth of the view with Shift), plus and minus zoom, End
 * returns to the newest bar.
 */
function onChartKey(event: KeyboardEvent, view: ChartView | null): void {
  if (view === null || event.ctrlKey || event.metaKey || event.altKey) return
  const step = event.shiftKey ? 20 : 3
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => view.scroll.pan(-step),
    ArrowRight: () => view.scroll.pan(step),
    '+': () => view.scroll.zoom(0.8),
    '=': () => view.scroll.zoom(0.8),
    '-': () => view.scroll.zoom(1.25),
    PageUp: () => view.scroll.pan(-100),
    PageDown: () => view.scroll.pan(100),
    End: () => view.scroll.toNewest(),
  }
  const run = keys[event.key]
  if (run === undefined) return
  event.preventDefault()
  run()
}
