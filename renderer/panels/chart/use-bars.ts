import { useEffect, useMemo, useState } from 'react'
import type { Timespan } from '../../../shared/domain/market/bar.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { useMainWindow } from '../../stores/context.js'
import { BarsFeed, barsKey, noBars, type BarsState } from './bars-feed.js'

export interface Bars extends BarsState, Pick<BarsFeed, 'loadBackTo'> {
  /** Called when the view has moved; loads older bars when it nears the oldest. */
  readonly onView: (firstVisible: number) => void
  readonly retry: () => void
}

/** Returns the bars of one symbol and timespan, loaded while the component is mounted. */
export function useBars(symbol: Symbol, timespan: Timespan): Bars {
  const { invoke, openStream } = useMainWindow()
  const key = barsKey(symbol, timespan)
  const [state, setState] = useState(() => noBars(key))
  const feed = useMemo(
    () => new BarsFeed({ invoke, openStream, onState: setState }),
    [invoke, openStream],
  )
  useEffect(() => feed.open(symbol, timespan), [feed, symbol, timespan])
  useEffect(() => () => feed.dispose(), [feed])
  // Until the effect has run for a new symbol, do not show the old symbol's bars under the new
  // name.
  return {
    ...(state.key === key ? state : noBars(key)),
    onView: feed.onView,
    retry: feed.retry,
    loadBackTo: feed.loadBackTo,
  }
}
