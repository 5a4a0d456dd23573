import { z } from 'zod'
import { asReadonly } from '../readonly-schema.js'
import { hexSchema, zMoney, zPrice, zTime } from '../scalars.schema.js'
import { DRAWING_KINDS } from './drawing-kinds.js'
import {
  DRAWING_COLORS,
  DRAWING_DASHES,
  DRAWING_WIDTHS,
  MAX_ANCHORS,
  MAX_DRAWING_TEXT,
  MAX_DRAWINGS,
  MAX_SOURCE_NAME,
  type DrawingId,
} from './drawing.js'

export const zDrawingId = hexSchema<DrawingId>(16)

export const DrawingStyle = asReadonly(
  z.strictObject({
    color: z.enum(DRAWING_COLORS),
    width: z.literal(DRAWING_WIDTHS),
    dash: z.enum(DRAWING_DASHES),
    /** True when the area of a shape, a channel or levels is filled. */
    fill: z.boolean(),
  }),
)
export type DrawingStyle = z.output<typeof DrawingStyle>

/**
 * A point of a drawing: a time of the exchange and an exact price. It stays at its place in every
 * interval, may be between two bars, and may be in the future.
 */
export const Anchor = asReadonly(z.strictObject({ time: zTime, price: zPrice }))
export type Anchor = z.output<typeof Anchor>

/** Who made a drawing. */
export const DrawingSource = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('person') }),
    z.strictObject({
      kind: z.literal('assistant'),
      name: z.string().min(1).max(MAX_SOURCE_NAME),
    }),
  ]),
)
export type DrawingSource = z.output<typeof DrawingSource>

const drawingTerms = {
  kind: z.enum(DRAWING_KINDS),
  anchors: z.array(Anchor).min(1).max(MAX_ANCHORS),
  style: DrawingStyle,
  /** Empty for none. */
  text: z.string().max(MAX_DRAWING_TEXT),
  /** A locked drawing is neither moved nor removed by the pointer or a key. */
  locked: z.boolean(),
  hidden: z.boolean(),
  /** The amount to lose at the stop of a long or short position; null where none is set. */
  risk: zMoney.nullable(),
}

export const Drawing = asReadonly(
  z.strictObject({
    ...drawingTerms,
    id: zDrawingId,
    createdAt: zTime,
    source: DrawingSource,
  }),
)
export type Drawing = z.output<typeof Drawing>

/** What is set of a drawing. */
export type DrawingTerms = Pick<Drawing, keyof typeof drawingTerms>

const zDrawings = z.array(Drawing).min(1).max(MAX_DRAWINGS)

/** A change of the drawings of one instrument, as a value that can be undone. */
export const DrawingEdit = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('add'), drawings: zDrawings }),
    z.strictObject({ kind: z.literal('change'), drawings: zDrawings }),
    z.strictObject({
      kind: z.literal('remove'),
      ids: z.array(zDrawingId).min(1).max(MAX_DRAWINGS),
    }),
  ]),
)
export type DrawingEdit = z.output<typeof DrawingEdit>
