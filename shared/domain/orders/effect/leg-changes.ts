import type { Position } from '../../account/account.js'
import { singleLegPositions } from '../../account/single-leg-positions.js'
import {
  abs,
  add,
  dec,
  div,
  gt,
  isNegative,
  isZero,
  mul,
  neg,
  sum,
  ZERO,
  type Decimal,
  type Price,
  type Quantity,
} from '../../decimal.js'
import type { TradingSymbol } from '../../ids.js'
import {
  legInstrumentKey,
  orderInstrumentKey,
  positionInstrumentKey,
  type InstrumentKey,
  type OptionTerms,
} from '../../instruments/instrument-key.js'
import { parseOcc } from '../../instruments/option.js'
import type { OrderDraft } from '../order.js'
import { STANDARD_MULTIPLIER } from '../strategy-payoff.js'

/** What a fill does to one instrument. */
export interface LegChange {
  readonly key: InstrumentKey | null
  readonly symbol: TradingSymbol
  /** The terms of an option; null for shares and other products. */
  readonly option: OptionTerms | null
  /** What is held before, signed; zero where it is not known. */
  readonly before: Decimal
  /** By how much the fill changes it, signed. */
  readonly change: Decimal
  readonly after: Decimal
  /** The average cost of what is held; null without one. */
  readonly averageCost: Price | null
  /** The price of what is held; null without one. */
  readonly mark: Price | null
  readonly multiplier: Decimal
}

/**
 * What an order is to the position. `roll`: it closes options of one expiration and opens as many
 * of the same type in another; `mixed`: it closes some legs and opens others.
 */
export type EffectKind = 'open' | 'add' | 'reduce' | 'close' | 'flip' | 'roll' | 'mixed'

const ONE = dec('1')
const PLACES = 12

/** One instrument of an order, and how many units of it the order trades. */
interface OrderedLeg extends Pick<LegChange, 'key' | 'symbol' | 'option' | 'multiplier'> {
  readonly change: Decimal
}

/** Returns the option that a symbol alone names. */
function optionOfSymbol(symbol: string): OptionTerms | null {
  const occ = parseOcc(symbol)
  return occ === null
    ? null
    : { type: occ.type, strike: occ.strike as Price, expiration: occ.expiration }
}

const signed = (side: OrderDraft['side'], units: Decimal): Decimal =>
  side === 'buy' ? units : neg(units)

/** What tells which instruments an order trades. */
type OrderedDraft = Pick<OrderDraft, 'accountId' | 'assetClass' | 'symbol' | 'side' | 'terms'>

function orderedLegs(
  draft: OrderedDraft,
  units: Quantity,
  sized: Quantity | null,
  multiplier: Decimal,
): readonly OrderedLeg[] {
  const legs = draft.terms?.legs ?? []
  if (legs.length === 0) {
    const option = draft.assetClass === 'option' ? optionOfSymbol(draft.symbol) : null
    return [
      {
        key: orderInstrumentKey({
          ...draft,
          terms: { ...draft.terms, outcome: draft.terms?.outcome ?? 'yes' },
        }),
        symbol: draft.symbol,
        option,
        change: signed(draft.side, units),
        multiplier: draft.assetClass === 'option' ? STANDARD_MULTIPLIER : multiplier,
      },
    ]
  }
  return legs.map((leg) => {
    // The legs count the whole order; a part of it trades a part of each.
    const open =
      sized === null || isZero(sized)
        ? leg.quantity
        : div(mul(leg.quantity, units), sized, PLACES, 'half-even')
    return {
      key: legInstrumentKey(leg),
      symbol: leg.symbol,
      option: leg.option,
      change: signed(leg.side, open ?? leg.quantity),
      multiplier: leg.option === null ? ONE : STANDARD_MULTIPLIER,
    }
  })
}

/** How much of an order fills, and the positions that it changes. */
interface OrderFill {
  /** The size that it still trades; null where it is not known. */
  readonly units: Quantity | null
  /** The size that it trades with the part that has filled. */
  readonly sized: Quantity | null
  readonly positions: readonly Position[] | null
  /** Of the contract: the broker reports none with a position in futures. */
  readonly multiplier: Decimal
}

