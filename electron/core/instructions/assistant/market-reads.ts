import type { Bar, BarSession, Timespan } from '../../../../shared/domain/market/bar.js'
import type { Depth, Quote } from '../../../../shared/domain/market/quote.js'
import { symbol as asSymbol, type Symbol } from '../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { Instrument } from '../../../../shared/domain/instruments/instrument.js'
import type { OptionChain } from '../../../../shared/domain/instruments/option-chain.js'
import {
  fieldRefusal,
  refuse,
  type AsyncResult,
  type Refusal,
} from '../../../../shared/domain/instructions/refusal.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { OrderPreview } from '../../../../shared/domain/orders/trade-outcome.js'
import type {
  ReferenceDataAnswer,
  ReferenceDataName,
  ReferenceDataParams,
} from '../../../../shared/domain/reference/reference-data.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { NewsSummary } from '../../../../shared/domain/reference/news.js'
import type { TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import { passGate } from '../queue/intake/intake-gate.js'
import {
  explainUnlisted,
  unknownExpiration,
  resolveSymbol,
  wrongProduct,
  type SymbolSources,
} from './symbol-lookup.js'

/** The maximum age of a quote for an assistant in ms. An older one is requested again. */
const QUOTE_AGE_MS = 5_000
const DEPTH_WAIT_MS = 3_000

/** Converts an error of the session to a refusal. */
export const toRefusal = <T>(answer: Result<T, AppError>): Result<T, Refusal> =>
  answer.ok
    ? answer
    : refuse(
        answer.error.code === 'session/not-ready' || answer.error.code === 'session/signed-out'
          ? 'not-ready'
          : 'unavailable',
        answer.error.message,
      )

/** A query of bars; `sessions` null when not given. */
export interface BarsQuery {
  readonly symbol: Symbol
  readonly timespan: Timespan
  readonly count: number
  readonly sessions: readonly BarSession[] | null
}

/**
 * Reads of the market for assistants. A symbol that the broker does not list is refused with the
 * one that was probably meant, never answered with nothing (CONFIRM-44).
 */
export class MarketReads {
  readonly #session: TradingSession
  readonly #timers: TimerPort
  readonly #sources: SymbolSources

  constructor(session: TradingSession, timers: TimerPort) {
    this.#session = session
    this.#timers = timers
    this.#sources = {
      describeInstrument: (symbol) => session.market.describeInstrument(symbol),
      searchInstruments: (text, limit) => session.market.searchInstruments(text, limit),
      products: { optionChain: (symbol) => session.market.products.optionChain(symbol) },
    }
  }

  async instruments(symbols: readonly Symbol[]): AsyncResult<readonly Instrument[]> {
    const listed = toRefusal(await this.#session.market.instruments(symbols))
    if (!listed.ok) return listed
    const known = new Map(listed.value.map((instrument) => [instrument.symbol, instrument]))
    const instruments: Instrument[] = []
    for (const given of symbols) {
      const instrument = known.get(given)
      const meant = instrument === undefined ? await this.#meantInstrument(given) : ok(instrument)
      if (!meant.ok) return meant
      instruments.push(meant.value)
    }
    return ok(instruments)
  }

  /** Returns the symbols as the broker lists them, of every product. */
  async listed(symbols: readonly Symbol[]): AsyncResult<readonly Symbol[]> {
    const found = await Promise.all(symbols.map((entry) => resolveSymbol(this.#sources, entry)))
    const unknown = found.find((entry) => !entry.ok)
    return unknown?.ok === false
      ? unknown
      : ok(found.flatMap((entry) => (entry.ok ? [entry.value] : [])))
  }

  /** Returns a listed instrument of any product. */
  async instrument(requestedSymbol: Symbol): AsyncResult<AnyInstrument> {
    const resolved = await resolveSymbol(this.#sources, requestedSymbol)
    if (!resolved.ok) return resolved
    const found = toRefusal(await this.#session.market.describeInstrument(resolved.value))
    if (!found.ok) return found
    return found.value === null
      ? refuse('not-found', message('refusals.symbolUnknown', { symbol: requestedSymbol }))
      : ok(found.value)
  }

  async quotes(
    symbols: readonly Symbol[],
    missing: 'refuse' | 'omit' = 'refuse',
  ): AsyncResult<readonly Quote[]> {
    if (missing === 'omit') return ok(await this.#knownQuotes(symbols))
    const quotes: Quote[] = []
    for (const quoted of await Promise.all(symbols.map((symbol) => this.#quote(symbol)))) {
      if (!quoted.ok) return quoted
      quotes.push(quoted.value)
    }
    return ok(quotes)
  }

  async depth(symbol: Symbol): AsyncResult<Depth> {
    const resolved = await resolveSymbol(this.#sources, symbol)
    if (!resolved.ok) return resolved
    const book = await this.#fetchDepth(resolved.value)
    return book === null
      ? refuse('unavailable', message('refusals.noOrderBook', { symbol: resolved.value }))
      : ok(book)
  }

  /** Returns the broker's written summary about stocks and funds. */
  async news(symbols: readonly Symbol[]): AsyncResult<NewsSummary> {
    const found = await this.instruments(symbols)
    if (!found.ok) return found
    return toRefusal(
      await this.#session.market.companies.news(found.value.map(({ symbol: listed }) => listed)),
    )
  }

  async bars({ symbol, timespan, count, sessions }: BarsQuery): AsyncResult<readonly Bar[]> {
    const resolved = await resolveSymbol(this.#sources, symbol)
    if (!resolved.ok) return resolved
    const answer = await this.#session.market.bars({
      symbol: resolved.value,
      timespan,
      before: null,
      count,
      ...(sessions === null ? {} : { sessions }),
    })
    return answer.ok ? ok(answer.value.bars) : toRefusal(answer)
  }

  /** Returns a chain with options; refuses a day on which none expires. `expiration` null: any. */
  async optionChain(symbol: Symbol, expiration: string | null): AsyncResult<OptionChain> {
    const resolved = await resolveSymbol(this.#sources, symbol)
    if (!resolved.ok) return resolved
    const root = resolved.value
    const chain = toRefusal(await this.#session.market.products.optionChain(root))
    if (!chain.ok) return chain
    const { expiries } = chain.value
    if (expiries.length === 0) {
      const reason = message('refusals.noOptions', { symbol: root })
      return err(fieldRefusal({ field: 'symbol', value: root, rule: 'no-options', reason }))
    }
    return expiration === null || expiries.some((expiry) => expiry.expiration === expiration)
      ? chain
      : err(unknownExpiration(root, expiries, expiration))
  }

  async referenceData(
    name: ReferenceDataName,
    params: ReferenceDataParams,
  ): AsyncResult<ReferenceDataAnswer> {
    const answer = await this.#session.market.referenceData(name, params)
    if (answer.ok) return answer
    const unknown = await this.#unknownSymbol(params['symbol'])
    if (unknown !== null) return err(unknown)
    // A refusal by the broker concerns the parameters of the query.
    return answer.error.code === 'provider/refused'
      ? refuse('invalid', answer.error.message)
      : toRefusal(answer)
  }

  /** Checks an order as if it were to be sent, then estimates it. */
  async preview(draft: OrderDraft): AsyncResult<OrderPreview> {
    const session = this.#session
    const checked = await passGate(
      session,
      { kind: 'place', draft },
      session.connection.view().accounts,
    )
    if (checked.refusal !== null) return err(await this.explain(checked.refusal, [draft]))
    const answer = checked.previews[0] ?? (await session.queries.preview(draft))
    // A refusal by the broker concerns the order; another call with it cannot succeed.
    return !answer.ok && answer.error.code === 'provider/refused'
      ? refuse('invalid', message('refusals.previewRefused', { reason: answer.error.message }))
      : toRefusal(answer)
  }

  /** Adds to the refusal of an unlisted order what was probably meant. */
  explain(refusal: Refusal, drafts: readonly OrderDraft[]): Promise<Refusal> {
    return explainUnlisted(this.#sources, refusal, drafts)
  }

  /** Returns a quote. Without one the symbol may be misspelled, unknown, or have no price. */
  async #quote(requestedSymbol: Symbol): AsyncResult<Quote> {
    const { queries } = this.#session
    const first = await queries.quote(requestedSymbol, QUOTE_AGE_MS)
    if (first !== null) return ok(first.quote)
    const resolved = await resolveSymbol(this.#sources, requestedSymbol)
    if (!resolved.ok) return resolved
    const second =
      resolved.value === requestedSymbol ? null : await queries.quote(resolved.value, QUOTE_AGE_MS)
    return second === null
      ? refuse('unavailable', message('refusals.noQuote', { symbol: resolved.value }))
      : ok(second.quote)
  }

  async #knownQuotes(symbols: readonly Symbol[]): Promise<readonly Quote[]> {
    const { queries } = this.#session
    const found = await Promise.all(symbols.map((symbol) => queries.quote(symbol, QUOTE_AGE_MS)))
    return found.flatMap((quoted) => (quoted === null ? [] : [quoted.quote]))
  }

  /** Returns the stock that an unlisted symbol means. */
  async #meantInstrument(given: Symbol): AsyncResult<Instrument> {
    const resolved = await resolveSymbol(this.#sources, given)
    if (!resolved.ok) return resolved
    const found = await this.#session.market.instruments([resolved.value])
    if (!found.ok) return toRefusal(found)
    return found.value[0] === undefined ? err(wrongProduct(given)) : ok(found.value[0])
  }

  /** Returns why a parameter of a refused query is no listed symbol; null when it is one. */
  async #unknownSymbol(given: ReferenceDataParams[string]): Promise<Refusal | null> {
    if (typeof given !== 'string' || given === '') return null
    const resolved = await resolveSymbol(this.#sources, asSymbol(given))
    return resolved.ok || resolved.error.detail === undefined ? null : resolved.error
  }

  /** Subscribes to the order book if necessary and waits for it; null when none arrives in time. */
  #fetchDepth(symbol: Symbol): Promise<Depth | null> {
    return new Promise((resolve) => {
      const live = this.#session.streams.depth(symbol)
      const end = (): void => {
        stopTimer()
        stop()
        resolve(live.get())
      }
      const stopTimer = this.#timers.after(DEPTH_WAIT_MS, end)
      const stop = live.subscribe(() => {
        if (live.get() !== null) end()
      })
    })
  }
}
