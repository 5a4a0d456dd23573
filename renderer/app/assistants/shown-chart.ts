import type { ShownChart } from '../../../shared/domain/instructions/window-change.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { MainWindow } from '../../stores/main-window.js'
import { FIRST_GROUP, selectSymbol, symbolOf } from '../../stores/selection.js'
import { setSetting } from '../../stores/view-state.js'

/** The name of the setting, and its default, of the chart's interval. */
const SETTING = 'chart.timespan'
const USUAL_TIMESPAN = 'M5'

type Stores = Pick<MainWindow, 'selection' | 'view'>

/** Returns what the chart shows now. */
export const shownChart = ({ selection, view }: Stores): ShownChart => ({
  symbol: symbolOf(selection.getState(), FIRST_GROUP),
  timespan: view.getState().settings[SETTING] ?? USUAL_TIMESPAN,
})

/** Shows a symbol in the first link group, and an interval of the chart; null leaves that. */
export function showOnChart(
  { selection, view }: Stores,
  symbol: Symbol,
  timespan: string | null,
): void {
  const isShown = symbolOf(selection.getState(), FIRST_GROUP) === symbol
  if (!isShown) selectSymbol(selection, symbol, FIRST_GROUP)
  if (timespan !== null) setSetting(view, SETTING, timespan)
}

/** Shows what was shown before a change, as far as the person has not chosen another since. */
export function returnTo(stores: Stores, before: ShownChart | null, after: ShownChart): void {
  if (before === null || before.symbol === null) return
  const now = shownChart(stores)
  if (now.symbol !== after.symbol) return
  showOnChart(stores, before.symbol, now.timespan === after.timespan ? before.timespan : null)
}
