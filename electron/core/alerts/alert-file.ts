import { z } from 'zod'
import { MAX_ALERT_EVENTS, MAX_ALERTS } from '../../../shared/domain/alerts/alert.js'
import { AlertEvent } from '../../../shared/domain/alerts/alert.schema.js'
import { asReadonly } from '../../../shared/domain/readonly-schema.js'
import { zTime } from '../../../shared/domain/scalars.schema.js'
import { AlertRecord } from './alert-record.js'
import { StoredSeenOrders } from './orders/seen-orders.js'

/** The version of the file. One with a newer version is not read. */
export const ALERTS_VERSION = 1

const zFile = asReadonly(
  z.strictObject({
    v: z.literal(ALERTS_VERSION),
    /** Until when conditions were evaluated, by the exchange's clock; null for never. */
    evaluatedAt: zTime.nullable(),
    alerts: z.array(AlertRecord).max(MAX_ALERTS),
    /** Newest first. */
    history: z.array(AlertEvent).max(MAX_ALERT_EVENTS),
    /** The orders as alerts about them saw them last; absent without such an alert. */
    orders: StoredSeenOrders.optional(),
  }),
)

/** What the file of a profile holds. */
export type StoredAlerts = Omit<z.output<typeof zFile>, 'v'>

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
