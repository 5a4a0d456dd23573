import type { Account, Balance, Position } from '../../../../shared/domain/account/account.js'
import type { Decimal, Money, Price, Quantity } from '../../../../shared/domain/decimal.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { ClientOrderId, Symbol } from '../../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { Instrument } from '../../../../shared/domain/instruments/instrument.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { OrderReminder } from '../../../../shared/domain/reference/order-reminder.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { LockOut } from '../../../../shared/domain/orders/limits/personal-limits.schema.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Danger } from '../../../../shared/domain/instructions/card.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { RiskQuote } from '../../risk/pricing.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import type { Message } from '../../../../shared/messages/message.js'

/** The last price of an instrument, and the units of one contract; null while not known. */
export interface OtherMarket {
  readonly last: Price | null
  readonly multiplier: Decimal | null
}

/**
 * The data used to evaluate an action. Money is in US dollars. `quoteAgeMs` is null when the quote
 * was never confirmed.
 */
export interface PolicyFacts {
  readonly instrument: Instrument | null
  readonly quote: Quote | null
  readonly quoteAgeMs: number | null
  readonly position: Position | null
  /** Every position of the order's account; absent when unknown. */
  readonly positions?: readonly Position[] | undefined
  /** The filled quantity of each order that the position already includes; absent when unknown. */
  readonly settled?: ReadonlyMap<ClientOrderId, Quantity> | undefined
  /** The markets of working orders that do not say what they are worth, such as trailing ones. */
  readonly otherMarkets?: ReadonlyMap<InstrumentKey, OtherMarket> | undefined
  readonly balance: Balance | null
  /**
   * The value multiplier of one contract: 100 for options, the point value for futures, otherwise
   * 1.
   */
  readonly multiplier: string
  /** The currency of prices ("USD"). Limits are in dollars. */
  readonly currency: string
  readonly session: 'regular' | 'extended' | 'closed' | 'unknown'
  /** When the product's next regular session opens; absent or null while open, and not known. */
  readonly nextOpen?: EpochMs | null | undefined
  /** The time at the exchange; absent while unknown. */
  readonly exchangeTime?: EpochMs | undefined
  /** The price of the order as a whole, and its increment; absent or null while unknown. */
  readonly price?: RiskQuote | null | undefined
  readonly tick?: Decimal | null | undefined
}

/** An approved order as it is now; `order` is null while it is being sent, or not known. */
export interface PlacedOrder {
  readonly draft: OrderDraft | null
  readonly order: Order | null
}

/**
 * What a connection has requested and has working, over all its instructions of this environment
 * (REL-36).
 */
export interface PolicyUsage {
  readonly pending: readonly { readonly action: InstructionAction; readonly exposure: Money }[]
  /** The number of cards where it is lower than `pending`: a batch is one card. */
  readonly cards?: number
  readonly working: readonly Order[]
  /**
   * Approved new orders without a known order yet: they are being sent, or their outcome is
   * unknown.
   */
  readonly inFlight?: readonly OrderDraft[]
  /** Orders of everyone that have ended with a fill, which positions may not include yet. */
  readonly ended?: readonly Order[]
  /**
   * Requests and working orders of everyone else, including the person: they reserve the same
   * positions.
   */
  readonly others?: {
    readonly requested: readonly InstructionAction[]
    readonly working: readonly Order[]
  }
  /**
   * The exposure of each order approved since midnight in New York, with symbol and product. An
   * order that still works is not counted again. `placed` is the outcome of an order that counted
   * nothing.
   */
  readonly today: readonly {
    readonly symbol: string
    readonly product: string
    readonly exposure: Money
    readonly clientOrderId: ClientOrderId | null
    readonly placed?: PlacedOrder | undefined
  }[]
  /** The times of its requests in the last minute. */
  readonly requestTimes: readonly EpochMs[]
}

export interface PolicyInput {
  readonly environment: Environment
  readonly policy: Policy
  readonly action: InstructionAction
  readonly facts: PolicyFacts
  readonly usage: PolicyUsage
  readonly halted: boolean
  /** The lock-out of the order's account after a daily loss; absent or null without one. */
  readonly lockOut?: LockOut | null | undefined
  readonly now: EpochMs
}

/**
 * The policy's result: `deny` with a reason, `ask` the person, or `allow` (never in production).
 * `exposure` counts against limits, for the reason in `basis`; `maxLoss` is null when it is
 * unlimited. `reduces`: it only reduces a position, up to `available`.
 */
export interface PolicyVerdict {
  readonly result: 'deny' | 'ask' | 'allow'
  readonly refusal: Refusal | null
  readonly rules: readonly {
    readonly rule: string
    readonly text: Message
    readonly result: 'passed' | 'asks' | 'denied'
  }[]
  readonly exposure: Money
  readonly maxLoss: Money | null
  readonly basis?: Message | undefined
  readonly reduces?: boolean | undefined
  /** The auto-approve rule that approves it, and the value that counts against its total. */
  readonly rule?: { readonly symbol: Symbol; readonly value: Money } | undefined
  readonly dangers: readonly Danger[]
  readonly tier: 'plain' | 'danger' | 'largest'
}

/**
 * Evaluates an action against a policy. Pure: the same input gives the same verdict. Called at the
 * request, for display, and again at approval.
 */
export type EvaluatePolicy = (input: PolicyInput) => PolicyVerdict

/** The data fetched for a card and its policy check. Money is in US dollars. */
export interface CardFacts extends PolicyFacts {
  readonly account: Account | null
  /** A future, coin or event as the broker lists it; absent or null for others or while unknown. */
  readonly listed?: AnyInstrument | null | undefined
  /** The price of an option's underlying; absent or null while it is not known. */
  readonly spot?: Price | null | undefined
  /** The reminders about the order; absent or empty without any. */
  readonly reminders?: readonly OrderReminder[] | undefined
  /** True when the broker's market data is delayed (sandbox). */
  readonly delayed: boolean
  /**
   * The price of the order as a whole: of its outcome, or of all legs together; null while unknown.
   */
  readonly price: RiskQuote | null
  /** The price increment; null where unknown, and a stock's is used. */
  readonly tick: Decimal | null
  /**
   * The age in ms of the oldest of these facts when they were requested: several cards share the
   * data of one account.
   */
  readonly agedMs: number
}
/**
 * Fetches the current data about everything an action affects. On failure the action cannot be
 * evaluated and is not shown to the person.
 */
export type FetchCardFacts = (action: InstructionAction) => Promise<Result<CardFacts, AppError>>

/**
 * How far the estimated cost may move before the decision is requested again: the larger of the two
 * (CONFIRM-11).
 */
export interface Tolerance {
  /** A fraction: 0.005 is half a percent. */
  readonly ratio: Decimal
  readonly ticks: number
}
