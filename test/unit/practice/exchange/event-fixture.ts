import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import {
  createExchange,
  PRACTICE_ACCOUNTS,
} from '../../../../electron/practice/exchange/exchange.js'
import type {
  AccountEvent,
  Exchange,
  NewOrderBody,
  TradeEvent,
} from '../../../../electron/practice/exchange/api/exchange-api.js'
import type {
  OrderRecord,
  PositionRecord,
} from '../../../../electron/practice/model/wire-records.js'
import { seededIds } from '../../../../electron/practice/exchange/state/seeded-ids.js'
import type { Refusal } from '../../../../electron/practice/exchange/api/refusals.js'
import type { EventInstrument } from '../../../../electron/practice/model/instrument.js'
import type { PriceLevel, MarketStep } from '../../../../electron/practice/model/market-step.js'
import { value } from './exchange-fixture.js'

export const EVENTS =
  PRACTICE_ACCOUNTS.find(({ accountClass }) => accountClass === 'EVENTS_CASH')?.accountId ?? ''
export const MARGIN = PRACTICE_ACCOUNTS[0]?.accountId ?? ''
export const RAIN = 'KXRAINNYC-26NOV20-T0'
export const FINE = 'KXPRESPARTY-28NOV07-D'
const DAY = '2026-11-18'
export const timeAt = (minute: number, day = DAY): EpochMs => exchangeInstant(day, minute)
export const TEN = timeAt(600)

export const contracts = (count: number): number => Math.round(count * 100_000)
export const levels = (...pairs: readonly (readonly [number, number])[]): PriceLevel[] =>
  pairs.map(([price, size]) => ({ price: Math.round(price * 10_000), size: contracts(size) }))

/** An exchange whose event markets the test controls. */
export class EventExchangeFixture {
  now = TEN
  readonly exchange: Exchange
  readonly orderEvents: TradeEvent[] = []
  readonly accountEvents: AccountEvent[] = []
  readonly prints: { readonly price: number; readonly size: number; readonly aggressor: string }[] =
    []
  readonly watched: string[] = []
  readonly #instruments = new Map<string, EventInstrument>()
  readonly #books = new Map<string, MarketStep>()
  readonly #outcomes = new Map<string, number>()
  readonly #lasts = new Map<string, number>()
  #count = 0

