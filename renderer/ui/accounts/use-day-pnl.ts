import { useMemo, useSyncExternalStore } from 'react'
import type { DayPnl } from '../../../shared/domain/account/day-pnl.js'
import { useMainWindow } from '../../stores/context.js'
import { accountDayPnl, currencyDayPnl } from './day-pnl.js'

/** Returns the day's profit and loss of the selected account: one figure, wherever it is shown. */
export function useDayPnl(): DayPnl {
  const mainWindow = useMainWindow()
  const source = useMemo(() => accountDayPnl(mainWindow), [mainWindow])
  return useSyncExternalStore(source.subscribe, source.get)
}

/** Returns the day's profit and loss of all accounts together, in one currency. */
export function useCurrencyDayPnl(currency: string): DayPnl {
  const mainWindow = useMainWindow()
  const source = useMemo(() => currencyDayPnl(mainWindow, currency), [mainWindow, currency])
  return useSyncExternalStore(source.subscribe, source.get)
}
