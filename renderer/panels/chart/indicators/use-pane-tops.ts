import { useEffect, useState } from 'react'
import type { ChartView } from '../../../chart/chart-view.js'

/** Returns the tops of the panes below the bars, in px, as panes come, go and change in height. */
export function usePaneTops(view: ChartView): readonly number[] {
  const [tops, setTops] = useState<readonly number[]>([])
  useEffect(() => {
    const update = (): void => {
      const now = view.paneTops()
      setTops((before) => (isSame(before, now) ? before : now))
    }
    update()
    // Whatever changes the height of a pane changes that of the bars, which are then painted again.
    return view.trading.onPaint(update)
  }, [view])
  return tops
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((top, place) => top === b[place])
