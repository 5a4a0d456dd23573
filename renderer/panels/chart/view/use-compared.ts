import { useEffect, useMemo, useRef, useState } from 'react'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { NO_BARS, type BarModel } from '../../../chart/bars/bar-model.js'
import type { ComparedBars } from '../../../chart/compare/compare-layer.js'
import { BarShaper } from '../../../chart/spans/bar-shaper.js'
import { spanText, type BarShape } from '../../../chart/spans/chart-span.js'
import { useMainWindow } from '../../../stores/context.js'
import { BarsFeed, noBars, type BarsState } from '../bars-feed.js'

/** The bars of a compared symbol, and whether they could be loaded. */
export interface Compared extends ComparedBars {
  readonly phase: BarsState['phase']
}

interface Feed {
  readonly symbol: Symbol
  readonly feed: BarsFeed
  readonly shaper: BarShaper
}

const startOf = ({ history, live }: BarModel): number => (history[0] ?? live)?.time ?? Infinity

/**
 * Loads the bars of other symbols in the shape of the chart, back to its oldest bar, while the
 * component is mounted.
 */
export function useCompared(
  symbols: readonly Symbol[],
  shape: BarShape,
  chartModel: BarModel,
): readonly Compared[] {
  const { invoke, openStream } = useMainWindow()
  const [states, setStates] = useState<ReadonlyMap<Symbol, BarsState>>(new Map())
  const feeds = useRef<readonly Feed[]>([])
  const key = `${symbols.join(' ')} ${spanText(shape)} ${shape.isRegularOnly}`
  const latest = useRef({ symbols, shape })
  latest.current = { symbols, shape }
  useEffect(() => {
    void key
    const opened = latest.current.symbols.map((symbol): Feed & { readonly close: () => void } => {
      const feed = new BarsFeed({
        invoke,
        openStream,
        onState: (state) => setStates((before) => new Map(before).set(symbol, state)),
      })
      const close = feed.open(symbol, latest.current.shape.base)
      return { symbol, feed, shaper: new BarShaper(latest.current.shape), close }
    })
    feeds.current = opened
    return () => {
      feeds.current = []
      setStates(new Map())
      for (const { feed, close } of opened) {
        close()
        feed.dispose()
      }
    }
  }, [invoke, openStream, key])
  const start = startOf(chartModel)
  useEffect(() => {
    for (const { symbol, feed } of feeds.current) {
      const state = states.get(symbol)
      if (state !== undefined && startOf(state.model) > start) feed.onView(0)
    }
  }, [states, start])
  return useMemo(
    () =>
      feeds.current.map(({ symbol, shaper }) => {
        const state = states.get(symbol) ?? noBars('')
        const model = state.model === NO_BARS ? NO_BARS : shaper.shape(state.model)
        return { symbol, model, phase: state.phase }
      }),
    [states],
  )
}
