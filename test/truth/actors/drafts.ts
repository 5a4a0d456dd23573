import type { SeededRandom } from '../../simulation/system/time/seeded-random.js'
import {
  callSymbol,
  COINS,
  EVENT_MARKET,
  FUTURE,
  STOCKS,
  STRIKES,
  UNDERLYING,
  type Prices,
} from './prices.js'

/** The accounts by product. */
export interface TradedAccounts {
  readonly securities: string
  readonly futures: string
  readonly crypto: string
  readonly events: string
}

/** An order of a stock, as a person types it into the ticket. */
export interface TypedOrder {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly type: 'limit' | 'market' | 'stop'
  readonly quantity: string
  readonly limitPrice: string | null
  readonly stopPrice: string | null
}

/** A call of a tool that requests an order. */
export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** How often a limit is through the market, near it, or far from it. */
const DISTANCES = { through: 4, near: 1, far: 5 } as const
const PARTS = { through: 0.004, near: -0.0005, far: -0.06 } as const

const PLAIN = {
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  stopPrice: null,
  limitPrice: null,
  trail: null,
  expireDate: null,
} as const
const units = (quantity: string) => ({ kind: 'quantity', quantity })

/** What a person orders over the ticket's channel; stocks are typed into the ticket. */
const CHANNEL_KINDS = {
  option: 3,
  vertical: 2,
  future: 3,
  crypto: 3,
  cryptoAmount: 1,
  event: 3,
  eventMarket: 1,
  trailing: 2,
  algo: 1,
} as const
const TOOL_KINDS = {
  stock: 8,
  batch: 1,
  option: 3,
  vertical: 1,
  future: 3,
  crypto: 3,
  event: 3,
  algo: 1,
} as const

/** Makes orders of every product from the seed, at the latest prices. */
export class Drafts {
  readonly #random: SeededRandom
  readonly #prices: Prices
  readonly #accounts: TradedAccounts

  constructor(random: SeededRandom, prices: Prices, accounts: TradedAccounts) {
    this.#random = random
    this.#prices = prices
    this.#accounts = accounts
  }

  /** Returns a stock order for the ticket. */
  typed(): TypedOrder {
    const symbol = this.#random.pick(STOCKS) ?? 'AAPL'
    const side = this.#random.chance(0.75) ? 'buy' : 'sell'
    const type = this.#random.weighted({ limit: 7, market: 2, stop: 1 })
    const away = side === 'buy' ? 1.03 : 0.97
    return {
      symbol,
      side,
      type,
      quantity: this.#few(),
      limitPrice: type === 'limit' ? this.#limit(symbol, side) : null,
      stopPrice: type === 'stop' ? this.#prices.near(symbol, away) : null,
    }
  }

