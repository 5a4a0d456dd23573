import { decimalText, fromInteger } from '../../../../shared/domain/decimal.js'
import { isoTimeOffset } from '../../../../shared/wire/fields.js'
import { averageText } from '../../ledger/records.js'
import type { Instrument } from '../../model/instrument.js'
import type { Scale, SizeUnits } from '../../model/units.js'
import { shownSymbol, type PracticeOrder } from './order.js'
import type { OrderEventPayload, TradeEventType, WireStatus } from '../../model/wire-records.js'

const PLACES = 10

/** Formats with ten decimals; zero is written as the provider does, "0E-10" (EVENTS-3). */
const tenPlaces = (size: SizeUnits, scale: Scale): string =>
  size === 0
    ? '0E-10'
    : decimalText(fromInteger(BigInt(size) * 10n ** BigInt(PLACES - scale.size), PLACES))

/** The instrument data of an order event. */
export interface EventSubject {
  readonly instrument: Pick<Instrument, 'instrumentId' | 'name'>
  readonly category: string
}

/** Returns the payload of an order event. `filled_price` is the average over all fills so far. */
export function eventOf(
  eventType: TradeEventType,
  order: PracticeOrder,
  { instrument, category }: EventSubject,
  status: WireStatus = order.view.status,
): OrderEventPayload {
  const { terms, filled, filledCash, filledAt } = order.view
  const { scale } = order
  return {
    account_id: order.accountId,
    request_id: order.orderId,
    order_id: order.orderId,
    client_order_id: order.clientOrderId,
    instrument_id: instrument.instrumentId,
    order_status: status,
    symbol: shownSymbol(terms),
    short_name: instrument.name,
    qty: tenPlaces(terms.size, scale),
    filled_price: filled === 0 ? '0E-10' : averageText(filledCash, filled, scale),
    filled_qty: tenPlaces(filled, scale),
    ...(filledAt === null ? {} : { filled_time: isoTimeOffset(filledAt) }),
    side: terms.side,
    scene_type: eventType,
    category,
    order_type: terms.type,
  }
}
