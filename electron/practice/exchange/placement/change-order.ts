import { sizeText, priceText } from '../../ledger/records.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../shared/wire/errors.js'
import type { CancelBody, ModifyBody, ReplaceBody } from '../api/exchange-api.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import { cancelRest, finish, updateHold, updateView, withdraw } from '../matching/fills.js'
import { checkBuyingPower } from '../accounts/buying-power.js'
import {
  sharedReservation,
  sharedCover,
  exitSize,
  groupOf,
  isMember,
  masterOf,
} from '../combos/group.js'
import { activate, runTriggers } from '../matching/matching.js'
import { refusedByHalt } from '../orders/halts.js'
import {
  bidsFor,
  bookPrice,
  isFinal,
  leaves,
  type OrderTerms,
  type PracticeOrder,
} from '../orders/order.js'
import { readOrder } from './place-order.js'
import type { OrderFields, ReadOrder } from '../orders/product-rules.js'
import type { WriteRecord } from '../../model/wire-records.js'
import { accountDenied, invalid, type Refusal, refuse } from '../api/refusals.js'
import { sizeUnits } from '../../model/units.js'
import { isExit, kindOfRoles, typesOf } from '../orders/combo-shape.js'

/** Returns a NORMAL order's own ids, or the group's ids for an order of a combo (TRADING-4.1). */
const answer = ({ clientOrderId, orderId, combo }: PracticeOrder): WriteRecord =>
  combo === null
    ? { client_order_id: clientOrderId, order_id: orderId }
    : { client_combo_order_id: combo.clientComboOrderId, combo_order_id: combo.comboOrderId }

const orderUnknown = refuse(CODES.orderNotFound, 'There is no such order.')
const orderFinal = refuse(CODES.orderFinal, 'The order is final.')

/** Returns the order to change, or a refusal when it cannot be changed now (TRADING-4.9). */
function changeable(
  state: Slices<'orders' | 'ledger'>,
  accountId: string,
  clientOrderId: string,
  inCombo: string | null | undefined,
): Result<PracticeOrder, { readonly refusal: Refusal; readonly order: PracticeOrder | null }> {
  if (!state.ledger.accounts.has(accountId)) return err({ refusal: accountDenied, order: null })
  const order = state.orders.ofAccount(accountId).byClientId.get(clientOrderId)
  const elsewhere =
    inCombo !== undefined &&
    inCombo !== null &&
    inCombo !== '' &&
    order?.combo?.clientComboOrderId !== inCombo
  if (order === undefined || elsewhere) return err({ refusal: orderUnknown, order: null })
  if (goneWithCombo(order)) {
    return err({ refusal: refuse(ASSUMPTIONS.combos.childGone, 'There is no such order.'), order })
  }
  if (isFinal(order)) return err({ refusal: orderFinal, order })
  if (order.stage === 'pending') {
    return err({
      refusal: refuse(CODES.orderPendingSubmit, 'The order is still being submitted.'),
      order,
    })
  }
  return ok(order)
}

/** Cancel Order. The refusal of a known order also emits an event. */
export function cancelOne(state: ExchangeState, body: CancelBody): Result<WriteRecord, Refusal> {
  const target = changeable(
    state,
    body.account_id,
    body.client_order_id,
    body.client_combo_order_id,
  )
  if (!target.ok) {
    if (target.error.order !== null) state.emit('CANCEL_FAILED', target.error.order)
    return err(target.error.refusal)
  }
  cancelRest(state, target.value)
  state.groups.settle(state)
  return ok(answer(target.value))
}

/**
 * Returns the order's terms as request fields with the changes applied. Prices that a new type does
 * not use are dropped.
 */
function merged(state: Slices<'rules'>, order: PracticeOrder, change: ModifyBody): OrderFields {
  const { scale } = order
  const { terms } = order.view
  const type = change.order_type ?? terms.type
  const same = type === terms.type
  const trails = type === 'TRAILING_STOP_LOSS'
  const limits = type === 'LIMIT' || type === 'STOP_LOSS_LIMIT' || type === 'LIMIT_ON_OPEN'
  const stops = type === 'STOP_LOSS' || type === 'STOP_LOSS_LIMIT'
  return {
    instrument_type: order.product,
    symbol: terms.symbol,
    side: terms.side,
    order_type: type,
    entrust_type: terms.entrust,
    support_trading_session: terms.session,
    time_in_force: change.time_in_force ?? terms.timeInForce,
    quantity: change.quantity ?? sizeText(terms.size, scale),
    total_cash_amount: null,
    limit_price:
      change.limit_price ?? (limits && terms.limit !== null ? priceText(terms.limit, scale) : null),
    stop_price:
      change.stop_price ?? (stops && terms.stop !== null ? priceText(terms.stop, scale) : null),
    trailing_type: change.trailing_type ?? (trails && same ? terms.trail?.kind : null),
    trailing_stop_step: change.trailing_stop_step ?? (trails && same ? terms.trail?.text : null),
    expire_date: terms.expireDate,
    ...state.rules(order.product).fieldsOf(terms, change),
  }
}

