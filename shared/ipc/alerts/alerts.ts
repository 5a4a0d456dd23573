import { z } from 'zod'
import {
  ALERT_GAP_REASONS,
  ALERT_STATES,
  CHANGE_CROSSINGS,
  MAX_ALERT_EVENTS,
  MAX_ALERT_NOTE,
  MAX_ALERTS,
  MAX_REPEAT_MS,
  MIN_REPEAT_MS,
  PRICE_CROSSINGS,
  QUOTE_DELAYS,
  type AlertCondition,
  type AlertEdit,
  type AlertId,
  type AlertsView,
} from '../../domain/alerts/alert.js'
import { EVENT_OUTCOMES } from '../../domain/instruments/event-contract.js'
import { ASSET_CLASSES } from '../../domain/instruments/instrument.js'
import { SIDES } from '../../domain/side.js'
import { mirror } from '../mirror.js'
import { zDecimal, zPrice, zQuantity, zSymbol, zTime } from '../schemas.js'

const zId = z.custom<AlertId>(
  (value) => typeof value === 'string' && /^[0-9a-f]{16}$/.test(value),
  'not an id',
)
const zInstrument = z.strictObject({ assetClass: z.enum(ASSET_CLASSES), symbol: zSymbol })

const zCondition = mirror<AlertCondition>()(
  z.discriminatedUnion('kind', [
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
    z.strictObject({
      kind: z.literal('volume'),
      instrument: zInstrument,
      quantity: zQuantity,
    }),
  ]),
)

const zTicket = z.strictObject({
  side: z.enum(SIDES),
  quantity: zQuantity.nullable(),
  limitPrice: zPrice.nullable(),
})
const terms = {
  condition: zCondition,
  repeatMs: z.number().int().min(MIN_REPEAT_MS).max(MAX_REPEAT_MS).nullable(),
  expiresAt: zTime.nullable(),
  sound: z.boolean(),
  notification: z.boolean(),
  note: z.string().max(MAX_ALERT_NOTE),
  ticket: zTicket.nullable(),
}
const zTerms = z.strictObject(terms)

export const zAlertEdit = mirror<AlertEdit>()(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('create'), terms: zTerms }),
    z.strictObject({ kind: z.literal('change'), id: zId, terms: zTerms }),
    z.strictObject({ kind: z.literal('switch'), id: zId, on: z.boolean() }),
    z.strictObject({ kind: z.literal('remove'), id: zId }),
    z.strictObject({ kind: z.literal('clear-history') }),
  ]),
)

const zHold = z.strictObject({ why: z.enum(ALERT_GAP_REASONS), from: zTime })
const zGap = z.strictObject({ why: z.enum(ALERT_GAP_REASONS), from: zTime, to: zTime })

export const zAlertsView = mirror<AlertsView>()(
  z.strictObject({
    state: z.enum(['loading', 'ready', 'unreadable']),
    alerts: z
      .array(
        z.strictObject({
          ...terms,
          id: zId,
          state: z.enum(ALERT_STATES),
          createdAt: zTime,
          armedValue: zDecimal.nullable(),
          firedCount: z.number().int(),
          lastFiredAt: zTime.nullable(),
          hold: zHold.nullable(),
          gap: zGap.nullable(),
        }),
      )
      .max(MAX_ALERTS),
    history: z
      .array(
        z.strictObject({
          number: z.number().int(),
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
        }),
      )
      .max(MAX_ALERT_EVENTS),
    isStored: z.boolean(),
  }),
)