  constructor(start: EpochMs = TEN) {
    this.now = start
    const usual = {
      product: 'EVENT',
      exchangeCode: 'KALSHI',
      status: 'OC',
      scale: { price: 4, size: 5, multiplier: 1 },
      expiresAt: timeAt(23 * 60 + 59, '2026-11-20'),
      paysAt: timeAt(10, '2026-11-21'),
      fractionable: true,
    } as const
    this.#instruments.set(RAIN, {
      ...usual,
      symbol: RAIN,
      name: 'Rain',
      instrumentId: '8000000000001',
      grid: [{ from: 0, step: 100 }],
      seriesSymbol: 'KXRAINNYC',
      eventSymbol: 'KXRAINNYC-26NOV20',
      eventName: 'Will it rain in New York City on 2026-11-20?',
      yesCondition: 'If it rains, then the market resolves to Yes.',
    })
    this.#instruments.set(FINE, {
      ...usual,
      symbol: FINE,
      name: 'Party',
      instrumentId: '8000000000002',
      grid: [
        { from: 0, step: 1 },
        { from: 100, step: 10 },
        { from: 1_000, step: 100 },
        { from: 9_000, step: 10 },
        { from: 9_900, step: 1 },
      ],
      seriesSymbol: 'KXPRESPARTY',
      eventSymbol: 'KXPRESPARTY-28NOV07',
      eventName: 'Which party?',
      yesCondition: 'If …',
      expiresAt: timeAt(23 * 60, '2028-11-07'),
      paysAt: timeAt(23 * 60 + 59, '2028-11-07'),
      fractionable: false,
    })
    for (const symbol of [RAIN, FINE]) {
      this.book(symbol, levels([0.39, 100], [0.38, 200]), levels([0.41, 100], [0.42, 200]))
    }
    this.exchange = createExchange({
      now: () => this.now,
      ids: seededIds('events'),
      switches: { pendingMs: 0 },
      instrument: (symbol) => this.#instruments.get(symbol),
      reference: (symbol) =>
        this.#instruments.has(symbol)
          ? {
              last: this.#outcomes.get(symbol) ?? this.#lasts.get(symbol) ?? 4_000,
              previousClose: 4_000,
            }
          : undefined,
      book: (symbol) => this.#books.get(symbol),
      watch: (symbol) => {
        this.watched.push(symbol)
        return () => void this.watched.splice(this.watched.indexOf(symbol), 1)
      },
      settlement: (symbol) => this.#outcomes.get(symbol) ?? null,
      onPrint: ({ symbol, price, size, aggressor }) => {
        this.#lasts.set(symbol, price)
        this.prints.push({ price, size, aggressor })
      },
    })
    this.exchange.onTradeEvent((event) => this.orderEvents.push(event))
    this.exchange.onAccountEvent((event) => this.accountEvents.push(event))
  }

  /** Sets the simulated book of a market; reported when the exchange watches it. */
  book(
    symbol: string,
    bids: PriceLevel[],
    asks: PriceLevel[],
    trade: MarketStep['trade'] = null,
  ): this {
    const step: MarketStep = { symbol, time: this.now, session: 'regular', bids, asks, trade }
    this.#books.set(symbol, { ...step, trade: null })
    if (trade !== null) this.#lasts.set(symbol, trade.price)
    if (this.watched.includes(symbol)) this.exchange.apply(step)
    return this
  }

  to(time: EpochMs): this {
    this.now = time
    this.exchange.clockTo(time)
    return this
  }

  /** Ends trading before its time; the outcome is paid half an hour later. */
  endEarly(symbol: string, yes: boolean): this {
    const instrument = this.#instruments.get(symbol)
    if (instrument !== undefined) {
      this.#instruments.set(symbol, {
        ...instrument,
        status: 'NT',
        expiresAt: this.now,
        paysAt: epochMs(this.now + 30 * MINUTE_MS),
      })
    }
    return this.decide(symbol, yes)
  }

  decide(symbol: string, yes: boolean): this {
    this.#outcomes.set(symbol, yes ? 10_000 : 0)
    return this
  }

  place(over: Partial<NewOrderBody> = {}, accountId = EVENTS) {
    this.#count += 1
    const id = over.client_order_id ?? `event-order-${this.#count}`
    const result = this.exchange.place({
      account_id: accountId,
      new_orders: [
        {
          combo_type: 'NORMAL',
          instrument_type: 'EVENT',
          market: 'US',
          symbol: RAIN,
          side: 'BUY',
          order_type: 'LIMIT',
          time_in_force: 'DAY',
          entrust_type: 'QTY',
          event_outcome: 'yes',
          ...(over.entrust_type === 'AMOUNT' ? {} : { quantity: '10' }),
          ...(over.event_trade_mode === undefined ? { limit_price: '0.41' } : {}),
          ...over,
          client_order_id: id,
        },
      ],
    })
    return { id, result }
  }

  placed(over: Partial<NewOrderBody> = {}): string {
    const { id, result } = this.place(over)
    if (!result.ok) throw new Error(`refused: ${result.error.code} ${result.error.message}`)
    return id
  }

  refusal(over: Partial<NewOrderBody> = {}, accountId = EVENTS): Refusal {
    const { result } = this.place(over, accountId)
    if (result.ok) throw new Error('accepted')
    return result.error
  }

  order(id: string): OrderRecord {
    const [record] = value(this.exchange.detail(EVENTS, id)).orders
    if (record === undefined) throw new Error('no such order')
    return record
  }

  positions(): readonly PositionRecord[] {
    return value(this.exchange.positions(EVENTS))
  }

  /** Returns the buying power in cents. */
  power(): number {
    return Math.round(
      Number(value(this.exchange.balance(EVENTS)).account_currency_assets[0]?.buying_power) * 100,
    )
  }

  settlements(): readonly {
    readonly activity_sub_type: string
    readonly net_amount: string
    readonly symbol?: string
  }[] {
    return value(this.exchange.cashActivities({ accountId: EVENTS, types: ['EC_SETTLEMENT'] })).data
  }
}
