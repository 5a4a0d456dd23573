import type { AccountClass } from '../../ledger/ledger.js'
import { centsText } from '../../ledger/money.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { CODES } from '../../../../shared/wire/errors.js'
import type { NewOrderBody, PlaceBody } from '../api/exchange-api.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import { updateHold } from '../matching/fills.js'
import { refreshBook } from '../matching/matching.js'
import { refusedByHalt } from '../orders/halts.js'
import { leaves, newView, type PracticeOrder } from '../orders/order.js'
import { submit } from '../matching/time-advance.js'
import {
  SPECIAL_MEMBERS,
  type OrderFields,
  type ProductRules,
  type ReadOrder,
} from '../orders/product-rules.js'
import type { PreviewRecord, WriteRecord } from '../../model/wire-records.js'
import { accountDenied, invalid, type Refusal, refuse } from '../api/refusals.js'
import { checkBuyingPower } from '../accounts/buying-power.js'

/**
 * A client order id: 10 to 40 characters (TRADING-4.10). Only the length and that they are
 * printable is checked.
 */
export const CLIENT_ID = /^[!-~]{10,40}$/

/** Returns the one NORMAL order of a Place or Preview body, or a refusal. */
function single(body: PlaceBody): Result<NewOrderBody, Refusal> {
  const order = body.new_orders[0]
  if (order === undefined) return err(invalid('new_orders', null))
  if (body.new_orders.length > 1) {
    return err(invalid('new_orders', body.new_orders.length, 'NORMAL orders are sent one by one'))
  }
  return ok(order)
}

/** Reads an order's fields by its product's rules, after refreshing the market makers' book. */
export function readOrder(
  state: ExchangeState,
  fields: OrderFields,
): Result<ReadOrder & { readonly rules: ProductRules<ExchangeState> }, Refusal> {
  const rules = state.rulesFor(fields.instrument_type)
  if (rules === undefined) return err(invalid('instrument_type', fields.instrument_type))
  for (const member of SPECIAL_MEMBERS) {
    const value = fields[member]
    if (!rules.members.includes(member) && value !== undefined && value !== null) {
      return err(invalid(member, typeof value === 'string' ? value : 'array'))
    }
  }
  const market = state.markets.find(fields.symbol)
  if (market !== undefined) refreshBook(state, market)
  const read = rules.read(state, fields)
  if (!read.ok) return read
  if (read.value.market !== market) refreshBook(state, read.value.market)
  return ok({ ...read.value, rules })
}

interface DraftOptions {
  readonly clientOrderId: string
  readonly read: ReadOrder
  /** Its place in a group; by default it has none. */
  readonly combo?: PracticeOrder['combo']
  /** The number of its group's orders filed before it; by default none. */
  readonly ahead?: number
}

/** Creates a new order without activating it; it holds nothing yet. */
export function draftOrder(
  state: ExchangeState,
  accountId: string,
  { clientOrderId, read: { market, terms }, combo = null, ahead = 0 }: DraftOptions,
): PracticeOrder {
  const number = state.orders.all.length + 1 + ahead
  const { product, scale } = market.instrument
  const rules = state.rules(product)
  const id = state.deps.ids('order', number)
  return {
    number,
    orderId: rules.orderId?.(id) ?? id,
    clientOrderId,
    accountId,
    product,
    scale,
    placedAt: state.clock.time,
    view: newView(terms),
    past: [],
    stage: 'pending',
    submitAt: epochMs(state.clock.time + state.switches.pendingMs),
    expiresAt: rules.expiry(state, terms),
    triggered: false,
    extreme: null,
    bookedCents: 0,
    heldCents: 0,
    heldShares: 0,
    holdPrice: rules.holdingPrice(market, terms),
    cover: 0,
    positionId: null,
    combo,
    algo: null,
  }
}

/** Inserts an order into the pending queue by its submission time. */
function enqueue(state: Slices<'orders'>, order: PracticeOrder): void {
  let place = state.orders.pending.length
  while (place > 0 && (state.orders.pending[place - 1]?.submitAt ?? 0) > order.submitAt) place -= 1
  state.orders.pending.splice(place, 0, order)
}

