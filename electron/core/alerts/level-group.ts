import type { AlertId } from '../../../shared/domain/alerts/alert.js'
import type { AlertLine } from '../../../shared/domain/alerts/alert.schema.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { cmp, decimalText, eq, gt, lt, type Decimal } from '../../../shared/domain/decimal.js'
import type { TradeDate } from '../../../shared/domain/market/trade-date.js'
import { levelOf, type AlertRecord } from './alert-record.js'
import { compareLevel } from '../conditions/crossing.js'

/** An alert whose figure changed its side of the level; `crossing` is null for the first figure. */
export interface LevelStep {
  readonly record: AlertRecord
  readonly crossing: 'up' | 'down' | null
  /** The line that a price crossed, for an alert on a drawing. */
  readonly line?: AlertLine | undefined
  /** True when the lines of its drawing have ended: it does not go on. */
  readonly isOver?: boolean | undefined
  /** The figure, where it differs from the quote: of a bar that was missed. */
  readonly missed?: { readonly value: Decimal; readonly time: EpochMs } | undefined
}

const NONE: readonly LevelStep[] = []

/**
 * The active alerts about one figure of one symbol. Between the nearest levels below and above the
 * last figure no alert can change, so that most figures are compared with these two only.
 */
export class LevelGroup {
  readonly #isOfDay: boolean
  readonly #records = new Map<AlertId, AlertRecord>()
  /** The last figure, as text: most quotes repeat it. */
  #last = ''
  #day: TradeDate | null = null
  /** The nearest levels; null where there is none on that side. */
  #below: Decimal | null = null
  #above: Decimal | null = null
  /** False when every alert must be compared: alerts were added, or the figure is at a level. */
  #hasBand = false

  /** @param isOfDay true for a figure that begins every day at zero */
  constructor(isOfDay: boolean) {
    this.#isOfDay = isOfDay
  }

  get size(): number {
    return this.#records.size
  }

  set(record: AlertRecord): void {
    const known = this.#records.get(record.id)
    this.#records.set(record.id, record)
    const isSame = known !== undefined && eq(levelOf(known.condition), levelOf(record.condition))
    if (!isSame || record.side === null) this.#hasBand = false
  }

  delete(id: AlertId): void {
    this.#records.delete(id)
  }

  records(): Iterable<AlertRecord> {
    return this.#records.values()
  }

  /** Compares a figure with the levels. Returns the alerts whose side changed. */
  evaluate(value: Decimal, day: TradeDate): readonly LevelStep[] {
    if (this.#isOfDay && day !== this.#day) {
      this.#day = day
      this.#hasBand = false
    }
    const text = decimalText(value)
    const isIdle = this.#hasBand && (text === this.#last || this.#isInBand(value))
    this.#last = text
    if (isIdle) return NONE
    const steps = this.#compareAll(value, day)
    this.#findBand(value)
    return steps
  }

  #isInBand(value: Decimal): boolean {
    return (
      (this.#below === null || gt(value, this.#below)) &&
      (this.#above === null || lt(value, this.#above))
    )
  }

  #compareAll(value: Decimal, day: TradeDate): readonly LevelStep[] {
    const steps: LevelStep[] = []
    for (const record of this.#records.values()) {
      const step = this.#compare(record, value, day)
      if (step === null) continue
      this.#records.set(record.id, step.record)
      steps.push(step)
    }
    return steps
  }

  #compare(record: AlertRecord, value: Decimal, day: TradeDate): LevelStep | null {
    const { side, day: sideDay } = record
    const before = side === null ? null : { side, day: sideDay }
    const ofDay = this.#isOfDay ? day : null
    const { crossing, ...state } = compareLevel(before, value, levelOf(record.condition), ofDay)
    if (before === null) return { record: { ...record, ...state, armedValue: value }, crossing }
    if (state.side === before.side && state.day === before.day) return null
    return { record: { ...record, ...state }, crossing }
  }

  #findBand(value: Decimal): void {
    this.#below = null
    this.#above = null
    this.#hasBand = true
    for (const { condition } of this.#records.values()) {
      const level = levelOf(condition)
      const side = cmp(level, value)
      if (side === 0) this.#hasBand = false
      else if (side < 0) {
        if (this.#below === null || gt(level, this.#below)) this.#below = level
      } else if (this.#above === null || lt(level, this.#above)) this.#above = level
    }
  }
}
