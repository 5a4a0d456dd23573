import { nullLogged } from '../../described-error.js'
import { underlyingSymbol } from '../../../../shared/domain/instruments/instrument-key.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Symbol, WaitingId } from '../../../../shared/domain/ids.js'
import type {
  HoldReason,
  WaitingInstruction,
  EvaluationGap,
} from '../../../../shared/domain/instructions/waiting-instruction.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { SECOND_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { LiveRows } from '../../live-values.js'
import { subjectOf } from '../requests/action.js'
import type { LevelState } from '../../conditions/level-state.schema.js'
import { ExchangeClock } from '../../conditions/exchange-clock.js'
import { FigureDay } from '../../conditions/figure-day.js'
import {
  evaluateOrder,
  evaluateQuote,
  evaluateTime,
  levelAtRequest,
  type Finding,
  type LevelCondition,
} from './wake-conditions.js'
import type { WaitingDeps } from './waiting-deps.js'
import type { WaitingRecords } from './waiting-log.js'

/** A quote older than this is requested again, and one twice as old is not evaluated. */
const QUOTE_AGE_MS = 15 * SECOND_MS
const STALE_MS = 2 * QUOTE_AGE_MS
/** The pause between two requests of the same quote. */
const REQUEST_EVERY_MS = 5 * SECOND_MS
/** Longer pauses between two evaluations were a sleep of the computer. */
const SLEPT_MS = 10 * SECOND_MS
/** Shorter interruptions are noise. */
const MIN_GAP_MS = 2 * SECOND_MS

/** Since when a condition is not evaluated, why at first, and why now. */
export interface Hold {
  readonly first: HoldReason
  readonly why: HoldReason
  readonly from: EpochMs
}

interface Handlers {
  readonly onQuote: (quote: Quote) => void
  readonly onGap: (id: WaitingId, gap: EvaluationGap) => void
  /** The figure of an instruction that goes on waiting is on another side, or of another day. */
  readonly onLevel: (id: WaitingId, level: LevelState) => void
}

interface Watched {
  readonly rows: LiveRows<Quote>
  readonly stop: Disposer
  readonly day: FigureDay
  requestedAt: number
}

type Deps = Pick<WaitingDeps, 'clock' | 'connections' | 'instructionService' | 'log' | 'session'>

/**
 * Observes what conditions are about: quotes, the exchange's clock and orders. Says when it cannot:
 * offline, with stale quotes, while locked or paused. Nothing is found then.
 */
export class ConditionWatch {
  readonly #deps: Deps
  readonly #handlers: Handlers
  readonly #watched = new Map<Symbol, Watched>()
  readonly #holds = new Map<WaitingId, Hold>()
  readonly #evaluated = new Map<WaitingId, EpochMs>()
  readonly #levels = new Map<WaitingId, LevelState>()
  readonly exchange: ExchangeClock
  #pulsedAt: EpochMs | null = null
  #disposed = false

  constructor(deps: Deps, handlers: Handlers) {
    this.#deps = deps
    this.#handlers = handlers
    const { session } = deps
    this.exchange = new ExchangeClock(
      {
        get offsetMs() {
          return session.connection.view().exchangeOffsetMs
        },
      },
      deps.clock,
    )
  }

  /** When the last round of evaluations was; null before the first. */
  get evaluatedAt(): EpochMs | null {
    return this.#pulsedAt
  }

  /** Holds what waited in the last run until its first evaluation. */
  resume(
    waiting: readonly WaitingInstruction[],
    { evaluatedAt, levels }: Pick<WaitingRecords, 'evaluatedAt' | 'levels'>,
  ): void {
    for (const { id, createdAt } of waiting) {
      const level = levels.get(id)
      if (level !== undefined) this.#levels.set(id, level)
      const from = evaluatedAt === null || evaluatedAt < createdAt ? createdAt : evaluatedAt
      this.#holds.set(id, { first: 'closed', why: 'starting', from })
    }
  }

