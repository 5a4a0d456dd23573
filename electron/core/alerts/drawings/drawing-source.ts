import type { AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import {
  crossingsOf,
  DRAWING_ALERT_RULES,
  MAX_LINE_ALERTS,
} from '../../../../shared/domain/alerts/drawing-alert.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { BarAxis } from '../../../../shared/domain/drawings/axis/bar-axis.js'
import { groupStart } from '../../../../shared/domain/drawings/axis/bar-shape.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import {
  earliestOf,
  epochMs,
  HOUR_MS,
  SECOND_MS,
  type EpochMs,
} from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { DrawingLookup } from '../../drawings/drawing-book.js'
import type { MarketPort } from '../../market/market-port.js'
import type { NetworkPort } from '../../net-ports.js'
import { RetryTimer } from '../../retry-timer.js'
import type { AlertRecord } from '../alert-record.js'
import type { AlertHold, AlertSource } from '../alert-source.js'
import { QuoteSource, type QuoteSourceDeps } from '../quote-source.js'
import { drawingKey, drawingCondition, type DrawingCondition } from './line-member.js'
import { LineGroups } from './line-groups.js'
import { signedDrawingText } from '../../../../shared/domain/drawings/drawing-text.js'

/** The longest pause after a failed read. */
const RETRY_MS = 15 * SECOND_MS
/** A timer is set again after this time, because the computer may have slept. */
const MAX_TIMER_MS = HOUR_MS

export interface DrawingSourceDeps extends Omit<QuoteSourceDeps, 'createAlerts' | 'onNotReady'> {
  readonly bars: MarketPort['bars']
  readonly network?: NetworkPort | undefined
  readonly drawings: DrawingLookup
}

/**
 * Alerts on drawings. Compares every quote with the lines at the present bar, and the last price
 * again when the next bar begins, because a sloped line moves while the price stands still.
 */
export class DrawingSource implements AlertSource {
  readonly #deps: DrawingSourceDeps
  readonly #quotes: QuoteSource
  readonly #lines = new Map<Symbol, LineGroups>()
  readonly #reading = new Set<Symbol>()
  readonly #retries = new Map<Symbol, RetryTimer>()
  /** Reads one symbol after the other, so that many alerts at once are no burst. */
  readonly #queue = createSerialQueue()
  #isStarted = false
  #cancelTimer: Disposer | null = null
  #timerAt: EpochMs | null = null
  #stopDrawings: Disposer | null = null

