import { DEFAULT_LIMITS } from '../../../../electron/core/risk/risk-limits.js'
import { toComboBody, toPlaceBody } from '../../../../electron/provider/mapping/orders.js'
import { dec, gt, mul, type Decimal } from '../../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { ClientProcess } from '../client/client.js'
import type { PracticeExchange } from '../exchange/practice-exchange.js'
import type { SentRequest } from '../network/network.js'
import { AssistantLimits } from './assistant-limits.js'
import type { Coverage } from './coverage.js'
import type { JournaledIntent, JournalIndex } from './journal-index.js'
import type { Permissions } from './permissions.js'
import type { Trace, Violations } from './trace.js'

const PLACE = '/trading/orders/place'
const REPLACE = '/trading/orders/replace'
const CANCEL = '/trading/orders/cancel'

interface WireOrder {
  readonly client_order_id?: string
}
interface WireBody {
  readonly new_orders?: readonly WireOrder[]
  readonly modify_orders?: readonly WireOrder[]
  readonly client_order_id?: string
}

export interface RequestCheckDeps {
  readonly trace: Trace
  readonly violations: Violations
  readonly coverage: Coverage
  readonly journal: JournalIndex
  readonly permissions: Permissions
  readonly exchange: PracticeExchange
  /** The exchange of another environment in the same process; null when there is none. */
  readonly foreign: PracticeExchange | null
  readonly client: () => ClientProcess | null
}

/** Checks every request at the moment when its first byte leaves the client. */
export class RequestChecks {
  /** The orders whose placement has left, in any life of the client. */
  readonly placed = new Set<string>()
  readonly #deps: RequestCheckDeps
  readonly #assistantLimits: AssistantLimits
  readonly #origins: ReadonlySet<string>
  readonly #appKey: string

  constructor(deps: RequestCheckDeps) {
    this.#deps = deps
    const { hosts, appKey } = deps.exchange.ready
    this.#origins = new Set([hosts.api, hosts.oauth, hosts.passport, hosts.broker])
    this.#appKey = appKey
    this.#assistantLimits = new AssistantLimits(deps.violations)
  }

  sent(request: SentRequest): void {
    this.#checkEnvironment(request)
    const { trace } = this.#deps
    const body: WireBody | null =
      request.path === PLACE || request.path === REPLACE || request.path === CANCEL
        ? (JSON.parse(request.body) as WireBody)
        : null
    const orders = body?.new_orders ?? body?.modify_orders ?? (body === null ? [] : [body])
    const ids = orders.map((order) => order.client_order_id ?? '')
    trace.add(`send ${request.path} ${ids.join(' ')} ${request.fate}`)
    if (request.path !== PLACE) return
    for (const id of ids) this.#checkPlacement(id)
    this.#checkTerms(ids, body)
  }

