import {
  abs,
  add,
  asMoney,
  cmp,
  dec,
  decimalText,
  div,
  gt,
  isZero,
  mul,
  neg,
  parseDecimal,
  sub,
  sum,
  trim,
  type Decimal,
  type Money,
  type Price,
} from '../../../../shared/domain/decimal.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.js'
import { isWorking } from '../../../../shared/domain/orders/order-state.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { ComboRole, Unknown } from '../../../../shared/domain/orders/order-terms.js'
import type { CardField } from '../../../../shared/domain/instructions/card.js'
import {
  formatPlainMoney,
  formatPlainNumber,
  formatPlainPrice,
} from '../../../../shared/domain/plain-number.js'
import { touchOf } from '../../risk/pricing.js'
import { editableOf, resultingDraft, resultingDrafts, subjectOf } from '../requests/action.js'
import type { CardFacts } from '../policy/policy-types.js'
import {
  formatAlgo,
  describeDraft,
  describeOrder,
  orderSummary,
  formatPriceTerms,
  SIDE_LABELS,
  formatTimeInForce,
} from '../order-text/order-summary.js'
import type { PolicyVerdict } from '../policy/policy-types.js'
import { changesOf, isGroupChange, type ReplaceAction } from '../requests/order-changes.js'
import { toPlainText } from '../order-text/plain-text.js'

/**
 * The estimate of an order: the broker's preview, or Countersign's own where there is none. `cost`
 * is null when no price is known.
 */
export interface Estimate {
  readonly cost: Money | null
  readonly fees: Money | null
  readonly currency: string
  readonly source: string
  /** The reason why a requested broker preview is missing. */
  readonly problem: string | null
}

export const field = (
  id: string,
  label: string,
  value: string,
  more: Partial<CardField> = {},
): CardField => ({
  before: null,
  mark: 'none',
  source: null,
  ...more,
  id,
  label,
  value: toPlainText(value, 200),
})

const HUNDRED = dec('100')
const NOT_KNOWN = 'not known'
const percent = (part: Decimal, total: Decimal): string | null => {
  const ratio = isZero(total) ? null : div(mul(part, HUNDRED), total, 1, 'half-up')
  return ratio === null ? null : `${decimalText(trim(ratio))} %`
}

/** Returns the fields for cost or proceeds, fees and maximum loss (CONFIRM-22, CONFIRM-23). */
export function moneyFields(
  action: InstructionAction,
  facts: CardFacts,
  estimate: Estimate,
  verdict: PolicyVerdict,
): CardField[] {
  if (action.kind === 'cancel') return []
  const { side, assetClass } = subjectOf(action)
  const { currency, source } = estimate
  const fields = [
    field(
      'cost',
      isGroupChange(action)
        ? 'Value of all these orders'
        : side === 'buy'
          ? 'Estimated cost'
          : 'Estimated proceeds',
      estimate.cost === null ? NOT_KNOWN : formatPlainMoney(estimate.cost, currency),
      {
        source: toPlainText(source, 120),
        mark: estimate.cost === null || estimate.problem !== null ? 'warning' : 'none',
      },
    ),
    field(
      'fees',
      'Fees',
      estimate.fees === null ? NOT_KNOWN : formatPlainMoney(estimate.fees, currency),
      { source: toPlainText(source, 120) },
    ),
  ]
  if (estimate.problem !== null) {
    fields.push(field('problem', 'Broker preview', estimate.problem, { mark: 'warning' }))
  }
  if (facts.multiplier !== '1') {
    fields.push(field('multiplier', 'Units per contract', facts.multiplier))
  }
  if (verdict.maxLoss === null) {
    fields.push(
      field('worst', 'Most that can be lost', 'no limit', {
        mark: 'warning',
        source: 'app estimate',
      }),
    )
  } else if (assetClass !== 'stock' && assetClass !== 'crypto') {
    fields.push(
      field('worst', 'Most that can be lost', formatPlainMoney(verdict.maxLoss), {
        source: 'app estimate',
      }),
    )
  }
  return fields
}

const buyingPowerOf = (facts: CardFacts, option: boolean): Money | null => {
  const usd =
    facts.balance?.currencies.find(({ currency }) => currency === facts.balance?.currency) ??
    facts.balance?.currencies[0]
  return (option ? usd?.optionBuyingPower : null) ?? usd?.buyingPower ?? null
}

/**
 * Returns the effect of a fill on the account: buying power, position, share of equity
 * (CONFIRM-23).
 */
