import type { Account, Position } from '../../account/account.js'
import {
  asMoney,
  toScale,
  trim,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../decimal.js'
import type { Instrument } from '../../instruments/instrument.js'
import type { OrderDraft } from '../order.js'
import type { StrategyPayoff } from '../strategy-payoff.js'
import type { ShareCover } from './held-cover.js'
import type { EffectKind, LegChange } from './leg-changes.js'

/** Decimal places of an amount. */
const CENTS = 2

/** The buying power that an order uses, before and after it. */
export interface PowerEffect {
  /** Options have a buying power of their own, which is not the account's. */
  readonly kind: 'account' | 'option'
  readonly before: Money | null
  /** Null where only the broker knows; negative where it does not suffice. */
  readonly after: Money | null
}

/** Margins of a stock per dollar of its value; null while the broker reports none. */
export interface StockMargins {
  readonly intradayLong: Decimal | null
  readonly intradayShort: Decimal | null
  readonly initialLong: Decimal | null
  /** Of a position that is held beyond the day. */
  readonly maintenanceLong: Decimal | null
  readonly maintenanceShort: Decimal | null
}

/** Returns the margins that a broker reports of a stock; null for another instrument. */
export const marginsOfStock = (instrument: Instrument | null): StockMargins | null =>
  instrument === null
    ? null
    : {
        intradayLong: instrument.intradayMarginLong ?? null,
        intradayShort: instrument.intradayMarginShort ?? null,
        initialLong: instrument.initialMarginLong,
        maintenanceLong: instrument.maintenanceMarginLong,
        maintenanceShort: instrument.maintenanceMarginShort ?? null,
      }

/**
 * The margin that shares need in a margin account after an order; null where the broker reports no
 * ratio, or no price is known.
 */
export interface StockMarginEffect {
  readonly intraday: Money | null
  /** Held beyond the day: the maintenance margin. */
  readonly overnight: Money | null
  /** By how much the order changes the margin of what is held beyond the day. */
  readonly overnightChange: Money | null
}

/** What the effect of an order is computed from. */
export interface EffectFacts {
  readonly draft: OrderDraft
  /** The part of a replaced order that is filled, which the positions include. */
  readonly filled?: Quantity | undefined
  /** The account's positions; null while they are not known. */
  readonly positions: readonly Position[] | null
  /** The price that one unit of the order as a whole trades at; null while none is known. */
  readonly price: Decimal | null
  readonly multiplier: Decimal
  /** The fees by the broker's preview; null while they are not known. */
  readonly fees: Money | null
  /** The broker's preview of the cost: in futures the margin of this order's contracts. */
  readonly brokerCost: Money | null
  readonly account: Account['type'] | undefined
  readonly power: { readonly account: Money | null; readonly option: Money | null }
  readonly stock: StockMargins | null
  /** The price of an option's underlying, and of a stock itself; null while it is not known. */
  readonly spot: Price | null
  /** The price of one share of a leg that the order opens; null while it is not known. */
  readonly markOf: (change: LegChange) => Decimal | null
  /** True for options on a broad index. */
  readonly isBroad: boolean
}

/** An amount of money that may have no bound. */
export type Bound = Money | 'unlimited'

/** What an order does once it has filled: to the position, the money and the risk. */
export interface OrderEffect {
  readonly kind: EffectKind
  /** What the order still trades; null for an amount without a price. */
  readonly units: Quantity | null
  readonly changes: readonly LegChange[]
  /** Price × units × multiplier; in futures the value of the contracts. */
  readonly value: Money | null
  /** What is paid (negative) or received, before fees; zero in futures. */
  readonly cash: Money | null
  readonly fees: Money | null
  /** The margin before and after, of the contracts or of the underlying's short options. */
  readonly margin: { readonly before: Money | null; readonly after: Money | null } | null
  readonly power: PowerEffect
  /** The margin of the shares of a margin account, by day and beyond it; null for other orders. */
  readonly stockMargin: StockMarginEffect | null
  /** What the position can lose and gain from now on, fees included; null without bounds. */
  readonly maxLoss: Bound | null
  readonly maxGain: Bound | null
  /** The result at expiration by the price of the underlying, where all expires on one day. */
  readonly payoff: StrategyPayoff | null
  /** What event contracts pay when their outcome occurs; null for other products. */
  readonly payout: Money | null
  /** The profit or loss that closing makes final, fees included; null where nothing closes. */
  readonly realized: Money | null
  /** The shares that cover the options which the order sells; null without any. */
  readonly cover: ShareCover | null
  /** The options sold before that the order leaves without cover; null for none. */
  readonly uncovers: Quantity | null
}

/** The only rounding of amounts that are shown before an order. */
export const toCents = (amount: Decimal): Money =>
  asMoney(trim(toScale<Decimal>(amount, CENTS, 'half-up')))
