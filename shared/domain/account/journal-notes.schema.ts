import { z } from 'zod'
import { zInstrumentKey } from '../instruments/instrument-key.schema.js'
import { asReadonly } from '../readonly-schema.js'
import { hexSchema, zTime } from '../scalars.schema.js'
import { MAX_NOTE_CHARS, MAX_TAG_CHARS, MAX_TAGS, MAX_TRIP_PICTURES } from './journal-notes.js'

/** The members of {@link TripRef}. */
export const tripRefMembers = { tripId: z.string().min(1).max(400), key: zInstrumentKey }
/** Names a round trip: the event that began it, and its instrument. */
const TripRef = asReadonly(z.strictObject(tripRefMembers))
export type TripRef = z.output<typeof TripRef>

/** The id of a picture, which names its file: nothing else can be a path. */
export const zPictureId = hexSchema<string>(32)

/** A picture of a chart that the person attached to a round trip. */
const TripPicture = asReadonly(
  z.strictObject({
    /** Made by main; the name of its file. */
    id: zPictureId,
    /** What the chart showed, such as "XOM". */
    symbol: z.string().min(1).max(48),
    takenAt: zTime,
  }),
)
export type TripPicture = z.output<typeof TripPicture>

/** The members of {@link TripNotes}. */
export const tripNoteMembers = {
  note: z.string().max(MAX_NOTE_CHARS),
  /** In the order in which they were added; two never differ only by case. */
  tags: z.array(z.string().min(1).max(MAX_TAG_CHARS)).max(MAX_TAGS),
  pictures: z.array(TripPicture).max(MAX_TRIP_PICTURES),
}
/** What the person wrote and attached to a round trip. It is in no record of the broker. */
const TripNotes = asReadonly(z.strictObject(tripNoteMembers))
export type TripNotes = z.output<typeof TripNotes>
