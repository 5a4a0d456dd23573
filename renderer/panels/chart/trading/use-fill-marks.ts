import { useEffect, useMemo } from 'react'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { orderInstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { shownKey, type ShownOutcome } from '../../../chart/market/shown-outcome.js'
import type { BarModel } from '../../../chart/bars/bar-model.js'
import type { ChartView } from '../../../chart/chart-view.js'
import { fillMarks } from '../../../chart/trading/fill-marks.js'
import { useAllRows, useMainWindow, useSelectedAccount } from '../../../stores/context.js'

const FILLS_MS = 500

/** Shows the fills of the selected account in the symbol, at their times and prices. */
export function useFillMarks(
  symbol: Symbol,
  outcome: ShownOutcome,
  view: ChartView,
  { history, live }: BarModel,
): void {
  const all = useAllRows(useMainWindow().fills, FILLS_MS)
  const account = useSelectedAccount()
  const fills = useMemo(() => {
    const key = shownKey(symbol, outcome)
    return all.filter(
      (fill) => fill.accountId === account && key !== null && orderInstrumentKey(fill) === key,
    )
  }, [all, account, symbol, outcome])
  // The figures of the running bar move no mark, only its beginning.
  const began = live?.time ?? null
  const marks = useMemo(() => fillMarks(fills, history, began), [fills, history, began])
  useEffect(() => view.trading.setFills(marks), [view, marks])
}
