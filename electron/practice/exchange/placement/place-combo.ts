import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { DAY_MS, epochMs } from '../../../../shared/domain/time.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { priceText } from '../../ledger/records.js'
import type { NewOrderBody, PlaceBody } from '../api/exchange-api.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import { updateHold } from '../matching/fills.js'
import { checkBuyingPower } from '../accounts/buying-power.js'
import { refusedByHalt } from '../orders/halts.js'
import { isBuy, isFinal, leaves, type PracticeOrder } from '../orders/order.js'
import {
  beginOrder,
  checkAccount,
  CLIENT_ID,
  draftOrder,
  readOrder,
  release,
} from './place-order.js'
import type { ProductRules, ReadOrder } from '../orders/product-rules.js'
import type { WriteRecord } from '../../model/wire-records.js'
import { accountDenied, EXCHANGE_CODES, invalid, type Refusal, refuse } from '../api/refusals.js'
import type { ComboRef } from '../orders/order-terms.js'
import { sharedReservation, sharedCover } from '../combos/group.js'
import { readCombo, type ComboKind } from '../orders/combo-shape.js'

/** Lifetime of an order that waits for its master; it ends with the master anyway. */
const LINKED_MS = 100 * DAY_MS

const REPEATED = refuse(CODES.repeat, 'client_order_id was used by an accepted order.')

interface Draft {
  readonly order: PracticeOrder
  readonly read: ReadOrder & { readonly rules: ProductRules<ExchangeState> }
}

/** Returns the ids of the group. The client's id may be omitted (TRADING-4.2). */
function groupIds(
  state: Slices<'orders' | 'deps'>,
  accountId: string,
  groupId: string | null | undefined,
): Result<Omit<ComboRef, 'role' | 'asked'>, Refusal> {
  const number = state.orders.all.length + 1
  const comboOrderId = state.deps.ids('combo', number)
  if (groupId === undefined || groupId === null || groupId === '') {
    return ok({ clientComboOrderId: state.deps.ids('client-combo', number), comboOrderId })
  }
  if (!CLIENT_ID.test(groupId)) return err(invalid('client_combo_order_id', groupId))
  for (const [groupOrder] of state.orders.ofAccount(accountId).groups.values()) {
    if (groupOrder?.combo?.clientComboOrderId === groupId) {
      return err(refuse(CODES.repeat, 'client_combo_order_id was used by an accepted combo.'))
    }
  }
  return ok({ clientComboOrderId: groupId, comboOrderId })
}

function checkIds(
  state: Slices<'orders'>,
  accountId: string,
  orders: readonly NewOrderBody[],
): Refusal | null {
  const ids = orders.map((order) => order.client_order_id)
  const wrong = ids.find((id) => !CLIENT_ID.test(id))
  if (wrong !== undefined) return invalid('client_order_id', wrong)
  return new Set(ids).size < ids.length ||
    ids.some((id) => state.orders.ofAccount(accountId).byClientId.has(id))
    ? REPEATED
    : null
}

/**
 * Checks an exit against its master: a profit exit must be on the winning side of the entry price,
 * a stop on the losing side, and the size at most the master's.
 */
function checkExit(master: Draft | undefined, exit: Draft): Refusal | null {
  if (master === undefined) return null
  const { terms } = exit.read
  const { scale } = exit.order
  if (terms.size > master.read.terms.size) {
    return invalid('quantity', terms.size / 10 ** scale.size, 'more than the master')
  }
  const entry = master.read.terms.limit ?? master.read.market.last
  const above = !isBuy(exit.order)
  if (terms.limit !== null && (above ? terms.limit <= entry : terms.limit >= entry)) {
    return invalid('limit_price', priceText(terms.limit, scale), 'on the losing side of the master')
  }
  if (terms.stop === null || (above ? terms.stop < entry : terms.stop > entry)) return null
  return above
    ? refuse(
        EXCHANGE_CODES.stopMustBeBelow,
        `The stop price of a sale must be below the master (${priceText(entry, scale)}).`,
      )
    : refuse(
        EXCHANGE_CODES.stopMustBeAbove,
        `The stop price of a buy must be above the master (${priceText(entry, scale)}).`,
      )
}

/**
 * Returns the order under which the draft is checked: as a replacement of its sibling, because it
 * may use the sibling's reservations if it trades first.
 */
function inPlaceOf(
  state: Slices<'orders'>,
  { order, read }: Draft,
  sibling: PracticeOrder | undefined,
): PracticeOrder | null {
  if (sibling === undefined) return null
  // Type and prices differ from the draft's, so that every price is checked.
  return {
    ...sibling,
    heldShares: sharedReservation(state, order),
    view: { ...sibling.view, terms: { ...read.terms, type: 'MARKET', limit: null, stop: null } },
  }
}

