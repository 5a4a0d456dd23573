import {
  byOrderType,
  type OrderSession,
  type OrderType,
  type TimeInForce,
} from '../../../shared/domain/orders/order-types.js'
import type { EventOutcome } from '../../../shared/domain/instruments/event-contract.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type {
  OptionStrategy,
  OptionStyle,
  OptionType,
  PositionIntent,
} from '../../../shared/domain/instruments/option.js'
import type { Side } from '../../../shared/domain/side.js'
import type { TickSide, MarketSession } from '../../../shared/domain/market/quote.js'
import type { ObservedStatus } from '../../core/orders/order-observation.js'
import { tableReader, inverted } from './values.js'

/** The wire values of sides (TRADING-4.2), by domain name. */
export const WIRE_SIDE = { buy: 'BUY', sell: 'SELL', short: 'SHORT' } as const satisfies Record<
  Side,
  string
>
export const WIRE_ORDER_TYPE = byOrderType('wireName')
export const WIRE_TIME_IN_FORCE = {
  day: 'DAY',
  gtc: 'GTC',
  ioc: 'IOC',
  fok: 'FOK',
  gtd: 'GTD',
} as const satisfies Record<TimeInForce, string>
export const WIRE_SESSION = { core: 'CORE', all: 'ALL', night: 'NIGHT' } as const satisfies Record<
  OrderSession,
  string
>
export const WIRE_INSTRUMENT_TYPE = {
  stock: 'EQUITY',
  option: 'OPTION',
  futures: 'FUTURES',
  crypto: 'CRYPTO',
  event: 'EVENT',
} as const satisfies Record<AssetClass, string>

export const WIRE_OPTION_TYPE = { call: 'CALL', put: 'PUT' } as const satisfies Record<
  OptionType,
  string
>
export const WIRE_STRATEGY = {
  single: 'SINGLE',
  'covered-stock': 'COVERED_STOCK',
  straddle: 'STRADDLE',
  strangle: 'STRANGLE',
  vertical: 'VERTICAL',
  calendar: 'CALENDAR',
  butterfly: 'BUTTERFLY',
  condor: 'CONDOR',
  'collar-with-stock': 'COLLAR_WITH_STOCK',
  'iron-butterfly': 'IRON_BUTTERFLY',
  'iron-condor': 'IRON_CONDOR',
  diagonal: 'DIAGONAL',
} as const satisfies Record<OptionStrategy, string>
export const WIRE_INTENT = {
  'buy-to-open': 'BUY_TO_OPEN',
  'buy-to-close': 'BUY_TO_CLOSE',
  'sell-to-open': 'SELL_TO_OPEN',
  'sell-to-close': 'SELL_TO_CLOSE',
} as const satisfies Record<PositionIntent, string>

export const optionTypeOf = tableReader(inverted<OptionType>(WIRE_OPTION_TYPE))
export const optionStyleOf = tableReader<OptionStyle>({
  AMERICAN: 'american',
  EUROPEAN: 'european',
})
export const strategyOf = tableReader(inverted<OptionStrategy>(WIRE_STRATEGY))
export const intentOf = tableReader(inverted<PositionIntent>(WIRE_INTENT))
export const sideOf = tableReader(inverted<Side>(WIRE_SIDE))
export const orderTypeOf = tableReader(inverted<OrderType>(WIRE_ORDER_TYPE))
export const timeInForceOf = tableReader(inverted<TimeInForce>(WIRE_TIME_IN_FORCE))
export const sessionOf = tableReader(inverted<OrderSession>(WIRE_SESSION))
export const assetClassOf = tableReader(inverted<AssetClass>(WIRE_INSTRUMENT_TYPE))

/** Reads an order status (TRADING-4.9); `WORKING` is the older spelling of SUBMITTED in events. */
export const statusOf = tableReader<ObservedStatus>({
  PENDING: 'pending',
  SUBMITTED: 'working',
  WORKING: 'working',
  PARTIAL_FILLED: 'partially-filled',
  FILLED: 'filled',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
})

/** Reads the `category` of market data and events (MARKET-1). */
export const assetClassOfCategory = tableReader<AssetClass>({
  US_STOCK: 'stock',
  US_ETF: 'stock',
  US_OPTION: 'option',
  US_FUTURES: 'futures',
  US_CRYPTO: 'crypto',
  US_EVENT: 'event',
})

/** Reads yes or no, as spelled in orders and positions. */
export const outcomeOf = tableReader<EventOutcome>({ yes: 'yes', no: 'no' })

export const tradingSessionOf = tableReader<MarketSession>({
  PRE: 'pre',
  RTH: 'regular',
  ATH: 'post',
  OVN: 'overnight',
})

/** Reads buyer or seller; the provider does not explain the other letters. */
export const tickSideOf = (word: string | null | undefined): TickSide =>
  word === 'B' ? 'buy' : word === 'S' ? 'sell' : 'none'
