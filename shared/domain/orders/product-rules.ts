import {
  asMoney,
  dec,
  gt,
  gte,
  isMultipleOf,
  isPositive,
  mul,
  significantScale,
  type Decimal,
  type Price,
  lte,
} from '../decimal.js'
import type { AssetClass } from '../instruments/instrument.js'
import { stepOf, within, type Listing } from '../instruments/listing.js'
import { optionFindings } from './option-rules.js'
import { checkDraft, type DraftFinding, type DraftProblem } from './order-rules.js'
import { timesInForceOf, usesLimit, usesStop, usesTrail } from './order-types.js'
import type { OrderDraft } from './order.js'

const ONE = dec('1')
const CENTS = 2
/**
 * Decimal places of a quantity, by product (TRADING-4.2). Option and futures contracts are whole.
 */
const PLACES: Readonly<Record<AssetClass, number>> = {
  stock: 5,
  option: 0,
  futures: 0,
  crypto: 8,
  event: 2,
}

/** True for event orders that take the market price and have no price of their own. */
export const isMarketStyle = (draft: Pick<OrderDraft, 'type' | 'terms'>): boolean =>
  draft.type === 'market' || draft.terms?.tradeMode !== undefined

const findings = (
  field: DraftFinding['field'],
  ...problems: readonly DraftProblem[]
): DraftFinding[] => problems.map((problem) => ({ problem, field }))

function priceFindings(
  price: Price | null,
  used: boolean,
  field: 'limitPrice' | 'stopPrice',
  listing: Listing,
): DraftFinding[] {
  const name = field === 'limitPrice' ? 'limit-price' : 'stop-price'
  if (!used) return price === null ? [] : findings(field, 'price-not-used')
  if (price === null) return findings(field, `${name}-missing`)
  if (!isPositive(price)) return findings(field, `${name}-not-positive`)
  const { priceBounds: bounds } = listing
  if (
    listing.assetClass === 'event' &&
    (gte(price, ONE) || (bounds !== null && !within(price, bounds)))
  ) {
    return findings(field, 'price-out-of-range')
  }
  const step = stepOf(listing.steps, price)
  return step === null || isMultipleOf(price, step) ? [] : findings(field, 'price-step')
}

function quantityFindings(draft: OrderDraft, quantity: Decimal, listing: Listing): DraftFinding[] {
  if (!isPositive(quantity)) return findings('size', 'quantity-not-positive')
  const places =
    listing.assetClass === 'event' && !listing.fractionable ? 0 : PLACES[listing.assetClass]
  if (significantScale(quantity) > places) {
    return findings('size', places === 0 ? 'contracts-whole' : 'quantity-places')
  }
  if (!within(quantity, listing.quantity)) return findings('size', 'quantity-out-of-bounds')
  const price = draft.limitPrice
  return price === null || within(asMoney(mul(price, quantity)), listing.amount)
    ? []
    : findings('size', 'amount-out-of-bounds')
}

/**
 * Checks an order by amount: allowed for crypto, and for event contracts that are bought
 * immediately or not at all.
 */
function amountFindings(draft: OrderDraft, amount: Decimal, listing: Listing): DraftFinding[] {
  const offered =
    draft.assetClass === 'crypto'
      ? draft.side === 'buy' || draft.type !== 'stop-limit'
      : draft.assetClass === 'event' && draft.side === 'buy' && draft.timeInForce === 'fok'
  if (!offered) return findings('size', 'amount-not-offered')
  if (!isPositive(amount)) return findings('size', 'amount-not-positive')
  if (significantScale(amount) > CENTS) return findings('size', 'amount-precision')
  return within(amount, listing.amount) ? [] : findings('size', 'amount-out-of-bounds')
}

function trailFindings({ type, trail }: OrderDraft): DraftFinding[] {
  if (!usesTrail(type)) return trail === null ? [] : findings('trail', 'price-not-used')
  if (trail === null) return findings('trail', 'trail-missing')
  if (!isPositive(trail.step)) return findings('trail', 'trail-not-positive')
  return trail.kind === 'percent' && gt(trail.step, ONE) ? findings('trail', 'trail-too-large') : []
}

function eventFindings({ terms, type, size }: OrderDraft): DraftFinding[] {
  const eventProblems: DraftFinding[] = []
  if (terms?.outcome === undefined) eventProblems.push(...findings('type', 'outcome-missing'))
  const mode = terms?.tradeMode
  if (type === 'market' && mode === undefined) {
    eventProblems.push(...findings('type', 'type-not-offered'))
  }
  if (mode !== undefined && (mode === 'by-amount') !== (size.kind === 'amount')) {
    eventProblems.push(...findings('size', 'trade-mode-mismatch'))
  }
  return eventProblems
}

