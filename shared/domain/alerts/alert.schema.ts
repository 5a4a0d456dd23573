import { z } from 'zod'
import {
  hexSchema,
  zDecimal,
  zAccountId,
  zSymbol,
  zPrice,
  zQuantity,
  zMoney,
  zTradingSymbol,
  zClientOrderId,
  zTime,
} from '../scalars.schema.js'
import {
  type AlertId,
  PRICE_CROSSINGS,
  CHANGE_CROSSINGS,
  MAX_WAKE_LABEL,
  MIN_REPEAT_MS,
  MAX_REPEAT_MS,
  MAX_ALERT_NOTE,
  ALERT_GAP_REASONS,
  ALERT_EVENT_KINDS,
  QUOTE_DELAYS,
  type AlertState,
  MAX_ACCOUNT_NAME,
  ACCOUNT_FIGURES,
  ORDER_ALERT_EVENTS,
} from './alert.js'
import {
  MAX_LENGTH,
  AVERAGE_KINDS,
  BANDS,
  ALERT_TIMESPANS,
  INDICATOR_COMPARISONS,
} from './indicator-alert.js'
import { ASSET_CLASSES } from '../instruments/instrument.js'
import { EVENT_OUTCOMES } from '../instruments/event-contract.js'
import { type DrawingId, MAX_DRAWING_TEXT, MAX_SOURCE_NAME } from '../drawings/drawing.js'
import { DRAWING_KINDS } from '../drawings/drawing-kinds.js'
import {
  DRAWING_PARTS,
  DRAWING_CROSSINGS,
  LINE_SCALES,
  ALERT_END_REASONS,
  LINE_PARTS,
} from './drawing-alert.js'
import { TIMESPANS } from '../market/bar.js'
import { MAX_SPAN_COUNT } from '../drawings/axis/bar-shape.js'
import { SIDES } from '../side.js'
import { ORDER_TYPES } from '../orders/order-types.js'
import { LINKED_NAMES } from '../orders/combo-rules.js'
import type { WaitingId } from '../ids.js'
import type { EpochMs } from '../time.js'
import type { Decimal } from '../decimal.js'
import type { Message } from '../../messages/message.js'
import { asReadonly } from '../readonly-schema.js'

export const zAlertId = hexSchema<AlertId>(16)

const zLength = z.number().int().min(1).max(MAX_LENGTH)

/** An indicator with its settings; lengths are numbers of bars. */
export const AlertIndicator = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(AVERAGE_KINDS), length: zLength }),
    z.strictObject({ kind: z.literal('macd'), fast: zLength, slow: zLength, signal: zLength }),
    z.strictObject({
      kind: z.literal('bollinger'),
      length: zLength,
      deviations: zDecimal,
      band: z.enum(BANDS),
    }),
    /** Starts again each day of the exchange. */
    z.strictObject({ kind: z.literal('vwap') }),
  ]),
)
export type AlertIndicator = z.output<typeof AlertIndicator>

/** An account as an alert names it. Main sets the name: the label and the last digits. */
export const AlertAccount = asReadonly(
  z.strictObject({
    accountId: zAccountId,
    name: z.string().max(MAX_ACCOUNT_NAME),
  }),
)
export type AlertAccount = z.output<typeof AlertAccount>

/**
 * The instrument of an alert. Its symbol is the full contract: an option by its OCC symbol, a
 * future by its month, an event market with the prices of "yes".
 */
export const AlertInstrument = asReadonly(
  z.strictObject({ assetClass: z.enum(ASSET_CLASSES), symbol: zSymbol }),
)
export type AlertInstrument = z.output<typeof AlertInstrument>

/** The drawing of an alert, as it was named when the alert was saved. */
export const AlertDrawing = asReadonly(
  z.strictObject({
    id: hexSchema<DrawingId>(16),
    kind: z.enum(DRAWING_KINDS),
    /** The text of the drawing; empty for none. */
    text: z.string().max(MAX_DRAWING_TEXT),
  }),
)
export type AlertDrawing = z.output<typeof AlertDrawing>

/**
 * What an alert waits for: that a figure reaches or passes a level which it was on the other side
 * of. A jump over the level counts.
 */
