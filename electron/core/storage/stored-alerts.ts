import { z } from 'zod'
import {
  ALERT_STATES,
  MAX_ALERT_EVENTS,
  MAX_ALERT_NOTE,
  MAX_ALERTS,
} from '../../../shared/domain/alerts/alert.js'
import {
  AlertEvent,
  zAlertId,
  AlertCondition,
  AlertTicket,
  AlertWake,
  AlertGap,
  AlertEnd,
} from '../../../shared/domain/alerts/alert.schema.js'
import { MAX_ANCHORS, MAX_SOURCE_NAME } from '../../../shared/domain/drawings/drawing.js'
import { ORDER_STATUSES } from '../../../shared/domain/orders/order-state.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { AlertRecord } from '../alerts/alert-record.js'
import { LevelSide, zTradeDate } from '../conditions/level-state.schema.js'
import type { StoredSeenOrders } from '../alerts/orders/seen-orders.js'
import {
  zClientOrderId,
  zDecimal,
  zPrice,
  zQuantity,
  zTime,
} from '../../../shared/domain/scalars.schema.js'

/** The version of the file. One with a newer version is not read. */
export const ALERTS_VERSION = 1
const zCount = z.number().int().min(0)
/** More than the levels of any drawing. */
const MAX_LINES = 20

const zRecord = z.strictObject({
  id: zAlertId,
  condition: AlertCondition,
  repeatMs: zCount.nullable(),
  expiresAt: zTime.nullable(),
  sound: z.boolean(),
  notification: z.boolean(),
  note: z.string().max(MAX_ALERT_NOTE),
  ticket: AlertTicket.nullable(),
  wake: AlertWake.optional(),
  state: z.enum(ALERT_STATES),
  createdAt: zTime,
  armedAt: zTime,
  armedValue: zDecimal.nullable(),
  side: LevelSide.nullable(),
  day: zTradeDate.nullable(),
  heldSince: zTime.nullable(),
  barTime: zTime.optional(),
  firedCount: zCount,
  lastFiredAt: zTime.nullable(),
  gap: AlertGap.nullable(),
  line: z
    .strictObject({
      anchors: z.array(z.strictObject({ time: zTime, price: zPrice })).max(MAX_ANCHORS),
      sides: z.array(LevelSide.nullable()).max(MAX_LINES),
    })
    .optional(),
  movedBy: z.string().max(MAX_SOURCE_NAME).optional(),
  end: AlertEnd.optional(),
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
  history: z.array(AlertEvent).max(MAX_ALERT_EVENTS),
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
