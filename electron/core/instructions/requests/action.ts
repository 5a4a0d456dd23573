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
  InstructionAction,
} from '../../../../shared/domain/instructions/instruction.schema.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type {
  ComboDraft,
  MemberChange,
  OrderChange,
  OrderDraft,
} from '../../../../shared/domain/orders/order.js'
import {
  type OrderType,
  usesLimit,
  usesStop,
} from '../../../../shared/domain/orders/order-types.js'
import type { Side } from '../../../../shared/domain/side.js'
import type { DraftLeg } from '../../../../shared/domain/orders/order-terms.js'
import type { AccountId, ClientOrderId, TradingSymbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { scaledLegs } from '../../../../shared/domain/orders/draft-terms.js'
import { comboProblems } from '../../../../shared/domain/orders/combo-rules.js'
import { exitsAt, linkedGroup, linkedOrders } from '../../../../shared/domain/orders/exits.js'
import { draftOfReplacement } from '../../risk/risk-limits.js'
import { changesOf, isGroup } from './order-changes.js'

/** The instrument, side and type of the order that an action concerns. */
export interface Subject {
  readonly symbol: TradingSymbol
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
 * Returns the order that the action would result in; null for a cancellation and for an order that
 * cannot be replaced.
 */
export function resultingDraft(action: InstructionAction): OrderDraft | null {
  if (action.kind === 'place') return action.draft
  return action.kind === 'replace' ? draftOfReplacement(action.before, action.change) : null
}

/**
 * The numeric fields of drafts and changes. All other strings are compared exactly: the account
 * "007" is not "7".
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

/**
 * Returns every order that the action would result in, without the exits of an entry; null for each
 * that cannot be replaced.
 */
export const resultingDrafts = (action: InstructionAction): readonly (OrderDraft | null)[] =>
  action.kind === 'replace'
    ? changesOf(action).map(resultingDraft)
    : action.kind === 'place'
      ? placedDrafts(action)
      : [resultingDraft(action)]

/**
 * Normalizes a value so that "187.5" and "187.50" are the same request. `name` is the field that
 * holds the value.
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

export type PlaceAction = Extract<InstructionAction, { readonly kind: 'place' }>

/** Returns a new order and those that are linked to it, without its exits. */
export const placedDrafts = ({ draft, linked = [] }: PlaceAction): readonly OrderDraft[] => [
  draft,
  ...linked.map((member) => member.draft),
]

/**
 * Returns a new order with its exits, or with the orders that are linked to it, as one combination;
 * null for an order alone.
 */
export const comboOf = ({ draft, exits = [], linked = [] }: PlaceAction): ComboDraft | null =>
  linked.length > 0
    ? linkedGroup(draft, linked)
    : exits.length > 0
      ? linkedOrders(draft, exits)
      : null

/** Returns the combination that an action places; null for every other action. */
export const comboOfAction = (action: InstructionAction): ComboDraft | null =>
  action.kind === 'place' ? comboOf(action) : null

/** An action as requested, without the current order. */
type RequestedAction =
  | PlaceAction
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
      readonly others?: readonly ClientOrderId[] | undefined
    }

/**
 * Returns the part of an action that identifies the request. The current state of the changed order
 * is not part of it.
 */
export function requestIdentity(action: RequestedAction): Readonly<Record<string, unknown>> {
  const { kind } = action
  if (kind === 'place') {
    const { draft, exits = [], linked = [] } = action
    return {
      kind,
      draft: normalized({ ...draft, terms: draft.terms ?? null }),
      ...(exits.length === 0 ? {} : { exits: normalized(exits) }),
      ...(linked.length === 0 ? {} : { linked: normalized(linked) }),
    }
  }
  const { accountId, clientOrderId } = action
  if (kind === 'cancel') {
    const { others: more = [] } = action
    return more.length === 0
      ? { kind, accountId, clientOrderId }
      : { kind, accountId, clientOrderIds: [clientOrderId, ...more].sort() }
  }
  const { change, others = [] } = action
  if (others.length === 0) return { kind, accountId, clientOrderId, change: normalized(change) }
  // Sort the orders of a group change, so that their sequence does not matter.
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

/** Returns the numbers that an action itself states, which a reason may repeat. */
export const numbersOf = (action: InstructionAction): readonly Decimal[] =>
  [
    ...resultingDrafts(action),
    ...(comboOfAction(action)?.orders.map(({ draft }) => draft) ?? []),
  ].flatMap((draft) =>
    draft === null
      ? []
      : [
          draft.size.kind === 'quantity' ? draft.size.quantity : draft.size.amount,
          draft.limitPrice,
          draft.stopPrice,
          draft.trail?.step ?? null,
          ...(draft.terms?.legs ?? []).map(({ option }) => option?.strike ?? null),
        ].filter((value) => value !== null),
  )

/** The current values that the person may amend; null where one does not apply. */
export interface Editable {
  readonly quantity: Decimal | null
  readonly amount: Decimal | null
  readonly limitPrice: Decimal | null
  readonly stopPrice: Decimal | null
}
const NOT_EDITABLE: Editable = { quantity: null, amount: null, limitPrice: null, stopPrice: null }

export function editableOf(action: InstructionAction): Editable {
  const draft = resultingDraft(action)
  // A group is approved as requested or not at all, because an amended number would not say which
  // order it is for.
  if (draft === null || isGroup(action)) return NOT_EDITABLE
  // The quantities of a strategy's legs follow the order's quantity.
  const { size } = draft
  return {
    quantity: size.kind === 'quantity' ? size.quantity : null,
    amount: size.kind === 'amount' ? size.amount : null,
    limitPrice: usesLimit(draft.type) ? draft.limitPrice : null,
    stopPrice: usesStop(draft.type) ? draft.stopPrice : null,
  }
}

/**
 * Scales the legs of an order to another quantity. Null when a leg's quantity would not be whole.
 */
const legsAtQuantity = ({ size, terms }: OrderDraft, to: Quantity): readonly DraftLeg[] | null =>
  terms?.legs === undefined || size.kind !== 'quantity'
    ? null
    : scaledLegs(terms.legs, size.quantity, to)

const differs = (to: Decimal | undefined, from: Decimal | null): boolean =>
  to !== undefined && (from === null || !eq(to, from))

/** True when an entry still fits its exits with an amendment, or has none. */
function fitsExits(action: InstructionAction, amendment: Amendment): boolean {
  const amended = comboOfAction(applyAmendment(action, amendment))
  return amended === null ? comboOfAction(action) === null : comboProblems(amended).length === 0
}

/**
 * Validates an amendment. Null when the action lacks a field or a number is not positive. Values
 * equal to the request are omitted, so that an amendment contains only changes.
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
  if (!fitsExits(action, requested)) return null
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

/** Returns the action to send: the request with the person's amendment. */
export const withAmendment = (
  instruction: Pick<Instruction, 'action' | 'amendment'>,
): InstructionAction => applyAmendment(instruction.action, instruction.amendment)

/** Applies an amendment to an action. */
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
      const exits =
        action.exits === undefined || quantity === undefined
          ? action.exits
          : (exitsAt(action.exits, quantity) ?? action.exits)
      return {
        kind: 'place',
        ...(exits === undefined ? {} : { exits }),
        ...(action.linked === undefined ? {} : { linked: action.linked }),
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
 * Returns the number that a person types for an order of the largest tier: its quantity (of a
 * group, the sum), or the amount of an amount order.
 */
export function numberToType(action: InstructionAction): Decimal | null {
  const draft = resultingDraft(action)
  if (draft !== null && isGroup(action)) {
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
