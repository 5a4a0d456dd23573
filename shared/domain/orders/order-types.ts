import type { AssetClass } from '../instruments/instrument.js'

export const TIMES_IN_FORCE = ['day', 'gtc', 'ioc', 'fok', 'gtd'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]

/** The hours in which an order may trade: regular only, regular and extended, or overnight only. */
export const ORDER_SESSIONS = ['core', 'all', 'night'] as const
export type OrderSession = (typeof ORDER_SESSIONS)[number]

/** What Countersign knows of an order type. */
interface OrderTypeRow {
  /** The broker's name of it (TRADING-4.2). */
  readonly wireName: string
  /** The prices that it uses; every other price of its orders is null. */
  readonly uses: readonly ('limit' | 'stop' | 'trail')[]
  /** The sessions of a stock order; the other products have the regular session only. */
  readonly stockSessions: readonly OrderSession[]
  /**
   * The times in force by product (TRADING-4.3); a product that is absent does not have the type.
   * Good-till-canceled options are for buys only; this is checked separately.
   */
  readonly timesInForce: Readonly<Partial<Record<AssetClass, readonly TimeInForce[]>>>
}

const DAY_GTC: readonly TimeInForce[] = ['day', 'gtc']
const EVENT_TIMES: readonly TimeInForce[] = ['day', 'gtc', 'ioc', 'gtd', 'fok']
const REGULAR: readonly OrderSession[] = ['core']

/** Every order type, in the order in which the ticket offers them. */
export const ORDER_TYPE_TABLE = {
  market: {
    wireName: 'MARKET',
    uses: [],
    stockSessions: REGULAR,
    timesInForce: { stock: DAY_GTC, futures: DAY_GTC, crypto: ['ioc'], event: EVENT_TIMES },
  },
  limit: {
    wireName: 'LIMIT',
    uses: ['limit'],
    stockSessions: ['core', 'all', 'night'],
    timesInForce: {
      stock: DAY_GTC,
      option: DAY_GTC,
      futures: DAY_GTC,
      crypto: DAY_GTC,
      event: EVENT_TIMES,
    },
  },
  stop: {
    wireName: 'STOP_LOSS',
    uses: ['stop'],
    stockSessions: REGULAR,
    timesInForce: { stock: DAY_GTC, option: DAY_GTC, futures: DAY_GTC },
  },
  'stop-limit': {
    wireName: 'STOP_LOSS_LIMIT',
    uses: ['stop', 'limit'],
    stockSessions: REGULAR,
    timesInForce: { stock: DAY_GTC, option: DAY_GTC, futures: DAY_GTC, crypto: DAY_GTC },
  },
  'trailing-stop': {
    wireName: 'TRAILING_STOP_LOSS',
    uses: ['trail'],
    stockSessions: REGULAR,
    // The stock guide says that trailing stops are DAY only, but the live API previews GTC ones.
    timesInForce: { stock: DAY_GTC, futures: DAY_GTC },
  },
  // The auction types are for institutions (TRADING-4.2): no product offers them to a person.
  'market-on-open': {
    wireName: 'MARKET_ON_OPEN',
    uses: [],
    stockSessions: REGULAR,
    timesInForce: {},
  },
  'market-on-close': {
    wireName: 'MARKET_ON_CLOSE',
    uses: [],
    stockSessions: REGULAR,
    timesInForce: {},
  },
  'limit-on-open': {
    wireName: 'LIMIT_ON_OPEN',
    uses: ['limit'],
    stockSessions: REGULAR,
    timesInForce: {},
  },
} as const satisfies Readonly<Record<string, OrderTypeRow>>

export type OrderType = keyof typeof ORDER_TYPE_TABLE
export const ORDER_TYPES = Object.keys(ORDER_TYPE_TABLE) as readonly OrderType[]

const rowOf = (type: OrderType): OrderTypeRow => ORDER_TYPE_TABLE[type]

/** Returns a value for each order type, taken from its row. */
export const byOrderType = <K extends keyof OrderTypeRow>(
  column: K,
): { readonly [T in OrderType]: (typeof ORDER_TYPE_TABLE)[T][K] } =>
  Object.fromEntries(ORDER_TYPES.map((type) => [type, rowOf(type)[column]])) as never

export const usesLimit = (type: OrderType): boolean => rowOf(type).uses.includes('limit')
export const usesStop = (type: OrderType): boolean => rowOf(type).uses.includes('stop')
export const usesTrail = (type: OrderType): boolean => rowOf(type).uses.includes('trail')

/**
 * Returns the times in force of an order type of a product; empty for a type that the product does
 * not have.
 */
export const timesInForceOf = (assetClass: AssetClass, type: OrderType): readonly TimeInForce[] =>
  rowOf(type).timesInForce[assetClass] ?? []

/** Returns the type of a stop of a product; null for one that has none. */
export const stopTypeOf = (assetClass: AssetClass): 'stop' | 'stop-limit' | null =>
  timesInForceOf(assetClass, 'stop').length > 0
    ? 'stop'
    : timesInForceOf(assetClass, 'stop-limit').length > 0
      ? 'stop-limit'
      : null

/** Returns the sessions of a stock order: only limit orders may trade outside the regular one. */
export const stockSessions = (type: OrderType): readonly OrderSession[] => rowOf(type).stockSessions

/** The order types that a person may choose for a US stock. */
export const STOCK_ORDER_TYPES: readonly OrderType[] = ORDER_TYPES.filter(
  (type) => timesInForceOf('stock', type).length > 0,
)

/**
 * The role of an order in a group (TRADING-4.3). A bracket is a master with a take-profit and a
 * stop-loss; OTO, OCO and OTOCO have their usual meaning.
 */
export const COMBO_ROLES = ['master', 'take-profit', 'stop-loss', 'oto', 'oco', 'otoco'] as const

export type ComboRole = (typeof COMBO_ROLES)[number]

export const ALGO_KINDS = ['twap', 'vwap', 'pov'] as const

export type AlgoKind = (typeof ALGO_KINDS)[number]

/**
 * Market-style orders of event contracts: for an amount of dollars, or for a number of contracts.
 */
export const EVENT_TRADE_MODES = ['by-amount', 'by-contracts'] as const

export type EventTradeMode = (typeof EVENT_TRADE_MODES)[number]
