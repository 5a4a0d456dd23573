import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type {
  ComboChange,
  MemberChange,
  Order,
  OrderDraft,
} from '../../../../shared/domain/orders/order.js'
import { isFinal, isWorking } from '../../../../shared/domain/orders/order-state.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { appError, type AppError } from '../../../../shared/domain/app/app-error.js'
import { replaceDenial } from '../../risk/replace-rules.js'
import { belowFilled, draftOfReplacement, type Denial } from '../../risk/risk-limits.js'
import type { OrderProjection } from '../order-projection.js'
import {
  NO_PROOF,
  passesIfReducing,
  type OrderLimits,
  type Proof,
  type TimedCheck,
} from './order-limits.js'
import type { ConfirmedPrices } from './price-questions.js'
import type { ReducingOrders } from './reducing-orders.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/** A change that passed every check, and the order that would result. */
export interface CheckedChange extends MemberChange {
  readonly order: Order
  readonly draft: OrderDraft
  readonly checked: TimedCheck
  readonly proof: Proof
  /** The prices that the person confirmed although they are not current; null for none. */
  readonly confirmed: ConfirmedPrices | null
}

/** Why an order cannot be changed, or not now; or the denials of a change that is not allowed. */
export type ChangeRefusal = { readonly error: AppError } | { readonly denials: readonly Denial[] }

/** Returns the order of a replace or cancel, or why it cannot be changed. */
export function changeTarget(
  projection: Pick<OrderProjection, 'get'>,
  accountId: AccountId,
  id: ClientOrderId,
): Result<Order, AppError> {
  const order = projection.get(id)
  if (order === undefined || order.accountId !== accountId) {
    return err(appError('order/not-found', message('orders.notFound')))
  }
  if (isFinal(order.status)) {
    return err(
      appError('order/already-final', message('orders.alreadyFinal', { status: order.status })),
    )
  }
  return ok(order)
}

/** Whose orders change, and the prices that the person confirmed; null for none. */
export interface ChangeRequest {
  readonly accountId: AccountId
  readonly confirmed: ConfirmedPrices | null
}

/** Runs every check on a change of one order; requests its listing and quotes. */
export async function checkChange(
  deps: {
    readonly projection: Pick<OrderProjection, 'get'>
    readonly limits: OrderLimits
    readonly reducing: ReducingOrders
  },
  { accountId, confirmed }: ChangeRequest,
  { clientOrderId, change }: MemberChange,
): Promise<Result<CheckedChange, ChangeRefusal>> {
  const target = changeTarget(deps.projection, accountId, clientOrderId)
  if (!target.ok) return err({ error: target.error })
  const order = target.value
  if (order.pending !== null) {
    const pending = message('orders.requestPending', { kind: order.pending.kind })
    return err({ error: appError('order/request-pending', pending) })
  }
  const draft = changedDraft(order, change)
  if (!draft.ok) return err({ denials: [draft.error] })
  const scope = { except: [clientOrderId], proof: NO_PROOF, replaces: true, confirmed } as const
  const first = await deps.limits.check(draft.value, scope)
  const reduces = passesIfReducing(first.denials)
    ? await deps.reducing.replacement(order, change, draft.value)
    : null
  const proof: Proof =
    reduces === null
      ? NO_PROOF
      : { kind: 'reduces', problem: () => (reduces() ? null : message('orders.notReducing')) }
  const denials =
    reduces === null ? first.denials : deps.limits.denials(draft.value, first, { ...scope, proof })
  const checked = { ...first, denials }
  return denials.length > 0
    ? err({ denials })
    : ok({ clientOrderId, change, order, draft: draft.value, checked, proof, confirmed })
}

/**
 * Returns why a checked change may not be sent now: the order may have filled, ended or been
 * canceled while the change waited, or another order may have used a limit up (REL-42).
 */
export function changeDenials(
  deps: { readonly projection: Pick<OrderProjection, 'get'>; readonly limits: OrderLimits },
  { clientOrderId, change, order, draft, checked, proof, confirmed }: CheckedChange,
): readonly Denial[] {
  const now = deps.projection.get(clientOrderId) ?? order
  if (isFinal(now.status)) {
    return [{ code: 'not-sent', message: message('orders.endedMeanwhile') }]
  }
  if (now.pending?.kind === 'cancel') {
    return [{ code: 'not-sent', message: message('orders.requestPending', { kind: 'cancel' }) }]
  }
  const current = changedDraft(now, change)
  if (!current.ok) return [current.error]
  const scope = { except: [clientOrderId], proof, replaces: true, confirmed } as const
  return deps.limits.denialsBeforeSend(draft, checked, scope)
}

/** Returns the order that a change results in, or why the change is not possible. */
function changedDraft(order: Order, change: MemberChange['change']): Result<OrderDraft, Denial> {
  if (!isWorking(order.status)) {
    return err({
      code: 'uncertain-order',
      message: message('orders.unknownPlacement'),
    })
  }
  const draft = draftOfReplacement(order, change)
  if (draft === null) {
    return invalid(
      order.quantity === null
        ? message('orders.amountNotReplaceable')
        : message('orders.termsNotReplaceable'),
    )
  }
  if (Object.values(change).every((value) => value === undefined)) {
    return invalid(message('orders.nothingToChange'))
  }
  if (belowFilled(order, change.quantity)) {
    return invalid(message('orders.belowFilled'), {
      field: 'size',
      rule: 'below-filled',
      corrected: null,
    })
  }
  const fixed = replaceDenial(order, change)
  return fixed === null ? ok(draft) : err(fixed)
}

const invalid = (reason: Message, about?: Denial['about']): Result<never, Denial> =>
  err({ code: 'draft-invalid', message: reason, about })

/** Returns the combination that a replace names, with its other members; empty without one. */
export function comboChange(
  first: CheckedChange,
  others: readonly CheckedChange[],
): readonly [] | readonly [ComboChange] {
  const combo = first.order.terms?.combo ?? null
  if (combo === null) return []
  return [{ combo, others: others.map(({ clientOrderId, change }) => ({ clientOrderId, change })) }]
}
