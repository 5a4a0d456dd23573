import { plainLine } from '../../../../shared/domain/text-safety.js'

/** Text of the provider (names of instruments and accounts) cut to what fits, as one plain line. */
export const toPlainText = (text: string, maxChars: number): string => plainLine(text, maxChars)

const LINK = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S+/giu
/**
 * How much of an assistant's words is looked at before it is cut; the rest of ten megabytes is
 * never touched.
 */
const MAX_SCANNED_CHARS = 4_000
const REASON_CHARS = 280

/** The assistant's reason: one plain line of at most 280 characters, without links (CONFIRM-27). */
export const formatReason = (text: string): string =>
  plainLine(
    plainLine(text.slice(0, MAX_SCANNED_CHARS), MAX_SCANNED_CHARS).replace(LINK, '[link removed]'),
    REASON_CHARS,
  )