/** Rejects terms of another product, which would silently change the order. */
function strayTerms({ assetClass, terms }: OrderDraft): DraftFinding[] {
  if (terms === undefined) return []
  const { strategy, legs, intent, legging, algo, outcome, tradeMode } = terms
  const stray =
    (assetClass !== 'option' &&
      [strategy, legs, intent, legging].some((term) => term !== undefined)) ||
    (assetClass !== 'stock' && algo !== undefined) ||
    (assetClass !== 'event' && [outcome, tradeMode].some((term) => term !== undefined))
  return stray ? findings('type', 'terms-not-used') : []
}

/**
 * Returns every error of a draft of any product (TRADING-4.2, TRADING-4.3); empty when it may be
 * sent. Conditions that depend on the account or the position are not checked here.
 */
export function checkProductDraft(draft: OrderDraft, listing: Listing): readonly DraftFinding[] {
  if (draft.assetClass !== listing.assetClass) return findings('type', 'asset-class-not-offered')
  const productProblems = strayTerms(draft)
  if (draft.assetClass === 'stock') {
    return [...productProblems, ...checkDraft(draft, listing.fractionable), ...algoFindings(draft)]
  }
  if (`${draft.symbol}`.length === 0) productProblems.push(...findings('symbol', 'symbol-missing'))
  if (draft.side === 'short') productProblems.push(...findings('type', 'short-not-offered'))
  const times = timesInForceOf(draft.assetClass, draft.type)
  if (times.length === 0) productProblems.push(...findings('type', 'type-not-offered'))
  else if (!times.includes(draft.timeInForce)) {
    productProblems.push(...findings('timeInForce', 'time-in-force-not-allowed'))
  }
  if (draft.timeInForce === 'gtd' && draft.expireDate === null) {
    productProblems.push(...findings('timeInForce', 'expire-date-missing'))
  }
  productProblems.push(
    ...(draft.size.kind === 'amount'
      ? amountFindings(draft, draft.size.amount, listing)
      : quantityFindings(draft, draft.size.quantity, listing)),
  )
  // A market-style event order may carry a limit price; the provider ignores it.
  if (draft.terms?.tradeMode === undefined) {
    productProblems.push(
      ...priceFindings(draft.limitPrice, usesLimit(draft.type), 'limitPrice', listing),
    )
  }
  productProblems.push(
    ...priceFindings(draft.stopPrice, usesStop(draft.type), 'stopPrice', listing),
    ...trailFindings(draft),
  )
  if (draft.assetClass === 'option') productProblems.push(...optionFindings(draft))
  if (draft.assetClass === 'event') productProblems.push(...eventFindings(draft))
  return productProblems
}

const MIN_PERCENT = dec('1')
const MAX_PERCENT = dec('20')
const isShare = (value: Decimal): boolean =>
  significantScale(value) === 0 && gte(value, MIN_PERCENT) && lte(value, MAX_PERCENT)

/**
 * Returns the errors in the algorithm of a stock order (TRADING-4.2, TRADING-4.3); none for an
 * order without one. Whether its times are in the future is checked by the exchange, by its clock.
 */
function algoFindings(draft: OrderDraft): DraftFinding[] {
  const algo = draft.terms?.algo
  if (algo === undefined) return []
  const findings: DraftFinding[] = []
  const { size, side, type, timeInForce, session } = draft
  const plain =
    (type === 'market' || type === 'limit') &&
    timeInForce === 'day' &&
    session === 'core' &&
    side !== 'short'
  if (!plain || size.kind !== 'quantity' || significantScale(size.quantity) > 0) {
    findings.push({ problem: 'algo-mismatch', field: 'type' })
  }
  const targetAllowed =
    algo.kind === 'pov'
      ? algo.targetPercent !== undefined && isShare(algo.targetPercent)
      : algo.targetPercent === undefined
  const maxAllowed =
    algo.maxPercent === undefined || (algo.kind !== 'pov' && isShare(algo.maxPercent))
  if (!targetAllowed || !maxAllowed) findings.push({ problem: 'algo-percent', field: 'type' })
  // Both have the same number of digits, so text order equals time order.
  if (algo.start !== undefined && algo.end !== undefined && algo.end <= algo.start) {
    findings.push({ problem: 'algo-times', field: 'type' })
  }
  return findings
}