export const AlertCondition = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('price'),
      instrument: AlertInstrument,
      when: z.enum(PRICE_CROSSINGS),
      price: zPrice,
      /** Event markets: whose price it is; absent for "yes", as for everything else. */
      outcome: z.enum(EVENT_OUTCOMES).optional(),
    }),
    /** The change since the previous close; a fraction: 0.05 = +5%. */
    z.strictObject({
      kind: z.literal('change'),
      instrument: AlertInstrument,
      when: z.enum(CHANGE_CROSSINGS),
      ratio: zDecimal,
    }),
    /** The volume of the day reaches this. */
    z.strictObject({ kind: z.literal('volume'), instrument: AlertInstrument, quantity: zQuantity }),
    /** A figure of an account, in the currency of its totals. */
    z.strictObject({
      kind: z.literal('account'),
      account: AlertAccount,
      figure: z.enum(ACCOUNT_FIGURES),
      when: z.enum(CHANGE_CROSSINGS),
      /** The level; a number for `marginCalls`. */
      amount: zMoney,
      currency: z.string().max(8),
    }),
    /** Events of orders; a null account or symbol stands for all of them. */
    z.strictObject({
      kind: z.literal('order'),
      events: z.array(z.enum(ORDER_ALERT_EVENTS)).min(1).max(ORDER_ALERT_EVENTS.length),
      account: AlertAccount.nullable(),
      symbol: zTradingSymbol.nullable(),
    }),
    /** An indicator, compared at the close of each bar. */
    z.strictObject({
      kind: z.literal('indicator'),
      instrument: AlertInstrument,
      timespan: z.enum(ALERT_TIMESPANS),
      indicator: AlertIndicator,
      comparison: z.enum(INDICATOR_COMPARISONS),
      when: z.enum(PRICE_CROSSINGS),
      /** Null unless it is compared with a level. */
      level: zDecimal.nullable(),
    }),
    /** The last price and the lines of a drawing on the instrument's chart. */
    z.strictObject({
      kind: z.literal('drawing'),
      instrument: AlertInstrument,
      drawing: AlertDrawing,
      part: z.enum(DRAWING_PARTS),
      /** The level of a Fibonacci drawing; null for other parts. */
      ratio: zDecimal.nullable(),
      when: z.enum(DRAWING_CROSSINGS),
      /** True when it goes on to the right, beyond the end of the drawing. */
      extended: z.boolean(),
      /** The bars along which its lines are straight. */
      bars: z.strictObject({
        base: z.enum(TIMESPANS),
        count: z.number().int().min(1).max(MAX_SPAN_COUNT),
        isRegularOnly: z.boolean(),
      }),
      scale: z.enum(LINE_SCALES),
    }),
  ]),
)
export type AlertCondition = z.output<typeof AlertCondition>
export type AlertKind = AlertCondition['kind']

/** What an order is among linked ones, and the fill of another that canceled it. */
export const AlertLink = asReadonly(
  z.strictObject({
    name: z.enum(LINKED_NAMES),
    /** Null where the order was not canceled by a fill, or that is not known. */
    instead: z
      .strictObject({
        filled: z.enum(LINKED_NAMES),
        quantity: zDecimal,
        price: zDecimal.nullable(),
      })
      .nullable(),
  }),
)
export type AlertLink = z.output<typeof AlertLink>

/** The order that an alert fired by, as its text names it. */
export const AlertOrder = asReadonly(
  z.strictObject({
    clientOrderId: zClientOrderId,
    event: z.enum(ORDER_ALERT_EVENTS),
    account: AlertAccount,
    side: z.enum(SIDES),
    symbol: zTradingSymbol,
    assetClass: z.enum(ASSET_CLASSES),
    type: z.enum(ORDER_TYPES),
    /** Null for an order by amount whose units are not known. */
    quantity: zDecimal.nullable(),
    filledQuantity: zDecimal,
    averageFillPrice: zDecimal.nullable(),
    limitPrice: zDecimal.nullable(),
    stopPrice: zDecimal.nullable(),
    /** Event markets: the outcome that is traded. */
    outcome: z.enum(EVENT_OUTCOMES).nullable(),
    /** Present for one of the orders of which a fill cancels the others. */
    linked: AlertLink.optional(),
  }),
)
export type AlertOrder = z.output<typeof AlertOrder>

/** What the ticket is filled with when the person chooses it. Nothing is sent. */
export const AlertTicket = asReadonly(
  z.strictObject({
    side: z.enum(SIDES),
    quantity: zQuantity.nullable(),
    limitPrice: zPrice.nullable(),
  }),
)
export type AlertTicket = z.output<typeof AlertTicket>

/** An assistant's waiting instruction that an alert wakes; the person decides on it. */
export const AlertWake = asReadonly(
  z.strictObject({
    waitingId: hexSchema<WaitingId>(32),
    /** The assistant and the order, as they were when it was chosen. */
    label: z.string().max(MAX_WAKE_LABEL),
  }),
)
export type AlertWake = z.output<typeof AlertWake>

