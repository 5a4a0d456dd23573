import type { TradeDate } from '../../../shared/domain/market/trade-date.js'
import { z } from 'zod'
import {
  ALERT_EVENT_KINDS,
  ALERT_GAP_REASONS,
  ALERT_STATES,
  CHANGE_CROSSINGS,
  MAX_ALERT_EVENTS,
  MAX_ALERT_NOTE,
  MAX_ALERTS,
  MAX_WAKE_LABEL,
  PRICE_CROSSINGS,
  QUOTE_DELAYS,
  type AlertEvent,
  type AlertId,
} from '../../../shared/domain/alerts/alert.js'
import { ACCOUNT_FIGURES, MAX_ACCOUNT_NAME } from '../../../shared/domain/alerts/account-alert.js'
import {
  ALERT_TIMESPANS,
  AVERAGE_KINDS,
  BANDS,
  INDICATOR_COMPARISONS,
  MAX_LENGTH,
} from '../../../shared/domain/alerts/indicator-alert.js'
import {
  ALERT_END_REASONS,
  DRAWING_CROSSINGS,
  DRAWING_PARTS,
  LINE_PARTS,
  LINE_SCALES,
} from '../../../shared/domain/alerts/drawing-alert.js'
import { MAX_SPAN_COUNT } from '../../../shared/domain/drawings/axis/bar-shape.js'
import {
  MAX_ANCHORS,
  MAX_DRAWING_TEXT,
  MAX_SOURCE_NAME,
  type DrawingId,
} from '../../../shared/domain/drawings/drawing.js'
import { DRAWING_KINDS } from '../../../shared/domain/drawings/drawing-kinds.js'
import { TIMESPANS } from '../../../shared/domain/market/bar.js'
import { ORDER_ALERT_EVENTS } from '../../../shared/domain/alerts/order-alert.js'
import { EVENT_OUTCOMES } from '../../../shared/domain/instruments/event-contract.js'
import type { WaitingId } from '../../../shared/domain/ids.js'
import { ASSET_CLASSES } from '../../../shared/domain/instruments/instrument.js'
import { ORDER_STATUSES } from '../../../shared/domain/orders/order-state.js'
import { LINKED_NAMES } from '../../../shared/domain/orders/combo-rules.js'
import { ORDER_TYPES } from '../../../shared/domain/orders/order-types.js'
import { SIDES } from '../../../shared/domain/side.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { AlertRecord } from '../alerts/alert-record.js'
import type { StoredSeenOrders } from '../alerts/orders/seen-orders.js'
import {
  hexSchema,
  zAccountId,
  zClientOrderId,
  zDay,
  zDecimal,
  zMoney,
  zPrice,
  zQuantity,
  zSymbol,
  zTime,
  zTradingSymbol,
} from '../../../shared/domain/scalars.schema.js'

/** The version of the file. One with a newer version is not read. */
export const ALERTS_VERSION = 1
const zId = hexSchema<AlertId>(16)
const zCount = z.number().int().min(0)
const zLength = z.number().int().min(1).max(MAX_LENGTH)
const zIndicator = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(AVERAGE_KINDS), length: zLength }),
  z.strictObject({ kind: z.literal('macd'), fast: zLength, slow: zLength, signal: zLength }),
  z.strictObject({
    kind: z.literal('bollinger'),
    length: zLength,
    deviations: zDecimal,
    band: z.enum(BANDS),
  }),
  z.strictObject({ kind: z.literal('vwap') }),
])
const zAlertAccount = z.strictObject({
  accountId: zAccountId,
  name: z.string().max(MAX_ACCOUNT_NAME),
})
const zInstrument = z.strictObject({ assetClass: z.enum(ASSET_CLASSES), symbol: zSymbol })

export const zStoredCondition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    instrument: zInstrument,
    when: z.enum(PRICE_CROSSINGS),
    price: zPrice,
    outcome: z.enum(EVENT_OUTCOMES).optional(),
  }),
  z.strictObject({
    kind: z.literal('change'),
    instrument: zInstrument,
    when: z.enum(CHANGE_CROSSINGS),
    ratio: zDecimal,
  }),
  z.strictObject({ kind: z.literal('volume'), instrument: zInstrument, quantity: zQuantity }),
  z.strictObject({
    kind: z.literal('account'),
    account: zAlertAccount,
    figure: z.enum(ACCOUNT_FIGURES),
    when: z.enum(CHANGE_CROSSINGS),
    amount: zMoney,
    currency: z.string().max(8),
  }),
  z.strictObject({
    kind: z.literal('order'),
    events: z.array(z.enum(ORDER_ALERT_EVENTS)).min(1).max(ORDER_ALERT_EVENTS.length),
    account: zAlertAccount.nullable(),
    symbol: zTradingSymbol.nullable(),
  }),
  z.strictObject({
    kind: z.literal('indicator'),
    instrument: zInstrument,
    timespan: z.enum(ALERT_TIMESPANS),
    indicator: zIndicator,
    comparison: z.enum(INDICATOR_COMPARISONS),
    when: z.enum(PRICE_CROSSINGS),
    level: zDecimal.nullable(),
  }),
  z.strictObject({
    kind: z.literal('drawing'),
    instrument: zInstrument,
    drawing: z.strictObject({
      id: hexSchema<DrawingId>(16),
      kind: z.enum(DRAWING_KINDS),
      text: z.string().max(MAX_DRAWING_TEXT),
    }),
    part: z.enum(DRAWING_PARTS),
    ratio: zDecimal.nullable(),
    when: z.enum(DRAWING_CROSSINGS),
    extended: z.boolean(),
    bars: z.strictObject({
      base: z.enum(TIMESPANS),
      count: z.number().int().min(1).max(MAX_SPAN_COUNT),
      isRegularOnly: z.boolean(),
    }),
    scale: z.enum(LINE_SCALES),
  }),
])
const zOrder = z.strictObject({
  clientOrderId: zClientOrderId,
  event: z.enum(ORDER_ALERT_EVENTS),
  account: zAlertAccount,
  side: z.enum(SIDES),
  symbol: zTradingSymbol,
  assetClass: z.enum(ASSET_CLASSES),
  type: z.enum(ORDER_TYPES),
  quantity: zDecimal.nullable(),
  filledQuantity: zDecimal,
  averageFillPrice: zDecimal.nullable(),
  limitPrice: zDecimal.nullable(),
  stopPrice: zDecimal.nullable(),
  outcome: z.enum(EVENT_OUTCOMES).nullable(),
  linked: z
    .strictObject({
      name: z.enum(LINKED_NAMES),
      instead: z
        .strictObject({
          filled: z.enum(LINKED_NAMES),
          quantity: zDecimal,
          price: zDecimal.nullable(),
        })
        .nullable(),
    })
    .optional(),
})
export const zStoredAlertTicket = z.strictObject({
  side: z.enum(SIDES),
  quantity: zQuantity.nullable(),
  limitPrice: zPrice.nullable(),
})
const zWake = z.strictObject({
  waitingId: hexSchema<WaitingId>(32),
  label: z.string().max(MAX_WAKE_LABEL),
})
const zGap = z.strictObject({ why: z.enum(ALERT_GAP_REASONS), from: zTime, to: zTime })

