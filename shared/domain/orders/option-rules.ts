import {
  dec,
  decimalText,
  div,
  eq,
  isMultipleOf,
  isPositive,
  mul,
  significantScale,
  toInteger,
  toScale,
} from '../decimal.js'
import { isLegInStrategy, type OptionStrategy } from '../instruments/option.js'
import type { DraftLeg, DraftTerms } from './order-terms.js'
import type { DraftFinding, DraftProblem } from './order-rules.js'
import type { OrderDraft } from './order.js'
import { recognizeStrategy, type StrategyLeg } from './strategies.js'

const SHARES_A_CONTRACT = dec('100')
const MAX_LEGS = 4
/** More than any ratio has: a leg that is not a whole multiple is no strategy. */
const RATIO_PLACES = 6

/** Returns one name for one contract, whatever the notation of its strike. */
const nameOf = ({ symbol, option }: DraftLeg): string =>
  option === null
    ? `${symbol}`
    : `${symbol} ${option.type} ${option.expiration} ${decimalText(toScale(option.strike, significantScale(option.strike), 'down'))}`

/**
 * True when each leg's quantity equals the order's or is a whole multiple of it; shares count in
 * hundreds.
 */
function legsFit({ size, side, symbol, terms }: OrderDraft, legs: readonly DraftLeg[]): boolean {
  if (
    size.kind !== 'quantity' ||
    !isPositive(size.quantity) ||
    new Set(legs.map(nameOf)).size < legs.length
  ) {
    return false
  }
  const { quantity } = size
  const [only] = legs
  if (legs.length === 1 && only !== undefined) {
    // A single leg is the order itself.
    return (
      only.option !== null &&
      only.side === side &&
      eq(only.quantity, quantity) &&
      (terms?.strategy ?? 'single') === 'single'
    )
  }
  return (
    terms?.strategy !== undefined &&
    terms.strategy !== 'single' &&
    legs.some(({ option }) => option !== null) &&
    legs.every(
      (leg) =>
        isPositive(leg.quantity) &&
        (leg.option !== null
          ? isMultipleOf(leg.quantity, quantity)
          : leg.symbol === symbol && isMultipleOf(leg.quantity, mul(quantity, SHARES_A_CONTRACT))),
    )
  )
}

/**
 * Returns the strategy that the legs are by their own quantities; null when they have no name or
 * are not whole units.
 */
export function strategyOfLegs({
  size,
  terms,
}: Pick<OrderDraft, 'size' | 'terms'>): OptionStrategy | null {
  if (size.kind !== 'quantity' || !isPositive(size.quantity)) return null
  const legs: StrategyLeg[] = []
  for (const { side, quantity, option } of terms?.legs ?? []) {
    const unit = option === null ? mul(size.quantity, SHARES_A_CONTRACT) : size.quantity
    const ratio = div(quantity, unit, RATIO_PLACES, 'down')
    const count = ratio === null ? null : toInteger(ratio, 0)
    if (ratio === null || count === null || count <= 0) return null
    legs.push({ side, ratio: Number(count), option })
  }
  return recognizeStrategy(legs)?.strategy ?? null
}

/** True when the legs are a strategy with another name than the order's. */
function isMisnamed(draft: OrderDraft): boolean {
  const named = draft.terms?.strategy
  const found = named === undefined || named === 'single' ? null : strategyOfLegs(draft)
  return found !== null && found !== named
}

/**
 * True when the legging terms of an order do not fit an order that the broker takes: one leg at a
 * time, with the strategy that results for a leg that is added, and without one for a leg that is
 * removed.
 */
function isLeggingMisfit({ legging, legs }: DraftTerms): boolean {
  if (legging === undefined) return false
  if ((legs ?? []).length !== 1) return true
  return legging.direction === 'in'
    ? legging.strategy === undefined || !isLegInStrategy(legging.strategy)
    : legging.strategy !== undefined
}

/**
 * Returns the errors of an option order, besides those of its prices and its size (TRADING-4.2,
 * TRADING-4.3).
 */
export function optionFindings(draft: OrderDraft): DraftFinding[] {
  const problems: DraftProblem[] = []
  const { terms, side } = draft
  const legs = terms?.legs ?? []
  if (legs.length === 0) problems.push('legs-missing')
  else if (legs.length > MAX_LEGS || !legsFit(draft, legs)) problems.push('legs-mismatch')
  else if (isMisnamed(draft)) problems.push('strategy-mismatch')
  if (legs.length > 1 && draft.type !== 'limit') problems.push('combination-limit-only')
  if (terms?.intent !== undefined && terms.intent.startsWith('buy') !== (side === 'buy')) {
    problems.push('intent-mismatch')
  }
  if (terms !== undefined && isLeggingMisfit(terms)) problems.push('legging-mismatch')
  const findings: DraftFinding[] = problems.map((problem) => ({ problem, field: 'type' }))
  // Good-till-canceled is for buys only.
  if (draft.timeInForce === 'gtc' && side !== 'buy') {
    findings.push({ problem: 'time-in-force-not-allowed', field: 'timeInForce' })
  }
  if (draft.session !== 'core') findings.push({ problem: 'session-not-allowed', field: 'session' })
  return findings
}
