import { remindersOf } from '../core/risk/reminders/reminders.js'
import type { TradingSession } from '../core/session/trading-session.js'
import {
  orderInstrumentKey,
  positionInstrumentKey,
} from '../../shared/domain/instruments/instrument-key.js'
import type { OrderReminder } from '../../shared/domain/reference/order-reminder.js'
import type { OrderDraft } from '../../shared/domain/orders/order.js'

/** A quote for a ticket may be this old, in ms. */
const QUOTE_MS = 5_000

/** What the reminders for a ticket need of a session. */
type TicketSession = Pick<TradingSession, 'queries'> & {
  readonly orders: Pick<TradingSession['orders'], 'reminders'>
  readonly streams: Pick<TradingSession['streams'], 'positions' | 'balance'>
}

/** Returns the reminders of an order of the selected account, whose figures the window shows. */
export async function remindersForTicket(
  { orders, queries, streams }: TicketSession,
  draft: OrderDraft,
): Promise<readonly OrderReminder[]> {
  const [market, orderFacts] = await Promise.all([
    queries.market(draft, QUOTE_MS),
    orders.reminders.read(draft),
  ])
  const key = orderInstrumentKey(draft)
  const balance = streams.balance.get()
  return remindersOf(draft, {
    ...orderFacts,
    price: market.ok ? (market.value?.price ?? null) : null,
    quote: market.ok ? (market.value?.quote ?? null) : null,
    position:
      streams.positions
        .get()
        ?.find(
          (position) =>
            position.accountId === draft.accountId &&
            key !== null &&
            positionInstrumentKey(position) === key,
        ) ?? null,
    dayTradesLeft: balance?.accountId === draft.accountId ? balance.dayTradesLeft : null,
    equity: balance?.accountId === draft.accountId ? balance.netLiquidation : null,
  })
}
