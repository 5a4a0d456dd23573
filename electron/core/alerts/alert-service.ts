import type {
  AlertEdit,
  AlertEnd,
  AlertGap,
  AlertsView,
  AlertView,
  FiredAlert,
} from '../../../shared/domain/alerts/alert.schema.js'
import type { AlertId } from '../../../shared/domain/alerts/alert.js'
import { appError, type AppResult } from '../../../shared/domain/app/app-error.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { err, ok } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import { epochMs, SECOND_MS, type EpochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { LiveValue } from '../live-values.js'
import type { ClockPort, DocumentPort, LogPort, TimerPort } from '../ports.js'
import { notStored, SavedDocument } from '../saved-document.js'
import { parseAlerts, writeAlerts, type StoredAlerts } from './alert-file.js'
import type { AppliedDrawings, DrawingLookup } from '../drawings/drawing-book.js'
import type { ContractFacts } from '../conditions/contract-facts.js'
import { ContractWatch, type WatchedContract } from '../conditions/contract-watch.js'
import { AlertEdits } from './alert-edits.js'
import {
  AlertHistory,
  endedAlert,
  expiredAlert,
  firedAlert,
  type AlertTransition,
} from './alert-history.js'
import { armed, gapSince, isAbout, termsOf, type AlertRecord } from './alert-record.js'
import type { AlertSink, AlertSource, AlertStep } from './alert-source.js'
import { drawingEffects, drawingState, withoutDrawing } from './drawings/drawing-effects.js'
import type { ExchangeClock } from '../conditions/exchange-clock.js'
import type { SeenOrders } from './orders/seen-orders.js'
import { alertRulesOf } from '../../../shared/domain/alerts/alert-kinds.js'

/** Changes at about the same time are published together. */
const PUBLISH_MS = 30
/** How often expirations are compared with the exchange's clock. */
const EXPIRY_MS = SECOND_MS
/** How often it is stored until when conditions were evaluated. */
const HEARTBEAT_MS = 15 * SECOND_MS

const NOTHING: StoredAlerts = { evaluatedAt: null, alerts: [], history: [] }

export interface AlertServiceDeps {
  readonly file: DocumentPort
  readonly log: LogPort
  readonly timers: TimerPort
  readonly exchange: ExchangeClock
  /** Creates what observes the conditions; it notifies the sink. */
  readonly sources: (sink: AlertSink) => AlertSource
  /** Returns 16 hexadecimal digits. */
  readonly newId: () => string
  /** True where the environment's market data is late by design. */
  readonly isDelayed: boolean
  /** A damaged file was set aside. */
  readonly onDamaged: () => void
  /** What alerts about orders saw, which is stored with them. */
  readonly seenOrders: SeenOrders
  readonly clock: ClockPort
  /** The drawings that alerts follow. */
  readonly drawings: DrawingLookup
  /** What the broker knows of the instruments. */
  readonly contracts: ContractFacts
}

/** The person's alerts of one profile: stored, evaluated, and remembered when they fired. */
export class AlertService implements LiveValue<AlertsView> {
  readonly #deps: AlertServiceDeps
  readonly #records = new Map<AlertId, AlertRecord>()
  readonly #source: AlertSource
  readonly #contracts: ContractWatch<AlertId>
  readonly #store: SavedDocument<StoredAlerts>
  readonly #queue = createSerialQueue()
  readonly #changed = createEmitter<void>()
  readonly #history = new AlertHistory()
  readonly #edits: AlertEdits
  #state: AlertsView['state'] = 'loading'
  /** Until when conditions were evaluated before this run. */
  #evaluatedBefore: EpochMs | null = null
  #stops: readonly Disposer[] = []
  #cancelPublish: Disposer | null = null