/** Returns the order's new terms, or a refusal. */
function planned(
  state: ExchangeState,
  order: PracticeOrder,
  change: ModifyBody,
): Result<ReadOrder, Refusal> {
  const rules = state.rules(order.product)
  const fixed =
    replaceableInCombo(state, order, change) ??
    rules.replaceable(order, change) ??
    refusedByHalt(state, order.view.terms.symbol)
  if (fixed !== null) return err(fixed)
  if (order.view.terms.amount !== null) {
    return err(invalid('entrust_type', 'AMOUNT', 'such an order cannot be replaced'))
  }
  const replacement = readOrder(state, merged(state, order, change))
  if (!replacement.ok) return replacement
  const { terms } = replacement.value
  const { filled } = order.view
  if (terms.size < filled) {
    return err(invalid('quantity', change.quantity, 'less than the filled quantity'))
  }
  if (order.stage === 'linked') return replacement
  const before =
    order.combo === null ? order : { ...order, heldShares: sharedReservation(state, order) }
  const refused = state.switches.skipChecks
    ? null
    : rules.checkOrder(state, order.accountId, replacement.value, {
        open: terms.size - filled,
        before,
      })
  return refused === null ? ok(replacement.value) : err(refused)
}

/** An order with its planned terms, and the state needed to undo the change. */
interface Staged {
  readonly order: PracticeOrder
  readonly plan: ReadOrder
  readonly before: Pick<PracticeOrder, 'view' | 'holdPrice' | 'cover'>
}

/** Restores orders, the last changed first. */
function unstage(state: ExchangeState, staged: readonly Staged[]): void {
  for (const { order, before } of [...staged].reverse()) {
    order.view = before.view
    order.holdPrice = before.holdPrice
    if (order.stage === 'linked') continue
    state.holds.setCover(order, before.cover)
    updateHold(state, order)
  }
}

/**
 * Applies an order's new terms to the holds, so that further orders of the same combo are checked
 * against them; undoes this when the account lacks buying power.
 */
function stage(state: ExchangeState, { order, plan, before }: Staged): Refusal | null {
  const { market, terms } = plan
  const view = { ...order.view, terms }
  if (order.stage === 'linked') {
    // Nothing is held before its master has traded.
    order.view = view
    return null
  }
  const rules = state.rules(order.product)
  const shortfall = checkBuyingPower(state, order.accountId, () => {
    order.view = view
    order.holdPrice = rules.holdingPrice(market, terms)
    state.holds.setCover(
      order,
      rules.cover(state, order.accountId, terms, {
        open: leaves(order),
        already: sharedCover(state, order),
      }),
    )
    updateHold(state, order)
  })
  if (shortfall !== null) unstage(state, [{ order, plan, before }])
  return shortfall
}

/**
 * True when the order stays in its queue position: a smaller size at the same price. Any other
 * change moves it to the back.
 */
function retainsQueuePlace(order: PracticeOrder, terms: OrderTerms): boolean {
  const old = order.view.terms
  return (
    order.stage === 'book' &&
    old.type === terms.type &&
    old.limit === terms.limit &&
    old.stop === terms.stop &&
    terms.size <= old.size
  )
}

function applyChange(
  state: ExchangeState,
  order: PracticeOrder,
  { market, terms }: ReadOrder,
): void {
  if (order.combo !== null && terms.size !== order.view.terms.size) {
    order.combo = { ...order.combo, asked: terms.size }
  }
  if (order.stage === 'linked') {
    updateView(state, order, { terms })
    state.emit('MODIFY_SUCCESS', order, 'SUBMITTED')
    return
  }
  const old = order.view.terms
  const stays = retainsQueuePlace(order, terms)
  if (!stays) withdraw(state, order)
  if (old.type !== terms.type || old.stop !== terms.stop) order.triggered = false
  if (old.trail?.text !== terms.trail?.text || old.trail?.kind !== terms.trail?.kind) {
    order.extreme = null
  }
  if (old.timeInForce !== terms.timeInForce || old.algo?.end !== terms.algo?.end) {
    order.expiresAt = state.rules(order.product).expiry(state, terms)
    state.clock.scheduleBoundary(order.expiresAt)
  }
  updateView(state, order, { terms })
  state.emit('MODIFY_SUCCESS', order, 'SUBMITTED')
  if (leaves(order) === 0) {
    finish(state, order, { status: 'FILLED' })
    state.emit('FINAL_FILLED', order)
  } else if (stays && terms.limit !== null) {
    market.book.reduce(
      bidsFor(terms) ? 'bid' : 'ask',
      bookPrice(terms, terms.limit),
      order.number,
      leaves(order),
    )
  } else {
    activate(state, order)
    runTriggers(state, market)
  }
}

