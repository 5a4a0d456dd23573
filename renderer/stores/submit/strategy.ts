import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Symbol } from '../../../shared/domain/ids.js'
import { parseOcc } from '../../../shared/domain/instruments/option.js'
import type { StrategyLeg } from '../../../shared/domain/orders/strategies.js'
import { asPrice } from '../../../shared/domain/decimal.js'
import type { MainWindow } from '../main-window.js'

/** A leg of the strategy that is being built: an option by its OCC symbol, or shares. */
export interface BuilderLeg {
  readonly symbol: Symbol
  /** The symbol itself for a leg of shares. */
  readonly underlying: Symbol
  readonly side: 'buy' | 'sell'
  /** Contracts per unit; hundreds of shares for a leg of shares. */
  readonly ratio: number
}

/** A leg before its ratio is known. */
export type NewLeg = Omit<BuilderLeg, 'ratio'>

/** True for a leg of shares. */
export const isShares = ({ symbol, underlying }: NewLeg): boolean => symbol === underlying

export interface StrategyState {
  readonly legs: readonly BuilderLeg[]
  /** The number of units as typed. */
  readonly units: string
}

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
  flip(symbol: Symbol): void
  setRatio(symbol: Symbol, ratio: number): void
  remove(symbol: Symbol): void
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

/** Creates a builder without legs. */
export function createStrategyBuilder(): StrategyBuilder {
  const state = createStore<StrategyState>(() => ({ legs: [], units: '1' }))
  const change = (legsOf: (legs: readonly BuilderLeg[]) => readonly BuilderLeg[]): void =>
    state.setState(({ legs }) => ({ legs: legsOf(legs) }))
  const edit = (symbol: Symbol, edited: (leg: BuilderLeg) => BuilderLeg): void =>
    change((legs) => legs.map((leg) => (leg.symbol === symbol ? edited(leg) : leg)))
  const remove = (symbol: Symbol): void =>
    change((legs) => legs.filter((leg) => leg.symbol !== symbol))
  return {
    state,
    add({ symbol, underlying, side }) {
      const { legs } = state.getState()
      const isOfOther = legs[0] !== undefined && legs[0].underlying !== underlying
      const known = isOfOther ? undefined : legs.find((leg) => leg.symbol === symbol)
      if (known === undefined) {
        // A strategy has one underlying: a leg of another one begins a new strategy.
        const present = isOfOther ? [] : legs
        if (present.length >= MAX_LEGS) return false
        state.setState({ legs: [...present, { symbol, underlying, side, ratio: 1 }] })
        return true
      }
      const ratio = known.side === side ? known.ratio + 1 : known.ratio - 1
      if (ratio > MAX_RATIO) return false
      if (ratio === 0) remove(symbol)
      else edit(symbol, (leg) => ({ ...leg, ratio }))
      return true
    },
    set: (legs, units = '1') => state.setState({ legs: legs.slice(0, MAX_LEGS), units }),
    setUnits: (units) => state.setState({ units }),
    flip: (symbol) =>
      edit(symbol, (leg) => ({ ...leg, side: leg.side === 'buy' ? 'sell' : 'buy' })),
    setRatio: (symbol, ratio) =>
      edit(symbol, (leg) => ({ ...leg, ratio: Math.min(MAX_RATIO, Math.max(1, ratio)) })),
    remove,
  }
}

const builders = new WeakMap<MainWindow, StrategyBuilder>()

/** Returns the one strategy builder of a window. */
export function strategyBuilderOf(mainWindow: MainWindow): StrategyBuilder {
  const known = builders.get(mainWindow)
  if (known !== undefined) return known
  const made = createStrategyBuilder()
  builders.set(mainWindow, made)
  return made
}
