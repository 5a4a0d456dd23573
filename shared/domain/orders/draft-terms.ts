import {
  asQuantity,
  dec,
  decimalText,
  div,
  isZero,
  mul,
  significantScale,
  toInteger,
  toScale,
  type Decimal,
  type Quantity,
} from '../decimal.js'
import type { Combo, DraftLeg, DraftTerms, OrderLeg, OrderTerms } from './order-terms.js'
import type { OrderDraft } from './order.js'

/** Decimal places of a leg's ratio to its order; legs are small whole multiples of it. */
const RATIO_PLACES = 10
/** Shares per contract: a combination with shares is priced per share, as an option is. */
export const SHARES_A_UNIT = dec('100')

/**
 * Returns the order terms of a draft that is about to be sent; undefined for a plain order. Legs
 * are numbered as the provider numbers them.
 * @param combo its place among linked orders; null when it has none
 */
export function termsOfDraft(
  { terms, expireDate }: Pick<OrderDraft, 'terms' | 'expireDate'>,
  combo: Combo | null = null,
): OrderTerms | undefined {
  if (terms === undefined && expireDate === null && combo === null) return undefined
  const { strategy, legs, intent, legging, algo, outcome, tradeMode, rolls } = terms ?? {}
  return {
    combo,
    ...(rolls === undefined ? {} : { rolls }),
    strategy: strategy ?? null,
    intent: intent ?? null,
    outcome: outcome ?? null,
    tradeMode: tradeMode ?? null,
    expireDate,
    legs: (legs ?? []).map((leg, index) => ({
      legId: String(index + 1),
      symbol: leg.symbol,
      side: leg.side,
      quantity: leg.quantity,
      option:
        leg.option === null
          ? null
          : { ...leg.option, style: null, multiplier: null, deliverable: null },
    })),
    legging:
      legging === undefined
        ? null
        : {
            direction: legging.direction,
            positionId: legging.positionId,
            strategy: legging.strategy ?? null,
          },
    algo:
      algo === undefined
        ? null
        : {
            kind: algo.kind,
            targetPercent: algo.targetPercent ?? null,
            maxPercent: algo.maxPercent ?? null,
            start: algo.start ?? null,
            end: algo.end ?? null,
          },
  }
}

function draftLeg({ symbol, side, quantity, option }: OrderLeg): DraftLeg | null {
  if (side === 'unknown' || side === 'short') return null
  if (option === null) return { symbol, side, quantity, option: null }
  const { type, strike, expiration } = option
  return type === null || type === 'unknown' || strike === null || expiration === null
    ? null
    : { symbol, side, quantity, option: { type, strike, expiration } }
}

/**
 * Returns a member's value, undefined when it is absent. `known` is false for an unpublished value,
 * which must not be used.
 */
const knownValue = <T>(
  value: T | 'unknown' | null,
): { readonly known: boolean; readonly value: T | undefined } => ({
  known: value !== 'unknown',
  value: value === null || value === 'unknown' ? undefined : value,
})

/**
 * Converts the terms of an order back to those of a draft; undefined for a plain order, null when a
 * part is not understood and the order therefore cannot be checked.
 */
