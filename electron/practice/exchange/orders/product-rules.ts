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
 * The members of an order that its terms are made of; Replace merges into them and reads them
 * again.
 */
export type OrderFields = Omit<
  NewOrderBody,
  'client_order_id' | 'combo_type' | 'market' | 'current_ask' | 'current_bid'
>

/** Members that only some products and kinds of order carry; the rest refuse them. */
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
  /** Its value, positive; the cents of all fills add up to the rounded whole. */
  readonly cents: Cents
  readonly fees: Fees
  /** How much of the order is filled with it. */
  readonly filled: SizeUnits
}

export interface Estimate {
  readonly cost: Cents
  readonly fees: Cents
}

/**
 * What a product does in its own way. Matching, the order's life, holds, events, records and the
 * ledger are common and ask these
 * rules through the core's `rules`; adding a product is one file of rules and one line in
 * `products/index.ts`.
 *
 * `Core` is the exchange's state over which they are asked: it holds the rules, so they do not name
 * it.
 *
 * The order of questions: Place: {@link read}, {@link checkOrder}, {@link cover} and {@link need}, then
 * the account's free money before
 * and after. Replace: {@link replaceable}, {@link fieldsOf} with the changes laid over, then as
 * Place. A fill: {@link fees},
 * {@link book} (or the common booking of one position). Time: {@link phase} at every instant that
 * {@link next} names, then
 * {@link onPhaseChange} for each of the product's markets if the phase is another, and {@link onTimeAdvance}.
 */
export interface ProductRules<State> {
  readonly product: Product
  /** The classes of account that trade it; an order in any other is refused. */
  readonly accounts: readonly AccountClass[]
  readonly members: readonly SpecialMember[]
  /**
   * True when the steps of its symbols are told only while they are watched: their books are asked
   * for when they are needed.
   */
  readonly onDemand: boolean
  /**
   * True when a position is worth what it is quoted at, not what was last paid: many of its symbols
   * hardly ever trade.
   */
  readonly markedByQuote?: boolean
  /** Sizes in the depth are whole multiples of this. */
  readonly lot: SizeUnits

  /**
   * Reads an order's fields by the contract's matrix; finds its market. Looks neither at the
   * account nor at the hours.
   */
  read(state: State, fields: OrderFields): Result<ReadOrder, Refusal>
  /**
   * The special members as they would have to be sent to get these terms again, with what a change
   * names of them.
   */
  fieldsOf(terms: OrderTerms, change?: ModifyBody): Partial<OrderFields>
  /** Those members as the order's record tells them. */
  special(order: PracticeOrder, terms: OrderTerms): SpecialMembers

  /**
   * The order may be placed by this account now. `open` is what of it is still to fill; `before`
   * the order itself when it is being replaced.
   */
  checkOrder(
    state: State,
    accountId: string,
    read: ReadOrder,
    open: SizeUnits,
    before: PracticeOrder | null,
  ): Refusal | null
  /** Whether a Replace may change these members of that order at all (TRADING-4.5). */
  replaceable(order: PracticeOrder, change: ModifyBody): Refusal | null
  /** Preview's figures; a refusal where the product has no preview. */
  preview(state: State, read: ReadOrder): Result<Estimate, Refusal>
  /** The order's id on the wire, made from one in the common form. */
  orderId?(id: string): string

  /**
   * A word for what the product's market is doing at an instant; orders are released and put back
   * when it changes.
   */
  phase(time: EpochMs): string
  /** Whether such an order may trade at the present time. */
  mayTrade(state: State, terms: OrderTerms): boolean
  /** When an order placed now expires by itself. */
  expiry(state: State, terms: OrderTerms): EpochMs
  /**
   * The next instant after `time` at which the phase changes or {@link onTimeAdvance} has something to do;
   * null when there is none.
   */
  next(time: EpochMs): EpochMs | null
  /**
   * The instants at which something happens to a holder or an open order of this instrument:
   * expiry, payment.
   */
  scheduledEvents?(instrument: Instrument): readonly EpochMs[]
  /** One of its markets comes to another phase. */
  onPhaseChange?(state: State, market: SymbolMarket, from: string, to: string): void
  /**
   * Time has come to an instant that somebody named: daily settlement, expiries, the new day's
   * marks. Must be safe to call at any time.
   */
  onTimeAdvance?(state: State): void

  /** The price by which an order sets money aside; 0 when it sets none aside. */
  holdingPrice(market: SymbolMarket, terms: OrderTerms): PriceUnits
  /**
   * How much of an order only closes a position and needs no money. `already` is what it counts
   * itself.
   */
  cover(
    state: State,
    accountId: string,
    terms: OrderTerms,
    open: SizeUnits,
    already: SizeUnits,
  ): SizeUnits
  need(state: State, order: PracticeOrder): Need
  /** Money that an account's open orders tie up together, beyond what each of them does. */
  marginInUse?(state: State, account: LedgerAccount): Cents
  /**
   * What the account's holdings of this product tie up; `all` are its holdings of every product.
   */
  requirement(
    state: State,
    account: LedgerAccount,
    holdings: readonly Holding[],
    all: readonly Holding[],
  ): Requirement

  /**
   * What of an account's holding of a symbol of any product may not be sold, because something of
   * this product needs it.
   */
  locks?(state: State, accountId: string, symbol: string): SizeUnits

  /**
   * Fees of an order's whole execution so far (running totals, so that many fills cost the same as
   * one).
   */
  fees(state: State, terms: OrderTerms, value: Cents, size: SizeUnits): Fees
  /** The kinds of fee that an order's record lists; null where records have no fees at all. */
  feeKinds(terms: OrderTerms): readonly FeeKind[] | null
  /** The trade date of a fill; absent: that of the stock market. */
  tradeDate?(time: EpochMs): ExchangeDay
  /** The day on which money that comes in settles; null for at once. */
  settles(time: EpochMs): ExchangeDay | null
  /**
   * Books a fill where it is not one position against money; returns the position that the order
   * shows.
   */
  book?(state: State, order: PracticeOrder, fill: Fill): Position
  /** `category` of an order event. */
  category(instrument: Instrument): string
  /** A position as the wire tells it, where it is not the common form. */
  position?(state: State, holding: Holding, equity: Cents): PositionRecord
}
