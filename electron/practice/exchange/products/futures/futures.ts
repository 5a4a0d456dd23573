import {
  globexClose,
  isGlobexTradeDay,
} from '../../../../../shared/domain/market/calendars/globex.js'
import {
  exchangeClock,
  exchangeInstant,
} from '../../../../../shared/domain/market/exchange-time.js'
import {
  futuresDayEnd,
  isOpenByRule,
  nextChangeByRule,
} from '../../../../../shared/domain/market/product-hours.js'
import { tradeDateStart } from '../../../../../shared/domain/market/trade-date.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { DAY_MS, epochMs } from '../../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import type { FuturesInstrument } from '../../../model/instrument.js'
import { totalFees } from '../../../ledger/fees.js'
import type { Cents } from '../../../ledger/money.js'
import { addRequirements, NO_REQUIREMENT } from '../../../ledger/valuation.js'
import { UNIT_SIZE, type SizeUnits } from '../../../model/units.js'
import type { ExchangeState, Slices } from '../../state/exchange-state.js'
import { leaves, PLAIN } from '../../orders/order.js'
import { EXCHANGE_CODES, invalid, refuse } from '../../api/refusals.js'
import { checkStop } from '../equity/equity-checks.js'
import { futuresTradeDate, settleDay, settleEnded, startDay } from './futures-settlement.js'
import { fixedMembers } from './futures-replace.js'
import {
  isPresent,
  needsLimit,
  needsStop,
  readPrice,
  readQuantity,
  readTrail,
} from '../../orders/read-fields.js'
import type { ProductRules } from '../../orders/product-rules.js'

/** Order types of futures (TRADING-4.3). */
const TYPES: readonly string[] = [
  'MARKET',
  'LIMIT',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TRAILING_STOP_LOSS',
]
const TIMES: readonly string[] = ['DAY', 'GTC']

const contract = (state: Slices<'markets'>, symbol: string): FuturesInstrument | undefined => {
  const instrument = state.markets.find(symbol)?.instrument
  return instrument?.product === 'FUTURES' ? instrument : undefined
}

/** Returns the number of contracts; sizes are whole contracts. */
const contracts = (size: SizeUnits): number => Math.abs(size) / UNIT_SIZE

/**
 * Returns the maximum position that the open orders of a symbol can lead to, less the position
 * held.
 */
function beyondHeld(held: SizeUnits, buys: SizeUnits, sells: SizeUnits): SizeUnits {
  return Math.max(0, Math.max(Math.abs(held + buys), Math.abs(held - sells)) - Math.abs(held))
}

/**
 * Futures (TRADING-4.3, TRADING-4.5). A contract is not paid for: it needs its initial margin;
 * gains and losses become cash on closing and at every daily settlement; it expires into cash.
 */
