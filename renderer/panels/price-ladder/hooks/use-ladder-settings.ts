import { useMemo } from 'react'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { useMainWindow, useSetting, useSlice } from '../../../stores/context.js'
import { setSetting } from '../../../stores/view-state.js'
import type { TicksPerRow } from '../model/ladder-rows.js'
import { FIRST_QUANTITY, type LadderTerms } from '../model/ladder-draft.js'

export const ROW_TICKS = ['1', '5', '10', '50', '100'] as const
export const LADDER_TIMES = ['day', 'gtc'] as const
const CENTERING = ['static', 'follow'] as const
const SESSIONS = ['core', 'all', 'night'] as const

/** The settings of a ladder; saved with the workspace. Whether it is armed is never among them. */
export interface LadderSettings {
  readonly ticks: TicksPerRow
  setTicks(ticks: (typeof ROW_TICKS)[number]): void
  readonly follows: boolean
  setFollows(follows: boolean): void
  readonly terms: LadderTerms
  setQuantity(quantity: string): void
  setTime(time: (typeof LADDER_TIMES)[number]): void
  setSession(session: (typeof SESSIONS)[number]): void
}

export function useLadderSettings(assetClass: AssetClass): LadderSettings {
  const { view } = useMainWindow()
  const [ticks, setTicks] = useSetting('price-ladder.ticks', ROW_TICKS, '1')
  const [centering, setCentering] = useSetting('price-ladder.centering', CENTERING, 'static')
  const [timeInForce, setTime] = useSetting('price-ladder.time', LADDER_TIMES, 'day')
  const [session, setSession] = useSetting('price-ladder.session', SESSIONS, 'core')
  const name = `price-ladder.quantity.${assetClass}`
  const quantity = useSlice(view, ({ settings }) => settings[name]) ?? FIRST_QUANTITY[assetClass]
  const terms = useMemo(
    () => ({ quantity, timeInForce, session }),
    [quantity, timeInForce, session],
  )
  return {
    ticks: Number(ticks) as TicksPerRow,
    setTicks,
    follows: centering === 'follow',
    setFollows: (follows) => setCentering(follows ? 'follow' : 'static'),
    terms,
    setQuantity: (next) => setSetting(view, name, next),
    setTime,
    setSession,
  }
}
