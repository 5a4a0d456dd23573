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
import type { DraftLeg, DraftTerms, OrderLeg, OrderTerms } from './order-terms.js'
import type { OrderDraft } from './order.js'

/** Places of a leg's share in its order: legs are small whole multiples of it. */
const RATIO_PLACES = 10
/**
 * Shares that one contract stands for: a combination with shares is priced per share, as an option
 * is.
 */
export const SHARES_A_UNIT = dec('100')

/**
 * The terms of the row of an order that is about to be sent; undefined for a plain one. Legs are
 * numbered as the provider numbers them.
 */
export function termsOfDraft({
  terms,
  expireDate,
}: Pick<OrderDraft, 'terms' | 'expireDate'>): OrderTerms | undefined {
  if (terms === undefined && expireDate === null) return undefined
  const { strategy, legs, intent, legging, algo, outcome, tradeMode } = terms ?? {}
  return {
    combo: null,
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
 * A member that was told; null for a word that nobody has published, which nothing may be built on.
 */
const knownValue = <T>(
  value: T | 'unknown' | null,
): { readonly known: boolean; readonly value: T | undefined } => ({
  known: value !== 'unknown',
  value: value === null || value === 'unknown' ? undefined : value,
})

/**
 * What an order with these terms would be asked for as; undefined for a plain order, null when a
 * part of it is not understood and so
 * cannot be judged.
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
  const known = legs.filter((leg) => leg !== null)
  if (
    !strategy.known ||
    !intent.known ||
    !outcome.known ||
    !tradeMode.known ||
    known.length < legs.length
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
  const made: DraftTerms = {
    ...(strategy.value === undefined ? {} : { strategy: strategy.value }),
    ...(known.length === 0 ? {} : { legs: known }),
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
  }
  return Object.keys(made).length === 0 ? undefined : made
}

/**
 * The legs of an order whose quantity changes: each keeps its share. Null when a leg would not come
 * out whole.
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

/**
 * One spelling for every way to write the same terms: absent and undefined are one, and so are 1
 * and 1.00.
 */
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

/** True when both ask for the same, however their numbers are written. */
export const sameTerms = (a: DraftTerms | undefined, b: DraftTerms | undefined): boolean =>
  canonical(a) === canonical(b)

/**
 * How often a leg stands in one unit of its order: contracts a unit, or hundreds of shares. Null
 * when the order has no size.
 */
export function legRatio(leg: DraftLeg, units: Quantity): Decimal | null {
  const perUnit = div(leg.quantity, units, RATIO_PLACES, 'half-even')
  if (perUnit === null || leg.option !== null) return perUnit
  return div(perUnit, SHARES_A_UNIT, RATIO_PLACES, 'half-even')
}