/** Checks an order that works from the start and holds what it needs beyond its siblings. */
function checkAndHold(
  state: ExchangeState,
  accountId: string,
  draft: Draft,
  siblings: readonly Draft[],
): Refusal | null {
  const { order, read } = draft
  const { rules, terms } = read
  const refused = state.switches.skipChecks
    ? null
    : rules.checkOrder(state, accountId, read, {
        open: terms.size,
        before: inPlaceOf(state, draft, siblings[0]?.order),
      })
  return (
    refused ??
    checkBuyingPower(state, accountId, () => {
      state.holds.setCover(
        order,
        rules.cover(state, accountId, terms, {
          open: leaves(order),
          already: sharedCover(state, order),
        }),
      )
      updateHold(state, order)
    })
  )
}

/** The orders of a group, as they were requested. */
interface ComboRequest {
  readonly kind: ComboKind
  readonly orders: readonly NewOrderBody[]
  readonly ids: Omit<ComboRef, 'role' | 'asked'>
}

/**
 * Reads and checks all orders of a group in request order and holds their needs. A refusal undoes
 * everything.
 */
function draftAll(
  state: ExchangeState,
  accountId: string,
  { kind, orders, ids }: ComboRequest,
): Result<readonly Draft[], Refusal> {
  const account = state.ledger.accounts.get(accountId)
  if (account === undefined) return err(accountDenied)
  const drafts: Draft[] = []
  for (const [index, request] of orders.entries()) {
    const readResult = readOrder(state, request)
    if (!readResult.ok) return readResult
    const { rules, terms } = readResult.value
    const refused = checkAccount(rules, account.accountClass) ?? refusedByHalt(state, terms.symbol)
    if (refused !== null) return err(refused)
    drafts.push({
      order: draftOrder(state, accountId, {
        clientOrderId: request.client_order_id,
        read: readResult.value,
        combo: { ...ids, role: request.combo_type, asked: terms.size },
        ahead: index,
      }),
      read: readResult.value,
    })
  }
  const master = drafts.find(({ order }) => order.combo?.role === 'MASTER')
  const admitted: Draft[] = []
  const { groups } = state.orders.ofAccount(accountId)
  const giveUp = (refusal: Refusal): Result<never, Refusal> => {
    for (const { order } of drafts) release(state, order)
    groups.delete(ids.comboOrderId)
    return err(refusal)
  }
  groups.set(
    ids.comboOrderId,
    drafts.map(({ order }) => order),
  )
  for (const draft of drafts) if (master !== undefined && draft !== master) link(state, draft.order)
  for (const draft of drafts) {
    const waits = master !== undefined && draft !== master
    const refused =
      (kind === 'bracket' && draft !== master ? checkExit(master, draft) : null) ??
      (waits ? null : checkAndHold(state, accountId, draft, admitted))
    if (refused !== null) return giveUp(refused)
    if (!waits) admitted.push(draft)
  }
  return ok(drafts)
}

/**
 * Makes an order wait for its master. Exits show SUBMITTED from the start (TRADING-4.3); other
 * waiting orders do the same.
 */
function link(state: Slices<'clock'>, order: PracticeOrder): void {
  order.stage = 'linked'
  order.view = { ...order.view, status: 'SUBMITTED' }
  order.expiresAt = epochMs(state.clock.time + LINKED_MS)
}

/**
 * Place Order for a combo (TRADING-4.3): all orders are accepted, or none. Returns the two ids of
 * the group.
 */
export function placeCombo(state: ExchangeState, body: PlaceBody): Result<WriteRecord, Refusal> {
  const { account_id: accountId, new_orders: orders } = body
  if (!state.ledger.accounts.has(accountId)) return err(accountDenied)
  const kind = readCombo(orders)
  if (!kind.ok) return kind
  const repeated = checkIds(state, accountId, orders)
  if (repeated !== null) return err(repeated)
  const ids = groupIds(state, accountId, body.client_combo_order_id)
  if (!ids.ok) return ids
  const drafts = draftAll(state, accountId, { kind: kind.value, orders, ids: ids.value })
  if (!drafts.ok) return drafts
  state.orders.ofAccount(accountId).groups.delete(ids.value.comboOrderId)
  for (const { order } of drafts.value) state.file(order)
  // The first order may trade and end the next before it has begun.
  for (const { order } of drafts.value) {
    if (order.stage !== 'linked' && !isFinal(order)) beginOrder(state, order)
  }
  return ok({
    client_combo_order_id: ids.value.clientComboOrderId,
    combo_order_id: ids.value.comboOrderId,
  })
}

export const isCombo = (orders: readonly NewOrderBody[]): boolean =>
  orders.some((order) => order.combo_type !== 'NORMAL')

/**
 * Returns the request by which Preview estimates a combo: its master, otherwise its first order;
 * exits cost nothing by themselves.
 */
export function previewBody(body: PlaceBody): PlaceBody {
  const order =
    body.new_orders.find(({ combo_type: role }) => role === 'MASTER') ?? body.new_orders[0]
  return !isCombo(body.new_orders) || order === undefined
    ? body
    : { ...body, new_orders: [{ ...order, combo_type: 'NORMAL' }] }
}
