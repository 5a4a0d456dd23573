import type { AccountClass } from '../ledger/ledger.js'
import { centsText } from '../ledger/money.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { CODES } from '../../../shared/wire/errors.js'
import type { NewOrderBody, PlaceBody } from './api.js'
import type { Core } from './core.js'
import { rehold } from './fills.js'
import { freshen } from './matching.js'
import { leaves, newView, type PracticeOrder } from './order.js'
import { submit } from './passing-time.js'
import {
  SPECIAL_MEMBERS,
  type OrderFields,
  type ProductRules,
  type ReadOrder,
} from './products/rules.js'
import type { PreviewRecord, WriteRecord } from './records.js'
import { accountDenied, invalid, type Refusal, refuse } from './refusals.js'
import { checkMoney } from './free-money.js'

/**
 * contract/trading.md 4.10: 10 to 40 characters; only their number and that they can be printed are
 * checked.
 */
export const CLIENT_ID = /^[!-~]{10,40}$/

/** The one NORMAL order of a Place or Preview body, or why it is none. */
function single(body: PlaceBody): Result<NewOrderBody, Refusal> {
  const order = body.new_orders[0]
  if (order === undefined) return err(invalid('new_orders', null))
  if (body.new_orders.length > 1) {
    return err(invalid('new_orders', body.new_orders.length, 'NORMAL orders are sent one by one'))
  }
  return ok(order)
}

/** Reads an order's fields by the rules of its product, against the house's present book. */
export function readOrder(
  core: Core,
  fields: OrderFields,
): Result<ReadOrder & { readonly rules: ProductRules<Core> }, Refusal> {
  const rules = core.rulesFor(fields.instrument_type)
  if (rules === undefined) return err(invalid('instrument_type', fields.instrument_type))
  for (const member of SPECIAL_MEMBERS) {
    const value = fields[member]
    if (!rules.members.includes(member) && value !== undefined && value !== null) {
      return err(invalid(member, typeof value === 'string' ? value : 'array'))
    }
  }
  const market = core.market(fields.symbol)
  if (market !== undefined) freshen(core, market)
  const read = rules.read(core, fields)
  if (!read.ok) return read
  if (read.value.market !== market) freshen(core, read.value.market)
  return ok({ ...read.value, rules })
}

/**
 * Puts a new order together without letting it do anything; it holds nothing yet. `combo` is its
 * place in a group, and `ahead` how many of that will be filed before it.
 */
export function draftOrder(
  core: Core,
  accountId: string,
  clientOrderId: string,
  { market, terms }: ReadOrder,
  combo: PracticeOrder['combo'] = null,
  ahead = 0,
): PracticeOrder {
  const number = core.orders.length + 1 + ahead
  const { product, scale } = market.instrument
  const rules = core.rules(product)
  const id = core.deps.ids('order', number)
  return {
    number,
    orderId: rules.orderId?.(id) ?? id,
    clientOrderId,
    accountId,
    product,
    scale,
    placedAt: core.time,
    view: newView(terms),
    past: [],
    stage: 'pending',
    submitAt: epochMs(core.time + core.switches.pendingMs),
    expiresAt: rules.expiry(core, terms),
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

/** Files an order by the time at which it will be submitted. */
function enqueue(core: Core, order: PracticeOrder): void {
  let place = core.pending.length
  while (place > 0 && (core.pending[place - 1]?.submitAt ?? 0) > order.submitAt) place -= 1
  core.pending.splice(place, 0, order)
}

/** An accepted order goes its way: PENDING for a while, then to the exchange. */
export function acceptOrder(core: Core, order: PracticeOrder): void {
  core.file(order)
  beginOrder(core, order)
}

/** The same for one that is filed already. */
export function beginOrder(core: Core, order: PracticeOrder): void {
  if (core.switches.pendingMs > 0) enqueue(core, order)
  else submit(core, order)
}

/** Refuses an order of another product than the account is for. */
export function checkAccount(
  rules: ProductRules<Core>,
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
 * Everything that Place checks of one order, in order; sets aside what it needs. A refusal leaves
 * nothing behind. The caller files
 * what is accepted with {@link acceptOrder}.
 */
export function admitOrder(
  core: Core,
  accountId: string,
  asked: NewOrderBody,
  combo: PracticeOrder['combo'] = null,
): Result<PracticeOrder, Refusal> {
  const account = core.ledger.accounts.get(accountId)
  if (account === undefined) return err(accountDenied)
  const clientOrderId = asked.client_order_id
  if (!CLIENT_ID.test(clientOrderId)) return err(invalid('client_order_id', clientOrderId))
  if (core.ordersOf(accountId).byClientId.has(clientOrderId)) {
    return err(refuse(CODES.repeat, 'client_order_id was used by an accepted order.'))
  }
  const read = readOrder(core, asked)
  if (!read.ok) return read
  const { rules, terms } = read.value
  const refused =
    checkAccount(rules, account.accountClass) ??
    (core.switches.trusting ? null : rules.admit(core, accountId, read.value, terms.size, null))
  if (refused !== null) return err(refused)
  const order = draftOrder(core, accountId, clientOrderId, read.value, combo)
  const poor = checkMoney(core, accountId, () => {
    core.holds.setCover(order, rules.cover(core, accountId, terms, leaves(order), 0))
    rehold(core, order)
  })
  if (poor === null) return ok(order)
  release(core, order)
  return err(poor)
}

/** Gives back what an order that is not carried out had set aside. */
export function release(core: Core, order: PracticeOrder): void {
  order.stage = 'done'
  core.holds.setCover(order, 0)
  rehold(core, order)
}

/**
 * Place Order for one NORMAL order (contract/trading.md 4.2). Accepted orders are PENDING and use
 * up their client_order_id; a
 * refusal changes nothing.
 */
export function placeOne(core: Core, body: PlaceBody): Result<WriteRecord, Refusal> {
  if (!core.ledger.accounts.has(body.account_id)) return err(accountDenied)
  const asked = single(body)
  if (!asked.ok) return asked
  const order = admitOrder(core, body.account_id, asked.value)
  if (!order.ok) return order
  acceptOrder(core, order.value)
  return ok({ client_order_id: order.value.clientOrderId, order_id: order.value.orderId })
}

/**
 * Preview Order: cost and fees at present prices. Looks neither at the account's class nor at its
 * positions (contract/trading.md 4.2).
 */
export function previewOne(core: Core, body: PlaceBody): Result<PreviewRecord, Refusal> {
  if (!core.ledger.accounts.has(body.account_id)) return err(accountDenied)
  const asked = single(body)
  if (!asked.ok) return asked
  const read = readOrder(core, asked.value)
  if (!read.ok) return read
  const estimate = read.value.rules.preview(core, read.value)
  return estimate.ok
    ? ok({
        estimated_cost: centsText(estimate.value.cost),
        estimated_transaction_fee: centsText(estimate.value.fees),
        currency: 'USD',
      })
    : estimate
}
