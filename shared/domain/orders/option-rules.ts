import {
  dec,
  decimalText,
  eq,
  isMultipleOf,
  isPositive,
  mul,
  significantScale,
  toScale,
} from '../decimal.js'
import type { DraftLeg } from './order-terms.js'
import type { DraftFinding, DraftProblem } from './order-rules.js'
import type { OrderDraft } from './order.js'

const SHARES_A_CONTRACT = dec('100')
const MAX_LEGS = 4

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
 * Returns the errors of an option order, besides those of its prices and its size (TRADING-4.2,
 * TRADING-4.3).
 */
export function optionFindings(draft: OrderDraft): DraftFinding[] {
  const problems: DraftProblem[] = []
  const { terms, side } = draft
  const legs = terms?.legs ?? []
  if (legs.length === 0) problems.push('legs-missing')
  else if (legs.length > MAX_LEGS || !legsFit(draft, legs)) problems.push('legs-mismatch')
  if (legs.length > 1 && draft.type !== 'limit') problems.push('combination-limit-only')
  if (terms?.intent !== undefined && terms.intent.startsWith('buy') !== (side === 'buy')) {
    problems.push('intent-mismatch')
  }
  const found: DraftFinding[] = problems.map((problem) => ({ problem, field: 'type' }))
  // Good-till-canceled is for buys only.
  if (draft.timeInForce === 'gtc' && side !== 'buy') {
    found.push({ problem: 'time-in-force-not-allowed', field: 'timeInForce' })
  }
  if (draft.session !== 'core') found.push({ problem: 'session-not-allowed', field: 'session' })
  return found
}
