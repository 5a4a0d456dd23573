import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type {
  Auction,
  CompanyReads,
  CompanySection,
  CompanySectionName,
  Footprint,
  FootprintSpan,
  Imbalances,
} from '../../../../shared/domain/reference/fundamentals.js'
import type { CompanyQuery } from '../../../../shared/domain/reference/fundamentals.schema.js'
import type { NewsSummary } from '../../../../shared/domain/reference/news.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { ClockPort } from '../../ports.js'
import type { ProviderFailure } from '../../provider-failure.js'
import { readError } from '../../read-error.js'
import { ProductsCache } from '../products-cache.js'
import type { FactsPort } from './facts-port.js'

/** Sections of some tens of symbols, as somebody reads in a session. */
const MAX_SECTIONS = 400

/**
 * Reads facts about companies, funds and contracts. What was read is kept for some minutes, and
 * also that the broker has nothing.
 */
export class CompanyReader {
  readonly #port: () => Promise<FactsPort>
  readonly #cache: ProductsCache<FactsPort>
  readonly #forgotten = createEmitter<void>()

  constructor(port: () => Promise<FactsPort>, clock: ClockPort) {
    this.#port = port
    // A fund has no earnings today either: another chart of it does not have to request them.
    this.#cache = new ProductsCache(port, clock, { maxEntries: MAX_SECTIONS, storesAbsent: true })
  }

  /** Forgets what was read: the person has changed the exchange that it is about. */
  forget(): void {
    this.#cache.clear()
    this.#forgotten.emit()
  }

  /** Calls the listener whenever what was read was forgotten. */
  onForgotten(listener: () => void): Disposer {
    return this.#forgotten.add(listener)
  }

  /** Returns one section; null where the broker has nothing about the symbol. */
  section<K extends CompanySectionName>(
    symbol: Symbol,
    section: K,
    reports: CompanyQuery['reports'],
  ): Promise<Result<CompanyReads[K] | null, ProviderFailure>> {
    return this.#cache.fetch<CompanyReads[K] | null>(
      `${symbol} ${section} ${reports}`,
      null,
      (port) => port.company(symbol, section, reports),
    )
  }

  /** Returns one section for a window. */
  async read({
    symbol,
    section,
    reports,
  }: CompanyQuery): Promise<Result<CompanySection, AppError>> {
    const answer = await this.section(symbol, section, reports)
    return answer.ok
      ? ok({ section, value: answer.value } as CompanySection)
      : err(readError(answer.error))
  }

  /** Returns the newest intervals; it changes with every trade, so it is not kept. */
  async footprint(
    symbol: Symbol,
    span: FootprintSpan,
  ): Promise<Result<readonly Footprint[], AppError>> {
    const answer = await (await this.#port()).footprint(symbol, span)
    return answer.ok ? answer : err(readError(answer.error))
  }

  /** Returns the imbalance of an auction; it changes every few seconds, so it is not kept. */
  async imbalance(symbol: Symbol, auction: Auction): Promise<Result<Imbalances, AppError>> {
    const answer = await (await this.#port()).imbalance(symbol, auction)
    return answer.ok ? answer : err(readError(answer.error))
  }

  /** Returns a summary about these symbols of now. */
  async news(symbols: readonly Symbol[]): Promise<Result<NewsSummary, AppError>> {
    const answer = await (await this.#port()).news(symbols)
    return answer.ok ? answer : err(readError(answer.error))
  }
}
