import { HOUR_MS, MINUTE_MS } from '../../../../shared/domain/time.js'
import { DEFAULT_LIMITS, needsFreshQuote } from '../../risk/risk-limits.js'
import { openingOf } from './market-sessions.js'
import {
  asMoney,
  dec,
  div,
  gt,
  gte,
  isNegative,
  isPositive,
  mul,
  toScale,
  ZERO_MONEY,
  type Decimal,
  type Money,
} from '../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { usesLimit } from '../../../../shared/domain/orders/order-types.js'
import { isMarketStyle } from '../../../../shared/domain/orders/product-rules.js'
import type { Danger } from '../../../../shared/domain/instructions/card.js'
import type { PolicyFacts, PolicyVerdict } from './policy-types.js'
import { type OrderExposure, quoteFor } from './exposure.js'
import { trailLevel, WIDE_TRAIL } from '../../../../shared/domain/orders/effect/likely-order.js'
import { limitDistance, wrongSideOf, type PriceDistance } from './price-distance.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/**
 * The share of the account's equity from which an order is dangerous, and from which it is in the
 * largest tier.
 */
export const LARGE_SHARE = dec('0.25')
export const LARGEST_SHARE = dec('0.5')
/**
 * The exposure in dollars from which an order is in the largest tier, whatever the account's
 * equity.
 */
export const LARGEST_EXPOSURE = asMoney(dec('100000'))
/** A limit this far through the market, as a fraction, is probably a mistake. */
export const FAR_THROUGH = dec('0.05')
/** A quote that was not confirmed for this long is stale, in ms (CONFIRM-11). */
export const STALE_QUOTE_MS = 5_000

/**
 * The ages that the danger of a price that is not current names, in ms: the person acknowledges
 * this text, so it must not change with every second. The first is the limit of such an order.
 */
const AGES_MS = [
  DEFAULT_LIMITS.staleQuoteMs,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  24 * HOUR_MS,
] as const

const RATIO_PLACES = 6
/** True when a limit is so far through the market that it is probably a mistake (CONFIRM-39). */
const isFarThrough = ({ away, ratio }: PriceDistance): boolean =>
  isNegative(away) && (ratio === null || gt(ratio, FAR_THROUGH))
const percentOf = (ratio: Decimal): Decimal => toScale(mul(ratio, dec('100')), 0, 'up')

/** Returns the share of the account's equity; null when unknown. */
function equityShareOf(exposure: Money, facts: PolicyFacts): Decimal | null {
  const equity = facts.balance?.netLiquidation ?? null
  return equity === null || !isPositive(equity) ? null : div(exposure, equity, RATIO_PLACES, 'up')
}

/**
 * Returns what a person acknowledges of a quote that is not fresh: of a price that an order needs
 * and that is older than its limit, the price and its age (REL-46).
 */
function staleQuote(draft: OrderDraft, facts: PolicyFacts): Message {
  const { quoteAgeMs } = facts
  const isCurrent = quoteAgeMs !== null && quoteAgeMs <= DEFAULT_LIMITS.staleQuoteMs
  if (isCurrent || !needsFreshQuote(draft)) return message('policy.staleQuote')
  const { last } = facts.price ?? quoteFor(draft, facts.quote)
  const ageMs =
    quoteAgeMs === null ? null : (AGES_MS.findLast((age) => quoteAgeMs > age) ?? AGES_MS[0])
  return message('policy.noCurrentPrice', { last, ageMs })
}

/**
 * Returns the dangers of an order and its tier. Each danger has its own acknowledgement
 * (CONFIRM-16).
 */
export function dangersOf(
  draft: OrderDraft,
  order: OrderExposure,
  facts: PolicyFacts,
): Pick<PolicyVerdict, 'dangers' | 'tier'> {
  const dangers: Danger[] = []
  const add = (code: string, text: Message): void => {
    dangers.push({ code, text })
  }
  if (order.short) add('short-sale', message('policy.shortSale', { symbol: draft.symbol }))
  if (order.uncovered) {
    // A sale of shares writes no option: it takes the cover of one that was sold before.
    const isOption = draft.assetClass === 'option'
    add(
      'uncovered-option',
      isOption
        ? message(order.coversPart === true ? 'policy.partlyCovered' : 'policy.uncoveredOption')
        : message('policy.leavesUncovered', { symbol: draft.symbol }),
    )
  }
  if (order.maxLoss === null) add('unlimited-loss', message('policy.unlimitedLoss'))
  const hasPriceLimit = usesLimit(draft.type) && !isMarketStyle(draft)
  if (!hasPriceLimit && facts.session !== 'regular') {
    const { assetClass } = draft
    const opens = openingOf(facts.nextOpen)
    add(
      'market-closed',
      message('policy.marketClosed', { assetClass, session: facts.session, opens }),
    )
  }
  if (!hasPriceLimit && (facts.quoteAgeMs === null || facts.quoteAgeMs > STALE_QUOTE_MS)) {
    add('stale-quote', staleQuote(draft, facts))
  }
  const through = limitDistance(draft, facts)
  if (through !== null && isFarThrough(through)) {
    const { ratio } = through
    // A person acknowledges this text, so it must not change with every quote.
    const percent = ratio === null ? null : percentOf(ratio)
    add('far-through', message('policy.farThrough', { percent }))
  }
  if (wrongSideOf(draft, facts) !== null && draft.stopPrice !== null) {
    add('stop-side', message('policy.stopSide', { stop: draft.stopPrice }))
  }
  const trail = trailLevel(draft, facts.price ?? quoteFor(draft, facts.quote))
  if (trail !== null && gt(trail.share, WIDE_TRAIL)) {
    add('wide-trail', message('policy.wideTrail', { percent: percentOf(trail.share) }))
  }
  // Closing a future only takes away from the contracts' value, which is many times its margin.
  const value = draft.assetClass === 'futures' && order.reduces ? ZERO_MONEY : order.value
  const share = equityShareOf(value, facts)
  if (share !== null && gte(share, LARGE_SHARE)) {
    add('large-share', message('policy.largeShare', { percent: percentOf(share) }))
  }
  if (share === null && draft.side === 'buy' && facts.balance === null) {
    add('equity-unknown', message('policy.equityUnknown'))
  }
  const largest = gte(value, LARGEST_EXPOSURE) || (share !== null && gte(share, LARGEST_SHARE))
  // The largest tier always names a danger, because its typed quantity needs an acknowledgement
  // beside it.
  if (largest && (share === null || !gte(share, LARGE_SHARE))) {
    add('large-order', message('policy.largeOrder', { value: toScale(value, 2, 'up') }))
  }
  return { dangers, tier: largest ? 'largest' : dangers.length > 0 ? 'danger' : 'plain' }
}
