import { cmp, gte, type Quantity } from '../../../shared/domain/decimal.js'
import type { Tick } from '../../../shared/domain/market/quote.js'

/** One print as it is listed; `id` grows with arrival, so that equal prints stay two rows. */
export interface TapeRow {
  readonly id: number
  readonly tick: Tick
  /** Against the print before: up, down or unchanged. */
  readonly move: 'up' | 'down' | 'flat'
}

/** The newest prints, newest first, and what has arrived while the list stands still. */
export interface Tape {
  readonly rows: readonly TapeRow[]
  /** What the list shows: frozen while paused. */
  readonly shown: readonly TapeRow[]
  readonly paused: boolean
  readonly next: number
}

/** What a trader scrolls back through; older prints are on the chart. */
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

/** A snapshot replaces what is known (oldest first, as the stream sends it). */
export const fromSnapshot = (tape: Tape, ticks: readonly Tick[]): Tape =>
  withRows(tape, join([], ticks, tape.next), tape.next + ticks.length)

/** New prints, oldest first. */
export const withPrints = (tape: Tape, ticks: readonly Tick[]): Tape =>
  ticks.length === 0
    ? tape
    : withRows(tape, join(tape.rows, ticks, tape.next), tape.next + ticks.length)

/**
 * Stops and restarts the list; prints go on being collected, and none is lost within `TAPE_MAX`.
 */
export const setPaused = (tape: Tape, paused: boolean): Tape => ({
  ...tape,
  paused,
  shown: paused ? tape.shown : tape.rows,
})

/** How many prints arrived since the list was stopped. */
export const waiting = (tape: Tape): number => (tape.rows[0]?.id ?? 0) - (tape.shown[0]?.id ?? 0)

/** Prints of at least `least` units; all of them when it is null. */
export const filterTape = (
  rows: readonly TapeRow[],
  minSize: Quantity | null,
): readonly TapeRow[] =>
  minSize === null ? rows : rows.filter((row) => gte(row.tick.size, minSize))
