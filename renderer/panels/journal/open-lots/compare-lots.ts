import type { JournalOpenLot } from '../../../../shared/domain/account/journal.js'
import type { PositionLot } from '../../../../shared/domain/account/activity.js'
import {
  abs,
  dec,
  eq,
  lte,
  minOf,
  mul,
  sub,
  sum,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import type { PriceStep } from '../../../../shared/domain/instruments/listing.js'
import { stepAbove } from '../../../../shared/domain/instruments/price-steps.js'

/** How far two average prices may differ that are rounded to different places. */
const PRICE_TOLERANCE = dec('0.0001')
const HALF = dec('0.5')

/** Returns the tolerance near a price: never so much that two prices one step apart are equal. */
function toleranceNear(price: Decimal, steps: readonly PriceStep[] | null): Decimal {
  if (steps === null || steps.length === 0) return PRICE_TOLERANCE
  return minOf(PRICE_TOLERANCE, mul(stepAbove(abs(price), steps), HALF))
}

/** What the broker's lots say about those of the journal. */
export type LotComparison = 'same' | 'otherQuantity' | 'otherLots'

const total = (lots: readonly { readonly quantity: Decimal }[]): Decimal =>
  sum(lots.map(({ quantity }) => abs(quantity)))

const isSameLot = (
  ownLot: JournalOpenLot,
  other: PositionLot,
  steps: readonly PriceStep[] | null,
): boolean =>
  eq(ownLot.quantity, abs(other.quantity)) &&
  (ownLot.price === null ||
    other.averageCost === null ||
    lte(
      abs<Decimal>(sub<Decimal>(ownLot.price, other.averageCost)),
      toleranceNear(other.averageCost, steps),
    ))

/**
 * Compares the open lots of one instrument by first in, first out with those of the broker, in any
 * order. The quantities differ while the records of a trade are not read yet; with equal
 * quantities, other lots mean that the broker closed others than the first.
 * @param steps the price steps of the listing; null while they are not known
 */
export function compareLots(
  ownLots: readonly JournalOpenLot[],
  broker: readonly PositionLot[],
  steps: readonly PriceStep[] | null,
): LotComparison {
  if (!eq(total(ownLots), total(broker))) return 'otherQuantity'
  const unmatched = [...broker]
  for (const lot of ownLots) {
    const matchIndex = unmatched.findIndex((other) => isSameLot(lot, other, steps))
    if (matchIndex === -1) return 'otherLots'
    unmatched.splice(matchIndex, 1)
  }
  return unmatched.length === 0 ? 'same' : 'otherLots'
}
