import { z } from 'zod'
import {
  DRAWING_COLORS,
  DRAWING_DASHES,
  DRAWING_WIDTHS,
  MAX_ALL_DRAWINGS,
  MAX_ANCHORS,
  MAX_DRAWINGS,
  MAX_DRAWING_TEXT,
  MAX_SOURCE_NAME,
  type Drawing,
  type DrawingId,
} from '../../../shared/domain/drawings/drawing.js'
import { DRAWING_KINDS, DRAWING_RULES } from '../../../shared/domain/drawings/drawing-kinds.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import { hexSchema, zMoney, zPrice, zTime } from '../../../shared/domain/scalars.schema.js'

/** The version of the file. One with a newer version is not read. */
export const DRAWINGS_VERSION = 1

export const zStoredDrawingKey = z.custom<InstrumentKey>(
  (value) => typeof value === 'string' && /^[a-z]+ \S{1,48}( (yes|no))?$/.test(value),
)
const zSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person') }),
  z.strictObject({ kind: z.literal('assistant'), name: z.string().min(1).max(MAX_SOURCE_NAME) }),
])

export const zStoredDrawing = z
  .strictObject({
    id: hexSchema<DrawingId>(16),
    kind: z.enum(DRAWING_KINDS),
    anchors: z.array(z.strictObject({ time: zTime, price: zPrice })).max(MAX_ANCHORS),
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
    source: zSource,
  })
  .refine(({ kind, anchors }) => {
    const { min, max } = DRAWING_RULES[kind].anchors
    return anchors.length >= min && anchors.length <= max
  })

const zFile = z.strictObject({
  v: z.literal(DRAWINGS_VERSION),
  instruments: z
    .array(
      z.strictObject({
        key: zStoredDrawingKey,
        drawings: z.array(zStoredDrawing).max(MAX_DRAWINGS),
      }),
    )
    .max(MAX_ALL_DRAWINGS),
})

/** The drawings of a profile, by instrument. */
export type StoredDrawings = ReadonlyMap<InstrumentKey, readonly Drawing[]>

/** Reads the drawings; null for a text that cannot be read. */
export function parseDrawings(text: string): StoredDrawings | null {
  try {
    const { instruments } = zFile.parse(JSON.parse(text))
    return new Map(instruments.map(({ key, drawings }) => [key, drawings]))
  } catch {
    return null
  }
}

/** The texts of lists that have not changed since they were last written. */
const texts = new WeakMap<readonly Drawing[], string>()

function listText(drawings: readonly Drawing[]): string {
  const known = texts.get(drawings)
  if (known !== undefined) return known
  const text = JSON.stringify(drawings)
  texts.set(drawings, text)
  return text
}

/** Writes the drawings. Only lists that changed are converted again. */
export function writeDrawings(all: StoredDrawings): string {
  const instruments = [...all].filter(([, drawings]) => drawings.length > 0)
  const parts = instruments.map(
    ([key, drawings]) => `{"key":${JSON.stringify(key)},"drawings":${listText(drawings)}}`,
  )
  return `{"v":${DRAWINGS_VERSION},"instruments":[${parts.join(',')}]}`
}
