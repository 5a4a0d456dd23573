import { z } from 'zod'
import { gte, lte, parseDecimal } from '../domain/decimal.js'
import { ENVIRONMENTS } from '../domain/environment.js'
import { MINUTE_MS } from '../domain/time.js'

/** The most bars of a recording: four days by the minute, and ten years by the day. */
export const MAX_RECORDED_MINUTES = 4_000
export const MAX_RECORDED_DAYS = 2_600

/** A price of a stock at the practice exchange: at most four decimal places, above zero. */
const zPriceText = z.string().regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,4})?$/)
const zSizeText = z.string().regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,5})?$/)

/** True when open and close lie between low and high. */
function isPossible(open: string, high: string, low: string, close: string): boolean {
  const [top, bottom] = [parseDecimal(high), parseDecimal(low)]
  return [open, close].every((text) => {
    const price = parseDecimal(text)
    return (
      price !== null && top !== null && bottom !== null && gte(top, price) && lte(bottom, price)
    )
  })
}

/**
 * One bar as the broker gave it: the start of its interval, open, high, low, close and volume.
 * Numbers are decimals, so that none of them is rounded. Intervals without a trade have no bar.
 */
const zRecordedBar = z
  .tuple([z.number().int(), zPriceText, zPriceText, zPriceText, zPriceText, zSizeText])
  .refine(([, open, high, low, close]) => isPossible(open, high, low, close), 'an impossible bar')
export type RecordedBar = z.infer<typeof zRecordedBar>

const isAscending = (bars: readonly RecordedBar[]): boolean =>
  bars.every(([time], index) => index === 0 || time > (bars[index - 1]?.[0] ?? 0))

/** A day of one symbol that an exchange plays again, with the history before it. */
export const zRecordedBars = z.object({
  symbol: z.string().min(1).max(20),
  name: z.string().max(200),
  exchange: z.string().max(20),
  kind: z.enum(['stock', 'etf']),
  shortable: z.boolean(),
  fractionable: z.boolean(),
  marginable: z.boolean(),
  /** The trading day that is played, yyyy-MM-dd. */
  day: z.iso.date(),
  /** Where the recording ends, in epoch milliseconds: the symbol does not trade from there on. */
  end: z.number().int().multipleOf(MINUTE_MS),
  /** Where the bars come from. */
  source: z.object({ environment: z.enum(ENVIRONMENTS), profile: z.string().max(200) }),
  /** Minutes of the day and of some days before it, oldest first. */
  minutes: z
    .array(zRecordedBar)
    .min(1)
    .max(MAX_RECORDED_MINUTES)
    .refine(isAscending, 'not in order')
    .refine((bars) => bars.every(([time]) => time % MINUTE_MS === 0), 'not on a minute')
    .readonly(),
  /** Whole days before the day, oldest first. */
  days: z.array(zRecordedBar).max(MAX_RECORDED_DAYS).refine(isAscending, 'not in order').readonly(),
})
export type RecordedBars = z.infer<typeof zRecordedBars>

/** What a window says about a replay of bars. */
export const zReplayedBars = zRecordedBars.pick({
  symbol: true,
  day: true,
  end: true,
  source: true,
})
