import { useConnected, useLocked, useMainWindow, useSlice } from '../../stores/context.js'
import { useLockOut } from '../lock-out/use-lock-out.js'

/** Why no order is sent or changed by a gesture; a cancel is always possible. */
export type TradeBlock = 'halted' | 'not-armed' | 'offline' | 'locked'

/** Returns why gestures are off in the selected account; null while they work. */
export function useTradeGate(): TradeBlock | null {
  const { session, appState } = useMainWindow()
  const halted = useSlice(session, (state) => state.value?.trading === 'halted')
  const notArmed = useSlice(
    appState,
    ({ value }) => value?.current?.environment === 'production' && !value.armed,
  )
  const isLockedOut = useLockOut() !== null
  const isLocked = useLocked()
  const connected = useConnected()
  if (halted) return 'halted'
  if (notArmed) return 'not-armed'
  if (isLockedOut || isLocked) return 'locked'
  return connected ? null : 'offline'
}
