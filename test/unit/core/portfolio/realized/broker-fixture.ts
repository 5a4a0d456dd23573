import { DayFills } from '../../../../../electron/core/portfolio/realized/day-fills.js'
import { RealizedDays } from '../../../../../electron/core/portfolio/realized/realized-days.js'
import type { DetailAnswer } from '../../../../../electron/core/orders/order-reads-port.js'
import type { OrderObservation } from '../../../../../electron/core/orders/order-observation.js'
import {
  providerFailure,
  type ProviderFailure,
} from '../../../../../electron/core/provider-failure.js'
import type { RecordPage, RecordRange } from '../../../../../electron/core/records/records-port.js'
import type { Account, Position } from '../../../../../shared/domain/account/account.js'
import type { CashActivity, Execution } from '../../../../../shared/domain/account/activity.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  ZERO_QUANTITY,
  type Price,
} from '../../../../../shared/domain/decimal.js'
import {
  accountId,
  clientOrderId,
  symbol,
  type AccountId,
  type OrderId,
} from '../../../../../shared/domain/ids.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import type { OrderLeg } from '../../../../../shared/domain/orders/order-terms.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../../shared/domain/time.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { Simulation } from '../../../../simulation/core/simulation.js'

export const ACCOUNT = accountId('A1')
export const AAPL = symbol('AAPL')
/** Friday, 21 November 2025, 09:30 in New York: when the simulation begins. */
export const OPEN = 1_763_735_400_000

/** What a list does: it answers, fails, is refused, or contains a row that cannot be read. */
export type Answering = 'answers' | 'fails' | 'refuses' | 'is unreadable'

const failureOf = (answering: Answering): ProviderFailure =>
  providerFailure(answering === 'refuses' ? 'refused' : 'timeout', foreign('no'))

/**
 * A broker with the records of accounts, in virtual time. It lists them newest first, in pages of
 * two, and remembers what was requested.
 */
export class RecordingBroker {
  readonly simulation = new Simulation(7)
  accounts: readonly Pick<Account, 'accountId' | 'product'>[] = [
    { accountId: ACCOUNT, product: 'securities' },
  ]
  selected: AccountId | null = ACCOUNT
  executions: readonly Execution[] = []
  cash: readonly CashActivity[] = []
  orders: readonly OrderObservation[] = []
  /** Orders that Countersign placed itself. */
  known: readonly Order[] = []
  positions: readonly Position[] = []
  unreadablePositions = 0
  /** Called when the positions were read, before the answer arrives. */
  onPositionsRead: () => void = () => undefined
  previousCloses: Readonly<Record<string, string>> = {}
  readonly answering: Record<
    'executions' | 'cash' | 'history' | 'detail' | 'positions' | 'snapshots',
    Answering
  > = {
    executions: 'answers',
    cash: 'answers',
    history: 'answers',
    detail: 'answers',
    positions: 'answers',
    snapshots: 'answers',
  }
  hasRecords = true
  pointValue: string | null = '50'
  /** The requests, in words, with the time since the start in seconds. */
  readonly requested: string[] = []

  readonly fills = new DayFills({
    records: () => this.#records() as never,
    orders: {
      history: (id, { from }, cursor) =>
        this.#answer('history', `${id} since ${from === null ? 'a week' : 'the day'}`, () => {
          const page = pageOf(this.orders, cursor)
          return { orders: page.rows, cursor: page.cursor, unreadable: this.#unreadable('history') }
        }),
      detail: (_id, order) =>
        this.#answer('detail', order, (): DetailAnswer => {
          const observation = this.orders.find((seen) => seen.clientOrderId === order)
          return observation === undefined ? { seen: 'absent' } : { seen: 'found', observation }
        }),
    },
    order: (id) => this.known.find((order) => order.clientOrderId === id),
    exchangeNow: () => this.now(),
  })

  readonly days = new RealizedDays({
    accounts: () => this.accounts as readonly Account[],
    selected: () => this.selected,
    reads: {
      positions: (id) =>
        this.#answer('positions', id, () => {
          const positions = this.positions.filter((position) => position.accountId === id)
          this.onPositionsRead()
          const unreadable = Array.from({ length: this.unreadablePositions }, () => ({}) as never)
          return { positions, unreadable }
        }),
    },
    fills: this.fills,
    records: () => this.#records() as never,
    listings: {
      multiplierOf: () =>
        Promise.resolve(ok(this.pointValue === null ? null : dec(this.pointValue))),
    },
    market: {
      snapshots: (symbols) =>
        this.#answer('snapshots', symbols.join(' '), () =>
          symbols.map((name) => ({
            symbol: name,
            previousClose:
              this.previousCloses[name] === undefined ? null : price(this.previousCloses[name]),
          })),
        ) as never,
    },
    exchangeNow: () => this.now(),
    clock: this.simulation.clock,
    timers: this.simulation.timers(),
  })

  now(): EpochMs {
    return this.simulation.wall()
  }

  async pass(seconds: number): Promise<void> {
    await this.simulation.run(this.simulation.now + seconds * 1_000)
  }

  /** Returns the requests of a kind since the last call of {@link forget}. */
  asks(kind: string): readonly string[] {
    return this.requested.filter((text) => text.startsWith(kind))
  }

  forget(): void {
    this.requested.length = 0
  }

  /** Records a fill of now, and changes nothing else. */
  execute({ time = this.now(), ...overrides }: Partial<Execution>): void {
    this.executions = [
      execution({
        executionId: `X${this.executions.length + 1}`,
        time,
        ...overrides,
      }),
      ...this.executions,
    ]
  }

  #records() {
    return this.hasRecords
      ? Promise.resolve({
          executions: (id: AccountId, range: RecordRange, cursor: string | null) =>
            this.#answer('executions', id, () => ({
              ...pageOf(
                this.executions.filter(({ time }) => time >= range.from),
                cursor,
              ),
              unreadable: this.#unreadable('executions'),
            })),
          cashActivities: (
            id: AccountId,
            { from, kinds }: RecordRange & { readonly kinds: readonly string[] },
            cursor: string | null,
          ): Promise<Result<RecordPage<CashActivity>, ProviderFailure>> =>
            this.#answer('cash', `${id} ${kinds.join(' ')}`, () => ({
              ...pageOf(
                this.cash.filter(({ time, kind }) => time >= from && kinds.includes(kind)),
                cursor,
              ),
              unreadable: this.#unreadable('cash'),
            })),
        })
      : Promise.resolve(undefined)
  }

  #unreadable(kind: keyof RecordingBroker['answering']): number {
    return this.answering[kind] === 'is unreadable' ? 1 : 0
  }

  /** Answers a moment later, as the broker would. */
  async #answer<T>(
    kind: keyof RecordingBroker['answering'],
    about: string,
    read: () => T,
  ): Promise<Result<T, ProviderFailure>> {
    this.requested.push(`${kind} ${about} at ${Math.round(this.simulation.now / 100) / 10}`)
    const answering = this.answering[kind]
    return answering === 'fails' || answering === 'refuses' ? err(failureOf(answering)) : ok(read())
  }
}

