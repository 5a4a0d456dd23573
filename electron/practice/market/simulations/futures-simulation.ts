import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { futuresDate } from '../../../../shared/domain/market/product-hours.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { FuturesInstrument } from '../../model/instrument.js'
import type { PriceUnits } from '../../model/units.js'
import type { Calendar } from '../calendar/calendar.js'
import { createDailyBars } from '../bars/daily-bars.js'
import { hash3, hashText, normal } from '../math/random.js'
import { NATURAL_RATES } from '../tapes/rate-schedule.js'
import type { Roots } from './root-paths.js'
import { SessionState } from '../states/session-state.js'
import { createSymbolTape, type SymbolTape } from '../tapes/symbol-tape.js'
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
import { createMainTape } from './futures-main-tape.js'
import { interestShare, seasonOf, volumeShare } from '../futures/month-shares.js'
import { FUTURES_PRODUCTS, type FuturesProduct } from '../futures/products.js'
import type { FuturesSettlementFigures } from '../futures/settlement-figures.js'

/** The simulated futures market. Nothing is generated before it is requested. */
export interface FuturesSimulation {
  state(symbol: string, now: EpochMs): SessionState | undefined
  instrument(symbol: string, now: EpochMs): FuturesInstrument | undefined
  /**
   * Resolves a continuous symbol such as "ESmain" to the current main contract; other symbols
   * resolve to themselves.
   */
  resolve(symbol: string, now: EpochMs): string
  contract(symbol: string, now: EpochMs): Contract | undefined
  settlementFigures(symbol: string, now: EpochMs): FuturesSettlementFigures | undefined
  /** Returns the final settlement price of an expired contract; null before expiry. */
  settlement(symbol: string, now: EpochMs): PriceUnits | null
}

const RANK = 1_000
const POSITIONS = 100_000

interface ContractEntry {
  readonly contract: Contract
  readonly path: PricePath
  readonly tape: SymbolTape
  readonly state: SessionState
}

