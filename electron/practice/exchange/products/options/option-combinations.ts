import { createHash } from 'node:crypto'
import { groupsOf } from '../../../../../shared/domain/group-by.js'
import type { OptionInstrument } from '../../../model/instrument.js'
import { STOCK_SCALE, UNIT_SIZE, type SizeUnits } from '../../../model/units.js'
import type { PositionRecord } from '../../../model/wire-records.js'
import { cashOfCents, centsText, ratioText, type Cents } from '../../../ledger/money.js'
import { dayGain, type Position } from '../../../ledger/position.js'
import { averageText, sizeText } from '../../../ledger/records.js'
import type { Holding } from '../../../ledger/valuation.js'
import type { CombinedHoldings } from '../../orders/product-rules.js'
import type { Slices } from '../../state/exchange-state.js'
import { positionLeg } from './option-records.js'
import { strategyOf, turned, type Shape, type StrategyName } from './option-strategies.js'
import { optionOf } from './option-terms.js'

/** Decimal places of a net price. */
const PRICE_PLACES = 4

/** A position in options, and its contract. */
interface Contract {
  readonly position: Position
  readonly instrument: OptionInstrument
}

/** Positions of one account that the exchange reports as one, and the strategy that they are. */
export interface Combination {
  readonly positionId: string
  readonly strategy: StrategyName
  readonly underlying: string
  /** How many of the strategy are held: negative where it was sold. */
  readonly size: SizeUnits
  readonly legs: readonly Contract[]
}

/** Returns the shapes of the legs of one strategy. */
export const shapesOf = ({ legs, size }: Pick<Combination, 'legs' | 'size'>): readonly Shape[] =>
  legs.map(({ position, instrument: { right, strike, expiry } }) => ({
    right,
    strike,
    expiry,
    ratio: position.size / Math.abs(size),
  }))

/** Characters of the exchange's own ids of positions. */
const ID_LENGTH = 26

/** Returns the id of a combination, which depends on its positions only. */
const idOf = (positionIds: readonly string[]): string =>
  createHash('sha256').update(positionIds.join()).digest('hex').slice(0, ID_LENGTH).toUpperCase()

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

/** Returns the strategy that all of these contracts are together; null where they are none. */
function combinationOf(legs: readonly Contract[]): Combination | null {
  const [first, ...others] = legs
  if (first === undefined || others.length === 0) return null
  const units = legs.map(({ position }) => Math.abs(position.size)).reduce(gcd)
  if (units % UNIT_SIZE !== 0) return null
  const shapes = shapesOf({ legs, size: units })
  const bought = strategyOf(shapes)
  const strategy = bought ?? strategyOf(turned(shapes))
  return strategy === null
    ? null
    : {
        positionId: idOf(legs.map(({ position }) => position.positionId)),
        strategy,
        underlying: first.instrument.underlying,
        size: bought === null ? -units : units,
        legs,
      }
}

/**
 * Returns the strategies among the positions of an account: all options of an underlying, or of one
 * expiration. A position belongs to one of them at most.
 */
export function combinationsOf(
  state: Slices<'markets' | 'deps'>,
  positions: readonly Position[],
): readonly Combination[] {
  const contracts = positions.flatMap((position): Contract[] => {
    const instrument = position.size === 0 ? undefined : optionOf(state, position.symbol)
    return instrument === undefined ? [] : [{ position, instrument }]
  })
  return groupsOf(contracts, ({ instrument }) => instrument.underlying).flatMap((all) => {
    const complete = combinationOf(all)
    if (complete !== null) return [complete]
    return groupsOf(all, ({ instrument }) => instrument.expiry).flatMap(
      (ofDay) => combinationOf(ofDay) ?? [],
    )
  })
}

/** Returns the record of a combination: its net prices, and the sums of its legs (TRADING-3). */
function combinationRecord(
  { positionId, strategy, underlying, size, legs }: Combination,
  members: readonly Holding[],
  equity: Cents,
): PositionRecord {
  const sum = (pick: (holding: Holding) => Cents): Cents =>
    members.reduce((total, holding) => total + pick(holding), 0)
  const value = sum((holding) => holding.value)
  const cost = sum(({ position }) => position.cost)
  const scale = members[0]?.position.scale ?? STOCK_SCALE
  const priceOf = (cents: Cents): string =>
    averageText(cashOfCents(cents), size, scale, PRICE_PLACES)
  return {
    position_id: positionId,
    instrument_type: 'OPTION',
    symbol: underlying,
    currency: 'USD',
    quantity: sizeText(size),
    option_strategy: strategy,
    last_price: priceOf(value),
    cost_price: priceOf(cost),
    unrealized_profit_loss: centsText(value - cost),
    market_value: centsText(value),
    cost: centsText(cost),
    proportion: ratioText(value, equity),
    day_profit_loss: centsText(sum(({ position, mark }) => dayGain(position, mark))),
    unrealized_profit_loss_rate: ratioText(value - cost, Math.abs(cost)),
    legs: legs.map(({ position, instrument }) => positionLeg(instrument, position)),
  }
}

/** Returns the holdings of options that are one strategy, with their common record. */
export const combinedHoldings = (
  state: Slices<'markets' | 'deps'>,
  holdings: readonly Holding[],
  equity: Cents,
): readonly CombinedHoldings[] =>
  combinationsOf(
    state,
    holdings.map(({ position }) => position),
  ).map((combination) => {
    const positions = combination.legs.map(({ position }) => position)
    const members = holdings.filter(({ position }) => positions.includes(position))
    return { members, record: combinationRecord(combination, members, equity) }
  })
