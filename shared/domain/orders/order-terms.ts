import type { Decimal, Price, Quantity } from '../decimal.js'
import type { EventOutcome } from '../instruments/event-contract.js'
import type { TradingSymbol } from '../ids.js'
import type {
  OptionStrategy,
  OptionStyle,
  OptionType,
  PositionIntent,
} from '../instruments/option.js'
import type { Side } from '../side.js'

/**
 * Replaces an unpublished value of the provider: shown as unknown, and never a reason to enable
 * something.
 */
export type Unknown = 'unknown'

/** The option of a leg. Members that the provider did not send are null. */
export interface LegOption {
  readonly type: OptionType | Unknown | null
  readonly style: OptionStyle | Unknown | null
  readonly strike: Price | null
  /** yyyy-MM-dd. */
  readonly expiration: string | null
  readonly multiplier: Decimal | null
  readonly deliverable: string | null
}

/** A leg of a working or finished order; a leg of stock has no option. */
export interface OrderLeg {
  /** The id by which a replace of its quantity refers to it. */
  readonly legId: string
  /** The OCC root of an option ("SPXW"), the ticker of a stock. */
  readonly symbol: TradingSymbol
  readonly side: Side | Unknown
  readonly quantity: Quantity
  readonly option: LegOption | null
}

/**
 * The role of an order in a group (TRADING-4.3). A bracket is a master with a take-profit and a
 * stop-loss; OTO, OCO and OTOCO have their usual meaning.
 */
export const COMBO_ROLES = ['master', 'take-profit', 'stop-loss', 'oto', 'oco', 'otoco'] as const
export type ComboRole = (typeof COMBO_ROLES)[number]

export interface Combo {
  readonly role: ComboRole | Unknown
  /** The group's id: ours, and the provider's. */
  readonly clientComboId: string | null
  readonly comboId: string | null
}

export const ALGO_KINDS = ['twap', 'vwap', 'pov'] as const
export type AlgoKind = (typeof ALGO_KINDS)[number]

/**
 * An order that is sliced over time. Percentages are whole, 1 to 20; times are HH:mm:ss in New
 * York.
 */
export interface Algo {
  readonly kind: AlgoKind | Unknown
  /** POV: the target share of the market's volume. */
  readonly targetPercent: Decimal | null
  /** TWAP and VWAP: the maximum share of the market's volume. */
  readonly maxPercent: Decimal | null
  readonly start: string | null
  readonly end: string | null
}

/**
 * The changeable terms of an algorithm; absent members stay. The algorithm itself never changes.
 */
export interface AlgoChange {
  readonly targetPercent?: Decimal | undefined
  readonly maxPercent?: Decimal | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
}

/** Adding legs to a position, or removing some from it. */
export interface Legging {
  readonly direction: 'in' | 'out' | Unknown
  readonly positionId: string | null
  /** The strategy of the position after legs are added. */
  readonly strategy: OptionStrategy | Unknown | null
}

/**
 * Market-style orders of event contracts: for an amount of dollars, or for a number of contracts.
 */
export const EVENT_TRADE_MODES = ['by-amount', 'by-contracts'] as const
export type EventTradeMode = (typeof EVENT_TRADE_MODES)[number]

/** The terms of an order beyond a plain one; null or empty where they do not apply. */
export interface OrderTerms {
  readonly combo: Combo | null
  readonly strategy: OptionStrategy | Unknown | null
  readonly legs: readonly OrderLeg[]
  readonly intent: PositionIntent | Unknown | null
  readonly legging: Legging | null
  readonly algo: Algo | null
  readonly outcome: EventOutcome | Unknown | null
  readonly tradeMode: EventTradeMode | Unknown | null
  /** yyyy-MM-dd, for good-till-date. */
  readonly expireDate: string | null
  /**
   * True for an order that moved options that were held to another day when it was sent. The broker
   * describes it like a calendar that opens.
   */
  readonly rolls?: true | undefined
}

/** A leg of a draft. A leg of stock has no option, and its quantity is in shares. */
export interface DraftLeg {
  readonly symbol: TradingSymbol
  readonly side: Exclude<Side, 'short'>
  readonly quantity: Quantity
  readonly option: {
    readonly type: OptionType
    readonly strike: Price
    readonly expiration: string
  } | null
}

/** The terms of a draft beyond a plain order; absent members do not apply. */
export interface DraftTerms {
  readonly strategy?: OptionStrategy | undefined
  readonly legs?: readonly DraftLeg[] | undefined
  readonly intent?: PositionIntent | undefined
  readonly legging?:
    | {
        readonly direction: 'in' | 'out'
        readonly positionId: string
        readonly strategy?: OptionStrategy | undefined
      }
    | undefined
  readonly algo?:
    | {
        readonly kind: AlgoKind
        readonly targetPercent?: Decimal | undefined
        readonly maxPercent?: Decimal | undefined
        readonly start?: string | undefined
        readonly end?: string | undefined
      }
    | undefined
  readonly outcome?: EventOutcome | undefined
  readonly tradeMode?: EventTradeMode | undefined
  /** True for an order that moves options that are held to another day; not sent to the broker. */
  readonly rolls?: true | undefined
}
