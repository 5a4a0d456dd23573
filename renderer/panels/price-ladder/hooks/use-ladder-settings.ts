import { useMemo } from 'react'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { useMainWindow, useSetting, useSlice } from '../../../stores/context.js'
import { setSetting } from '../../../stores/view-state.js'
import { ROW_TICKS, type RowTicks, type TicksPerRow } from '../model/row-ticks.js'
import { FIRST_QUANTITY, type LadderTerms } from '../model/ladder-draft.js'

const TICK_CHOICES = ['fitting', ...ROW_TICKS] as const
export const LADDER_TIMES = ['day', 'gtc'] as const
const CENTERING = ['static', 'follow'] as const
const SESSIONS = ['core', 'all', 'night'] as const

/** The settings of a ladder; saved with the workspace. Whether it is armed is never among them. */
export interface LadderSettings {
  /** Null until the person chooses: then what fits the price. */
  readonly ticks: TicksPerRow | null
  setTicks(ticks: RowTicks): void
  readonly follows: boolean
  setFollows(follows: boolean): void
  readonly terms: LadderTerms
  setQuantity(quantity: string): void
  setTime(time: (typeof LADDER_TIMES)[number]): void
  setSession(session: (typeof SESSIONS)[number]): void
}

export function useLadderSettings(assetClass: AssetClass, symbol: Symbol): LadderSettings {
  const { view } = useMainWindow()
  // Coins differ in price by millions of ticks: each has its own rows.
  const scope = assetClass === 'crypto' ? symbol : assetClass
  const [ticks, setTicks] = useSetting(`price-ladder.ticks.${scope}`, TICK_CHOICES, 'fitting')
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
    ticks: ticks === 'fitting' ? null : (Number(ticks) as TicksPerRow),
    setTicks,
    follows: centering === 'follow',
    setFollows: (follows) => setCentering(follows ? 'follow' : 'static'),
    terms,
    setQuantity: (next) => setSetting(view, name, next),
    setTime,
    setSession,
  }
}
