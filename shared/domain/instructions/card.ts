import type { Decimal, Money, Price, Quantity } from '../decimal.js'
import type { Environment } from '../environment.js'
import type { AccountId, TradingSymbol, InstructionId } from '../ids.js'
import type { Message } from '../../messages/message.js'
import type { Side } from '../side.js'
import type { EpochMs } from '../time.js'
import type { BatchPlace, Instruction } from './instruction.js'
import type { InstructionAction } from './instruction.schema.js'

/**
 * The document title of the confirm page while it shows no card. Main recognizes the empty page by
 * it, so it is the same in every language.
 */
export const NO_CARD_TITLE = 'Confirm'

/**
 * One line of a card: a label, a value, and its source. `before` is the old value where something
 * changes.
 */
export interface CardField {
  readonly id: string
  readonly label: Message
  readonly value: Message
  readonly before: Message | null
  readonly mark: 'none' | 'changed' | 'warning' | 'head'
  readonly source: Message | null
}

/** The result of an order of options by the price of the underlying, which the card draws. */
export interface CardPayoff {
  /** Between these the result is a straight line. */
  readonly points: readonly { readonly price: Price; readonly result: Money }[]
  /** By how much the result changes per unit of price above the last point. */
  readonly slope: Decimal
  readonly breakEvens: readonly Price[]
}

/** A danger of an order, and the sentence of its acknowledgement. */
export interface Danger {
  readonly code: string
  readonly text: Message
}

/** How dangerous an order is; a higher tier requires more of the person before approving. */
export const DANGER_TIERS = ['plain', 'danger', 'largest'] as const
export type DangerTier = (typeof DANGER_TIERS)[number]

/** The phases of a card. `stopped`: Countersign refused; `uncertain`: the outcome is unknown. */
export const CARD_PHASES = [
  'loading',
  'open',
  'sending',
  'confirmed',
  'rejected',
  'stopped',
  'uncertain',
  'declined',
  'expired',
  'withdrawn',
] as const
export type CardPhase = (typeof CARD_PHASES)[number]

/** Who requested an instruction, and how much it requested today. */
export interface CardRequester {
  readonly name: string
  readonly source: Instruction['source']
  readonly firstSeenAt: EpochMs
  readonly ordersToday: number
  readonly limitToday: number | null
}

/** One rule of the policy and its result for this order. */
export interface CardRule {
  readonly rule: string
  readonly text: Message
  readonly result: 'passed' | 'asks'
}

/**
 * The current values of the members that the person may change; null where not applicable.
 */
export interface CardEditable {
  readonly quantity: Quantity | null
  readonly amount: Money | null
  readonly limitPrice: Price | null
  readonly stopPrice: Price | null
}

/** What changed on a card since approve was armed: its name, and old and new if it is a value. */
export interface CardChange {
  readonly subject: Message
  readonly from: Message | null
  readonly to: Message | null
}

/**
 * The arming state in main (CONFIRM-7, CONFIRM-8): `armsInMs` is null while `blocked` names a
 * reason that stops the countdown.
 */
export interface CardArming {
  readonly nonce: string
  readonly armed: boolean
  readonly armsInMs: number | null
  readonly blocked:
    | 'none'
    | 'hidden'
    | 'unfocused'
    | 'locked'
    | 'preview'
    | 'halted'
    | 'source'
    | 'drawing'
  /** Why approve was disarmed again; absent or null while the first wait runs (CONFIRM-51). */
  readonly because?: CardChange | null | undefined
}

/**
 * The card that the person reads and decides on. `digest` covers everything here except `arming`,
 * `asOf` and `quoteAgeMs`. Main makes it from its own record, and no window can supply any of it
 * (CONFIRM-1, CONFIRM-2, CONFIRM-19 to CONFIRM-28).
 */
export interface Card {
  readonly id: InstructionId
  readonly digest: string
  readonly environment: Environment
  readonly action: InstructionAction['kind']
  /** "BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day" */
  readonly line: Message
  readonly side: Side
  readonly symbol: TradingSymbol
  readonly account: {
    readonly accountId: AccountId
    readonly label: string
    readonly lastFour: string
  }
  readonly requester: CardRequester
  /**
   * Estimate, position, market, comparison (replace; up to seven orders of a combination) or what
   * stays open (cancel), in display order.
   */
  readonly money: readonly CardField[]
  /** The payoff of an order of options at its expiration; absent or null for any other. */
  readonly payoff?: CardPayoff | null | undefined
  readonly effect: readonly CardField[]
  readonly market: readonly CardField[]
  readonly compare: readonly CardField[]
  readonly policy: readonly CardRule[]
  readonly tier: DangerTier
  readonly dangers: readonly Danger[]
  readonly editable: CardEditable
  /** True when the person changed the assistant's request. */
  readonly amended: boolean
  readonly reason: string
  /** What is known about the numbers of the reason; absent or empty without any. */
  readonly grounding?: readonly CardField[] | undefined
  /** The reminders about the order; absent or empty without any. */
  readonly reminders?: readonly CardField[] | undefined
  readonly requestCount: number
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
  /** The cost moved by more than the person's tolerance since it was last shown (CONFIRM-11). */
  readonly moved: { readonly from: Money; readonly to: Money } | null
  readonly label: 'live' | 'stale' | 'delayed'
  readonly asOf: EpochMs
  readonly quoteAgeMs: number | null
  readonly batch: BatchPlace | null
  readonly state: CardPhase
  /** The result, in a sentence. */
  readonly result: Message | null
  readonly arming: CardArming
}

/**
 * The contents of the confirm window: the current card and the number of pending ones behind it.
 */
export interface ConfirmView {
  readonly card: Card | null
  readonly batch: readonly Card[]
  readonly waiting: number
  /** The net effect of a batch, in words; empty for a single order. */
  readonly net: readonly CardField[]
  readonly extendable: boolean
  readonly halted: boolean
}
