import * as z from 'zod/mini'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Symbol } from '../../../shared/domain/ids.js'
import { parseOcc } from '../../../shared/domain/instruments/option.js'
import type { TimeInForce } from '../../../shared/domain/orders/order-types.js'
import { TIMES_IN_FORCE } from '../../../shared/domain/orders/order-types.js'
import {
  recognizeStrategy,
  type NamedStrategy,
  type StrategyLeg,
} from '../../../shared/domain/orders/strategies.js'
import { asPrice } from '../../../shared/domain/decimal.js'
import { oncePerWindow } from '../instances/window-store.js'
import { basketOf } from './basket.js'
import { clearSentStrategies } from './sent-strategies.js'
import { legsKey, type BuilderLeg, type StrategyState } from './strategy-state.js'
import { persistEntries, windowsStorage } from '../page-entries.js'

export {
  legsKey,
  orderedLegs,
  type BuilderLeg,
  type StrategyState,
} from './strategy-state.js'

/** A leg before its ratio is known. */
export type NewLeg = Omit<BuilderLeg, 'ratio'>

/** True for a leg of shares. */
export const isShares = ({ symbol, underlying }: NewLeg): boolean => symbol === underlying

/** The provider accepts at most this many legs (TRADING-4.2). */
export const MAX_LEGS = 4
const MAX_RATIO = 10

/** The legs of the strategy that a person builds. They outlive the panel. */
export interface StrategyBuilder {
  readonly state: StoreApi<StrategyState>
  /**
   * Adds a leg. The same contract on the same side counts once more; on the other side it counts
   * once less. Returns false when there is no place for it.
   */
  add(leg: NewLeg): boolean
  /** Replaces all legs, and the number of units. */
  set(legs: readonly BuilderLeg[], units?: string): void
  setUnits(units: string): void
  /** Sets the net limit of the legs that are shown. */
  setLimit(text: string): void
  setTimeInForce(time: TimeInForce): void
  flip(symbol: Symbol): void
  setRatio(symbol: Symbol, ratio: number): void
  remove(symbol: Symbol): void
  /** Makes a leg the position that it is already, or with null a leg that is ordered. */
  setHeld(symbol: Symbol, positionId: string | null): void
  /**
   * Empties the builder after its strategy was sent. `isRepeatable`: the same strategy may be put
   * back.
   */
  sentAway(isRepeatable: boolean): void
  /** Puts the last strategy that was sent back, for review; sends nothing. */
  repeat(): void
}

/** Returns a leg with its contract, if it has one; null for a symbol that is not known. */
export function strategyLeg(leg: BuilderLeg): StrategyLeg | null {
  const { symbol, side, ratio } = leg
  if (isShares(leg)) return { side, ratio, option: null }
  const occ = parseOcc(symbol)
  if (occ === null) return null
  const { type, strike, expiration } = occ
  return { side, ratio, option: { type, strike: asPrice(strike), expiration } }
}

/** Returns the strategy that the legs are; null when the provider has no name for them. */
export const strategyOf = (legs: readonly BuilderLeg[]): NamedStrategy | null =>
  recognizeStrategy(legs.flatMap((leg) => strategyLeg(leg) ?? []))

/** Creates a builder without legs. */
export function createStrategyBuilder(): StrategyBuilder {
  const state = createStore<StrategyState>(() => ({
    legs: [],
    units: '1',
    limit: null,
    timeInForce: 'day',
    repeat: null,
  }))
  const change = (legsOf: (legs: readonly BuilderLeg[]) => readonly BuilderLeg[]): void =>
    state.setState(({ legs }) => ({ legs: legsOf(legs) }))
  const edit = (symbol: Symbol, edited: (leg: BuilderLeg) => BuilderLeg): void =>
    change((legs) =>
      legs.map((leg) =>
        leg.symbol === symbol && leg.positionId === undefined ? edited(leg) : leg,
      ),
    )
  const remove = (symbol: Symbol): void =>
    change((legs) => legs.filter((leg) => leg.symbol !== symbol))
  return {
    state,
    add({ symbol, underlying, side }) {
      const { legs } = state.getState()
      const isOfOther = legs[0] !== undefined && legs[0].underlying !== underlying
      const existing = isOfOther ? undefined : legs.find((leg) => leg.symbol === symbol)
      if (existing === undefined) {
        // A strategy has one underlying: a leg of another one begins a new strategy.
        const present = isOfOther ? [] : legs
        if (present.length >= MAX_LEGS) return false
        state.setState({ legs: [...present, { symbol, underlying, side, ratio: 1 }] })
        return true
      }
      // What is held is neither more nor less by an order of the other leg.
      if (existing.positionId !== undefined) return false
      const ratio = existing.side === side ? existing.ratio + 1 : existing.ratio - 1
      if (ratio > MAX_RATIO) return false
      if (ratio === 0) remove(symbol)
      else edit(symbol, (leg) => ({ ...leg, ratio }))
      return true
    },
    set: (legs, units = '1') => state.setState({ legs: legs.slice(0, MAX_LEGS), units }),
    setUnits: (units) => state.setState({ units }),
    setLimit: (text) => state.setState(({ legs }) => ({ limit: { key: legsKey(legs), text } })),
    setTimeInForce: (timeInForce) => state.setState({ timeInForce }),
    flip: (symbol) =>
      edit(symbol, (leg) => ({ ...leg, side: leg.side === 'buy' ? 'sell' : 'buy' })),
    setRatio: (symbol, ratio) =>
      edit(symbol, (leg) => ({ ...leg, ratio: Math.min(MAX_RATIO, Math.max(1, ratio)) })),
    remove,
    setHeld: (symbol, positionId) =>
      change((legs) =>
        legs.map(({ positionId: _held, ...leg }) =>
          positionId !== null && leg.symbol === symbol ? { ...leg, ratio: 1, positionId } : leg,
        ),
      ),
    sentAway: (isRepeatable) =>
      state.setState(({ legs, units, limit, timeInForce }) => ({
        legs: [],
        units: '1',
        limit: null,
        repeat: isRepeatable ? { legs, units, limit, timeInForce } : null,
      })),
    repeat: () => state.setState(({ repeat }) => repeat ?? {}),
  }
}

const zSent = z.object({
  legs: z
    .array(
      z.object({
        symbol: z.string(),
        underlying: z.string(),
        side: z.enum(['buy', 'sell']),
        ratio: z.int().check(z.minimum(1), z.maximum(MAX_RATIO)),
        positionId: z.optional(z.string()),
      }),
    )
    .check(z.maxLength(MAX_LEGS)),
  units: z.string(),
  limit: z.nullable(z.object({ key: z.string(), text: z.string() })),
  timeInForce: z.enum(TIMES_IN_FORCE),
})
const zSaved = z.extend(zSent, { repeat: z.nullable(zSent) })

/** Returns the one strategy builder of a window; all windows build the same strategy. */
export const strategyBuilderOf = oncePerWindow((mainWindow) => {
  const value = createStrategyBuilder()
  const restore = (saved: unknown): void => {
    const state = zSaved.safeParse(saved)
    if (state.success) value.state.setState(state.data as unknown as StrategyState)
  }
  const stopClearing = clearSentStrategies(value, basketOf(mainWindow).state, () =>
    mainWindow.positions.all(),
  )
  const stopSaving = persistEntries(mainWindow, windowsStorage(), {
    name: 'strategy',
    store: value.state,
    saved: (state) => state,
    restore,
    follow: restore,
  })
  const dispose = (): void => {
    stopSaving()
    stopClearing()
  }
  return { value, dispose }
})
