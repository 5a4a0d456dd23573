import {
  gt,
  isMultipleOf,
  isPositive,
  lt,
  dec,
  significantScale,
  type Decimal,
  type Price,
} from '../decimal.js'
import { stockTickText } from '../instruments/instrument.js'
import {
  STOCK_ORDER_TYPES,
  stockSessions,
  timesInForceOf,
  usesLimit,
  usesStop,
  usesTrail,
} from './order-types.js'
import type { OrderDraft } from './order.js'

/** Reasons why a draft cannot be sent. The list is closed: the ticket has a message for each. */
export const DRAFT_PROBLEMS = [
  'symbol-missing',
  'quantity-not-positive',
  'quantity-precision',
  'quantity-whole',
  'amount-not-positive',
  'amount-precision',
  'amount-needs-market',
  'limit-price-missing',
  'limit-price-not-positive',
  'limit-price-tick',
  'stop-price-missing',
  'stop-price-not-positive',
  'stop-price-tick',
  'trail-missing',
  'trail-not-positive',
  'trail-too-large',
  'time-in-force-not-allowed',
  'session-not-allowed',
  'type-not-offered',
  'asset-class-not-offered',
  'short-needs-quantity',
  'price-not-used',
  'expire-date-missing',
  'amount-not-offered',
  'quantity-places',
  'quantity-out-of-bounds',
  'amount-out-of-bounds',
  'contracts-whole',
  'price-step',
  'price-out-of-range',
  'short-not-offered',
  'terms-not-used',
  'legs-missing',
  'legs-mismatch',
  'strategy-mismatch',
  'combination-limit-only',
  'intent-mismatch',
  'legging-mismatch',
  'outcome-missing',
  'trade-mode-mismatch',
  'algo-mismatch',
  'algo-percent',
  'algo-times',
] as const
export type DraftProblem = (typeof DRAFT_PROBLEMS)[number]

/** The input of the ticket that a problem belongs to. */
export type DraftField =
  | 'symbol'
  | 'size'
  | 'limitPrice'
  | 'stopPrice'
  | 'trail'
  | 'timeInForce'
  | 'session'
  | 'type'

export interface DraftFinding {
  readonly problem: DraftProblem
  readonly field: DraftField
}

const ONE = dec('1')
const QUANTITY_PLACES = 5

/** Returns the price step of a stock at a price (SEC rule 612). */
export const stockTick = (price: Price): Decimal => dec(stockTickText(lt(price, ONE)))

function priceFindings(
  price: Price | null,
  used: boolean,
  field: 'limitPrice' | 'stopPrice',
  name: 'limit-price' | 'stop-price',
): DraftFinding[] {
  if (!used) return price === null ? [] : [{ problem: 'price-not-used', field }]
  if (price === null) return [{ problem: `${name}-missing`, field }]
  if (!isPositive(price)) return [{ problem: `${name}-not-positive`, field }]
  return isMultipleOf(price, stockTick(price)) ? [] : [{ problem: `${name}-tick`, field }]
}

function sizeFindings(draft: OrderDraft, fractionable: boolean): DraftFinding[] {
  const { size } = draft
  if (size.kind === 'amount') {
    if (!isPositive(size.amount)) return [{ problem: 'amount-not-positive', field: 'size' }]
    if (significantScale(size.amount) > 2) return [{ problem: 'amount-precision', field: 'size' }]
    if (draft.side === 'short') return [{ problem: 'short-needs-quantity', field: 'size' }]
    if (draft.type !== 'market') return [{ problem: 'amount-needs-market', field: 'size' }]
    return fractionable ? [] : [{ problem: 'quantity-whole', field: 'size' }]
  }
  if (!isPositive(size.quantity)) return [{ problem: 'quantity-not-positive', field: 'size' }]
  if (significantScale(size.quantity) > QUANTITY_PLACES) {
    return [{ problem: 'quantity-precision', field: 'size' }]
  }
  const isWhole = significantScale(size.quantity) === 0
  // Fractions trade only as market or limit orders in the regular session; short sales are whole
  // shares.
  const fractionAllowed =
    fractionable && draft.side !== 'short' && (draft.type === 'market' || draft.type === 'limit')
  return isWhole || fractionAllowed ? [] : [{ problem: 'quantity-whole', field: 'size' }]
}

function trailFindings(draft: OrderDraft): DraftFinding[] {
  const { trail } = draft
  if (!usesTrail(draft.type)) {
    return trail === null ? [] : [{ problem: 'price-not-used', field: 'trail' }]
  }
  if (trail === null) return [{ problem: 'trail-missing', field: 'trail' }]
  if (!isPositive(trail.step)) return [{ problem: 'trail-not-positive', field: 'trail' }]
  return trail.kind === 'percent' && gt(trail.step, ONE)
    ? [{ problem: 'trail-too-large', field: 'trail' }]
    : []
}

/**
 * Returns every error of a stock draft (TRADING-4.2, TRADING-4.3); empty when it may be sent.
 * `fractionable` is the instrument's own flag.
 */
export function checkDraft(draft: OrderDraft, fractionable: boolean): readonly DraftFinding[] {
  if (draft.assetClass !== 'stock') return [{ problem: 'asset-class-not-offered', field: 'type' }]
  const findings: DraftFinding[] = []
  if (`${draft.symbol}`.length === 0) findings.push({ problem: 'symbol-missing', field: 'symbol' })
  if (!STOCK_ORDER_TYPES.includes(draft.type)) {
    findings.push({ problem: 'type-not-offered', field: 'type' })
  } else if (!timesInForceOf('stock', draft.type).includes(draft.timeInForce)) {
    findings.push({ problem: 'time-in-force-not-allowed', field: 'timeInForce' })
  }
  if (!stockSessions(draft.type).includes(draft.session)) {
    findings.push({ problem: 'session-not-allowed', field: 'session' })
  }
  findings.push(...sizeFindings(draft, fractionable))
  findings.push(
    ...priceFindings(draft.limitPrice, usesLimit(draft.type), 'limitPrice', 'limit-price'),
  )
  findings.push(...priceFindings(draft.stopPrice, usesStop(draft.type), 'stopPrice', 'stop-price'))
  findings.push(...trailFindings(draft))
  return findings
}
