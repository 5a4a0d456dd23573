import { createJournal } from '../../../../../electron/core/orders/order-journal.js'
import type { NewRecord } from '../../../../../electron/core/orders/journal/journal-record.js'
import type { OrderObservation } from '../../../../../electron/core/orders/order-observation.js'
import { createProjection } from '../../../../../electron/core/orders/order-projection.js'
import {
  OrderService,
  type OrderServiceDeps,
} from '../../../../../electron/core/orders/order-service.js'
import { ReadPositions } from '../../../../../electron/core/orders/read-positions.js'
import type { OpenRequest } from '../../../../../electron/core/orders/recovery.js'
import type { TradePort } from '../../../../../electron/core/orders/trade-port.js'
import type { WriteOutcome } from '../../../../../electron/core/orders/write-outcome.js'
import type { RiskQuote } from '../../../../../electron/core/risk/pricing.js'
import { DEFAULT_LIMITS, type RiskLimits } from '../../../../../electron/core/risk/risk-limits.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import {
  orderId,
  symbol as toSymbol,
  type ClientOrderId,
} from '../../../../../shared/domain/ids.js'
import type { Tradable } from '../../../../../shared/domain/instruments/instrument.js'
import { stockListing } from '../../../../../shared/domain/instruments/listing.js'
import type { ComboDraft, Order, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import type { ComboRole } from '../../../../../shared/domain/orders/order-types.js'
import type { TradeOutcome } from '../../../../../shared/domain/orders/trade-outcome.js'
import { ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { FakeDisk } from '../../../../simulation/core/fake-disk.js'
import { Simulation } from '../../../../simulation/core/simulation.js'
import { ACCOUNT, draft, instrument } from '../../session/session-fixture.js'

export const price = (text: string) => asPrice(dec(text))
export const quantity = (text: string) => asQuantity(dec(text))
export const size = (text: string): Pick<OrderDraft, 'size'> => ({
  size: { kind: 'quantity', quantity: quantity(text) },
})
export const limit = (text: string, over: Partial<OrderDraft> = {}): OrderDraft =>
  draft({ limitPrice: price(text), ...over })
export const combo = (...orders: readonly (readonly [ComboRole, OrderDraft])[]): ComboDraft => ({
  accountId: ACCOUNT,
  orders: orders.map(([role, member]) => ({ role, draft: member })),
})

/** Three purchases of which one fill cancels the others. */
export const EITHER = combo(
  ['oco', limit('99.50')],
  ['oco', limit('99.40')],
  ['oco', limit('99.30')],
)

export const ACKNOWLEDGED: WriteOutcome = { outcome: 'acknowledged', orderId: orderId('O1') }
export const UNKNOWN: WriteOutcome = { outcome: 'unknown', reason: foreign('reset') }
export const REJECTED: WriteOutcome = {
  outcome: 'rejected',
  code: 'TOO_POOR',
  reason: foreign('no buying power'),
}
export const NOT_SENT: WriteOutcome = { outcome: 'not-sent', reason: foreign('no token') }

/** Shares of the account. */
export const HELD = {
  accountId: ACCOUNT,
  assetClass: 'stock',
  quantity: quantity('10'),
} as Position

/** A request that reached the broker, with all that it carried. */
interface Sent {
  readonly kind: 'place' | 'combo' | 'replace' | 'cancel'
  readonly ids: readonly ClientOrderId[]
  readonly carried: readonly unknown[]
}

type Options = Partial<Pick<OrderServiceDeps, 'personal' | 'positions' | 'listing' | 'account'>> & {
  readonly limits?: Partial<RiskLimits>
}

/**
 * The order service over a real journal and projection, and a broker that answers as the test sets,
 * in virtual time. What the service requests of the reconciler is only recorded.
 */
export class GatewayFixture {
  readonly simulation = new Simulation(11)
  readonly disk = new FakeDisk(this.simulation)
  readonly journal = createJournal(this.disk.port())
  readonly projection = createProjection()
  readonly sent: Sent[] = []
  readonly settled: OpenRequest[] = []
  readonly queried: ClientOrderId[] = []
  readonly logged: unknown[] = []
  /** How the broker answers, once a request has reached it. */
  answer: () => Promise<WriteOutcome> = async () => ACKNOWLEDGED
  /** What a request waits for before it leaves this computer. */
  beforeLeaving: () => Promise<void> = async () => undefined
  /** How much the exchange's clock is ahead of this computer's, in ms. */
  exchangeAheadMs = 0
  /** The deeper part of the check: the listing and the quote. */
  readonly fetched: string[] = []
  beforeQuote: () => Promise<void> = async () => undefined
  /** Whether the provider allows to trade the instruments. */
  tradable: Tradable = 'yes'
  prices: Omit<RiskQuote, 'ageMs'> = {
    last: price('100'),
    bid: price('99.99'),
    ask: price('100.01'),
  }
  /** Whether there are quotes. */
  hasQuotes = true
  /** When the quotes were confirmed, before the time at which they are read; null for never. */
  quoteAgeMs: number | null = 0
  readonly service: OrderService

  constructor(options: Options = {}) {
    const { limits, ...deps } = options
    const { simulation } = this
    this.service = new OrderService({
      trade: this.#trade(),
      journal: this.journal,
      projection: this.projection,
      reconciler: {
        settle: (request: OpenRequest) => void this.settled.push(request),
        queryOrder: (_account: unknown, id: ClientOrderId) => void this.queried.push(id),
      } as unknown as OrderServiceDeps['reconciler'],
      clock: simulation.clock,
      exchangeNow: () => epochMs(simulation.wall() + this.exchangeAheadMs),
      timers: simulation.timers(),
      random: simulation.random(),
      log: { event: (...entry) => void this.logged.push(entry) },
      limits: { ...DEFAULT_LIMITS, ...limits },
      account: () => ({ product: 'securities' }),
      listing: async ({ symbol }) => {
        this.fetched.push(`listing ${symbol}`)
        return ok(
          stockListing({
            ...instrument,
            symbol: toSymbol(symbol),
            shortable: true,
            tradable: this.tradable,
          }),
        )
      },
      quote: async (symbol) => {
        this.fetched.push(`quote ${symbol}`)
        await this.beforeQuote()
        if (!this.hasQuotes) return null
        return { ...this.prices, ageMs: this.quoteAgeMs }
      },
      ...deps,
    })
  }

  /** Lets orders pass, as after a start without a halt. */
  started(): this {
    this.service.restore(new Map(), 'active')
    return this
  }

  /** Runs virtual time until a promise has settled. */
  async wait<T>(promise: Promise<T>, ms = 60_000): Promise<T> {
    let done = false
    void promise.finally(() => {
      done = true
    })
    await this.simulation.run(this.simulation.now + ms, () => done)
    if (!done) throw new Error(`no result after ${ms} ms`)
    return promise
  }

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }

  /** Closes a part of what is held, proved as the session proves it. */
  close(ticket: string, order: OrderDraft, held = '10'): Promise<TradeOutcome> {
    const { projection } = this
    const positions = [{ ...HELD, symbol: order.symbol, quantity: quantity(held) }]
    const read = { positions, unreadable: [] }
    return this.service.close(
      ticket,
      order,
      new ReadPositions(read, projection.orders.all(), projection.orders),
    )
  }

  /** Places an order that the broker shows as working, and forgets how. */
  async working(
    placed: OrderDraft = draft(),
    over: Partial<OrderObservation> = {},
  ): Promise<Order> {
    const ticket = `working-${this.projection.orders.all().length}`
    const outcome = await this.wait(this.service.submit(ticket, placed))
    if (outcome.outcome !== 'acknowledged') throw new Error(outcome.outcome)
    this.show(outcome.order.clientOrderId, over)
    await this.pass(1_000)
    this.forget()
    return this.order(outcome.order.clientOrderId)
  }

  /** Places linked orders that the broker shows as working, and forgets how. */
  async workingCombo(placed: ComboDraft): Promise<readonly Order[]> {
    const outcome = await this.wait(this.service.submitCombo('working-combo', placed))
    if (outcome.outcome !== 'acknowledged') throw new Error(outcome.outcome)
    for (const { clientOrderId } of outcome.orders) this.show(clientOrderId)
    await this.pass(1_000)
    this.forget()
    return this.projection.orders.all()
  }

  /** The broker's Order Detail shows an order as working, or as `over` says. */
  show(id: ClientOrderId, over: Partial<OrderObservation> = {}): void {
    const row = this.order(id)
    this.projection.apply({
      fact: 'observed',
      observation: {
        ...row,
        source: 'detail',
        orderId: orderId('O1'),
        status: 'working',
        filledAt: null,
        reason: null,
        observedAt: this.simulation.wall(),
        ...over,
      },
    })
  }

  /** Forgets what was sent, requested and logged so far. */
  forget(): void {
    for (const list of [this.sent, this.settled, this.queried, this.logged]) list.length = 0
  }

  order(id: ClientOrderId): Order {
    const order = this.projection.get(id)
    if (order === undefined) throw new Error('no such order')
    return order
  }

  /** The journal's records of a kind. */
  records<Kind extends NewRecord['kind']>(kind: Kind): Extract<NewRecord, { kind: Kind }>[] {
    return this.disk.lines
      .map((line) => JSON.parse(line) as NewRecord)
      .filter((record): record is Extract<NewRecord, { kind: Kind }> => record.kind === kind)
  }

  /** The broker's part: records what leaves, unless it must not. */
  async #leave(
    kind: Sent['kind'],
    ids: readonly ClientOrderId[],
    carried: readonly unknown[],
    maySend?: () => boolean,
  ): Promise<WriteOutcome> {
    await this.beforeLeaving()
    if (maySend?.() === false) return { outcome: 'not-sent', reason: foreign('stopped') }
    this.sent.push({ kind, ids, carried })
    return this.answer()
  }

  #trade(): TradePort {
    return {
      place: (placed, id, maySend) => this.#leave('place', [id], [placed], maySend),
      placeCombo: (placed, comboId, ids, maySend) =>
        this.#leave('combo', ids, [placed, comboId], maySend),
      replace: (_account, id, change, { group, maySend } = {}) =>
        this.#leave(
          'replace',
          [id, ...(group?.others.map((other) => other.clientOrderId) ?? [])],
          [change, group],
          maySend,
        ),
      cancel: (_account, id, linked) => this.#leave('cancel', [id], [linked]),
    } as TradePort
  }
}
