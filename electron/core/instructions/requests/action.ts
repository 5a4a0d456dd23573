import {
  decimalText,
  eq,
  isPositive,
  parseDecimal,
  sum,
  trim,
  type Decimal,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type {
  Amendment,
  Instruction,
  InstructionAction,
} from '../../../../shared/domain/instructions/instruction.js'
import type {
  MemberChange,
  OrderChange,
  OrderDraft,
  OrderType,
} from '../../../../shared/domain/orders/order.js'
import type { Side } from '../../../../shared/domain/side.js'
import type { DraftLeg } from '../../../../shared/domain/orders/order-terms.js'
import { usesLimit, usesStop } from '../../../../shared/domain/orders/order-rules.js'
import type { AccountId, ClientOrderId, Symbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { scaledLegs } from '../../../../shared/domain/orders/draft-terms.js'
import { draftOfReplacement } from '../../risk/risk-limits.js'
import { changesOf, isGroupChange } from './order-changes.js'

/** The order that an action is about, as far as it names one. */
export interface Subject {
  readonly symbol: Symbol
  readonly side: Side
  readonly assetClass: AssetClass
  readonly type: OrderType
}

export const subjectOf = (action: InstructionAction): Subject => {
  if (action.kind === 'place') return action.draft
  const { symbol, side, assetClass, type } = action.before
  return {
    symbol,
    side,
    assetClass,
    type: action.kind === 'replace' ? (action.change.type ?? type) : type,
  }
}

export const accountOf = (action: InstructionAction): OrderDraft['accountId'] =>
  action.kind === 'place' ? action.draft.accountId : action.accountId

/**
 * The order that would stand if the action were done; null for a cancel and for what cannot be
 * replaced.
 */
export function resultingDraft(action: InstructionAction): OrderDraft | null {
  if (action.kind === 'place') return action.draft
  return action.kind === 'replace' ? draftOfReplacement(action.before, action.change) : null
}

/**
 * The members of drafts and changes that are numbers. Everything else is a name or a word: "007" is
 * not "7" there, whatever it looks like.
 */
const NUMERIC_FIELDS: ReadonlySet<string> = new Set([
  'quantity',
  'amount',
  'limitPrice',
  'stopPrice',
  'step',
  'strike',
  'targetPercent',
  'maxPercent',
])

/** Every order that would stand if the action were done; null for each that cannot be replaced. */
export const resultingDrafts = (action: InstructionAction): readonly (OrderDraft | null)[] =>
  action.kind === 'replace' ? changesOf(action).map(resultingDraft) : [resultingDraft(action)]

/**
 * Any text form of a number becomes one, so that "187.5" and "187.50" are the same request. `name`:
 * of the member that holds the value.
 */
function normalized(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => normalized(item))
  if (typeof value === 'string') {
    const number = NUMERIC_FIELDS.has(name) ? parseDecimal(value) : null
    return number === null ? value : decimalText(trim(number))
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, normalized(member, key)]),
  )
}

/** An action as it is asked for: without the order as it stands. */
type RequestedAction =
  | { readonly kind: 'place'; readonly draft: OrderDraft }
  | {
      readonly kind: 'replace'
      readonly accountId: AccountId
      readonly clientOrderId: ClientOrderId
      readonly change: OrderChange
      readonly others?: readonly MemberChange[] | undefined
    }
  | {
      readonly kind: 'cancel'
      readonly accountId: AccountId
      readonly clientOrderId: ClientOrderId
    }

/**
 * What two requests must have in common to be the same request; the standing order that is changed
 * is not part of it.
 */
export function requestIdentity(action: RequestedAction): Readonly<Record<string, unknown>> {
  const { kind } = action
  if (kind === 'place') {
    return { kind, draft: normalized({ ...action.draft, terms: action.draft.terms ?? null }) }
  }
  const { accountId, clientOrderId } = action
  if (kind === 'cancel') return { kind, accountId, clientOrderId }
  const { change, others = [] } = action
  if (others.length === 0) return { kind, accountId, clientOrderId, change: normalized(change) }
  // Several orders change together: in whichever order they are named, it is the same request.
  const all = [{ clientOrderId, change }, ...others].map((member) => ({
    clientOrderId: member.clientOrderId,
    change: normalized(member.change),
  }))
  return {
    kind,
    accountId,
    changes: all.sort((a, b) => (a.clientOrderId < b.clientOrderId ? -1 : 1)),
  }
}

/** What of an action the person may change, as it stands; null where it does not apply. */
export interface Editable {
  readonly quantity: Decimal | null
  readonly amount: Decimal | null
  readonly limitPrice: Decimal | null
  readonly stopPrice: Decimal | null
}
const NOT_EDITABLE: Editable = { quantity: null, amount: null, limitPrice: null, stopPrice: null }