export function accountImpactFields(
  action: InstructionAction,
  facts: CardFacts,
  estimate: Estimate,
): CardField[] {
  const draft = resultingDraft(action)
  if (draft === null) return []
  const fields: CardField[] = []
  const { cost, fees } = estimate
  const power = buyingPowerOf(facts, draft.assetClass === 'option')
  // Only the broker knows how much buying power short sales, futures and strategies use, so it is
  // not estimated.
  const plain =
    (draft.assetClass === 'stock' ||
      draft.assetClass === 'crypto' ||
      draft.assetClass === 'event') &&
    draft.side !== 'short' &&
    (draft.terms?.legs ?? []).length < 2
  if (power !== null) {
    const change =
      cost === null || !plain || action.kind === 'replace'
        ? null
        : sub<Decimal>(draft.side === 'buy' ? neg<Decimal>(cost) : cost, fees ?? dec('0'))
    const after = change === null ? null : add<Decimal>(power, change)
    fields.push(
      field(
        'power',
        'Buying power',
        after === null ? 'the broker decides' : formatPlainMoney(after),
        {
          before: formatPlainMoney(power),
          source: after === null ? null : 'app estimate',
          mark: after !== null && gt(dec('0'), after) ? 'warning' : 'none',
        },
      ),
    )
  }
  const held: Decimal = facts.position?.quantity ?? dec('0')
  const { size } = draft
  // The position after several dependent orders cannot be determined.
  if (size.kind === 'quantity' && (draft.terms?.legs ?? []).length < 2 && !isGroupChange(action)) {
    // The position already includes the filled part of a replaced order.
    const incoming =
      action.kind === 'replace'
        ? sub<Decimal>(size.quantity, action.before.filledQuantity)
        : size.quantity
    const after = draft.side === 'buy' ? add<Decimal>(held, incoming) : sub<Decimal>(held, incoming)
    fields.push(
      field('position', 'Position', formatPlainNumber(after), {
        before: formatPlainNumber(held),
        mark: gt(dec('0'), after) ? 'warning' : 'none',
        source: 'if it fills whole',
      }),
    )
  } else fields.push(field('position', 'Position now', formatPlainNumber(held)))
  const equity = facts.balance?.netLiquidation ?? null
  const share = cost === null || equity === null ? null : percent(abs<Decimal>(cost), equity)
  if (share !== null) {
    fields.push(field('share', 'Share of equity', share, { source: 'app estimate' }))
  }
  return fields
}

const SESSIONS = { regular: 'regular hours', extended: 'extended hours', closed: 'closed' } as const
/**
 * Formats the session. Products other than stocks and options have no regular and extended hours.
 */
const formatSession = (
  session: CardFacts['session'],
  { assetClass }: Pick<OrderDraft, 'assetClass'>,
): string =>
  assetClass === 'stock' || assetClass === 'option' || session === 'closed'
    ? SESSIONS[session]
    : 'open'

/**
 * Formats the distance of a limit, for example "1.99 (0.7 %) through the market". A limit at or
 * beyond the opposite quote fills at once.
 */
function formatDistance(away: Decimal, reference: Price): string {
  if (isZero(away)) return 'at the market'
  const share = div(mul(abs<Decimal>(away), HUNDRED), reference, 1, 'half-up')
  const percents =
    share === null ? '' : isZero(share) ? ' (under 0.1 %)' : ` (${decimalText(trim(share))} %)`
  return `${formatPlainPrice(abs<Decimal>(away))}${percents} ${cmp(away, dec('0')) > 0 ? 'away from' : 'through'} the market`
}

/** Returns the market data and the distance of the limit (CONFIRM-24). */
export function marketFields(action: InstructionAction, facts: CardFacts): CardField[] {
  const quote = facts.price
  const price = (value: Price | null | undefined): string =>
    value === null || value === undefined ? NOT_KNOWN : formatPlainPrice(value)
  const fields = [
    field('bid', 'Bid', price(quote?.bid)),
    field('ask', 'Ask', price(quote?.ask)),
    field('last', 'Last', price(quote?.last)),
  ]
  if (quote !== null && quote.bid !== null && quote.ask !== null) {
    fields.push(field('spread', 'Spread', formatPlainPrice(sub(quote.ask, quote.bid))))
  }
  for (const [index, draft] of resultingDrafts(action).entries()) {
    const reference =
      draft === null || quote === null
        ? null
        : draft.side === 'buy'
          ? (quote.ask ?? quote.last)
          : (quote.bid ?? quote.last)
    if (draft === null || draft.limitPrice === null || reference === null) continue
    const away =
      draft.side === 'buy' ? sub(reference, draft.limitPrice) : sub(draft.limitPrice, reference)
    fields.push(
      isGroupChange(action)
        ? field(
            `distance-${index + 1}`,
            `Limit, order ${index + 1}`,
            formatDistance(away, reference),
          )
        : field('distance', 'Limit', formatDistance(away, reference)),
    )
  }
  fields.push(
    field('session', 'Market', formatSession(facts.session, subjectOf(action)), {
      mark: facts.session === 'closed' ? 'warning' : 'none',
    }),
  )
  return fields
}

