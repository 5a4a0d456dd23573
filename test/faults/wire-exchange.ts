import { decimalText, asPrice, dec } from '../../shared/domain/decimal.js'
import { clientOrderId } from '../../shared/domain/ids.js'
import type { OrderDraft } from '../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../shared/domain/result.js'
import { CODES } from '../../shared/wire/errors.js'
import type {
  HttpFailure,
  HttpPort,
  HttpRequest,
  HttpResponse,
} from '../../electron/core/net-ports.js'
import type { TradePort } from '../../electron/core/orders/trade-port.js'
import type { WriteOutcome } from '../../electron/core/orders/write-outcome.js'
import type { FakeExchange } from '../simulation/core/fake-exchange.js'
import type { Simulation } from '../simulation/core/simulation.js'
import type { Cell, Fault, Operation } from './faults.js'

type WireAnswer = Result<HttpResponse, HttpFailure>
type HttpOperation = Exclude<Operation, 'events' | 'market'>

const PATHS: Readonly<Record<string, HttpOperation>> = {
  '/trading/orders/place': 'place',
  '/trading/orders/replace': 'replace',
  '/trading/orders/cancel': 'cancel',
  '/trading/orders/get': 'detail',
  '/trading/orders/open-orders/list': 'list',
  '/trading/orders/preview': 'preview',
}

const json = (status: number, body: unknown): WireAnswer =>
  ok({
    status,
    headers: {},
    body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  })
const refusal = (status: number, code: string): WireAnswer =>
  json(status, { error_code: code, message: 'refused' })
const failure = (kind: HttpFailure['kind'], phase: HttpFailure['phase']): WireAnswer =>
  err({ kind, phase, detail: 'fault' })

/** The faults that last until they are lifted; the others strike once. */
const LASTING: ReadonlySet<Fault> = new Set<Fault>([
  'rate-limit-storm',
  'token-family-revoked',
  'clock-skew',
  'dns-failure',
  'wrong-certificate',
  'halted-symbol',
])

const READ_TIMEOUT_MS = 10_000

/**
 * The broker's HTTP API in memory, over the orders of a `FakeExchange`, with one fault at one
 * operation and phase. Time is virtual.
 */
export class WireExchange implements HttpPort {
  /** The requests that reached the network, by operation. */
  readonly sent: Partial<Record<HttpOperation, number>> = {}
  /** Called when the fault strikes, for faults outside the network. */
  onStrike: () => void = () => undefined
  readonly #simulation: Simulation
  readonly #exchange: FakeExchange
  /** The exchange's own operations, without a fault. */
  readonly #truth: TradePort
  readonly #draft: OrderDraft
  #fault: Cell | null = null

  constructor(simulation: Simulation, exchange: FakeExchange, draft: OrderDraft) {
    this.#simulation = simulation
    this.#exchange = exchange
    this.#truth = { ...exchange.trade }
    this.#draft = draft
  }

  /** Lets a fault strike at the next request of its operation. */
  arm(cell: Cell | null): void {
    this.#fault = cell
  }

  close(): void {
    this.#fault = null
  }

  async send(request: HttpRequest): Promise<WireAnswer> {
    const [path = '', query = ''] = request.target.split('?')
    const operation = PATHS[path] ?? 'token'
    const body = this.#bodyOf(request, query)
    const strike = this.#strikeOf(operation)
    await this.#pause(5)
    const { fault, phase } = strike ?? {}
    if (strike !== null) this.onStrike()
    if (phase === 'connect' && fault !== 'clock-jump') return this.#unsent(fault)
    this.sent[operation] = (this.sent[operation] ?? 0) + 1
    if (fault === 'process-kill' && phase === 'sent') return new Promise(() => undefined)
    if (fault === 'delay' && phase === 'sent') return this.#late(operation, body)
    if (phase === 'sent' && fault !== 'clock-jump') return this.#lost('sent')
    if (phase === 'response' && fault !== undefined) {
      const refused = REFUSALS[fault]
      if (refused !== undefined && (fault !== 'halted-symbol' || HALTED.has(operation))) {
        return refused
      }
    }
    const answer = await this.#effect(operation, body)
    return strike === null ? answer : this.#afterEffect(strike, answer)
  }

