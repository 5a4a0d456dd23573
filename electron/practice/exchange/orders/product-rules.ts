import type { Product } from '../../../../shared/domain/market/product-hours.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import type { Instrument } from '../../model/instrument.js'
import type { FeeKind, Fees } from '../../ledger/fees.js'
import type { AccountClass, LedgerAccount } from '../../ledger/ledger.js'
import type { Cents } from '../../ledger/money.js'
import type { Position } from '../../ledger/position.js'
import type { Holding, Requirement } from '../../ledger/valuation.js'
import type { PriceUnits, SizeUnits } from '../../model/units.js'
import type { ModifyBody, NewOrderBody } from '../api/exchange-api.js'
import type { Need } from './holds.js'
import type { OrderTerms, PracticeOrder } from './order.js'
import type { PositionRecord, SpecialMembers } from '../../model/wire-records.js'
import type { Refusal } from '../api/refusals.js'
import type { SymbolMarket } from '../book/symbol-market.js'

/**
 * The request fields from which an order's terms are read. Replace merges its changes into them and
 * reads them again.
 */
export type OrderFields = Omit<
  NewOrderBody,
  'client_order_id' | 'combo_type' | 'market' | 'current_ask' | 'current_bid'
>

/** Fields that only some products and kinds of order have; the others refuse them. */
export const SPECIAL_MEMBERS = [
  'algo_type',
  'target_vol_percent',
  'max_target_percent',
  'algo_start_time',
  'algo_end_time',
  'option_strategy',
  'position_intent',
  'leg_in_or_out',
  'leg_in_strategy',
  'position_id',
  'event_outcome',
  'event_trade_mode',
  'legs',
] as const satisfies readonly (keyof OrderFields)[]
export type SpecialMember = (typeof SPECIAL_MEMBERS)[number]

/** An order's terms and the market in which it will trade. */
export interface ReadOrder {
  readonly market: SymbolMarket
  readonly terms: OrderTerms
}

/** One execution of an order, on the order's own side and price. */
export interface Fill {
  readonly price: PriceUnits
  readonly size: SizeUnits
  /** Its value, positive; the cents of all fills add up to the rounded total. */
  readonly cents: Cents
  readonly fees: Fees
  /** The order's filled size including this execution. */
  readonly filled: SizeUnits
}

/** Holdings that are reported as one position. */
export interface CombinedHoldings {
  readonly members: readonly Holding[]
  readonly record: PositionRecord
}

export interface Estimate {
  readonly cost: Cents
  readonly fees: Cents
}

/** The part of an order that is checked. */
export interface CheckedPart {
  /** The size that has not filled. */
  readonly open: SizeUnits
  /** The order itself when it is being replaced; null for a new one. */
  readonly before: PracticeOrder | null
}

/** The part of an order that a position covers. */
export interface CoveredPart {
  /** The size that has not filled. */
  readonly open: SizeUnits
  /** What the order itself reserves at present. */
  readonly already: SizeUnits
}

/**
 * The rules of one product. Matching, the order lifecycle, holds, events, records and the ledger
 * are common and call these rules through the state's `rules`. To add a product, write one file of
 * rules and add one line to `products/index.ts`.
 *
 * `State` is the exchange's state. It is a type parameter because the state holds the rules, so the
 * rules cannot import it.
 *
 * The order of calls. Place: {@link read}, {@link checkOrder}, {@link cover} and {@link need}, then
 * the account's buying power before and after. Replace: {@link replaceable}, {@link fieldsOf} with
 * the changes applied, then as Place. A fill: {@link fees}, {@link book} (or the common booking of
 * one position). Time: {@link phase} at every instant returned by {@link next}, then {@link
 * onPhaseChange} for each of the product's markets if the phase changed, and {@link onTimeAdvance}.
 */
export interface ProductRules<State> {
  readonly product: Product
  /** The account classes that may trade it; orders in any other are refused. */
  readonly accounts: readonly AccountClass[]
  readonly members: readonly SpecialMember[]
  /**
   * True when the steps of its symbols are delivered only while watched, so their books are fetched
   * on demand.
   */
  readonly onDemand: boolean
  /**
   * True when a position is valued at its quote, not at the last trade, because many of its symbols
   * hardly ever trade.
   */
  readonly markedByQuote?: boolean
  /** Sizes in the depth are whole multiples of this. */
  readonly lot: SizeUnits

