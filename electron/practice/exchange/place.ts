import { epochMs } from '../../../shared/domain/time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { CODES } from '../../../shared/wire/errors.js'
import { feesOf, totalFees } from '../ledger/fees.js'
import { cashOfCents, centsText, valueCents, type Cents } from '../ledger/money.js'
import type { SizeUnits } from '../units.js'
import { checkBuyingPower, checkHours, checkPermission, checkPosition, checkPrices, holdingPrice } from './admission.js'
import type { NewOrderBody, PlaceBody, Refusal } from './api.js'
import type { Core, SymbolMarket } from './core.js'
import { rehold } from './fills.js'
import { leaves, newView, type OrderTerms, type PracticeOrder } from './order.js'
import { submit } from './passing-time.js'
import type { PreviewRecord, WriteRecord } from './records.js'
import { accountDenied, invalid, refuse } from './refusals.js'
import { expiryOf } from './schedule.js'
import { readTerms, type OrderFields } from './validate.js'

/** contract/trading.md 4.10: 10 to 40 characters; only their number and that they can be printed are checked. */
const CLIENT_ID = /^[!-~]{10,40}$/

/** Members that belong to products and order kinds which this exchange does not trade yet. */
const NOT_OFFERED = [
  'algo_type', 'option_strategy', 'position_intent', 'leg_in_or_out', 'leg_in_strategy', 'event_outcome', 'event_trade_mode', 'legs',
] as const

/** The one NORMAL stock order of a Place or Preview body, or why it is none. */
function single(body: PlaceBody): Result<NewOrderBody, Refusal> {
  const order = body.new_orders[0]
  if (order === undefined) return err(invalid('new_orders', null))
  const combo = body.new_orders.find((one) => one.combo_type !== 'NORMAL')
  if (combo !== undefined) return err(invalid('combo_type', combo.combo_type))
  if (body.new_orders.length > 1) return err(invalid('new_orders', body.new_orders.length, 'NORMAL orders are sent one by one'))
  if (order.instrument_type !== 'EQUITY') return err(invalid('instrument_type', order.instrument_type))
  for (const member of NOT_OFFERED) {
    const value = order[member]
    if (value !== undefined && value !== null) return err(invalid(member, typeof value === 'string' ? value : 'array'))
  }
  return ok(order)
}

/** The size that an amount of money stands for at the present touch, floored to the finest unit. */
export const estimateSize = (market: SymbolMarket, side: OrderTerms['side']) => (amount: Cents): SizeUnits => {
  const price = market.book.best(side === 'BUY' ? 'ask' : 'bid') ?? market.last
  return Number(cashOfCents(amount) / BigInt(price))
}

/** Reads an order's fields against its stock. */
export function termsFor(core: Core, fields: OrderFields): Result<{ readonly market: SymbolMarket; readonly terms: OrderTerms }, Refusal> {
  const market = core.market(fields.symbol)
  if (market === undefined) return err(invalid('symbol', fields.symbol))
  const terms = readTerms(fields, market.listing, estimateSize(market, fields.side))
  return terms.ok ? ok({ market, terms: terms.value }) : terms
}

/** How much of a buy would only cover the account's short position. */
export function coverFor(core: Core, accountId: string, terms: OrderTerms, open: SizeUnits, already: SizeUnits): SizeUnits {
  if (terms.side !== 'BUY') return 0
  const short = Math.max(0, -core.ledger.held(accountId, terms.symbol))
  return Math.min(open, Math.max(0, short - (core.holds.covered(accountId, terms.symbol) - already)))
}

/** Puts a new order together without letting it do anything; it holds nothing yet. */
function draft(core: Core, body: PlaceBody, order: NewOrderBody, market: SymbolMarket, terms: OrderTerms): PracticeOrder {
  const number = core.orders.length + 1
  return {
    number, orderId: core.deps.ids('order', number), clientOrderId: order.client_order_id, accountId: body.account_id, placedAt: core.time,
    view: newView(terms), past: [], stage: 'pending', submitAt: epochMs(core.time + core.switches.pendingMs),
    expiresAt: expiryOf(terms, core.time), triggered: false, extreme: null, bookedCents: 0, heldCents: 0, heldShares: 0,
    holdPrice: holdingPrice(market, terms), cover: 0, positionId: null,
  }
}

/** Files an order by the time at which it will be submitted. */
function enqueue(core: Core, order: PracticeOrder): void {
  let place = core.pending.length
  while (place > 0 && (core.pending[place - 1]?.submitAt ?? 0) > order.submitAt) place -= 1
  core.pending.splice(place, 0, order)
}

/**
 * Place Order for one NORMAL stock order (contract/trading.md 4.2). Accepted orders are PENDING and use up their
 * client_order_id; a refusal changes nothing.
 */
export function placeOne(core: Core, body: PlaceBody): Result<WriteRecord, Refusal> {
  const { account_id: accountId } = body
  if (!core.ledger.accounts.has(accountId)) return err(accountDenied)
  const asked = single(body)
  if (!asked.ok) return asked
  const clientOrderId = asked.value.client_order_id
  if (!CLIENT_ID.test(clientOrderId)) return err(invalid('client_order_id', clientOrderId))
  if (core.ordersOf(accountId).byClientId.has(clientOrderId)) return err(refuse(CODES.repeat, 'client_order_id was used by an accepted order.'))
  const read = termsFor(core, asked.value)
  if (!read.ok) return read
  const { market, terms } = read.value
  const refused = checkPermission(core, accountId, market, terms) ?? checkHours(core, market, terms)
    ?? checkPrices(market, terms, market.last) ?? checkPosition(core, accountId, terms, terms.size, 0)
  if (refused !== null) return err(refused)
  const order = draft(core, body, asked.value, market, terms)
  core.holds.setCover(order, coverFor(core, accountId, terms, leaves(order), 0))
  const before = core.value(accountId)?.free ?? 0
  rehold(core, order)
  const poor = order.heldCents > before ? checkBuyingPowerAfter(core, order) : null
  if (poor !== null) return err(poor)
  core.file(order)
  if (core.switches.pendingMs > 0) enqueue(core, order)
  else submit(core, order)
  return ok({ client_order_id: clientOrderId, order_id: order.orderId })
}

/** Gives back what a refused order had set aside for the check. */
function checkBuyingPowerAfter(core: Core, order: PracticeOrder): Refusal | null {
  const needed = order.heldCents
  order.stage = 'done'
  core.holds.setCover(order, 0)
  rehold(core, order)
  return checkBuyingPower(core, order.accountId, needed)
}

/** Preview Order: cost and fees at present prices. Looks neither at the account's class nor at its positions (contract/trading.md 4.2). */
export function previewOne(core: Core, body: PlaceBody): Result<PreviewRecord, Refusal> {
  if (!core.ledger.accounts.has(body.account_id)) return err(accountDenied)
  const asked = single(body)
  if (!asked.ok) return asked
  const read = termsFor(core, asked.value)
  if (!read.ok) return read
  const { market, terms } = read.value
  const touch = market.book.best(terms.side === 'BUY' ? 'ask' : 'bid') ?? market.last
  const value = terms.amount ?? valueCents(terms.limit ?? terms.stop ?? touch, terms.size)
  const fees = totalFees(feesOf(terms.side, value, terms.size))
  return ok({ estimated_cost: centsText(value), estimated_transaction_fee: centsText(fees), currency: 'USD' })
}