  async #afterEffect({ fault, phase }: Cell, answer: WireAnswer): Promise<WireAnswer> {
    if (fault === 'process-kill') return new Promise(() => undefined)
    if (fault === 'error-after-effect') return json(503, '')
    if (fault === 'clock-jump' || fault === 'halted-symbol') return answer
    if (phase === 'effect') {
      if (fault === 'delay') await this.#pause(READ_TIMEOUT_MS)
      return failure(fault === 'delay' ? 'timeout' : 'reset', 'sent')
    }
    if (fault === 'delay') {
      await this.#pause(3_000)
      return answer
    }
    return failure(fault === 'truncate' ? 'truncated' : 'reset', 'response-started')
  }

  async #unsent(fault: Fault | undefined): Promise<WireAnswer> {
    if (fault === 'delay') await this.#pause(5_000)
    if (fault === 'wrong-certificate') return failure('tls', 'not-sent')
    return failure(fault === 'delay' ? 'timeout' : 'connect', 'not-sent')
  }

  async #lost(phase: HttpFailure['phase']): Promise<WireAnswer> {
    await this.#pause(20)
    return failure('reset', phase)
  }

  /** The request reaches the exchange after the client has given up. */
  async #late(operation: HttpOperation, body: Body): Promise<WireAnswer> {
    this.#simulation.schedule(20_000, () => void this.#effect(operation, body), -1)
    await this.#pause(READ_TIMEOUT_MS)
    return failure('timeout', 'sent')
  }

  #strikeOf(operation: HttpOperation): Cell | null {
    const cell = this.#fault
    if (cell === null || cell.operation !== operation) return null
    if (!LASTING.has(cell.fault)) this.#fault = null
    return cell
  }

  #bodyOf(request: HttpRequest, query: string): Body {
    const text = request.body === null ? '' : new TextDecoder().decode(request.body)
    return (
      text.startsWith('{')
        ? JSON.parse(text)
        : Object.fromEntries(new URLSearchParams(query || text))
    ) as Body
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#simulation.schedule(ms, () => resolve(), -1)
    })
  }

  async #effect(operation: HttpOperation, body: Body): Promise<WireAnswer> {
    const id = clientOrderId(idOf(body))
    const truth = this.#truth
    const account = this.#draft.accountId
    switch (operation) {
      case 'place':
        return written(id, await truth.place(this.#draft, id))
      case 'replace': {
        const price = body.modify_orders?.[0]?.limit_price ?? '1'
        return written(id, await truth.replace(account, id, { limitPrice: asPrice(dec(price)) }))
      }
      case 'cancel':
        return written(id, await truth.cancel(account, id))
      case 'preview':
        return json(200, { estimated_cost: '100.00', estimated_transaction_fee: '0.10' })
      case 'detail': {
        const order = this.#recordOf(id)
        return order === null
          ? refusal(417, CODES.orderNotFound)
          : json(200, { client_order_id: id, orders: [order] })
      }
      case 'list':
        return json(200, { data: this.#openOrders() })
      case 'token':
        return json(200, {
          access_token: 'new-access',
          refresh_token: 'new-refresh',
          token_type: 'bearer',
          expires_in: 1_800,
          rt_expires_in: 1_296_000,
          identity_id: 'U1',
        })
    }
  }

  #openOrders(): readonly unknown[] {
    return [...this.#exchange.orders.values()]
      .filter(({ status }) => !['filled', 'cancelled', 'failed'].includes(status ?? ''))
      .map(({ id }) => ({ client_order_id: id, orders: [this.#recordOf(id)] }))
  }

  #recordOf(id: string): Readonly<Record<string, unknown>> | null {
    const order = this.#exchange.orders.get(clientOrderId(id))
    if (order === undefined) return null
    return {
      client_order_id: id,
      order_id: `ORDER${order.number}`,
      symbol: order.draft.symbol,
      side: order.draft.side === 'buy' ? 'BUY' : 'SELL',
      status: WIRE_STATUS[order.status ?? ''] ?? 'SUBMITTED',
      order_type: 'LIMIT',
      instrument_type: 'EQUITY',
      support_trading_session: 'CORE',
      entrust_type: 'QTY',
      time_in_force: 'DAY',
      total_quantity: String(order.quantity),
      filled_quantity: String(order.filled),
      limit_price: order.limit,
      place_time_at: new Date(this.#simulation.wall()).toISOString(),
    }
  }
}

interface Body {
  readonly client_order_id?: string
  readonly new_orders?: readonly { readonly client_order_id: string }[]
  readonly modify_orders?: readonly {
    readonly client_order_id: string
    readonly limit_price?: string
  }[]
}

const idOf = (body: Body): string =>
  body.client_order_id ??
  body.new_orders?.[0]?.client_order_id ??
  body.modify_orders?.[0]?.client_order_id ??
  'none'

const WIRE_STATUS: Readonly<Record<string, string>> = {
  pending: 'PENDING',
  working: 'SUBMITTED',
  'partially-filled': 'PARTIAL_FILLED',
  filled: 'FILLED',
  cancelled: 'CANCELLED',
  failed: 'FAILED',
}

/** Refusals by fault; the request has no effect. */
const REFUSALS: Partial<Record<Fault, WireAnswer>> = {
  'rate-limit-storm': refusal(429, CODES.tooManyRequests),
  'token-family-revoked': refusal(401, CODES.invalidToken),
  'clock-skew': refusal(401, 'CLOCK_SKEW_EXCEEDED'),
  'halted-symbol': refusal(417, 'OPENAPI_SYMBOL_HALTED'),
}
const HALTED: ReadonlySet<Operation> = new Set<Operation>(['place', 'replace', 'preview'])

const written = (id: string, outcome: WriteOutcome): WireAnswer =>
  outcome.outcome === 'acknowledged'
    ? json(200, { client_order_id: id, order_id: outcome.orderId })
    : refusal(417, outcome.outcome === 'rejected' ? outcome.code : CODES.repeat)

export const limitText = (price: OrderDraft['limitPrice']): string =>
  price === null ? '' : decimalText(price)
