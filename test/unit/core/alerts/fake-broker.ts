import type { BarQuery } from '../../../../electron/core/market/market-port.js'
import { rowOfIntent } from '../../../../electron/core/orders/order-row.js'
import type {
  Account,
  AccountOverview,
  Balance,
  CurrencyBalance,
} from '../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import {
  clientOrderId,
  symbol,
  type AccountId,
  type TradingSymbol,
} from '../../../../shared/domain/ids.js'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { ok, err, type Result } from '../../../../shared/domain/result.js'
import type { ChannelHealth, Channel } from '../../../../shared/domain/session/health.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import {
  providerFailure,
  type ProviderFailure,
} from '../../../../electron/core/provider-failure.js'

export const MAIN = 'A1' as AccountId
export const OTHER = 'A2' as AccountId

const account = (accountId: AccountId, accountNumber: string): Account => ({
  accountId,
  accountNumber,
  type: 'margin',
  product: 'securities',
  label: 'Individual Margin',
})

/** Accounts, orders and bars as alerts read them, without a broker. */
export class FakeBroker {
  readonly portfolio = {
    accounts: [account(MAIN, '10010048'), account(OTHER, '10010052')] as readonly Account[],
    selected: MAIN as AccountId | null,
  }
  /** How many listeners keep the balances of other accounts current. */
  watchers = 0
  readonly reads: BarQuery[] = []
  barsOf: (query: BarQuery) => readonly Bar[] = () => []
  areBarsBroken = false
  areListsComplete = true
  readonly #balances = new Map<AccountId, Balance>()
  readonly #orders = new Map<string, Order>()
  readonly #states = new Map<Channel, ChannelHealth['state']>()
  readonly #shown = createEmitter<void>()
  readonly #others = createEmitter<void>()
  readonly #rows = createEmitter<readonly Order[]>()
  readonly #health = createEmitter<void>()
  readonly #pages = createEmitter<AccountId>()

  readonly shown = {
    get: () => this.#balances.get(MAIN) ?? null,
    subscribe: (changed: () => void) => this.#shown.add(changed),
  }
  readonly overviews = {
    get: (): readonly AccountOverview[] =>
      this.portfolio.accounts.map(({ accountId }) => ({
        accountId,
        balance: this.#balances.get(accountId) ?? null,
        positions: [],
      })),
    subscribe: (changed: () => void) => {
      const remove = this.#others.add(changed)
      this.watchers += 1
      return () => {
        this.watchers -= 1
        remove()
      }
    },
  }
  readonly realized = { get: () => [], subscribe: () => () => undefined }
  readonly unreadable = () => []
  readonly health = {
    state: (channel: Channel) => this.#states.get(channel) ?? 'live',
    subscribe: (changed: () => void) => this.#health.add(changed),
  }
  readonly orders = {
    all: () => [...this.#orders.values()],
    subscribe: (changed: (rows: readonly Order[]) => void) => this.#rows.add(changed),
  }
  readonly lists = {
    listProgress: () => ({ isComplete: this.areListsComplete, hasPage: true }),
    onListPage: (listener: (accountId: AccountId) => void) => this.#pages.add(listener),
  }
  readonly bars = (query: BarQuery): Promise<Result<readonly Bar[], ProviderFailure>> => {
    this.reads.push(query)
    return Promise.resolve(
      this.areBarsBroken
        ? err(providerFailure('unavailable', message('provider.stopped')))
        : ok(this.barsOf(query)),
    )
  }

  setState(channel: Channel, state: ChannelHealth['state']): void {
    this.#states.set(channel, state)
    this.#health.emit()
  }

  setBalance(accountId: AccountId, figures: Partial<Balance> | null, asOf: number): void {
    if (figures === null) this.#balances.delete(accountId)
    else this.#balances.set(accountId, { ...EMPTY, accountId, asOf: epochMs(asOf), ...figures })
    if (accountId === this.portfolio.selected) this.#shown.emit()
    else this.#others.emit()
  }

  completeLists(): void {
    this.areListsComplete = true
    this.#pages.emit(MAIN)
  }

  /** Adds or changes an order of 10 shares. */
  report(id: string, part: Partial<Order>, time: EpochMs): void {
    const before = this.#orders.get(id) ?? newOrder(id, time)
    const order = { ...before, ...part, updatedAt: time }
    this.#orders.set(id, order)
    this.#rows.emit([order])
  }
}

export const money = (text: string) => asMoney(dec(text))

const NO_CURRENCY: CurrencyBalance = {
  currency: 'USD',
  cash: null,
  settledCash: null,
  unsettledCash: null,
  marketValue: null,
  frozen: null,
  buyingPower: money('5000'),
  dayBuyingPower: null,
  overnightBuyingPower: null,
  optionBuyingPower: null,
  unrealizedPnl: null,
  dayPnl: null,
  availableToWithdraw: null,
}

const EMPTY: Balance = {
  accountId: MAIN,
  currency: 'USD',
  netLiquidation: money('10000'),
  totalCash: money('10000'),
  totalMarketValue: null,
  unrealizedPnl: null,
  dayPnl: money('0'),
  initialMargin: null,
  maintenanceMargin: money('4000'),
  openMarginCalls: [],
  dayTradesLeft: null,
  currencies: [NO_CURRENCY],
  asOf: epochMs(0),
}

const newOrder = (id: string, time: EpochMs): Order => ({
  ...rowOfIntent(
    clientOrderId(id.padStart(32, '0')),
    {
      accountId: MAIN,
      assetClass: 'stock',
      symbol: symbol('AAPL') as TradingSymbol,
      side: 'buy',
      type: 'limit',
      timeInForce: 'day',
      session: 'core',
      size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
      limitPrice: asPrice(dec('187.50')),
      stopPrice: null,
      trail: null,
      expireDate: null,
    },
    { time },
  ).order,
  status: 'working',
})
