import type { OptionInstrument } from '../../../model/instrument.js'
import { positionRecord } from '../../../ledger/position-record.js'
import { priceText, sizeText } from '../../../ledger/records.js'
import { sizeUnits } from '../../../model/units.js'
import type { Cents } from '../../../ledger/money.js'
import type { Holding } from '../../../ledger/valuation.js'
import type { ModifyBody } from '../../api/exchange-api.js'
import type { Slices } from '../../state/exchange-state.js'
import type { OrderTerms } from '../../orders/order.js'
import type {
  OrderLegRecord,
  PositionLegRecord,
  PositionRecord,
  SpecialMembers,
} from '../../../model/wire-records.js'
import type { OptionLeg } from '../../orders/order-terms.js'
import { sizeOfPart } from './option-portfolio.js'
import { optionOf } from './option-terms.js'
import type { OrderFields } from '../../orders/product-rules.js'

const MULTIPLIER = '100'

/** Returns the record of a leg; its `symbol` is the OCC root, as in the request (TRADING-4.6). */
const legRecord = (leg: OptionLeg): OrderLegRecord => ({
  id: leg.id,
  symbol: leg.root,
  side: leg.side,
  quantity: sizeText(leg.size),
  ...(leg.right === null || leg.strike === null || leg.expiry === null || leg.style === null
    ? {}
    : {
        option_type: leg.right,
        option_category: leg.style,
        strike_price: priceText(leg.strike),
        option_expire_date: leg.expiry,
        option_contract_multiplier: MULTIPLIER,
        option_contract_deliverable: MULTIPLIER,
      }),
})

/** Returns the option fields of an order record. */
export function optionMembers({ option }: OrderTerms): SpecialMembers {
  if (option === null) return {}
  return {
    option_strategy: option.strategy,
    legs: option.legs.map(legRecord),
    ...(option.intent === null ? {} : { position_intent: option.intent }),
    ...(option.legInOrOut === null ? {} : { leg_in_or_out: option.legInOrOut }),
    ...(option.legInStrategy === null ? {} : { leg_in_strategy: option.legInStrategy }),
    ...(option.positionId === null ? {} : { position_id: option.positionId }),
  }
}

/**
 * Returns the option order's request fields. A Replace that changes the quantity changes every leg
 * in proportion; one that names legs changes those (TRADING-4.5).
 */
export function optionFields(
  { option, size }: OrderTerms,
  change: ModifyBody | null,
): Partial<OrderFields> {
  if (option === null) return {}
  const quantity = (leg: OptionLeg): string | null => {
    const named = change?.legs?.find(({ id }) => id === leg.id)?.quantity
    if (named !== undefined) return named
    if (change?.quantity === undefined || change.quantity === null) return sizeText(leg.size)
    const units = sizeUnits(change.quantity)
    return units === null ? null : sizeText(sizeOfPart(leg, units, size))
  }
  return {
    symbol: option.underlying,
    option_strategy: option.strategy,
    position_intent: option.intent,
    leg_in_or_out: option.legInOrOut,
    position_id: option.positionId,
    leg_in_strategy: option.legInStrategy,
    legs: option.legs.map((leg) => ({
      side: leg.side,
      quantity: quantity(leg),
      market: 'US',
      instrument_type: leg.instrumentType,
      symbol: leg.root,
      ...(leg.strike === null
        ? {}
        : {
            strike_price: priceText(leg.strike),
            option_expire_date: leg.expiry,
            option_type: leg.right,
          }),
    })),
  }
}

/** Returns the record of a position as a leg; its quantity is negative for a short one. */
export const positionLeg = (
  instrument: OptionInstrument,
  position: Holding['position'],
): PositionLegRecord => ({
  leg_id: position.positionId,
  symbol: instrument.symbol,
  quantity: sizeText(position.size),
  option_type: instrument.right,
  option_expire_date: instrument.expiry,
  option_exercise_price: priceText(instrument.strike),
  option_contract_multiplier: MULTIPLIER,
  option_contract_deliverable: MULTIPLIER,
  expiration_type: 'PM',
})

/**
 * Returns an option position's record: `symbol` is the underlying, the contract is in `legs`
 * (TRADING-3).
 */
export function optionPosition(
  state: Slices<'markets' | 'deps'>,
  holding: Holding,
  equity: Cents,
): PositionRecord {
  const record = positionRecord(holding.position, holding.mark, equity)
  const instrument = optionOf(state, holding.position.symbol)
  return instrument === undefined
    ? record
    : {
        ...record,
        symbol: instrument.underlying,
        legs: [positionLeg(instrument, holding.position)],
      }
}