export function draftTermsOf(terms: OrderTerms | undefined): DraftTerms | undefined | null {
  if (terms === undefined) return undefined
  const [strategy, intent, outcome, tradeMode] = [
    knownValue(terms.strategy),
    knownValue(terms.intent),
    knownValue(terms.outcome),
    knownValue(terms.tradeMode),
  ]
  const legs = terms.legs.map(draftLeg)
  const readLegs = legs.filter((leg) => leg !== null)
  if (
    !strategy.known ||
    !intent.known ||
    !outcome.known ||
    !tradeMode.known ||
    readLegs.length < legs.length
  ) {
    return null
  }
  const { algo, legging } = terms
  const [kind, direction, becomes] = [
    knownValue(algo?.kind ?? null),
    knownValue(legging?.direction ?? null),
    knownValue(legging?.strategy ?? null),
  ]
  if (
    !kind.known ||
    !direction.known ||
    !becomes.known ||
    (direction.value !== undefined && (legging?.positionId ?? null) === null)
  ) {
    return null
  }
  const newTerms: DraftTerms = {
    ...(strategy.value === undefined ? {} : { strategy: strategy.value }),
    ...(readLegs.length === 0 ? {} : { legs: readLegs }),
    ...(intent.value === undefined ? {} : { intent: intent.value }),
    ...(direction.value === undefined
      ? {}
      : {
          legging: {
            direction: direction.value,
            positionId: legging?.positionId ?? '',
            strategy: becomes.value,
          },
        }),
    ...(kind.value === undefined
      ? {}
      : {
          algo: {
            kind: kind.value,
            targetPercent: algo?.targetPercent ?? undefined,
            maxPercent: algo?.maxPercent ?? undefined,
            start: algo?.start ?? undefined,
            end: algo?.end ?? undefined,
          },
        }),
    ...(outcome.value === undefined ? {} : { outcome: outcome.value }),
    ...(tradeMode.value === undefined ? {} : { tradeMode: tradeMode.value }),
    ...(terms.rolls === undefined ? {} : { rolls: terms.rolls }),
  }
  return Object.keys(newTerms).length === 0 ? undefined : newTerms
}

/**
 * Scales the legs when the quantity of their order changes, at unchanged ratios. Null when a leg
 * would not be a whole number.
 */
export function scaledLegs(
  legs: readonly DraftLeg[],
  from: Quantity,
  to: Quantity,
): readonly DraftLeg[] | null {
  if (isZero(from)) return null
  const scaled = legs.map((leg) => ({
    ...leg,
    quantity: asQuantity(
      div(mul(leg.quantity, to), from, RATIO_PLACES, 'half-even') ?? leg.quantity,
    ),
  }))
  return scaled.every(({ quantity }) => toInteger(quantity, 0) !== null)
    ? scaled.map((leg) => ({
        ...leg,
        quantity: toScale(leg.quantity, significantScale(leg.quantity), 'down'),
      }))
    : null
}

/** Returns one canonical text for equal terms: absent equals undefined, and 1 equals 1.00. */
function canonical(terms: DraftTerms | undefined): string {
  const number = (value: Decimal | undefined): string | null =>
    value === undefined ? null : decimalText(toScale(value, significantScale(value), 'down'))
  const { strategy, legs, intent, legging, algo, outcome, tradeMode } = terms ?? {}
  return JSON.stringify([
    strategy ?? null,
    intent ?? null,
    outcome ?? null,
    tradeMode ?? null,
    (legs ?? []).map((leg) => [
      leg.symbol,
      leg.side,
      number(leg.quantity),
      leg.option === null
        ? null
        : [leg.option.type, number(leg.option.strike), leg.option.expiration],
    ]),
    legging === undefined
      ? null
      : [legging.direction, legging.positionId, legging.strategy ?? null],
    algo === undefined
      ? null
      : [
          algo.kind,
          number(algo.targetPercent),
          number(algo.maxPercent),
          algo.start ?? null,
          algo.end ?? null,
        ],
  ])
}

/** True when both have the same content, whatever the notation of their numbers. */
export const sameTerms = (a: DraftTerms | undefined, b: DraftTerms | undefined): boolean =>
  canonical(a) === canonical(b)

/**
 * Returns the quantity of a leg per unit of its order: contracts, or hundreds of shares. Null when
 * the order has no size.
 */
export function legRatio(leg: DraftLeg, units: Quantity): Decimal | null {
  const perUnit = div(leg.quantity, units, RATIO_PLACES, 'half-even')
  if (perUnit === null || leg.option !== null) return perUnit
  return div(perUnit, SHARES_A_UNIT, RATIO_PLACES, 'half-even')
}