function pageOf<T>(rows: readonly T[], cursor: string | null) {
  const from = Number(cursor ?? '0')
  return {
    rows: rows.slice(from, from + 2),
    cursor: from + 2 < rows.length ? String(from + 2) : null,
  }
}

export const price = (text: string): Price => asPrice(dec(text))
export const money = (text: string) => asMoney(dec(text))
export const units = (text: string) => asQuantity(dec(text))

/** A purchase of 10 AAPL at 100, when the market opened. */
export const execution = (overrides: Partial<Execution> = {}): Execution => ({
  executionId: 'X1',
  orderId: 'B1' as OrderId,
  clientOrderId: clientOrderId('C1'),
  symbol: AAPL,
  side: 'buy',
  type: 'limit',
  completes: true,
  quantity: units('10'),
  price: price('100'),
  leaves: ZERO_QUANTITY,
  cumulative: units('10'),
  orderQuantity: units('10'),
  limitPrice: null,
  executionKind: null,
  time: epochMs(OPEN),
  ...overrides,
})

/** The order of that purchase, as the broker lists it. */
export const observation = (overrides: Partial<OrderObservation> = {}): OrderObservation => ({
  source: 'listing',
  accountId: ACCOUNT,
  clientOrderId: clientOrderId('C1'),
  orderId: null,
  assetClass: 'stock',
  symbol: AAPL,
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: null,
  status: 'filled',
  quantity: units('10'),
  amount: null,
  filledQuantity: units('10'),
  averageFillPrice: price('100'),
  limitPrice: null,
  stopPrice: null,
  trail: null,
  fees: null,
  placedAt: epochMs(OPEN),
  filledAt: epochMs(OPEN),
  reason: null,
  observedAt: epochMs(OPEN),
  ...overrides,
})

/** An order that Countersign knows: only what identifies its instrument counts. */
export const knownOrder = (overrides: Partial<Order> = {}): Order =>
  ({
    clientOrderId: clientOrderId('C1'),
    assetClass: 'stock',
    symbol: AAPL,
    quantity: units('10'),
    ...overrides,
  }) as Order

/** Ten shares, bought at 100 and worth 110; the day began at 105. */
export const position = (overrides: Partial<Position> = {}): Position => ({
  accountId: ACCOUNT,
  positionId: 'P1',
  symbol: AAPL,
  assetClass: 'stock',
  currency: 'USD',
  quantity: units('10'),
  averageCost: price('100'),
  multiplier: dec('1'),
  lastPrice: price('110'),
  pricedAt: null,
  marketValue: money('1100'),
  unrealizedPnl: money('100'),
  unrealizedPnlRatio: null,
  dayPnl: money('50'),
  ...overrides,
})

/** What the broker booked in cash. */
export const booked = (overrides: Partial<CashActivity> = {}): CashActivity => ({
  id: 'CASH1',
  accountId: ACCOUNT,
  kind: 'trade',
  subKind: '',
  symbol: AAPL,
  currency: 'USD',
  market: null,
  amount: money('-1000'),
  tradeDate: '2025-11-21',
  time: epochMs(OPEN),
  ...overrides,
})

/** A leg of AAPL options that expire on 19 December 2025. */
export const optionLeg = (side: OrderLeg['side'], strike: string, quantity = '1'): OrderLeg => ({
  legId: `L${strike}`,
  symbol: AAPL,
  side,
  quantity: units(quantity),
  option: {
    type: 'call',
    style: 'american',
    strike: price(strike),
    expiration: '2025-12-19',
    multiplier: dec('100'),
    deliverable: null,
  },
})

export const CALL_270 = symbol('AAPL251219C00270000')
export const CALL_280 = symbol('AAPL251219C00280000')

/** The terms of an order with these legs. */
export const termsOf = (...legs: readonly OrderLeg[]) =>
  ({
    combo: null,
    strategy: legs.length > 1 ? 'vertical' : 'single',
    legs,
    intent: null,
    legging: null,
    algo: null,
    outcome: null,
    tradeMode: null,
    expireDate: null,
  }) as const
