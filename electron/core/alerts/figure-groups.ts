import type { AlertId } from '../../../shared/domain/alerts/alert.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import type { TradeDate } from '../../../shared/domain/market/trade-date.js'
import type { AlertRecord } from './alert-record.js'
import type { AlertHold } from './alert-source.js'
import { LevelGroup, type LevelStep } from './level-group.js'

/** How the figures of one subject are read. */
export interface FigureRules<Figure extends string, Source> {
  /** Returns the figure that an alert is about. */
  readonly figureOf: (record: AlertRecord) => Figure
  /** Returns a figure; null where the source has none. */
  readonly read: (figure: Figure, source: Source) => Decimal | null
  /** True for a figure that begins every day at zero. */
  readonly isOfDay: (figure: Figure) => boolean
}

/** The active alerts about one subject, such as a symbol or an account, grouped by figure. */
export class FigureGroups<Figure extends string, Source> {
  readonly #rules: FigureRules<Figure, Source>
  readonly #groups = new Map<Figure, LevelGroup>()
  /** Since when they are not evaluated; null while they are. */
  hold: AlertHold | null

  constructor(rules: FigureRules<Figure, Source>, hold: AlertHold | null) {
    this.#rules = rules
    this.hold = hold
  }

  /** True: a figure needs nothing but its source. */
  readonly isReady = true

  get isEmpty(): boolean {
    return this.#groups.size === 0
  }

  set(record: AlertRecord): void {
    const figure = this.#rules.figureOf(record)
    const group = this.#groups.get(figure) ?? new LevelGroup(this.#rules.isOfDay(figure))
    this.#groups.set(figure, group)
    group.set(record)
  }

  delete(id: AlertId): void {
    for (const [figure, group] of this.#groups) {
      group.delete(id)
      if (group.size === 0) this.#groups.delete(figure)
    }
  }

  *records(): Iterable<AlertRecord> {
    for (const group of this.#groups.values()) yield* group.records()
  }

  /** Returns the figure that an alert is about. */
  valueOf(record: AlertRecord, source: Source): Decimal | null {
    return this.#rules.read(this.#rules.figureOf(record), source)
  }

  /** Compares the figures with all levels. Returns the alerts whose side changed. */
  evaluate(source: Source, day: TradeDate): readonly LevelStep[] {
    let steps: readonly LevelStep[] = NONE
    for (const [figure, group] of this.#groups) {
      const value = this.#rules.read(figure, source)
      if (value === null) continue
      const changed = group.evaluate(value, day)
      if (changed.length > 0) steps = steps.length === 0 ? changed : [...steps, ...changed]
    }
    return steps
  }
}

const NONE: readonly LevelStep[] = []
