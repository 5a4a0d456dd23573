import type { PositionRecord } from '../model/wire-records.js'
import type { PriceUnits } from '../model/units.js'
import { cashOfCents, centsText, ratioText, type Cents } from './money.js'
import { dayGain, marketValue, unrealized, type Position } from './position.js'
import { averageText, priceText, sizeText } from './records.js'

/** Decimal places of an average cost: two more than cents, or than the prices of finer listings. */
const COST_PLACES = 4
const MORE_FOR_AVERAGES = 2

/**
 * Returns the wire record of a position (TRADING-3). `proportion` is its share of the account's
 * value. The market value of a future is its contract value, not its contribution to the account.
 */
export function positionRecord(
  position: Position,
  mark: PriceUnits,
  equity: Cents,
): PositionRecord {
  const { product, symbol, outcome, scale } = position
  const value = marketValue(position, mark)
  const gain = unrealized(position, mark)
  return {
    position_id: position.positionId,
    instrument_type: product,
    symbol,
    currency: 'USD',
    quantity: sizeText(position.size, scale),
    option_strategy: 'SINGLE',
    last_price: priceText(mark, scale),
    cost_price: averageText(
      cashOfCents(position.basis.cost),
      position.basis.size,
      scale,
      scale.price > COST_PLACES ? scale.price + MORE_FOR_AVERAGES : COST_PLACES,
    ),
    unrealized_profit_loss: centsText(gain),
    ...(outcome === null ? {} : { event_outcome: outcome }),
    market_value: centsText(value),
    cost: centsText(position.cost),
    proportion: ratioText(value, equity),
    day_profit_loss: centsText(dayGain(position, mark)),
    unrealized_profit_loss_rate: ratioText(gain, Math.abs(position.cost)),
    legs: [],
  }
}
