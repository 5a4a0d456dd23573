import type { AlertGap, AlertId } from '../../../shared/domain/alerts/alert.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import { exchangeClock, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { epochMs, HOUR_MS, SECOND_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { MarketDataService } from '../market/market-data-service.js'
import type { ClockPort, TimerPort } from '../ports.js'
import { figureOf, type AlertRecord } from './alert-record.js'
import type { LevelStep } from './level-group.js'
import { SymbolAlerts, type AlertHold } from './symbol-alerts.js'

const PULSE_MS = 5 * SECOND_MS
/** A longer pause between two pulses was a sleep of the computer. */
const SLEPT_MS = 3 * PULSE_MS
/** Quotes that are read in turns are not current any more after this time. */
const POLLED_AGE_MS = 45 * SECOND_MS
/** At arming, an older quote is not the price of that moment. */
const ARMING_AGE_MS = 5 * SECOND_MS
/** Shorter interruptions are noise; a restart never is. */
const MIN_GAP_MS = 2 * SECOND_MS

/** One alert after a quote: its new state, and what the quote showed. */
export interface AlertStep extends LevelStep {
  readonly value: Decimal | null
  readonly valueTime: EpochMs | null
  /** The time without evaluation that this quote ended. */
  readonly gap: AlertGap | null
}

export interface AlertWatchDeps {
  readonly market: Pick<MarketDataService, 'quotes' | 'hold' | 'health' | 'onHealth' | 'offsetMs'>
  readonly clock: ClockPort
  readonly timers: TimerPort
  /** Receives the alerts that a quote changed, with the exchange's time. */
  readonly onSteps: (steps: readonly AlertStep[], now: EpochMs) => void
  /** Called when alerts are evaluated again, or not any more. */
  readonly onHold: () => void
}

/**
 * Keeps the quotes of alerted symbols subscribed and compares each of them with the levels of its
 * symbol. Remembers since when it cannot.
 */
export class AlertWatch {
  readonly #deps: AlertWatchDeps
  readonly #bySymbol = new Map<Symbol, SymbolAlerts>()
  #stops: readonly Disposer[] = []
  #pulsedAt: EpochMs
  /** The day of the hour that was asked last, because each quote needs it. */
  #dayOfHour: { readonly hour: number; readonly day: ExchangeDay } = { hour: -1, day: '' }

  constructor(deps: AlertWatchDeps) {
    this.#deps = deps
    this.#pulsedAt = deps.clock.now()
  }

