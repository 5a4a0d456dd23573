import {
  byOrderType,
  type OrderSession,
  type TimeInForce,
  type AlgoKind,
} from '../../../shared/domain/orders/order-types.js'
import type { AccountProduct } from '../../../shared/domain/instruments/account-products.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { OptionStrategy, OptionType } from '../../../shared/domain/instruments/option.js'
import type { Side } from '../../../shared/domain/side.js'
import type { OrderStatus } from '../../../shared/domain/orders/order-state.js'
import type {
  W_ALGO_TYPES,
  W_INSTRUMENT_TYPES,
  W_OPTION_STRATEGIES,
  W_OPTION_TYPES,
  W_SESSIONS,
  W_SIDES,
  W_TIMES_IN_FORCE,
} from '../../../shared/wire/enums.js'

type Word<List extends readonly string[]> = List[number]

/**
 * The provider's values, as assistants write and read them, by our own (TRADING-4.2). Every table
 * is one to one and works in both directions.
 */
export const SIDE_WORD = { buy: 'BUY', sell: 'SELL', short: 'SHORT' } as const satisfies Record<
  Side,
  Word<typeof W_SIDES>
>
export const TYPE_WORD = byOrderType('wireName')
export const TIME_WORD = {
  day: 'DAY',
  gtc: 'GTC',
  ioc: 'IOC',
  fok: 'FOK',
  gtd: 'GTD',
} as const satisfies Record<TimeInForce, Word<typeof W_TIMES_IN_FORCE>>
export const SESSION_WORD = { core: 'CORE', all: 'ALL', night: 'NIGHT' } as const satisfies Record<
  OrderSession,
  Word<typeof W_SESSIONS>
>
export const CLASS_WORD = {
  stock: 'EQUITY',
  option: 'OPTION',
  futures: 'FUTURES',
  crypto: 'CRYPTO',
  event: 'EVENT',
} as const satisfies Record<AssetClass, Word<typeof W_INSTRUMENT_TYPES>>
export const OPTION_WORD = { call: 'CALL', put: 'PUT' } as const satisfies Record<
  OptionType,
  Word<typeof W_OPTION_TYPES>
>
export const STRATEGY_WORD = {
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
} as const satisfies Record<OptionStrategy, Word<typeof W_OPTION_STRATEGIES>>
export const ALGO_WORD = { twap: 'TWAP', vwap: 'VWAP', pov: 'POV' } as const satisfies Record<
  AlgoKind,
  Word<typeof W_ALGO_TYPES>
>
/**
 * Formats an order status. These are our own states, because the provider has none for an unknown
 * outcome (REL-30).
 */
export const statusWord = (status: OrderStatus): string => status.toUpperCase().replaceAll('-', '_')
export const productWord = (product: AccountProduct | string): string => product.toUpperCase()

/** Inverts a table. */
export function inverted<Ours extends string, Theirs extends string>(
  table: Readonly<Record<Ours, Theirs>>,
): Readonly<Record<Theirs, Ours>> {
  return Object.fromEntries(
    Object.entries(table).map(([ours, theirs]) => [theirs, ours]),
  ) as Record<Theirs, Ours>
}

export const SIDES = inverted(SIDE_WORD)
export const TYPES = inverted(TYPE_WORD)
export const TIMES = inverted(TIME_WORD)
export const SESSIONS = inverted(SESSION_WORD)
export const OPTION_TYPES = inverted(OPTION_WORD)
export const STRATEGIES = inverted(STRATEGY_WORD)
export const ALGOS = inverted(ALGO_WORD)
