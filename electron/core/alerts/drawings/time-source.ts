import type { AlertId } from '../../../../shared/domain/alerts/alert.js'
import type { AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import { SECOND_MS, type EpochMs } from '../../../../shared/domain/time.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { DrawingLookup } from '../../drawings/drawing-book.js'
import type { TimerPort } from '../../ports.js'
import { gapUntil, type AlertRecord } from '../alert-record.js'
import {
  armedHold,
  type AlertHold,
  type AlertSink,
  type AlertSource,
  type AlertStep,
} from '../alert-source.js'
import type { ExchangeClock } from '../../conditions/exchange-clock.js'
import { drawingKey, drawingCondition } from './line-member.js'

/** The exchange's clock is compared this often: it may be corrected at any moment. */
const PULSE_MS = SECOND_MS

export interface TimeSourceDeps extends AlertSink {
  readonly exchange: ExchangeClock
  readonly drawings: DrawingLookup
  readonly timers: TimerPort
}

/** Alerts on vertical lines: they fire when the exchange's time passes the line. */
export class TimeSource implements AlertSource {
  readonly #deps: TimeSourceDeps
  readonly #records = new Map<AlertId, AlertRecord>()
  /** Since when the alerts of an earlier run were not evaluated. */
  #hold: AlertHold | null = null
  #isStarted = false
  #stopPulse: Disposer | null = null

  constructor(deps: TimeSourceDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#isStarted = true
    this.#follow()
  }

  stop(): void {
    this.#isStarted = false
    this.#records.clear()
    this.#follow()
  }

  check(terms: AlertTerms): Result<AlertTerms, Message> {
    return ok(terms)
  }

  add(record: AlertRecord, hold: AlertHold | null = null): AlertRecord {
    this.#hold ??= hold
    const placed = this.#placed(record)
    this.#records.set(record.id, placed)
    this.#follow()
    return placed
  }

  update(record: AlertRecord): void {
    if (this.#records.has(record.id)) this.#records.set(record.id, record)
  }

  remove(record: AlertRecord): void {
    this.#records.delete(record.id)
    this.#follow()
  }

  holdOf(record: AlertRecord): AlertHold | null {
    return armedHold(this.#hold, record, this.#deps.exchange)
  }

  /** Follows a line that was moved: one that was moved to the past has ended. */
  followDrawing(record: AlertRecord): void {
    const now = this.#deps.exchange.now()
    const time = this.#timeOf(record)
    const isOver = time !== null && time <= now
    this.#deps.onSteps([stepOf(this.#placed(record), { isOver })], now)
  }

  #follow(): void {
    const isNeeded = this.#isStarted && this.#records.size > 0
    if (!isNeeded) {
      this.#stopPulse?.()
      this.#stopPulse = null
      return
    }
    if (!this.#deps.drawings.isReady) void this.#deps.drawings.load()
    this.#stopPulse ??= this.#deps.timers.every(PULSE_MS, () => this.#pulse())
  }

  /** Fires what the exchange's time has passed since the last pulse, or in a time without them. */
  #pulse(): void {
    const { exchange, drawings } = this.#deps
    if (!exchange.isKnown || !drawings.isReady) return
    const now = exchange.now()
    const gap = this.#hold === null ? null : gapUntil(exchange.correctedHold(this.#hold), now)
    const wasHeld = this.#hold !== null
    this.#hold = null
    const steps = [...this.#records.values()].flatMap((record): readonly AlertStep[] => {
      const time = this.#timeOf(record)
      if (time === null || time > now) return gap === null ? [] : [stepOf(record, { gap })]
      // Restored with a line that the time had passed before.
      if (time <= exchange.corrected(record.armedAt)) return [stepOf(record, { gap, isOver: true })]
      return [{ ...stepOf(record, { gap }), crossing: 'up', valueTime: time }]
    })
    if (steps.length > 0) this.#deps.onSteps(steps, now)
    if (wasHeld) this.#deps.onHold()
  }

  #drawingOf(record: AlertRecord): Drawing | null {
    const { instrument, drawing } = drawingCondition(record)
    return this.#deps.drawings.find(drawingKey(instrument), drawing.id)
  }

  #timeOf(record: AlertRecord): EpochMs | null {
    return this.#drawingOf(record)?.anchors[0]?.time ?? null
  }

  /** Remembers where the line is, by which a move is found. */
  #placed(record: AlertRecord): AlertRecord {
    const drawing = this.#drawingOf(record)
    return drawing === null ? record : { ...record, line: { anchors: drawing.anchors, sides: [] } }
  }
}

const stepOf = (
  record: AlertRecord,
  part: Partial<Pick<AlertStep, 'gap' | 'isOver'>>,
): AlertStep => ({ record, crossing: null, value: null, valueTime: null, gap: null, ...part })
