import {
  exchangeClock,
  exchangeInstant,
  tradingDay,
} from '../../../../shared/domain/market/exchange-time.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { sessionByRule } from '../../../../shared/domain/market/exchange-time.js'
import {
  createExchange,
  PRACTICE_ACCOUNTS,
} from '../../../../electron/practice/exchange/exchange.js'
import type { AccountOpening } from '../../../../electron/practice/exchange/api/broker-operations.js'
import type {
  DailyClose,
  Exchange,
  ExchangeSwitches,
  NewOrderBody,
  TradeEvent,
} from '../../../../electron/practice/exchange/api/exchange-api.js'
import type { OrderRecord } from '../../../../electron/practice/model/wire-records.js'
import { seededIds } from '../../../../electron/practice/exchange/state/seeded-ids.js'
import type { Refusal } from '../../../../electron/practice/exchange/api/refusals.js'
import type {
  CashDividend,
  Split,
} from '../../../../electron/practice/exchange/api/corporate-actions.js'
import type { PriceLevel, MarketStep } from '../../../../electron/practice/model/market-step.js'
import type {
  CryptoInstrument,
  FuturesInstrument,
  Instrument,
  StockInstrument,
} from '../../../../electron/practice/model/instrument.js'
import { STOCK_SCALE, UNIT_SIZE } from '../../../../electron/practice/model/units.js'
import type { Result } from '../../../../shared/domain/result.js'

/**
 * A practice exchange for tests: a few stocks, a clock that the test moves, and helpers for
 * frequent steps.
 */

export const MARGIN = PRACTICE_ACCOUNTS[0]!.accountId
export const CASH = PRACTICE_ACCOUNTS[1]!.accountId
export const FUTURES = PRACTICE_ACCOUNTS[2]!.accountId
export const CRYPTO = PRACTICE_ACCOUNTS[3]!.accountId
export const EVENTS = PRACTICE_ACCOUNTS[4]!.accountId
/** All accounts of the practice user. */
export const PRACTICE = [MARGIN, CASH, FUTURES, CRYPTO, EVENTS]
/** A Wednesday with a regular session; the following Friday is a trading day too. */
export const DAY = '2026-11-18'
export const timeAt = (minute: number, day = DAY): EpochMs => exchangeInstant(day, minute)
export const TEN = timeAt(10 * 60)

const common = (symbol: string) =>
  ({
    symbol,
    name: `${symbol} contract`,
    instrumentId: `47${symbol.length}0000`,
    exchangeCode: 'CME',
    status: 'OC',
  }) as const
const future = (symbol: string, over: Partial<FuturesInstrument> = {}): FuturesInstrument => ({
  ...common(symbol),
  product: 'FUTURES',
  scale: { price: 4, size: 5, multiplier: 50 },
  grid: [{ from: 0, step: 2_500 }],
  code: symbol.slice(0, -2),
  contractMonth: '202612',
  initialMarginCents: 2_300_000,
  maintenanceMarginCents: 2_100_000,
  feeCents: 138,
  expiresAt: timeAt(9 * 60 + 30, '2026-12-18'),
  continuous: false,
  ...over,
})
const coin = (symbol: string, over: Partial<CryptoInstrument> = {}): CryptoInstrument => ({
  ...common(symbol),
  product: 'CRYPTO',
  scale: { price: 4, size: 8, multiplier: 1 },
  grid: [{ from: 0, step: 100 }],
  minCents: 100,
  maxCents: 20_000_000,
  minSize: 100,
  maxSize: 20_000_000_000_000,
  ...over,
})

const listing = (symbol: string, over: Partial<StockInstrument> = {}): StockInstrument => ({
  product: 'EQUITY',
  scale: STOCK_SCALE,
  grid: [
    { from: 0, step: 1 },
    { from: 10_000, step: 100 },
  ],
  exchangeCode: 'NSQ',
  symbol,
  name: `${symbol} Inc`,
  instrumentId: `91${symbol.length}325613`,
  kind: 'stock',
  status: 'OC',
  shortable: true,
  fractionable: true,
  marginable: true,
  overnight: true,
  initialMarginLong: '0.5',
  initialMarginShort: '0.5',
  intradayMarginLong: '0.25',
  intradayMarginShort: '0.3',
  maintenanceMarginLong: '0.25',
  maintenanceMarginShort: '0.3',
  ...over,
})

