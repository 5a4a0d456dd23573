import { oldestPrice, type Balance, type Position } from '../../../shared/domain/account/account.js'
import { greatestCommonDivisor } from '../../../shared/domain/greatest-common-divisor.js'
import { groupsOf } from '../../../shared/domain/group-by.js'
import { CurrencyTotals } from '../../../shared/domain/account/currency-amounts.js'
import {
  abs,
  asPrice,
  asQuantity,
  decimalText,
  div,
  fromInteger,
  isNegative,
  mul,
  neg,
  sub,
  toInteger,
  type Money,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { earliestOf, type EpochMs } from '../../../shared/domain/time.js'
import {
  underlyingKey,
  underlyingSymbol,
} from '../../../shared/domain/instruments/instrument-key.js'
import { parseOcc } from '../../../shared/domain/instruments/option.js'
import type { NamedStrategy } from '../../../shared/domain/orders/strategies.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'
import { positionInstrument } from '../../format/instrument-name.js'
import { ticketInstrument } from '../../format/ticket-symbol.js'
import { openPanel } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import type { RowStore } from '../../stores/row-store.js'
import {
  MAX_LEGS,
  strategyBuilderOf,
  strategyOf,
  type BuilderLeg,
} from '../../stores/submit/strategy.js'

/** Positions of one account that together are a strategy which the provider names. */
export interface PositionGroup {
  readonly key: string
  readonly named: NamedStrategy
  /** The legs as they are held. */
  readonly legs: readonly BuilderLeg[]
  readonly units: bigint
  readonly members: readonly Position[]
}

/** The first part of the key of every group. */
const GROUP = 'group'

/** True for the row of a group. */
export const isGroup = ({ positionId }: Position): boolean => positionId.startsWith(`${GROUP}/`)

/** A position as a leg: options by contract, shares by the hundred. */
interface Held {
  readonly position: Position
  readonly contract: Symbol
  readonly expiration: string | null
  readonly count: bigint
}

function heldOf(position: Position): Held | null {
  const { assetClass, quantity } = position
  const units = toInteger(abs(quantity), 0)
  if (units === null || units === 0n) return null
  if (assetClass === 'stock') {
    const hundred = toInteger(STANDARD_MULTIPLIER, 0) ?? 1n
    if (units % hundred !== 0n) return null
    return {
      position,
      contract: underlyingSymbol(position),
      expiration: null,
      count: units / hundred,
    }
  }
  if (assetClass !== 'option') return null
  const contract = ticketInstrument(positionInstrument(position))?.symbol
  const occ = contract === undefined ? null : parseOcc(contract)
  return contract === undefined || occ === null
    ? null
    : { position, contract, expiration: occ.expiration, count: units }
}

function groupOf(heldLegs: readonly Held[]): PositionGroup | null {
  const [first] = heldLegs
  const options = heldLegs.filter(({ expiration }) => expiration !== null)
  if (first === undefined || options.length === 0) return null
  if (heldLegs.length < 2 || heldLegs.length > MAX_LEGS) return null
  const units = heldLegs.map(({ count }) => count).reduce(greatestCommonDivisor)
  const legs = heldLegs.map(
    ({ position, contract, count }): BuilderLeg => ({
      symbol: contract,
      underlying: underlyingSymbol(position),
      side: isNegative(position.quantity) ? 'sell' : 'buy',
      ratio: Number(count / units),
    }),
  )
  const named = strategyOf(legs)
  if (named === null || named.strategy === 'single') return null
  const members = heldLegs.map(({ position }) => position)
  const key = [GROUP, first.position.accountId, ...members.map(({ positionId }) => positionId)]
  return { key: key.join('/'), named, legs, units, members }
}

/**
 * Returns the strategies among the positions: all options of an underlying with its shares, without
 * them, or of one expiration. A position is in one group at most.
 */
export function positionGroups(positions: readonly Position[]): readonly PositionGroup[] {
  const held = positions.map(heldOf).filter((entry) => entry !== null)
  return groupsOf(
    held,
    ({ position }) => `${position.accountId} ${underlyingKey(position)}`,
  ).flatMap((ofUnderlying) => {
    const options = ofUnderlying.filter(({ expiration }) => expiration !== null)
    const complete = groupOf(ofUnderlying) ?? groupOf(options)
    if (complete !== null) return [complete]
    return groupsOf(options, ({ expiration }) => expiration ?? '').flatMap(
      (ofDay) => groupOf(ofDay) ?? [],
    )
  })
}

/** Decimal places of a net price. */
const PRICE_PLACES = 4
const RATIO_PLACES = 6

/** Divides an amount among the shares of a unit: the net price of the whole strategy. */
function netPrice(amount: Money | null, quantity: Quantity): Price | null {
  const shares = mul(quantity, STANDARD_MULTIPLIER)
  const price = amount === null ? null : div(amount, shares, PRICE_PLACES, 'half-even')
  return price === null ? null : asPrice(price)
}

/** Returns the earliest moment of figures that stand still; null while all follow the prices. */
export function earliestMoment(members: readonly Position[]): EpochMs | null {
  return earliestOf(members.map(({ valuedAt }) => valuedAt))
}

/**
 * Returns since when the sum of an account's positions stands still; null while it follows the
 * prices. A fill that opens a position stops no row, but the account's own figures (REL-41).
 */
export const sumMoment = (
  positions: readonly Position[],
  balance: Pick<Balance, 'valuedAt'> | null,
): EpochMs | null => earliestOf([earliestMoment(positions), balance?.valuedAt])

/**
 * Returns the row of a group: its units, the sums of its members' figures, and the net prices that
 * follow from them.
 */
export function groupRow({ key, named, units, members }: PositionGroup): Position {
  const [first] = members
  if (first === undefined) throw new Error('a group has members')
  const count = fromInteger(units)
  const quantity = asQuantity(named.side === 'sell' ? neg(count) : count)
  const sumOf = (pick: (position: Position) => Position['marketValue']) =>
    CurrencyTotals.sumOf(
      members.map((member) => ({ currency: member.currency, amount: pick(member) })),
    ).only(first.currency)
  const value = sumOf(({ marketValue }) => marketValue)
  const open = sumOf(({ unrealizedPnl }) => unrealizedPnl)
  const cost = value === null || open === null ? null : sub(value, open)
  return {
    ...first,
    positionId: key,
    assetClass: 'option',
    quantity,
    averageCost: netPrice(cost, quantity),
    lastPrice: netPrice(value, quantity),
    pricedAt: oldestPrice(members),
    valuedAt: earliestMoment(members) ?? undefined,
    marketValue: value,
    dayPnl: sumOf(({ dayPnl }) => dayPnl),
    unrealizedPnl: open,
    unrealizedPnlRatio:
      open === null || cost === null ? null : div(open, abs(cost), RATIO_PLACES, 'half-even'),
    strategy: named.strategy,
    legs: members.flatMap(({ legs }) => legs ?? []),
  }
}

/** What a table of positions reads of its store. */
export type PositionStore = Pick<RowStore<string, Position>, 'get' | 'onRow'>

/** The positions of a table: where their figures of now are, and under which key. */
export interface PositionSource {
  readonly store: PositionStore
  readonly keyOf: (position: Position) => string
}

/** Returns a store that also has the rows of the groups, with the sums of now. */
export function withGroups(
  store: PositionStore,
  groups: readonly PositionGroup[],
  keyOf: (position: Position) => string,
): PositionStore {
  const groupsByKey = new Map(groups.map((group) => [group.key, group]))
  return {
    get(key) {
      const group = groupsByKey.get(key)
      if (group === undefined) return store.get(key)
      const members = group.members.map((member) => store.get(keyOf(member)) ?? member)
      return groupRow({ ...group, members })
    },
    onRow(key, listener) {
      const group = groupsByKey.get(key)
      if (group === undefined) return store.onRow(key, listener)
      const stops = group.members.map((member) => store.onRow(keyOf(member), listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** Prepares the one order that closes the whole strategy, to be reviewed before it is sent. */
export function prepareGroupClose(mainWindow: MainWindow, { legs, units }: PositionGroup): void {
  strategyBuilderOf(mainWindow).set(
    legs.map((leg) => ({ ...leg, side: leg.side === 'buy' ? 'sell' : 'buy' })),
    decimalText(fromInteger(units)),
  )
  openPanel(mainWindow.layout, 'strategy')
}
