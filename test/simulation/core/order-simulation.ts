import {
  asPrice,
  dec,
  decimalText,
  fromInteger,
  sum,
  asQuantity,
  eq,
} from '../../../shared/domain/decimal.js'
import { accountId, symbol, type ClientOrderId } from '../../../shared/domain/ids.js'
import type { Instrument } from '../../../shared/domain/instruments/instrument.js'
import { stockListing } from '../../../shared/domain/instruments/listing.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { isFinal, type OrderStatus } from '../../../shared/domain/orders/order-state.js'
import { ok } from '../../../shared/domain/result.js'
import { createJournal } from '../../../electron/core/orders/order-journal.js'
import { OrderService } from '../../../electron/core/orders/order-service.js'
import {
  createProjection,
  type OrderProjection,
} from '../../../electron/core/orders/order-projection.js'
import { Reconciler } from '../../../electron/core/orders/reconcile/reconciler.js'
import { DEFAULT_LIMITS } from '../../../electron/core/risk/risk-limits.js'
import { FakeDisk } from './fake-disk.js'
import { NO_FAULTS, FakeExchange, quantityOf, type Faults } from './fake-exchange.js'
import { Simulation } from './simulation.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

const ACCOUNT = accountId('ACC')
const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'TSLA'].map(symbol)

const instrumentOf = (name: string): Instrument => ({
  symbol: symbol(name),
  name,
  exchange: 'NSQ',
  assetClass: 'stock',
  kind: 'stock',
  tradable: 'yes',
  shortable: true,
  fractionable: true,
  marginable: true,
  overnight: false,
  currency: 'USD',
  initialMarginLong: null,
  maintenanceMarginLong: null,
})

/** One life of the client process. */
interface Life {
  readonly orders: OrderService
  readonly projection: OrderProjection
  readonly reconciler: Reconciler
  ready: boolean
}

export interface SimOptions {
  readonly seed: number
  readonly faults: Partial<Faults>
  /** Steps after which the process dies, counted from zero in each life. */
  readonly crashAfter: readonly number[]
  readonly users: number
  readonly diskFailsAt?: number
  readonly haltAt?: number
}

export interface SimResult {
  readonly problems: readonly string[]
  readonly trace: readonly string[]
  readonly exchange: FakeExchange
  readonly projection: OrderProjection
  readonly steps: number
  readonly lives: number
}

const EXPECTED_STATUS: Record<string, OrderStatus> = {
  pending: 'pending',
  working: 'working',
  'partially-filled': 'partially-filled',
  filled: 'filled',
  cancelled: 'cancelled',
  failed: 'rejected',
}

/**
 * Runs one seed: faults for a while, then a sound connection, then client and exchange must agree.
 */
