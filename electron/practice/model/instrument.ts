import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { Product } from '../../../shared/domain/market/product-hours.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { PriceUnits, Scale, SizeUnits } from './units.js'

/**
 * The properties that the exchange needs of everything it trades. Each product adds its own; the
 * seeded market and the derived venues (options, event contracts) supply them.
 */
interface InstrumentBase {
  readonly product: Product
  /**
   * The symbol that orders use: ticker, OCC symbol, contract code ("ESZ6"), pair ("BTCUSD"), event
   * market symbol.
   */
  readonly symbol: string
  readonly name: string
  readonly instrumentId: string
  /** "NSQ", "CME", … */
  readonly exchangeCode: string
  /** OC tradable, CO liquidate only, NT not tradable. */
  readonly status: 'OC' | 'CO' | 'NT'
  /** The scale of its prices and sizes. */
  readonly scale: Scale
  /**
   * Price steps: from price `from` on, the step is `step`, in the instrument's price units.
   * Ascending; the first starts at 0.
   */
  readonly grid: readonly PriceStep[]
}

export interface PriceStep {
  readonly from: PriceUnits
  readonly step: PriceUnits
}

/** A stock or ETF. Ratios are fractions of a position's value as text ("0.50" = 50 %). */
export interface StockInstrument extends InstrumentBase {
  readonly product: 'EQUITY'
  readonly kind: 'stock' | 'etf'
  readonly shortable: boolean
  readonly fractionable: boolean
  readonly marginable: boolean
  /** True when it also trades in the night session. */
  readonly overnight: boolean
  readonly initialMarginLong: string
  readonly initialMarginShort: string
  readonly intradayMarginLong: string
  readonly intradayMarginShort: string
  readonly maintenanceMarginLong: string
  readonly maintenanceMarginShort: string
}

/** One leg of a combination: contracts, or hundreds of shares, bought (+) or sold (-) per unit. */
export interface StrategyLeg {
  readonly symbol: string
  readonly ratio: number
}

/** One listed option. `symbol` is the OCC symbol; a contract's multiplier is `scale.multiplier`. */
export interface OptionInstrument extends InstrumentBase {
  readonly product: 'OPTION'
  /** OCC root: the underlying's ticker, except for index weeklies. */
  readonly root: string
  readonly underlying: string
  readonly right: 'CALL' | 'PUT'
  readonly strike: PriceUnits
  readonly expiry: ExchangeDay
  /** When its trading ends: the regular close of `expiry`. */
  readonly expiresAt: EpochMs
  readonly style: 'AMERICAN' | 'EUROPEAN'
  /** PHYSICAL delivers the underlying's shares, CASH pays the intrinsic value. */
  readonly settlement: 'PHYSICAL' | 'CASH'
  /**
   * Set for a combination traded as one instrument at a net price; `right`, `strike` and `expiry`
   * then describe one leg.
   */
  readonly legs?: readonly StrategyLeg[]
}

/** One futures contract month. Margins are cents per contract. */
export interface FuturesInstrument extends InstrumentBase {
  readonly product: 'FUTURES'
  /** Product code, "ES". */
  readonly code: string
  /** yyyyMM. */
  readonly contractMonth: string
  readonly initialMarginCents: number
  readonly maintenanceMarginCents: number
  /** Exchange fee per contract and side, in cents. */
  readonly feeCents: number
  /** When the contract settles in cash at its last price. */
  readonly expiresAt: EpochMs
  /** True for "ESmain", the continuous contract, which cannot be traded. */
  readonly continuous: boolean
}

/** One crypto pair. Amounts in cents; sizes on its own scale. */
export interface CryptoInstrument extends InstrumentBase {
  readonly product: 'CRYPTO'
  readonly minCents: number
  readonly maxCents: number
  readonly minSize: SizeUnits
  readonly maxSize: SizeUnits
}

/** One event market. Its book quotes the yes side: a no bid at X is a yes ask at 1 - X. */
export interface EventInstrument extends InstrumentBase {
  readonly product: 'EVENT'
  readonly seriesSymbol: string
  readonly eventSymbol: string
  readonly eventName: string
  readonly yesCondition: string
  /** Last trading instant; `paysAt` is when the outcome is paid. */
  readonly expiresAt: EpochMs
  readonly paysAt: EpochMs
  /** True when fractions of a contract (0.01) are allowed. */
  readonly fractionable: boolean
}

export type Instrument =
  | StockInstrument
  | OptionInstrument
  | FuturesInstrument
  | CryptoInstrument
  | EventInstrument
