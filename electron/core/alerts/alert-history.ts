import type {
  AlertEnd,
  AlertEvent,
  AlertGap,
  AlertLine,
  FiredAlert,
} from '../../../shared/domain/alerts/alert.schema.js'
import { MAX_ALERT_EVENTS } from '../../../shared/domain/alerts/alert.js'
import { isTimeAlert, PLAN_PARTS } from '../../../shared/domain/alerts/drawing-alert.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { SECOND_MS, type EpochMs } from '../../../shared/domain/time.js'
import { alertOutcome } from '../../../shared/messages/alert-line.js'
import type { AlertRecord } from './alert-record.js'
import type { AlertStep } from './alert-source.js'

/** A figure that is older when it arrives is late. */
const LATE_MS = 30 * SECOND_MS

type AlertEventFacts = Omit<
  AlertEvent,
  'number' | 'alertId' | 'condition' | 'note' | 'ticket' | 'wake'
>

/** An alert after an event, and the event. */
export interface AlertTransition {
  readonly record: AlertRecord
  readonly event: AlertEventFacts
}

/** @param isDelayed true where the environment's market data is late by design */
export function firedAlert(
  record: AlertRecord,
  step: AlertStep,
  now: EpochMs,
  isDelayed: boolean,
): AlertTransition {
  const { crossing, value, valueTime, gap, order, line } = step
  const isLate = valueTime === null || now - valueTime > LATE_MS
  const isByDesign = isDelayed && !isTimeAlert(record.condition)
  return {
    record: {
      ...record,
      state: record.repeatMs === null ? 'fired' : 'active',
      firedCount: record.firedCount + 1,
      lastFiredAt: now,
    },
    event: {
      what: 'fired',
      time: now,
      crossing,
      value,
      valueTime,
      delay: isByDesign ? 'delayed' : isLate ? 'late' : 'current',
      gap,
      ...(order === undefined ? {} : { order }),
      ...(line === undefined ? {} : { line }),
    },
  }
}

/** An alert whose expiration has passed. */
export const expiredAlert = (
  record: AlertRecord,
  gap: AlertGap | null,
  now: EpochMs,
): AlertTransition => ({
  record: { ...record, state: 'expired', gap: gap ?? record.gap },
  event: { ...NO_FIGURE, what: 'expired', time: record.expiresAt ?? now, gap },
})

/** An alert that ends with its drawing, its line or its contract. */
export const endedAlert = (
  record: AlertRecord,
  end: AlertEnd,
  gap: AlertGap | null,
  now: EpochMs,
): AlertTransition => ({
  record: { ...record, state: 'ended', end, gap: gap ?? record.gap },
  event: { ...NO_FIGURE, what: 'ended', time: now, gap, end },
})

const NO_FIGURE = { crossing: null, value: null, valueTime: null, delay: 'current' } as const

/** The newest events of alerts, and who is notified of them. */
export class AlertHistory {
  readonly #fired = createEmitter<FiredAlert>()
  #events: readonly AlertEvent[] = []

  /** The newest first. */
  get events(): readonly AlertEvent[] {
    return this.#events
  }

  restore(events: readonly AlertEvent[]): void {
    this.#events = events
  }

  clear(): void {
    this.#events = []
  }

  /** Takes back that the events were cleared; newer ones stay. */
  undoClear(events: readonly AlertEvent[]): void {
    this.#events = [...this.#events, ...events]
  }

  /** Calls the listener with each alert that fires, expires or ends. */
  onFired(listener: (fired: FiredAlert) => void): Disposer {
    return this.#fired.add(listener)
  }

  dispose(): void {
    this.#fired.clear()
  }

  /** Each price of a planned position is an event of its own: a pause is one of that price. */
  lastFiredAt({ id, lastFiredAt }: AlertRecord, line: AlertLine | undefined): EpochMs | null {
    const part = PLAN_PARTS.find((name) => name === line?.part)
    if (part === undefined) return lastFiredAt
    const last = this.#events.find(
      (event) => event.alertId === id && event.what === 'fired' && event.line?.part === part,
    )
    return last?.time ?? null
  }

  /** Adds an event and notifies of it, before anything is stored. */
  add({ record, event: facts }: AlertTransition): void {
    const { id, condition, note, ticket, wake, sound, notification } = record
    const event: AlertEvent = {
      ...facts,
      number: (this.#events[0]?.number ?? 0) + 1,
      alertId: id,
      condition,
      note,
      ticket,
      ...(wake === undefined ? {} : { wake }),
    }
    this.#events = [event, ...this.#events].slice(0, MAX_ALERT_EVENTS)
    // Alerts that the person deletes with a drawing need no notification.
    const isOwn = event.end?.why === 'drawing-deleted' && event.end.by === null
    this.#fired.emit({
      event,
      sound,
      notification: notification && !isOwn,
      summary: alertOutcome(event),
    })
  }
}