  constructor(deps: DrawingSourceDeps) {
    this.#deps = deps
    this.#quotes = new QuoteSource({
      ...deps,
      onSteps: (steps, now) => {
        deps.onSteps(steps, now)
        this.#follow()
      },
      createAlerts: (symbol) => this.#createGroups(symbol),
      onNotReady: (symbol) => this.#read(symbol),
    })
  }

  start(): void {
    this.#isStarted = true
    this.#quotes.start()
    this.#stopDrawings = this.#deps.drawings.onLoaded(() => this.#onLoaded())
    if (this.#lines.size > 0) void this.#deps.drawings.load()
  }

  stop(): void {
    this.#isStarted = false
    this.#quotes.stop()
    this.#stopDrawings?.()
    this.#cancelTimer?.()
    this.#cancelTimer = null
    for (const retry of this.#retries.values()) retry.stop()
    this.#retries.clear()
    this.#lines.clear()
  }

  check(terms: AlertTerms, previous: AlertRecord | null): Result<AlertTerms, Message> {
    const condition = drawingCondition(terms)
    if (!this.#deps.drawings.isReady) return err(message('alerts.drawingsNotRead'))
    const drawing = this.#find(condition)
    if (drawing === null) return err(message('alerts.drawingGone'))
    const rule = DRAWING_ALERT_RULES[drawing.kind]
    const { part, ratio, when } = condition
    if (rule === undefined) return err(message('alerts.drawingKind'))
    const isPossible =
      rule.parts.includes(part) &&
      crossingsOf(part).includes(when) &&
      (part === 'level') === (ratio !== null)
    if (!isPossible) return err(message('alerts.drawingPart'))
    if (rule.needsBars && this.#lineCount(previous) >= MAX_LINE_ALERTS) {
      return err(message('alerts.tooManyLines', { max: MAX_LINE_ALERTS }))
    }
    const extended = condition.extended && rule.extends
    if (this.#isOver(drawing, { ...condition, extended })) {
      return err(message(rule.extends ? 'alerts.lineEndedExtend' : 'alerts.lineEnded'))
    }
    const { id, kind } = drawing
    const text = signedDrawingText(drawing)
    const checked = { ...condition, extended, drawing: { id, kind, text } }
    if (part !== 'time') return ok({ ...terms, condition: checked })
    // A time comes once.
    return (drawing.anchors[0]?.time ?? 0) > this.#deps.exchange.now()
      ? ok({ ...terms, condition: checked, repeatMs: null })
      : err(message('alerts.timeOver'))
  }

  add(record: AlertRecord, hold: AlertHold | null = null): AlertRecord {
    const added = this.#quotes.add(record, hold)
    const { symbol } = drawingCondition(record).instrument
    if (this.#isStarted) {
      if (!this.#deps.drawings.isReady) void this.#deps.drawings.load()
      else if (this.#lines.get(symbol)?.isReady !== true) this.#read(symbol)
      this.#follow()
    }
    return added
  }

  update(record: AlertRecord): void {
    this.#quotes.update(record)
  }

  remove(record: AlertRecord): void {
    this.#quotes.remove(record)
    const { symbol } = drawingCondition(record).instrument
    if (this.#lines.get(symbol)?.isEmpty !== true) return
    this.#lines.delete(symbol)
    this.#retries.get(symbol)?.stop()
    this.#retries.delete(symbol)
  }

  holdOf(record: AlertRecord): AlertHold | null {
    return this.#quotes.holdOf(record)
  }

  /**
   * Follows a drawing that was moved: the present price decides on which side of its lines the
   * alert begins.
   */
  followDrawing(record: AlertRecord): void {
    const { instrument, drawing } = drawingCondition(record)
    const groups = this.#lines.get(instrument.symbol)
    if (groups?.followDrawing(drawing.id) !== true) return
    if (groups.isReady) this.#compareAgain(instrument.symbol, null)
    else this.#read(instrument.symbol)
  }

  #createGroups(symbol: Symbol): LineGroups {
    const { bars, exchange, drawings } = this.#deps
    const lineGroups = new LineGroups({
      symbol,
      bars,
      exchange,
      drawingOf: (record) => this.#find(drawingCondition(record)),
      areDrawingsRead: () => drawings.isReady,
      onMissing: () => this.#read(symbol),
    })
    this.#lines.set(symbol, lineGroups)
    return lineGroups
  }

  #find({ instrument, drawing }: DrawingCondition): Drawing | null {
    return this.#deps.drawings.find(drawingKey(instrument), drawing.id)
  }

  #onLoaded(): void {
    for (const [symbol, groups] of this.#lines) {
      groups.followDrawing(null)
      this.#read(symbol)
    }
  }

  /** Reads what the alerts of a symbol need, and compares its last price then. */
  #read(symbol: Symbol, isRefresh = false): void {
    const { exchange, drawings } = this.#deps
    // The next quote finds what is missing again.
    if (!this.#isStarted || !exchange.isKnown || !drawings.isReady) return
    if (this.#reading.has(symbol)) return
    if (this.#retries.get(symbol)?.isWaiting === true) return
    this.#reading.add(symbol)
    void this.#queue.run(async () => {
      const isRead = (await this.#lines.get(symbol)?.read(isRefresh)) ?? true
      this.#reading.delete(symbol)
      if (!this.#isStarted || !this.#lines.has(symbol)) return
      if (isRead) this.#retries.delete(symbol)
      else this.#retryLater(symbol)
      this.#compareAgain(symbol, null)
    })
  }

  #retryLater(symbol: Symbol): void {
    const retry = this.#retries.get(symbol) ?? new RetryTimer(this.#deps, RETRY_MS)
    this.#retries.set(symbol, retry)
    retry.failed(() => this.#read(symbol))
  }

  #compareAgain(symbol: Symbol, changedAt: EpochMs | null): void {
    this.#quotes.compareAgain(symbol, changedAt)
    this.#follow()
  }

  /** Sets the timer to the next bar of any line; none where no line moves. */
  #follow(): void {
    if (!this.#isStarted || !this.#deps.exchange.isKnown) return
    const next = earliestOf([...this.#lines.values()].map(({ nextBar }) => nextBar))
    if (next === this.#timerAt && this.#cancelTimer !== null) return
    this.#cancelTimer?.()
    this.#cancelTimer = null
    this.#timerAt = next
    if (next === null) return
    const wait = Math.max(1, next - this.#deps.exchange.now())
    this.#cancelTimer = this.#deps.timers.after(Math.min(wait, MAX_TIMER_MS), () => this.#onTimer())
  }

  #onTimer(): void {
    this.#cancelTimer = null
    const now = this.#deps.exchange.now()
    for (const [symbol, groups] of this.#lines) {
      const { nextBar } = groups
      if (nextBar === null || nextBar > now) continue
      this.#quotes.compareAgain(symbol, nextBar)
      if (groups.nextBar === nextBar) groups.advance(now)
      if (groups.isOld) this.#read(symbol, true)
    }
    this.#follow()
  }

  #lineCount(previous: AlertRecord | null): number {
    let count = 0
    for (const groups of this.#lines.values()) {
      for (const record of groups.records()) {
        const { drawing } = drawingCondition(record)
        count += Number(
          record.id !== previous?.id && DRAWING_ALERT_RULES[drawing.kind]?.needsBars === true,
        )
      }
    }
    return count
  }

  /** True when every line of a drawing ended before the present bar, by the calendar. */
  #isOver({ kind, anchors }: Drawing, { extended, bars, instrument }: DrawingCondition): boolean {
    if (extended || !['trend-line', 'channel', 'rectangle'].includes(kind)) return false
    const end = Math.max(...anchors.slice(0, 2).map(({ time }) => time))
    const live = { time: groupStart(epochMs(end), bars) }
    const axis = new BarAxis({ history: [], live }, bars, instrument.assetClass)
    return axis.time(1) <= this.#deps.exchange.now()
  }
}
