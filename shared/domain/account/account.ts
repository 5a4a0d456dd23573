import type { AccountProduct } from '../instruments/account-products.js'
import type { Money, Price, Quantity, Decimal } from '../decimal.js'
import type { AccountId, TradingSymbol } from '../ids.js'
import type { EventOutcome } from '../instruments/event-contract.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { OptionStrategy } from '../instruments/option.js'
import type { LegOption } from '../instruments/leg-option.schema.js'
import type { Unknown } from '../unknown.js'
import { earliestOf, type EpochMs } from '../time.js'

export interface Account {
  readonly accountId: AccountId
  /** The brokerage account number shown to people. */
  readonly accountNumber: string
  readonly type: 'margin' | 'cash' | 'unknown'
  readonly product: AccountProduct
  /** The provider's label of the account ("Individual Margin"). */
  readonly label: string
}

/** An account of a class that the broker has not published: what it trades is not known. */
export interface UnsupportedAccount extends Omit<Account, 'product'> {
  readonly product: 'unsupported'
}

export interface CurrencyBalance {
  readonly currency: string
  readonly cash: Money | null
  readonly settledCash: Money | null
  readonly unsettledCash: Money | null
  readonly marketValue: Money | null
  readonly frozen: Money | null
  readonly buyingPower: Money | null
  readonly dayBuyingPower: Money | null
  readonly overnightBuyingPower: Money | null
  readonly optionBuyingPower: Money | null
  readonly unrealizedPnl: Money | null
  readonly dayPnl: Money | null
  readonly availableToWithdraw: Money | null
}

export interface Balance {
  readonly accountId: AccountId
  readonly currency: string
  readonly netLiquidation: Money | null
  readonly totalCash: Money | null
  readonly totalMarketValue: Money | null
  readonly unrealizedPnl: Money | null
  readonly dayPnl: Money | null
  readonly initialMargin: Money | null
  readonly maintenanceMargin: Money | null
  readonly openMarginCalls: readonly string[]
  /** Null where the broker counts none. */
  readonly dayTradesLeft: number | null
  readonly currencies: readonly CurrencyBalance[]
  /** When this client received it. */
  readonly asOf: EpochMs
  /**
   * The moment of the figures that depend on the market, by this computer's clock; null while they
   * follow the prices, absent where they are as the broker reported them.
   */
  readonly valuedAt?: EpochMs | null | undefined
  /**
   * When this client received the oldest price that these figures follow; null while all of their
   * prices are streamed, absent where they follow none.
   */
  readonly pricedAt?: EpochMs | null | undefined
}

/** A leg of an option position. */
export interface PositionLeg {
  readonly legId: string
  readonly symbol: TradingSymbol
  readonly quantity: Quantity | null
  readonly option: LegOption | null
  /** Index options settle by the opening or the closing price of their last day. */
  readonly settles: 'am' | 'pm' | Unknown | null
}

export interface Position {
  readonly accountId: AccountId
  readonly positionId: string
  readonly symbol: TradingSymbol
  readonly assetClass: AssetClass
  readonly currency: string
  /** Negative for a short position. */
  readonly quantity: Quantity
  readonly averageCost: Price | null
  /** The money value of a price of 1 for a quantity of 1; null while it is not known. */
  readonly multiplier: Decimal | null
  /** For a position with several legs the net price. */
  readonly lastPrice: Price | null
  /** When this client received the price; null without one. */
  readonly pricedAt: EpochMs | null
  readonly marketValue: Money | null
  readonly unrealizedPnl: Money | null
  /** A fraction of the cost. */
  readonly unrealizedPnlRatio: Decimal | null
  readonly dayPnl: Money | null
  /**
   * The moment of quantity and figures, by this computer's clock, while they stand still because
   * the position has changed since; absent while they follow the prices.
   */
  readonly valuedAt?: EpochMs | undefined
  /** Options: the strategy and the legs. */
  readonly strategy?: OptionStrategy | Unknown | undefined
  readonly legs?: readonly PositionLeg[] | undefined
  /** Event contracts: the outcome that is held. */
  readonly outcome?: EventOutcome | Unknown | undefined
}

/** What names a position, and how much of it is held. */
export type NamedPosition = Pick<
  Position,
  | 'accountId'
  | 'positionId'
  | 'symbol'
  | 'assetClass'
  | 'quantity'
  | 'strategy'
  | 'legs'
  | 'outcome'
>

/**
 * Returns what names the position with an id. Once a broker reports it as a leg of a combination,
 * the position has the combination's id, and the leg the earlier one.
 */
export function namedPosition(
  positions: readonly NamedPosition[],
  positionId: string,
): NamedPosition | undefined {
  const position = positions.find((candidate) => candidate.positionId === positionId)
  if (position !== undefined) return position
  for (const combination of positions) {
    const leg = combination.legs?.find(({ legId }) => legId === positionId)
    if (leg !== undefined) return legPosition(combination, leg)
  }
  return undefined
}

/** Returns what names one leg of a combination as a position of its own. */
const legPosition = (combination: NamedPosition, leg: PositionLeg): NamedPosition => ({
  accountId: combination.accountId,
  positionId: leg.legId,
  symbol: leg.symbol,
  assetClass: leg.option === null ? 'stock' : combination.assetClass,
  quantity: leg.quantity ?? combination.quantity,
  ...(leg.option === null ? {} : { strategy: 'single', legs: [leg] }),
})

/** Returns when the oldest price of positions was received; null where all are streamed. */
export const oldestPrice = (positions: readonly Pick<Position, 'pricedAt'>[]): EpochMs | null =>
  earliestOf(positions.map(({ pricedAt }) => pricedAt))

/** A position's figures while none of them is known. */
export const NO_FIGURES = {
  averageCost: null,
  lastPrice: null,
  pricedAt: null,
  marketValue: null,
  unrealizedPnl: null,
  unrealizedPnlRatio: null,
  dayPnl: null,
} as const satisfies Partial<Position>

/** A position that the broker reported and that could not be read. */
export interface UnreadablePosition {
  readonly accountId: AccountId
  /** Null when the broker's row names no instrument: then it may be any. */
  readonly symbol: TradingSymbol | null
}

/** The positions of an account. */
export interface PositionList {
  readonly positions: readonly Position[]
  /** Held besides, in sizes and values that are not known. */
  readonly unreadable: readonly UnreadablePosition[]
}

/** The figures of one account in the view of all accounts, at live prices. */
export interface AccountOverview {
  readonly accountId: AccountId
  /** Null until the balance could be read. */
  readonly balance: Balance | null
  /** Null until the positions could be read. */
  readonly positions: readonly Position[] | null
}

/** True when a position in this instrument may be among those that could not be read. */
export const mayBeUnreadable = (
  { unreadable }: Pick<PositionList, 'unreadable'>,
  symbol: TradingSymbol,
): boolean => unreadable.some((position) => position.symbol === null || position.symbol === symbol)
