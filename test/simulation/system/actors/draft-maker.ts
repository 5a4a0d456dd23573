import { PRACTICE_ACCOUNTS } from '../../../../electron/practice/exchange/exchange.js'
import type { Contract } from '../../../../electron/practice/options/contracts.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  fromInteger,
  trim,
  type Price,
} from '../../../../shared/domain/decimal.js'
import { accountId, symbol, type AccountId } from '../../../../shared/domain/ids.js'
import type { ComboDraft, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../../shared/domain/orders/order-terms.js'
import type { PracticeExchange } from '../exchange/practice-exchange.js'
import { referenceMarket } from '../market/reference-market.js'
import type { SeededRandom } from '../time/seeded-random.js'

const account = (index: number): AccountId => accountId(PRACTICE_ACCOUNTS[index]?.accountId ?? '')
/** The practice accounts by what they trade. */
export const ACCOUNTS = {
  margin: account(0),
  cash: account(1),
  futures: account(2),
  crypto: account(3),
  events: account(4),
} as const

/** How often an order has each kind. */
const KINDS = {
  stock: 10,
  stockMarket: 2,
  stop: 2,
  trailing: 1,
  algo: 1,
  option: 2,
  vertical: 1,
  future: 2,
  crypto: 2,
  cryptoAmount: 1,
  event: 2,
  eventMarket: 1,
} as const
export type DraftKind = keyof typeof KINDS

/** The plain kind of order of each product. */
const RESTING_KINDS = {
  stock: 'stock',
  option: 'option',
  future: 'future',
  crypto: 'crypto',
  event: 'event',
} as const satisfies Record<string, DraftKind>

/** Where a limit price is: near the market, through it, or so far away that it never fills. */
type Distance = 'near' | 'through' | 'far'

export const quantity = (text: string): OrderDraft['size'] => ({
  kind: 'quantity',
  quantity: asQuantity(dec(text)),
})

/** Makes orders of every product at the present prices of the exchange. */
export class DraftMaker {
  readonly #random: SeededRandom
  readonly #exchange: PracticeExchange

  constructor(random: SeededRandom, exchange: PracticeExchange) {
    this.#random = random
    this.#exchange = exchange
  }

  /** Returns any order. */
  any(): OrderDraft {
    return this.createFor(this.#random.weighted(KINDS))
  }

  /** Returns an order of this kind. */
  createFor(kind: DraftKind): OrderDraft {
    switch (kind) {
      case 'stock':
        return this.stock()
      case 'stockMarket':
        return { ...this.stock(), type: 'market', session: 'core', limitPrice: null }
      case 'stop':
        return this.#stop()
      case 'trailing':
        return this.#trailing()
      case 'algo':
        return this.#algo()
      case 'option':
        return this.#option()
      case 'vertical':
        return this.#vertical()
      case 'future':
        return this.#future()
      case 'crypto':
        return this.#crypto()
      case 'cryptoAmount':
        return this.#cryptoAmount()
      case 'event':
        return this.#event()
      case 'eventMarket':
        return this.#eventMarket()
    }
  }

  /** Returns a small limit order that rests: its price is far below every price of the market. */
  resting(product: keyof typeof RESTING_KINDS): OrderDraft {
    const draft = this.createFor(RESTING_KINDS[product])
    const [contract] = referenceMarket().traded.options
    const name = product === 'option' ? contract.symbol : draft.symbol
    const limitPrice = this.#away(name, 0.1)
    const size = product === 'crypto' ? draft.size : quantity('1')
    return { ...draft, side: 'buy', session: 'core', size, limitPrice }
  }

  /** Returns a limit order on a stock. */
  stock(distance = this.#distance()): OrderDraft {
    const random = this.#random
    const name = random.pick(referenceMarket().traded.stocks) ?? ''
    const side = random.chance(0.65) ? 'buy' : 'sell'
    return this.#draft({
      accountId: random.chance(0.8) ? ACCOUNTS.margin : ACCOUNTS.cash,
      assetClass: 'stock',
      symbol: symbol(name),
      side,
      session: random.chance(0.8) ? 'core' : 'all',
      size: quantity(String(1 + random.index(20))),
      limitPrice: this.#price(name, side, distance),
    })
  }

  /** Returns a group of any kind. */
  combination(): ComboDraft {
    const kind = this.#random.weighted({ bracket: 3, oco: 1, oto: 1, otoco: 1 })
    return kind === 'bracket' ? this.bracket() : this.#linked(kind)
  }

  /** Returns orders of one stock of which one cancels or triggers the others. */
  #linked(role: 'oco' | 'oto' | 'otoco'): ComboDraft {
    const { accountId, orders } = this.bracket()
    const [entry, profit, loss] = orders.map(({ draft }) => draft)
    if (entry === undefined || profit === undefined || loss === undefined) return this.bracket()
    const lower = { ...entry, limitPrice: this.#away(entry.symbol, 0.9) }
    const master = { role: 'master', draft: entry } as const
    switch (role) {
      case 'oco':
        return { accountId, orders: [entry, lower].map((draft) => ({ role, draft })) }
      case 'oto':
        return { accountId, orders: [master, { role, draft: profit }] }
      case 'otoco':
        return { accountId, orders: [master, ...[profit, loss].map((draft) => ({ role, draft }))] }
    }
  }

  /** Returns a bracket: an entry with a take-profit and a stop-loss. */
  bracket(): ComboDraft {
    const entry: OrderDraft = {
      ...this.stock('near'),
      accountId: ACCOUNTS.margin,
      side: 'buy',
      session: 'core',
    }
    const exit: OrderDraft = { ...entry, side: 'sell' }
    const name = entry.symbol
    return {
      accountId: ACCOUNTS.margin,
      orders: [
        { role: 'master', draft: entry },
        { role: 'take-profit', draft: { ...exit, limitPrice: this.#away(name, 1.05) } },
        {
          role: 'stop-loss',
          draft: { ...exit, type: 'stop', limitPrice: null, stopPrice: this.#away(name, 0.95) },
        },
      ],
    }
  }

  #draft(
    more: Partial<OrderDraft> & Pick<OrderDraft, 'accountId' | 'assetClass' | 'symbol'>,
  ): OrderDraft {
    return {
      side: 'buy',
      type: 'limit',
      timeInForce: 'day',
      session: 'core',
      size: quantity('1'),
      limitPrice: null,
      stopPrice: null,
      trail: null,
      expireDate: null,
      ...more,
    }
  }

  #stop(): OrderDraft {
    const base = this.stock('near')
    const isBuy = base.side === 'buy'
    const stopPrice = this.#away(base.symbol, isBuy ? 1.01 : 0.99)
    return this.#random.chance(0.5)
      ? { ...base, type: 'stop', session: 'core', limitPrice: null, stopPrice }
      : {
          ...base,
          type: 'stop-limit',
          session: 'core',
          stopPrice,
          limitPrice: this.#away(base.symbol, isBuy ? 1.02 : 0.98),
        }
  }

  #trailing(): OrderDraft {
    return {
      ...this.stock('near'),
      type: 'trailing-stop',
      session: 'core',
      limitPrice: null,
      trail: { kind: 'percent', step: dec('0.01') },
    }
  }

  #algo(): OrderDraft {
    return {
      ...this.stock('near'),
      accountId: ACCOUNTS.margin,
      side: 'buy',
      session: 'core',
      size: quantity('20'),
      terms: { algo: { kind: 'pov', targetPercent: dec('5') } },
    }
  }

  #option(): OrderDraft {
    const [contract] = referenceMarket().traded.options
    return this.#draft({
      accountId: ACCOUNTS.margin,
      assetClass: 'option',
      symbol: symbol(contract.program.underlying),
      limitPrice: this.#price(contract.symbol, 'buy', this.#distance()),
      terms: { strategy: 'single', legs: [leg(contract, 'buy')], intent: 'buy-to-open' },
    })
  }

  #vertical(): OrderDraft {
    const [low, high] = referenceMarket().traded.options
    return this.#draft({
      accountId: ACCOUNTS.margin,
      assetClass: 'option',
      symbol: symbol(low.program.underlying),
      limitPrice: asPrice(dec('0.05')),
      terms: { strategy: 'vertical', legs: [leg(low, 'buy'), leg(high, 'sell')] },
    })
  }

  #future(): OrderDraft {
    const name = referenceMarket().traded.futures[0] ?? ''
    const side = this.#random.chance(0.5) ? 'buy' : 'sell'
    return this.#draft({
      accountId: ACCOUNTS.futures,
      assetClass: 'futures',
      symbol: symbol(name),
      side,
      limitPrice: this.#price(name, side, this.#distance()),
    })
  }

  #crypto(): OrderDraft {
    const name = this.#random.pick(referenceMarket().traded.crypto) ?? ''
    return this.#draft({
      accountId: ACCOUNTS.crypto,
      assetClass: 'crypto',
      symbol: symbol(name),
      timeInForce: 'gtc',
      size: quantity(name === 'BTCUSD' ? '0.001' : '0.05'),
      limitPrice: this.#price(name, 'buy', this.#distance()),
    })
  }

  #cryptoAmount(): OrderDraft {
    return {
      ...this.#crypto(),
      type: 'market',
      timeInForce: 'ioc',
      limitPrice: null,
      size: { kind: 'amount', amount: asMoney(dec('50.00')) },
    }
  }

  #event(): OrderDraft {
    const name = referenceMarket().traded.events[0] ?? ''
    const outcome = this.#random.chance(0.5) ? 'yes' : 'no'
    return this.#draft({
      accountId: ACCOUNTS.events,
      assetClass: 'event',
      symbol: symbol(name),
      size: quantity(String(1 + this.#random.index(8))),
      limitPrice: asPrice(fromInteger(2 + this.#random.index(70), 2)),
      terms: { outcome },
    })
  }

  #eventMarket(): OrderDraft {
    return {
      ...this.#event(),
      type: 'market',
      limitPrice: null,
      terms: { outcome: 'yes', tradeMode: 'by-contracts' },
    }
  }

  #distance(): Distance {
    return this.#random.weighted({ near: 5, through: 2, far: 4 })
  }

  #price(name: string, side: 'buy' | 'sell', distance: Distance): Price {
    const part = { near: 0.001, through: -0.01, far: 0.15 }[distance] * this.#random.between(0.2, 1)
    return this.#away(name, side === 'buy' ? 1 - part : 1 + part)
  }

  /** Returns a price at this multiple of the last one, on the instrument's price steps. */
  #away(name: string, multiple: number): Price {
    const { exchange } = this.#exchange
    const instrument = referenceMarket().sources.instrument(name)
    const last = exchange.last(name)
    if (instrument === undefined || last === null) throw new Error(`${name} has no price`)
    const step = Math.max(...instrument.grid.map((row) => row.step))
    const units = Math.max(step, Math.round((last * multiple) / step) * step)
    return asPrice(trim(fromInteger(units, instrument.scale.price)))
  }
}

const leg = (contract: Contract, side: 'buy' | 'sell'): DraftLeg => ({
  symbol: symbol(contract.program.root),
  side,
  quantity: asQuantity(dec('1')),
  option: {
    type: contract.right === 'CALL' ? 'call' : 'put',
    strike: asPrice(trim(fromInteger(contract.strike, 4))),
    expiration: contract.expiry.day,
  },
})