  /** Checks that the request has the terms that the journal announces, of each of its orders. */
  #checkTerms(ids: readonly string[], body: WireBody | null): void {
    const { journal, coverage, violations } = this.#deps
    const intents = ids.flatMap((id) => journal.intent(id) ?? [])
    if (intents.length < ids.length) return
    if (ids.length > 1) coverage.count('linked orders sent')
    if (JSON.stringify(bodyOf(ids, intents)) !== JSON.stringify(body)) {
      violations.add(`CONFIRM-1: ${ids.join(' ')} was sent with other terms than the journal has`)
    }
  }

  #checkPlacement(id: string): void {
    const { violations, journal, permissions } = this.#deps
    if (this.placed.has(id)) violations.add(`REL-29: ${id} was placed twice`)
    this.placed.add(id)
    const intent = journal.intent(id)
    if (intent === undefined) {
      return violations.add(`REL-28: ${id} was sent before its intent was on disk`)
    }
    const { ticket, draft } = intent
    const problem = permissions.problem(ticket, draft)
    if (problem !== null) violations.add(`SEC-24: ${id} was sent although ${problem}`)
    this.#checkHalt(id, ticket)
    this.#checkLimits(id, draft)
    this.#addToAssistant(ticket, draft)
  }

  #checkHalt(id: string, ticket: string): void {
    const { violations, permissions, client } = this.#deps
    const process = client()
    if (process === null) return
    if (process.session.connection.view().trading === 'halted') {
      violations.add(`REL-36: ${id} was sent while trading was halted`)
    }
    const isAssistants = permissions.instruction(ticket) !== undefined
    if (isAssistants && process.assistants?.assistantSession.halted() === true) {
      violations.add(`REL-36: ${id} was sent while assistants were halted`)
    }
  }

  #checkLimits(id: string, { size, limitPrice, assetClass }: OrderDraft): void {
    if (size.kind !== 'quantity') return
    const { violations } = this.#deps
    if (gt(size.quantity, DEFAULT_LIMITS.maxQuantity)) {
      violations.add(`REL-36: ${id} is above the maximum quantity`)
    }
    if (limitPrice === null || assetClass !== 'stock') return
    const value: Decimal = mul(limitPrice, size.quantity)
    if (gt(value, dec(String(DEFAULT_LIMITS.maxNotional)))) {
      violations.add(`REL-36: ${id} is above the maximum order value`)
    }
  }

  #addToAssistant(ticket: string, draft: OrderDraft): void {
    const { permissions, client } = this.#deps
    const instruction = permissions.instruction(ticket)
    const session = client()?.assistants?.assistantSession
    const policy = instruction && session?.connections.get(instruction.connectionId)?.policy
    if (instruction !== undefined && policy) this.#assistantLimits.sent(instruction, draft, policy)
  }

  /** Checks that a stream is opened to this exchange only (REL-37). */
  opened(port: number): void {
    const { exchange, violations } = this.#deps
    if (Object.values(exchange.ports).includes(port)) return
    violations.add(`REL-37: a stream was opened to port ${port} of another environment`)
  }

  /** Checks the address and, in headers and body, keys and tokens: this exchange only (REL-37). */
  #checkEnvironment({ origin, headers, path, body }: SentRequest): void {
    const { foreign, violations } = this.#deps
    if (!this.#origins.has(origin)) {
      violations.add(`REL-37: ${path} was sent to another environment`)
    }
    const appKey = headers['x-app-key']
    if (appKey !== undefined && appKey !== this.#appKey) {
      violations.add(`REL-37: ${path} carries the app key of another environment`)
    }
    if (foreign === null) return
    const { appKey: foreignKey, clientId, clientSecret } = foreign.ready
    if ([foreignKey, clientId, clientSecret].some((secret) => body.includes(secret))) {
      violations.add(`REL-37: ${path} carries credentials of another environment in its body`)
    }
    if (tokensOf(headers, body).some((token) => foreign.knowsToken(token))) {
      violations.add(`REL-37: ${path} carries a token of another environment`)
    }
  }
}

/** Returns the request that these intents announce. */
function bodyOf(ids: readonly string[], intents: readonly JournaledIntent[]): unknown {
  const [first] = intents
  const [id] = ids
  if (first === undefined || id === undefined) return null
  if (first.combo === undefined) return toPlaceBody(first.draft, clientOrderId(id))
  const orders = intents.flatMap(({ draft, combo }) =>
    combo === undefined || combo.role === 'unknown' ? [] : [{ role: combo.role, draft }],
  )
  return toComboBody(
    { accountId: first.draft.accountId, orders },
    first.combo.clientComboId ?? '',
    ids.map((name) => clientOrderId(name)),
  )
}

/** Returns the tokens of a request: the app key's, the user's, and one to be refreshed. */
function tokensOf(headers: SentRequest['headers'], body: string): readonly string[] {
  const bearer = headers['authorization']?.replace(/^Bearer /, '')
  const refresh = new URLSearchParams(body).get('refresh_token')
  return [headers['x-access-token'], bearer, refresh].filter((token) => token != null)
}
