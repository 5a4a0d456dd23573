import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../../shared/domain/time.js'
import type { RuledSession } from '../../../../../shared/domain/market/quote.js'
import type { Timespan } from '../../../../../shared/domain/market/bar.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import type { Listing, Market } from '../../../market/securities/market-types.js'
import { SESSIONS_BY_WORD } from '../../../model/figures.js'
import { refused, type Refusal } from '../../message/refusal.js'

/** Maximum symbols per call (MARKET-1). */
export const MAX_SYMBOLS = 100
const BAR_COUNT = { standard: 1_200, minute: 1_650, default: 200 } as const

const illegal = (message: string): Result<never, Refusal> =>
  err(refused(CODES.illegalParameter, message))

/**
 * Finds every named symbol, or refuses and names the unknown ones. Names are case-sensitive, as at
 * the provider.
 */
export function findListings(
  market: Market,
  symbols: readonly string[],
): Result<readonly Listing[], Refusal> {
  if (symbols.length === 0) return illegal('instruments is empty.')
  if (symbols.length > MAX_SYMBOLS) {
    return err(refused(CODES.tooManySymbols, `At most ${MAX_SYMBOLS} symbols are allowed.`))
  }
  const listings = symbols.map((symbol) => market.listing(symbol))
  const missing = symbols.filter((_, index) => listings[index] === undefined)
  if (missing.length > 0) {
    return err(
      refused(
        CODES.unsupportedSymbol,
        `invalid symbols: [${missing.map((symbol) => symbol.slice(0, 32)).join(',')}]`,
      ),
    )
  }
  return ok(listings.filter((listing) => listing !== undefined))
}

/** Splits a comma-separated list, dropping blanks and duplicates. */
export const splitList = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

/** Reads a whole number between 1 and `max`. */
export function readCount(
  text: string | number | undefined,
  standard: number,
  max: number,
): Result<number, Refusal> {
  if (text === undefined || text === '') return ok(standard)
  const count = typeof text === 'number' ? text : /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return Number.isInteger(count) && count >= 1 && count <= max
    ? ok(count)
    : illegal(`count must be a whole number from 1 to ${max}.`)
}

export const readBarCount = (
  text: string | number | undefined,
  timespan: Timespan,
): Result<number, Refusal> =>
  readCount(text, BAR_COUNT.default, timespan === 'M1' ? BAR_COUNT.minute : BAR_COUNT.standard)

/** Reads any selection of `PRE,RTH,ATH,OVN`; returns `standard` when absent. */
export function readSessions(
  list: string | readonly string[] | undefined,
  standard: readonly RuledSession[],
): Result<readonly RuledSession[], Refusal> {
  const codes =
    list === undefined ? [] : typeof list === 'string' ? splitList(list) : list.flatMap(splitList)
  if (codes.length === 0) return ok(standard)
  const sessions = codes.map((word) => SESSIONS_BY_WORD[word])
  return sessions.every((session) => session !== undefined)
    ? ok(sessions.filter((session) => session !== undefined))
    : illegal('trading_sessions must name PRE, RTH, ATH or OVN.')
}

/** Reads epoch milliseconds from a number or text. */
export function readTime(
  given: string | number | undefined,
  name: string,
): Result<EpochMs | undefined, Refusal> {
  if (given === undefined || given === '') return ok(undefined)
  const time =
    typeof given === 'number' ? given : /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
  return Number.isSafeInteger(time) && time >= 0
    ? ok(epochMs(time))
    : illegal(`${name} must be epoch milliseconds.`)
}

const DEPTH = { default: 10, max: 50 } as const

/** Reads the levels per side: 1 to 50 (for stocks), 10 when absent (MARKET-1, MARKET-10). */
export function readDepth(
  text: string | undefined,
  max: number = DEPTH.max,
): Result<number, Refusal> {
  if (text === undefined || text === '') return ok(DEPTH.default)
  const depth = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return depth >= 1 && depth <= max
    ? ok(depth)
    : illegal(depth > max ? `depth not more than ${max}` : 'depth must be a whole number from 1.')
}
