import { z } from 'zod'
import {
  CHANGE_CROSSINGS,
  MAX_ALERT_NOTE,
  MAX_REPEAT_MS,
  MIN_REPEAT_MS,
  MAX_WAKE_LABEL,
  PRICE_CROSSINGS,
  type AlertCondition,
  type AlertEdit,
  type AlertId,
} from '../../domain/alerts/alert.js'
import { ACCOUNT_FIGURES, MAX_ACCOUNT_NAME } from '../../domain/alerts/account-alert.js'
import {
  ALERT_TIMESPANS,
  AVERAGE_KINDS,
  BANDS,
  INDICATOR_COMPARISONS,
  MAX_LENGTH,
} from '../../domain/alerts/indicator-alert.js'
import { DRAWING_CROSSINGS, DRAWING_PARTS, LINE_SCALES } from '../../domain/alerts/drawing-alert.js'
import { MAX_SPAN_COUNT } from '../../domain/drawings/axis/bar-shape.js'
import { MAX_DRAWING_TEXT, type DrawingId } from '../../domain/drawings/drawing.js'
import { DRAWING_KINDS } from '../../domain/drawings/drawing-kinds.js'
import { TIMESPANS } from '../../domain/market/bar.js'
import { ORDER_ALERT_EVENTS } from '../../domain/alerts/order-alert.js'
import { EVENT_OUTCOMES } from '../../domain/instruments/event-contract.js'
import type { WaitingId } from '../../domain/ids.js'
import { ASSET_CLASSES } from '../../domain/instruments/instrument.js'
import { SIDES } from '../../domain/side.js'
import { mirror } from '../mirror.js'
import {
  zAccountId,
  zDecimal,
  zMoney,
  zPrice,
  zQuantity,
  zSymbol,
  zTime,
  zTradingSymbol,
} from '../../domain/scalars.schema.js'

const zId = z.custom<AlertId>(
  (value) => typeof value === 'string' && /^[0-9a-f]{16}$/.test(value),
  'not an id',
)
const zDrawingId = z.custom<DrawingId>(
  (value) => typeof value === 'string' && /^[0-9a-f]{16}$/.test(value),
  'not an id',
)
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

export const zCondition = mirror<AlertCondition>()(
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
        id: zDrawingId,
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
  ]),
)

const zTicket = z.strictObject({
  side: z.enum(SIDES),
  quantity: zQuantity.nullable(),
  limitPrice: zPrice.nullable(),
})
const zWake = z.strictObject({
  waitingId: z.custom<WaitingId>(
    (value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value),
    'not an id',
  ),
  label: z.string().max(MAX_WAKE_LABEL),
})
const terms = {
  condition: zCondition,
  repeatMs: z.number().int().min(MIN_REPEAT_MS).max(MAX_REPEAT_MS).nullable(),
  expiresAt: zTime.nullable(),
  sound: z.boolean(),
  notification: z.boolean(),
  note: z.string().max(MAX_ALERT_NOTE),
  ticket: zTicket.nullable(),
  wake: zWake.optional(),
}
export const zTerms = z.strictObject(terms)

export const zAlertEdit = mirror<AlertEdit>()(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('create'), terms: zTerms }),
    z.strictObject({ kind: z.literal('change'), id: zId, terms: zTerms }),
    z.strictObject({ kind: z.literal('switch'), id: zId, on: z.boolean() }),
    z.strictObject({ kind: z.literal('remove'), id: zId }),
    z.strictObject({ kind: z.literal('remove-ended') }),
    z.strictObject({ kind: z.literal('clear-history') }),
  ]),
)