  /** Watches the symbols of these, and no others. */
  follow(waiting: readonly WaitingInstruction[]): void {
    if (this.#disposed) return
    const needed = new Set(waiting.flatMap((entry) => symbolOf(entry)))
    for (const [symbol, { stop }] of [...this.#watched]) {
      if (needed.has(symbol)) continue
      stop()
      this.#watched.delete(symbol)
    }
    for (const symbol of needed) if (!this.#watched.has(symbol)) this.#watchSymbol(symbol)
    const ids = new Set(waiting.map(({ id }) => id))
    for (const id of [...this.#holds.keys()]) if (!ids.has(id)) this.#holds.delete(id)
    for (const id of [...this.#evaluated.keys()]) if (!ids.has(id)) this.#evaluated.delete(id)
    for (const id of [...this.#levels.keys()]) if (!ids.has(id)) this.#levels.delete(id)
  }

  /** Records the day of the figures by which a condition was accepted; a price has none. */
  begin({ id, condition }: WaitingInstruction, quote: Quote | null): void {
    if (condition.kind !== 'change' || quote === null) return
    const watched = this.#watched.get(condition.symbol)
    const day = (watched?.day ?? new FigureDay(this.exchange)).next(quote)
    this.#setLevel(id, levelAtRequest(condition, day))
  }

  /** Updates what is held and requests quotes that grow old. */
  pulse(waiting: readonly WaitingInstruction[]): void {
    const now = this.#deps.clock.now()
    const slept = this.#pulsedAt !== null && now - this.#pulsedAt > SLEPT_MS ? this.#pulsedAt : null
    this.#pulsedAt = now
    for (const entry of waiting) this.#updateHold(entry, now, slept)
    for (const [symbol, watched] of this.#watched) this.#requestIfOld(symbol, watched)
  }

  holdOf({ id, state }: WaitingInstruction): Hold | null {
    return state === 'waiting' ? (this.#holds.get(id) ?? null) : null
  }

  /** True once the exchange's time is known. Practice has a clock of its own. */
  isClockKnown(): boolean {
    const { session } = this.#deps
    return session.environment !== 'practice' || session.connection.view().exchangeOffsetMs !== null
  }

  findTime(waiting: WaitingInstruction): Finding {
    const { condition } = waiting
    return condition.kind !== 'time' || this.#reason(waiting) !== null
      ? null
      : evaluateTime(condition, this.#deps.session.queries.exchangeNow())
  }

  findQuote(waiting: WaitingInstruction): Finding {
    const { condition } = waiting
    if (condition.kind !== 'price' && condition.kind !== 'change') return null
    if (this.#reason(waiting) !== null) return null
    const quote = this.#quoteOf(condition.symbol)
    return quote === null ? null : this.#compare(waiting.id, condition, quote)
  }

  findOrder(waiting: WaitingInstruction): Finding {
    const { condition } = waiting
    if (condition.kind !== 'order' || this.#reason(waiting) !== null) return null
    const { accountId, clientOrderId } = condition
    const order = this.#deps.session.streams.orders
      .all()
      .find((row) => row.clientOrderId === clientOrderId && row.accountId === accountId)
    return evaluateOrder(condition, order)
  }

  /** Finds that the person's alert fired, while nothing holds the instruction back. */
  findAlert({ alerted, connectionId }: WaitingInstruction): Finding {
    if (alerted === undefined || this.#commonReason(connectionId) !== null) return null
    return { found: 'met', seen: message('waiting.alertFired') }
  }

  /** Stops watching. Returns until when conditions were evaluated. */
  dispose(): EpochMs | null {
    this.#disposed = true
    for (const { stop } of this.#watched.values()) stop()
    this.#watched.clear()
    return this.#pulsedAt
  }

  #watchSymbol(symbol: Symbol): void {
    const rows = this.#deps.session.streams.quotes([symbol])
    const day = new FigureDay(this.exchange)
    const stop = rows.subscribe((quotes) => {
      for (const quote of quotes) {
        day.next(quote)
        this.#handlers.onQuote(quote)
      }
    })
    this.#watched.set(symbol, { rows, stop, day, requestedAt: Number.NEGATIVE_INFINITY })
  }

  /**
   * Compares a figure with its level. A condition that is met keeps its state, so that what could
   * not be recorded is found again.
   */
  #compare(id: WaitingId, condition: LevelCondition, quote: Quote): Finding {
    const day = this.#watched.get(condition.symbol)?.day.next(quote) ?? null
    const before = this.#levels.get(id) ?? levelAtRequest(condition, day)
    const compared = evaluateQuote(condition, before, quote, day)
    if (compared === null) return null
    const { level, finding } = compared
    const isSame = level.side === before.side && level.day === before.day
    if (finding === null && !isSame) this.#setLevel(id, level)
    return finding
  }

  #setLevel(id: WaitingId, level: LevelState): void {
    this.#levels.set(id, level)
    this.#handlers.onLevel(id, level)
  }

  #quoteOf(symbol: Symbol): Quote | null {
    return (
      this.#watched
        .get(symbol)
        ?.rows.all()
        .find((quote) => quote.symbol === symbol) ?? null
    )
  }

  /** Returns why a condition cannot be evaluated now; null when it can. */
  #reason({ condition, connectionId }: WaitingInstruction): HoldReason | null {
    const common = this.#commonReason(connectionId)
    if (common !== null) return common
    if (condition.kind === 'order' || condition.kind === 'alert') return null
    if (!this.isClockKnown()) return 'starting'
    return condition.kind === 'time' ? null : this.#quoteReason(condition.symbol)
  }

  /** Returns why nothing of a connection may wake now, whatever it waits for. */
  #commonReason(connectionId: WaitingInstruction['connectionId']): HoldReason | null {
    const { connections, instructionService, session } = this.#deps
    const closed = instructionService.closedReason()
    if (closed !== null) return closed.code === 'locked' ? 'locked' : 'starting'
    if (connections.get(connectionId)?.state === 'paused') return 'paused'
    const { phase } = session.connection.view()
    if (phase === 'ready') return null
    return phase === 'starting' ? 'starting' : 'offline'
  }

  /**
   * A quote is current while the stream is live and it arrived since then, and not too long ago:
   * one from before an interruption proves nothing about now.
   */
  #quoteReason(symbol: Symbol): HoldReason | null {
    const { clock, session } = this.#deps
    const market = session.streams.health.get().channels.find(({ channel }) => channel === 'market')
    if (market?.state !== 'live') return 'offline'
    const quote = this.#quoteOf(symbol)
    if (quote === null || quote.receivedAt < market.since) return 'stale'
    if (clock.now() - quote.receivedAt > STALE_MS) return 'stale'
    return quote.session === 'closed' ? 'market-closed' : null
  }

  #updateHold(waiting: WaitingInstruction, now: EpochMs, slept: EpochMs | null): void {
    const { id } = waiting
    const why = this.#reason(waiting)
    const hold = this.#holds.get(id)
    if (why !== null) {
      const from = this.#evaluated.get(id) ?? now
      this.#holds.set(id, hold === undefined ? { first: why, why, from } : { ...hold, why })
      return
    }
    if (hold !== undefined) {
      this.#holds.delete(id)
      this.#report(id, { from: hold.from, to: now, why: hold.first })
    } else if (slept !== null) this.#report(id, { from: slept, to: now, why: 'asleep' })
    this.#evaluated.set(id, now)
  }

  #report(id: WaitingId, gap: EvaluationGap): void {
    // A closed market has no prices that could have been missed.
    if (gap.why === 'market-closed' || gap.to - gap.from < MIN_GAP_MS) return
    this.#handlers.onGap(id, gap)
  }

  /** Requests a quote that is not current; the answer arrives like one of the stream. */
  #requestIfOld(symbol: Symbol, watched: Watched): void {
    const { clock, log, session } = this.#deps
    if (session.connection.view().phase !== 'ready') return
    const market = session.streams.health.get().channels.find(({ channel }) => channel === 'market')
    const quote = this.#quoteOf(symbol)
    const isOld =
      quote === null ||
      clock.now() - quote.receivedAt > QUOTE_AGE_MS ||
      (market !== undefined && quote.receivedAt < market.since)
    if (!isOld || clock.monotonic() - watched.requestedAt < REQUEST_EVERY_MS) return
    watched.requestedAt = clock.monotonic()
    // Zero: one that is known must be read again.
    void session.queries.quote(symbol, 0).catch(nullLogged(log, 'waiting.quote-failed'))
  }
}

/** Returns the symbol whose quotes a condition needs; a time needs the clock of any stream. */
function symbolOf({ condition, actions }: WaitingInstruction): readonly Symbol[] {
  if (condition.kind === 'price' || condition.kind === 'change') return [condition.symbol]
  const [first] = actions
  return condition.kind === 'time' && first !== undefined
    ? [underlyingSymbol(subjectOf(first))]
    : []
}
