import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { StateFile } from '../../../electron/practice/data/state-file.js'
import type { Exchange, PlaceBody } from '../../../electron/practice/exchange/api/exchange-api.js'
import { startPractice } from '../../../electron/practice/server/practice.js'
import {
  openMarketSimulation,
  stateName,
  type MarketSimulation,
} from '../../../electron/practice/simulation/market-simulation.js'
import { zPracticeFile, type PracticeFile } from '../../../electron/practice/store/practice-file.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { limitBuy } from '../../contract/practice/client/orders.js'

/** How large the state of an exchange is made. */
interface ExchangeSize {
  readonly seed: string
  readonly accounts: number
  /** Ended orders of the first account, which the window shows first. */
  readonly firstAccountOrders: number
  /** Ended orders of all accounts together. */
  readonly orders: number
}

/** The orders that the exchange lists in the end, with the orders of its seeded history. */
interface MadeOrders {
  readonly total: number
  readonly ofFirstAccount: number
}

const DEPOSIT_CENTS = 200_000_000
/** Exchange time between two orders; all of them fit into a part of a trading day. */
const STEP_MS = 5
/** Orders of a group, canceled together after their time as pending. */
const GROUP = 250
const PENDING_MS = 2_000
/** Of so many orders one is a market order; the others rest and are canceled. */
const FILLED_EACH = 2

/** Starts an exchange once in the folder, so that its keys and its state file exist. */
async function firstState(folder: string, seed: string): Promise<PracticeFile> {
  const started = await startPractice(
    {
      seed,
      dataDir: folder,
      portBase: 0,
      rateLimits: 'off',
      clock: 'practice',
      speed: 1,
      environment: 'practice',
    },
    {
      host: { wall: () => epochMs(Date.now()), monotonic: () => performance.now() },
      onError: (error) => {
        throw error
      },
    },
  )
  if (!started.ok) throw new Error(started.error.message)
  await started.value.close()
  return zPracticeFile.parse((await new StateFile(folder, stateName(seed)).load(0)).value)
}

/** An exchange in this process, whose clock this code moves. */
class Trader {
  readonly accepted: Record<string, number> = {}
  readonly #simulation: MarketSimulation
  readonly #symbols: readonly string[]
  #now: EpochMs

  constructor(state: PracticeFile) {
    this.#now = epochMs(state.exchangeTime)
    this.#simulation = openMarketSimulation({
      seed: state.seed,
      anchor: epochMs(state.anchor),
      now: this.#now,
      clock: () => this.#now,
      onPrint: () => undefined,
    })
    const restored = this.exchange.restoreState(state.exchange)
    if (!restored.ok) throw new Error(restored.error.message)
    this.#symbols = this.#simulation.market.listings.slice(0, 40).map(({ symbol }) => symbol)
  }

  get exchange(): Exchange {
    return this.#simulation.exchange
  }

  get now(): EpochMs {
    return this.#now
  }

  /** Places orders in an account; half of them fill, the others are canceled. */
  trade(account: string, from: number, count: number): void {
    const resting: string[] = []
    for (let index = from; index < from + count; index += 1) {
      this.#pass(STEP_MS)
      const symbol = this.#symbols[index % this.#symbols.length] ?? 'AAPL'
      const isMarket = index % FILLED_EACH === 0
      const id = this.#place(account, symbol, isMarket)
      if (!isMarket) resting.push(id)
    }
    this.#pass(PENDING_MS)
    for (const id of resting) {
      this.exchange.cancel({ account_id: account, client_order_id: id } as never)
    }
    this.#pass(STEP_MS)
    // Orders took from the books; the market makers quote again.
    for (const symbol of this.#symbols) {
      const book = this.#simulation.market.book(symbol)
      if (book !== undefined) this.exchange.apply({ ...book, time: this.#now })
    }
  }

  /** Places one order and returns its id: a purchase at the market, or one far below it. */
  #place(account: string, symbol: string, isMarket: boolean): string {
    const resting = limitBuy(symbol, '1.00')
    const { limit_price: _price, ...terms } = resting
    const order = isMarket ? { ...terms, order_type: 'MARKET', time_in_force: 'DAY' } : resting
    const placed = this.exchange.place({
      account_id: account,
      new_orders: [order],
    } as unknown as PlaceBody)
    if (!placed.ok) throw new Error(`${placed.error.code} ${placed.error.message}`)
    this.accepted[resting.client_order_id] = 1
    return resting.client_order_id
  }

  #pass(ms: number): void {
    this.#now = epochMs(this.#now + ms)
    this.exchange.clockTo(this.#now)
  }
}

/** True for a margin account, by its id. */
const isMargin = (id: string): boolean => id.includes('MARGN')

function openAccounts(exchange: Exchange, count: number): readonly string[] {
  const [userId = ''] = exchange.userIds()
  const first = exchange.accounts(userId).map(({ account_id: id }) => id)
  for (let index = first.length; index < count; index += 1) {
    const accountId = `PRACTICEMARGN${String(1_000 + index).padStart(13, '0')}`
    exchange.openAccount({
      userId,
      accountId,
      accountNumber: String(20_010_000 + index),
      type: 'MARGIN',
    })
  }
  const ids = exchange.accounts(userId).map(({ account_id: id }) => id)
  for (const accountId of ids.filter(isMargin)) {
    exchange.moveCash({ accountId, cents: DEPOSIT_CENTS, type: 'DEPOSIT', subType: 'WIRE' })
  }
  return ids
}

/** Returns the number of orders in an account's history. */
function countOrders(exchange: Exchange, accountId: string): number {
  let count = 0
  for (let paginationKey: string | undefined; ; ) {
    const page = exchange.history({
      accountId,
      startTime: '2018-06-01T00:00:00.000Z',
      paginationKey,
    })
    if (!page.ok) throw new Error(page.error.message)
    count += page.value.data.reduce((sum, group) => sum + group.orders.length, 0)
    if (page.value.pagination_key === null) return count
    paginationKey = page.value.pagination_key
  }
}

/** Makes the state of a large exchange in a data folder, with the exchange's own operations. */
export async function makeLargeExchange(
  folder: string,
  { seed, accounts, firstAccountOrders, orders }: ExchangeSize,
): Promise<MadeOrders> {
  const state = await firstState(folder, seed)
  const trader = new Trader(state)
  const ids = openAccounts(trader.exchange, accounts)
  const trading = ids.filter(isMargin)
  const rest = Math.floor((orders - firstAccountOrders) / (trading.length - 1))
  const toPlace = new Map(trading.map((id, index) => [id, index === 0 ? firstAccountOrders : rest]))
  for (let round = 0; [...toPlace.values()].some((count) => count > 0); round += 1) {
    for (const [id, count] of toPlace) {
      const now = Math.min(GROUP, count)
      if (now === 0) continue
      trader.trade(id, round * GROUP, now)
      toPlace.set(id, count - now)
    }
  }
  await new StateFile(folder, stateName(seed)).save(() => ({
    ...state,
    exchangeTime: trader.now,
    exchange: trader.exchange.snapshotState(),
    accepted: { ...state.accepted, ...trader.accepted },
  }))
  const counts = ids.map((id) => countOrders(trader.exchange, id))
  return { total: counts.reduce((sum, count) => sum + count, 0), ofFirstAccount: counts[0] ?? 0 }
}

export const exchangeFolder = (userData: string): string => join(userData, 'practice', 'exchange')