const changedField = (id: string, label: string, before: string, after: string): CardField =>
  field(id, label, after, { before, mark: before === after ? 'none' : 'changed' })

function replaceFields(before: Order, after: OrderDraft): CardField[] {
  const old = describeOrder(before)
  const wanted = { ...describeDraft(after), expireDate: old.expireDate }
  const quantity = (value: Decimal | null): string =>
    value === null ? NOT_KNOWN : formatPlainNumber(value)
  return [
    changedField('quantity', 'Quantity', quantity(old.quantity), quantity(wanted.quantity)),
    changedField('price', 'Price', formatPriceTerms(old), formatPriceTerms(wanted)),
    changedField('time', 'Valid', formatTimeInForce(old), formatTimeInForce(wanted)),
    ...(old.algo === null
      ? []
      : [changedField('algo', 'Algorithm', formatAlgo(old), formatAlgo(wanted))]),
    field('filled', 'Filled already', formatPlainNumber(before.filledQuantity)),
  ]
}

const ROLE_LABELS: Readonly<Record<ComboRole | Unknown, string>> = {
  master: 'Main order',
  'take-profit': 'Take profit',
  'stop-loss': 'Stop loss',
  oto: 'One triggers the other',
  oco: 'One cancels the other',
  otoco: 'One triggers, one cancels',
  unknown: 'Part of the combination',
}

/** Returns each order of a changed combination, old and new, under a heading with its role. */
const groupFields = (changes: readonly ReplaceAction[]): CardField[] =>
  changes.flatMap((change, index) => {
    const after = resultingDraft(change)
    if (after === null) return []
    const { before } = change
    return [
      field(
        `order-${index + 1}`,
        `Order ${index + 1} of ${changes.length}`,
        `${ROLE_LABELS[before.terms?.combo?.role ?? 'unknown']}, ${SIDE_LABELS[after.side]} ${before.symbol}`,
        { mark: 'head' },
      ),
      ...replaceFields(before, after).map((row) => ({ ...row, id: `${row.id}-${index + 1}` })),
    ]
  })

function cancelFields(before: Order, orders: readonly Order[]): CardField[] {
  const open =
    before.quantity === null ? null : sub<Decimal>(before.quantity, before.filledQuantity)
  const others = orders.filter(
    (order) =>
      order.accountId === before.accountId &&
      order.symbol === before.symbol &&
      order.clientOrderId !== before.clientOrderId &&
      isWorking(order.status),
  )
  const [first] = others
  const rest = others.length > 1 ? ` and ${others.length - 1} more` : ''
  return [
    field('filled', 'Filled already, stays', formatPlainNumber(before.filledQuantity)),
    field(
      'cancelled',
      'Would be cancelled',
      open === null ? 'the rest of the amount' : formatPlainNumber(open),
    ),
    field(
      'open',
      `Stays open in ${before.symbol}`,
      first === undefined ? 'nothing' : `${orderSummary(describeOrder(first), null)}${rest}`,
    ),
  ]
}

const EDITS = [
  ['quantity', 'Quantity'],
  ['amount', 'Amount'],
  ['limitPrice', 'Limit'],
  ['stopPrice', 'Stop'],
] as const

/**
 * Compares old and new values: of a replace, of the person's amendment, and for a cancellation what
 * stays open (CONFIRM-25).
 */
export function compareFields(
  requested: InstructionAction,
  amended: InstructionAction,
  orders: readonly Order[],
): CardField[] {
  const [from, to] = [editableOf(requested), editableOf(amended)]
  const edits = EDITS.flatMap(([name, label]) => {
    const [a, b] = [from[name], to[name]]
    return a === null || b === null || cmp(a, b) === 0
      ? []
      : [
          field(`edit-${name}`, `${label} (you changed it)`, formatPlainNumber(b), {
            before: formatPlainNumber(a),
            mark: 'changed',
          }),
        ]
  })
  const after = resultingDraft(amended)
  if (amended.kind === 'replace' && isGroupChange(amended)) {
    return groupFields(changesOf(amended))
  }
  if (amended.kind === 'replace' && after !== null) {
    return [...edits, ...replaceFields(amended.before, after)]
  }
  return amended.kind === 'cancel' ? [...edits, ...cancelFields(amended.before, orders)] : edits
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
    const price = draft.limitPrice ?? draft.stopPrice ?? touchOf(draft, facts.price)
    return price === null || multiplier === null
      ? null
      : asMoney(mul(mul(price, draft.size.quantity), multiplier))
  })
  const known = costs.filter((cost) => cost !== null)
  return known.length < costs.length ? null : sum(known)
}
