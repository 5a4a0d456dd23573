import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { isGlobexTradeDay } from '../../../../shared/domain/market/calendars/globex.js'
import { futuresDate } from '../../../../shared/domain/market/product-hours.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { FuturesInstrument } from '../../model/instrument.js'
import type { PriceUnits } from '../../model/units.js'
import type { Calendar } from '../calendar/calendar.js'
import { createDailyBars } from '../bars/daily-bars.js'
import { hash3, hashText, normal } from '../math/random.js'
import { NATURAL_RATES } from '../tapes/rate-schedule.js'
import type { Root } from '../paths/root-path.js'
import type { Roots } from './root-paths.js'
import { SessionState } from '../states/session-state.js'
import { SecurityTape, type SymbolTape } from '../tapes/symbol-tape.js'
import type { PricePath } from '../tapes/price-path.js'
import { createProductPath } from '../paths/product-path.js'
import {
  contractAt,
  contractOf,
  listedContracts,
  mainPosition,
  mainSymbol,
  productIndex,
  productOfMain,
  type Contract,
} from '../futures/contracts.js'
import { futuresInstrument, futuresSecurity } from './futures-security.js'
import { interestShare, seasonOf, volumeShare } from '../futures/month-shares.js'
import { FUTURES_PRODUCTS } from '../futures/products.js'
import type { FuturesProduct } from '../futures/product-terms.js'
import type { FuturesSettlementFigures } from '../futures/settlement-figures.js'
import type { Security } from '../securities/security.js'
import { ONE_BASIS } from '../tapes/share-basis.js'

const RANK = 1_000
const POSITIONS = 100_000

interface ContractEntry {
  readonly contract: Contract
  readonly path: PricePath
  readonly tape: SymbolTape
  readonly state: SessionState
}

/** The futures market of one seed; contracts, prices and instruments are cached. */
export class FuturesSimulation {
  readonly #seed: string
  readonly #calendar: Calendar
  readonly #roots: Roots
  readonly #contracts = new Map<Contract, ContractEntry>()
  readonly #mains = new Map<FuturesProduct, SessionState>()
  readonly #mainAt = new Map<string, number>()
  readonly #settlements = new Map<string, PriceUnits>()
  readonly #lists = new Map<FuturesProduct, { readonly until: EpochMs; readonly last: number }>()
  readonly #instruments = new Map<string, FuturesInstrument>()

  /** Creates the futures market of a seed. */
  constructor(seed: string, calendar: Calendar, roots: Roots) {
    this.#seed = seed
    this.#calendar = calendar
    this.#roots = roots
  }

  state(symbol: string, now: EpochMs): SessionState | undefined {
    const product = productOfMain(symbol)
    if (product !== undefined) return this.#mainState(product)
    const found = this.contract(symbol, now)
    return found && this.#entryOf(found).state
  }

  instrument(symbol: string, now: EpochMs): FuturesInstrument | undefined {
    const found = this.contract(symbol, now)
    if (found === undefined) return undefined
    const key = `${symbol} ${found.contractMonth} ${now >= found.expiresAt ? 'ended' : ''}`
    const known = this.#instruments.get(key)
    if (known !== undefined) return known
    const made = futuresInstrument(found, productOfMain(symbol) !== undefined, now)
    this.#instruments.set(key, made)
    return made
  }

  /**
   * Resolves a continuous symbol such as "ESmain" to the current main contract; other symbols
   * resolve to themselves.
   */
  resolve(symbol: string, now: EpochMs): string {
    return productOfMain(symbol) === undefined
      ? symbol
      : (this.contract(symbol, now)?.symbol ?? symbol)
  }

  contract(symbol: string, now: EpochMs): Contract | undefined {
    const product = productOfMain(symbol)
    if (product !== undefined) {
      return contractAt(product, this.#mainOn(product, this.#calendar.indexAt(now)))
    }
    const found = contractOf(symbol, futuresDate(now))
    // Contract months too far ahead are not listed yet.
    return found !== undefined && found.position <= this.#lastListed(found.product, now)
      ? found
      : undefined
  }

  settlementFigures(symbol: string, now: EpochMs): FuturesSettlementFigures | undefined {
    const found = this.contract(symbol, now)
    if (found === undefined) return undefined
    const entry = this.#entryOf(found)
    const index = this.#settledIndex(found, now)
    const { product } = found
    const share = interestShare(product, found.position - this.#mainOn(product, index))
    // A slow wave plus daily noise.
    const serial = this.#calendar.serial(index)
    const wave = Math.exp(
      0.05 * Math.sin(serial / 17) + 0.015 * normal(hash3(entry.path.key, 80, serial)),
    )
    return {
      openInterest: Math.round(product.interest * share * wave),
      settledOn: this.#calendar.day(index).date,
      settlePrice: this.#settled(entry, index),
    }
  }

  /** Returns the final settlement price of an expired contract; null before expiry. */
  settlement(symbol: string, now: EpochMs): PriceUnits | null {
    const found = productOfMain(symbol) === undefined ? this.contract(symbol, now) : undefined
    if (found === undefined || now < found.expiresAt) return null
    const lastDay = this.#calendar.indexAt(epochMs(found.expiresAt - 1))
    return this.#settled(this.#entryOf(found), lastDay)
  }

  /** Draws what is still to come again, because a product's path has changed. */
  redraw(): void {
    for (const { tape } of this.#contracts.values()) tape.redraw()
  }

  /** Returns the position of the main contract on a calendar day. */
  #mainOn(product: FuturesProduct, index: number): number {
    const key = `${product.code} ${index}`
    const known = this.#mainAt.get(key)
    if (known !== undefined) return known
    const position = mainPosition(product, this.#calendar.day(index).date)
    this.#mainAt.set(key, position)
    return position
  }

  #mainState(product: FuturesProduct): SessionState {
    const known = this.#mains.get(product)
    if (known) return known
    const security = { ...futuresSecurity(product, null), symbol: mainSymbol(product) }
    const tape = createMainTape(security, hashText(`${this.#seed}:${product.code}:main`), (index) =>
      this.#entryOf(contractAt(product, this.#mainOn(product, index))),
    )
    const state = this.#stateOf(tape, RANK + productIndex(product) * POSITIONS)
    this.#mains.set(product, state)
    return state
  }

  #entryOf(contract: Contract): ContractEntry {
    const known = this.#contracts.get(contract)
    if (known) return known
    const { product, position } = contract
    const path = this.#pathOf(contract)
    const tape = new SecurityTape({
      security: futuresSecurity(product, contract),
      calendar: this.#calendar,
      paths: path,
      rates: NATURAL_RATES,
    })
    const state = this.#stateOf(tape, RANK + productIndex(product) * POSITIONS + position)
    const entry = { contract, path, tape, state }
    this.#contracts.set(contract, entry)
    // A future's daily change is relative to the previous settlement.
    state.referenceOf = (index) => this.#settled(entry, index - 1)
    return entry
  }

  #stateOf(tape: SymbolTape, rank: number): SessionState {
    const calendar = this.#calendar
    const daily = createDailyBars(tape, calendar)
    return new SessionState({ tape, daily, calendar, rates: NATURAL_RATES, rank })
  }