const zSide = z.union([z.literal(-1), z.literal(0), z.literal(1)])
const zEnd = z.strictObject({
  why: z.enum(ALERT_END_REASONS),
  by: z.string().max(MAX_SOURCE_NAME).nullable(),
  day: z.string().max(10).optional(),
  ratio: z.strictObject({ from: zDecimal, to: zDecimal }).optional(),
})
/** More than the levels of any drawing. */
const MAX_LINES = 20

const zRecord = z.strictObject({
  id: zId,
  condition: zStoredCondition,
  repeatMs: zCount.nullable(),
  expiresAt: zTime.nullable(),
  sound: z.boolean(),
  notification: z.boolean(),
  note: z.string().max(MAX_ALERT_NOTE),
  ticket: zStoredAlertTicket.nullable(),
  wake: zWake.optional(),
  state: z.enum(ALERT_STATES),
  createdAt: zTime,
  armedAt: zTime,
  armedValue: zDecimal.nullable(),
  side: zSide.nullable(),
  day: z.custom<TradeDate>((value) => zDay.safeParse(value).success).nullable(),
  heldSince: zTime.nullable(),
  barTime: zTime.optional(),
  firedCount: zCount,
  lastFiredAt: zTime.nullable(),
  gap: zGap.nullable(),
  line: z
    .strictObject({
      anchors: z.array(z.strictObject({ time: zTime, price: zPrice })).max(MAX_ANCHORS),
      sides: z.array(zSide.nullable()).max(MAX_LINES),
    })
    .optional(),
  movedBy: z.string().max(MAX_SOURCE_NAME).optional(),
  end: zEnd.optional(),
})

const zEvent = z.strictObject({
  number: zCount,
  alertId: zId,
  what: z.enum(ALERT_EVENT_KINDS),
  time: zTime,
  condition: zStoredCondition,
  note: z.string().max(MAX_ALERT_NOTE),
  ticket: zStoredAlertTicket.nullable(),
  wake: zWake.optional(),
  crossing: z.enum(['up', 'down']).nullable(),
  value: zDecimal.nullable(),
  valueTime: zTime.nullable(),
  delay: z.enum(QUOTE_DELAYS),
  order: zOrder.optional(),
  line: z
    .strictObject({
      part: z.enum(LINE_PARTS),
      ratio: zDecimal.nullable(),
      price: zPrice,
    })
    .optional(),
  end: zEnd.optional(),
  gap: zGap.nullable(),
})

/** What alerts about orders have seen of an order. */
const zSeenOrder = z.strictObject({
  id: zClientOrderId,
  status: z.enum(ORDER_STATUSES),
  filled: zQuantity,
  isCancelRequested: z.boolean(),
})

const zFile = z.strictObject({
  v: z.literal(ALERTS_VERSION),
  evaluatedAt: zTime.nullable(),
  alerts: z.array(zRecord).max(MAX_ALERTS),
  history: z.array(zEvent).max(MAX_ALERT_EVENTS),
  /** Absent without an alert about orders, as in files of earlier programs. */
  orders: z.strictObject({ time: zTime, seen: z.array(zSeenOrder) }).optional(),
})

/** What the file of a profile holds. */
export interface StoredAlerts {
  /** Until when conditions were evaluated, by the exchange's clock; null for never. */
  readonly evaluatedAt: EpochMs | null
  readonly alerts: readonly AlertRecord[]
  /** Newest first. */
  readonly history: readonly AlertEvent[]
  /** The orders as alerts about them saw them last; absent without such an alert. */
  readonly orders?: StoredSeenOrders | undefined
}

/** Reads the alerts; null for a text that cannot be read. */
export function parseAlerts(text: string): StoredAlerts | null {
  try {
    return zFile.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export const writeAlerts = ({ evaluatedAt, alerts, history, orders }: StoredAlerts): string =>
  JSON.stringify({ v: ALERTS_VERSION, evaluatedAt, alerts, history, orders })