export async function simulate(options: SimOptions): Promise<SimResult> {
  const simulation = new Simulation(options.seed)
  const disk = new FakeDisk(simulation)
  const exchange = new FakeExchange(simulation, { ...NO_FAULTS, ...options.faults })
  const problems: string[] = []
  const ticketIds = new Map<string, Set<ClientOrderId>>()
  let life: Life
  let lives = 0

  const fail = (problem: string): void => {
    if (!problems.includes(problem)) problems.push(problem)
  }

  const sends = new Map<string, number>()
  exchange.onSend = (kind, id) => {
    if (kind === 'place') {
      sends.set(id, (sends.get(id) ?? 0) + 1)
      if ((sends.get(id) ?? 0) > 1) fail(`REL-29: ${id} was placed twice`)
      if (!disk.intents().has(id)) fail(`REL-28: ${id} left before its intent was on the disk`)
    }
    if (kind !== 'cancel' && life.orders.trading === 'halted') {
      fail(`REL-36: a ${kind} left while trading was halted`)
    }
  }

  const start = async (): Promise<void> => {
    simulation.epoch += 1
    lives += 1
    const journal = createJournal(disk.port())
    const projection = createProjection()
    const timers = simulation.timers()
    const reconciler = new Reconciler({
      reads: exchange.trade,
      projection,
      journal,
      clock: simulation.clock,
      timers,
      log: { event: () => undefined },
      eventsHealthy: () => exchange.streamHealthy,
      accounts: () => [ACCOUNT],
    })
    const orders = new OrderService({
      trade: exchange.trade,
      journal,
      projection,
      reconciler,
      limits: { ...DEFAULT_LIMITS, maxOpenOrders: 1_000 },
      clock: simulation.clock,
      timers,
      random: simulation.random(),
      log: { event: () => undefined },
      account: () => ({ product: 'securities' }),
      listing: (order) =>
        simulation.later(0.1, 3, () => ok(stockListing(instrumentOf(order.symbol)))),
      exchangeNow: simulation.clock.now,
      quote: () =>
        simulation.later(0.1, 20, () => ({
          last: asPrice(dec('100')),
          bid: asPrice(dec('99.99')),
          ask: asPrice(dec('100.01')),
          ageMs: 0,
        })),
    })
    const started: Life = { orders, projection, reconciler, ready: false }
    life = started
    projection.onAnomaly(({ order, what: description }) =>
      fail(`anomaly of ${order.clientOrderId}: ${inEnglish(description)}`),
    )
    journal.onFailure(() => orders.setTrading('halted'))
    projection.fills.subscribe((fills) => {
      for (const fill of fills) simulation.record(`told fill ${decimalText(fill.quantity)}`)
    })
    projection.orders.subscribe((rows) => {
      for (const row of rows) {
        simulation.record(
          `row ${row.clientOrderId.slice(0, 6)} ${row.status} ${decimalText(row.filledQuantity)}`,
        )
      }
    })
    const content = await journal.recover(projection)
    if (!content.ok) {
      fail('the journal could not be read')
      return
    }
    exchange.events.start([ACCOUNT], {
      onOrder: ({ eventType, observation }) => {
        if (life === started) started.reconciler.reports.observe(observation, eventType)
      },
      onSubscribed: () => {
        if (life === started) started.reconciler.onSubscribed()
      },
      onLost: () => undefined,
      onHealth: () => undefined,
    })
    const recovered = content.value
    if (!(await reconciler.recover(recovered.open))) return
    orders.restore(recovered.tickets, recovered.trading.state)
    started.ready = true
    simulation.record(`life ${lives} ready`)
  }

  const draft = (): OrderDraft => ({
    accountId: ACCOUNT,
    assetClass: 'stock',
    symbol: SYMBOLS[Math.floor(simulation.chance() * SYMBOLS.length)] ?? SYMBOLS[0]!,
    side: simulation.chance() < 0.6 ? 'buy' : 'sell',
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity: quantityOf(1 + Math.floor(simulation.chance() * 20)) },
    limitPrice: asPrice(fromInteger(9_000 + Math.floor(simulation.chance() * 2_000), 2)),
    stopPrice: null,
    trail: null,
    expireDate: null,
  })

  let tickets = 0
  let lastTicket: { readonly ticket: string; readonly draft: OrderDraft } | null = null
  const act = (): void => {
    if (!life.ready) return
    const dice = simulation.chance()
    const working = life.projection.orders.all().filter((order) => !isFinal(order.status))
    const chosenOrder = working[Math.floor(simulation.chance() * working.length)]
    if (dice < 0.55 || chosenOrder === undefined) {
      tickets += 1
      // An impatient person: the same ticket again, at once, later and after a restart.
      const repeated: { readonly ticket: string; readonly draft: OrderDraft } | null =
        dice < 0.15 ? lastTicket : null
      const chosen = repeated ?? { ticket: `ticket-${tickets}`, draft: draft() }
      lastTicket = chosen
      const submitted = life.orders.submit(chosen.ticket, chosen.draft)
      void submitted.then((outcome) => {
        simulation.record(`${chosen.ticket} ${outcome.outcome}`)
        if (outcome.outcome === 'denied' || outcome.order === null) return
        const ids = ticketIds.get(chosen.ticket) ?? new Set()
        ids.add(outcome.order.clientOrderId)
        ticketIds.set(chosen.ticket, ids)
        if (ids.size > 1) fail(`REL-29: ${chosen.ticket} became two orders`)
      })
    } else if (dice < 0.8) void life.orders.cancel(ACCOUNT, chosenOrder.clientOrderId)
    else {
      void life.orders.replace(ACCOUNT, chosenOrder.clientOrderId, {
        quantity: quantityOf(5 + Math.floor(simulation.chance() * 30)),
        limitPrice: asPrice(dec('99.5')),
      })
    }
  }

  void start()
  for (let user = 0; user < options.users; user += 1) {
    simulation.schedule(simulation.between(50, 30_000), act, -1)
  }
  if (options.faults.event !== undefined && options.faults.event > 0) {
    simulation.schedule(
      simulation.between(2_000, 20_000),
      () => exchange.breakStream(simulation.between(500, 15_000)),
      -1,
    )
  }
  if (options.diskFailsAt !== undefined) {
    simulation.schedule(
      options.diskFailsAt,
      () => {
        disk.failing = true
      },
      -1,
    )
  }
  if (options.haltAt !== undefined) {
    simulation.schedule(options.haltAt, () => life.orders.setTrading('halted'), -1)
  }

  for (const steps of options.crashAfter) {
    const stepLimit = simulation.steps + steps
    await simulation.run(40_000, () => simulation.steps >= stepLimit)
    simulation.record('crash')
    disk.crash()
    life!.reconciler.dispose()
    void start()
  }
  await simulation.run(40_000)

  // The connection recovers: now every order must settle and agree with the exchange.
  exchange.faults = { ...NO_FAULTS, dedupe: exchange.faults.dedupe }
  await simulation.run(simulation.now + 500_000)

  const truth = disk.intents()
  for (const [id, count] of exchange.created) {
    if (!truth.has(id)) fail(`REL-28: the exchange holds ${id}, which is not in the journal`)
    if (count > 1) fail(`REL-29: ${count} orders for ${id}`)
  }
  if (!life!.ready) fail('the last life never became ready')
  for (const id of truth) {
    const row = life!.projection.get(id as ClientOrderId)
    const trueOrder = exchange.orders.get(id as ClientOrderId)
    if (row === undefined) fail(`${id} has no row`)
    else if (trueOrder === undefined) {
      if (row.status !== 'not-placed' && row.status !== 'rejected') {
        fail(`REL-31: ${id} is ${row.status}, but does not exist`)
      }
    } else {
      if (row.status !== EXPECTED_STATUS[trueOrder.status]) {
        fail(`REL-31: ${id} is shown ${row.status}, in truth ${trueOrder.status}`)
      }
      if (decimalText(row.filledQuantity) !== String(trueOrder.filled)) {
        fail(`${id} shows ${decimalText(row.filledQuantity)} filled, in truth ${trueOrder.filled}`)
      }
      if (row.quantity === null || decimalText(row.quantity) !== String(trueOrder.quantity)) {
        fail(`${id} shows another quantity`)
      }
      if (row.pending !== null && isFinal(row.status)) {
        fail(`${id} is final with a request under way`)
      }
      if (row.pending !== null) fail(`${id} still waits for its ${row.pending.kind}`)
      const published = life!.projection.fills
        .recent()
        .filter((fill) => fill.clientOrderId === row.clientOrderId)
        .map((fill) => fill.quantity)
      if (!eq(sum(published), asQuantity(row.filledQuantity))) {
        fail(`${id} told other fills than it shows`)
      }
    }
  }
  life!.reconciler.dispose()
  return {
    problems,
    trace: simulation.trace,
    exchange,
    projection: life!.projection,
    steps: simulation.steps,
    lives,
  }
}
