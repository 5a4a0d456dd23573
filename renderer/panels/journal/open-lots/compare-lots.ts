import type { JournalOpenLot } from '../../../../shared/domain/account/journal.js'
import type { PositionLot } from '../../../../shared/domain/account/activity.js'
import { abs, cmp, eq, sub, sum, dec, type Decimal } from '../../../../shared/domain/decimal.js'

/** How far two average prices may differ that are rounded to different places. */
const PRICE_TOLERANCE = dec('0.0001')

/** What the broker's lots say about those of the journal. */
export type LotComparison = 'same' | 'otherQuantity' | 'otherLots'

const total = (lots: readonly { readonly quantity: Decimal }[]): Decimal =>
  sum(lots.map(({ quantity }) => abs(quantity)))

const isSameLot = (own: JournalOpenLot, other: PositionLot): boolean =>
  eq(own.quantity, abs(other.quantity)) &&
  (own.price === null ||
    other.averageCost === null ||
    cmp(abs(sub(own.price, other.averageCost)), PRICE_TOLERANCE) <= 0)

/**
 * Compares the open lots of one instrument by first in, first out with those of the broker, in any
 * order. The quantities differ while the records of a trade are not read yet; with equal
 * quantities, other lots mean that the broker closed others than the first.
 */
export function compareLots(
  own: readonly JournalOpenLot[],
  broker: readonly PositionLot[],
): LotComparison {
  if (!eq(total(own), total(broker))) return 'otherQuantity'
  const rest = [...broker]
  for (const lot of own) {
    const found = rest.findIndex((other) => isSameLot(lot, other))
    if (found === -1) return 'otherLots'
    rest.splice(found, 1)
  }
  return rest.length === 0 ? 'same' : 'otherLots'
}
