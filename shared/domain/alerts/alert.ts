import type { Brand } from '../brand.js'
import type { Decimal, Money, Price, Quantity } from '../decimal.js'
import type { Symbol, TradingSymbol, WaitingId } from '../ids.js'
import type { EventOutcome } from '../instruments/event-contract.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { Side } from '../side.js'
import type { EpochMs } from '../time.js'
import type { Message } from '../../messages/message.js'
import type { AccountFigure, AlertAccount } from './account-alert.js'
import type { AlertDrawingState, AlertEndReason, AlertLine, DrawingWatch } from './drawing-alert.js'
import type { AlertIndicator, AlertTimespan, IndicatorComparison } from './indicator-alert.js'
import type { AlertOrder, OrderAlertEvent } from './order-alert.js'

export type AlertId = Brand<string, 'AlertId'>

/**
 * The instrument of an alert. Its symbol is the full contract: an option by its OCC symbol, a
 * future by its month, an event market whose prices are those of "yes".
 */
export interface AlertInstrument {
  readonly assetClass: AssetClass
  readonly symbol: Symbol
}

/** `through`: in either direction. */
export const PRICE_CROSSINGS = ['above', 'below', 'through'] as const
export type PriceCrossing = (typeof PRICE_CROSSINGS)[number]
export const CHANGE_CROSSINGS = ['above', 'below'] as const
export type ChangeCrossing = (typeof CHANGE_CROSSINGS)[number]

/**
 * What an alert waits for: that a figure reaches or passes a level which it was on the other side
 * of. A jump over the level counts.
 */
export type AlertCondition =
  | {
      readonly kind: 'price'
      readonly instrument: AlertInstrument
      readonly when: PriceCrossing
      readonly price: Price
      /** Event markets: whose price it is; absent for "yes", as for everything else. */
      readonly outcome?: EventOutcome | undefined
    }
  /** The change since the previous close; a fraction: 0.05 = +5%. */
  | {
      readonly kind: 'change'
      readonly instrument: AlertInstrument
      readonly when: ChangeCrossing
      readonly ratio: Decimal
    }
  /** The volume of the day reaches this. */
  | {
      readonly kind: 'volume'
      readonly instrument: AlertInstrument
      readonly quantity: Quantity
    }
  /** A figure of an account, in the currency of its totals. */
  | {
      readonly kind: 'account'
      readonly account: AlertAccount
      readonly figure: AccountFigure
      readonly when: ChangeCrossing
      /** The level; a number for `marginCalls`. */
      readonly amount: Money
      readonly currency: string
    }
  /** Events of orders; a null account or symbol stands for all of them. */
  | {
      readonly kind: 'order'
      readonly events: readonly OrderAlertEvent[]
      readonly account: AlertAccount | null
      readonly symbol: TradingSymbol | null
    }
  /** An indicator, compared at the close of each bar. */
  | {
      readonly kind: 'indicator'
      readonly instrument: AlertInstrument
      readonly timespan: AlertTimespan
      readonly indicator: AlertIndicator
      readonly comparison: IndicatorComparison
      readonly when: PriceCrossing
      /** Null unless it is compared with a level. */
      readonly level: Decimal | null
    }
  /** The last price and the lines of a drawing on the instrument's chart. */
  | ({ readonly kind: 'drawing'; readonly instrument: AlertInstrument } & DrawingWatch)
export type AlertKind = AlertCondition['kind']

/** What the ticket is filled with when the person chooses it. Nothing is sent. */
export interface AlertTicket {
  readonly side: Side
  readonly quantity: Quantity | null
  readonly limitPrice: Price | null
}

/** An assistant's waiting instruction that an alert wakes; the person decides on it. */
export interface AlertWake {
  readonly waitingId: WaitingId
  /** The assistant and the order, as they were when it was chosen. */
  readonly label: string
}

/** What the person sets of an alert. */
export interface AlertTerms {
  readonly condition: AlertCondition
  /** The shortest pause between two firings, in ms; null to fire once. */
  readonly repeatMs: number | null
  /** The exchange's time from which it does not fire; null for none. */
  readonly expiresAt: EpochMs | null
  readonly sound: boolean
  readonly notification: boolean
  /** Empty for none. */
  readonly note: string
  readonly ticket: AlertTicket | null
  /** Absent for none. */
  readonly wake?: AlertWake | undefined
}

/**
 * `off`: switched off by the person. `fired`: it fired once. `expired`: its time is over. `ended`:
 * with its drawing or its contract, or by a split of its stock.
 */
export const ALERT_STATES = ['active', 'off', 'fired', 'expired', 'ended'] as const
export type AlertState = (typeof ALERT_STATES)[number]

