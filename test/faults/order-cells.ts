import { LOOPBACK_NETWORK } from '../../electron/core/net-ports.js'
import { nodeCrypto } from '../../electron/adapters/crypto.js'
import type { TradePort } from '../../electron/core/orders/trade-port.js'
import type { TradingSession } from '../../electron/core/session/trading-session.js'
import { createOAuth } from '../../electron/provider/auth/oauth.js'
import { HttpCaller, type Caller } from '../../electron/provider/http/caller.js'
import { PUBLISHED_ENDPOINTS } from '../../electron/provider/http/hosts.js'
import { createRateLimiter } from '../../electron/provider/http/rate-limiter.js'
import { createTradeGateway } from '../../electron/provider/orders/trade-gateway.js'
import { asPrice, dec } from '../../shared/domain/decimal.js'
import { clientOrderId, type ClientOrderId } from '../../shared/domain/ids.js'
import type { Order } from '../../shared/domain/orders/order.js'
import { epochMs } from '../../shared/domain/time.js'
import type { Result } from '../../shared/domain/result.js'
import type { TradeOutcome } from '../../shared/domain/orders/trade-outcome.js'
import { ACCOUNT, SessionFixture, draft } from '../unit/core/session/session-fixture.js'
import type { Cell, FaultOutcome } from './faults.js'
import { WireExchange } from './wire-exchange.js'

const MINUTE_MS = 60_000
const NEW_LIMIT = '98'
const DRAFT = draft()

/** A session whose provider is the real client over a broker in memory. */
export class FaultFixture {
  readonly desk = new SessionFixture()
  readonly wire: WireExchange
  readonly trade: TradePort
  readonly caller: Caller
  constructor({ seed = 0 }: Pick<Cell, 'seed'> = {}) {
    const { simulation, exchange } = this.desk
    for (let draw = 0; draw < seed; draw += 1) simulation.chance()
    // Orders rest, so that every cell has one true state.
    Object.assign(exchange, {
      scheduleFills: (order: { status: string }) => {
        order.status = 'working'
      },
    })
    this.wire = new WireExchange(simulation, exchange, DRAFT)
    const clock = {
      now: () => epochMs(simulation.wall() + this.desk.sleptMs),
      monotonic: simulation.clock.monotonic,
    }
    const timers = {
      after: (ms: number, call: () => void) => simulation.schedule(ms, call, -1),
      every: () => () => undefined,
    }
    const source = { accessToken: () => Promise.resolve('token'), rejected: () => undefined }
    this.caller = new HttpCaller({
      endpoints: PUBLISHED_ENDPOINTS.production,
      mode: 'key',
      credentials: { appKey: 'key', appSecret: 'secret', algorithm: 'HMAC-SHA256' },
      tokens: { app: source, bearer: source },
      limiter: createRateLimiter({ environment: 'production', mode: 'key', clock, timers }),
      http: this.wire,
      clock,
      timers,
      random: simulation.random(),
      crypto: nodeCrypto,
      log: { event: () => undefined },
    })
    this.trade = createTradeGateway(this.caller, clock)
    Object.assign(exchange.trade, this.trade)
  }

  /** Starts the session and places the order that a cell changes or queries. */
  async start(operation: Cell['operation']): Promise<TradingSession> {
    const session = await this.desk.start()
    if (operation === 'place') return session
    const placed = await this.desk.wait(session.orders.submit('ticket-0001', DRAFT))
    if (!placed.ok || placed.value.outcome !== 'acknowledged') throw new Error('not placed')
    await this.run(2_000)
    return session
  }

  /** Sets this computer's clock back by an hour. */
  setClockBack(): void {
    this.desk.sleptMs = -3_600_000
  }

  run(ms: number): Promise<void> {
    return this.desk.simulation.run(this.desk.simulation.now + ms)
  }

  /** Returns the id of the order at the exchange; null before there is one. */
  get orderId(): ClientOrderId | null {
    return [...this.desk.exchange.orders.keys()][0] ?? null
  }

  /** Sends the operation of a cell from the session. */
  send(
    session: TradingSession,
    operation: Cell['operation'],
  ): Promise<Result<TradeOutcome, unknown>> {
    const id = this.orderId ?? clientOrderId('none')
    if (operation === 'place') return session.orders.submit('ticket-0002', DRAFT)
    return operation === 'cancel'
      ? session.orders.cancel(ACCOUNT, id)
      : session.orders.replace(ACCOUNT, id, { limitPrice: asPrice(dec(NEW_LIMIT)) })
  }

  /** Throws unless the session shows what the exchange has, and nothing was done twice. */
  expectTruth(session: TradingSession): void {
    const rows = session.streams.orders.all().filter(({ status }) => !NEVER_SENT.has(status))
    const truth = [...this.desk.exchange.orders.values()]
    if (rows.length !== truth.length) {
      throw new Error(`${rows.length} orders shown, ${truth.length} at the broker`)
    }
    for (const order of truth) {
      const shown = rows.find(({ clientOrderId: id }) => id === order.id)
      expectSame(shown, order.status ?? '', order.limit)
    }
    for (const [id, count] of this.desk.exchange.created) {
      if (count !== 1) throw new Error(`${id} was created ${count} times`)
    }
  }
}

