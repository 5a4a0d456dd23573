import { useCallback, useMemo, useRef } from 'react'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { barCount } from '../../../chart/bars/bar-model.js'
import { OutcomeBars, type ShownOutcome } from '../../../chart/market/shown-outcome.js'
import { BarShaper } from '../../../chart/spans/bar-shaper.js'
import { spanText, type BarShape } from '../../../chart/spans/chart-span.js'
import { useBars, type Bars } from '../use-bars.js'

const shapeKey = (shape: BarShape): string =>
  `${spanText(shape)}${shape.isRegularOnly ? '/regular' : ''}`

/** Returns the bars of a symbol in a shape, loaded while the component is mounted. */
export function useShapedBars(symbol: Symbol, shape: BarShape, outcome: ShownOutcome): Bars {
  const bars = useBars(symbol, shape.base)
  const key = `${shapeKey(shape)}/${outcome ?? ''}`
  const latest = useRef(shape)
  latest.current = shape
  const shaper = useMemo(() => {
    // Another symbol is another series, even where its bars have the same times.
    void [symbol, key]
    return new BarShaper(latest.current)
  }, [symbol, key])
  const outcomeBars = useMemo(() => new OutcomeBars(outcome), [outcome])
  const source = useMemo(() => outcomeBars.shown(bars.model), [outcomeBars, bars.model])
  const model = shaper.shape(source)
  const counts = useRef({ source: 0, shaped: 0 })
  counts.current = { source: barCount(bars.model), shaped: barCount(model) }
  const { onView } = bars
  const onShapedView = useCallback(
    (first: number) => {
      const { source, shaped } = counts.current
      onView(first * Math.max(1, shaped === 0 ? 1 : source / shaped))
    },
    [onView],
  )
  return useMemo(
    () => ({ ...bars, model, key: `${bars.key}/${key}`, onView: onShapedView }),
    [bars, model, key, onShapedView],
  )
}
