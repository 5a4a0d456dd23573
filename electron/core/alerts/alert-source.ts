import type {
  AlertGap,
  AlertTerms,
  AlertOrder,
} from '../../../shared/domain/alerts/alert.schema.js'
import { alertRulesOf } from '../../../shared/domain/alerts/alert-kinds.js'
import type { AlertSourceName } from '../../../shared/domain/alerts/alert-rules.js'
import { isTimeAlert } from '../../../shared/domain/alerts/drawing-alert.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Message } from '../../../shared/messages/message.js'
import type { AlertRecord } from './alert-record.js'
import type { ExchangeClock } from '../conditions/exchange-clock.js'
import type { LevelStep } from './level-group.js'

/** Since when an alert is not evaluated, and why at first. */
export type AlertHold = Pick<AlertGap, 'why' | 'from'>

/** One alert after an observation: its new state, and what was observed. */
export interface AlertStep extends LevelStep {
  readonly value: Decimal | null
  readonly valueTime: EpochMs | null
  /** The time without evaluation that this observation ended. */
  readonly gap: AlertGap | null
  /** What happened to an order, for an alert about orders. */
  readonly order?: AlertOrder | undefined
}

/** What receives the observations of a source. */
export interface AlertSink {
  /** Receives the alerts that an observation changed, with the exchange's time. */
  readonly onSteps: (steps: readonly AlertStep[], now: EpochMs) => void
  /** Called when alerts are evaluated again, or not any more. */
  readonly onHold: () => void
}

/** Observes what the alerts of some kinds are about, and knows since when it cannot. */
export interface AlertSource {
  start(): void
  stop(): void
  /** Returns the terms with what the source adds to them, or why they cannot be set. */
  check(terms: AlertTerms, known: AlertRecord | null): Result<AlertTerms, Message>
  /**
   * Watches an alert; `hold` says since when one from an earlier run was not evaluated. Returns the
   * alert with the figure of this moment where one is known.
   */
  add(record: AlertRecord, hold?: AlertHold | null): AlertRecord
  /** Replaces what is known of a watched alert. */
  update(record: AlertRecord): void
  remove(record: AlertRecord): void
  /** Follows the drawing of an alert, which was moved. */
  followDrawing?(record: AlertRecord): void
  /** Returns since when an active alert is not evaluated; null while it is. */
  holdOf(record: AlertRecord): AlertHold | null
}

/** One source for all alerts: passes each to the source that its kind names. */
export class AlertSources implements AlertSource {
  readonly #byName: Readonly<Record<AlertSourceName, AlertSource>>
  readonly #times: AlertSource

  /** @param times observes the alerts on drawings that are about a time */
  constructor(byName: Readonly<Record<AlertSourceName, AlertSource>>, times: AlertSource) {
    this.#byName = byName
    this.#times = times
  }

  start(): void {
    for (const source of this.#sources()) source.start()
  }

  stop(): void {
    for (const source of this.#sources()) source.stop()
  }

  check(terms: AlertTerms, known: AlertRecord | null): Result<AlertTerms, Message> {
    return this.#byName[alertRulesOf(terms.condition).source].check(terms, known)
  }

  add(record: AlertRecord, hold: AlertHold | null = null): AlertRecord {
    return this.#sourceOf(record).add(record, hold)
  }

  update(record: AlertRecord): void {
    this.#sourceOf(record).update(record)
  }

  remove(record: AlertRecord): void {
    this.#sourceOf(record).remove(record)
  }

  followDrawing(record: AlertRecord): void {
    this.#sourceOf(record).followDrawing?.(record)
  }

  holdOf(record: AlertRecord): AlertHold | null {
    return this.#sourceOf(record).holdOf(record)
  }

  #sourceOf({ condition }: AlertRecord): AlertSource {
    return isTimeAlert(condition) ? this.#times : this.#byName[alertRulesOf(condition).source]
  }

  #sources(): readonly AlertSource[] {
    return [...Object.values(this.#byName), this.#times]
  }
}

/** Returns the part of a hold in which the alert was armed, by the exchange's clock. */
export const armedHold = (
  hold: AlertHold | null,
  record: Pick<AlertRecord, 'armedAt'>,
  exchange: ExchangeClock,
): AlertHold | null => {
  if (hold === null) return null
  const corrected = exchange.correctedHold(hold)
  const armedAt = exchange.corrected(record.armedAt)
  return corrected.from >= armedAt ? corrected : { ...corrected, from: armedAt }
}

/** Returns the steps of alerts that an observation did not change, but whose gap it ended. */
export function gapSteps(
  records: Iterable<AlertRecord>,
  changed: readonly AlertStep[],
  gap: AlertGap | null,
): readonly AlertStep[] {
  if (gap === null) return []
  const ids = new Set(changed.map(({ record }) => record.id))
  return [...records]
    .filter(({ id }) => !ids.has(id))
    .map((record) => ({ record, crossing: null, value: null, valueTime: null, gap }))
}
