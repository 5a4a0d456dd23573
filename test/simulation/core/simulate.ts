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
import type { Instrument } from '../../../shared/domain/instrument.js'
import { stockListing } from '../../../shared/domain/listing.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import { isFinal, type OrderStatus } from '../../../shared/domain/order-state.js'
import { ok } from '../../../shared/domain/result.js'
import { createJournal } from '../../../electron/core/orders/journal.js'
import { createOrderDesk, type OrderDesk } from '../../../electron/core/orders/order-desk.js'
import { createProjection, type OrderProjection } from '../../../electron/core/orders/projection.js'
import { createReconciler, type Reconciler } from '../../../electron/core/orders/reconciler.js'
import { replay } from '../../../electron/core/orders/recovery.js'
import { DEFAULT_LIMITS } from '../../../electron/core/risk/limits.js'
import { FakeDisk } from './fake-disk.js'
import { CALM, FakeExchange, quantityOf, type Faults } from './fake-exchange.js'
import { World } from './world.js'

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

/** One life of the desk's process. */
interface Life {
  readonly desk: OrderDesk
  readonly projection: OrderProjection
  readonly reconciler: Reconciler
  ready: boolean
}

export interface SimOptions {
  readonly seed: number
  readonly faults: Partial<Faults>
  /** Steps after which the process dies; each life counts anew. */
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

const SAME: Record<string, OrderStatus> = {
  pending: 'pending',
  working: 'working',
  'partially-filled': 'partially-filled',
  filled: 'filled',
  cancelled: 'cancelled',
  failed: 'rejected',
}

/** Runs one seed: trouble for a while, then a calm line, then everything must agree. */
export async function simulate(options: SimOptions): Promise<SimResult> {
  const world = new World(options.seed)
  const disk = new FakeDisk(world)
  const exchange = new FakeExchange(world, { ...CALM, ...options.faults })
  const problems: string[] = []
  const ticketIds = new Map<string, Set<ClientOrderId>>()
  let life: Life
  let lives = 0

  const fail = (what: string): void => {
    if (!problems.includes(what)) problems.push(what)
  }

  const sends = new Map<string, number>()
  exchange.onSend = (kind, id) => {
    if (kind === 'place') {
      sends.set(id, (sends.get(id) ?? 0) + 1)
      if ((sends.get(id) ?? 0) > 1) fail(`REL-29: ${id} was placed twice`)
      if (!disk.intents().has(id)) fail(`REL-28: ${id} left before its intent was on the disk`)
    }
    if (kind !== 'cancel' && life.desk.trading === 'halted') {
      fail(`REL-36: a ${kind} left while trading was halted`)
    }
  }

  const start = async (): Promise<void> => {
    world.epoch += 1
    lives += 1
    const journal = createJournal(disk.port())
    const projection = createProjection()
    const timers = world.timers()
    const reconciler = createReconciler({
      reads: exchange.trade,
      projection,
      journal,
      clock: world.clock,
      timers,
      log: { event: () => undefined },
      eventsHealthy: () => exchange.live,
      accounts: () => [ACCOUNT],
    })
    const desk = createOrderDesk({
      trade: exchange.trade,
      journal,
      projection,
      reconciler,
      limits: { ...DEFAULT_LIMITS, maxOpenOrders: 1_000 },
      clock: world.clock,
      timers,
      random: world.random(),
      log: { event: () => undefined },
      account: () => ({ product: 'securities' }),
      listing: (order) => world.later(0.1, 3, () => ok(stockListing(instrumentOf(order.symbol)))),
      exchangeNow: world.clock.now,
      quote: () =>
        world.later(0.1, 20, () => ({
          last: asPrice(dec('100')),
          bid: asPrice(dec('99.99')),
          ask: asPrice(dec('100.01')),
          ageMs: 0,
        })),
    })
    const mine: Life = { desk, projection, reconciler, ready: false }
    life = mine
    projection.onAnomaly(({ order, what }) => fail(`anomaly of ${order.clientOrderId}: ${what}`))
    journal.onFailure(() => desk.setTrading('halted'))
    projection.fills.subscribe((fills) => {
      for (const fill of fills) world.note(`told fill ${decimalText(fill.quantity)}`)
    })
    projection.orders.subscribe((rows) => {
      for (const row of rows) {
        world.note(
          `row ${row.clientOrderId.slice(0, 6)} ${row.status} ${decimalText(row.filledQuantity)}`,
        )
      }
    })
    exchange.events.start([ACCOUNT], {
      onOrder: ({ scene, observation }) => {
        if (life === mine) mine.reconciler.intake.observe(observation, scene)
      },
      onSubscribed: () => {
        if (life === mine) mine.reconciler.subscribed()
      },
      onLost: () => undefined,
      onHealth: () => undefined,
    })
    const content = await journal.read()
    if (!content.ok) {
      fail('the journal could not be read')
      return
    }
    const recovered = replay(content.value.records, projection)
    if (!(await reconciler.recover(recovered.open))) return
    desk.restore(recovered.tickets, recovered.trading.state)
    mine.ready = true
    world.note(`life ${lives} ready`)
  }

  const draft = (): OrderDraft => ({
    accountId: ACCOUNT,
    assetClass: 'stock',
    symbol: SYMBOLS[Math.floor(world.chance() * SYMBOLS.length)] ?? SYMBOLS[0]!,
    side: world.chance() < 0.6 ? 'buy' : 'sell',
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity: quantityOf(1 + Math.floor(world.chance() * 20)) },
    limitPrice: asPrice(fromInteger(9_000 + Math.floor(world.chance() * 2_000), 2)),
    stopPrice: null,
    trail: null,
    expireDate: null,
  })

