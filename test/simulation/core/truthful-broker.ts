import type { Account, Balance, Position } from '../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, fromInteger } from '../../../shared/domain/decimal.js'
import { accountId, symbol, type AccountId } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import {
  underlyingKey,
  type UnderlyingKey,
} from '../../../shared/domain/instruments/instrument-key.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { ok } from '../../../shared/domain/result.js'
import { Portfolio } from '../../../electron/core/portfolio/portfolio.js'
import type { MarketPrices } from '../../../electron/core/market/quote-hub.js'
import type { Simulation } from './simulation.js'

export const ACCOUNT = accountId('ACC')

/** What can be held: prices in cents, sizes in thousandths. */
export interface Listed {
  readonly name: string
  readonly assetClass: AssetClass
  readonly multiplier: number
  readonly currency?: string
}

export const CALL: Listed = {
  name: 'AAPL261219C00270000',
  assetClass: 'option',
  multiplier: 100,
}

interface Held extends Listed {
  size: number
  /** In cents. */
  cost: number
  daySize: number
  dayPrice: number
  dayCash: number
}

/** The value of the account at one moment, in cents. */
export interface AccountValue {
  readonly time: number
  readonly net: number
  readonly day: number
  /** What each position was, by its id. */
  readonly rows: ReadonlyMap<string, HeldValue>
}

/** A position at one moment: its size in thousandths, and its figures in cents. */
export interface HeldValue {
  readonly size: number
  readonly value: number
  readonly gain: number
  readonly day: number
}

export interface Delays {
  /** From a price to the client, in ms. */
  readonly price: number
  /** From a fill to its event at the client. */
  readonly event: number
  /** The shortest and the longest way of a request, and of its answer. */
  readonly request: readonly [number, number]
  /**
   * From the client's interest in a symbol to its first quote, in ms; absent: all symbols send
   * quotes from the start.
   */
  readonly subscription?: number
}

/**
 * A broker whose figures are exact at every moment, and the client's portfolio, which learns of
 * prices, fills and figures with delays. Remembers the account's value whenever it changed.
 */
export class TruthfulBroker {
  readonly portfolio: Portfolio
  readonly history: AccountValue[] = []
  /** When each fill happened. */
  readonly fills: number[] = []
  readonly #simulation: Simulation
  readonly #delays: Delays
  readonly #held = new Map<string, Held>()
  readonly #prices = new Map<string, number>()
  readonly #received = new Map<string, number>()
  readonly #streamed = new Set<string>()
  readonly #quote = createEmitter<Quote>()
  #lastArrival = 0
  #cash: number

