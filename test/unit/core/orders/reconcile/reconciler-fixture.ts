import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import {
  accountId,
  clientOrderId,
  orderId,
  symbol,
  type AccountId,
  type ClientOrderId,
} from '../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { createJournal } from '../../../../../electron/core/orders/order-journal.js'
import type { NewRecord } from '../../../../../electron/core/orders/journal/journal-record.js'
import type { OrderObservation } from '../../../../../electron/core/orders/order-observation.js'
import { createProjection } from '../../../../../electron/core/orders/order-projection.js'
import type {
  OrderReadsPort,
  ReadPriority,
} from '../../../../../electron/core/orders/order-reads-port.js'
import { Reconciler } from '../../../../../electron/core/orders/reconcile/reconciler.js'
import { providerFailure } from '../../../../../electron/core/provider-failure.js'
import { observation } from '../order-row-fixture.js'
import { FakeDisk } from '../../../../simulation/core/fake-disk.js'
import { Simulation } from '../../../../simulation/core/simulation.js'

export const ACCOUNT = accountId('ACC')

/** The id of the n-th order of a test. */
export const idOf = (n: number): ClientOrderId => clientOrderId(n.toString(16).padStart(32, '0'))

const draft: OrderDraft = {
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
  limitPrice: asPrice(dec('100')),
  stopPrice: null,
  trail: null,
  expireDate: null,
}

/** A reconciler over a broker whose open orders and answers the test sets, in virtual time. */
export class ReconcilerFixture {
  readonly simulation = new Simulation(7)
  readonly disk = new FakeDisk(this.simulation)
  /** The numbers of the orders that work at the broker. */
  readonly open = new Set<number>()
  /** The numbers of the orders that were canceled at the broker. */
  readonly cancelled = new Set<number>()
  readonly queried: number[] = []
  /** When each order was queried, and how urgently. */
  readonly queries: {
    readonly n: number
    readonly time: number
    readonly priority: ReadPriority
  }[] = []
  /** How many pages of the history were requested. */
  historyPages = 0
  readonly listedPages: (string | null)[] = []
  readonly listedAccounts: AccountId[] = []
  /** When the first page of each list was requested. */
  readonly listedAt: number[] = []
  readonly logged: unknown[] = []
  /** Orders that work and that no list shows. */
  readonly hidden = new Set<number>()
  /** What the broker shows of an order that differs from a working one. */
  readonly shown = new Map<number, Partial<OrderObservation>>()
  /** The accounts; all orders are in {@link ACCOUNT}. */
  accounts: readonly AccountId[] = [ACCOUNT]
  pageSize = 10
  /** Time until a page or a detail is answered, in ms, one after another as under a limit. */
  answerMs = 0
  isHealthy = true
  isListFailing = false
  /** An account whose list cannot be read. */
  failingAccount: AccountId | null = null
  isDetailFailing = false
  /** How much the wall clock was set forward, in ms. */
  clockAheadMs = 0
  /** How many rows of each page cannot be read. */
  unreadable = 0
  /** How long the request budget delays a poll, in ms. */
  budgetMs = { detail: 0, 'open-orders': 0 }
  /** The cursor after each page; by default the position of the next one. */
  nextCursor: (next: number) => string = String
  projection = createProjection()
  #freeAt = { list: 0, detail: 0, history: 0 }
  reconciler = this.#create()

  /** Puts orders into the journal as the last run placed them, and works them at the broker. */
  async runBefore(count: number, minutesAgo = 10): Promise<void> {
    const journal = createJournal(this.disk.port())
    for (let n = 1; n <= count; n += 1) {
      const placedAt = epochMs(this.simulation.wall() - minutesAgo * 60_000 + n)
      const clientOrderId = idOf(n)
      await this.wait(
        journal.append({
          kind: 'intent',
          ticket: `t${n}`,
          clientOrderId,
          draft,
          at: placedAt,
          placedAt,
        }),
      )
      await this.wait(
        journal.append({ kind: 'observation', observation: this.seen(n, 'detail', placedAt) }),
      )
      this.open.add(n)
    }
    await this.restart()
  }

  /** Reads the journal again, as a new run does. */
  async restart(): Promise<void> {
    this.reconciler.dispose()
    this.projection = createProjection()
    const recovered = await this.wait(createJournal(this.disk.port()).recover(this.projection))
    if (!recovered.ok) throw new Error('unreadable')
    this.reconciler = this.#create()
  }