  /** Returns a draft for the channel of the ticket. */
  channel(): object {
    const { securities } = this.#accounts
    const kind = this.#random.weighted(CHANNEL_KINDS)
    const stock = { ...PLAIN, accountId: securities, assetClass: 'stock', symbol: 'MSFT' }
    switch (kind) {
      case 'option':
      case 'vertical':
        return this.#optionDraft(kind)
      case 'future':
        return this.#futureDraft()
      case 'crypto':
      case 'cryptoAmount':
        return this.#cryptoDraft(kind)
      case 'event':
      case 'eventMarket':
        return this.#eventDraft(kind)
      case 'trailing':
        return {
          ...stock,
          type: 'trailing-stop',
          size: units(this.#few()),
          trail: { kind: 'percent', step: '0.02' },
        }
      case 'algo':
        return {
          ...stock,
          size: units('20'),
          limitPrice: this.#limit('MSFT', 'buy'),
          terms: { algo: { kind: 'pov', targetPercent: '5' } },
        }
    }
  }

  /** Returns a call of a tool; `orders` is the number of orders that it requests. */
  tool(): { readonly call: ToolCall; readonly orders: number } {
    const kind = this.#random.weighted(TOOL_KINDS)
    const call = this.#toolCall(kind)
    return { call, orders: kind === 'batch' ? 2 : 1 }
  }

  #toolCall(kind: keyof typeof TOOL_KINDS): ToolCall {
    const { securities, futures, crypto, events } = this.#accounts
    const side = this.#random.chance(0.75) ? 'BUY' : 'SELL'
    const call = (name: string, account_id: string, more: object): ToolCall => ({
      name,
      arguments: { account_id, reason: 'Part of the plan', ...more },
    })
    switch (kind) {
      case 'stock':
        return call('place_stock_instruction', securities, this.#wireStock(side))
      case 'batch':
        return call('place_stock_batch_instruction', securities, {
          orders: [this.#wireStock('BUY'), this.#wireStock('BUY')],
        })
      case 'option':
        return call('place_option_single_instruction', securities, this.#wireOption())
      case 'vertical':
        return call('place_option_strategy_instruction', securities, this.#wireVertical())
      case 'future':
        return call('place_futures_instruction', futures, {
          symbol: FUTURE,
          side,
          order_type: 'LIMIT',
          quantity: '1',
          limit_price: this.#limit(FUTURE, side === 'BUY' ? 'buy' : 'sell'),
        })
      case 'crypto':
        return call('place_crypto_instruction', crypto, this.#wireCrypto())
      case 'event':
        return call('place_event_instruction', events, {
          symbol: EVENT_MARKET,
          side: 'BUY',
          quantity: this.#few(),
          limit_price: this.#eventPrice(),
          event_outcome: 'yes',
        })
      case 'algo':
        return call('place_algo_instruction', securities, {
          symbol: 'XOM',
          side: 'BUY',
          quantity: '12',
          algo_type: 'TWAP',
          order_type: 'LIMIT',
          limit_price: this.#limit('XOM', 'buy'),
        })
    }
  }

  #wireStock(side: 'BUY' | 'SELL'): object {
    const symbol = this.#random.pick(STOCKS) ?? 'AAPL'
    return {
      symbol,
      side,
      order_type: 'LIMIT',
      time_in_force: this.#random.chance(0.7) ? 'DAY' : 'GTC',
      quantity: this.#few(),
      limit_price: this.#limit(symbol, side === 'BUY' ? 'buy' : 'sell'),
    }
  }

  #wireOption(): object {
    const [strike] = STRIKES
    return {
      symbol: UNDERLYING,
      side: 'BUY',
      quantity: '1',
      option_type: 'CALL',
      strike_price: strike,
      expiration_date: this.#prices.expiration,
      limit_price: this.#optionLimit(),
    }
  }

  #wireVertical(): object {
    const [low, high] = STRIKES
    const leg = { option_type: 'CALL', expiration_date: this.#prices.expiration }
    return {
      symbol: UNDERLYING,
      strategy: 'VERTICAL',
      limit_price: '0.05',
      legs: [
        { ...leg, side: 'BUY', strike_price: low },
        { ...leg, side: 'SELL', strike_price: high },
      ],
    }
  }

  #wireCrypto(): object {
    const symbol = this.#random.pick(COINS) ?? 'BTCUSD'
    return {
      symbol,
      side: 'BUY',
      order_type: 'LIMIT',
      time_in_force: 'GTC',
      quantity: symbol === 'BTCUSD' ? '0.00123' : '0.0234',
      limit_price: this.#limit(symbol, 'buy'),
    }
  }

  #optionDraft(kind: 'option' | 'vertical'): object {
    const [low, high] = STRIKES
    const leg = (strike: string, side: string) => ({
      symbol: UNDERLYING,
      side,
      quantity: '1',
      option: { type: 'call', strike, expiration: this.#prices.expiration },
    })
    const base = {
      ...PLAIN,
      accountId: this.#accounts.securities,
      assetClass: 'option',
      symbol: UNDERLYING,
      size: units('1'),
    }
    return kind === 'option'
      ? {
          ...base,
          limitPrice: this.#optionLimit(),
          terms: { strategy: 'single', intent: 'buy-to-open', legs: [leg(low, 'buy')] },
        }
      : {
          ...base,
          limitPrice: '0.05',
          terms: { strategy: 'vertical', legs: [leg(low, 'buy'), leg(high, 'sell')] },
        }
  }

  #futureDraft(): object {
    const isMarket = this.#random.chance(0.3)
    return {
      ...PLAIN,
      accountId: this.#accounts.futures,
      assetClass: 'futures',
      symbol: FUTURE,
      size: units('1'),
      ...(isMarket ? { type: 'market' } : { limitPrice: this.#limit(FUTURE, 'buy') }),
    }
  }

  #cryptoDraft(kind: 'crypto' | 'cryptoAmount'): object {
    const base = {
      ...PLAIN,
      accountId: this.#accounts.crypto,
      assetClass: 'crypto',
      symbol: 'BTCUSD',
    }
    return kind === 'crypto'
      ? {
          ...base,
          timeInForce: 'gtc',
          size: units('0.00271828'),
          limitPrice: this.#limit('BTCUSD', 'buy'),
        }
      : {
          ...base,
          type: 'market',
          timeInForce: 'ioc',
          size: { kind: 'amount', amount: '53.17' },
        }
  }

  #eventDraft(kind: 'event' | 'eventMarket'): object {
    const base = {
      ...PLAIN,
      accountId: this.#accounts.events,
      assetClass: 'event',
      symbol: EVENT_MARKET,
      size: units(this.#few()),
    }
    return kind === 'event'
      ? { ...base, limitPrice: this.#eventPrice(), terms: { outcome: 'yes' } }
      : { ...base, type: 'market', terms: { outcome: 'yes', tradeMode: 'by-contracts' } }
  }

  #few(): string {
    return String(1 + this.#random.index(6))
  }

  #limit(symbol: string, side: 'buy' | 'sell'): string {
    const part = PARTS[this.#random.weighted(DISTANCES)] * this.#random.between(0.4, 1)
    return this.#prices.near(symbol, side === 'buy' ? 1 + part : 1 - part)
  }

  #optionLimit(): string {
    const [strike] = STRIKES
    const symbol = callSymbol(this.#prices.expiration, strike)
    return this.#random.chance(0.4) && this.#prices.has(symbol)
      ? this.#prices.near(symbol, 1.05)
      : '0.10'
  }

  /** A few cents through the market, or below it. */
  #eventPrice(): string {
    const last = Math.round(100 * Number(this.#prices.near(EVENT_MARKET, 1)))
    const cents = this.#random.chance(0.5) ? last + 3 : last - this.#random.index(3)
    return (Math.max(1, cents) / 100).toFixed(2)
  }
}
