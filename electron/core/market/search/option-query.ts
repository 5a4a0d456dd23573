import { dec, parseDecimal, type Decimal } from '../../../../shared/domain/decimal.js'
import { parseOcc, type OptionType } from '../../../../shared/domain/instruments/option.js'

/** The options that a text describes, such as "nvda 190c dec"; null members are open. */
export interface OptionQuery {
  readonly root: string
  readonly strike: Decimal | null
  readonly type: OptionType | null
  readonly expiration: {
    readonly year: number | null
    /** 1 to 12. */
    readonly month: number | null
    readonly day: number | null
  }
}

/** The first three letters of the months in English and, where they differ, in Spanish. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene'],
  ['feb'],
  ['mar'],
  ['apr', 'abr'],
  ['may'],
  ['jun'],
  ['jul'],
  ['aug', 'ago'],
  ['sep'],
  ['oct'],
  ['nov'],
  ['dec', 'dic'],
]
const CENTURY = 2000
const MAX_DAY = 31
const MAX_MONTH = 12

/** What one word of a text adds to a query. */
interface Part {
  readonly strike?: Decimal
  readonly type?: OptionType
  readonly year?: number
  readonly month?: number
  readonly day?: number
}

const typeOf = (letter: string): OptionType => (letter.startsWith('c') ? 'call' : 'put')

/** Returns the month that a word names; null for other tokens. */
export function monthOf(word: string): number | null {
  if (!/^[a-z]{3,10}$/.test(word)) return null
  const index = MONTHS.findIndex((names) => names.some((name) => word.startsWith(name)))
  return index < 0 ? null : index + 1
}

const fullYear = (digits: string): number =>
  digits.length === 2 ? CENTURY + Number(digits) : Number(digits)

const inRange = (value: number, max: number): boolean => value >= 1 && value <= max

/** Reads dates that are one word: 2026-12-18, 12/18, 12/18/26, 18dec26, dec18. */
function datePart(word: string): Part | null {
  const iso = /^(20\d\d)-(\d\d)-(\d\d)$/.exec(word)
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d\d|20\d\d))?$/.exec(word)
  if (slashed !== null) {
    return {
      month: Number(slashed[1]),
      day: Number(slashed[2]),
      ...(slashed[3] === undefined ? {} : { year: fullYear(slashed[3]) }),
    }
  }
  const joined = /^(\d{1,2})?([a-z]{3})(\d{1,2})?$/.exec(word)
  const month = joined === null ? null : monthOf(joined[2] ?? '')
  if (joined === null || month === null) return null
  const [first, last] = [joined[1], joined[3]]
  if (first !== undefined) {
    return { month, day: Number(first), ...(last === undefined ? {} : { year: fullYear(last) }) }
  }
  return last === undefined ? { month } : { month, day: Number(last) }
}

/** Reads a strike, a type or both: 190, 190c, c190, call, puts. */
function contractPart(word: string): Part | null {
  if (/^(calls?|c)$/.test(word)) return { type: 'call' }
  if (/^(puts?|p)$/.test(word)) return { type: 'put' }
  const match = /^([cp])?\$?(\d{1,6}(?:\.\d{1,3})?)([cp])?$/.exec(word)
  const [, before, digits, after] = match ?? []
  const strike = digits === undefined ? null : parseDecimal(digits)
  if (strike === null || (before !== undefined && after !== undefined)) return null
  const letter = before ?? after
  return { strike, ...(letter === undefined ? {} : { type: typeOf(letter) }) }
}

/** True when a bare number beside a month can only be its day or its year. */
const isDayOf = (part: Part, digits: string): boolean =>
  part.month !== undefined && part.day === undefined && /^\d{1,2}$/.test(digits)

/**
 * Returns the year that a word names after a month, or after a month and a day; null for others: a
 * strike may be 2,000 too.
 */
function yearAfter(before: readonly string[], word: string): number | null {
  const match = /^(?:'(\d\d)|(20\d\d))$/.exec(word)
  const [last = '', previous = ''] = before.toReversed()
  const namesMonth = (text: string): boolean => datePart(text)?.month !== undefined
  const follows = namesMonth(last) || (/^\d{1,2}$/.test(last) && namesMonth(previous))
  return match === null || !follows ? null : fullYear(match[1] ?? match[2] ?? '')
}

/**
 * Reads the words after the root. A bare number is the strike, unless a strike is given elsewhere
 * and the number stands beside the month: then it is the day, and after the day the year.
 */
function readParts(tokens: readonly string[]): Part | null {
  const parts: Part = {}
  const bare: { readonly digits: string; readonly adjoinsMonth: boolean }[] = []
  for (const [index, word] of tokens.entries()) {
    const adjoinsMonth = [tokens[index - 1], tokens[index + 1]].some(
      (other) => other !== undefined && monthOf(other) !== null,
    )
    const year = yearAfter(tokens.slice(0, index), word)
    if (year !== null && parts.year === undefined) {
      Object.assign(parts, { year })
      continue
    }
    if (/^\d+(\.\d+)?$/.test(word)) {
      bare.push({ digits: word, adjoinsMonth })
      continue
    }
    const part = datePart(word) ?? contractPart(word)
    if (part === null) return null
    Object.assign(parts, part)
  }
  return bare.length === 0 ? parts : withNumbers(parts, bare)
}

function withNumbers(
  read: Part,
  bare: readonly { readonly digits: string; readonly adjoinsMonth: boolean }[],
): Part | null {
  const part: Part = { ...read }
  const strikes = bare.filter(
    ({ digits, adjoinsMonth }) => !adjoinsMonth || !/^\d{1,2}$/.test(digits),
  )
  // The strike is the number away from the month; "nvda 190 dec" has only one number.
  const strike = part.strike === undefined ? (strikes[0] ?? onlyNumber(bare, part)) : undefined
  for (const number of bare) {
    if (number === strike) Object.assign(part, { strike: dec(number.digits) })
    else if (isDayOf(part, number.digits)) Object.assign(part, { day: Number(number.digits) })
    else if (part.day !== undefined && part.year === undefined && /^\d\d$/.test(number.digits)) {
      Object.assign(part, { year: fullYear(number.digits) })
    } else return null
  }
  return part
}

/** "f 12 c" has one number, its strike; "nvda dec 18" has one, the day. */
const onlyNumber = <T>(bare: readonly T[], part: Part): T | undefined =>
  bare.length === 1 && part.month === undefined ? bare[0] : undefined

/**
 * Reads a text as a description of options: a root, then strike, type and expiration in any order
 * and partly ("nvda 190c dec", "aapl 270 put 18 dec", "spy 680", "NVDA261218C00190000"). Null when
 * it cannot be one.
 */
export function parseOptionQuery(text: string): OptionQuery | null {
  const occ = parseOcc(text.trim().toUpperCase())
  if (occ !== null) {
    const [year = 0, month = 0, day = 0] = occ.expiration.split('-').map(Number)
    return { ...occ, expiration: { year, month, day } }
  }
  const [root, ...tokens] = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/)
  if (root === undefined || !/^[a-z][a-z0-9.]{0,5}$/.test(root) || tokens.length === 0) return null
  const part = readParts(tokens)
  if (part === null) return null
  const { strike = null, type = null, year = null, month = null, day = null } = part
  if (month !== null && !inRange(month, MAX_MONTH)) return null
  if (day !== null && !inRange(day, MAX_DAY)) return null
  return { root: root.toUpperCase(), strike, type, expiration: { year, month, day } }
}
