import type { FigureDifference } from './figure-check.js'
import type { PaintedFigure } from './read-figures.js'

/** How long a figure is remembered, and how long after a difference its trace ends. */
const BEFORE_MS = 20_000
const AFTER_MS = 6_000
const SECOND_MS = 1_000

/** A value that was shown, or true, from a time on. */
export interface Timed {
  readonly time: number
  readonly text: string
}

interface Seen {
  readonly difference: FigureDifference
  readonly key: string
  readonly time: number
  /** What else happened, such as the latest fill of the account. */
  readonly events: readonly Timed[]
}

/** Remembers what the window showed of each figure, to print it around each difference. */
export class FigureTrace {
  readonly #shown = new Map<string, Timed[]>()
  readonly #open: Seen[] = []
  readonly #lines: string[] = []

  /** Adds what was shown of a figure. */
  add(key: string, { text, age }: PaintedFigure, time: number): void {
    const values = this.#shown.get(key) ?? []
    this.#shown.set(key, values)
    values.push({ time, text: age === null ? text : `${text} (${age})` })
    while ((values[0]?.time ?? time) < time - BEFORE_MS) values.shift()
  }

  /** Follows a difference until {@link finish} has seen enough of the time after it. */
  follow(key: string, difference: FigureDifference, time: number, events: readonly Timed[]): void {
    // The following readings of the same difference are in the same trace.
    if (this.#open.some((seen) => seen.key === key)) return
    this.#open.push({ difference, key, time, events })
  }

  /** Ends the traces whose time is over. @param truthsOf what was true of a figure until now */
  finish(now: number, truthsOf: (key: string) => readonly Timed[]): void {
    for (const seen of this.#open.filter(({ time }) => now - time > AFTER_MS)) {
      this.#open.splice(this.#open.indexOf(seen), 1)
      this.#lines.push(lineOf(seen, this.#shown.get(seen.key) ?? [], truthsOf(seen.key)))
    }
  }

  /** Returns the traces that are complete. */
  get lines(): readonly string[] {
    return this.#lines
  }
}

const lineOf = (
  { difference, time, events }: Seen,
  shown: readonly Timed[],
  truths: readonly Timed[],
): string =>
  [
    `${difference.panel}: ${difference.figure}: ${difference.shown}`,
    `  window:   ${changesOf(shown, time)}`,
    `  exchange: ${changesOf(truths, time)}`,
    `  ${changesOf(events, time)}`,
  ].join('\n')

/** Formats the values at their changes, with the seconds from the difference. */
const changesOf = (values: readonly Timed[], origin: number): string =>
  values
    .filter(({ text }, index) => text !== values[index - 1]?.text)
    .map(({ time, text }) => `${((time - origin) / SECOND_MS).toFixed(2)} s ${text}`)
    .join(', ')
