import {
  dec,
  eq,
  mul,
  parseDecimal,
  significantScale,
  toScale,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { EpochMs } from '../../../../shared/domain/time.js'

/** A number that an answer contained: where it stood, about which symbol, and when it was sent. */
export interface SentNumber {
  readonly value: Decimal
  readonly field: string
  readonly symbol: string | null
  readonly at: EpochMs
}

/** A number in a reason, and the newest one like it that was sent; null when there is none. */
export interface GroundedNumber {
  readonly text: string
  readonly source: SentNumber | null
}

/** Numbers remembered per connection, and connections remembered; the oldest are forgotten. */
const MAX_NUMBERS = 4_000
const MAX_CONNECTIONS = 32
/** Numbers compared of one reason. */
const MAX_COMPARED = 12
const MAX_DEPTH = 12
const HUNDRED = dec('100')

const NUMBER = /^-?\d{1,15}(\.\d{1,12})?$/u
const NUMBER_IN_TEXT = /(?<![\w.,])\d[\d,]*(?:\.\d+)?%?(?![\w])/gu

type UntimedNumber = Omit<SentNumber, 'at'>

/** The place of a value in an answer. */
interface Place {
  readonly field: string
  /** The symbol around it; null where there is none. */
  readonly symbol: string | null
  readonly depth: number
}

/** Collects every number of an answer with the name of its field and the symbol around it. */
function collect(value: unknown, { field, symbol, depth }: Place, into: UntimedNumber[]): void {
  if (into.length >= MAX_NUMBERS || depth > MAX_DEPTH) return
  if (typeof value === 'number' || typeof value === 'string') {
    const text = `${value}`
    const parsed = NUMBER.test(text) ? parseDecimal(text) : null
    if (parsed !== null) into.push({ value: parsed, field, symbol })
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const place = { field, symbol, depth: depth + 1 }
    for (const item of value) collect(item, place, into)
    return
  }
  const named = (value as { readonly symbol?: unknown }).symbol
  const inner = typeof named === 'string' ? named : symbol
  for (const [name, member] of Object.entries(value)) {
    collect(member, { field: name, symbol: inner, depth: depth + 1 }, into)
  }
}

/** True when the sent number is the written one, or the percentage that is written. */
const isExact = (written: Decimal, isPercent: boolean, sent: Decimal): boolean =>
  eq(written, sent) || (isPercent && eq(written, mul(sent, HUNDRED)))

/** True when the sent number is the written one at the precision in which it is written. */
const isRounded = (written: Decimal, sent: Decimal): boolean => {
  const places = significantScale(written)
  return places > 0 && eq(toScale(sent, places, 'half-up'), written)
}

/**
 * Remembers the numbers that were sent to each connection, so that those in its reasons can be
 * compared with them (CONFIRM-45). In memory, and bounded.
 */
export class SentNumbers {
  readonly #byConnection = new Map<ConnectionId, SentNumber[]>()

  /** Remembers the numbers of an answer. */
  record(connection: ConnectionId, answer: unknown, time: EpochMs): void {
    const entries: UntimedNumber[] = []
    collect(answer, { field: '', symbol: null, depth: 0 }, entries)
    const known = this.#byConnection.get(connection) ?? []
    this.#byConnection.delete(connection)
    this.#byConnection.set(
      connection,
      [...known, ...entries.map((entry) => ({ ...entry, at: time }))].slice(-MAX_NUMBERS),
    )
    const [oldest] = this.#byConnection.keys()
    if (this.#byConnection.size > MAX_CONNECTIONS && oldest !== undefined) {
      this.#byConnection.delete(oldest)
    }
  }

  /**
   * Returns the numbers of a reason with the newest sent one like each.
   * @param ownNumbers the order's own numbers, which need no source
   */
  ground(
    connection: ConnectionId,
    reason: string,
    ownNumbers: readonly Decimal[],
  ): readonly GroundedNumber[] {
    const sent = this.#byConnection.get(connection) ?? []
    const texts = [...new Set(reason.match(NUMBER_IN_TEXT) ?? [])].slice(0, MAX_COMPARED)
    return texts.flatMap((text): readonly GroundedNumber[] => {
      const isPercent = text.endsWith('%')
      const written = parseDecimal(text.replace('%', '').replaceAll(',', ''))
      if (written === null || ownNumbers.some((value) => eq(value, written))) return []
      const source =
        sent.findLast(({ value }) => isExact(written, isPercent, value)) ??
        sent.findLast(({ value }) => isRounded(written, value)) ??
        null
      return [{ text, source }]
    })
  }

  forget(connection: ConnectionId): void {
    this.#byConnection.delete(connection)
  }
}