export function editableOf(action: InstructionAction): Editable {
  const draft = resultingDraft(action)
  // Several orders of a combination are approved as they were asked for, or not at all: a number of
  // one would not say whose it is.
  if (draft === null || isGroupChange(action)) return NOT_EDITABLE
  // The legs of a strategy carry quantities of their own, which follow the whole.
  const { size } = draft
  return {
    quantity: size.kind === 'quantity' ? size.quantity : null,
    amount: size.kind === 'amount' ? size.amount : null,
    limitPrice: usesLimit(draft.type) ? draft.limitPrice : null,
    stopPrice: usesStop(draft.type) ? draft.stopPrice : null,
  }
}

/**
 * The legs of an order in another size: each keeps its share. Null when they would not come out
 * whole.
 */
const legsAtQuantity = ({ size, terms }: OrderDraft, to: Quantity): readonly DraftLeg[] | null =>
  terms?.legs === undefined || size.kind !== 'quantity'
    ? null
    : scaledLegs(terms.legs, size.quantity, to)

const differs = (to: Decimal | undefined, from: Decimal | null): boolean =>
  to !== undefined && (from === null || !eq(to, from))

/**
 * Reads what the person changed: null when the action has no such member or a number is not
 * positive. What equals the request is left
 * out, so that an amendment names changes only.
 */
export function readAmendment(action: InstructionAction, requested: Amendment): Amendment | null {
  const editable = editableOf(action)
  for (const name of ['quantity', 'amount', 'limitPrice', 'stopPrice'] as const) {
    const value = requested[name]
    if (value !== undefined && (editable[name] === null || !isPositive(value))) return null
  }
  const { quantity } = requested
  if (
    action.kind === 'place' &&
    quantity !== undefined &&
    action.draft.terms?.legs !== undefined &&
    legsAtQuantity(action.draft, quantity) === null
  ) {
    return null
  }
  return {
    ...(requested.quantity !== undefined && differs(requested.quantity, editable.quantity)
      ? { quantity: requested.quantity }
      : {}),
    ...(requested.amount !== undefined && differs(requested.amount, editable.amount)
      ? { amount: requested.amount }
      : {}),
    ...(requested.limitPrice !== undefined && differs(requested.limitPrice, editable.limitPrice)
      ? { limitPrice: requested.limitPrice }
      : {}),
    ...(requested.stopPrice !== undefined && differs(requested.stopPrice, editable.stopPrice)
      ? { stopPrice: requested.stopPrice }
      : {}),
  }
}

export const isEmptyAmendment = (amendment: Amendment | null): boolean =>
  amendment === null || Object.keys(amendment).length === 0

/** What will be sent of an instruction: what was asked for, as the person changed it. */
export const withAmendment = (
  instruction: Pick<Instruction, 'action' | 'amendment'>,
): InstructionAction => applyAmendment(instruction.action, instruction.amendment)

/** The action as the person changed it. */
export function applyAmendment(
  action: InstructionAction,
  amendment: Amendment | null,
): InstructionAction {
  if (amendment === null || isEmptyAmendment(amendment)) return action
  const { quantity, amount, limitPrice, stopPrice } = amendment
  switch (action.kind) {
    case 'place': {
      const { draft } = action
      const terms =
        draft.terms?.legs === undefined || quantity === undefined
          ? draft.terms
          : { ...draft.terms, legs: legsAtQuantity(draft, quantity) ?? draft.terms.legs }
      const size =
        draft.size.kind === 'quantity'
          ? { kind: 'quantity' as const, quantity: quantity ?? draft.size.quantity }
          : { kind: 'amount' as const, amount: amount ?? draft.size.amount }
      return {
        kind: 'place',
        draft: {
          ...draft,
          size,
          limitPrice: limitPrice ?? draft.limitPrice,
          stopPrice: stopPrice ?? draft.stopPrice,
          ...(terms === undefined ? {} : { terms }),
        },
      }
    }
    case 'replace': {
      const change: OrderChange = {
        ...action.change,
        ...(quantity === undefined ? {} : { quantity }),
        ...(limitPrice === undefined ? {} : { limitPrice }),
        ...(stopPrice === undefined ? {} : { stopPrice }),
      }
      return { ...action, change }
    }
    case 'cancel':
      return action
  }
}

/**
 * The number that a person types for the largest orders: units (of several orders in one change,
 * all of them together), or the amount of an order by amount.
 */
export function numberToType(action: InstructionAction): Decimal | null {
  const draft = resultingDraft(action)
  if (draft !== null && isGroupChange(action)) {
    return sum<Decimal>(
      resultingDrafts(action).flatMap((draft) =>
        draft?.size.kind === 'quantity' ? [draft.size.quantity] : [],
      ),
    )
  }
  if (draft !== null) {
    return draft.size.kind === 'quantity' ? draft.size.quantity : draft.size.amount
  }
  return action.kind === 'cancel' ? (action.before.quantity ?? action.before.amount) : null
}
