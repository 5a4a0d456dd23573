import type { Bar, BarSession, Timespan } from '../../../../shared/domain/market/bar.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { Instrument, StockKind } from '../../../../shared/domain/instruments/instrument.js'
import type {
  ReferenceDataAnswer,
  ReferenceDataName,
  ReferenceDataParams,
} from '../../../../shared/domain/reference/reference-data.js'
import { err, ok } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { appError, type AppResult } from '../../../../shared/domain/app/app-error.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { BarPages } from '../../market/bars/bar-pages.js'
import type { CompanyReader } from '../../market/facts/company-reader.js'
import { searchInstruments, type Instruments } from '../../market/instruments.js'
import type { Listings } from '../../market/listings.js'
import type { ProductQueries } from './product-queries.js'
import type { ProviderPorts } from '../provider-ports.js'
import { readError } from '../../read-error.js'

/** A query for bars; `before` null: up to and including the running one. */
export interface BarQuery {
  readonly symbol: Symbol
  readonly timespan: Timespan
  readonly before: EpochMs | null
  readonly count: number
  readonly sessions?: readonly BarSession[]
}

export interface MarketQueriesDeps {
  readonly provider: Pick<ProviderPorts, 'market' | 'referenceData'>
  readonly market: { readonly pages: Pick<BarPages, 'newest'> }
  readonly instruments: Instruments
  readonly listings: Pick<Listings, 'instrument'>
  readonly companies: CompanyReader
  readonly products: ProductQueries
  /** Resolves once the session is signed in, or cannot be without the person. */
  readonly signedIn: () => Promise<void>
}

/** Reads what can be traded, its bars, and facts about it. */
export class MarketQueries {
  readonly #deps: MarketQueriesDeps
  /** Reads what can be traded besides stocks. */
  readonly products: ProductQueries
  /** Reads facts about companies, funds and contracts. */
  readonly companies: CompanyReader

  constructor(deps: MarketQueriesDeps) {
    this.#deps = deps
    this.products = deps.products
    this.companies = deps.companies
  }

  /** Returns every listed stock and ETF, or only one kind. */
  async stocks(kind: StockKind | null): AppResult<readonly Instrument[]> {
    await this.#deps.signedIn()
    const { instruments } = this.#deps
    const list = await (kind === null ? instruments.all() : instruments.ofKind(kind))
    return list.ok ? list : err(readError(list.error))
  }

  /** Searches instruments, best match first: symbol, symbol prefix, words of the name. */
  async searchInstruments(
    text: string,
    limit: number,
    kind?: StockKind,
  ): AppResult<readonly Instrument[]> {
    const { instruments } = this.#deps
    const list = await (kind === undefined ? instruments.all() : instruments.ofKind(kind))
    return list.ok ? ok(searchInstruments(list.value, text, limit)) : err(readError(list.error))
  }

  /** Returns the known instruments; unknown symbols are omitted. */
  async instruments(symbols: readonly Symbol[]): AppResult<readonly Instrument[]> {
    const { instruments } = this.#deps
    const list = await instruments.all()
    if (!list.ok) return err(readError(list.error))
    return ok(
      symbols
        .map((symbol) => instruments.known(symbol))
        .filter((instrument) => instrument !== undefined),
    )
  }

  /** Returns the instrument of any product; null when the broker does not list the symbol. */
  async describeInstrument(symbol: Symbol): AppResult<AnyInstrument | null> {
    await this.#deps.signedIn()
    const listed = await this.#deps.listings.instrument(symbol)
    return listed.ok ? listed : err(readError(listed.error))
  }

  /**
   * Returns bars before `before` (null: up to and including the running one), oldest first. The
   * newest ones of a chart that is open already are not requested again: see {@link BarPages}.
   */
  async bars(
    query: BarQuery,
  ): AppResult<{ readonly bars: readonly Bar[]; readonly more: boolean }> {
    const { before, count, sessions } = query
    // A window requests its chart while the session still signs in.
    await this.#deps.signedIn()
    const { provider, market } = this.#deps
    const answer =
      before === null && sessions === undefined
        ? await market.pages.newest(query)
        : await provider.market.bars({ ...query, includeRunning: before === null })
    if (!answer.ok) return err(readError(answer.error))
    const bars = before === null ? answer.value : answer.value.filter((bar) => bar.time < before)
    return ok({ bars: bars.slice(-count), more: answer.value.length >= count })
  }

  /** Queries reference data, which is not cached. */
  async referenceData(
    name: ReferenceDataName,
    params: ReferenceDataParams,
  ): AppResult<ReferenceDataAnswer> {
    const port = await this.#deps.provider.referenceData?.()
    if (port === undefined) {
      return err(
        appError('provider/unavailable', message('session.notOffered'), { class: 'local' }),
      )
    }
    const answer = await port.query(name, params)
    return answer.ok ? answer : err(readError(answer.error))
  }
}
