import type { Language } from './languages.js'
import { LOCALES, NUMBER_LOCALE } from './languages.js'
import type { Message } from './message.js'
import { numberFormat, type NumberFormat } from './number-format.js'

/** The forms of a word by number, as `Intl.PluralRules` names them; `other` serves the rest. */
export interface PluralForms {
  readonly one: string
  readonly other: string
}

/**
 * What a sentence of the catalogue uses to write its parameters in its language: numbers, dates,
 * plurals, lists, and other messages inside it.
 */
export interface Writer extends NumberFormat {
  readonly language: Language
  readonly locale: string
  /** A whole number with its grouping: 1,200. */
  count(value: number): string
  /** The form for `count`, with "#" replaced by the number: "1 order", "3 orders". */
  plural(count: number, forms: PluralForms): string
  /** "a, b, and c". */
  list(parts: readonly string[], kind?: 'and' | 'or'): string
  /** A calendar day from "2026-12-19": "Dec 19, 2026". Any other text is returned as it is. */
  day(isoDay: string): string
  /** A duration in its largest whole units: "5 s", "2 min", "15 min". */
  duration(ms: number): string
  /** A message that stands inside another one. */
  message(message: Message): string
}

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

function durationText(ms: number): string {
  if (ms >= HOUR_MS && ms % HOUR_MS === 0) return `${ms / HOUR_MS} h`
  if (ms >= MINUTE_MS && ms % MINUTE_MS === 0) return `${ms / MINUTE_MS} min`
  return `${Math.round(ms / SECOND_MS)} s`
}

/**
 * Returns a function that makes a value on its first call. Every process makes writers while it
 * starts, and the formats of the language take tens of milliseconds that most starts do not need.
 */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/**
 * Makes the writer of one language.
 * @param write writes a message that stands inside another one, in the same language
 */
export function createWriter(
  language: Language,
  write: (message: Message, writer: Writer) => string,
): Writer {
  const locale = LOCALES[language]
  const plurals = once(() => new Intl.PluralRules(locale))
  const counts = once(() => new Intl.NumberFormat(NUMBER_LOCALE))
  const lists = {
    and: once(() => new Intl.ListFormat(locale, { type: 'conjunction' })),
    or: once(() => new Intl.ListFormat(locale, { type: 'disjunction' })),
  }
  const days = once(
    () =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC',
      }),
  )
  const writer: Writer = {
    ...numberFormat(NUMBER_LOCALE),
    language,
    locale,
    count: (value) => counts().format(value),
    plural: (count, forms) =>
      (plurals().select(count) === 'one' ? forms.one : forms.other).replace(
        '#',
        counts().format(count),
      ),
    list: (parts, kind = 'and') => lists[kind]().format(parts),
    day(isoDay) {
      const [, year, month, date] = ISO_DAY.exec(isoDay) ?? []
      if (year === undefined || month === undefined || date === undefined) return isoDay
      return days().format(new Date(Date.UTC(Number(year), Number(month) - 1, Number(date))))
    },
    duration: durationText,
    message: (message) => write(message, writer),
  }
  return writer
}
