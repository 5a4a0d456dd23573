import { z } from 'zod'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { zDecimal, zPrice, zSymbol, zTime } from '../../../../shared/domain/scalars.schema.js'

/** The version of the file. */
export const QUOTES_VERSION = 1
/** The most quotes that are stored: more than a window shows at once. */
export const MAX_STORED_QUOTES = 500

/**
 * What is kept of a quote. Not its bid and ask: nobody can trade at those of an earlier time, and
 * nothing may be calculated with them.
 */
export type StoredQuote = Pick<
  Quote,
  'symbol' | 'last' | 'previousClose' | 'change' | 'changeRatio' | 'receivedAt'
>

const zStoredQuotes = z.strictObject({
  v: z.literal(QUOTES_VERSION),
  quotes: z
    .array(
      z.strictObject({
        symbol: zSymbol,
        last: zPrice.nullable(),
        previousClose: zPrice.nullable(),
        change: zDecimal.nullable(),
        changeRatio: zDecimal.nullable(),
        receivedAt: zTime,
      }),
    )
    .max(MAX_STORED_QUOTES),
})

/** Reads stored quotes; none from a text that cannot be read, because they are only shown. */
export function parseQuotes(text: string): readonly StoredQuote[] {
  try {
    return zStoredQuotes.parse(JSON.parse(text)).quotes
  } catch {
    return []
  }
}

export const writeQuotes = (quotes: readonly StoredQuote[]): string =>
  JSON.stringify({ v: QUOTES_VERSION, quotes: quotes.slice(0, MAX_STORED_QUOTES) })
