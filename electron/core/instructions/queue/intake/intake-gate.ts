import {
  add,
  decimalText,
  gt,
  gte,
  isPositive,
  isZero,
  lte,
  mul,
  sum,
  trim,
  ZERO_MONEY,
  ZERO_QUANTITY,
  type Decimal,
  type Money,
  type Quantity,
} from '../../../../../shared/domain/decimal.js'
import {
  ACCOUNT_CLASSES,
  tradesClass,
} from '../../../../../shared/domain/instruments/account-products.js'
import type { AccountProduct } from '../../../../../shared/domain/instruments/account-products.js'
import type { Account } from '../../../../../shared/domain/account/account.js'
import type { AppError } from '../../../../../shared/domain/app/app-error.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type {
  Refusal,
  RefusalCode,
  RefusalDetail,
} from '../../../../../shared/domain/instructions/refusal.js'
import { refusedHours } from '../../../../../shared/domain/market/first-trade.js'
import { isExclusiveRole } from '../../../../../shared/domain/orders/combo-rules.js'
import type { ComboRole } from '../../../../../shared/domain/orders/order-types.js'
import type { ComboDraft, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import type { OrderPreview } from '../../../../../shared/domain/orders/trade-outcome.js'
import type { Result } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'
import type { Denial, DenialCode } from '../../../risk/risk-limits.js'
import { plainMessage } from '../../order-text/plain-text.js'
import { buyingPowerOf } from '../../policy/buying-power.js'
import { quoteFor } from '../../policy/exposure.js'
import type { PolicyFacts } from '../../policy/policy-types.js'
import { wrongSideOf } from '../../policy/price-distance.js'
import { comboOfAction, resultingDrafts } from '../../requests/action.js'
import { exitsAtMarketRefusal } from '../../requests/exits-refusal.js'
import { changesOf, isGroup } from '../../requests/order-changes.js'
import type { OrderGateway } from '../instruction-service-deps.js'
import { lastingDenial } from './lasting-denial.js'
import { leggingRefusal } from './legging-refusal.js'
import { holdingAtStart, type Holding } from '../started-orders.js'

/** What the checks of the send path and the broker's preview found of one action. */
export interface GateResult {
  /** Why the order gateway would not send it now. */
  readonly refusal: Refusal | null
  /** The broker's previews of the resulting orders; empty where they were not requested. */
  readonly previews: readonly Result<OrderPreview, AppError>[]
}

const PASSED: GateResult = { refusal: null, previews: [] }
const REASON_CHARS = 200

const CODES: Readonly<Partial<Record<DenialCode, RefusalCode>>> = {
  halted: 'halted',
  'not-armed': 'halted',
  locked: 'locked',
  switching: 'not-ready',
  'journal-failed': 'unavailable',
  'stale-quote': 'unavailable',
  'no-reference': 'unavailable',
  'uncertain-order': 'unavailable',
  'max-quantity': 'over-limit',
  'max-notional': 'over-limit',
  'max-share': 'over-limit',
  'max-open-orders': 'over-limit',
  'max-orders-day': 'over-limit',
  'account-unread': 'unavailable',
  'loss-reached': 'unavailable',
  'locked-out': 'locked-out',
}

const FIELDS: Readonly<Partial<Record<DenialCode, RefusalDetail['field']>>> = {
  'symbol-unknown': 'symbol',
  'not-tradable': 'symbol',
  'close-only': 'side',
  'not-shortable': 'side',
  'max-quantity': 'size',
  'max-notional': 'size',
  'max-share': 'size',
  'price-band': 'limitPrice',
  'no-reference': 'limitPrice',
  'wrong-account': 'account',
  'stale-quote': 'symbol',
  'uncertain-order': 'symbol',
  'not-replaceable': 'order',
}

/** The fields of problems that the ticket shows beside the order type. */
const FIELDS_OF_PROBLEMS: Readonly<Record<string, RefusalDetail['field']>> = {
  'legs-missing': 'legs',
  'legs-mismatch': 'legs',
  'strategy-mismatch': 'strategy',
  'intent-mismatch': 'side',
  'legging-mismatch': 'legs',
  'short-not-offered': 'side',
  'outcome-missing': 'outcome',
  'algo-mismatch': 'algo',
  'algo-percent': 'algo',
  'algo-times': 'algo',
}

const textOf = (value: Decimal | null): string | null =>
  value === null ? null : decimalText(trim(value))

/** Returns the value that a draft has in a field, in the notation of a draft. */
function valueIn(draft: OrderDraft, field: RefusalDetail['field']): string | null {
  switch (field) {
    case 'symbol':
      return draft.symbol
    case 'size':
      return textOf(draft.size.kind === 'quantity' ? draft.size.quantity : draft.size.amount)
    case 'limitPrice':
      return textOf(draft.limitPrice)
    case 'stopPrice':
      return textOf(draft.stopPrice)
    case 'trail':
      return textOf(draft.trail?.step ?? null)
    case 'timeInForce':
      return draft.timeInForce
    case 'session':
      return draft.session
    case 'type':
      return draft.type
    case 'side':
      return draft.side
    case 'account':
      return draft.accountId
    case 'strategy':
      return draft.terms?.strategy ?? null
    case 'algo':
      return draft.terms?.algo?.kind ?? null
    case 'instrument':
      return draft.assetClass
    case 'legs':
    case 'orders':
    case 'strike':
    case 'expiration':
    case 'weights':
    case 'outcome':
    case 'position':
      return draft.terms?.legging?.positionId ?? null
    case 'takeProfit':
    case 'stopLoss':
    case 'order':
      return null
  }
}

/** Returns an account that trades the order's product; null when there is none. */
function accountForProduct(
  { assetClass }: OrderDraft,
  accounts: readonly Account[],
): string | null {
  const products = (Object.keys(ACCOUNT_CLASSES) as AccountProduct[]).filter((product) =>
    tradesClass(product, assetClass),
  )
  return accounts.find(({ product }) => products.includes(product))?.accountId ?? null
}

/** Returns the field of a request that holds the price of an exit; else the field itself. */
function exitField(field: RefusalDetail['field'], role: ComboRole | null): RefusalDetail['field'] {
  if (role === 'stop-loss' && field === 'stopPrice') return 'stopLoss'
  return role === 'take-profit' && field === 'limitPrice' ? 'takeProfit' : field
}

/**
 * Converts a denial of the order gateway to a refusal that names field, value and rule
 * (CONFIRM-44). A symbol that cannot be looked up now may exist.
 */
export function refusalOfDenial(
  denial: Denial,
  draft: OrderDraft,
  accounts: readonly Account[],
  role: ComboRole | null = null,
): Refusal {
  const { code, about } = denial
  const isUnreachable = denial.message.code === 'risk.listingUnavailable'
  const field = FIELDS_OF_PROBLEMS[about?.rule ?? ''] ?? about?.field ?? FIELDS[code] ?? 'order'
  return {
    code: isUnreachable ? 'unavailable' : (CODES[code] ?? 'invalid'),
    message: denial.message,
    detail: {
      field: exitField(field, role),
      value: valueIn(draft, field),
      rule: about?.rule ?? code,
      didYouMean:
        code === 'wrong-account' ? accountForProduct(draft, accounts) : (about?.corrected ?? null),
      sizeKind: draft.size.kind,
    },
  }
}

/**
 * Runs the checks of the send path and, when they pass, requests the broker's previews. A
 * cancellation is never held back.
 */
export async function passGate(
  gateway: { readonly queries: Pick<OrderGateway['queries'], 'check' | 'preview'> },
  action: InstructionAction,
  accounts: readonly Account[],
): Promise<GateResult> {
  if (action.kind === 'cancel') return PASSED
  const drafts = resultingDrafts(action).filter((draft) => draft !== null)
  const [first] = drafts
  const combo = comboOfAction(action)
  const checked = await gateway.queries.check(
    combo !== null
      ? { kind: 'combo', combo }
      : action.kind === 'place'
        ? action
        : { kind: 'replace', accountId: action.accountId, changes: changesOf(action) },
  )
  // What could not be checked is decided by the facts, which need the same answers.
  if (!checked.ok) return PASSED
  const denial = lastingDenial(checked.value, action.kind)
  if (denial !== null) {
    const { role, draft } = combo?.orders[denial.member ?? 0] ?? { role: null, draft: first }
    return {
      refusal:
        draft === undefined
          ? { code: 'invalid', message: denial.message }
          : refusalOfDenial(denial, draft, accounts, role),
      previews: [],
    }
  }
  return {
    refusal: null,
    previews: await Promise.all(drafts.map((draft) => gateway.queries.preview(draft))),
  }
}

function stopRefusal(draft: OrderDraft, facts: PolicyFacts): Refusal | null {
  const market = wrongSideOf(draft, facts)
  if (market === null || draft.stopPrice === null) return null
  return {
    code: 'invalid',
    message: message('refusals.stopSide', {
      side: draft.side === 'buy' ? 'buy' : 'sell',
      stop: draft.stopPrice,
      market,
    }),
    detail: {
      field: 'stopPrice',
      value: textOf(draft.stopPrice),
      rule: 'stop-side',
      didYouMean: null,
      sizeKind: draft.size.kind,
    },
  }
}

/** Refuses an order that the broker takes at other hours only. */
function hoursRefusal(draft: OrderDraft, { exchangeTime }: PolicyFacts): Refusal | null {
  const why = exchangeTime === undefined ? null : refusedHours(draft, exchangeTime)
  if (why === null) return null
  const field = why === 'day-after-close' ? 'timeInForce' : 'session'
  return {
    code: 'invalid',
    message: message('refusals.refusedHours', { why, product: draft.assetClass }),
    detail: {
      field: why === 'futures-closed' ? 'order' : field,
      value: why === 'futures-closed' ? null : valueIn(draft, field),
      rule: why,
      didYouMean: null,
      sizeKind: draft.size.kind,
    },
  }
}

/** True when the order can only close a position, so that it needs one. */
function needsPosition({ assetClass, side, terms }: OrderDraft): boolean {
  if (side !== 'sell') return false
  if (assetClass === 'stock' || assetClass === 'crypto') return true
  return assetClass === 'option' && terms?.intent === 'sell-to-close'
}

/** Refuses a short sale of what is held: the broker takes none before all of it is sold. */
const shortRefusal = (draft: OrderDraft, held: Quantity, isStarted: boolean): Refusal => ({
  code: 'invalid',
  message: message(isStarted ? 'refusals.shortAfterFirst' : 'refusals.shortWhileHeld', {
    symbol: draft.symbol,
    held,
  }),
  detail: {
    field: 'side',
    value: valueIn(draft, 'side'),
    rule: 'short-while-held',
    didYouMean: null,
    sizeKind: draft.size.kind,
  },
})

/** Returns the position and available quantity for an order that works from now on. */
const holdingNow = ({ position }: PolicyFacts, available: Quantity): Holding => ({
  held: position?.quantity ?? ZERO_QUANTITY,
  available,
})

/**
 * Refuses a sale of more than is held and not reserved by another order, and a short sale of what
 * is held. `isStarted`: the order starts when another one has filled.
 */
function positionRefusal(
  draft: OrderDraft,
  facts: PolicyFacts,
  { held, available }: Holding,
  isStarted = false,
): Refusal | null {
  const { size } = draft
  if (draft.side === 'short' && isPositive(held)) return shortRefusal(draft, held, isStarted)
  if (!needsPosition(draft)) return null
  if (size.kind === 'quantity' && lte(size.quantity, available)) return null
  if (size.kind === 'amount' && isPositive(available)) {
    const { bid, last } = quoteFor(draft, facts.quote)
    const price = bid ?? last
    if (price === null || gte(mul(price, available), size.amount)) return null
  }
  return availableRefusal(
    draft,
    available,
    message(isStarted ? 'refusals.notHeldAfterFirst' : 'refusals.notHeld', {
      symbol: draft.symbol,
      available,
    }),
  )
}

/**
 * Refuses an order that was requested to close a position, beyond what no other order closes: a
 * second one would open the opposite position, because a purchase and an order in futures need no
 * position. What a combination closes, its legs know.
 */
function closingRefusal(draft: OrderDraft, available: Quantity): Refusal | null {
  const { size, terms } = draft
  if (size.kind !== 'quantity' || (terms?.legs ?? []).length > 1) return null
  if (lte(size.quantity, available)) return null
  return availableRefusal(
    draft,
    available,
    message('refusals.closedAlready', { symbol: draft.symbol, available }),
  )
}

const availableRefusal = (draft: OrderDraft, available: Quantity, why: Message): Refusal => ({
  code: 'invalid',
  message: why,
  detail: {
    field: 'size',
    value: valueIn(draft, 'size'),
    rule: 'available-to-close',
    didYouMean:
      draft.size.kind === 'quantity' && isPositive(available) ? decimalText(trim(available)) : null,
    sizeKind: draft.size.kind,
  },
})

/** True for orders whose whole cost leaves the buying power; for others only the broker knows. */
const isPaidInFull = ({ assetClass, side, terms }: OrderDraft): boolean =>
  side === 'buy' &&
  (terms?.legs ?? []).length < 2 &&
  (assetClass === 'stock' || assetClass === 'crypto' || assetClass === 'event')

function powerRefusal(
  draft: OrderDraft,
  facts: PolicyFacts,
  previews: GateResult['previews'],
  earlier: Money,
): Refusal | null {
  const power = buyingPowerOf(facts, false)
  const [preview] = previews
  if (power === null || preview?.ok !== true || !isPaidInFull(draft)) return null
  const cost = add(preview.value.cost, preview.value.fees)
  const needed = add(earlier, cost)
  if (!gt(needed, power)) return null
  return {
    code: 'invalid',
    message: message('refusals.buyingPower', {
      cost,
      power,
      earlier: isZero(earlier) ? null : earlier,
    }),
    detail: {
      field: 'size',
      value: valueIn(draft, 'size'),
      rule: 'buying-power',
      didYouMean: null,
      sizeKind: draft.size.kind,
    },
  }
}

function previewRefusal(draft: OrderDraft, previews: GateResult['previews']): Refusal | null {
  const failed = previews.find(
    (preview) => !preview.ok && preview.error.code === 'provider/refused',
  )
  if (failed?.ok !== false) return null
  const reason = plainMessage(failed.error.message, REASON_CHARS)
  return {
    code: 'invalid',
    message: message('refusals.previewRefused', { reason }),
    detail: {
      field: 'order',
      value: null,
      rule: 'broker-preview',
      didYouMean: null,
      sizeKind: draft.size.kind,
    },
  }
}

/** What the account and the market say about an action that the order gateway would send. */
export interface GateContext {
  readonly facts: PolicyFacts
  readonly gate: GateResult
  readonly available: (draft: OrderDraft) => Quantity
  /** The cost of the orders of the same request before this one. */
  readonly earlierCost: Money
  /** The order was requested to close what is held, on whichever side. */
  readonly closes?: boolean | undefined
}

/**
 * Returns why the broker would refuse an action by the account's position and buying power, by the
 * side of its stop, or by its own preview; null when nothing is known against it.
 */
export function accountRefusalOf(action: InstructionAction, context: GateContext): Refusal | null {
  if (action.kind === 'cancel') return null
  const { facts, gate, available, earlierCost, closes = false } = context
  const combo = comboOfAction(action)
  const exits = combo === null ? null : exitsAtMarketRefusal(combo, facts.price ?? null)
  if (exits !== null) return exits
  if (combo !== null && isGroup(action)) return linkedRefusalOf(combo, context)
  for (const draft of resultingDrafts(action)) {
    if (draft === null) continue
    const refusal =
      (action.kind === 'place' ? hoursRefusal(draft, facts) : null) ??
      stopRefusal(draft, facts) ??
      (action.kind === 'place'
        ? (leggingRefusal(draft, facts.positions) ??
          positionRefusal(draft, facts, holdingNow(facts, available(draft))) ??
          (closes ? closingRefusal(draft, available(draft)) : null))
        : null) ??
      previewRefusal(draft, gate.previews) ??
      (action.kind === 'place' ? powerRefusal(draft, facts, gate.previews, earlierCost) : null)
    if (refusal !== null) return refusal
  }
  return null
}

/**
 * Returns why the broker would refuse one of several linked orders. One that starts later is not
 * compared with the market of now, and meets the position that the first one leaves.
 */
function linkedRefusalOf(combo: ComboDraft, context: GateContext): Refusal | null {
  const { facts, gate, available, earlierCost } = context
  const spent: { readonly role: ComboRole; readonly cost: Money }[] = []
  for (const [index, { role, draft }] of combo.orders.entries()) {
    const previews = gate.previews.slice(index, index + 1)
    const alongside = spent.filter((other) => !(other.role === role && isExclusiveRole(role)))
    const earlier = sum([earlierCost, ...alongside.map(({ cost }) => cost)])
    const isStarted = role === 'oto' || role === 'otoco'
    const now = holdingNow(facts, available(draft))
    const holding = isStarted ? holdingAtStart(combo, index, now) : now
    const refusal =
      hoursRefusal(draft, facts) ??
      (isStarted ? null : stopRefusal(draft, facts)) ??
      positionRefusal(draft, facts, holding, isStarted) ??
      previewRefusal(draft, previews) ??
      powerRefusal(draft, facts, previews, earlier)
    if (refusal !== null) return refusal
    spent.push({ role, cost: costOfDraft(draft, previews) })
  }
  return null
}

/** Returns what a new order takes from the buying power; zero where only the broker knows. */
export const costOf = (action: InstructionAction, { previews }: GateResult): Money =>
  action.kind === 'place' ? costOfDraft(action.draft, previews) : ZERO_MONEY

function costOfDraft(draft: OrderDraft, [preview]: GateResult['previews']): Money {
  return preview?.ok === true && isPaidInFull(draft)
    ? add(preview.value.cost, preview.value.fees)
    : ZERO_MONEY
}
