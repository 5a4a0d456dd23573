import { z } from 'zod'
import {
  ALERT_GAP_REASONS,
  ALERT_STATES,
  CHANGE_CROSSINGS,
  MAX_ALERT_EVENTS,
  MAX_ALERT_NOTE,
  MAX_ALERTS,
  PRICE_CROSSINGS,
  QUOTE_DELAYS,
  type AlertEvent,
  type AlertId,
} from '../../../shared/domain/alerts/alert.js'
import { EVENT_OUTCOMES } from '../../../shared/domain/instruments/event-contract.js'
import { ASSET_CLASSES } from '../../../shared/domain/instruments/instrument.js'
import { SIDES } from '../../../shared/domain/side.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { AlertRecord } from '../alerts/alert-record.js'
import { hexSchema, zDecimal, zPrice, zQuantity, zSymbol, zTime } from './stored-values.js'

/** The version of the file. One with a newer version is not read. */
const VERSION = 1
const zId = hexSchema<AlertId>(16)
const zCount = z.number().int().min(0)
const zInstrument = z.strictObject({ assetClass: z.enum(ASSET_CLASSES), symbol: zSymbol })

const zCondition = z.discriminatedUnion('kind', [
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
])
const zTicket = z.strictObject({
  side: z.enum(SIDES),
  quantity: zQuantity.nullable(),
  limitPrice: zPrice.nullable(),
})
const zGap = z.strictObject({ why: z.enum(ALERT_GAP_REASONS), from: zTime, to: zTime })

const zRecord = z.strictObject({
  id: zId,
  condition: zCondition,
  repeatMs: zCount.nullable(),
  expiresAt: zTime.nullable(),
  sound: z.boolean(),
  notification: z.boolean(),
  note: z.string().max(MAX_ALERT_NOTE),
  ticket: zTicket.nullable(),
  state: z.enum(ALERT_STATES),
  createdAt: zTime,
  armedAt: zTime,
  armedValue: zDecimal.nullable(),
  side: z.union([z.literal(-1), z.literal(0), z.literal(1)]).nullable(),
  day: z.string().max(10).nullable(),
  heldSince: zTime.nullable(),
  firedCount: zCount,
  lastFiredAt: zTime.nullable(),
  gap: zGap.nullable(),
})

const zEvent = z.strictObject({
  number: zCount,
  alertId: zId,
  what: z.enum(['fired', 'expired']),
  time: zTime,
  condition: zCondition,
  note: z.string().max(MAX_ALERT_NOTE),
  ticket: zTicket.nullable(),
  crossing: z.enum(['up', 'down']).nullable(),
  value: zDecimal.nullable(),
  valueTime: zTime.nullable(),
  delay: z.enum(QUOTE_DELAYS),
  gap: zGap.nullable(),
})

const zFile = z.strictObject({
  v: z.literal(VERSION),
  evaluatedAt: zTime.nullable(),
  alerts: z.array(zRecord).max(MAX_ALERTS),
  history: z.array(zEvent).max(MAX_ALERT_EVENTS),
})

/** What the file of a profile holds. */
export interface StoredAlerts {
  /** Until when conditions were evaluated, by the exchange's clock; null for never. */
  readonly evaluatedAt: EpochMs | null
  readonly alerts: readonly AlertRecord[]
  /** Newest first. */
  readonly history: readonly AlertEvent[]
}

/** Reads the alerts; null for a text that cannot be read. */
export function parseAlerts(text: string): StoredAlerts | null {
  try {
    return zFile.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export const writeAlerts = ({ evaluatedAt, alerts, history }: StoredAlerts): string =>
  JSON.stringify({ v: VERSION, evaluatedAt, alerts, history })