  constructor(simulation: Simulation, cash: number, delays: Delays) {
    this.#simulation = simulation
    this.#delays = delays
    this.#cash = cash
    this.#remember()
    this.portfolio = new Portfolio({
      portfolio: {
        accounts: () =>
          Promise.resolve(
            ok([{ accountId: ACCOUNT, product: 'securities' } as unknown as Account]),
          ),
        balance: (id) => this.#answer(() => this.balance(id)),
        positions: (id) => this.#answer(() => ({ positions: this.positions(id), unreadable: [] })),
      },
      market: {
        quotes: {
          prices: (name: string) => this.#priceAtClient(name),
          symbols: () => [...this.#received.keys()].map((name) => symbol(name)),
          onQuote: (listener: (quote: Quote) => void) => this.#quote.add(listener),
        } as never,
        hold: (symbols: readonly string[]) => {
          for (const name of symbols) this.#subscribe(name)
          return () => undefined
        },
        onHealth: () => () => undefined,
      },
      listings: { multiplierOf: () => Promise.resolve(ok(null)) },
      clock: simulation.clock,
      timers: simulation.timers(),
      onPositionsUnknown: () => undefined,
    })
  }

  /** Opens the account at the client, and lets the first figures arrive. */
  async open(): Promise<void> {
    await this.portfolio.load()
    this.portfolio.start()
    await this.pass(1_000)
  }

  pass(ms: number): Promise<void> {
    return this.#simulation.run(this.#simulation.now + ms)
  }

  price(name: string): number {
    return this.#prices.get(name) ?? 0
  }

  setPrice(name: string, cents: number): void {
    this.#prices.set(name, cents)
    this.#remember()
    if (this.#delays.subscription === undefined || this.#streamed.has(name)) this.#send(name, cents)
  }

  /** Sends the quotes of a symbol from a moment on, beginning with its price of then. */
  #subscribe(name: string): void {
    if (this.#delays.subscription === undefined || this.#streamed.has(name)) return
    this.#simulation.schedule(
      this.#delays.subscription,
      () => {
        this.#streamed.add(name)
        this.#send(name, this.price(name))
      },
      -1,
    )
  }

  #send(name: string, cents: number): void {
    // Prices arrive in the order in which they changed.
    this.#lastArrival = Math.max(
      this.#simulation.now + this.#delays.price,
      this.#lastArrival + 0.001,
    )
    this.#simulation.schedule(
      this.#lastArrival - this.#simulation.now,
      () => {
        this.#received.set(name, cents)
        this.#quote.emit({ symbol: symbol(name) } as Quote)
      },
      -1,
    )
  }

  /** Changes a price that no quote reports. */
  setUnseenPrice(name: string, cents: number): void {
    this.#prices.set(name, cents)
    this.#remember()
  }

  /** Fills an order at the price of now; its event follows. */
  execute(listed: Listed, size: number, fee: number): void {
    this.executeSilently(listed, size, fee)
    this.#simulation.schedule(
      this.#delays.event,
      () => this.portfolio.onPositionsChanged(ACCOUNT, [keyOf(listed)]),
      -1,
    )
  }

  /** Fills an order whose event is lost. */
  executeSilently(listed: Listed, size: number, fee = 0): void {
    const holding = this.#heldOf(listed)
    const price = this.price(listed.name)
    const cash = -valueOf(listed, price, size)
    const before = holding.size
    const closed =
      Math.sign(before) === -Math.sign(size) ? Math.min(Math.abs(size), Math.abs(before)) : 0
    const closedCost = before === 0 ? 0 : Math.round((holding.cost * closed) / Math.abs(before))
    const closingCash = Math.round((cash * closed) / Math.abs(size))
    holding.size += size
    holding.cost += -closedCost - (cash - closingCash)
    holding.dayCash += cash
    this.#cash += (isMargined(listed) ? (closed === 0 ? 0 : closingCash - closedCost) : cash) - fee
    this.fills.push(this.#simulation.now)
    this.#remember()
  }

  /** An order was placed or canceled without a fill. */
  changeOrder(): void {
    this.#simulation.schedule(this.#delays.event, () => this.portfolio.onOrdersChanged(ACCOUNT), -1)
  }

  /** Returns how much of an instrument is held. */
  sizeOf(name: string): number {
    return this.#held.get(name)?.size ?? 0
  }

  net(): number {
    return this.#sum(
      (held) => (isMargined(held) ? this.#gain(held) : this.#value(held)),
      this.#cash,
    )
  }

  balance(id: AccountId): Balance {
    const money = (cents: number) => asMoney(fromInteger(cents, 2))
    const gain = money(this.#sum((held) => this.#gain(held)))
    const value = money(
      this.#sum((held) => (isMargined(held) ? this.#gain(held) : this.#value(held))),
    )
    const dayPnl = money(this.day())
    return {
      accountId: id,
      currency: 'USD',
      netLiquidation: money(this.net()),
      totalCash: money(this.#cash),
      totalMarketValue: value,
      unrealizedPnl: gain,
      dayPnl,
      currencies: [{ currency: 'USD', marketValue: value, unrealizedPnl: gain, dayPnl }],
      asOf: this.#simulation.wall(),
    } as unknown as Balance
  }

  positions(id: AccountId): readonly Position[] {
    return [...this.#held.values()]
      .filter(({ size }) => size !== 0)
      .map((holding) => {
        const money = (cents: number) => asMoney(fromInteger(cents, 2))
        return {
          accountId: id,
          positionId: `P-${holding.name}`,
          symbol: symbol(holding.name),
          assetClass: holding.assetClass,
          currency: holding.currency ?? 'USD',
          quantity: asQuantity(fromInteger(holding.size, 3)),
          averageCost: asPrice(fromInteger(holding.cost, 2)),
          multiplier: fromInteger(holding.multiplier),
          lastPrice: asPrice(fromInteger(this.price(holding.name), 2)),
          pricedAt: this.#simulation.wall(),
          marketValue: money(this.#value(holding)),
          unrealizedPnl: money(this.#gain(holding)),
          unrealizedPnlRatio: null,
          dayPnl: money(this.#dayGain(holding)),
          ...(holding.assetClass === 'event' ? { outcome: 'yes' } : {}),
          ...(holding.assetClass === 'option'
            ? { strategy: 'single', legs: [callLeg(holding.size)] }
            : {}),
        } as Position
      })
  }

  /** The profit of the day without fees, as the broker reports it. */
  day(): number {
    return this.#sum((held) => this.#dayGain(held))
  }

  #sum(read: (held: Held) => number, start = 0): number {
    return [...this.#held.values()].reduce((total, held) => total + read(held), start)
  }

  #value(held: Held): number {
    return valueOf(held, this.price(held.name), held.size)
  }

  #gain(held: Held): number {
    return this.#value(held) - held.cost
  }

  #dayGain(held: Held): number {
    return this.#value(held) - valueOf(held, held.dayPrice, held.daySize) + held.dayCash
  }

  #heldOf(listed: Listed): Held {
    const known = this.#held.get(listed.name)
    if (known !== undefined) return known
    const price = this.price(listed.name)
    const opened = { ...listed, size: 0, cost: 0, daySize: 0, dayPrice: price, dayCash: 0 }
    this.#held.set(listed.name, opened)
    return opened
  }

  #priceAtClient(name: string): MarketPrices | undefined {
    const cents = this.#received.get(name)
    if (cents === undefined) return undefined
    const last = asPrice(fromInteger(cents, 2))
    return { last, bid: last, ask: last, receivedAt: null }
  }

  async #answer<T>(read: () => T) {
    const [low, high] = this.#delays.request
    const value = await this.#simulation.later(low, high, read)
    return await this.#simulation.later(low, high, () => ok(value))
  }

  #remember(): void {
    const rows = [...this.#held.values()].map((holding): [string, HeldValue] => [
      `P-${holding.name}`,
      {
        size: holding.size,
        value: this.#value(holding),
        gain: this.#gain(holding),
        day: this.#dayGain(holding),
      },
    ])
    this.history.push({
      time: this.#simulation.now,
      net: this.net(),
      day: this.day(),
      rows: new Map(rows),
    })
  }
}

const keyOf = ({ assetClass, name }: Listed): UnderlyingKey =>
  underlyingKey({ assetClass, symbol: symbol(name) })

/** A call on AAPL: {@link CALL} names its quote. */
const callLeg = (size: number) => ({
  legId: 'L1',
  symbol: symbol('AAPL'),
  quantity: asQuantity(fromInteger(size, 3)),
  option: {
    type: 'call',
    style: 'american',
    strike: asPrice(fromInteger(270)),
    expiration: '2026-12-19',
    multiplier: fromInteger(100),
    deliverable: null,
  },
  settles: null,
})

const isMargined = ({ assetClass }: Listed): boolean => assetClass === 'futures'

/** Returns a value in cents: to the nearest cent, halves away from zero. */
const valueOf = ({ multiplier }: Listed, price: number, size: number): number => {
  const thousandths = price * size * multiplier
  return Math.sign(thousandths) * Math.round(Math.abs(thousandths) / 1_000)
}