const NEVER_SENT: ReadonlySet<Order['status']> = new Set<Order['status']>([
  'not-placed',
  'rejected',
])

function expectSame(shown: Order | undefined, status: string, limit: string): void {
  if (shown?.status !== status) throw new Error(`shown ${shown?.status}, at the broker ${status}`)
  if (shown.pending !== null) throw new Error(`a ${shown.pending.kind} is still pending`)
  const price = String(shown.limitPrice)
  if (Number.parseFloat(price) !== Number.parseFloat(limit)) {
    throw new Error(`shown at ${price}, at the broker at ${limit}`)
  }
}

/** Runs a cell of a placement, replacement or cancel; throws when the session is wrong after it. */
export async function runChange(cell: Cell): Promise<FaultOutcome> {
  const fixture = new FaultFixture(cell)
  const session = await fixture.start(cell.operation)
  fixture.wire.arm(cell)
  fixture.wire.onStrike = () => {
    if (cell.fault === 'clock-jump') fixture.setClockBack()
  }
  const reply = await fixture.desk.wait(fixture.send(session, cell.operation), MINUTE_MS)
  fixture.wire.arm(null)
  // Absence is proved by repeated answers of Order Detail only.
  await fixture.run(2.5 * MINUTE_MS)
  fixture.expectTruth(session)
  if (!reply.ok) throw new Error('the session refused the request')
  return changeOutcome(reply.value)
}

function changeOutcome(outcome: TradeOutcome): FaultOutcome {
  switch (outcome.outcome) {
    case 'acknowledged':
      return 'fine'
    case 'rejected':
      return 'refused'
    case 'denied':
      return 'not-sent'
    case 'unknown':
      return 'settles'
  }
}

/** Runs a cell of Order Detail, the open orders or a preview. */
export async function runRead(cell: Cell): Promise<FaultOutcome> {
  const fixture = new FaultFixture(cell)
  await fixture.start(cell.operation)
  const { wire, trade, desk } = fixture
  const id = fixture.orderId ?? clientOrderId('none')
  // Nothing else may use up the fault or count as a repetition.
  await desk.session.connection.dispose()
  const operation = cell.operation as 'detail' | 'list' | 'preview'
  wire.sent[operation] = 0
  let tries = 0
  wire.arm(cell)
  wire.onStrike = () => {
    tries += 1
    if (cell.fault === 'clock-jump') fixture.setClockBack()
  }
  const answer = await desk.wait<Result<unknown, unknown>>(
    operation === 'detail'
      ? trade.detail(ACCOUNT, id, 'settle')
      : operation === 'list'
        ? trade.openOrders(ACCOUNT, null, 'settle')
        : trade.preview(DRAFT, id),
    2 * MINUTE_MS,
  )
  if (!answer.ok) return 'reported'
  if (operation !== 'preview') expectOrder(operation, answer.value, id)
  return tries > 0 && cell.phase !== 'response' && cell.fault !== 'clock-jump'
    ? 'retried'
    : (wire.sent[operation] ?? 0) > 1
      ? 'retried'
      : 'fine'
}

/** An answer after a fault must name the order; no order is never an answer here. */
function expectOrder(operation: 'detail' | 'list', value: unknown, id: string): void {
  const text = JSON.stringify(value)
  if (!text.includes(id)) throw new Error(`${operation} lost the order: ${text.slice(0, 200)}`)
}

/** Runs a cell of the token refresh. */
export async function runToken(cell: Cell): Promise<FaultOutcome> {
  const fixture = new FaultFixture(cell)
  const { wire, desk, caller } = fixture
  const oauth = createOAuth({
    endpoints: PUBLISHED_ENDPOINTS.production,
    client: { clientId: 'client', clientSecret: 'secret', scope: 'user:trade:wr' },
    caller,
    crypto: nodeCrypto,
    network: LOOPBACK_NETWORK,
  })
  wire.arm(cell)
  wire.onStrike = () => {
    if (cell.fault === 'clock-jump') fixture.setClockBack()
  }
  const answer = await desk.wait(oauth.refresh('refresh-1'), 2 * MINUTE_MS)
  // A refresh token is used once, whatever happens.
  if ((wire.sent.token ?? 0) > 1) throw new Error('the refresh token was sent twice')
  if (answer.ok) return 'fine'
  switch (answer.error.kind) {
    case 'invalid-grant':
      return 'signed-out'
    case 'lost':
      return 'lost'
    case 'refused':
    case 'unreachable':
      return 'reported'
  }
}

/** Runs a cell of listings that lag behind Order Detail. */
export async function runStaleListing(cell: Cell): Promise<FaultOutcome> {
  const fixture = new FaultFixture(cell)
  const session = await fixture.start('cancel')
  const stale = await fixture.desk.wait(fixture.trade.openOrders(ACCOUNT, null, 'settle'))
  const { trade } = fixture.desk.exchange
  Object.assign(trade, { openOrders: () => Promise.resolve(stale) })
  const reply = await fixture.desk.wait(fixture.send(session, 'cancel'))
  if (!reply.ok) throw new Error('the session refused the request')
  await fixture.run(30_000)
  fixture.expectTruth(session)
  return 'corrected'
}
