import type { Account, Position } from '../../../../shared/domain/account/account.js'
import type { RealizedDay } from '../../../../shared/domain/account/realized-day.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { isZero, sub, type Decimal } from '../../../../shared/domain/decimal.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { AccountId, Symbol } from '../../../../shared/domain/ids.js'
import { keyParts } from '../../../../shared/domain/instruments/instrument-key.js'
import { otherSide } from '../../../../shared/domain/instruments/event-contract.js'
import {
  tradeDate,
  tradeDateStart,
  type TradeDate,
} from '../../../../shared/domain/market/trade-date.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { LiveValue } from '../../live-values.js'
import type { Listings } from '../../market/listings.js'
import type { MarketPort } from '../../market/market-port.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import type { RecordsPort } from '../../records/records-port.js'
import { ListedMultipliers } from '../listed-multipliers.js'
import { PacedReads, type Pace } from '../paced-reads.js'
import type { PortfolioPort } from '../portfolio-port.js'
import { bookTrade, NOTHING_HELD, type HeldAtCost } from '../average-cost.js'
import type { DayFill, DayFills, FilledInstrument } from './day-fills.js'
import { readEndings } from './day-endings.js'
import { DayLedger } from './day-ledger.js'
import { dayTrades, type DayTradesDeps } from './day-trades.js'
import { LegCash } from './leg-cash.js'

/**
 * What was realized follows a fill within seconds. Positions and balance are read first: over
 * Connect all requests share one limit (LIMITS-1).
 */
const PACE: Pace = {
  afterMs: 2_500,
  settledMs: 10_000,
  apartMs: [0, 5_000],
  spreadMs: 12_000,
  count: 5,
  windowMs: 60_000,
}
/** How often the day is compared, and what could not be read is read again. */
const EVERY_MS = 30_000
/** The selected account is read after the start, the others one after another later. */
const FIRST_MS = 4_000
const OTHERS_MS = 90_000
const APART_MS = 30_000
/** Positions may lag behind executions: they are not compared with one that is younger. */
const SETTLED_MS = 3_000
/** How far back the cost of what was held when the day began is searched for. */
const COST_DAYS = 30
/** A notice of an ending is followed by this many reads of the records. */
const ENDING_READS = 2
/** ASSUMPTION: accounts of US customers trade in dollars (TRADING-3). */
const CURRENCY = 'USD'
/** The most symbols of one request. */
const MAX_SYMBOLS = 100

export interface RealizedDaysDeps {
  readonly accounts: () => readonly Account[]
  readonly selected: () => AccountId | null
  readonly reads: Pick<PortfolioPort, 'positions'>
  readonly fills: Pick<DayFills, 'since' | 'earlier' | 'clear'>
  /** Undefined where the broker offers no records. */
  readonly records: (() => Promise<RecordsPort>) | undefined
  readonly listings: Pick<Listings, 'multiplierOf'>
  readonly market: Pick<MarketPort, 'snapshots'>
  readonly exchangeNow: () => EpochMs
  readonly clock: ClockPort
  readonly timers: TimerPort
}

/** What the accounts closed on the present day, from the broker's executions. */
export class RealizedDays implements LiveValue<readonly RealizedDay[]> {
  readonly #deps: RealizedDaysDeps
  readonly #changed = createEmitter<void>()
  readonly #multipliers: ListedMultipliers
  readonly #legCash: LegCash
  readonly #ledgers = new Map<AccountId, DayLedger>()
  readonly #reads = new Map<AccountId, PacedReads>()
  #days: readonly RealizedDay[] = []
  #cancelEvery: Disposer = () => undefined
  #cancelFirst: readonly Disposer[] = []
  /** How often the endings of an account are still to be read. */
  readonly #endingsDue = new Map<AccountId, number>()
  /** When executions happened that were not read since, the first one first. */
  readonly #unread = new Map<AccountId, readonly EpochMs[]>()
  /** The days whose missing costs were searched for. */
  readonly #searched = new WeakSet<DayLedger>()
  /** Increases with each start and stop: what an earlier one read is dropped. */
  #round = 0

  constructor(deps: RealizedDaysDeps) {
    this.#deps = deps
    this.#multipliers = new ListedMultipliers(deps.listings)
    this.#legCash = new LegCash(deps)
  }

  get(): readonly RealizedDay[] {
    return this.#days
  }

  subscribe(changed: () => void): Disposer {
    return this.#changed.add(changed)
  }

  /** Reads the selected account first, and each again with every day that begins. */
  start(): void {
    this.stop()
    const { timers, accounts, selected } = this.#deps
    const others = accounts().filter(({ accountId }) => accountId !== selected())
    this.#cancelFirst = [
      timers.after(FIRST_MS, () => this.onSelected()),
      ...others.map(({ accountId }, index) =>
        timers.after(OTHERS_MS + index * APART_MS, () => this.#readFirst(accountId)),
      ),
    ]
    this.#cancelEvery = timers.every(EVERY_MS, () => this.#readDue())
  }

