import {
  eq,
  isPositive,
  parseDecimal,
  asPrice,
  asQuantity,
  type Decimal,
  decimalText,
} from '../../../shared/domain/decimal.js'
import { checkDraft, type DraftProblem } from '../../../shared/domain/orders/order-rules.js'
import { usesLimit, usesStop, usesTrail } from '../../../shared/domain/orders/order-types.js'
import { draftTermsOf } from '../../../shared/domain/orders/draft-terms.js'
import type { Order, OrderChange } from '../../../shared/domain/orders/order.js'
import type { WindowText } from '../../../shared/messages/window-text.js'

/** The typed values of an order's row, as text. */
export interface Edit {
  readonly quantity: string
  readonly limitPrice: string
  readonly stopPrice: string
  readonly trailStep: string
}
export type EditField = keyof Edit
/** The fields that the person typed in; the others follow the order at any time. */
export type TypedEdit = Readonly<Partial<Edit>>

/**
 * Formats a decimal as a person would type it: the wire's "3.00000" is 3, a price keeps its cents.
 */
function textOf(value: Decimal | null, places: number): string {
  if (value === null) return ''
  const [integerPart = '', rest = ''] = decimalText(value).split('.')
  const digits = rest.replace(/0+$/, '').padEnd(places, '0')
  return digits === '' ? integerPart : `${integerPart}.${digits}`
}

const PLACES: Record<EditField, number> = { quantity: 0, limitPrice: 2, stopPrice: 2, trailStep: 0 }

export const editOf = (order: Order): Edit => ({
  quantity: textOf(order.quantity, PLACES.quantity),
  limitPrice: textOf(order.limitPrice, PLACES.limitPrice),
  stopPrice: textOf(order.stopPrice, PLACES.stopPrice),
  trailStep: textOf(order.trail?.step ?? null, PLACES.trailStep),
})

/** Returns what the row of an order shows while it is edited. */
export const shownEdit = (order: Order, typed: TypedEdit): Edit => ({ ...editOf(order), ...typed })

/** Returns the editable fields of an order: those that its type uses. */
export function editableFields(order: Order): readonly EditField[] {
  const fields: readonly (EditField | false)[] = [
    order.quantity !== null && 'quantity',
    usesLimit(order.type) && 'limitPrice',
    usesStop(order.type) && 'stopPrice',
    usesTrail(order.type) && 'trailStep',
  ]
  return fields.filter((field) => field !== false)
}

/** The values of an edit that differ from the order's. */
export type NewValues = Readonly<Partial<Record<EditField, Decimal>>>

/** A change that may be sent, or the problem that prevents it; `null` when nothing differs. */
export type Changed =
  | { readonly ok: true; readonly change: OrderChange; readonly next: NewValues }
  | { readonly ok: false; readonly problem: DraftProblem | null }

const PROBLEM: Record<EditField, DraftProblem> = {
  quantity: 'quantity-not-positive',
  limitPrice: 'limit-price-not-positive',
  stopPrice: 'stop-price-not-positive',
  trailStep: 'trail-not-positive',
}

/**
 * Returns the difference between an order and its edit. A stock order is checked by the same rules
 * as a new one.
 */
export function changeOf(order: Order, edit: Edit, fractionable: boolean): Changed {
  const before = editOf(order)
  const next: { -readonly [K in EditField]?: Decimal } = {}
  for (const field of editableFields(order)) {
    const value = parseDecimal(edit[field].trim().replaceAll(',', ''))
    if (value === null || !isPositive(value)) return { ok: false, problem: PROBLEM[field] }
    const old = parseDecimal(before[field])
    if (old === null || !eq(old, value)) next[field] = value
  }
  if (Object.keys(next).length === 0) return { ok: false, problem: null }
  const quantity = next.quantity === undefined ? undefined : asQuantity(next.quantity)
  const limitPrice = next.limitPrice === undefined ? undefined : asPrice(next.limitPrice)
  const stopPrice = next.stopPrice === undefined ? undefined : asPrice(next.stopPrice)
  const trail =
    next.trailStep === undefined || order.trail === null
      ? undefined
      : { ...order.trail, step: next.trailStep }
  const size = quantity ?? order.quantity
  const terms = draftTermsOf(order.terms)
  // Main checks other products by their own listing, and the broker what is not understood here.
  const [finding] =
    order.assetClass !== 'stock' || size === null || terms === null
      ? []
      : checkDraft(
          {
            accountId: order.accountId,
            assetClass: order.assetClass,
            symbol: order.symbol,
            side: order.side,
            type: order.type,
            timeInForce: order.timeInForce,
            session: order.session,
            size: { kind: 'quantity', quantity: size },
            limitPrice: limitPrice ?? order.limitPrice,
            stopPrice: stopPrice ?? order.stopPrice,
            trail: trail ?? order.trail,
            expireDate: null,
            ...(terms === undefined ? {} : { terms }),
          },
          fractionable,
        )
  if (finding !== undefined) return { ok: false, problem: finding.problem }
  const change: OrderChange = {
    ...(quantity === undefined ? {} : { quantity }),
    ...(limitPrice === undefined ? {} : { limitPrice }),
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(trail === undefined ? {} : { trail }),
  }
  return { ok: true, change, next }
}

/** Formats each changed value with the one before: "Limit 185.20 → 184.00". */
export function summarizeChange(
  order: Order,
  next: NewValues,
  { orders, orderTypes }: WindowText,
): readonly string[] {
  const heads: Record<EditField, string> = {
    quantity: orders.heads.quantity,
    limitPrice: orders.heads.limit,
    stopPrice: orders.heads.stop,
    trailStep: orderTypes['trailing-stop'],
  }
  return (Object.keys(next) as EditField[]).map((field) =>
    orders.change(heads[field], editOf(order)[field], textOf(next[field] ?? null, PLACES[field])),
  )
}
