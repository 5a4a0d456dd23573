import type { EventOutcome } from '../../../shared/domain/event-contract.js'
import type { AssetClass } from '../../../shared/domain/instrument.js'
import type {
  OptionStrategy,
  OptionStyle,
  OptionType,
  PositionIntent,
} from '../../../shared/domain/option.js'
import type { OrderSession, OrderType, TimeInForce } from '../../../shared/domain/order.js'
import type { Side } from '../../../shared/domain/side.js'
import type { TickSide, TradingSession } from '../../../shared/domain/quote.js'
import type { ObservedStatus } from '../../core/orders/order-observation.js'
import { reader, turned } from './values.js'

/** contract/trading.md 4.2, by our words. */
export const WIRE_SIDE = { buy: 'BUY', sell: 'SELL', short: 'SHORT' } as const satisfies Record<
  Side,
  string
>
export const WIRE_ORDER_TYPE = {
  market: 'MARKET',
  limit: 'LIMIT',
  stop: 'STOP_LOSS',
  'stop-limit': 'STOP_LOSS_LIMIT',
  'trailing-stop': 'TRAILING_STOP_LOSS',
  'market-on-open': 'MARKET_ON_OPEN',
  'market-on-close': 'MARKET_ON_CLOSE',
  'limit-on-open': 'LIMIT_ON_OPEN',
} as const satisfies Record<OrderType, string>
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

export const optionTypeOf = reader(turned<OptionType>(WIRE_OPTION_TYPE))
export const optionStyleOf = reader<OptionStyle>({ AMERICAN: 'american', EUROPEAN: 'european' })
export const strategyOf = reader(turned<OptionStrategy>(WIRE_STRATEGY))
export const intentOf = reader(turned<PositionIntent>(WIRE_INTENT))
export const sideOf = reader(turned<Side>(WIRE_SIDE))
export const orderTypeOf = reader(turned<OrderType>(WIRE_ORDER_TYPE))
export const timeInForceOf = reader(turned<TimeInForce>(WIRE_TIME_IN_FORCE))
export const sessionOf = reader(turned<OrderSession>(WIRE_SESSION))
export const assetClassOf = reader(turned<AssetClass>(WIRE_INSTRUMENT_TYPE))

/** contract/trading.md 4.9; `WORKING` is the older spelling of SUBMITTED in events. */
export const statusOf = reader<ObservedStatus>({
  PENDING: 'pending',
  SUBMITTED: 'working',
  WORKING: 'working',
  PARTIAL_FILLED: 'partially-filled',
  FILLED: 'filled',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
})

/** The `category` of market data and events (contract/market-data.md). */
export const assetClassOfCategory = reader<AssetClass>({
  US_STOCK: 'stock',
  US_ETF: 'stock',
  US_OPTION: 'option',
  US_FUTURES: 'futures',
  US_CRYPTO: 'crypto',
  US_EVENT: 'event',
})

/** yes or no, as orders and positions spell it. */
export const outcomeOf = reader<EventOutcome>({ yes: 'yes', no: 'no' })

export const tradingSessionOf = reader<TradingSession>({
  PRE: 'pre',
  RTH: 'regular',
  ATH: 'post',
  OVN: 'overnight',
})

/** Buyer or seller; the other letters are not explained by the provider. */
export const tickSideOf = (word: string | null | undefined): TickSide =>
  word === 'B' ? 'buy' : word === 'S' ? 'sell' : 'none'
