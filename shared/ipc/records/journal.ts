import { z } from 'zod'
import {
  MAX_NOTE_CHARS,
  MAX_PICTURE_BYTES,
  MAX_TAGS,
  MAX_TAG_CHARS,
} from '../../domain/account/journal-notes.js'
import { zAccountId } from '../../domain/scalars.schema.js'
import type { InstrumentKey } from '../../domain/instruments/instrument-key.js'

export const zInstrumentKey = z.custom<InstrumentKey>(
  (value) => typeof value === 'string' && value.length <= 128,
)

const text = z.string().max(400)
/** The id of a picture, which names its file: nothing else can be a path. */
export const zPictureId = z.string().regex(/^[0-9a-f]{32}$/)
/** The symbol of a chart. */
export const zChartSymbol = z.string().regex(/^[\w.:/-]{1,48}$/)

/** Base64 has four characters for three bytes. */
const MAX_PICTURE_CHARS = Math.ceil(MAX_PICTURE_BYTES / 3) * 4
/** A PNG in base64: it begins with the eight bytes of the signature. */
export const zPng = z
  .string()
  .max(MAX_PICTURE_CHARS)
  .regex(/^iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/)

/** Names a round trip of an account. */
export const zTripRef = { accountId: zAccountId, tripId: text.min(1), key: zInstrumentKey }
/** Longer than what is stored: spaces are removed first. */
export const zNotesEdit = {
  note: z
    .string()
    .max(MAX_NOTE_CHARS * 2)
    .optional(),
  tags: z
    .array(z.string().max(MAX_TAG_CHARS * 4))
    .max(MAX_TAGS * 2)
    .optional(),
}

export const zTag = z.string().max(MAX_TAG_CHARS)
