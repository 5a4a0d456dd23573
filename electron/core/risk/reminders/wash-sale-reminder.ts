import {
  eq,
  isZero,
  lt,
  minOf,
  mul,
  neg,
  sub,
  sum,
  ZERO,
  type Decimal,
  type Price,
} from '../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { orderInstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { tradeDate, type TradeDate } from '../../../../shared/domain/market/trade-date.js'
import type { OrderReminder } from '../../../../shared/domain/reference/order-reminder.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { OpenLot } from '../../records/journal/lot-book.js'
import {
  recentPurchases,
  washEnd,
  washSale,
  type WashSale,
} from '../../records/journal/wash-sale.js'
import type { ReminderFacts } from './reminder-facts.js'

/** The lots that a message lists; the others are counted. */
const LISTED_LOTS = 3
const RECORDS = message('reminder.records')
const LOTS = message('reminder.lots')

/**
 * Mentions a sale at a loss that may be a wash sale in the United States. Where the journal knows
 * the lots, those that the sale closes decide, first in, first out. Elsewhere the average cost
 * decides, and the message says so. The person's ticket and an assistant's card use the same
 * definition.
 */
export function washSaleReminder(
  draft: OrderDraft,
  facts: ReminderFacts,
): readonly OrderReminder[] {
  const expected = draft.limitPrice ?? draft.stopPrice ?? facts.price?.bid ?? null
  if (draft.side !== 'sell' || draft.size.kind !== 'quantity' || expected === null) return []
  const lots = lotsOfPosition(draft, facts)
  const { quantity } = draft.size
  const ownMessage =
    lots === null
      ? byAverageCost(draft, quantity, expected, facts)
      : byLots(draft, lots, sale(draft, { quantity, price: expected, lots, time: facts.now }))
  const cost = facts.position?.averageCost ?? null
  const isLoss = lots === null ? cost !== null && lt(expected, cost) : ownMessage !== null
  const text = isLoss ? withOtherAccounts(draft, ownMessage, facts) : ownMessage
  if (text === null) return []
  const source = lots === null ? RECORDS : LOTS
  return [{ kind: 'wash-sale', label: message('reminder.washSaleLabel'), text, source }]
}

/**
 * Returns the open lots of the account, when those of the order's instrument are what the position
 * holds, and their cost is known.
 */
function lotsOfPosition(
  draft: OrderDraft,
  { lots, position }: ReminderFacts,
): readonly OpenLot[] | null {
  const key = orderInstrumentKey(draft)
  const isSecurity = draft.assetClass === 'stock' || draft.assetClass === 'option'
  if (lots === null || key === null || !isSecurity) return null
  const own = lots.filter((lot) => lot.key === key)
  const held = sum(own.map(({ quantity }) => quantity))
  const fits = !isZero(held) && eq(held, position?.quantity ?? ZERO)
  return fits && own.every(({ isCosted }) => isCosted) ? lots : null
}

/**
 * Adds what the person's other accounts bought, and how many of them are not known here. `own` is
 * what is said about the account of the sale; null: nothing.
 */
function withOtherAccounts(
  draft: OrderDraft,
  ownMessage: Message | null,
  { otherAccounts, now }: ReminderFacts,
): Message | null {
  const key = orderInstrumentKey(draft)
  if (otherAccounts === null || key === null) return ownMessage
  const accounts = otherAccounts.known
    .map(({ name, lots }) => ({ name, ...recentPurchases(lots, { key, time: now }) }))
    .filter(({ boughtAt, optionAt }) => boughtAt !== null || optionAt !== null)
    .map(({ name, quantity, boughtAt, optionAt }) => ({
      name,
      quantity,
      day: boughtAt === null ? null : boughtOn(boughtAt),
      optionDay: optionAt === null ? null : boughtOn(optionAt),
    }))
  const { unknown } = otherAccounts
  if (accounts.length === 0 && (unknown === 0 || ownMessage === null)) return ownMessage
  return message('reminder.washSaleAccounts', {
    own: ownMessage,
    symbol: draft.symbol,
    accounts,
    unknown,
  })
}

const boughtOn = (time: EpochMs): TradeDate => tradeDate('securities', time)

type Sale = ReturnType<typeof sale>

interface SaleTerms {
  readonly quantity: Decimal
  readonly price: Price
  readonly lots: readonly OpenLot[]
  readonly time: EpochMs
}

const sale = (draft: OrderDraft, { quantity, price, lots, time }: SaleTerms) => {
  const key = orderInstrumentKey(draft) ?? ''
  const multiplier = lots.find((lot) => lot.key === key)?.multiplier ?? ZERO
  return {
    kind: 'trade' as const,
    id: '',
    time,
    key,
    quantity: neg(quantity),
    price,
    multiplier,
    fees: ZERO,
    source: { kind: 'hand' as const, name: null },
  }
}

function byLots(draft: OrderDraft, lots: readonly OpenLot[], event: Sale): Message | null {
  const found = washSale(lots, event)
  return found === null ? null : message('reminder.washSaleLots', lotParams(draft, found))
}

const lotParams = (draft: OrderDraft, washSale: WashSale) => ({
  symbol: draft.symbol,
  loss: washSale.loss,
  lots: washSale.lots.slice(0, LISTED_LOTS).map(({ openedAt, quantity, loss }) => ({
    day: openedAt === null ? null : boughtOn(openedAt),
    quantity,
    loss,
  })),
  more: Math.max(0, washSale.lots.length - LISTED_LOTS),
  bought: washSale.replaced,
  boughtDay: washSale.replacedAt === null ? null : boughtOn(washSale.replacedAt),
  optionDay: washSale.optionAt === null ? null : boughtOn(washSale.optionAt),
  until: washSale.until,
})

/** Uses the average cost of a stock and the purchases of the last 30 days. */
function byAverageCost(
  draft: OrderDraft,
  quantity: Decimal,
  expected: Price,
  { position, executions, now }: ReminderFacts,
): Message | null {
  const cost = position?.averageCost ?? null
  if (draft.assetClass !== 'stock' || executions === null) return null
  if (cost === null || !lt(expected, cost)) return null
  const bought = executions.filter(({ side }) => side === 'buy')
  const newest = bought.toSorted((a, b) => b.time - a.time)[0]
  if (newest === undefined) return null
  return message('reminder.washSale', {
    symbol: draft.symbol,
    loss: mul(sub<Decimal>(cost, expected), quantity),
    bought: minOf(sum(bought.map((row): Decimal => row.quantity)), quantity),
    day: boughtOn(newest.time),
    until: washEnd(now),
  })
}
