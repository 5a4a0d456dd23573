import {
  abs,
  add,
  dec,
  div,
  gt,
  gte,
  isNegative,
  isPositive,
  lt,
  mul,
  sub,
  trim,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { underlyingSymbol } from '../../../../shared/domain/instruments/instrument-key.js'
import { exchangeClock } from '../../../../shared/domain/market/exchange-time.js'
import type { OrderReminder } from '../../../../shared/domain/reference/order-reminder.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { DAY_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { RiskQuote } from '../pricing.js'
import type { ReminderFacts } from './reminder-facts.js'
import { washSaleReminder } from './wash-sale-reminder.js'

/** How many days ahead a date is mentioned. */
const DAYS_AHEAD = 14
/** A price move in the last hour of at least this part is mentioned for an order against it. */
const TREND = dec('0.01')
/** A spread of at least this part of the price is mentioned. */
const WIDE: Readonly<Record<AssetClass, Decimal>> = {
  stock: dec('0.005'),
  option: dec('0.1'),
  futures: dec('0.002'),
  crypto: dec('0.005'),
  event: dec('0.1'),
}
/** The number of remaining day trades from which on it is mentioned. */
const FEW_DAY_TRADES = 3
/** A position that would be at least this part of the account's equity is mentioned. */
const CONCENTRATED = dec('0.1')
const HUNDRED = dec('100')
const TWO = dec('2')
const BROKER = message('reminder.broker')
const MARKET = message('reminder.market')
const ACCOUNT = message('reminder.account')

/** Returns the reminders about an order, the dates first. */
export const remindersOf = (draft: OrderDraft, facts: ReminderFacts): readonly OrderReminder[] => [
  ...dateReminders(facts),
  ...spreadReminder(draft, facts),
  ...sizeReminder(draft, facts),
  ...trendReminder(draft, facts),
  ...washSaleReminder(draft, facts),
  ...dayTradeReminder(draft, facts),
  ...concentrationReminder(draft, facts),
]

/** Returns the percentage of a part with one place, without its sign. */
const percentOf = (part: Decimal, total: Decimal): Decimal =>
  trim(abs<Decimal>(div(mul(part, HUNDRED), total, 1, 'half-up') ?? dec('0')))

/** Returns the days from now until a day (yyyy-MM-dd) in New York. */
const daysUntil = (day: string, now: EpochMs): number =>
  Math.round((Date.parse(day) - Date.parse(exchangeClock(now).day)) / DAY_MS)

/** The next report, and the next day from which a buyer receives no dividend. */
function dateReminders({ dates, now }: ReminderFacts): readonly OrderReminder[] {
  const ahead = (dates ?? [])
    .map((entry) => ({ entry, days: daysUntil(entry.day, now) }))
    .filter(({ days }) => days >= 0 && days <= DAYS_AHEAD)
    .toSorted((a, b) => a.days - b.days)
  const earnings = ahead.find(({ entry }) => entry.kind === 'earnings')
  const dividend = ahead.find(({ entry }) => entry.kind === 'ex-dividend')
  const reminders: OrderReminder[] = []
  if (earnings !== undefined) {
    const { entry, days } = earnings
    const text = message('reminder.earnings', { symbol: entry.symbol, day: entry.day, days })
    reminders.push({
      kind: 'earnings',
      label: message('reminder.earningsLabel'),
      text,
      source: BROKER,
    })
  }
  if (dividend?.entry.kind === 'ex-dividend') {
    const { days } = dividend
    const { kind, symbol, day, amount, currency } = dividend.entry
    const text = message('reminder.exDividend', {
      symbol,
      day,
      days,
      amount,
      currency: currency ?? 'USD',
    })
    const label = message('reminder.exDividendLabel')
    reminders.push({ kind, label, text, source: BROKER })
  }
  return reminders
}

/** A wide spread costs money at once when the position is closed again. */
function spreadReminder(draft: OrderDraft, { price }: ReminderFacts): readonly OrderReminder[] {
  const [bid, ask] = [price?.bid ?? null, price?.ask ?? null]
  if (bid === null || ask === null) return []
  const middle = div(add<Decimal>(bid, ask), TWO, 8, 'half-even')
  if (middle === null || !isPositive(middle) || !gt(ask, bid)) return []
  const spread = sub<Decimal>(ask, bid)
  const part = div(spread, middle, 6, 'half-up')
  if (part === null || !gte(part, WIDE[draft.assetClass])) return []
  const text = message('reminder.spread', {
    spread: trim(spread),
    percent: percentOf(spread, middle),
  })
  return [{ kind: 'spread', label: message('reminder.spreadLabel'), text, source: MARKET }]
}

/** More than the quote offers fills at worse prices, or in parts. */
function sizeReminder(draft: OrderDraft, { quote }: ReminderFacts): readonly OrderReminder[] {
  const isBuy = draft.side === 'buy'
  const [offered, price] = isBuy ? [quote?.askSize, quote?.ask] : [quote?.bidSize, quote?.bid]
  const isMirrored = draft.terms?.outcome === 'no'
  if (draft.size.kind !== 'quantity' || offered == null || price == null || isMirrored) return []
  const { limitPrice: limit } = draft
  const isAtMarket = limit === null || (isBuy ? gte(limit, price) : gte(price, limit))
  if (!isAtMarket || !gt(draft.size.quantity, offered)) return []
  const text = message('reminder.size', {
    quantity: trim(draft.size.quantity),
    offered: trim(offered),
    price: trim(price),
    side: isBuy ? 'ask' : 'bid',
  })
  return [{ kind: 'size', label: message('reminder.sizeLabel'), text, source: MARKET }]
}

/**
 * Returns whether an order gains when its symbol rises, for an option its underlying; null for an
 * event, and for a combination, in which one leg may gain by what another loses.
 */
function gainsByRise({ assetClass, side, terms }: OrderDraft): boolean | null {
  if (assetClass === 'event') return null
  if (assetClass !== 'option') return side === 'buy'
  const [leg, ...more] = terms?.legs ?? []
  const type = leg?.option?.type ?? null
  if (leg === undefined || more.length > 0 || type === null) return null
  return (type === 'call') === (leg.side === 'buy')
}

/** An order to gain by a rise while the price falls, or the reverse, is against the last hour. */
function trendReminder(
  draft: OrderDraft,
  { quote, lastHour }: ReminderFacts,
): readonly OrderReminder[] {
  const gains = gainsByRise(draft)
  if (lastHour === null || gains === null) return []
  // The quote of an option is its own, and its bars come from the underlying.
  const last = draft.assetClass === 'option' ? lastHour.to : (quote?.last ?? null)
  if (last === null) return []
  const change = div(sub<Decimal>(last, lastHour.from), lastHour.from, 6, 'half-even')
  if (change === null || isNegative(change) !== gains || lt(abs<Decimal>(change), TREND)) return []
  const text = message('reminder.trend', {
    symbol: underlyingSymbol(draft),
    percent: percentOf(change, dec('1')),
    rose: !isNegative(change),
  })
  return [{ kind: 'trend', label: message('reminder.trendLabel'), text, source: MARKET }]
}

/** Day trades are counted for margin accounts below a minimum. */
function dayTradeReminder(
  draft: OrderDraft,
  { dayTradesLeft }: ReminderFacts,
): readonly OrderReminder[] {
  const isCounted = draft.assetClass === 'stock' || draft.assetClass === 'option'
  if (!isCounted || dayTradesLeft === null || dayTradesLeft > FEW_DAY_TRADES) return []
  const text = message('reminder.dayTrades', { count: dayTradesLeft })
  return [{ kind: 'day-trades', label: message('reminder.dayTradesLabel'), text, source: BROKER }]
}

/** An order that makes one position a large part of the account. */
function concentrationReminder(
  draft: OrderDraft,
  { equity, position, price }: ReminderFacts,
): readonly OrderReminder[] {
  const value = valueOf(draft, price)
  const held: Decimal | null = position === null ? ZERO : position.marketValue
  if (equity === null || !isPositive(equity) || value === null || held === null) return []
  const after = draft.side === 'buy' ? add<Decimal>(held, value) : sub<Decimal>(held, value)
  const part = div(abs<Decimal>(after), equity, 6, 'half-up')
  // A smaller position is no news, however large it still is.
  if (part === null || !gt(abs<Decimal>(after), abs<Decimal>(held))) return []
  if (lt(part, CONCENTRATED)) return []
  const text = message('reminder.concentration', {
    symbol: draft.symbol,
    percent: percentOf(after, equity),
  })
  const label = message('reminder.concentrationLabel')
  return [{ kind: 'concentration', label, text, source: ACCOUNT }]
}

/** Returns what the order moves at its price; null for products that are not paid in full. */
function valueOf(
  { assetClass, side, size, limitPrice, stopPrice }: OrderDraft,
  price: RiskQuote | null,
) {
  if (assetClass !== 'stock' && assetClass !== 'crypto') return null
  if (size.kind === 'amount') return size.amount
  const touch = side === 'buy' ? price?.ask : price?.bid
  const expected = limitPrice ?? stopPrice ?? touch ?? price?.last ?? null
  return expected === null ? null : mul(expected, size.quantity)
}
