import { byOrderType, type OrderType } from '../domain/orders/order-types.js'

/** Enumerations of the wire in the provider's spelling (TRADING-4.2, MARKET-1 to MARKET-6). */
export const W_SIDES = ['BUY', 'SELL', 'SHORT'] as const
export type WireOrderType = ReturnType<typeof byOrderType<'wireName'>>[OrderType]
export const W_ORDER_TYPES: readonly WireOrderType[] = Object.values(byOrderType('wireName'))
export const W_TIMES_IN_FORCE = ['DAY', 'GTC', 'IOC', 'GTD', 'FOK'] as const
export const W_ENTRUST_TYPES = ['QTY', 'AMOUNT'] as const
export const W_INSTRUMENT_TYPES = ['EQUITY', 'OPTION', 'FUTURES', 'CRYPTO', 'EVENT'] as const
export const W_COMBO_TYPES = [
  'NORMAL',
  'MASTER',
  'STOP_PROFIT',
  'STOP_LOSS',
  'OTO',
  'OCO',
  'OTOCO',
] as const
export const W_SESSIONS = ['CORE', 'ALL', 'NIGHT'] as const
export const W_TRAILING_TYPES = ['AMOUNT', 'PERCENTAGE'] as const
export const W_ORDER_STATUSES = [
  'PENDING',
  'SUBMITTED',
  'PARTIAL_FILLED',
  'FILLED',
  'CANCELLED',
  'FAILED',
] as const
export const W_OPTION_STRATEGIES = [
  'SINGLE',
  'COVERED_STOCK',
  'STRADDLE',
  'STRANGLE',
  'VERTICAL',
  'CALENDAR',
  'BUTTERFLY',
  'CONDOR',
  'COLLAR_WITH_STOCK',
  'IRON_BUTTERFLY',
  'IRON_CONDOR',
  'DIAGONAL',
] as const
export const W_POSITION_INTENTS = [
  'BUY_TO_OPEN',
  'BUY_TO_CLOSE',
  'SELL_TO_OPEN',
  'SELL_TO_CLOSE',
] as const
export const W_LEG_STRATEGIES = [
  'VERTICAL',
  'CALENDAR',
  'STRANGLE',
  'STRADDLE',
  'IRON_CONDOR',
  'BUTTERFLY',
  'COVERED_STOCK',
  'DIAGONAL',
] as const
export const W_LEG_DIRECTIONS = ['LEG_IN', 'LEG_OUT'] as const
export const W_OPTION_TYPES = ['CALL', 'PUT'] as const
export const W_OPTION_STYLES = ['AMERICAN', 'EUROPEAN'] as const
export const W_EXPIRATION_TYPES = ['AM', 'PM'] as const
export const W_ALGO_TYPES = ['TWAP', 'VWAP', 'POV'] as const
export const W_EVENT_OUTCOMES = ['yes', 'no'] as const
export const W_EVENT_TRADE_MODES = ['TRADE_IN_AMOUNT', 'TRADE_IN_CONTRACT'] as const
export const W_ACCOUNT_TYPES = ['MARGIN', 'CASH'] as const
export const W_ACCOUNT_CLASSES = [
  'INDIVIDUAL_CASH',
  'INDIVIDUAL_MARGIN',
  'ROTH_IRA',
  'TRADITIONAL_IRA',
  'ROLLOVER_IRA',
  'MANAGED_ROTH_IRA',
  'MANAGED_TRADITIONAL_IRA',
  'CRYPTO',
  'FUTURES',
  'EVENTS_CASH',
] as const
export const W_CATEGORIES = [
  'US_STOCK',
  'US_ETF',
  'US_OPTION',
  'US_FUTURES',
  'US_CRYPTO',
  'US_EVENT',
] as const
export const W_STOCK_CATEGORIES = ['US_STOCK', 'US_ETF'] as const
export const W_TIMESPANS = [
  'S5',
  'S15',
  'M1',
  'M5',
  'M15',
  'M30',
  'M60',
  'M120',
  'M240',
  'D',
  'W',
  'M',
  'Y',
] as const
export const W_TRADING_SESSIONS = ['PRE', 'RTH', 'ATH', 'OVN'] as const
export const W_SUB_TYPES = ['QUOTE', 'SNAPSHOT', 'TICK'] as const
export const W_INSTRUMENT_STATUSES = ['OC', 'CO', 'NT'] as const
export const W_SUB_CATEGORIES = [
  'COMMON_STOCK',
  'ETF',
  'PREFERRED_STOCK',
  'WARRANT',
  'UNITS',
  'RIGHT',
] as const
export const W_TOKEN_STATUSES = ['PENDING', 'NORMAL', 'INVALID', 'EXPIRED'] as const
export const W_GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
/** TRADING-5. Sub types are an open set (about seventy members); windows translate known ones. */
export const W_ACTIVITY_TYPES = [
  'TRADE',
  'DEPOSIT',
  'WITHDRAW',
  'FEES',
  'TRANSFER',
  'DIVIDENDS',
  'TAX',
  'INTERESTS',
  'CORPORATE_ACTION',
  'OPTION_EA',
  'EC_SETTLEMENT',
  'JOURNAL',
] as const
export const W_TRANSFER_METHODS = ['ACATS', 'CRYPTO_TRANSFER'] as const
export const W_TRANSFER_DIRECTIONS = ['INCOMING', 'OUTGOING'] as const
export const W_TRANSFER_STATUSES = [
  'PENDING',
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'CANCELLED',
] as const
export const W_ACATS_TYPES = ['FULL', 'PARTIAL', 'RESIDUAL', 'RECLAIM', 'OTHER'] as const
export const W_TRANSFER_ASSETS = [
  'EQUITY',
  'OPTION',
  'FUTURES',
  'CRYPTO',
  'EVENT',
  'MUTUAL_FUND',
  'BOND',
] as const
export const W_EXECUTION_STATUSES = ['FILLED', 'PARTIAL_FILLED'] as const
/** TRADING-6 and MARKET-2. */
export const W_OPTION_STATUSES = ['LISTING', 'DELISTING'] as const
export const W_SETTLEMENT_METHODS = ['PHYSICAL', 'CASH'] as const
export const W_OPTION_TIMESPANS = [
  'M1',
  'M5',
  'M15',
  'M30',
  'M60',
  'M120',
  'M240',
  'D',
  'W',
  'M',
  'Y',
] as const
/** For futures and crypto; only stocks have seconds. */
export const W_MINUTE_TIMESPANS = W_OPTION_TIMESPANS
export const W_CONTRACT_TYPES = ['MONTHLY', 'MAIN'] as const
/** TRADING-6 (event contracts), MARKET-5, BROKER-1 (milestones). */
export const W_EVENT_FREQUENCIES = [
  'HOURLY',
  'DAILY',
  'WEEKLY',
  'MONTHLY',
  'ANNUAL',
  'ONE_OFF',
  'CUSTOM',
] as const
export const W_EVENT_STATUSES = ['ACTIVE', 'INACTIVE'] as const
export const W_EVENT_MARKET_STATUSES = [
  'NOT_SET',
  'LISTING',
  'DELISTING',
  'OTHER',
  'UNRECOGNIZED',
] as const
export const W_EVENT_TIMESPANS = ['M1', 'M5', 'M15', 'M30', 'M60', 'M120', 'M240', 'D'] as const
export const W_MILESTONE_STATUSES = [
  'NOT_STARTED',
  'INPROGRESS',
  'CLOSED',
  'CANCELLED',
  'POSTPONED',
  'DELAYED',
  'SUSPENDED',
  'UNKNOWN',
] as const