  #pathOf({ product, month, position, expiresAt }: Contract): PricePath {
    return createProductPath(hashText(`${this.#seed}:${product.code}:${position}`), {
      calendar: this.#calendar,
      root: this.#rootOf(product),
      term: { carry: product.carry, season: seasonOf(product, month), expiresAt },
      liveliness: {
        regime: this.#roots.regime,
        share: (index) => volumeShare(product, position - this.#mainOn(product, index)),
      },
    })
  }

  #rootOf(product: FuturesProduct): Root {
    const full = FUTURES_PRODUCTS.find(({ code }) => code === product.root) ?? product
    const security = futuresSecurity(full, null)
    return this.#roots.root(`future ${full.code}`, this.#calendar, security, full)
  }

  /**
   * Returns the settlement price of a contract on a trade date: the middle price of the settlement
   * minute, on its grid.
   */
  #settled({ contract, path, tape }: ContractEntry, index: number): PriceUnits {
    const key = `${contract.symbol} ${contract.year} ${index}`
    const known = this.#settlements.get(key)
    if (known !== undefined) return known
    const { start, minutes } = this.#calendar.day(index).segments.regular
    const levels = new Float64Array(minutes + 1)
    path.fill(index, 'regular', path.frame(index), levels)
    const minute = Math.max(0, (this.#settlesAt(contract, index) - start) / MINUTE_MS)
    const price = tape.security.grid.snap(Math.exp(levels[minute] ?? 0))
    this.#settlements.set(key, price)
    return price
  }

  #settlesAt({ product, expiresAt }: Contract, index: number): number {
    const { date, segments } = this.#calendar.day(index)
    const settles = exchangeInstant(date, product.settlesMinute)
    return Math.min(settles, segments.regular.end, expiresAt)
  }

  /**
   * Returns the newest trade date whose settlement is past and that the contract reached; the
   * sessions of holidays have none.
   */
  #settledIndex(contract: Contract, now: EpochMs): number {
    const until = Math.min(now, contract.expiresAt)
    let index = this.#calendar.indexAt(epochMs(until))
    if (until < this.#settlesAt(contract, index)) index -= 1
    while (index > 0 && !isGlobexTradeDay(this.#calendar.day(index).date)) index -= 1
    return index
  }

  /**
   * Returns the position of the last listed contract; cached until the first listed one expires.
   */
  #lastListed(product: FuturesProduct, now: EpochMs): number {
    const known = this.#lists.get(product)
    if (known !== undefined && now < known.until) return known.last
    const listed = listedContracts(product, futuresDate(now), now)
    const made = { until: listed[0]?.expiresAt ?? now, last: listed.at(-1)?.position ?? 0 }
    this.#lists.set(product, made)
    return made.last
  }
}

/**
 * Creates the tape of a product's continuous symbol: each day it is the tape of that day's main
 * contract, unadjusted.
 */
function createMainTape(
  security: Security,
  key: number,
  entryAt: (index: number) => { readonly tape: SymbolTape; readonly path: PricePath },
): SymbolTape {
  const tape = (index: number): SymbolTape => entryAt(index).tape
  return {
    security,
    basis: ONE_BASIS,
    series: null,
    paths: {
      key,
      frame: (index) => entryAt(index).path.frame(index),
      fill: (index, kind, frame, levels) => entryAt(index).path.fill(index, kind, frame, levels),
    },
    plan: (index, kind) => tape(index).plan(index, kind),
    scan: (index, kind) => tape(index).scan(index, kind),
    reach: (index, kind) => tape(index).reach(index, kind),
    stepsAt: () => null,
    visit: (plan, minute, upTo, visitor) => tape(plan.day.index).visit(plan, minute, upTo, visitor),
    touch: (plan, minute, upTo) => tape(plan.day.index).touch(plan, minute, upTo),
    minuteBar: (plan, minute, upTo) => tape(plan.day.index).minuteBar(plan, minute, upTo),
    // Customers trade the contract itself.
    record: () => undefined,
    // It has no plans of its own.
    redraw: () => undefined,
  }
}
