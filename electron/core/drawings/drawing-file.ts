import { z } from 'zod'
import { MAX_ALL_DRAWINGS, MAX_DRAWINGS } from '../../../shared/domain/drawings/drawing.js'
import { Drawing } from '../../../shared/domain/drawings/drawing.schema.js'
import { DRAWING_RULES } from '../../../shared/domain/drawings/drawing-kinds.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import { zInstrumentKey } from '../../../shared/domain/instruments/instrument-key.schema.js'

/** The version of the file. One with a newer version is not read. */
export const DRAWINGS_VERSION = 1

/** A drawing with as many points as its kind has. */
const zComplete = Drawing.refine(({ kind, anchors }) => {
  const { min, max } = DRAWING_RULES[kind].anchors
  return anchors.length >= min && anchors.length <= max
})

const zFile = z.strictObject({
  v: z.literal(DRAWINGS_VERSION),
  instruments: z
    .array(
      z.strictObject({
        key: zInstrumentKey,
        drawings: z.array(zComplete).max(MAX_DRAWINGS),
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
