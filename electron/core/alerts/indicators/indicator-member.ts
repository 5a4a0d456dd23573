import type { ConditionOf } from '../../../../shared/domain/alerts/alert-rules.js'
import { sub, ZERO, type Decimal } from '../../../../shared/domain/decimal.js'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { AlertRecord } from '../alert-record.js'
import { crossingOf, sideOf } from '../../conditions/crossing.js'
import { createLine, type LineCalculator, type LineValue } from './line-calculators.js'

export type IndicatorCondition = ConditionOf<'indicator'>

/** Returns the condition of an alert about an indicator. */
export function indicatorCondition({
  condition,
}: Pick<AlertRecord, 'condition'>): IndicatorCondition {
  if (condition.kind === 'indicator') return condition
  throw new Error('this alert is not about an indicator')
}

/** A bar at which the alert changed its side, or its first. */
export interface BarStep {
  readonly record: AlertRecord
  readonly crossing: 'up' | 'down' | null
  readonly value: Decimal
  readonly bar: Bar
}

/** One alert with the running state of its indicator. */
export class IndicatorMember {
  record: AlertRecord
  readonly #condition: IndicatorCondition
  #line: LineCalculator
  /** The start of the newest bar in the line; null before the first. */
  #barTime: EpochMs | null = null

  constructor(record: AlertRecord) {
    this.record = record
    this.#condition = indicatorCondition(record)
    this.#line = createLine(this.#condition.indicator)
  }

  get barTime(): EpochMs | null {
    return this.#barTime
  }

  /** Begins again without bars, because some are missing. */
  reset(): void {
    this.#line = createLine(this.#condition.indicator)
    this.#barTime = null
  }

  /**
   * Adds the complete bars that are newer than the last one, oldest first, and compares those that
   * were not compared yet. Returns the crossings; the last step has the side at the newest bar.
   */
  addBars(bars: readonly Bar[]): readonly BarStep[] {
    const steps: BarStep[] = []
    const evaluated = this.record.barTime ?? null
    for (const [index, bar] of bars.entries()) {
      if (this.#barTime !== null && bar.time <= this.#barTime) continue
      this.#barTime = bar.time
      const line = this.#line(bar)
      const isNewest = index === bars.length - 1
      // A new alert begins with the newest bar; another one with the bar after its last.
      const isDue = evaluated === null ? isNewest : bar.time > evaluated
      if (line === null || !isDue) continue
      const step = this.#compare(line, bar)
      if (step.crossing !== null || isNewest) steps.push(step)
    }
    return steps
  }

  #compare(line: LineValue, bar: Bar): BarStep {
    const { comparison, level } = this.#condition
    const value: Decimal = comparison === 'price' ? bar.close : line.value
    const other =
      comparison === 'price' ? line.value : comparison === 'signal' ? line.signal : level
    const side = sideOf(sub(value, other ?? ZERO), ZERO)
    const before = this.record.side
    const isFirst = before === null
    this.record = {
      ...this.record,
      side,
      barTime: bar.time,
      ...(isFirst ? { armedValue: value } : {}),
    }
    return { record: this.record, crossing: isFirst ? null : crossingOf(before, side), value, bar }
  }
}
