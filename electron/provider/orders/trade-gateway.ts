import type { RateLimiter } from '../http/rate-limiter.js'
import { asMoney } from '../../../shared/domain/decimal.js'
import { orderId, type ClientOrderId } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { agreementInText } from '../../../shared/domain/reference/agreements.js'
import type { Combo } from '../../../shared/domain/orders/order-terms.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { CODES } from '../../../shared/wire/errors.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import { providerFailure } from '../../core/provider-failure.js'
import type { TradePort } from '../../core/orders/trade-port.js'
import type { WriteOutcome } from '../../core/orders/write-outcome.js'
import type { Caller } from '../http/caller.js'
import { createSteadyClock } from '../http/steady-clock.js'
import type { CallFailure } from '../http/call-failure.js'
import {
  comboMember,
  toComboBody,
  toObservation,
  toPlaceBody,
  toReplaceBody,
} from '../mapping/orders.js'
import { failureMessage, toProviderFailure } from '../http/provider-failure.js'
import type { ClockPort } from '../../core/ports.js'
import { openOrdersOf, orderHistoryOf } from './order-pages.js'
import { message } from '../../../shared/messages/make-message.js'
import type { RequestBudgetPort } from '../../core/orders/request-budget-port.js'

type DetailResult = Awaited<ReturnType<TradePort['detail']>>

/** The provider's codes for "no such order"; only Order Detail may convert them to `absent`. */
const NOT_FOUND: ReadonlySet<string> = new Set([CODES.orderNotFound, 'ORDER_NOT_FOUND'])

/**
 * Converts a failed write to its outcome (see WriteOutcome). A listed refusal is `rejected`, every
 * doubtful failure `unknown` (REL-30).
 */
export function toWriteOutcome(
  failure: CallFailure,
  kind: 'place' | 'replace' | 'cancel',
): WriteOutcome {
  if (failure.class === 'not-sent') return { outcome: 'not-sent', reason: failureMessage(failure) }
  if (failure.code === 'order-exists' && kind === 'place') return { outcome: 'repeated' }
  // 429 with its published code: "nothing is processed" (LIMITS-1).
  if (failure.class === 'definitive' || failure.class === 'auth' || failure.class === 'rate') {
    const code = failure.providerCode ?? failure.code
    const rejected = { outcome: 'rejected', code, reason: failureMessage(failure) } as const
    return code === CODES.orderPendingSubmit ? { ...rejected, tooEarly: true } : rejected
  }
  return { outcome: 'unknown', reason: failureMessage(failure) }
}

type Written = ResponseOf<typeof ORDER_OPERATIONS.placeOrder>

/**
 * True when the response names the combination. A write on an order of a combination returns only
 * the combination's ids (TRADING-4.1).
 */
const namesCombo = (
  { client_combo_order_id: ours, combo_order_id: theirs }: Written,
  combo: Combo | undefined,
): boolean =>
  combo !== undefined &&
  (combo.clientComboId ?? combo.comboId) !== null &&
  (combo.clientComboId === null || ours === combo.clientComboId) &&
  (combo.comboId === null || theirs === combo.comboId)

/**
 * Converts the response of a write. It counts only when it names the order or its combination;
 * otherwise the outcome is unknown.
 * @param id null where several orders were written, which only their combination names
 */
function acknowledged(
  answer: Result<Written, CallFailure>,
  id: ClientOrderId | null,
  kind: 'place' | 'replace' | 'cancel',
  combo?: Combo,
): WriteOutcome {
  if (!answer.ok) return toWriteOutcome(answer.error, kind)
  const { client_order_id: named } = answer.value
  const namesOrder = id !== null && named === id
  const namesGroup = (named === null || id === null) && namesCombo(answer.value, combo)
  if (!namesOrder && !namesGroup) {
    return { outcome: 'unknown', reason: message('orders.answerWithoutOrder') }
  }
  return {
    outcome: 'acknowledged',
    orderId: answer.value.order_id === null ? null : orderId(answer.value.order_id),
  }
}

/**
 * Names the agreement that an event contract needs: while it is not signed, the message of the
 * refusal is the address where it is signed (LIMITS-6).
 */
function withAgreement(
  outcome: WriteOutcome,
  answer: Result<Written, CallFailure>,
  { assetClass }: OrderDraft,
): WriteOutcome {
  if (answer.ok || outcome.outcome !== 'rejected' || assetClass !== 'event') return outcome
  const address = agreementInText(answer.error.message)
  return address === null
    ? outcome
    : { ...outcome, reason: message('orders.eventAgreement', { address }) }
}

