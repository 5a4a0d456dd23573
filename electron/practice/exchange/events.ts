import { decimalText, fromInteger } from '../../../shared/domain/decimal.js'
import { isoTimeOffset } from '../../../shared/wire/fields.js'
import { averageText } from '../ledger/records.js'
import type { SizeUnits } from '../units.js'
import type { TradedListing } from './api.js'
import type { PracticeOrder } from './order.js'
import type { OrderEventPayload, SceneType, WireStatus } from './records.js'

const PLACES = 10
const SIZE_TO_TEN = 100_000n

/** Ten decimals; nothing is written as the provider does, "0E-10" (contract/trade-events.md). */
const tenPlaces = (size: SizeUnits): string => (size === 0 ? '0E-10' : decimalText(fromInteger(BigInt(size) * SIZE_TO_TEN, PLACES)))

/** The payload of one scene of an order. Its `filled_price` is the average over all fills so far. */
export function eventOf(scene: SceneType, order: PracticeOrder, listing: TradedListing, status: WireStatus = order.view.status): OrderEventPayload {
  const { terms, filled, filledCash, filledAt } = order.view
  return {
    account_id: order.accountId,
    request_id: order.orderId,
    order_id: order.orderId,
    client_order_id: order.clientOrderId,
    instrument_id: listing.instrumentId,
    order_status: status,
    symbol: terms.symbol,
    short_name: listing.name,
    qty: tenPlaces(terms.size),
    filled_price: filled === 0 ? '0E-10' : averageText(filledCash, filled),
    filled_qty: tenPlaces(filled),
    ...(filledAt === null ? {} : { filled_time: isoTimeOffset(filledAt) }),
    side: terms.side,
    scene_type: scene,
    category: listing.kind === 'etf' ? 'US_ETF' : 'US_STOCK',
    order_type: terms.type,
  }
}