  stop(): void {
    this.#round += 1
    this.#cancelEvery()
    for (const cancel of this.#cancelFirst) cancel()
    for (const reads of this.#reads.values()) reads.stop()
    this.#reads.clear()
    this.#ledgers.clear()
    this.#endingsDue.clear()
    this.#unread.clear()
    this.#deps.fills.clear()
    this.#legCash.clear()
    this.#days = []
    this.#changed.emit()
  }

  /** Another account was selected: reads it unless that was done. */
  onSelected(): void {
    const accountId = this.#deps.selected()
    if (accountId !== null) this.#readFirst(accountId)
  }

  #readFirst(accountId: AccountId): void {
    if (!this.#ledgers.has(accountId)) this.#pacedReads(accountId).onChange()
  }

  /** An order of the account filled. */
  onFill(accountId: AccountId): void {
    if (!this.#ledgers.has(accountId)) return
    this.#unread.set(accountId, [...(this.#unread.get(accountId) ?? []), this.#deps.clock.now()])
    this.#pacedReads(accountId).onChange()
    const day = this.#days.find((known) => known.accountId === accountId)
    if (day !== undefined && day.valuedAt === undefined) this.#setDay(day)
  }

  /**
   * An option or an event of the account ended; null: of any. The record may come after the notice,
   * so it is read twice.
   */
  onEnding(accountId: AccountId | null): void {
    const changed = accountId === null ? [...this.#ledgers.keys()] : [accountId]
    for (const ended of changed) this.#endingsDue.set(ended, ENDING_READS)
    const shown = accountId ?? this.#deps.selected()
    if (shown !== null) this.onFill(shown)
  }

  /** Reads the accounts whose day has changed, and those that could not be read. */
  #readDue(): void {
    for (const { accountId, product } of this.#deps.accounts()) {
      const ledger = this.#ledgers.get(accountId)
      if (ledger === undefined) continue
      const isDue =
        !ledger.isStarted || ledger.day !== this.#today(product) || this.#endingsDue.has(accountId)
      if (isDue && !this.#pacedReads(accountId).isSettling) this.#pacedReads(accountId).onChange()
    }
  }

  #today(product: Account['product']): TradeDate {
    return tradeDate(product, this.#deps.exchangeNow())
  }

  #pacedReads(accountId: AccountId): PacedReads {
    const known = this.#reads.get(accountId)
    if (known !== undefined) return known
    const { clock, timers } = this.#deps
    const reads = new PacedReads({
      clock,
      timers,
      pace: PACE,
      read: () => {
        reads.countRead()
        return this.#read(accountId)
      },
    })
    this.#reads.set(accountId, reads)
    return reads
  }

  async #read(accountId: AccountId): Promise<void> {
    const account = this.#deps.accounts().find((candidate) => candidate.accountId === accountId)
    if (account === undefined) return
    const round = this.#round
    const before = this.#unread.get(accountId) ?? []
    const day = this.#today(account.product)
    const known = this.#ledgers.get(accountId)
    const ledger = known?.day === day ? known : new DayLedger(day)
    const isRead = await this.#readTrades(account, ledger)
    const isBegun = ledger.isStarted || (isRead && (await this.#begin(account, ledger)))
    const isEnded = isBegun && (await this.#readDueEndings(account, ledger))
    if (isBegun) {
      await this.#findCosts(account, ledger)
      await this.#findStartPrices(ledger)
    }
    if (round !== this.#round) return
    this.#ledgers.set(accountId, ledger)
    if (isRead) {
      const since = this.#unread.get(accountId) ?? []
      this.#unread.set(accountId, since.slice(before.length))
    }
    this.#publish(accountId, ledger, isRead && isEnded && ledger.isEveryEndingKnown)
  }

  #publish(accountId: AccountId, ledger: DayLedger, isComplete: boolean): void {
    const { day } = ledger
    this.#setDay({ accountId, day, isComplete, rows: ledger.rows(), open: ledger.open() })
  }

  /** Publishes a day with the moment of the first execution that is not read. */
  #setDay(found: RealizedDay): void {
    const { accountId } = found
    const [valuedAt] = this.#unread.get(accountId) ?? []
    this.#days = [
      ...this.#days.filter((other) => other.accountId !== accountId),
      { ...found, valuedAt },
    ]
    this.#changed.emit()
  }

  async #tradesDeps(
    accountId: AccountId,
    fills: readonly DayFill[],
    from: EpochMs,
  ): Promise<DayTradesDeps> {
    const pointValue = async (instrument: FilledInstrument): Promise<Decimal | null> => {
      const found = await this.#deps.listings.multiplierOf(instrument)
      return found.ok ? found.value : null
    }
    const cashOf = await this.#legCash.readCash(accountId, fills, from)
    return { accountId, currency: CURRENCY, pointValue, cashOf }
  }

  /** Reads the day's trades; false when not all of them could be read. */
  async #readTrades({ accountId, product }: Account, ledger: DayLedger): Promise<boolean> {
    const { fills } = this.#deps
    const from = tradeDateStart(product, ledger.day)
    const found = await fills.since(accountId, from)
    if (found === null) return false
    const today = found.filter(({ time }) => tradeDate(product, time) === ledger.day)
    const deps = await this.#tradesDeps(accountId, today, from)
    const { trades, unpriced } = await dayTrades(today, deps)
    ledger.setTrades(trades, unpriced)
    return true
  }

  /**
   * Reads the positions between two readings of the trades: where these are the same, and none is
   * young, the positions contain all of them.
   */
  async #begin(account: Account, ledger: DayLedger): Promise<boolean> {
    const before = ledger.trades
    const youngest = before.at(-1)?.time ?? 0
    if (this.#deps.exchangeNow() - youngest < SETTLED_MS) return false
    const positions = await this.#positions(account.accountId)
    if (positions === null || !(await this.#readTrades(account, ledger))) return false
    if (ledger.trades.length !== before.length) return false
    if (!(await this.#readEndings(account, ledger))) return false
    ledger.begin(positions)
    return true
  }

  /** Reads what ended since the last notice; false when it could not be read. */
  async #readDueEndings(account: Account, ledger: DayLedger): Promise<boolean> {
    const { accountId } = account
    const due = this.#endingsDue.get(accountId) ?? 0
    if (due === 0) return true
    if (!(await this.#readEndings(account, ledger))) return false
    if (due === 1) this.#endingsDue.delete(accountId)
    else this.#endingsDue.set(accountId, due - 1)
    return true
  }

  async #readEndings({ accountId, product }: Account, ledger: DayLedger): Promise<boolean> {
    const port = await this.#deps.records?.()
    // Without a list of records the positions tell what ended, and the broker's total counts it.
    if (port === undefined) return true
    const now = this.#deps.exchangeNow()
    const from = tradeDateStart(product, ledger.day)
    const endings = await readEndings(port, accountId, { from, now })
    if (endings === null) return false
    ledger.setEndings(endings.filter(({ time }) => tradeDate(product, time) === ledger.day))
    return true
  }

  async #positions(accountId: AccountId): Promise<readonly Position[] | null> {
    const found = await this.#deps.reads.positions(accountId, 'background')
    return found.ok && found.value.unreadable.length === 0
      ? this.#multipliers.complete(found.value.positions)
      : null
  }

  /**
   * Reads the day's first price of what was closed before Countersign could read its value: after a
   * start the broker lists no position of it any more.
   *
   * ASSUMPTION: the broker's day begins at the previous close, as its change of the day does.
   */
  async #findStartPrices(ledger: DayLedger): Promise<void> {
    const missing = ledger.withoutStartValue()
    if (missing.length === 0) return
    const symbols = [...new Set(missing.map((key) => keyParts(key).symbol as Symbol))]
    const found = await this.#deps.market.snapshots(symbols.slice(0, MAX_SYMBOLS), 'polling')
    if (!found.ok) return
    const closes = new Map(
      found.value.map(({ symbol, previousClose }) => [symbol as string, previousClose ?? null]),
    )
    for (const key of missing) {
      const { symbol, outcome } = keyParts(key)
      const price = closes.get(symbol) ?? null
      if (price !== null) ledger.setStartPrice(key, outcome === 'no' ? otherSide(price) : price)
    }
  }

  /**
   * Searches the executions of earlier days for the cost of what was held when the day began and
   * was closed before Countersign could read its cost.
   */
  async #findCosts({ accountId, product }: Account, ledger: DayLedger): Promise<void> {
    const missing = ledger.withoutCost()
    if (missing.length === 0 || this.#searched.has(ledger)) return
    const { fills } = this.#deps
    const from = epochMs(tradeDateStart(product, ledger.day) - COST_DAYS * DAY_MS)
    const found = await fills.earlier(accountId, from)
    if (found === null) return
    this.#searched.add(ledger)
    const older = found.filter(({ time }: DayFill) => tradeDate(product, time) < ledger.day)
    const deps = await this.#tradesDeps(accountId, older, from)
    const { trades, unpriced } = await dayTrades(older, deps)
    for (const key of missing) {
      if (unpriced.some((trade) => trade.key === key)) continue
      const start = ledger.startOf(key)
      const ofKey = trades.filter((trade) => trade.key === key)
      const first = ofKey.reduceRight((held, { quantity }) => sub(held, quantity), start.quantity)
      const begun: HeldAtCost = isZero(first) ? NOTHING_HELD : { quantity: first, cost: null }
      const { cost } = ofKey.reduce((held, trade) => bookTrade(held, trade).held, begun)
      if (cost !== null) ledger.setCost(key, cost)
    }
  }
}
