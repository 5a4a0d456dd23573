import { remindersOf } from '../core/risk/reminders/reminders.js'
import type { TradingSession } from '../core/session/trading-session.js'
import {
  orderInstrumentKey,
  positionInstrumentKey,
} from '../../shared/domain/instruments/instrument-key.js'
import type { OrderReminder } from '../../shared/domain/reference/order-reminder.js'
import type { OrderDraft, ComboDraft } from '../../shared/domain/orders/order.js'
import type { OrderFault } from '../../shared/domain/orders/trade-outcome.js'
import { ok, type Result } from '../../shared/domain/result.js'
import type { AppError } from '../../shared/domain/app/app-error.js'
import type { DenialCode } from '../core/risk/risk-limits.js'

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

/**
 * The denials that the ticket shows before the review, and the field that each is about. Of the
 * others the ticket has words of its own: a halt, an incomplete order, an order just sent.
 */
const SHOWN: ReadonlyMap<DenialCode, OrderFault['field']> = new Map([
  ['max-quantity', 'size'],
  ['max-notional', 'size'],
  ['max-share', 'size'],
  ['price-band', 'limitPrice'],
  ['no-reference', null],
  ['stale-quote', null],
  ['max-open-orders', null],
  ['max-orders-day', null],
  ['account-unread', null],
])

/** Returns why limits would refuse an order now, by the check that runs when it is sent. */
export async function orderFaults(
  { queries }: Pick<TradingSession, 'queries'>,
  draft: OrderDraft,
  combo: ComboDraft | null,
): Promise<Result<OrderFault[], AppError>> {
  const checked = await queries.check(
    combo === null ? { kind: 'place', draft } : { kind: 'combo', combo },
  )
  if (!checked.ok) return checked
  return ok(
    checked.value.flatMap(({ code, message, stalePrice }) => {
      const field = SHOWN.get(code)
      // A person is asked about a price that is not current when the order is sent.
      return field === undefined || stalePrice !== undefined ? [] : [{ code, message, field }]
    }),
  )
}
