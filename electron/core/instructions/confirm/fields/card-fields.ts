import {
  abs,
  asMoney,
  dec,
  div,
  gt,
  isZero,
  maxOf,
  mul,
  parseDecimal,
  sub,
  sum,
  isNegative,
  significantScale,
  toScale,
  trim,
  ZERO,
  type Decimal,
  type Money,
  type Price,
} from '../../../../../shared/domain/decimal.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { ComboMember, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import type { CardField, CardPayoff } from '../../../../../shared/domain/instructions/card.js'
import type { Bound, OrderEffect } from '../../../../../shared/domain/orders/effect/effect-types.js'
import {
  fillPrice,
  trailLevel,
  WIDE_TRAIL,
} from '../../../../../shared/domain/orders/effect/likely-order.js'
import { marginGrowth } from '../../../../../shared/domain/orders/effect/option-effect.js'
import {
  differentMargins,
  overnightLack,
} from '../../../../../shared/domain/orders/effect/stock-margin.js'
import { cardEffect } from '../../policy/card-effect.js'
import { resultingDraft, resultingDrafts, subjectOf } from '../../requests/action.js'
import { limitDistance, stopDistance, type PriceDistance } from '../../policy/price-distance.js'
import type { CardFacts, PolicyVerdict } from '../../policy/policy-types.js'
import { isGroup } from '../../requests/order-changes.js'
import { foreign, message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'

/**
 * The estimate of an order: the broker's preview, or Countersign's own where there is none. `cost`
 * is null when no price is known.
 */
export interface Estimate {
  readonly cost: Money | null
  readonly fees: Money | null
  readonly currency: string
  readonly source: Message
  /** The reason why a requested broker preview is missing. */
  readonly problem: Message | null
}

export const field = (
  id: string,
  label: Message,
  value: Message,
  more: Partial<CardField> = {},
): CardField => ({
  before: null,
  mark: 'none',
  source: null,
  ...more,
  id,
  label,
  value,
})

const HUNDRED = dec('100')
/** Amounts are shown in cents, and a digit that is not shown must not change the digest. */
const CENTS = 2
/** The text in place of an unknown value. */
export const NOT_KNOWN = message('card.notKnown')
/** The source of a number that Countersign calculates itself. */
export const OWN_ESTIMATE = message('card.estimate')
/** Returns an amount in cents. */
export const moneyValue = (amount: Decimal, currency = 'USD'): Message =>
  message('card.money', { amount: toScale(amount, CENTS, 'half-up'), currency })
/** Returns a profit or loss in cents, with its sign. */
export const resultValue = (amount: Decimal, currency = 'USD'): Message =>
  message('card.result', { amount: toScale(amount, CENTS, 'half-up'), currency })
/** Returns a number without needless zeros. */
export const numberValue = (number: Decimal): Message =>
  message('card.number', { number: trim(number) })
/** Returns the places of the instrument's increment, which every price of a card has (REL-45). */
export const stepPlaces = ({ tick }: Pick<CardFacts, 'tick'>): { readonly places?: number } =>
  tick == null ? {} : { places: significantScale(tick) }

/** Returns a price with the places of the instrument's increment, so that those of a card align. */
const priceValue = (price: Decimal, tick: Decimal | null): Message =>
  message('card.price', { price: trim(price), ...stepPlaces({ tick }) })

/** Returns a part in percent with one place; null of nothing. */
export const percentOf = (part: Decimal, total: Decimal): Decimal | null => {
  const percent = isZero(total) ? null : div(mul(part, HUNDRED), total, 1, 'half-up')
  return percent === null ? null : trim(percent)
}

/** Returns the fields for cost or proceeds, fees and maximum loss (CONFIRM-22, CONFIRM-23). */
export function moneyFields(
  action: InstructionAction,
  facts: CardFacts,
  estimate: Estimate,
  verdict: PolicyVerdict,
): CardField[] {
  if (action.kind === 'cancel') return []
  const effect = cardEffect(action, facts, estimate)
  const { currency, source } = estimate
  const fields = [
    ...costFields(action, effect, estimate),
    field(
      'fees',
      message('card.fees'),
      estimate.fees === null ? NOT_KNOWN : moneyValue(estimate.fees, currency),
      { source },
    ),
  ]
  if (estimate.problem !== null) {
    fields.push(
      field('problem', message('card.brokerPreview'), estimate.problem, { mark: 'warning' }),
    )
  }
  const multiplier = parseDecimal(facts.multiplier)
  if (facts.multiplier !== '1') {
    fields.push(
      field(
        'multiplier',
        message('card.multiplier'),
        multiplier === null ? NOT_KNOWN : numberValue(multiplier),
      ),
    )
  }
  return [
    ...fields,
    ...riskFields(action, effect, verdict),
    ...shareMarginFields(effect, facts, currency),
  ]
}

const isClosing = (effect: OrderEffect | null): boolean =>
  effect !== null && (effect.kind === 'close' || effect.kind === 'reduce')

/** Returns what is paid or received; of a future its margin beside the value of the contracts. */
function costFields(
  action: InstructionAction,
  effect: OrderEffect | null,
  { cost, currency, source, problem }: Estimate,
): CardField[] {
  const { side, assetClass } = subjectOf(action)
  const mark = cost === null || problem !== null ? 'warning' : 'none'
  if (assetClass === 'futures' && !isGroup(action)) {
    const value = effect?.value ?? null
    // Of an order beyond the position only the rest takes a margin.
    const margin = effect?.kind === 'flip' ? (effect.margin?.after ?? null) : cost
    return [
      field(
        'contract-value',
        message('card.contractValue'),
        value === null ? NOT_KNOWN : moneyValue(value, currency),
        { source: OWN_ESTIMATE },
      ),
      isClosing(effect)
        ? field('cost', message('card.marginReleased'), releasedMargin(effect), { source, mark })
        : field(
            'cost',
            message('card.futuresMargin'),
            margin === null ? NOT_KNOWN : moneyValue(margin, currency),
            { source, mark },
          ),
    ]
  }
  const label = isGroup(action)
    ? message('card.groupValue')
    : side === 'buy'
      ? message('card.cost')
      : message('card.proceeds')
  // A trailing stop sells at its own level, and a replaced order trades what is still open.
  const isOwn = effect !== null && (isTrailing(action) || isPartlyFilled(action))
  const shown = isOwn ? effect.value : cost
  return [
    field('cost', label, shown === null ? NOT_KNOWN : moneyValue(shown, currency), {
      source: isOwn ? message(isTrailing(action) ? 'card.atTrigger' : 'card.openPart') : source,
      mark,
    }),
  ]
}

const isTrailing = (action: InstructionAction): boolean =>
  (resultingDraft(action)?.trail ?? null) !== null
const isPartlyFilled = (action: InstructionAction): boolean =>
  action.kind === 'replace' && !isZero(action.before.filledQuantity)

function releasedMargin(effect: OrderEffect | null): Message {
  const { before = null, after = null } = effect?.margin ?? {}
  return before === null || after === null ? NOT_KNOWN : moneyValue(sub<Decimal>(before, after))
}

/**
 * Returns the fields for maximum loss and gain, and for what counts against the limits
 * (CONFIRM-40).
 */
function riskFields(
  action: InstructionAction,
  effect: OrderEffect | null,
  verdict: PolicyVerdict,
): CardField[] {
  return [
    ...lossFields(action, effect, verdict),
    ...gainFields(effect),
    ...(effect === null || effect.realized === null
      ? []
      : [
          field('realized', message('card.realized'), resultValue(effect.realized), {
            source: message('card.afterFees'),
          }),
        ]),
    ...coverFields(action, effect),
    ...marginFields(action, effect, verdict),
    ...countedFields(verdict),
  ]
}

const boundField = (id: string, label: Message, bound: Bound | null): CardField[] =>
  bound === null
    ? []
    : [
        field(id, label, bound === 'unlimited' ? message('card.unlimited') : moneyValue(bound), {
          source: OWN_ESTIMATE,
        }),
      ]

/** The maximum loss of what the order opens, fees included; nothing for one that closes. */
function lossFields(
  action: InstructionAction,
  effect: OrderEffect | null,
  verdict: PolicyVerdict,
): CardField[] {
  if (isClosing(effect) && verdict.maxLoss !== null) return []
  const label = message('card.maxLoss')
  if (verdict.maxLoss === null || effect?.maxLoss === 'unlimited') {
    return [
      field('worst', label, message('card.unlimited'), { mark: 'warning', source: OWN_ESTIMATE }),
    ]
  }
  const { assetClass } = subjectOf(action)
  if (assetClass === 'stock' || assetClass === 'crypto') return []
  return boundField('worst', label, effect?.maxLoss ?? openedPart(verdict.maxLoss, effect))
}

/** Returns the part of an amount of a whole order that belongs to what it opens. */
function openedPart(amount: Money, effect: OrderEffect | null): Money {
  const [change, ...others] = effect?.changes ?? []
  if (change === undefined || others.length > 0) return amount
  const { before, after } = change
  if (isZero(before) || isZero(after) || isNegative(before) === isNegative(after)) return amount
  const part = div(mul(amount, abs(after)), abs(change.change), CENTS, 'half-up')
  return part === null ? amount : asMoney(part)
}

/** The maximum gain of what the order opens; of a calendar nobody knows it. */
function gainFields(effect: OrderEffect | null): CardField[] {
  const label = message('card.maxGain')
  if (effect === null || effect.maxGain !== null || effect.maxLoss === null) {
    return boundField('gain', label, effect?.maxGain ?? null)
  }
  return [field('gain', label, message('card.gainOfLater'))]
}

/** The shares that cover the options which the order sells (CONFIRM-48). */
function coverFields(action: InstructionAction, effect: OrderEffect | null): CardField[] {
  if (effect === null || effect.cover === null) return []
  const { symbol } = subjectOf(action)
  return [
    field('cover', message('card.cover'), message('card.coveredBy', { ...effect.cover, symbol })),
  ]
}

/** The margin of an order that sells options; the broker's preview has none. */
function marginFields(
  action: InstructionAction,
  effect: OrderEffect | null,
  verdict: PolicyVerdict,
): CardField[] {
  const draft = resultingDraft(action)
  if (draft === null || effect === null || draft.assetClass !== 'option') return []
  const sells = effect.changes.some(({ option, after }) => option !== null && isNegative(after))
  if (!sells || verdict.reduces === true || isClosing(effect)) return []
  const growth = marginGrowth(effect.margin)
  return [
    growth === null
      ? field('margin', message('card.margin'), message('card.brokerDecides'))
      : field('margin', message('card.margin'), moneyValue(maxOf<Decimal>(growth, ZERO)), {
          source: message('card.marginSource'),
        }),
  ]
}

/**
 * The margin of the shares after the order for the day and for what is held beyond it, where they
 * differ. The latter is marked where the account's equity does not suffice for it.
 */
function shareMarginFields(
  effect: OrderEffect | null,
  { balance }: CardFacts,
  currency: string,
): CardField[] {
  const margins = effect === null ? null : differentMargins(effect)
  if (effect === null || margins === null) return []
  const mark = overnightLack(effect, balance) === null ? 'none' : 'warning'
  return [
    field('margin-day', message('card.dayMargin'), moneyValue(margins.day, currency), {
      source: OWN_ESTIMATE,
    }),
    field(
      'margin-overnight',
      message('card.overnightMargin'),
      moneyValue(margins.overnight, currency),
      { source: OWN_ESTIMATE, mark },
    ),
  ]
}

function countedFields(verdict: PolicyVerdict): CardField[] {
  if (verdict.basis === undefined) return []
  return [
    field(
      'counted',
      message('card.counts'),
      verdict.reduces === true ? message('card.reducesRisk') : moneyValue(verdict.exposure),
      { source: verdict.basis },
    ),
  ]
}

/**
 * Returns the payoff of the position that an order of options opens, for the picture; null where it
 * opens none, and where maximum loss and gain are not exact.
 */
export function cardPayoff(
  action: InstructionAction,
  facts: CardFacts,
  estimate: Estimate,
): CardPayoff | null {
  const payoff = cardEffect(action, facts, estimate)?.payoff ?? null
  if (payoff === null) return null
  const { points, slope, breakEvens } = payoff
  return {
    points: points.map(({ price, result }) => ({
      price,
      result: toScale<Money>(result, CENTS, 'half-up'),
    })),
    slope,
    breakEvens,
  }
}

/**
 * Formats the session. Products other than stocks and options have no regular and extended hours.
 */
const formatSession = (
  session: CardFacts['session'],
  { assetClass }: Pick<OrderDraft, 'assetClass'>,
): Message =>
  message('card.session', {
    session:
      (assetClass === 'futures' || assetClass === 'crypto' || assetClass === 'event') &&
      session === 'regular'
        ? 'open'
        : session,
  })

/**
 * Formats the distance of a limit, for example "1.99 (0.7%) through the market". A limit at or
 * beyond the opposite quote fills at once.
 */
function formatDistance(
  { away, percent, ticks, money }: PriceDistance,
  facts: Pick<CardFacts, 'tick'>,
): Message {
  if (isZero(away)) return message('card.atMarket')
  return message('card.distance', {
    distance: trim(abs<Decimal>(away)),
    percent: percent === null ? null : trim(percent),
    ticks,
    money,
    through: isNegative(away),
    ...stepPlaces(facts),
  })
}

/** True for an order that another one starts. */
const startsLater = (member: ComboMember | undefined): boolean =>
  member?.role === 'oto' || member?.role === 'otoco'

/** Returns the present level of a trailing stop and its distance (CONFIRM-49). */
function trailFields(action: InstructionAction, facts: CardFacts): CardField[] {
  return resultingDrafts(action).flatMap((draft, index) => {
    const found = draft === null ? null : trailLevel(draft, facts.price)
    if (found === null) return []
    const { level, distance, share } = found
    const percent = trim(toScale(mul(share, HUNDRED), 1, 'half-up'))
    return [
      field(
        isGroup(action) ? `trail-${index + 1}` : 'trail',
        isGroup(action) ? message('card.stopOf', { index: index + 1 }) : message('card.stopNow'),
        message('card.trailLevel', {
          level,
          distance,
          percent,
          ...stepPlaces(facts),
        }),
        { mark: gt(share, WIDE_TRAIL) ? 'warning' : 'none' },
      ),
    ]
  })
}

/** The code of an event market, which the line names in words (CONFIRM-50). */
function codeFields(action: InstructionAction): readonly CardField[] {
  const { assetClass, symbol } = subjectOf(action)
  return assetClass === 'event'
    ? [field('code', message('card.contractCode'), foreign(symbol))]
    : []
}

/** Returns the market data and the distance of the limit (CONFIRM-24). */
export function marketFields(action: InstructionAction, facts: CardFacts): CardField[] {
  const quote = facts.price
  const price = (value: Price | null | undefined): Message =>
    value === null || value === undefined ? NOT_KNOWN : priceValue(value, facts.tick)
  const fields = [
    ...codeFields(action),
    field('bid', message('card.bid'), price(quote?.bid)),
    field('ask', message('card.ask'), price(quote?.ask)),
    field('last', message('card.last'), price(quote?.last)),
  ]
  if (quote !== null && quote.bid !== null && quote.ask !== null) {
    fields.push(
      field('spread', message('card.spread'), priceValue(sub(quote.ask, quote.bid), facts.tick)),
    )
  }
  const group = isGroup(action)
  for (const [index, draft] of resultingDrafts(action).entries()) {
    // An order that starts later meets another market than that of now.
    if (draft === null || (action.kind === 'place' && startsLater(action.linked?.[index - 1]))) {
      continue
    }
    const [limit, stop] = [limitDistance(draft, facts), stopDistance(draft, facts)]
    if (limit !== null) {
      fields.push(
        field(
          group ? `distance-${index + 1}` : 'distance',
          group ? message('card.limitOf', { index: index + 1 }) : message('card.limit'),
          formatDistance(limit, facts),
        ),
      )
    }
    if (stop !== null) {
      fields.push(
        field(
          group ? `stop-${index + 1}` : 'stop',
          group ? message('card.stopOf', { index: index + 1 }) : message('card.stop'),
          formatDistance(stop, facts),
          { mark: isNegative(stop.away) ? 'warning' : 'none' },
        ),
      )
    }
  }
  fields.push(...trailFields(action, facts))
  fields.push(
    field('session', message('card.market'), formatSession(facts.session, subjectOf(action)), {
      mark: facts.session === 'closed' || facts.session === 'unknown' ? 'warning' : 'none',
    }),
  )
  return fields
}

/** Estimates the cost from the current quote; null when no price is known. */
export function estimateCost(
  action: InstructionAction,
  facts: Pick<CardFacts, 'price' | 'multiplier'>,
): Money | null {
  const multiplier = parseDecimal(facts.multiplier)
  const costs = resultingDrafts(action).map((draft) => {
    if (draft === null) return null
    if (draft.size.kind === 'amount') return draft.size.amount
    const price = fillPrice(draft, facts.price)
    return price === null || multiplier === null
      ? null
      : asMoney(mul(mul(price, draft.size.quantity), multiplier))
  })
  const known = costs.filter((cost) => cost !== null)
  return known.length < costs.length ? null : sum(known)
}
