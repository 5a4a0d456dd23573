import { expect } from 'vitest'
import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'
import { epochMs, type EpochMs } from '../../../../../shared/domain/time.js'
import type {
  AccountEvent,
  NewOrderBody,
  TradeEvent,
} from '../../../../../electron/practice/exchange/api/exchange-api.js'
import type {
  OrderRecord,
  PositionRecord,
} from '../../../../../electron/practice/model/wire-records.js'
import type { Contract } from '../../../../../electron/practice/options/contracts.js'
import { PROGRAM_BY_UNDERLYING } from '../../../../../electron/practice/options/programs.js'
import {
  openMarketSimulation,
  type MarketSimulation,
} from '../../../../../electron/practice/simulation/market-simulation.js'

export const MARGIN = 'PRACTICEMARGN0000000000001'
export const CASH = 'PRACTICECASHA0000000000002'
/** 10:00 New York of an ordinary Friday with weekly expirations. */
export const START = exchangeInstant('2026-11-20', 10 * 60)
export const CLOSE = exchangeInstant('2026-11-20', 16 * 60)

type Leg = NonNullable<NewOrderBody['legs']>[number]

/** A complete market simulation with options, moved by the test. */
export interface OptionFixture extends MarketSimulation {
  readonly tradeEvents: TradeEvent[]
  readonly accountEvents: AccountEvent[]
  readonly now: EpochMs
  /** Runs the market up to a time. */
  to(time: EpochMs): void
  /** Skips to a time, as the clock does with closed hours. */
  skip(time: EpochMs): void
  wait(ms: number): void
  /** Returns the contracts of an underlying's `nth` expiration with this `right`, by strike. */
  chain(underlying: string, right: 'CALL' | 'PUT', nth?: number): readonly Contract[]
  /** Returns the contract `steps` strikes above (below) the money. */
  near(underlying: string, right: 'CALL' | 'PUT', steps?: number, nth?: number): Contract
  order(legs: readonly Leg[], over?: Partial<NewOrderBody>): NewOrderBody
  place(order: NewOrderBody, account?: string): string | null
  buyShares(symbol: string, quantity: number, account?: string): void
  detail(id: string, account?: string): OrderRecord
  positions(account?: string): readonly PositionRecord[]
  optionBuyingPower(account?: string): number
}

let serial = 0
/** Returns the leg of a contract. */
export const leg = (
  { program, strike, expiry, right }: Contract,
  side: 'BUY' | 'SELL',
  quantity = 1,
): Leg => ({
  side,
  quantity: String(quantity),
  market: 'US',
  instrument_type: 'OPTION',
  symbol: program.root,
  strike_price: String(strike / 10_000),
  option_expire_date: expiry.day,
  option_type: right,
})
export const shares = (symbol: string, side: 'BUY' | 'SELL', quantity = 100): Leg => ({
  side,
  quantity: String(quantity),
  market: 'US',
  instrument_type: 'EQUITY',
  symbol,
})