export const LISTINGS: Readonly<Record<string, StockInstrument>> = {
  AAPL: listing('AAPL'),
  MSFT: listing('MSFT'),
  NVDA: listing('NVDA'),
  KO: listing('KO'),
  AMZN: listing('AMZN'),
  SPY: listing('SPY', { kind: 'etf' }),
  PENY: listing('PENY', { shortable: false, marginable: false, overnight: false }),
  WHOL: listing('WHOL', { fractionable: false, shortable: false }),
  HALT: listing('HALT', { status: 'NT' }),
  EXIT: listing('EXIT', { status: 'CO' }),
}
/** The price unit is 1/10000 USD everywhere, so that the helpers work for every product. */
export const OTHERS: Readonly<Record<string, Instrument>> = {
  ESZ6: future('ESZ6'),
  ESmain: future('ESmain', { continuous: true, status: 'NT' }),
  MESZ6: future('MESZ6', {
    scale: { price: 4, size: 5, multiplier: 5 },
    initialMarginCents: 230_000,
  }),
  OLDX6: future('OLDX6', { expiresAt: timeAt(9 * 60 + 30, '2026-11-20') }),
  BTCUSD: coin('BTCUSD'),
  DOGEUSD: coin('DOGEUSD', { grid: [{ from: 0, step: 1 }] }),
}
const REFERENCE: Readonly<Record<string, number>> = { PENY: 5_000 }

export const shares = (count: number): number => Math.round(count * UNIT_SIZE)
export const usd = (price: number): number => Math.round(price * 10_000)
export const levels = (...pairs: readonly (readonly [number, number])[]): PriceLevel[] =>
  pairs.map(([price, size]) => ({ price: usd(price), size: shares(size) }))

/** Returns thirty closing prices around 100 USD that end before {@link DAY}. */
export const someCloses = (symbol: string): DailyClose[] =>
  Array.from({ length: 30 }, (_unused, index) => ({
    day: tradingDay(exchangeClock(TEN).day, index - 30),
    close: usd(100 + ((index * symbol.length * 7) % 11) / 10),
  }))

export interface Print {
  readonly symbol: string
  readonly price: number
  readonly size: number
  readonly aggressor: 'buy' | 'sell'
}

export class ExchangeFixture {
  now: EpochMs
  readonly exchange: Exchange
  readonly events: TradeEvent[] = []
  readonly prints: Print[] = []
  /** Symbols that the exchange watches now, with one entry per watch. */
  readonly watched: string[] = []
  /** Final values of expired contracts. */
  readonly settlements = new Map<string, number>()
  /** Dividends by symbol. */
  readonly dividends = new Map<string, readonly CashDividend[]>()
  readonly splits: Split[] = []
  readonly #books = new Map<string, MarketStep>()
  readonly #lasts = new Map<string, number>()
  #count = 0

  constructor(
    switches: Partial<ExchangeSwitches> = {},
    start: EpochMs = TEN,
    accounts?: readonly AccountOpening[],
    transfers = false,
  ) {
    this.now = start
    this.exchange = createExchange({
      now: () => this.now,
      instrument: (symbol) =>
        Object.hasOwn(LISTINGS, symbol)
          ? LISTINGS[symbol]
          : Object.hasOwn(OTHERS, symbol)
            ? OTHERS[symbol]
            : undefined,
      book: (symbol) => this.#books.get(symbol),
      watch: (symbol) => {
        this.watched.push(symbol)
        return () => void this.watched.splice(this.watched.indexOf(symbol), 1)
      },
      dividends: (symbol) => this.dividends.get(symbol) ?? [],
      splits: (day) => this.splits.filter((split) => split.day === day),
      settlement: (symbol) => this.settlements.get(symbol) ?? null,
      reference: (symbol) => {
        const last = this.#lasts.get(symbol) ?? REFERENCE[symbol] ?? usd(100)
        return { last, previousClose: REFERENCE[symbol] ?? usd(100) }
      },
      ids: seededIds('floor'),
      onPrint: ({ symbol, price, size, aggressor }) => {
        this.prints.push({ symbol, price, size, aggressor })
        if (!Object.hasOwn(LISTINGS, symbol)) this.#lasts.set(symbol, price)
      },
      transfers,
      switches: { pendingMs: 0, ...switches },
      ...(accounts === undefined ? {} : { accounts }),
    })
    this.exchange.onTradeEvent((event) => this.events.push(event))
  }