/** Reads, checks and stages all changes of a request; a refusal undoes all of them. */
function stageAll(state: ExchangeState, body: ReplaceBody): Result<readonly Staged[], Refusal> {
  const staged: Staged[] = []
  const giveUp = (refusal: Refusal): Result<never, Refusal> => {
    unstage(state, staged)
    return err(refusal)
  }
  for (const change of body.modify_orders) {
    const target = changeable(
      state,
      body.account_id,
      change.client_order_id,
      body.client_combo_order_id,
    )
    if (!target.ok) return giveUp(target.error.refusal)
    const order = target.value
    if (staged.some((entry) => entry.order === order)) {
      return giveUp(invalid('client_order_id', change.client_order_id, 'named twice'))
    }
    const plan = planned(state, order, change)
    if (!plan.ok) return giveUp(plan.error)
    const entry = {
      order,
      plan: plan.value,
      before: { view: order.view, holdPrice: order.holdPrice, cover: order.cover },
    }
    const shortfall = stage(state, entry)
    if (shortfall !== null) return giveUp(shortfall)
    staged.push(entry)
  }
  return ok(staged)
}

/**
 * Replace Order (TRADING-4.5): changes only the open part; client_order_id and order_id stay.
 * Several orders of one combo are changed all or none (ASSUMPTIONS.combos). A refusal emits an
 * event for every known order in the request.
 */
export function replaceOrders(
  state: ExchangeState,
  body: ReplaceBody,
): Result<WriteRecord, Refusal> {
  const { account_id: accountId, client_combo_order_id: combo, modify_orders: changes } = body
  const isSingle = combo === undefined || combo === null || combo === ''
  if (changes.length === 0 || (isSingle && changes.length > 1)) {
    return err(invalid('modify_orders', changes.length, 'NORMAL orders are replaced one by one'))
  }
  const staged = stageAll(state, body)
  if (!staged.ok) {
    const named = changes.flatMap(({ client_order_id: id }) => {
      const found = changeable(state, accountId, id, combo)
      return found.ok ? [found.value] : (found.error.order ?? [])
    })
    for (const order of new Set(named)) state.emit('MODIFY_FAILED', order)
    return staged
  }
  for (const { order, before } of staged.value) order.view = before.view
  for (const { order, plan } of staged.value) {
    // An order changed before it may have traded and ended it.
    if (isFinal(order)) continue
    applyChange(state, order, plan)
    state.groups.changed(state, order)
  }
  state.groups.settle(state)
  const [first] = staged.value
  return first === undefined ? err(orderUnknown) : ok(answer(first.order))
}

/**
 * True for an order that was canceled with its combo; later requests are refused as if it did not
 * exist (observed live, TRADING-4.3).
 */
const goneWithCombo = (order: PracticeOrder): boolean =>
  order.combo !== null &&
  order.combo.role !== 'MASTER' &&
  isFinal(order) &&
  order.view.status === 'CANCELLED' &&
  order.view.filled === 0

/**
 * Returns a refusal when a Replace would give a member a type that its combo role does not allow,
 * or an exit a size larger than it may close.
 */
function replaceableInCombo(
  state: Slices<'orders'>,
  order: PracticeOrder,
  change: ModifyBody,
): Refusal | null {
  if (!isMember(order)) return null
  const group = groupOf(state, order)
  const types = typesOf(kindOfRoles(group.map(({ combo }) => combo.role)), order.combo.role)
  const type = change.order_type
  if (type !== undefined && type !== null && !types.includes(type)) {
    return invalid('order_type', type, `not for combo_type ${order.combo.role}`)
  }
  const { quantity } = change
  if (!isExit(order.combo.role) || quantity === undefined || quantity === null) return null
  const requested = sizeUnits(quantity, order.scale)
  const master = masterOf(group)
  if (requested === null || master === undefined) return null
  const maxSize =
    order.stage === 'linked' ? master.view.terms.size : exitSize(group, order, requested)
  return requested > maxSize ? invalid('quantity', quantity, 'more than the master') : null
}
