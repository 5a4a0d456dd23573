import { cmp, gte, type Quantity } from '../../../shared/domain/decimal.js'
import type { Tick } from '../../../shared/domain/market/quote.js'

/** One print as it is listed; `id` increases with arrival, so that equal prints stay two rows. */
export interface TapeRow {
  readonly id: number
  readonly tick: Tick
  /** The price change from the previous print. */
  readonly move: 'up' | 'down' | 'flat'
}

/** The newest prints, newest first, and those that arrived while the list is paused. */
export interface Tape {
  readonly rows: readonly TapeRow[]
  /** The rows of the list; frozen while paused. */
  readonly shown: readonly TapeRow[]
  readonly paused: boolean
  readonly next: number
}

/** The number of stored prints; older ones are on the chart. */
export const TAPE_MAX = 1_000

export const EMPTY_TAPE: Tape = { rows: [], shown: [], paused: false, next: 1 }

function join(
  rows: readonly TapeRow[],
  ticks: readonly Tick[],
  firstId: number,
): readonly TapeRow[] {
  const fresh: TapeRow[] = []
  let before = rows[0]?.tick
  let id = firstId
  for (const tick of ticks) {
    const order = before === undefined ? 0 : cmp(tick.price, before.price)
    fresh.push({ id, tick, move: order > 0 ? 'up' : order < 0 ? 'down' : 'flat' })
    before = tick
    id += 1
  }
  return [...fresh.reverse(), ...rows].slice(0, TAPE_MAX)
}

const withRows = (tape: Tape, rows: readonly TapeRow[], next: number): Tape => ({
  ...tape,
  rows,
  next,
  shown: tape.paused ? tape.shown : rows,
})

/** Replaces the tape with a snapshot (oldest first, as the stream sends it). */
export const fromSnapshot = (tape: Tape, ticks: readonly Tick[]): Tape =>
  withRows(tape, join([], ticks, tape.next), tape.next + ticks.length)

/** Adds new prints, given oldest first. */
export const withPrints = (tape: Tape, ticks: readonly Tick[]): Tape =>
  ticks.length === 0
    ? tape
    : withRows(tape, join(tape.rows, ticks, tape.next), tape.next + ticks.length)

/** Pauses and resumes the list; prints are still collected, and none is lost within `TAPE_MAX`. */
export const setPaused = (tape: Tape, paused: boolean): Tape => ({
  ...tape,
  paused,
  shown: paused ? tape.shown : tape.rows,
})

/** Returns how many prints arrived since the list was paused. */
export const waiting = (tape: Tape): number => (tape.rows[0]?.id ?? 0) - (tape.shown[0]?.id ?? 0)

/** Returns the prints of at least `least` units; all of them when it is null. */
export const filterTape = (
  rows: readonly TapeRow[],
  minSize: Quantity | null,
): readonly TapeRow[] =>
  minSize === null ? rows : rows.filter((row) => gte(row.tick.size, minSize))
