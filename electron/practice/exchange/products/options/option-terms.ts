import { err, ok } from '../../../../../shared/domain/result.js'
import type { OptionInstrument } from '../../../model/instrument.js'
import { occSymbol } from '../../../options/contracts.js'
import { strategySymbol } from '../../../options/strategies.js'
import {
  priceUnits,
  sizeUnits,
  STOCK_SCALE,
  UNIT_SIZE,
  type PriceUnits,
  type SizeUnits,
} from '../../../model/units.js'
import type { Slices } from '../../state/exchange-state.js'
import type { SymbolMarket } from '../../book/symbol-market.js'
import type { OrderTerms } from '../../orders/order.js'
import { EXCHANGE_CODES, invalid, type Refusal, refuse } from '../../api/refusals.js'
import type { OptionLeg } from '../../orders/order-terms.js'
import { strategyOf, turned, type Shape } from './option-strategies.js'
import {
  isPresent,
  LARGEST,
  needsLimit,
  needsStop,
  readQuantity,
  stepAt,
  type Checked,
  type Text,
} from '../../orders/read-fields.js'
import type { OrderFields, ReadOrder } from '../../orders/product-rules.js'

/** Maximum contracts of one order. */
const MAX_CONTRACTS = 10_000
const SHARES_A_CONTRACT = 100
const MAX_LEGS = 4
/** Order types accepted by Preview; Place accepts fewer (TRADING-4.3). */
const TYPES: readonly string[] = ['MARKET', 'LIMIT', 'STOP_LOSS', 'STOP_LOSS_LIMIT']
const TIMES: readonly string[] = ['DAY', 'GTC']

type LegFields = NonNullable<OrderFields['legs']>[number]

/** Returns the single option of a symbol; undefined for other products and for combinations. */
export const optionOf = (
  state: Slices<'markets' | 'deps'>,
  symbol: string,
): OptionInstrument | undefined => {
  const instrument = state.markets.find(symbol)?.instrument ?? state.deps.instrument(symbol)
  return instrument?.product === 'OPTION' && instrument.legs === undefined ? instrument : undefined
}

function legSize(text: Text, units: number, ratio: number): Checked<SizeUnits> {
  const size = isPresent(text) ? sizeUnits(text) : units * ratio * UNIT_SIZE
  if (size === null || size <= 0 || size > LARGEST || size % (units * ratio * UNIT_SIZE) !== 0) {
    return err(invalid('legs.quantity', text, `a whole multiple of ${units * ratio}`))
  }
  return ok(size)
}

function readLeg(
  state: Slices<'markets' | 'deps'>,
  fields: OrderFields,
  leg: LegFields,
  { index, units }: { readonly index: number; readonly units: number },
): Checked<OptionLeg> {
  const id = String(index + 1)
  if (leg.instrument_type === 'EQUITY') {
    if (
      leg.symbol !== fields.symbol ||
      state.markets.find(leg.symbol)?.instrument.product !== 'EQUITY'
    ) {
      return err(invalid('legs.symbol', leg.symbol))
    }
    const size = legSize(leg.quantity, units, SHARES_A_CONTRACT)
    return size.ok
      ? ok({
          id,
          symbol: leg.symbol,
          root: leg.symbol,
          side: leg.side,
          instrumentType: 'EQUITY',
          size: size.value,
          right: null,
          strike: null,
          expiry: null,
          style: null,
        })
      : size
  }
  const { option_type: right, option_expire_date: day, strike_price: text } = leg
  if (right === null || right === undefined) return err(invalid('legs.option_type', right))
  if (!isPresent(day) || !/^\d{4}-\d{2}-\d{2}$/.test(day)) {
    return err(invalid('legs.option_expire_date', day))
  }
  const strike = isPresent(text) ? priceUnits(text) : null
  if (strike === null || strike <= 0) return err(invalid('legs.strike_price', text))
  const contract = optionOf(state, occSymbol(leg.symbol, day, right, strike))
  if (contract === undefined || contract.underlying !== fields.symbol) {
    return err(
      invalid('legs', `${leg.symbol} ${day} ${text ?? ''} ${right}`, 'there is no such contract'),
    )
  }
  if (contract.status !== 'OC') {
    return err(refuse(EXCHANGE_CODES.cannotTrade, `${contract.symbol} has expired.`))
  }
  const size = legSize(leg.quantity, units, 1)
  return size.ok
    ? ok({
        id,
        symbol: contract.symbol,
        root: contract.root,
        side: leg.side,
        instrumentType: 'OPTION',
        size: size.value,
        right,
        strike,
        expiry: contract.expiry,
        style: contract.style,
      })
    : size
}

/**
 * Returns how much one unit of the order buys (+) or sells (-) of a leg: contracts, or hundreds of
 * shares.
 */
export const ratioOf = (leg: OptionLeg, units: SizeUnits): number =>
  ((leg.side === 'BUY' ? 1 : -1) * leg.size) /
  units /
  (leg.instrumentType === 'EQUITY' ? SHARES_A_CONTRACT : 1)

const shapeOf = (leg: OptionLeg, units: SizeUnits): Shape => ({
  right: leg.right,
  strike: leg.strike ?? 0,
  expiry: leg.expiry ?? '',
  ratio: ratioOf(leg, units),
})

/**
 * Returns the market of a combination as it is bought, or a refusal when its strategy name, side or
 * legs are wrong.
 */
