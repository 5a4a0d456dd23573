import { useCallback, useSyncExternalStore } from 'react'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, epochMs } from '../../../shared/domain/time.js'
import { useMainWindow } from '../../stores/context.js'
import { runEvery } from '../paint/page-frames.js'

/** Returns the exchange's day, yyyy-MM-dd; renders again within a minute of the next. */
export function useToday(): string {
  const { now, session } = useMainWindow()
  return useSyncExternalStore(
    useCallback(
      (wake) => {
        const endSession = session.subscribe(wake)
        const endMinutes = runEvery(MINUTE_MS, wake)
        return () => {
          endSession()
          endMinutes()
        }
      },
      [session],
    ),
    () => {
      const offset = session.getState().value?.exchangeOffsetMs ?? 0
      return exchangeClock(epochMs(now() + offset)).day
    },
  )
}