/** Writes orders; every outcome is one of {@link WriteOutcome}. */
const writesOf = (
  caller: Caller,
): Pick<TradePort, 'place' | 'placeCombo' | 'replace' | 'cancel'> => ({
  async place(draft, id, maySend) {
    const body = toPlaceBody(draft, id)
    const answer = await caller.call(ORDER_OPERATIONS.placeOrder, body, { maySend })
    return withAgreement(acknowledged(answer, id, 'place'), answer, draft)
  },
  async placeCombo(combo, clientComboId, ids, maySend) {
    const answer = await caller.call(
      ORDER_OPERATIONS.placeOrder,
      toComboBody(combo, clientComboId, ids),
      { maySend },
    )
    // The response names only the combination (TRADING-4.1); it must be this one.
    const named = { role: 'unknown', clientComboId, comboId: null } as const
    return acknowledged(answer, null, 'place', named)
  },
  async replace(account, id, change, { group, maySend } = {}) {
    return acknowledged(
      await caller.call(ORDER_OPERATIONS.replaceOrder, toReplaceBody(account, id, change, group), {
        maySend,
      }),
      id,
      'replace',
      group?.combo,
    )
  },
  async cancel(account, id, combo) {
    return acknowledged(
      await caller.call(ORDER_OPERATIONS.cancelOrder, {
        account_id: account,
        client_order_id: id,
        ...comboMember(combo),
      }),
      id,
      'cancel',
      combo,
    )
  },
})

const previewOf = (caller: Caller): TradePort['preview'] =>
  async function preview(draft, id) {
    const answer = await caller.call(ORDER_OPERATIONS.previewOrder, toPlaceBody(draft, id))
    if (!answer.ok) return err(toProviderFailure(answer.error))
    return ok({
      cost: asMoney(answer.value.estimated_cost),
      fees: asMoney(answer.value.estimated_transaction_fee),
      currency: answer.value.currency ?? 'USD',
    })
  }

/** Converts a failed Order Detail; only a listed refusal proves that there is no order. */
const withoutDetail = (failure: CallFailure): DetailResult =>
  failure.class === 'definitive' &&
  failure.providerCode !== null &&
  NOT_FOUND.has(failure.providerCode)
    ? ok({ seen: 'absent' })
    : err(toProviderFailure(failure))

const OTHER_ORDER = providerFailure('malformed', message('orders.otherOrder'))

/** Reads one order by Order Detail. */
const detailOf = (caller: Caller, clock: ClockPort): TradePort['detail'] =>
  async function detail(account, id, priority) {
    const answer = await caller.call(
      ORDER_OPERATIONS.getOrder,
      { account_id: account, client_order_id: id },
      { priority: priority === 'settle' ? 'critical' : 'background' },
    )
    if (!answer.ok) return withoutDetail(answer.error)
    if (answer.value.orders.length === 0) return ok({ seen: 'absent' })
    const record = answer.value.orders.find((order) => order.client_order_id === id)
    if (record === undefined) return err(OTHER_ORDER)
    return ok({
      seen: 'found',
      observation: toObservation(account, record, {
        source: 'detail',
        observedAt: clock.now(),
        group: answer.value,
      }),
    })
  }

/** Returns the milliseconds after which a cancellation could be sent; 0 = at once. */
export const cancelDelayMs = (limiter: Pick<RateLimiter, 'delayMs'>): number =>
  limiter.delayMs(ORDER_OPERATIONS.cancelOrder, 'critical')

/** Creates the trade port: the provider's implementation of writes and of queries about orders. */
export function createTradeGateway(caller: Caller, wallClock: ClockPort): TradePort {
  const clock = createSteadyClock(wallClock)
  return {
    ...writesOf(caller),
    preview: previewOf(caller),
    detail: detailOf(caller, clock),
    openOrders: openOrdersOf(caller, clock),
    history: orderHistoryOf(caller, clock),
  }
}

const OPERATIONS = {
  detail: ORDER_OPERATIONS.getOrder,
  'open-orders': ORDER_OPERATIONS.listOpenOrders,
} as const

/** Creates the view of the request budgets. */
export const createRequestBudget = (limiter: Pick<RateLimiter, 'delayMs'>): RequestBudgetPort => ({
  pollDelayMs: (query) => limiter.delayMs(OPERATIONS[query], 'background'),
  cancelDelayMs: () => cancelDelayMs(limiter),
})
