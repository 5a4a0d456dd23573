import { LiveBalance } from '../../../../electron/core/portfolio/live-balance.js'
import type { PriceSource } from '../../../../electron/core/portfolio/seen-prices.js'
import type { MarketPrices } from '../../../../electron/core/market/quote-hub.js'
import type {
  Balance,
  CurrencyBalance,
  Position,
} from '../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { Simulation } from '../../../simulation/core/simulation.js'

export const AAPL = symbol('AAPL')
export const MSFT = symbol('MSFT')

const money = (text: string | null) => (text === null ? null : asMoney(dec(text)))

/** An account at the client: prices arrive, and answers of the broker one after another. */
export class AccountAtClient {
  readonly simulation = new Simulation(1)
  readonly #prices = new Map<string, MarketPrices>()
  readonly #quote = createEmitter<Quote>()
  readonly quotes: PriceSource = {
    prices: (name) => this.#prices.get(name),
    symbols: () => [...this.#prices.keys()].map((name) => symbol(name)),
    onQuote: (listener) => this.#quote.add(listener),
  }
  readonly live = new LiveBalance({
    quotes: this.quotes,
    clock: this.simulation.clock,
    timers: this.simulation.timers(),
  })
  /** The number of the latest request. */
  started = 0

  /** How many listen to prices. */
  get listeners(): number {
    return this.#quote.size
  }

  /** @param previousClose the close that the change of this price is measured from */
  price(name: string, text: string, previousClose: string | null = null): void {
    const price = asPrice(dec(text))
    this.#prices.set(name, { last: price, bid: price, ask: price, receivedAt: null })
    this.quoted(name, previousClose)
  }

  /** Tells of a quote; it may be one without any price. */
  quoted(name: string, close: string | null = null): void {
    const previousClose = close === null ? null : asPrice(dec(close))
    this.#quote.emit({ symbol: symbol(name), previousClose } as Quote)
  }

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }

  /** Begins a request of the positions; returns what takes the answer. */
  askPositions() {
    this.started += 1
    const number = this.started
    return (...positions: readonly Position[]) =>
      this.live.update({ number, value: positions }, null, this.started)
  }

  /** Begins a request of the balance; returns what takes the answer. */
  askBalance() {
    this.started += 1
    const number = this.started
    const seen = this.live.watchPrices()
    return (value: Balance) => this.live.update(null, { number, value, seen }, this.started)
  }

  /** A fill was reported. */
  fill(): void {
    this.live.onPositionsChanged(this.started)
  }

  /** Returns the total and the figures of each currency that are shown. */
  shown(): readonly (string | null | undefined)[] {
    const balance = this.live.get()
    return [
      balance?.netLiquidation as string | null | undefined,
      ...(balance?.currencies ?? []).map(({ unrealizedPnl }) => unrealizedPnl as string | null),
    ]
  }

  /** Returns when the figures were true; null: now. Undefined before they are known. */
  valuedAt(): number | null | undefined {
    return this.live.get()?.valuedAt
  }
}

/** Ten shares at 10 dollars, bought at 8. */
export const shares = (overrides: Partial<Position> = {}): Position => ({
  accountId: accountId('ACC'),
  positionId: 'P1',
  symbol: AAPL,
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec('10')),
  averageCost: asPrice(dec('8')),
  multiplier: dec('1'),
  lastPrice: asPrice(dec('10')),
  pricedAt: null,
  marketValue: asMoney(dec('100')),
  unrealizedPnl: asMoney(dec('20')),
  unrealizedPnlRatio: null,
  dayPnl: null,
  ...overrides,
})

/** An account with net liquidation 1,000 that reports these gains, by currency. */
export const balanceOf = (gains: Readonly<Record<string, string | null>>, asOf = 123): Balance => ({
  accountId: accountId('ACC'),
  currency: 'USD',
  netLiquidation: money('1000'),
  totalCash: money('900'),
  totalMarketValue: money('100'),
  unrealizedPnl: money('20'),
  dayPnl: null,
  initialMargin: null,
  maintenanceMargin: null,
  openMarginCalls: [],
  dayTradesLeft: null,
  currencies: Object.entries(gains).map(
    ([currency, gain]): CurrencyBalance => ({
      currency,
      cash: money('900'),
      settledCash: null,
      unsettledCash: null,
      marketValue: money('100'),
      frozen: null,
      buyingPower: null,
      dayBuyingPower: null,
      overnightBuyingPower: null,
      optionBuyingPower: null,
      unrealizedPnl: money(gain),
      dayPnl: null,
      availableToWithdraw: null,
    }),
  ),
  asOf: epochMs(asOf),
})