/** True for an alert that does not fire any more unless the person switches it on. */
export const isEnded = (state: AlertState): boolean => state === 'fired' || state === 'expired'

/**
 * Why conditions were not evaluated: Countersign was not running, no current data came, or the
 * broker did not report the figure.
 */
export const ALERT_GAP_REASONS = ['closed', 'offline', 'unknown'] as const
export type AlertGapReason = (typeof ALERT_GAP_REASONS)[number]

/** A time in which an alert was not evaluated, by the exchange's clock. */
export interface AlertGap {
  readonly why: AlertGapReason
  readonly from: EpochMs
  readonly to: EpochMs
}

/** One alert as the window shows it. */
export interface AlertView extends AlertTerms {
  readonly id: AlertId
  readonly state: AlertState
  readonly createdAt: EpochMs
  /** The figure at the moment of arming; null until one was received. */
  readonly armedValue: Decimal | null
  readonly firedCount: number
  readonly lastFiredAt: EpochMs | null
  /** Since when it is not evaluated; null while it is. */
  readonly hold: Pick<AlertGap, 'why' | 'from'> | null
  /** The last time in which it was not evaluated. */
  readonly gap: AlertGap | null
  /** Of an alert on a drawing. */
  readonly drawn?: AlertDrawingState | undefined
}

/** How far the quote that an alert fired by was from the present. */
export const QUOTE_DELAYS = ['current', 'late', 'delayed'] as const
export type QuoteDelay = (typeof QUOTE_DELAYS)[number]

/** What an entry of the history says. */
export const ALERT_EVENT_KINDS = ['fired', 'expired', 'ended'] as const

/** Why an alert ended; `by`: the assistant that deleted the drawing. */
export interface AlertEnd {
  readonly why: AlertEndReason
  readonly by: string | null
  /** The last day of the contract, or the day of the split. */
  readonly day?: string | undefined
  /** How many new shares replaced how many old ones. */
  readonly ratio?: { readonly from: Decimal; readonly to: Decimal } | undefined
}

/** An entry of the history. */
export interface AlertEvent {
  /** Increases with every entry. */
  readonly number: number
  readonly alertId: AlertId
  readonly what: (typeof ALERT_EVENT_KINDS)[number]
  /** The exchange's time. */
  readonly time: EpochMs
  readonly condition: AlertCondition
  readonly note: string
  readonly ticket: AlertTicket | null
  readonly wake?: AlertWake | undefined
  /** The direction in which the level was reached or passed; null for an expiry. */
  readonly crossing: 'up' | 'down' | null
  /** The figure that it fired by; null for an expiry. */
  readonly value: Decimal | null
  /** The exchange's time of that figure; null where it is not known. */
  readonly valueTime: EpochMs | null
  readonly delay: QuoteDelay
  /** What it fired by where that was an order. */
  readonly order?: AlertOrder | undefined
  /** The line of a drawing that it fired by. */
  readonly line?: AlertLine | undefined
  /** Present where it ended with its drawing. */
  readonly end?: AlertEnd | undefined
  /** The time without evaluation that ended with it; the level was passed somewhere in it. */
  readonly gap: AlertGap | null
}

/** All alerts of a profile, and what became of them. */
export interface AlertsView {
  /** `unreadable`: the file could not be read and is not written over. */
  readonly state: 'loading' | 'ready' | 'unreadable'
  readonly alerts: readonly AlertView[]
  /** Newest first. */
  readonly history: readonly AlertEvent[]
  /** False while the last change is not on disk. */
  readonly isStored: boolean
}

/** A change of the alerts by the person. */
export type AlertEdit =
  | { readonly kind: 'create'; readonly terms: AlertTerms }
  | { readonly kind: 'change'; readonly id: AlertId; readonly terms: AlertTerms }
  /** Arms it again, or switches it off. */
  | { readonly kind: 'switch'; readonly id: AlertId; readonly on: boolean }
  | { readonly kind: 'remove'; readonly id: AlertId }
  /** Deletes the alerts that fired once or expired. */
  | { readonly kind: 'remove-ended' }
  | { readonly kind: 'clear-history' }

export const MAX_ALERTS = 1_000
export const MAX_ALERT_EVENTS = 200
export const MAX_ALERT_NOTE = 200
export const MAX_WAKE_LABEL = 300
export const MIN_REPEAT_MS = 1_000
export const MAX_REPEAT_MS = 7 * 86_400_000

/** An alert that fired, with what the system shows of it. */
export interface FiredAlert {
  readonly event: AlertEvent
  readonly sound: boolean
  readonly notification: boolean
  readonly summary: Message
}