  /** Settles cancels of unknown outcome of the orders from 1 to `count`. */
  settleCancels(count: number): void {
    for (let n = 1; n <= count; n += 1) {
      const [request, clientOrderId] = [`cancel ${n}`, idOf(n)]
      const kind = 'cancel'
      this.projection.apply({
        fact: 'request',
        clientOrderId,
        kind,
        state: 'unknown',
        at: this.simulation.wall(),
      })
      const [accountId, change, acknowledged] = [ACCOUNT, null, false]
      this.reconciler.settle({ request, kind, accountId, clientOrderId, change, acknowledged })
    }
  }

  /** Lets `ms` of virtual time pass. */
  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }

  async wait<T>(promise: Promise<T>): Promise<T> {
    let done = false
    const ended = promise.finally(() => {
      done = true
    })
    await this.simulation.run(this.simulation.now + 3_600_000, () => done)
    return ended
  }

  seen(
    n: number,
    source: OrderObservation['source'],
    observedAt = this.simulation.wall(),
  ): OrderObservation {
    return observation({
      source,
      clientOrderId: idOf(n),
      orderId: orderId(`O${n}`),
      timeInForce: 'gtc',
      status: this.cancelled.has(n) ? 'cancelled' : 'working',
      quantity: asQuantity(dec('10')),
      limitPrice: draft.limitPrice,
      stopPrice: null,
      fees: null,
      placedAt: null,
      observedAt,
      ...this.shown.get(n),
    })
  }

  /** The records of a kind that are on the disk. */
  records(kind: NewRecord['kind']): readonly NewRecord[] {
    return this.disk.lines
      .map((line) => JSON.parse(line) as NewRecord)
      .filter((record) => record.kind === kind)
  }

  statusOf(n: number): string {
    const order = this.projection.get(idOf(n))
    if (order === undefined) return 'none'
    return order.unconfirmed === true ? `${order.status}, unconfirmed` : order.status
  }

  #create(): Reconciler {
    return new Reconciler({
      projection: this.projection,
      journal: createJournal(this.disk.port()),
      clock: {
        now: () => epochMs(this.simulation.wall() + this.clockAheadMs),
        monotonic: this.simulation.clock.monotonic,
      },
      timers: this.simulation.timers(),
      log: { event: (...entry) => void this.logged.push(entry) },
      requestBudget: { pollDelayMs: (query) => this.budgetMs[query] },
      eventsHealthy: () => this.isHealthy,
      accounts: () => this.accounts,
      reads: this.#reads(),
    })
  }

  /** Waits for the answer as under a limit: answers of one kind follow one another. */
  #answer(kind: 'list' | 'detail' | 'history'): Promise<void> {
    const now = this.simulation.now
    this.#freeAt[kind] = Math.max(now, this.#freeAt[kind]) + this.answerMs
    const delay = this.#freeAt[kind] - now
    return new Promise((resolve) => {
      if (delay === 0) resolve()
      else this.simulation.schedule(delay, resolve, -1)
    })
  }

  #reads(): OrderReadsPort {
    return {
      preview: async () => err(providerFailure('stopped', foreign(''))),
      history: async (_account, _range, cursor) => {
        this.historyPages += 1
        await this.#answer('history')
        const all = [...this.open, ...this.cancelled].sort((a, b) => b - a)
        const start = cursor === null ? 0 : Number(cursor)
        const next = start + this.pageSize
        return ok({
          orders: all.slice(start, next).map((n) => this.seen(n, 'listing')),
          unreadable: 0,
          cursor: next < all.length ? String(next) : null,
        })
      },
      openOrders: async (account, cursor) => {
        this.listedPages.push(cursor)
        this.listedAccounts.push(account)
        if (cursor === null) this.listedAt.push(this.simulation.now)
        await this.#answer('list')
        if (this.isListFailing || account === this.failingAccount) {
          return err(providerFailure('unavailable', foreign('down')))
        }
        if (account !== ACCOUNT) return ok({ orders: [], cursor: null, unreadable: 0 })
        const start = cursor === null ? 0 : Number(cursor)
        const listed = [...this.open].filter((n) => !this.hidden.has(n))
        const page = listed.slice(start, start + this.pageSize)
        const next = start + this.pageSize
        return ok({
          orders: page.map((n) => this.seen(n, 'listing')),
          unreadable: this.unreadable,
          cursor: next < listed.length ? this.nextCursor(next) : null,
        })
      },
      detail: async (_account, id, priority) => {
        const n = Number.parseInt(id, 16)
        this.queried.push(n)
        this.queries.push({ n, time: this.simulation.now, priority })
        await this.#answer('detail')
        if (this.isDetailFailing) return err(providerFailure('timeout', foreign('no answer')))
        return ok(
          this.open.has(n) || this.cancelled.has(n)
            ? { seen: 'found', observation: this.seen(n, 'detail') }
            : { seen: 'absent' },
        )
      },
    }
  }
}