/** Files an accepted order and begins it: PENDING for a while, then at the exchange. */
export function acceptOrder(state: ExchangeState, order: PracticeOrder): void {
  state.file(order)
  beginOrder(state, order)
}

/** Begins an order that is already filed. */
export function beginOrder(state: ExchangeState, order: PracticeOrder): void {
  if (state.switches.pendingMs > 0) enqueue(state, order)
  else submit(state, order)
}

/** Returns a refusal when the account's class does not trade the product. */
export function checkAccount(
  rules: ProductRules<ExchangeState>,
  accountClass: AccountClass,
): Refusal | null {
  return rules.accounts.includes(accountClass)
    ? null
    : refuse(
        CODES.noPermission,
        `Orders with instrument_type ${rules.product} are not for an account of class ${accountClass}.`,
      )
}

/**
 * Runs all checks of Place for one order, in their order, and holds what it needs. A refusal undoes
 * everything. The caller files an accepted order with {@link acceptOrder}.
 */
export function prepareOrder(
  state: ExchangeState,
  accountId: string,
  request: NewOrderBody,
  combo: PracticeOrder['combo'] = null,
): Result<PracticeOrder, Refusal> {
  const account = state.ledger.accounts.get(accountId)
  if (account === undefined) return err(accountDenied)
  const clientOrderId = request.client_order_id
  if (!CLIENT_ID.test(clientOrderId)) return err(invalid('client_order_id', clientOrderId))
  if (state.orders.ofAccount(accountId).byClientId.has(clientOrderId)) {
    return err(refuse(CODES.repeat, 'client_order_id was used by an accepted order.'))
  }
  const readResult = readOrder(state, request)
  if (!readResult.ok) return readResult
  const { rules, terms } = readResult.value
  const refused =
    checkAccount(rules, account.accountClass) ??
    refusedByHalt(state, terms.symbol) ??
    (state.switches.skipChecks
      ? null
      : rules.checkOrder(state, accountId, readResult.value, { open: terms.size, before: null }))
  if (refused !== null) return err(refused)
  const order = draftOrder(state, accountId, { clientOrderId, read: readResult.value, combo })
  const shortfall = checkBuyingPower(state, accountId, () => {
    state.holds.setCover(
      order,
      rules.cover(state, accountId, terms, { open: leaves(order), already: 0 }),
    )
    updateHold(state, order)
  })
  if (shortfall === null) return ok(order)
  release(state, order)
  return err(shortfall)
}

/** Releases the hold of an order that is not placed. */
export function release(state: ExchangeState, order: PracticeOrder): void {
  order.stage = 'done'
  state.holds.setCover(order, 0)
  updateHold(state, order)
}

/**
 * Place Order for one NORMAL order (TRADING-4.2). An accepted order is PENDING and uses up its
 * client_order_id; a refusal changes nothing.
 */
export function placeOne(state: ExchangeState, body: PlaceBody): Result<WriteRecord, Refusal> {
  if (!state.ledger.accounts.has(body.account_id)) return err(accountDenied)
  const request = single(body)
  if (!request.ok) return request
  const order = prepareOrder(state, body.account_id, request.value)
  if (!order.ok) return order
  acceptOrder(state, order.value)
  return ok({ client_order_id: order.value.clientOrderId, order_id: order.value.orderId })
}

/**
 * Preview Order: cost and fees at present prices. Checks neither the account's class nor its
 * positions (TRADING-4.2).
 */
export function previewOne(state: ExchangeState, body: PlaceBody): Result<PreviewRecord, Refusal> {
  if (!state.ledger.accounts.has(body.account_id)) return err(accountDenied)
  const request = single(body)
  if (!request.ok) return request
  const read = readOrder(state, request.value)
  if (!read.ok) return read
  const estimate = read.value.rules.preview(state, read.value)
  return estimate.ok
    ? ok({
        estimated_cost: centsText(estimate.value.cost),
        estimated_transaction_fee: centsText(estimate.value.fees),
        currency: 'USD',
      })
    : estimate
}