  /**
   * Reads an order's fields and finds its market. Checks neither the account nor the trading hours.
   */
  read(state: State, fields: OrderFields): Result<ReadOrder, Refusal>
  /**
   * Returns the special fields that would reproduce these terms, with those of `change` applied.
   */
  fieldsOf(terms: OrderTerms, change?: ModifyBody): Partial<OrderFields>
  /** Returns the special fields as an order record shows them. */
  special(order: PracticeOrder, terms: OrderTerms): SpecialMembers

  /**
   * Checks whether this account may place the order now. `open` is the unfilled size; `before` is
   * the order itself when it is being replaced.
   */
  checkOrder(state: State, accountId: string, read: ReadOrder, part: CheckedPart): Refusal | null
  /** Checks whether a Replace may change these fields of the order (TRADING-4.5). */
  replaceable(order: PracticeOrder, change: ModifyBody): Refusal | null
  /** Returns the figures of Preview; a refusal where the product has no preview. */
  preview(state: State, read: ReadOrder): Result<Estimate, Refusal>
  /** Returns the order's id on the wire, made from one in the common form. */
  orderId?(id: string): string

  /**
   * Returns the name of the market's phase at an instant; orders are released and suspended when it
   * changes.
   */
  phase(time: EpochMs): string
  /** True when an order with these terms may trade at the present time. */
  mayTrade(state: State, terms: OrderTerms): boolean
  /** Returns when an order placed now expires. */
  expiry(state: State, terms: OrderTerms): EpochMs
  /**
   * Returns the next instant after `time` at which the phase changes or {@link onTimeAdvance} has
   * something to do; null when there is none.
   */
  next(time: EpochMs): EpochMs | null
  /**
   * Returns the instants that affect a holder or an open order of this instrument: expiry, payment.
   */
  scheduledEvents?(instrument: Instrument): readonly EpochMs[]
  /** Handles the change of one of its markets to another phase. */
  onPhaseChange?(state: State, market: SymbolMarket, from: string, to: string): void
  /**
   * Handles a scheduled instant: daily settlement, expirations, the new day's marks. Must be safe
   * to call at any time.
   */
  onTimeAdvance?(state: State): void

  /** Returns the price by which an order holds money; 0 when it holds none. */
  holdingPrice(market: SymbolMarket, terms: OrderTerms): PriceUnits
  /**
   * Returns the part of an order that only closes a position and needs no money. `already` is the
   * order's own present cover.
   */
  cover(state: State, accountId: string, terms: OrderTerms, part: CoveredPart): SizeUnits
  need(state: State, order: PracticeOrder): Need
  /**
   * Returns the margin that an account's open orders use together, beyond their individual holds.
   */
  marginInUse?(state: State, account: LedgerAccount): Cents
  /**
   * Returns the margin requirement of the account's holdings of this product; `all` are its
   * holdings of every product.
   */
  requirement(
    state: State,
    account: LedgerAccount,
    holdings: readonly Holding[],
    all: readonly Holding[],
  ): Requirement

  /**
   * Returns the size of a holding, in a symbol of any product, that may not be sold because a
   * position of this product needs it.
   */
  locks?(state: State, accountId: string, symbol: string): SizeUnits

  /**
   * Returns the fees of an order's execution so far (running totals, so that many fills cost the
   * same as one).
   */
  fees(state: State, terms: OrderTerms, value: Cents, size: SizeUnits): Fees
  /** Returns the kinds of fee that an order record lists; null where records have no fees. */
  feeKinds(terms: OrderTerms): readonly FeeKind[] | null
  /** Returns the trade date of a fill; absent: as in the stock market. */
  tradeDate?(time: EpochMs): ExchangeDay
  /** Returns the day on which incoming money settles; null for immediately. */
  settles(time: EpochMs): ExchangeDay | null
  /**
   * Books a fill that is not one position change against cash; returns the position that the order
   * shows.
   */
  book?(state: State, order: PracticeOrder, fill: Fill): Position
  /** Returns the `category` of an order event. */
  category(instrument: Instrument): string
  /** Returns a position's wire record where it differs from the common form. */
  position?(state: State, holding: Holding, equity: Cents): PositionRecord
  /** Returns the holdings that are reported as one position while this is switched on. */
  combined?(state: State, holdings: readonly Holding[], equity: Cents): readonly CombinedHoldings[]
}
