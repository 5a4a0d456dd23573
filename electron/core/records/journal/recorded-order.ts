import type { TradeSource } from '../../../../shared/domain/account/journal.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import { asQuantity, dec, ZERO_QUANTITY, type Decimal } from '../../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import {
  legInstrumentKeys,
  orderInstrumentKey,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { isAdjusted } from '../../../../shared/domain/instruments/option.js'
import type { OrderLeg } from '../../../../shared/domain/orders/order-terms.js'
import { STANDARD_MULTIPLIER } from '../../../../shared/domain/orders/strategy-payoff.js'
import type { OrderObservation } from '../../orders/order-observation.js'
import type { RecordedFill, RecordedLeg, RecordedOrder } from './journal-records.js'

const ONE = dec('1')
const FINAL: ReadonlySet<OrderObservation['status']> = new Set(['filled', 'cancelled', 'failed'])

/** What the broker's record of an order does not contain. */
export interface OrderFacts {
  /** Returns the money of one point for one unit; null while it is not known. */
  readonly multiplierOf: (
    position: Pick<Position, 'assetClass' | 'symbol'>,
  ) => Promise<Decimal | null>
  readonly sourceOf: (id: ClientOrderId) => TradeSource
}

/** Returns what the journal stores of an order. */
export async function recordedOrder(
  seen: OrderObservation,
  facts: OrderFacts,
): Promise<RecordedOrder> {
  return {
    id: seen.clientOrderId,
    legs: await legsOf(seen, facts),
    quantity: seen.quantity,
    filled: seen.filledQuantity ?? ZERO_QUANTITY,
    fees: seen.fees,
    isFinal: FINAL.has(seen.status),
    source: facts.sourceOf(seen.clientOrderId),
  }
}

async function legsOf(
  { assetClass, symbol, terms, side, quantity, filledQuantity }: OrderObservation,
  facts: OrderFacts,
): Promise<readonly RecordedLeg[]> {
  if (assetClass === null) return []
  const key = orderInstrumentKey({ assetClass, symbol, terms })
  const legs = terms?.legs ?? []
  if (key !== null) {
    const multiplier =
      assetClass === 'option'
        ? optionMultiplier(legs[0], symbol)
        : await facts.multiplierOf({ assetClass, symbol })
    const units = quantity ?? filledQuantity ?? ZERO_QUANTITY
    return [{ key, isBuy: side === 'buy', quantity: units, multiplier }]
  }
  const keys = legInstrumentKeys({ terms })
  return keys.length < legs.length
    ? []
    : keys.map((leg, index) => recordedLeg(leg.key, legs[index]))
}

const recordedLeg = (key: InstrumentKey, leg: OrderLeg | undefined): RecordedLeg => ({
  key,
  isBuy: leg?.side === 'buy',
  quantity: asQuantity(leg?.quantity ?? ZERO_QUANTITY),
  multiplier: key.startsWith('option ') ? optionMultiplier(leg, leg?.symbol ?? '') : ONE,
})

const optionMultiplier = (leg: OrderLeg | undefined, symbol: string): Decimal | null =>
  leg?.option?.multiplier ?? (isAdjusted(leg?.symbol ?? symbol) ? null : STANDARD_MULTIPLIER)

/** Returns an order as one fill; null when its record does not say what filled. */
export function fillOfOrder(seen: OrderObservation): RecordedFill | null {
  const { clientOrderId, filledQuantity, averageFillPrice, side } = seen
  const time = seen.filledAt ?? seen.placedAt
  return filledQuantity === null || averageFillPrice === null || time === null
    ? null
    : {
        id: `order ${clientOrderId}`,
        order: clientOrderId,
        time,
        isBuy: side === null ? null : side === 'buy',
        quantity: filledQuantity,
        price: averageFillPrice,
      }
}
