import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { parseOcc } from '../../../shared/domain/instruments/option.js'
import { productOf } from '../../../shared/domain/instruments/account-products.js'
import { tradingDay, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import {
  storedTradeDate,
  tradeDate,
  tradeDateEnd,
  type TradeDate,
} from '../../../shared/domain/market/trade-date.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import { MINUTE_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { TimerPort } from '../ports.js'
import type { SplitRatio } from '../market/facts/split-ratio.js'
import type { ContractFacts } from './contract-facts.js'
import type { ExchangeClock } from './exchange-clock.js'

const PULSE_MS = MINUTE_MS
/** The pause after facts that could not be read. */
const RETRY_MS = 5 * MINUTE_MS
/** Splits of days before are not looked for: an item that old is compared with present prices. */
const MAX_DAYS = 30

/** A trade date of an instrument, and whether its last session is over. */
interface TradePart {
  readonly date: TradeDate
  readonly isOver: boolean
}

/** An instrument that something waiting is about. */
export interface WatchedContract<Id extends string> {
  /** The alert or the waiting instruction. */
  readonly owner: Id
  readonly symbol: Symbol
  readonly assetClass: AssetClass
  /** The exchange's time since which the owner waits. */
  readonly armedAt: EpochMs
  /** True where the owner names prices or share counts of a stock, which a split changes. */
  readonly hasOldPrices: boolean
}

/** Why an instrument is not what it was. */
export type ContractEnd =
  | { readonly why: 'contract-expired'; readonly symbol: Symbol; readonly day: string }
  | {
      readonly why: 'split'
      readonly symbol: Symbol
      readonly day: string
      readonly ratio: SplitRatio
    }

export interface ContractWatchDeps<Id extends string> {
  readonly facts: ContractFacts
  readonly exchange: ExchangeClock
  readonly timers: TimerPort
  /** Returns the instruments of what waits now. */
  readonly active: () => readonly WatchedContract<Id>[]
  readonly end: (owner: Id, end: ContractEnd) => void
}

/**
 * Ends alerts and waiting instructions whose instrument is not what it was: the contract expired,
 * or a split changed what a share is, so that a level in old prices means something else.
 */
export class ContractWatch<Id extends string> {
  readonly #deps: ContractWatchDeps<Id>
  /** When each instrument of each owner was checked last. */
  readonly #checked = new Map<string, TradePart>()
  /** Until when facts that could not be read are not requested again. */
  readonly #pausedUntil = new Map<string, EpochMs>()
  readonly #queue = createSerialQueue()
  #stop: Disposer | null = null

  constructor(deps: ContractWatchDeps<Id>) {
    this.#deps = deps
  }

  start(): void {
    this.#stop = this.#deps.timers.every(PULSE_MS, () => this.check())
    this.check()
  }

  stop(): void {
    this.#stop?.()
    this.#stop = null
    this.#checked.clear()
    this.#pausedUntil.clear()
  }

  /** Checks what was not checked on this trade date, and again at its end. */
  check(): void {
    const active = this.#deps.active()
    this.#forgetEnded(active)
    const now = this.#deps.exchange.now()
    for (const contract of active) {
      const isPaused = now < (this.#pausedUntil.get(keyOf(contract)) ?? Number.NEGATIVE_INFINITY)
      if (!isPaused && !this.#isChecked(contract)) {
        void this.#queue.run(() => this.#checkOne(contract))
      }
    }
  }

  /**
   * Returns true where it is known that no split made the level reached. Otherwise reads it now,
   * before what waits for its check, and calls `passed` if the owner still waits.
   */
  mayPass(contracts: readonly WatchedContract<Id>[], passed: () => void): boolean {
    if (this.#stop === null || !this.#deps.exchange.isKnown) return true
    const open = contracts.filter(
      (contract) =>
        contract.hasOldPrices && !this.#isChecked(contract) && this.#daysSince(contract).length > 0,
    )
    const [first] = open
    if (first === undefined) return true
    void Promise.all(open.map((contract) => this.#checkOne(contract))).then(() => {
      const isActive = this.#deps.active().some(({ owner }) => owner === first.owner)
      if (isActive && this.#stop !== null) passed()
    })
    return false
  }

  #forgetEnded(active: readonly WatchedContract<Id>[]): void {
    const keys = new Set(active.map(keyOf))
    for (const key of [...this.#checked.keys()]) if (!keys.has(key)) this.#checked.delete(key)
    for (const key of [...this.#pausedUntil.keys()]) {
      if (!keys.has(key)) this.#pausedUntil.delete(key)
    }
  }

  /** Returns the part of the present trade date: until its last session ends, or after it. */
  #part(assetClass: AssetClass): TradePart {
    const product = productOf(assetClass)
    const now = this.#deps.exchange.now()
    const date = tradeDate(product, now)
    return { date, isOver: now >= tradeDateEnd(product, date) }
  }

  #isChecked(contract: WatchedContract<Id>): boolean {
    const checked = this.#checked.get(keyOf(contract))
    const { date, isOver } = this.#part(contract.assetClass)
    return checked?.date === date && checked.isOver === isOver
  }

  async #checkOne(contract: WatchedContract<Id>): Promise<void> {
    const { exchange, end } = this.#deps
    if (!exchange.isKnown || this.#isChecked(contract)) return
    const key = keyOf(contract)
    const part = this.#part(contract.assetClass)
    const ended = await this.#endOf(contract)
    if (this.#stop === null) return
    if (ended === 'unread') {
      this.#pausedUntil.set(key, (exchange.now() + RETRY_MS) as EpochMs)
      return
    }
    this.#checked.set(key, part)
    const isActive = this.#deps.active().some((active) => keyOf(active) === key)
    if (ended !== null && isActive) end(contract.owner, ended)
  }

  async #endOf(contract: WatchedContract<Id>): Promise<ContractEnd | 'unread' | null> {
    const { facts, exchange } = this.#deps
    const { symbol, assetClass, hasOldPrices } = contract
    const occ = assetClass === 'option' ? parseOcc(symbol) : null
    const last = occ?.expiration ?? (await facts.lastDay({ symbol, assetClass }))
    const ended = last === null ? null : tradeDateEnd(productOf(assetClass), storedTradeDate(last))
    if (last !== null && ended !== null && exchange.now() >= ended) {
      return { why: 'contract-expired', symbol, day: last }
    }
    if (!hasOldPrices) return null
    for (const day of this.#daysSince(contract)) {
      const ratio = await facts.split(symbol, day)
      if (ratio === 'unread') return 'unread'
      if (ratio !== null) return { why: 'split', symbol, day, ratio }
    }
    return null
  }

  /** Returns a stock's trade dates since the start or the last check, newest first. */
  #daysSince(contract: WatchedContract<Id>): readonly ExchangeDay[] {
    const armedOn = tradeDate('securities', this.#deps.exchange.corrected(contract.armedAt))
    const checkedOn = this.#checked.get(keyOf(contract))?.date ?? armedOn
    const from = checkedOn > armedOn ? checkedOn : armedOn
    const today: ExchangeDay = this.#part('stock').date
    const days: ExchangeDay[] = []
    for (let day = today; day > from && days.length < MAX_DAYS; day = tradingDay(day, -1)) {
      days.push(day)
    }
    return days
  }
}

const keyOf = <Id extends string>({
  owner,
  symbol,
}: Pick<WatchedContract<Id>, 'owner' | 'symbol'>) => `${owner} ${symbol}`
