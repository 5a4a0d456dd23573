import { plainLine } from '../../../shared/domain/text-safety.js'

/** Text of the provider (names of instruments and accounts) cut to what fits, as one plain line. */
export const told = (text: string, most: number): string => plainLine(text, most)

const LINK = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S+/giu
/**
 * How much of an assistant's words is looked at before it is cut; the rest of ten megabytes is
 * never touched.
 */
const LOOKED_AT = 4_000
const REASON_CHARS = 280

/** The assistant's reason: one plain line of at most 280 characters, without links (rule 27). */
export const reasonWords = (text: string): string =>
  plainLine(
    plainLine(text.slice(0, LOOKED_AT), LOOKED_AT).replace(LINK, '[link removed]'),
    REASON_CHARS,
  )
