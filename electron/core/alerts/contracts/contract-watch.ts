import type { AlertEnd, AlertInstrument } from '../../../../shared/domain/alerts/alert.schema.js'
import type { AlertId } from '../../../../shared/domain/alerts/alert.js'
import { isTimeAlert } from '../../../../shared/domain/alerts/drawing-alert.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { parseOcc } from '../../../../shared/domain/instruments/option.js'
import { productOf } from '../../../../shared/domain/instruments/account-products.js'
import { tradingDay, type ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import {
  storedTradeDate,
  tradeDate,
  tradeDateEnd,
  type TradeDate,
} from '../../../../shared/domain/market/trade-date.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { ReadSplit } from '../../market/facts/split-ratio.js'
import type { TimerPort } from '../../ports.js'
import type { AlertRecord } from '../alert-record.js'
import type { ExchangeClock } from '../../conditions/exchange-clock.js'

const PULSE_MS = MINUTE_MS
/** Splits of days before are not looked for: an alert that old is compared with present prices. */
const MAX_DAYS = 30

/** A trade date of an instrument, and whether its last session is over. */
interface TradePart {
  readonly date: TradeDate
  readonly isOver: boolean
}

/** What the broker knows of the instruments of alerts. */
export interface ContractFacts {
  readonly split: ReadSplit
  /** Returns the last day on which a contract trades; null for none, and while it is not known. */
  readonly lastDay: (instrument: AlertInstrument) => Promise<string | null>
}

export interface ContractWatchDeps {
  readonly facts: ContractFacts
  readonly exchange: ExchangeClock
  readonly timers: TimerPort
  /** Returns the active alerts. */
  readonly active: () => readonly AlertRecord[]
  readonly end: (id: AlertId, end: AlertEnd) => void
}

/**
 * Ends alerts whose instrument is not what it was: the contract expired, or a split changed what a
 * share is, so that a level in old prices means something else.
 */
export class ContractWatch {
  readonly #deps: ContractWatchDeps
  /** When each alert was checked last. */
  readonly #checked = new Map<AlertId, TradePart>()
  readonly #queue = createSerialQueue()
  #stop: Disposer | null = null

  constructor(deps: ContractWatchDeps) {
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
  }

  /** Checks the alerts that were not checked on this trade date, and again at its end. */
  check(): void {
    for (const record of this.#deps.active()) {
      if (!this.#isChecked(record)) void this.#queue.run(() => this.#checkOne(record))
    }
  }

  /**
   * Returns true where it is known that no split made the level reached. Otherwise reads it now,
   * before the alerts that wait for their check, and passes the alert on if it is still active.
   */
  mayFire(record: AlertRecord, fireAgain: (record: AlertRecord) => void): boolean {
    const isOpen = this.#stop !== null && this.#deps.exchange.isKnown && !this.#isChecked(record)
    if (!isOpen || !isOfOldPrices(record) || this.#daysSince(record).length === 0) return true
    void this.#checkOne(record).then(() => {
      const active = this.#deps.active().find(({ id }) => id === record.id)
      if (active !== undefined && this.#stop !== null) fireAgain(active)
    })
    return false
  }

  /** Returns the part of the present trade date: until its last session ends, or after it. */
  #part(assetClass: AssetClass): TradePart {
    const product = productOf(assetClass)
    const now = this.#deps.exchange.now()
    const date = tradeDate(product, now)
    return { date, isOver: now >= tradeDateEnd(product, date) }
  }

  #isChecked({ id, condition }: AlertRecord): boolean {
    if (!('instrument' in condition)) return true
    const checked = this.#checked.get(id)
    const { date, isOver } = this.#part(condition.instrument.assetClass)
    return checked?.date === date && checked.isOver === isOver
  }

  async #checkOne(record: AlertRecord): Promise<void> {
    const { exchange, end } = this.#deps
    const { condition } = record
    if (!exchange.isKnown || !('instrument' in condition) || this.#isChecked(record)) return
    const part = this.#part(condition.instrument.assetClass)
    const found = await this.#endOf(record, condition.instrument)
    if (this.#stop === null) return
    this.#checked.set(record.id, part)
    const isActive = this.#deps.active().some(({ id }) => id === record.id)
    if (found !== null && isActive) end(record.id, found)
  }

  async #endOf(record: AlertRecord, instrument: AlertInstrument): Promise<AlertEnd | null> {
    const { facts, exchange } = this.#deps
    const { assetClass } = instrument
    const occ = assetClass === 'option' ? parseOcc(instrument.symbol) : null
    const last = occ?.expiration ?? (await facts.lastDay(instrument))
    const ended = last === null ? null : tradeDateEnd(productOf(assetClass), storedTradeDate(last))
    if (last !== null && ended !== null && exchange.now() >= ended) {
      return { why: 'contract-expired', by: null, day: last }
    }
    if (!isOfOldPrices(record)) return null
    for (const day of this.#daysSince(record)) {
      const ratio = await facts.split(instrument.symbol, day)
      if (ratio !== null) return { why: 'split', by: null, day, ratio }
    }
    return null
  }

  /**
   * Returns the trade dates after the one on which an alert on a stock was armed or checked, newest
   * first.
   */
  #daysSince({ id, armedAt }: AlertRecord): readonly ExchangeDay[] {
    const armedOn = tradeDate('securities', this.#deps.exchange.corrected(armedAt))
    const checkedOn = this.#checked.get(id)?.date ?? armedOn
    const from = checkedOn > armedOn ? checkedOn : armedOn
    const today: ExchangeDay = this.#part('stock').date
    const days: ExchangeDay[] = []
    for (let day = today; day > from && days.length < MAX_DAYS; day = tradingDay(day, -1)) {
      days.push(day)
    }
    return days
  }
}

/** True for an alert on prices of a stock, which a split changes; ratios and times stay. */
function isOfOldPrices({ condition }: AlertRecord): boolean {
  if (!('instrument' in condition) || condition.instrument.assetClass !== 'stock') return false
  switch (condition.kind) {
    case 'price':
    case 'volume':
      return true
    case 'change':
      return false
    case 'indicator':
      return condition.comparison === 'level'
    case 'drawing':
      return !isTimeAlert(condition)
  }
}