  constructor(deps: AlertServiceDeps) {
    this.#deps = deps
    this.#source = deps.sources({
      onSteps: (steps, now) => this.#onSteps(steps, now),
      onHold: () => this.#publish(),
    })
    this.#contracts = new ContractWatch({
      ...deps,
      facts: deps.contracts,
      active: () => this.#active().flatMap(watchedContracts),
      end: (id, { symbol: _, ...end }) => this.#end(id, { ...end, by: null }, null),
    })
    this.#edits = new AlertEdits({
      ...deps,
      records: this.#records,
      source: this.#source,
      contracts: this.#contracts,
      history: this.#history,
    })
    this.#store = new SavedDocument({
      ...deps,
      name: 'alerts',
      empty: NOTHING,
      parse: parseAlerts,
      content: () => writeAlerts(this.#content()),
      onStored: () => this.#publish(),
    })
  }

  get(): AlertsView {
    return {
      state: this.#state,
      alerts: [...this.#records.values()].map((record) => this.#viewOf(record)),
      history: this.#history.events,
      isStored: this.#store.isStored,
    }
  }

  subscribe(changed: () => void): Disposer {
    return this.#changed.add(changed)
  }

  /** Calls the listener with each alert that fires and each that expires. */
  onFired(listener: (fired: FiredAlert) => void): Disposer {
    return this.#history.onFired(listener)
  }

  /** Reads the file and begins to evaluate. What was active in the last run is held until then. */
  async start(): Promise<void> {
    const stored = await this.#store.load()
    this.#state = stored === null ? 'unreadable' : 'ready'
    if (stored !== null) this.#restore(stored)
    const { timers, drawings } = this.#deps
    this.#stops = [
      drawings.onEdit((applied) => this.#onDrawings(applied)),
      drawings.onLoaded(() => this.#endWithoutDrawing()),
      timers.every(EXPIRY_MS, () => this.#expireDue()),
      timers.every(HEARTBEAT_MS, () => {
        if (this.#active().length > 0) this.#store.saveSoon()
      }),
    ]
    this.#contracts.start()
    this.#source.start()
    this.#endWithoutDrawing()
    this.#publish()
  }

  /** Applies an edit once it is on disk. */
  edit(edit: AlertEdit): AppResult<AlertsView> {
    return this.#queue.run(async () => {
      if (this.#state !== 'ready') return notStored(message('alerts.unreadable'))
      const before = { records: new Map(this.#records), events: this.#history.events }
      const problem = this.#edits.apply(edit)
      if (problem !== null) return err(appError('provider/refused', problem, { class: 'local' }))
      if (!(await this.#store.save())) {
        this.#edits.undo(edit, before)
        // Its drawing may have been deleted meanwhile.
        this.#endWithoutDrawing()
        return notStored(message('alerts.notSaved'))
      }
      this.#publish()
      return ok(this.get())
    })
  }

  /** Ends the evaluation and stores until when it went on. */
  async dispose(): Promise<void> {
    for (const stop of this.#stops) stop()
    this.#cancelPublish?.()
    await this.#store.end()
    this.#contracts.stop()
    this.#source.stop()
    this.#changed.clear()
    this.#history.dispose()
  }

  #viewOf(record: AlertRecord): AlertView {
    const { id, state, createdAt, armedValue, firedCount, lastFiredAt, gap } = record
    const hold = state === 'active' ? this.#source.holdOf(record) : null
    const known = { id, state, createdAt, armedValue, firedCount, lastFiredAt, gap }
    const drawn = drawingState(record, this.#deps.drawings)
    return { ...termsOf(record), ...known, hold, ...(drawn === undefined ? {} : { drawn }) }
  }

  #restore({ alerts, history, evaluatedAt, orders }: StoredAlerts): void {
    if (orders !== undefined) this.#deps.seenOrders.restore(orders)
    this.#evaluatedBefore = evaluatedAt
    this.#history.restore(history)
    for (const record of alerts) {
      this.#records.set(record.id, record)
      if (record.state !== 'active') continue
      const from = record.heldSince ?? evaluatedAt ?? epochMs(0)
      this.#source.add(record, { why: 'closed', from })
    }
  }

  #content(): StoredAlerts {
    const active = this.#active()
    const isEvaluated = active.some((record) => this.#source.holdOf(record) === null)
    const { exchange } = this.#deps
    if (isEvaluated && exchange.isKnown) this.#evaluatedBefore = exchange.now()
    return {
      evaluatedAt: this.#evaluatedBefore,
      alerts: [...this.#records.values()].map((record) => ({
        ...this.#withExchangeTimes(record),
        heldSince: this.#source.holdOf(record)?.from ?? null,
      })),
      history: this.#history.events,
      orders: this.#deps.seenOrders.stored(this.#deps.clock.now()),
    }
  }

  #active(): readonly AlertRecord[] {
    return [...this.#records.values()].filter(({ state }) => state === 'active')
  }

  #onSteps(steps: readonly AlertStep[], now: EpochMs): void {
    for (const step of steps) this.#onStep(step, now)
    this.#store.saveSoon()
  }

  #onStep(step: AlertStep, now: EpochMs): void {
    const known = this.#withExchangeTimes(step.record)
    const gap = gapSince(step.gap, known)
    const record = gap === null ? known : { ...known, gap }
    this.#set(record)
    if (gap !== null) this.#publish()
    if (record.expiresAt !== null && record.expiresAt <= now) return this.#expire(record, gap)
    this.#fireMet(record, { ...step, gap }, now)
    if (step.isOver !== true || this.#records.get(record.id)?.state !== 'active') return
    this.#end(record.id, { why: 'line-ended', by: null }, gap)
  }

  #fireMet(record: AlertRecord, step: AlertStep, now: EpochMs): void {
    const { crossing, order, line } = step
    const isMet = crossing !== null && isAbout(record.condition, crossing)
    if (order === undefined && !isMet) return
    const { repeatMs } = record
    const lastFiredAt = this.#history.lastFiredAt(record, line)
    const pausedMs = lastFiredAt === null ? null : now - lastFiredAt
    // A clock that went back must not silence an alert until it has caught up.
    const isPaused = repeatMs !== null && pausedMs !== null && pausedMs >= 0 && pausedMs < repeatMs
    // Every order is an event of its own: a pause would hide the next one.
    if (order === undefined && isPaused) return
    const fireLater = (): void => this.#fireMet(this.#records.get(record.id) ?? record, step, now)
    if (this.#contracts.mayPass(watchedContracts(record), fireLater)) this.#fire(record, step, now)
  }

  #fire(record: AlertRecord, step: AlertStep, now: EpochMs): void {
    this.#transit(firedAlert(record, step, now, this.#deps.isDelayed))
  }

  /** An alert may have been armed before the exchange's time was known. */
  #withExchangeTimes(record: AlertRecord): AlertRecord {
    const { exchange } = this.#deps
    const armedAt = exchange.corrected(record.armedAt)
    const createdAt = exchange.corrected(record.createdAt)
    const isSame = armedAt === record.armedAt && createdAt === record.createdAt
    return isSame ? record : { ...record, armedAt, createdAt }
  }

  #expireDue(): void {
    if (!this.#deps.exchange.isKnown) return
    const now = this.#deps.exchange.now()
    for (const record of this.#active()) {
      const { expiresAt } = record
      if (expiresAt === null || expiresAt > now) continue
      const hold = this.#source.holdOf(record)
      // Bars that are read afterwards tell whether it fired before its expiration.
      if (hold !== null && record.condition.kind === 'indicator') continue
      const gap = hold !== null && hold.from < expiresAt ? { ...hold, to: expiresAt } : null
      this.#expire(record, gap)
    }
  }

  #expire(record: AlertRecord, gap: AlertGap | null): void {
    this.#transit(expiredAlert(record, gap, this.#deps.exchange.now()))
  }

  /** Follows an edit of drawings: alerts end with them, come back with them, and move with them. */
  #onDrawings(applied: AppliedDrawings): void {
    const { ended, restored, changed } = drawingEffects(this.#records.values(), applied)
    const { by } = applied
    const name = by.kind === 'assistant' ? by.name : null
    for (const { id } of ended) this.#end(id, { why: 'drawing-deleted', by: name }, null)
    for (const record of restored) {
      const { id, createdAt, firedCount, lastFiredAt } = record
      const known = { id, createdAt, firedCount, lastFiredAt }
      const next = armed(termsOf(record), known, this.#deps.exchange.now())
      this.#records.set(id, this.#source.add(next))
    }
    for (const { record, isMoved } of changed) {
      const { movedBy: _, ...rest } = record
      const next = isMoved ? { ...rest, ...(name === null ? {} : { movedBy: name }) } : record
      this.#set(next)
      if (isMoved) this.#source.followDrawing?.(next)
    }
    if (ended.length + restored.length + changed.length === 0) return
    this.#store.saveSoon()
    this.#publish()
  }

  /** Ends the alerts whose drawing was deleted without this program, or is not stored. */
  #endWithoutDrawing(): void {
    for (const { id } of withoutDrawing(this.#records.values(), this.#deps.drawings)) {
      this.#end(id, { why: 'drawing-deleted', by: null }, null)
    }
    this.#publish()
  }

  /** Ends an alert with its drawing or its contract. */
  #end(id: AlertId, end: AlertEnd, gap: AlertGap | null): void {
    const record = this.#records.get(id)
    if (record === undefined) return
    this.#transit(endedAlert(record, end, gap, this.#deps.exchange.now()))
  }

  #transit(transition: AlertTransition): void {
    this.#set(transition.record)
    // Notify before storing: a crash in between repeats an alert, and loses none.
    this.#history.add(transition)
    this.#store.saveSoon(0)
    this.#publish()
  }

  #set(record: AlertRecord): void {
    this.#records.set(record.id, record)
    if (record.state === 'active') this.#source.update(record)
    else this.#source.remove(record)
  }

  #publish(): void {
    this.#cancelPublish ??= this.#deps.timers.after(PUBLISH_MS, () => {
      this.#cancelPublish = null
      this.#changed.emit()
    })
  }
}

/** Returns the instrument that an alert is about; none for an account and an order. */
function watchedContracts(record: AlertRecord): readonly WatchedContract<AlertId>[] {
  const { id: owner, condition, armedAt } = record
  if (!('instrument' in condition)) return []
  const { symbol, assetClass } = condition.instrument
  // A split changes prices and share counts of a stock; ratios and times stay.
  const hasOldPrices = assetClass === 'stock' && alertRulesOf(condition).changesWithSplit(condition)
  return [{ owner, symbol, assetClass, armedAt, hasOldPrices }]
}
