import type { AlertGap, AlertId } from '../../../shared/domain/alerts/alert.js'
import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { FIGURES, figureOf, type AlertRecord, type Figure } from './alert-record.js'
import { LevelGroup, type LevelStep } from './level-group.js'

/** Since when a symbol's alerts are not evaluated, and why at first. */
export type AlertHold = Pick<AlertGap, 'why' | 'from'>

/** The active alerts about one symbol. */
export class SymbolAlerts {
  /** Releases the subscription to the symbol's quotes. */
  readonly release: () => void
  readonly #groups: Readonly<Record<Figure, LevelGroup>> = {
    price: new LevelGroup('price'),
    change: new LevelGroup('change'),
    volume: new LevelGroup('volume'),
  }
  hold: AlertHold | null
  /** When the last quote was received; null before the first. */
  receivedAt: EpochMs | null = null

  constructor(release: () => void, hold: AlertHold | null) {
    this.release = release
    this.hold = hold
  }

  get isEmpty(): boolean {
    return FIGURES.every((figure) => this.#groups[figure].size === 0)
  }

  set(record: AlertRecord): void {
    this.#groups[record.condition.kind].set(record)
  }

  delete(id: AlertId): void {
    for (const figure of FIGURES) this.#groups[figure].delete(id)
  }

  *records(): Iterable<AlertRecord> {
    for (const figure of FIGURES) yield* this.#groups[figure].records()
  }

  /** Compares a quote with all levels. Returns the alerts whose side changed. */
  evaluate(quote: Quote, day: ExchangeDay): readonly LevelStep[] {
    return FIGURES.flatMap((figure) => {
      const group = this.#groups[figure]
      const value = group.size === 0 ? null : figureOf(figure, quote)
      return value === null ? [] : group.evaluate(value, day)
    })
  }
}