/** Returns what a fill does to each instrument of an order; empty while its size is not known. */
export function changesOfOrder(
  draft: OrderedDraft,
  { units, sized, positions, multiplier }: OrderFill,
): readonly LegChange[] {
  if (units === null) return []
  const singles = (positions ?? [])
    .filter(({ accountId }) => accountId === draft.accountId)
    .flatMap((position) =>
      (position.legs ?? []).length === 0 ? [position] : (singleLegPositions(position) ?? []),
    )
  return orderedLegs(draft, units, sized, multiplier).map((leg) => {
    const legPositions = singles.filter(
      (position) => leg.key !== null && positionInstrumentKey(position) === leg.key,
    )
    const before = sum<Decimal>(legPositions.map(({ quantity }) => quantity))
    const [first] = legPositions
    return {
      ...leg,
      before,
      after: add<Decimal>(before, leg.change),
      averageCost:
        legPositions.length === 1 ? (first?.averageCost ?? null) : averageOf(legPositions),
      mark: first?.lastPrice ?? null,
      multiplier: first?.multiplier ?? leg.multiplier,
    }
  })
}

/** Returns the average cost of several positions in one instrument. */
function averageOf(positions: readonly Position[]): Price | null {
  const units = sum<Quantity>(positions.map(({ quantity }) => quantity))
  const costs = positions.map(({ quantity, averageCost }) =>
    averageCost === null ? null : mul(quantity, averageCost),
  )
  const known = costs.filter((cost) => cost !== null)
  return known.length < costs.length || positions.length === 0
    ? null
    : (div(sum<Decimal>(known), units, PLACES, 'half-even') as Price | null)
}

/** True when a change only makes what is held smaller. */
export const isReducing = ({ before, change }: LegChange): boolean =>
  !isZero(before) &&
  isNegative(before) !== isNegative(change) &&
  !gt(abs<Decimal>(change), abs<Decimal>(before))

/** True when a change closes what is held and opens the opposite. */
const isFlip = ({ before, change }: LegChange): boolean =>
  !isZero(before) &&
  isNegative(before) !== isNegative(change) &&
  gt(abs<Decimal>(change), abs<Decimal>(before))

function kindOfOne(change: LegChange): EffectKind {
  if (isZero(change.before)) return 'open'
  if (isFlip(change)) return 'flip'
  if (!isReducing(change)) return 'add'
  return isZero(change.after) ? 'close' : 'reduce'
}

/** True for a leg that closes and one that opens the same options in another expiration. */
function isRoll(changes: readonly LegChange[]): boolean {
  const [closed, opened] = [changes.filter(isReducing), changes.filter((leg) => !isReducing(leg))]
  return (
    closed.length > 0 &&
    closed.length === opened.length &&
    closed.every(
      (old) =>
        old.option !== null &&
        opened.some(
          (fresh) =>
            fresh.option?.type === old.option?.type &&
            fresh.option?.expiration !== old.option?.expiration &&
            isZero(add<Decimal>(fresh.change, old.change)) &&
            isNegative(fresh.change) === isNegative(old.before),
        ),
    )
  )
}

/** Returns what an order is to the position. */
export function kindOf(changes: readonly LegChange[]): EffectKind {
  const [only, ...more] = changes
  if (only === undefined) return 'open'
  if (more.length === 0) return kindOfOne(only)
  const kinds = changes.map(kindOfOne)
  if (kinds.every((kind) => kind === 'close')) return 'close'
  if (changes.every(isReducing)) return 'reduce'
  if (kinds.every((kind) => kind === 'open')) return 'open'
  if (kinds.every((kind) => kind === 'add')) return 'add'
  if (isRoll(changes)) return 'roll'
  return kinds.some((kind) => kind === 'close' || kind === 'reduce' || kind === 'flip')
    ? 'mixed'
    : 'open'
}

/** Returns the part of each leg that is opened, signed. */
export function openedPart({ before, change }: LegChange): Decimal {
  if (isZero(before) || isNegative(before) === isNegative(change)) return change
  const left = abs<Decimal>(change)
  const closed = abs<Decimal>(before)
  const opened = gt(left, closed) ? add<Decimal>(left, neg(closed)) : ZERO
  return isNegative(change) ? neg(opened) : opened
}
