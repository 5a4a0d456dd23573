import type {
  AlertEdit,
  AlertEvent,
  AlertTerms,
} from '../../../shared/domain/alerts/alert.schema.js'
import {
  type AlertId,
  isEnded,
  MAX_ALERTS,
  MAX_ALERT_NOTE,
  MAX_WAKE_LABEL,
} from '../../../shared/domain/alerts/alert.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { ContractWatch } from '../conditions/contract-watch.js'
import type { ExchangeClock } from '../conditions/exchange-clock.js'
import type { AlertHistory } from './alert-history.js'
import { armed, termsOf, withEvents, type AlertRecord, levelOf } from './alert-record.js'
import type { AlertSource } from './alert-source.js'
import { alertRulesOf } from '../../../shared/domain/alerts/alert-kinds.js'
import { isPositive } from '../../../shared/domain/decimal.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import { watchProblem } from '../../../shared/messages/alert-line.js'

export interface AlertEditsDeps {
  readonly records: Map<AlertId, AlertRecord>
  readonly source: AlertSource
  readonly contracts: Pick<ContractWatch<AlertId>, 'check'>
  readonly history: AlertHistory
  readonly exchange: ExchangeClock
  readonly newId: () => string
}

/** Alerts and events as they were before an edit. */
export interface AlertsBefore {
  readonly records: ReadonlyMap<AlertId, AlertRecord>
  readonly events: readonly AlertEvent[]
}

/** Applies the person's edits of alerts in memory, and takes back those that were not stored. */
export class AlertEdits {
  readonly #deps: AlertEditsDeps

  constructor(deps: AlertEditsDeps) {
    this.#deps = deps
  }

  /** Returns why an edit is refused; null when it was applied. */
  apply(edit: AlertEdit): Message | null {
    const { records, source, history } = this.#deps
    if (edit.kind === 'create') return this.#create(edit.terms)
    if (edit.kind === 'clear-history') {
      history.clear()
      return null
    }
    if (edit.kind === 'remove-ended') {
      for (const { id, state } of records.values()) {
        if (isEnded(state)) records.delete(id)
      }
      return null
    }
    const record = records.get(edit.id)
    if (record === undefined) return message('alerts.unknown')
    switch (edit.kind) {
      case 'change':
        return this.#arm(edit.terms, record)
      case 'switch':
        if (edit.on) return this.#arm({ ...record, expiresAt: this.#openExpiry(record) }, record)
        source.remove(record)
        records.set(record.id, { ...record, state: 'off' })
        return null
      case 'remove':
        source.remove(record)
        records.delete(record.id)
        return null
    }
  }

  /** Takes back an edit that is not on disk; what alerts did meanwhile stays. */
  undo(edit: AlertEdit, before: AlertsBefore): void {
    const { records, source, history } = this.#deps
    for (const record of [...records.values()]) {
      if (before.records.has(record.id)) continue
      source.remove(record)
      records.delete(record.id)
    }
    if (edit.kind === 'clear-history') history.undoClear(before.events)
    if (edit.kind === 'remove-ended') {
      for (const [id, record] of before.records) {
        if (isEnded(record.state)) records.set(id, record)
      }
    }
    const original = 'id' in edit ? before.records.get(edit.id) : undefined
    if (original === undefined) return
    const current = records.get(original.id) ?? original
    const record = withEvents(original, current)
    source.remove(current)
    records.set(record.id, record)
    if (record.state === 'active') source.add(record)
  }

  /** An expiration that is over is dropped when the alert is switched on again. */
  #openExpiry({ expiresAt }: AlertRecord): EpochMs | null {
    return expiresAt !== null && expiresAt <= this.#deps.exchange.now() ? null : expiresAt
  }

  #create(terms: AlertTerms): Message | null {
    const { records, exchange, newId } = this.#deps
    if (records.size >= MAX_ALERTS) return message('alerts.tooMany', { max: MAX_ALERTS })
    const id = newId() as AlertId
    const createdAt = exchange.now()
    return this.#arm(terms, { id, createdAt, firedCount: 0, lastFiredAt: null })
  }

  #arm(
    newTerms: AlertTerms,
    history: Pick<AlertRecord, 'id' | 'createdAt' | 'firedCount' | 'lastFiredAt'>,
  ): Message | null {
    const { records, source, contracts, exchange } = this.#deps
    const now = exchange.now()
    const { id, createdAt, firedCount, lastFiredAt } = history
    const before = records.get(id)
    const valid = checkTerms(termsOf(newTerms), now)
    const checked = valid.ok ? source.check(valid.value, before ?? null) : valid
    if (!checked.ok) return checked.error
    if (before !== undefined) source.remove(before)
    const record = armed(checked.value, { id, createdAt, firedCount, lastFiredAt }, now)
    records.set(id, source.add(record))
    contracts.check()
    return null
  }
}

/** Returns the terms as they are stored, or why they cannot be set. */
function checkTerms(terms: AlertTerms, now: EpochMs): Result<AlertTerms, Message> {
  const { condition, expiresAt, ticket, wake } = terms
  const problem = watchProblem(condition)
  if (problem !== null) return err(problem)
  if (alertRulesOf(condition).needsPositiveLevel && !isPositive(levelOf(condition))) {
    return err(message('alerts.levelNotPositive'))
  }
  if (condition.kind === 'price' && condition.outcome === 'no') {
    if (condition.instrument.assetClass !== 'event') return err(message('alerts.noOutcome'))
  }
  if (expiresAt !== null && expiresAt <= now) return err(message('alerts.expiryPast'))
  if (ticket !== null && !('instrument' in condition)) {
    return err(message('alerts.ticketWithoutInstrument'))
  }
  const amounts = [ticket?.quantity ?? null, ticket?.limitPrice ?? null]
  if (amounts.some((amount) => amount !== null && !isPositive(amount))) {
    return err(message('alerts.ticketNotPositive'))
  }
  return ok({
    ...terms,
    note: plainLine(terms.note, MAX_ALERT_NOTE),
    ...(wake === undefined
      ? {}
      : { wake: { ...wake, label: plainLine(wake.label, MAX_WAKE_LABEL) } }),
  })
}
