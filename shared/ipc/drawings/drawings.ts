import { z } from 'zod'
import {
  DRAWING_COLORS,
  DRAWING_DASHES,
  DRAWING_WIDTHS,
  MAX_ANCHORS,
  MAX_DRAWINGS,
  MAX_DRAWING_TEXT,
  MAX_SOURCE_NAME,
  type Drawing,
  type DrawingEdit,
  type DrawingId,
} from '../../domain/drawings/drawing.js'
import { DRAWING_KINDS } from '../../domain/drawings/drawing-kinds.js'
import type { InstrumentKey } from '../../domain/instruments/instrument-key.js'
import { mirror } from '../../domain/readonly-schema.js'
import { zMoney, zPrice, zTime } from '../../domain/scalars.schema.js'

/** The instrument of a chart: its class, its full symbol, and the side of an event market. */
export const zDrawingKey = z.custom<InstrumentKey>(
  (value) => typeof value === 'string' && /^[a-z]+ [\w.:/-]{1,48}( (yes|no))?$/.test(value),
  'not an instrument',
)
export const zDrawingId = z.custom<DrawingId>(
  (value) => typeof value === 'string' && /^[0-9a-f]{16}$/.test(value),
  'not an id',
)

export const zDrawing = mirror<Drawing>()(
  z.strictObject({
    id: zDrawingId,
    kind: z.enum(DRAWING_KINDS),
    anchors: z
      .array(z.strictObject({ time: zTime, price: zPrice }))
      .min(1)
      .max(MAX_ANCHORS),
    style: z.strictObject({
      color: z.enum(DRAWING_COLORS),
      width: z.literal(DRAWING_WIDTHS),
      dash: z.enum(DRAWING_DASHES),
      fill: z.boolean(),
    }),
    text: z.string().max(MAX_DRAWING_TEXT),
    locked: z.boolean(),
    hidden: z.boolean(),
    risk: zMoney.nullable(),
    createdAt: zTime,
    source: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('person') }),
      z.strictObject({
        kind: z.literal('assistant'),
        name: z.string().min(1).max(MAX_SOURCE_NAME),
      }),
    ]),
  }),
)

const zDrawings = z.array(zDrawing).min(1).max(MAX_DRAWINGS)
export const zDrawingEdit = mirror<DrawingEdit>()(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('add'), drawings: zDrawings }),
    z.strictObject({ kind: z.literal('change'), drawings: zDrawings }),
    z.strictObject({
      kind: z.literal('remove'),
      ids: z.array(zDrawingId).min(1).max(MAX_DRAWINGS),
    }),
  ]),
)