function combination(
  state: Slices<'markets'>,
  fields: OrderFields,
  legs: readonly OptionLeg[],
  units: SizeUnits,
): Checked<SymbolMarket> {
  const shapes = legs.map((leg) => shapeOf(leg, units))
  const bought = fields.side === 'BUY' ? shapes : turned(shapes)
  const name = strategyOf(bought)
  const namedStrategy = fields.option_strategy ?? (legs.length === 1 ? 'SINGLE' : null)
  if (name === null && strategyOf(turned(bought)) === namedStrategy) {
    return err(
      invalid('side', fields.side, 'a combination is bought for a debit and sold for a credit'),
    )
  }
  if (name === null || name !== namedStrategy) {
    return err(
      refuse(
        EXCHANGE_CODES.strategyMismatch,
        `The legs are ${name === null ? 'no strategy' : `a ${name}`}, not a ${namedStrategy ?? 'strategy without a name'}.`,
      ),
    )
  }
  const [only] = legs
  if (name === 'SINGLE' && only !== undefined) {
    const market = state.markets.find(only.symbol)
    return market === undefined ? err(invalid('legs', only.symbol)) : ok(market)
  }
  const sign = fields.side === 'BUY' ? 1 : -1
  const market = state.markets.find(
    strategySymbol(legs.map((leg) => ({ symbol: leg.symbol, ratio: sign * ratioOf(leg, units) }))),
  )
  return market === undefined
    ? err(refuse(EXCHANGE_CODES.strategyMismatch, 'These legs are not traded together.'))
    : ok(market)
}

function price(
  field: string,
  text: Text,
  needed: boolean,
  { grid }: SymbolMarket['instrument'],
): Checked<PriceUnits | null> {
  if (!needed) {
    return isPresent(text) ? err(invalid(field, text, 'not used by this order_type')) : ok(null)
  }
  const value = isPresent(text) ? priceUnits(text) : null
  if (value === null || value <= 0 || value > LARGEST) return err(invalid(field, text))
  return value % stepAt(grid, value) === 0
    ? ok(value)
    : err(
        refuse(
          EXCHANGE_CODES.optionStep,
          `invalid ${field}, value: ${text ?? ''} (off the price steps of this contract)`,
        ),
      )
}

function enumerations(fields: OrderFields): Refusal | null {
  if (fields.side === 'SHORT') return invalid('side', fields.side)
  if (!TYPES.includes(fields.order_type)) return invalid('order_type', fields.order_type)
  if (!TIMES.includes(fields.time_in_force)) return invalid('time_in_force', fields.time_in_force)
  if (fields.entrust_type !== 'QTY') return invalid('entrust_type', fields.entrust_type)
  if (isPresent(fields.expire_date)) {
    return invalid('expire_date', fields.expire_date, 'not used by this time_in_force')
  }
  if (isPresent(fields.trailing_type) || isPresent(fields.trailing_stop_step)) {
    return invalid('trailing_type', fields.trailing_type, 'not used by this order_type')
  }
  // Options trade in the regular session only; the field is optional for them (TRADING-4.2).
  const session = fields.support_trading_session
  if (isPresent(session) && session !== 'CORE') return invalid('support_trading_session', session)
  const count = fields.legs?.length ?? 0
  return count < 1 || count > MAX_LEGS ? invalid('legs', count) : null
}

/**
 * Reads an option order (TRADING-4.2, TRADING-4.3): single contracts, and combinations at a net
 * price.
 */
export function readOptionOrder(
  state: Slices<'markets' | 'deps'>,
  fields: OrderFields,
): Checked<ReadOrder> {
  const wrong = enumerations(fields)
  if (wrong !== null) return err(wrong)
  const size = readQuantity(fields, STOCK_SCALE)
  if (!size.ok) return size
  const units = size.value / UNIT_SIZE
  if (!Number.isInteger(units) || units > MAX_CONTRACTS) {
    return err(invalid('quantity', fields.quantity))
  }
  const legs: OptionLeg[] = []
  for (const [index, legFields] of (fields.legs ?? []).entries()) {
    const leg = readLeg(state, fields, legFields, { index, units })
    if (!leg.ok) return leg
    legs.push(leg.value)
  }
  if (new Set(legs.map(({ symbol }) => symbol)).size < legs.length) {
    return err(invalid('legs', legs.length, 'each contract stands in one leg'))
  }
  const found = combination(state, fields, legs, size.value)
  if (!found.ok) return found
  const market = found.value
  const [only] = legs
  if (
    only !== undefined &&
    legs.length === 1 &&
    (only.side !== fields.side || only.size !== size.value)
  ) {
    return err(invalid('legs', only.side, 'the one leg is the order itself'))
  }
  const limit = price(
    'limit_price',
    fields.limit_price,
    needsLimit(fields.order_type),
    market.instrument,
  )
  if (!limit.ok) return limit
  const stop = price(
    'stop_price',
    fields.stop_price,
    needsStop(fields.order_type),
    market.instrument,
  )
  if (!stop.ok) return stop
  const terms: OrderTerms = {
    symbol: market.instrument.symbol,
    side: fields.side,
    type: fields.order_type,
    timeInForce: fields.time_in_force,
    session: null,
    entrust: 'QTY',
    size: size.value,
    amount: null,
    limit: limit.value,
    stop: stop.value,
    trail: null,
    expireDate: null,
    event: null,
    algo: null,
    option: {
      underlying: fields.symbol,
      strategy: fields.option_strategy ?? 'SINGLE',
      intent: fields.position_intent ?? null,
      legs,
      legInOrOut: fields.leg_in_or_out ?? null,
      positionId: fields.position_id ?? null,
      legInStrategy: fields.leg_in_strategy ?? null,
    },
  }
  return ok({ market, terms })
}