export function createFuturesSimulation(
  seed: string,
  calendar: Calendar,
  roots: Roots,
): FuturesSimulation {
  const contracts = new Map<Contract, ContractEntry>()
  const mains = new Map<FuturesProduct, SessionState>()
  const mainAt = new Map<string, number>()
  const settlements = new Map<string, PriceUnits>()
  const lists = new Map<FuturesProduct, { readonly until: EpochMs; readonly last: number }>()
  const instruments = new Map<string, FuturesInstrument>()

  /** Returns the position of the main contract on a calendar day. */
  const mainOn = (product: FuturesProduct, index: number): number => {
    const key = `${product.code} ${index}`
    const known = mainAt.get(key)
    if (known !== undefined) return known
    const position = mainPosition(product, calendar.day(index).date)
    mainAt.set(key, position)
    return position
  }
  const rootOf = (product: FuturesProduct) => {
    const full = FUTURES_PRODUCTS.find(({ code }) => code === product.root) ?? product
    return roots.root(`future ${full.code}`, calendar, futuresSecurity(full, null), full)
  }
  const make = (contract: Contract): ContractEntry => {
    const known = contracts.get(contract)
    if (known) return known
    const { product } = contract
    const security = futuresSecurity(product, contract)
    const key = hashText(`${seed}:${product.code}:${contract.position}`)
    const path = createProductPath(
      key,
      calendar,
      rootOf(product),
      {
        carry: product.carry,
        season: seasonOf(product, contract.month),
        expiresAt: contract.expiresAt,
      },
      {
        regime: roots.regime,
        share: (index) => volumeShare(product, contract.position - mainOn(product, index)),
      },
    )
    const tape = createSymbolTape(security, calendar, path, NATURAL_RATES)
    const state = new SessionState(
      tape,
      createDailyBars(tape, calendar),
      calendar,
      NATURAL_RATES,
      RANK + productIndex(product) * POSITIONS + contract.position,
    )
    const entry = { contract, path, tape, state }
    contracts.set(contract, entry)
    // A future's daily change is relative to the previous settlement.
    state.referenceOf = (index) => settled(entry, index - 1)
    return entry
  }
  /**
   * Returns the settlement price of a contract on a trade date: the middle price of the settlement
   * minute, on its grid.
   */
  const settled = ({ contract, path, tape }: ContractEntry, index: number): PriceUnits => {
    const key = `${contract.symbol} ${contract.year} ${index}`
    const known = settlements.get(key)
    if (known !== undefined) return known
    const { date, segments } = calendar.day(index)
    const { start, minutes } = segments.regular
    const settledAt = Math.min(
      exchangeInstant(date, contract.product.settlesMinute),
      contract.expiresAt,
    )
    const levels = new Float64Array(minutes + 1)
    path.fill(index, 'regular', path.frame(index), levels)
    const price = tape.security.grid.snap(
      Math.exp(levels[Math.max(0, (settledAt - start) / MINUTE_MS)] ?? 0),
    )
    settlements.set(key, price)
    return price
  }
  /**
   * Returns the position of the last listed contract; cached until the first listed one expires.
   */
  const lastListed = (product: FuturesProduct, now: EpochMs): number => {
    const known = lists.get(product)
    if (known !== undefined && now < known.until) return known.last
    const contractsNow = listedContracts(product, futuresDate(now), now)
    const made = {
      until: contractsNow[0]?.expiresAt ?? now,
      last: contractsNow.at(-1)?.position ?? 0,
    }
    lists.set(product, made)
    return made.last
  }
  const mainState = (product: FuturesProduct): SessionState => {
    const known = mains.get(product)
    if (known) return known
    const entryAt = (index: number): ContractEntry =>
      make(contractAt(product, mainOn(product, index)))
    const security = { ...futuresSecurity(product, null), symbol: mainSymbol(product) }
    const tape = createMainTape(security, hashText(`${seed}:${product.code}:main`), entryAt)
    const state = new SessionState(
      tape,
      createDailyBars(tape, calendar),
      calendar,
      NATURAL_RATES,
      RANK + productIndex(product) * POSITIONS,
    )
    mains.set(product, state)
    return state
  }
  const contract = (symbol: string, now: EpochMs): Contract | undefined => {
    const product = productOfMain(symbol)
    if (product !== undefined) return contractAt(product, mainOn(product, calendar.indexAt(now)))
    const found = contractOf(symbol, futuresDate(now))
    // Contract months too far ahead are not listed yet.
    return found !== undefined && found.position <= lastListed(found.product, now)
      ? found
      : undefined
  }
  /** Returns the newest day whose settlement is past and that the contract reached. */
  const settledIndex = ({ contract: contractOfEntry }: ContractEntry, now: EpochMs): number => {
    const until = Math.min(now, contractOfEntry.expiresAt)
    const index = calendar.indexAt(epochMs(until))
    return until >=
      Math.min(
        exchangeInstant(calendar.day(index).date, contractOfEntry.product.settlesMinute),
        contractOfEntry.expiresAt,
      )
      ? index
      : index - 1
  }

  return {
    contract,
    resolve: (symbol, now) =>
      productOfMain(symbol) === undefined ? symbol : (contract(symbol, now)?.symbol ?? symbol),
    state: (symbol, now) => {
      const product = productOfMain(symbol)
      if (product !== undefined) return mainState(product)
      const found = contract(symbol, now)
      return found && make(found).state
    },
    instrument: (symbol, now) => {
      const found = contract(symbol, now)
      if (found === undefined) return undefined
      const key = `${symbol} ${found.contractMonth} ${now >= found.expiresAt ? 'ended' : ''}`
      const known = instruments.get(key)
      if (known !== undefined) return known
      const made = futuresInstrument(found, productOfMain(symbol) !== undefined, now)
      instruments.set(key, made)
      return made
    },
    settlementFigures: (symbol, now) => {
      const found = contract(symbol, now)
      if (found === undefined) return undefined
      const entry = make(found)
      const index = settledIndex(entry, now)
      const { product } = found
      const share = interestShare(product, found.position - mainOn(product, index))
      // A slow wave plus daily noise.
      const serial = calendar.serial(index)
      const wave = Math.exp(
        0.05 * Math.sin(serial / 17) + 0.015 * normal(hash3(entry.path.key, 80, serial)),
      )
      return {
        openInterest: Math.round(product.interest * share * wave),
        settledOn: calendar.day(index).date,
        settlePrice: settled(entry, index),
      }
    },
    settlement: (symbol, now) => {
      const found = productOfMain(symbol) === undefined ? contract(symbol, now) : undefined
      if (found === undefined || now < found.expiresAt) return null
      return settled(make(found), calendar.indexAt(epochMs(found.expiresAt - 1)))
    },
  }
}