export const FUTURES: ProductRules<ExchangeState> = {
  product: 'FUTURES',
  accounts: ['FUTURES'],
  members: [],
  onDemand: true,
  lot: UNIT_SIZE,

  read(state, fields) {
    const market = state.markets.find(fields.symbol)
    if (market?.instrument.product !== 'FUTURES') return err(invalid('symbol', fields.symbol))
    const { instrument } = market
    if (instrument.continuous) {
      return err(invalid('symbol', fields.symbol, 'the continuous contract cannot be traded'))
    }
    if (fields.side === 'SHORT') return err(invalid('side', fields.side))
    if (!TYPES.includes(fields.order_type)) return err(invalid('order_type', fields.order_type))
    if (!TIMES.includes(fields.time_in_force)) {
      return err(invalid('time_in_force', fields.time_in_force))
    }
    if (fields.entrust_type !== 'QTY') return err(invalid('entrust_type', fields.entrust_type))
    if (isPresent(fields.expire_date)) {
      return err(invalid('expire_date', fields.expire_date, 'not used by this time_in_force'))
    }
    const limit = readPrice(
      'limit_price',
      fields.limit_price,
      needsLimit(fields.order_type),
      instrument,
    )
    if (!limit.ok) return limit
    const stop = readPrice(
      'stop_price',
      fields.stop_price,
      needsStop(fields.order_type),
      instrument,
    )
    if (!stop.ok) return stop
    const trail = readTrail(fields, instrument.scale)
    if (!trail.ok) return trail
    const size = readQuantity(fields, instrument.scale)
    if (!size.ok) return size
    if (size.value % UNIT_SIZE !== 0) {
      return err(invalid('quantity', fields.quantity, 'whole contracts only'))
    }
    return ok({
      market,
      terms: {
        symbol: instrument.symbol,
        side: fields.side,
        type: fields.order_type,
        timeInForce: fields.time_in_force,
        session: null,
        entrust: 'QTY',
        size: size.value,
        amount: null,
        limit: limit.value,
        stop: stop.value,
        trail: trail.value,
        expireDate: null,
        ...PLAIN,
      },
    })
  },
  fieldsOf: () => ({}),
  special: () => ({}),

  checkOrder(state, accountId, { market, terms }, { open, before }) {
    const { instrument } = market
    if (instrument.product !== 'FUTURES') return invalid('symbol', terms.symbol)
    if (instrument.status === 'NT' || instrument.expiresAt <= state.clock.time) {
      return refuse(EXCHANGE_CODES.cannotTrade, `${terms.symbol} cannot be traded.`)
    }
    const held = state.ledger.held(accountId, terms.symbol)
    const closes = terms.side === 'BUY' ? -held >= open : held >= open
    if (instrument.status === 'CO' && !closes) {
      return refuse(EXCHANGE_CODES.cannotTrade, `Positions in ${terms.symbol} can only be closed.`)
    }
    if (!isOpenByRule('FUTURES', state.clock.time)) {
      return refuse(
        EXCHANGE_CODES.futuresClosed,
        'Futures trade from 18:00 to 17:00 New York of a trading day.',
      )
    }
    const old = before?.view.terms
    return old === undefined || terms.stop !== old.stop || terms.type !== old.type
      ? checkStop(market, terms)
      : null
  },
  replaceable: fixedMembers,
  /** Previews the initial margin as the cost of a future (TRADING-4.2). */
  preview(state, { market, terms }) {
    const margin =
      market.instrument.product === 'FUTURES' ? market.instrument.initialMarginCents : 0
    return ok({
      cost: margin * contracts(terms.size),
      fees: totalFees(FUTURES.fees(state, terms, 0, terms.size)),
    })
  },

  phase: (time) => (isOpenByRule('FUTURES', time) ? 'open' : 'closed'),
  mayTrade: (state) => state.clock.phases.get('FUTURES') === 'open',
  expiry(state, terms) {
    const ends = futuresDayEnd(
      terms.timeInForce === 'GTC'
        ? epochMs(state.clock.time + ASSUMPTIONS.futures.gtcDays * DAY_MS)
        : state.clock.time,
    )
    return epochMs(Math.min(ends, contract(state, terms.symbol)?.expiresAt ?? ends))
  },
  next: (time) => nextChangeByRule('FUTURES', time),
  scheduledEvents: (instrument) => (instrument.product === 'FUTURES' ? [instrument.expiresAt] : []),
  onTimeAdvance(state) {
    settleEnded(state)
    const { time } = state.clock
    const { day } = exchangeClock(time)
    const close = isGlobexTradeDay(day) ? globexClose(day) : null
    if (close !== null && time === exchangeInstant(day, close)) settleDay(state)
    if (time === tradeDateStart('futures', futuresTradeDate(time))) startDay(state)
  },

  holdingPrice: () => 0,
  cover: () => 0,
  need: (state, order) => ({
    cents: totalFees(FUTURES.fees(state, order.view.terms, 0, leaves(order))),
    shares: leaves(order),
  }),
  marginInUse(state, account) {
    let cents: Cents = 0
    for (const [key, { buys, sells }] of state.holds.reservationsByPosition(account.accountId)) {
      const margin = contract(state, key)?.initialMarginCents ?? 0
      cents += margin * contracts(beyondHeld(account.positions.get(key)?.size ?? 0, buys, sells))
    }
    return cents
  },
  requirement: (state, _account, holdings) =>
    holdings.reduce((sum, { position, value }) => {
      const instrument = contract(state, position.symbol)
      // A contract that is no longer listed requires its full value.
      const [initial, maintenance] =
        instrument === undefined
          ? [Math.abs(value), Math.abs(value)]
          : [
              instrument.initialMarginCents * contracts(position.size),
              instrument.maintenanceMarginCents * contracts(position.size),
            ]
      return addRequirements(sum, { initial, intraday: initial, maintenance })
    }, NO_REQUIREMENT),

  fees: (state, terms, _value, size) => ({
    exchange: (contract(state, terms.symbol)?.feeCents ?? 0) * contracts(size),
    commission: ASSUMPTIONS.futures.commissionCents * contracts(size),
  }),
  feeKinds: () => ['exchange'],
  tradeDate: futuresTradeDate,
  settles: () => null,
  category: () => 'US_FUTURES',
}
