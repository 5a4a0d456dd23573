import { isStreamed } from '../market/streamed.js'
import type { AlertGap, AlertTerms } from '../../../shared/domain/alerts/alert.schema.js'
import type { AlertId } from '../../../shared/domain/alerts/alert.js'
import {
  isQuoteCondition,
  QUOTE_FIGURES,
  quoteRulesOf,
  type QuoteFigure,
} from '../../../shared/domain/alerts/quote-kinds.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { TradeDate } from '../../../shared/domain/market/trade-date.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import { SECOND_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { Message } from '../../../shared/messages/message.js'
import type { MarketDataService } from '../market/market-data-service.js'
import type { ClockPort, TimerPort } from '../ports.js'
import { gapUntil, type AlertRecord } from './alert-record.js'
import {
  armedHold,
  gapSteps,
  type AlertHold,
  type AlertSink,
  type AlertSource,
} from './alert-source.js'
import type { ExchangeClock } from '../conditions/exchange-clock.js'
import { FigureGroups, type FigureRules } from './figure-groups.js'
import type { LevelStep } from './level-group.js'
import { FigureDay } from '../conditions/figure-day.js'

const PULSE_MS = 5 * SECOND_MS
/** A longer pause between two pulses was a sleep of the computer. */
const SLEPT_MS = 3 * PULSE_MS
/** Quotes that are read in turns are not current any more after this time. */
const POLLED_AGE_MS = 45 * SECOND_MS
/** At arming, an older quote is not the price of that moment. */
const ARMING_AGE_MS = 5 * SECOND_MS

const FIGURE_RULES: FigureRules<QuoteFigure, Quote> = {
  figureOf: ({ condition }) => {
    if (isQuoteCondition(condition)) return quoteRulesOf(condition).figure(condition)
    throw new Error('this alert is not about a figure of quotes')
  },
  read: (figure, quote) => QUOTE_FIGURES[figure].read(quote),
  isOfDay: (figure) => QUOTE_FIGURES[figure].isOfDay,
}

/** Returns the symbol whose quotes an alert needs. */
function symbolOf({ condition }: AlertRecord): Symbol {
  if ('instrument' in condition) return condition.instrument.symbol
  throw new Error('an alert about quotes has an instrument')
}

/** The active alerts about one symbol, and since when they are not evaluated. */
export interface QuoteAlerts {
  hold: AlertHold | null
  readonly isEmpty: boolean
  /** False while something that they need beside the quote is not known. */
  readonly isReady: boolean
  set(record: AlertRecord): void
  delete(id: AlertId): void
  records(): Iterable<AlertRecord>
  /** Returns the figure of a quote that an alert is about. */
  valueOf(record: AlertRecord, quote: Quote): Decimal | null
  /** Returns the alerts that a quote changed. */
  evaluate(quote: Quote, day: TradeDate): readonly LevelStep[]
}

export interface QuoteSourceDeps extends AlertSink {
  readonly market: Pick<
    MarketDataService,
    'quotes' | 'hold' | 'isInterrupted' | 'isOld' | 'onHealth'
  >
  readonly exchange: ExchangeClock
  readonly clock: ClockPort
  readonly timers: TimerPort
  /** Creates what compares the quotes of a symbol; by default with levels. */
  readonly createAlerts?: (symbol: Symbol) => QuoteAlerts
  /** A quote of alerts was received that are not ready. */
  readonly onNotReady?: (symbol: Symbol) => void
}

/** The alerts about one symbol, with its subscription. */
interface SymbolAlerts {
  readonly groups: QuoteAlerts
  /** Releases the subscription to the symbol's quotes. */
  readonly release: Disposer
  /** When the last quote was received; null before the first. */
  receivedAt: EpochMs | null
  readonly day: FigureDay
}

/**
 * Alerts about quotes. Keeps the quotes of alerted symbols subscribed and compares each of them
 * with the levels of its symbol.
 */
export class QuoteSource implements AlertSource {
  readonly #deps: QuoteSourceDeps
  readonly #bySymbol = new Map<Symbol, SymbolAlerts>()
  #stops: readonly Disposer[] = []
  #pulsedAt: EpochMs

  constructor(deps: QuoteSourceDeps) {
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

  check(terms: AlertTerms): Result<AlertTerms, Message> {
    return ok(terms)
  }

  holdOf(record: AlertRecord): AlertHold | null {
    const hold = this.#bySymbol.get(symbolOf(record))?.groups.hold ?? null
    return armedHold(hold, record, this.#deps.exchange)
  }

  add(record: AlertRecord, hold: AlertHold | null = null): AlertRecord {
    const symbol = symbolOf(record)
    const { groups, day } = this.#watch(symbol)
    groups.hold ??= hold ?? this.#offlineNow(symbol)
    groups.set(record)
    const quote = record.side === null ? this.#currentQuote(symbol) : null
    if (quote === null) return record
    const steps = groups.evaluate(quote, day.next(quote))
    return steps.find((step) => step.record.id === record.id)?.record ?? record
  }

  update(record: AlertRecord): void {
    this.#bySymbol.get(symbolOf(record))?.groups.set(record)
  }

  remove(record: AlertRecord): void {
    const symbol = symbolOf(record)
    const watch = this.#bySymbol.get(symbol)
    watch?.groups.delete(record.id)
    if (watch?.groups.isEmpty !== true) return
    watch.release()
    this.#bySymbol.delete(symbol)
  }

  stop(): void {
    for (const stop of this.#stops) stop()
    for (const watch of this.#bySymbol.values()) watch.release()
    this.#bySymbol.clear()
  }

  #watch(symbol: Symbol): SymbolAlerts {
    const known = this.#bySymbol.get(symbol)
    if (known !== undefined) return known
    const newWatch: SymbolAlerts = {
      groups: this.#deps.createAlerts?.(symbol) ?? new FigureGroups(FIGURE_RULES, null),
      release: this.#deps.market.hold([symbol]),
      receivedAt: null,
      day: new FigureDay(this.#deps.exchange),
    }
    this.#bySymbol.set(symbol, newWatch)
    return newWatch
  }

  #onQuote(quote: Quote): void {
    const watch = this.#bySymbol.get(quote.symbol)
    if (watch === undefined) return
    // A message with a book alone leaves the last price of before the connection.
    if (this.#deps.market.isOld(quote.symbol)) return
    watch.receivedAt = quote.receivedAt
    this.#compare(watch, quote, quote.time)
  }

  /**
   * Compares the last quote of a symbol again, because what it is compared with has changed.
   * @param changedAt when that was; null where only now more is known of it
   */
  compareAgain(symbol: Symbol, changedAt: EpochMs | null): void {
    const watch = this.#bySymbol.get(symbol)
    const quote = this.#deps.market.quotes.get(symbol)
    if (watch === undefined || quote === undefined) return
    if (watch.receivedAt === null && this.#currentQuote(symbol) === null) return
    // What was not evaluated goes on with the first quote afterwards.
    const isHeld = watch.groups.hold !== null
    if (isHeld && (this.#isOffline(symbol) || this.#currentQuote(symbol) === null)) return
    this.#compare(watch, quote, changedAt ?? quote.time)
  }

  #compare({ groups, day }: SymbolAlerts, quote: Quote, valueTime: EpochMs | null): void {
    const steps = groups.evaluate(quote, day.next(quote))
    if (steps.length === 0 && groups.hold === null) return
    const now = this.#deps.exchange.now(quote.time)
    const isHeld = groups.hold !== null
    const gap = this.#endHold(groups, quote, now)
    const changed = steps.map((step) => ({
      ...step,
      value: step.missed?.value ?? groups.valueOf(step.record, quote),
      valueTime: step.missed?.time ?? valueTime,
      gap,
    }))
    const isWaiting = isHeld && !groups.isReady
    const rest = isWaiting ? [] : gapSteps(groups.records(), changed, gap)
    if (changed.length > 0 || !isWaiting) this.#deps.onSteps([...changed, ...rest], now)
    if (isWaiting) this.#deps.onNotReady?.(quote.symbol)
  }

  /** Ends the hold of a symbol whose quotes are current again; returns the time without them. */
  #endHold(groups: QuoteAlerts, { symbol }: Quote, now: EpochMs): AlertGap | null {
    const { hold } = groups
    if (hold === null) return null
    if (!this.#isOffline(symbol) && groups.isReady) {
      groups.hold = null
      this.#deps.onHold()
    }
    return gapUntil(this.#deps.exchange.correctedHold(hold), now)
  }

  #onHealth(): void {
    let isChanged = false
    for (const [symbol, { groups }] of this.#bySymbol) {
      const hold = groups.hold ?? this.#offlineNow(symbol)
      isChanged ||= hold !== groups.hold
      groups.hold = hold
    }
    if (isChanged) this.#deps.onHold()
  }

  /** Finds quotes that are read in turns and were not, and a sleep of the computer. */
  #pulse(): void {
    const now = this.#deps.clock.now()
    const slept = now - this.#pulsedAt > SLEPT_MS ? this.#pulsedAt : null
    this.#pulsedAt = now
    let isChanged = false
    for (const [symbol, { groups, receivedAt }] of this.#bySymbol) {
      if (groups.hold !== null || receivedAt === null) continue
      const isOld = !isStreamed(symbol) && now - receivedAt > POLLED_AGE_MS
      const since = slept ?? (isOld ? receivedAt : null)
      if (since === null) continue
      groups.hold = { why: 'offline', from: this.#deps.exchange.toExchange(since) }
      isChanged = true
    }
    if (isChanged) this.#deps.onHold()
  }

  #offlineNow(symbol: Symbol): AlertHold | null {
    return this.#isOffline(symbol) ? { why: 'offline', from: this.#deps.exchange.now() } : null
  }

  #isOffline(symbol: Symbol): boolean {
    return this.#deps.market.isInterrupted(symbol)
  }

  /** Returns the quote of a symbol where it belongs to this moment. */
  #currentQuote(symbol: Symbol): Quote | null {
    const { market, clock } = this.#deps
    const prices = market.quotes.prices(symbol)
    if (prices === undefined) return null
    const isCurrent = prices.receivedAt === null || clock.now() - prices.receivedAt <= ARMING_AGE_MS
    return isCurrent ? (market.quotes.get(symbol) ?? null) : null
  }
}