  let tickets = 0
  let lastTicket: { readonly ticket: string; readonly draft: OrderDraft } | null = null
  const act = (): void => {
    if (!life.ready) return
    const dice = world.chance()
    const working = life.projection.orders.all().filter((order) => !isFinal(order.status))
    const one = working[Math.floor(world.chance() * working.length)]
    if (dice < 0.55 || one === undefined) {
      tickets += 1
      // A nervous hand: the same ticket again, now and later and after a restart.
      const again: { readonly ticket: string; readonly draft: OrderDraft } | null =
        dice < 0.15 ? lastTicket : null
      const chosen = again ?? { ticket: `ticket-${tickets}`, draft: draft() }
      lastTicket = chosen
      const submitted = life.desk.submit(chosen.ticket, chosen.draft)
      void submitted.then((outcome) => {
        world.note(`${chosen.ticket} ${outcome.outcome}`)
        if (outcome.outcome === 'denied' || outcome.order === null) return
        const ids = ticketIds.get(chosen.ticket) ?? new Set()
        ids.add(outcome.order.clientOrderId)
        ticketIds.set(chosen.ticket, ids)
        if (ids.size > 1) fail(`REL-29: ${chosen.ticket} became two orders`)
      })
    } else if (dice < 0.8) void life.desk.cancel(ACCOUNT, one.clientOrderId)
    else {
      void life.desk.replace(ACCOUNT, one.clientOrderId, {
        quantity: quantityOf(5 + Math.floor(world.chance() * 30)),
        limitPrice: asPrice(dec('99.5')),
      })
    }
  }

  void start()
  for (let user = 0; user < options.users; user += 1) {
    world.schedule(world.between(50, 30_000), act, -1)
  }
  if (options.faults.event !== undefined && options.faults.event > 0) {
    world.schedule(
      world.between(2_000, 20_000),
      () => exchange.breakStream(world.between(500, 15_000)),
      -1,
    )
  }
  if (options.diskFailsAt !== undefined) {
    world.schedule(
      options.diskFailsAt,
      () => {
        disk.failing = true
      },
      -1,
    )
  }
  if (options.haltAt !== undefined) {
    world.schedule(options.haltAt, () => life.desk.setTrading('halted'), -1)
  }

  for (const steps of options.crashAfter) {
    const at = world.steps + steps
    await world.run(40_000, () => world.steps >= at)
    world.note('crash')
    disk.crash()
    life!.reconciler.dispose()
    void start()
  }
  await world.run(40_000)

  // The line heals: now everything must come to its end and agree with the truth.
  exchange.faults = { ...CALM, dedupe: exchange.faults.dedupe }
  await world.run(world.now + 500_000)

  const truth = disk.intents()
  for (const [id, count] of exchange.created) {
    if (!truth.has(id)) fail(`REL-28: the exchange holds ${id}, which is not in the journal`)
    if (count > 1) fail(`REL-29: ${count} orders for ${id}`)
  }
  if (!life!.ready) fail('the last life never became ready')
  for (const id of truth) {
    const row = life!.projection.get(id as ClientOrderId)
    const held = exchange.orders.get(id as ClientOrderId)
    if (row === undefined) fail(`${id} has no row`)
    else if (held === undefined) {
      if (row.status !== 'not-placed' && row.status !== 'rejected') {
        fail(`REL-31: ${id} is ${row.status}, but does not exist`)
      }
    } else {
      if (row.status !== SAME[held.status]) {
        fail(`REL-31: ${id} is shown ${row.status}, in truth ${held.status}`)
      }
      if (decimalText(row.filledQuantity) !== String(held.filled)) {
        fail(`${id} shows ${decimalText(row.filledQuantity)} filled, in truth ${held.filled}`)
      }
      if (row.quantity === null || decimalText(row.quantity) !== String(held.quantity)) {
        fail(`${id} shows another quantity`)
      }
      if (row.pending !== null && isFinal(row.status)) {
        fail(`${id} is final with a request under way`)
      }
      if (row.pending !== null) fail(`${id} still waits for its ${row.pending.kind}`)
      const told = life!.projection.fills
        .recent()
        .filter((fill) => fill.clientOrderId === row.clientOrderId)
        .map((fill) => fill.quantity)
      if (!eq(sum(told), asQuantity(row.filledQuantity))) {
        fail(`${id} told other fills than it shows`)
      }
    }
  }
  life!.reconciler.dispose()
  return {
    problems,
    trace: world.trace,
    exchange,
    projection: life!.projection,
    steps: world.steps,
    lives,
  }
}