  /** Returns another fixture at the same moment, with the same markets and an empty exchange. */
  withNewExchange(): ExchangeFixture {
    const other = new ExchangeFixture({}, this.now)
    for (const [symbol, book] of this.#books) other.#books.set(symbol, book)
    for (const [symbol, last] of this.#lasts) other.#lasts.set(symbol, last)
    for (const [symbol, settlement] of this.settlements) other.settlements.set(symbol, settlement)
    other.splits.push(...this.splits)
    return other
  }

  /** Advances the time to an instant. */
  to(time: EpochMs): this {
    this.now = time
    this.exchange.clockTo(time)
    return this
  }

  wait(ms: number): this {
    return this.to(epochMs(this.now + ms))
  }

  /** Sets the simulated book, optionally with a trade. Prices in USD, sizes in shares. */
  step(
    bids: PriceLevel[],
    asks: PriceLevel[],
    trade: readonly ['buy' | 'sell', number, number] | null = null,
    symbol = 'AAPL',
  ): this {
    this.#applyStep({
      symbol,
      time: this.now,
      session: sessionByRule(this.now),
      bids,
      asks,
      trade:
        trade === null
          ? null
          : { aggressor: trade[0], price: usd(trade[1]), size: shares(trade[2]) },
    })
    return this
  }

  /** Passes a market step on: always for stock, otherwise only while the symbol is watched. */
  #applyStep(step: MarketStep): void {
    const stock = Object.hasOwn(LISTINGS, step.symbol)
    if (!stock) {
      this.#books.set(step.symbol, { ...step, trade: null })
      if (step.trade !== null) this.#lasts.set(step.symbol, step.trade.price)
    }
    if (stock || this.watched.includes(step.symbol)) this.exchange.apply(step)
  }

  /** Sets 99.99 × 300 by 100.01 × 300, with a second level behind. */
  usualQuotes(symbol = 'AAPL'): this {
    return this.step(
      levels([99.99, 300], [99.98, 500]),
      levels([100.01, 300], [100.02, 500]),
      null,
      symbol,
    )
  }

  /**
   * Places a limit buy of 10 AAPL for the day in the margin account, with changes. Returns the
   * client_order_id.
   */
  place(
    over: Partial<NewOrderBody> = {},
    accountId = MARGIN,
  ): { readonly id: string; readonly result: Result<unknown, Refusal> } {
    this.#count += 1
    const id = over.client_order_id ?? `client-${String(this.#count).padStart(8, '0')}`
    const type = over.order_type ?? 'LIMIT'
    const limited = type === 'LIMIT' || type === 'STOP_LOSS_LIMIT' || type === 'LIMIT_ON_OPEN'
    const result = this.exchange.place({
      account_id: accountId,
      new_orders: [
        {
          combo_type: 'NORMAL',
          instrument_type: 'EQUITY',
          market: 'US',
          symbol: 'AAPL',
          side: 'BUY',
          order_type: type,
          time_in_force: 'DAY',
          entrust_type: 'QTY',
          support_trading_session: 'CORE',
          ...(over.entrust_type === 'AMOUNT' ? {} : { quantity: '10' }),
          ...(limited ? { limit_price: '99.00' } : {}),
          ...over,
          client_order_id: id,
        },
      ],
    })
    return { id, result }
  }

  /** Places an order and expects acceptance. */
  placed(over: Partial<NewOrderBody> = {}, accountId = MARGIN): string {
    const { id, result } = this.place(over, accountId)
    if (!result.ok) throw new Error(`refused: ${result.error.code} ${result.error.message}`)
    return id
  }

  /** Places an order, expects a refusal, and returns it. */
  refusal(over: Partial<NewOrderBody> = {}, accountId = MARGIN): Refusal {
    const { result } = this.place(over, accountId)
    if (result.ok) throw new Error('accepted')
    return result.error
  }

  order(id: string, accountId = MARGIN): OrderRecord {
    const found = this.exchange.detail(accountId, id)
    const record = found.ok ? found.value.orders[0] : undefined
    if (record === undefined) throw new Error('no such order')
    return record
  }

  eventTypes(id: string): string[] {
    return this.events
      .filter((event) => event.payload.client_order_id === id)
      .map((event) => event.payload.scene_type)
  }
}

/** Returns the value of a result that must be successful. */
export function value<T>(result: Result<T, Refusal>): T {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`)
  return result.value
}