export function optionFixture(seed = 'options'): OptionFixture {
  let now = START
  const simulation = openMarketSimulation({
    seed,
    anchor: START,
    now: START,
    clock: () => now,
    onPrint: () => undefined,
  })
  const { exchange, market, options } = simulation
  exchange.configure({ pendingMs: 0 })
  const tradeEvents: TradeEvent[] = []
  const accountEvents: AccountEvent[] = []
  exchange.onTradeEvent((event) => tradeEvents.push(event))
  exchange.onAccountEvent((event) => accountEvents.push(event))
  const to = (time: EpochMs): void => {
    market.advance(time, (step) => exchange.apply(step))
    now = time
    exchange.clockTo(time)
  }
  const chain: OptionFixture['chain'] = (underlying, right, nth = 1) => {
    const program = PROGRAM_BY_UNDERLYING.get(underlying)
    const all =
      program === undefined ? [] : [...options.listings.contracts({ programs: [program] })]
    const day = [...new Set(all.map(({ expiry }) => expiry.day))][nth]
    return all.filter((contract) => contract.expiry.day === day && contract.right === right)
  }
  to(epochMs(START + 1_000))
  return {
    ...simulation,
    tradeEvents,
    accountEvents,
    to,
    chain,
    get now() {
      return now
    },
    skip: (time) => {
      market.skipTo(time, () => undefined)
      now = time
      exchange.clockTo(time)
    },
    wait: (ms) => to(epochMs(now + ms)),
    near: (underlying, right, steps = 0, nth = 1) => {
      const all = chain(underlying, right, nth)
      const spot = options.underlying(all[0]?.symbol ?? '') ?? 0
      const middle = all.findIndex(({ strike }) => strike >= spot)
      const found = all[middle + steps]
      if (found === undefined) throw new Error('no such strike')
      return found
    },
    order: (legs, over = {}) => ({
      client_order_id: `option-${String(serial++).padStart(6, '0')}`,
      combo_type: 'NORMAL',
      instrument_type: 'OPTION',
      market: 'US',
      symbol: over.symbol ?? (legs[0]?.symbol === 'SPXW' ? 'SPX' : (legs[0]?.symbol ?? '')),
      side: 'BUY',
      order_type: 'LIMIT',
      time_in_force: 'DAY',
      entrust_type: 'QTY',
      quantity: '1',
      option_strategy: 'SINGLE',
      legs: [...legs],
      ...over,
    }),
    place: (order, account = MARGIN) => {
      const placed = exchange.place({ account_id: account, new_orders: [order] })
      return placed.ok ? null : `${placed.error.code} ${placed.error.message}`
    },
    buyShares: (symbol, quantity, account = MARGIN) => {
      const placed = exchange.place({
        account_id: account,
        new_orders: [
          {
            client_order_id: `shares-${String(serial++).padStart(6, '0')}`,
            combo_type: 'NORMAL',
            instrument_type: 'EQUITY',
            market: 'US',
            symbol,
            side: 'BUY',
            order_type: 'MARKET',
            time_in_force: 'DAY',
            entrust_type: 'QTY',
            quantity: String(quantity),
            support_trading_session: 'CORE',
          },
        ],
      })
      expect(placed).toMatchObject({ ok: true })
      to(epochMs(now + 60_000))
    },
    detail: (id, account = MARGIN) => {
      const found = exchange.detail(account, id)
      if (!found.ok || found.value.orders[0] === undefined) throw new Error(`no order ${id}`)
      return found.value.orders[0]
    },
    positions: (account = MARGIN) => {
      const found = exchange.positions(account)
      return found.ok ? found.value : []
    },
    optionBuyingPower: (account = MARGIN) => {
      const found = exchange.balance(account)
      return found.ok ? Number(found.value.account_currency_assets[0]?.option_buying_power) : 0
    },
  }
}

/** Returns the price at which an order crosses: the best offer of a buy, the best bid of a sell. */
export const crossingPrice = (
  fixture: OptionFixture,
  symbol: string,
  side: 'BUY' | 'SELL',
): string => {
  const { bids, asks } = fixture.options.book(symbol) ?? { bids: [], asks: [] }
  return String(((side === 'BUY' ? asks[0]?.price : bids[0]?.price) ?? 0) / 10_000)
}

/** Returns an amount of dollars in cents. */
export const cents = (text: string | undefined): number => Math.round(Number(text) * 100)
/** Buys contracts at the offer and returns the id of the filled order. */
export const buyContract = (
  fixture: OptionFixture,
  contract: ReturnType<OptionFixture['near']>,
  quantity = 1,
  account = MARGIN,
): string => {
  const order = fixture.order([leg(contract, 'BUY', quantity)], {
    quantity: String(quantity),
    limit_price: crossingPrice(fixture, contract.symbol, 'BUY'),
  })
  expect(fixture.place(order, account)).toBeNull()
  expect(fixture.detail(order.client_order_id, account).status).toBe('FILLED')
  return order.client_order_id
}