  start(): void {
    const { market, timers, clock } = this.#deps
    this.#pulsedAt = clock.now()
    this.#stops = [
      market.quotes.onQuote((quote) => this.#onQuote(quote)),
      market.onHealth(() => this.#onHealth()),
      timers.every(PULSE_MS, () => this.#pulse()),
    ]
  }

  /** True once the exchange's time is known. */
  get isClockKnown(): boolean {
    return this.#deps.market.offsetMs !== null
  }

  /** Returns the exchange's time; the time of `quote` before the difference is known. */
  now(quote?: Quote): EpochMs {
    const { market, clock } = this.#deps
    if (market.offsetMs === null) return quote?.time ?? clock.now()
    return epochMs(clock.now() + market.offsetMs)
  }

  /** Returns since when an active alert is not evaluated; null while it is. */
  holdOf({ condition, armedAt }: AlertRecord): AlertHold | null {
    const hold = this.#bySymbol.get(condition.instrument.symbol)?.hold ?? null
    if (hold === null) return null
    return hold.from >= armedAt ? hold : { ...hold, from: armedAt }
  }

  /**
   * Watches an alert; `hold` since when it was not evaluated where it is of an earlier run. Returns
   * the alert with the price of this moment where one is known.
   */
  add(record: AlertRecord, hold: AlertHold | null = null): AlertRecord {
    const { symbol } = record.condition.instrument
    const known = this.#bySymbol.get(symbol)
    const watch = known ?? new SymbolAlerts(this.#deps.market.hold([symbol]), hold)
    if (known === undefined) this.#bySymbol.set(symbol, watch)
    watch.hold ??= hold ?? this.#offlineNow(symbol)
    watch.set(record)
    const quote = record.side === null ? this.#currentQuote(symbol) : null
    if (quote === null) return record
    const steps = watch.evaluate(quote, this.#dayOf(quote))
    return steps.find((step) => step.record.id === record.id)?.record ?? record
  }

  /** Replaces what is known of a watched alert. */
  update(record: AlertRecord): void {
    this.#bySymbol.get(record.condition.instrument.symbol)?.set(record)
  }

  remove({ id, condition }: AlertRecord): void {
    const { symbol } = condition.instrument
    const watch = this.#bySymbol.get(symbol)
    watch?.delete(id)
    if (watch?.isEmpty !== true) return
    watch.release()
    this.#bySymbol.delete(symbol)
  }

  stop(): void {
    for (const stop of this.#stops) stop()
    for (const watch of this.#bySymbol.values()) watch.release()
    this.#bySymbol.clear()
  }

  #onQuote(quote: Quote): void {
    const watch = this.#bySymbol.get(quote.symbol)
    if (watch === undefined) return
    watch.receivedAt = quote.receivedAt
    const steps = watch.evaluate(quote, this.#dayOf(quote))
    if (steps.length === 0 && watch.hold === null) return
    const now = this.now(quote)
    const gap = this.#endHold(watch, quote, now)
    const changed = steps.map((step) => ({
      ...step,
      value: figureOf(step.record.condition.kind, quote),
      valueTime: quote.time,
      gap,
    }))
    const untouched = gap === null ? [] : missing(watch.records(), changed)
    this.#deps.onSteps(
      [
        ...changed,
        ...untouched.map((record) => ({
          record,
          crossing: null,
          value: null,
          valueTime: null,
          gap,
        })),
      ],
      now,
    )
  }

  /** Ends the hold of a symbol whose quotes are current again; returns the time without them. */
  #endHold(watch: SymbolAlerts, { symbol }: Quote, now: EpochMs): AlertGap | null {
    const { hold } = watch
    if (hold === null) return null
    if (!this.#isOffline(symbol)) {
      watch.hold = null
      this.#deps.onHold()
    }
    const isNoise = now - hold.from < (hold.why === 'closed' ? 1 : MIN_GAP_MS)
    return isNoise ? null : { ...hold, to: now }
  }

  #onHealth(): void {
    let isChanged = false
    for (const [symbol, watch] of this.#bySymbol) {
      const hold = watch.hold ?? this.#offlineNow(symbol)
      isChanged ||= hold !== watch.hold
      watch.hold = hold
    }
    if (isChanged) this.#deps.onHold()
  }

  /** Finds quotes that are read in turns and were not, and a sleep of the computer. */
  #pulse(): void {
    const now = this.#deps.clock.now()
    const slept = now - this.#pulsedAt > SLEPT_MS ? this.#pulsedAt : null
    this.#pulsedAt = now
    const offset = this.now() - now
    let isChanged = false
    for (const [symbol, watch] of this.#bySymbol) {
      if (watch.hold !== null || watch.receivedAt === null) continue
      const isOld = !isStreamed(symbol) && now - watch.receivedAt > POLLED_AGE_MS
      const since = slept ?? (isOld ? watch.receivedAt : null)
      if (since === null) continue
      watch.hold = { why: 'offline', from: epochMs(since + offset) }
      isChanged = true
    }
    if (isChanged) this.#deps.onHold()
  }

  #offlineNow(symbol: Symbol): AlertHold | null {
    return this.#isOffline(symbol) ? { why: 'offline', from: this.now() } : null
  }

  #isOffline(symbol: Symbol): boolean {
    return isStreamed(symbol) && this.#deps.market.health.state !== 'live'
  }

  /** Returns the quote of a symbol where it is that of this moment. */
  #currentQuote(symbol: Symbol): Quote | null {
    const { market, clock } = this.#deps
    const prices = market.quotes.prices(symbol)
    if (prices === undefined) return null
    const isCurrent = prices.receivedAt === null || clock.now() - prices.receivedAt <= ARMING_AGE_MS
    return isCurrent ? (market.quotes.get(symbol) ?? null) : null
  }

  #dayOf(quote: Quote): ExchangeDay {
    const time = quote.time ?? this.now()
    const hour = Math.floor(time / HOUR_MS)
    if (hour !== this.#dayOfHour.hour) this.#dayOfHour = { hour, day: exchangeClock(time).day }
    return this.#dayOfHour.day
  }
}

/** Options are read in turns, because nothing streams them. */
const isStreamed = (symbol: Symbol): boolean => symbolClass(symbol) !== 'option'

function missing(
  records: Iterable<AlertRecord>,
  steps: readonly LevelStep[],
): readonly AlertRecord[] {
  const ids = new Set<AlertId>(steps.map(({ record }) => record.id))
  return [...records].filter(({ id }) => !ids.has(id))
}