/** The members of {@link AlertTerms}. */
export const alertTermMembers = {
  condition: AlertCondition,
  repeatMs: z.number().int().min(MIN_REPEAT_MS).max(MAX_REPEAT_MS).nullable(),
  expiresAt: zTime.nullable(),
  sound: z.boolean(),
  notification: z.boolean(),
  note: z.string().max(MAX_ALERT_NOTE),
  ticket: AlertTicket.nullable(),
  wake: AlertWake.optional(),
}

/** What the person sets of an alert. */
export const AlertTerms = asReadonly(z.strictObject(alertTermMembers))
export type AlertTerms = z.output<typeof AlertTerms>

/** A change of the alerts by the person. */
export const AlertEdit = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('create'), terms: AlertTerms }),
    z.strictObject({ kind: z.literal('change'), id: zAlertId, terms: AlertTerms }),
    /** Arms it again, or switches it off. */
    z.strictObject({ kind: z.literal('switch'), id: zAlertId, on: z.boolean() }),
    z.strictObject({ kind: z.literal('remove'), id: zAlertId }),
    /** Deletes the alerts that fired once or expired. */
    z.strictObject({ kind: z.literal('remove-ended') }),
    z.strictObject({ kind: z.literal('clear-history') }),
  ]),
)
export type AlertEdit = z.output<typeof AlertEdit>

/** A time in which an alert was not evaluated, by the exchange's clock. */
export const AlertGap = asReadonly(
  z.strictObject({ why: z.enum(ALERT_GAP_REASONS), from: zTime, to: zTime }),
)
export type AlertGap = z.output<typeof AlertGap>

/** Why an alert ended; `by`: the assistant that deleted the drawing. */
export const AlertEnd = asReadonly(
  z.strictObject({
    why: z.enum(ALERT_END_REASONS),
    by: z.string().max(MAX_SOURCE_NAME).nullable(),
    /** The last day of the contract, or the day of the split. */
    day: z.string().max(10).optional(),
    /** How many new shares replaced how many old ones. */
    ratio: z.strictObject({ from: zDecimal, to: zDecimal }).optional(),
  }),
)
export type AlertEnd = z.output<typeof AlertEnd>

/** The line that an alert on a drawing fired by. */
export const AlertLine = asReadonly(
  z.strictObject({
    part: z.enum(LINE_PARTS),
    ratio: zDecimal.nullable(),
    /** Its price at that moment. */
    price: zPrice,
  }),
)
export type AlertLine = z.output<typeof AlertLine>

/** An entry of the history. */
export const AlertEvent = asReadonly(
  z.strictObject({
    /** Increases with every entry. */
    number: z.number().int().min(0),
    alertId: zAlertId,
    what: z.enum(ALERT_EVENT_KINDS),
    /** The exchange's time. */
    time: zTime,
    condition: AlertCondition,
    note: z.string().max(MAX_ALERT_NOTE),
    ticket: AlertTicket.nullable(),
    wake: AlertWake.optional(),
    /** The direction in which the level was reached or passed; null for an expiry. */
    crossing: z.enum(['up', 'down']).nullable(),
    /** The figure that it fired by; null for an expiry. */
    value: zDecimal.nullable(),
    /** The exchange's time of that figure; null where it is not known. */
    valueTime: zTime.nullable(),
    delay: z.enum(QUOTE_DELAYS),
    /** The order that it fired by. */
    order: AlertOrder.optional(),
    /** The line of a drawing that it fired by. */
    line: AlertLine.optional(),
    /** Present where it ended with its drawing. */
    end: AlertEnd.optional(),
    /** The time without evaluation that ended with it; the level was passed somewhere in it. */
    gap: AlertGap.nullable(),
  }),
)
export type AlertEvent = z.output<typeof AlertEvent>

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

/** An alert that fired, with what the system shows of it. */
export interface FiredAlert {
  readonly event: AlertEvent
  readonly sound: boolean
  readonly notification: boolean
  readonly summary: Message
}

/** Returns the lengths of an indicator, in bars. */
export function lengthsOf(indicator: AlertIndicator): readonly number[] {
  switch (indicator.kind) {
    case 'macd':
      return [indicator.fast, indicator.slow, indicator.signal]
    case 'vwap':
      return []
    case 'atr':
    case 'bollinger':
    case 'ema':
    case 'rsi':
    case 'sma':
      return [indicator.length]
  }
}

/** What an alert knows of its drawing beside the terms. */
export interface AlertDrawingState {
  /** Null while the drawings are not read, and for one that was deleted. */
  readonly hidden: boolean | null
  /** The assistant that moved it last, since the alert was armed; null for none. */
  readonly movedBy: string | null
}
