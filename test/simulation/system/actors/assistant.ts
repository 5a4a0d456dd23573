import { DEFAULT_POLICIES } from '../../../../electron/core/instructions/connections/connection-file.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { asMoney, asQuantity, dec, fromInteger } from '../../../../shared/domain/decimal.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type {
  InstructionRequest,
  RequestedAction,
} from '../../../../shared/domain/instructions/instruction-request.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { ClientProcess } from '../client/client.js'
import type { Simulation } from '../simulation.js'
import type { SeededRandom } from '../time/seeded-random.js'
import type { DraftMaker } from './draft-maker.js'

/** A policy under which several requests of one simulation are possible. */
const POLICY: Policy = {
  ...DEFAULT_POLICIES.practice,
  maxPerMinute: 30,
  maxDay: asMoney(dec('9000')),
  ordersPerDay: 6,
  hours: 'any',
}

/** The paired assistants. They request, read and withdraw; they never decide. */
export class Assistants {
  readonly #simulation: Simulation
  readonly #random: SeededRandom
  readonly #drafts: DraftMaker
  #keys = 0
  #last: { readonly connection: ConnectionId; readonly request: InstructionRequest } | null = null

  constructor(simulation: Simulation, random: SeededRandom, drafts: DraftMaker) {
    this.#simulation = simulation
    this.#random = random
    this.#drafts = drafts
  }

  /** Pairs the assistants of the plan, as far as an earlier life has not. */
  async pair(client: ClientProcess): Promise<void> {
    const connections = client.assistants?.assistantSession.connections
    if (connections === undefined) return
    for (
      let index = connections.all().length;
      index < this.#simulation.plan.assistants;
      index += 1
    ) {
      const paired = await connections.pair(`Assistant ${index}`, false)
      if (paired.ok) await connections.setPolicy(paired.value.connection.id, POLICY)
    }
  }

  /** Requests an order, a change or a cancellation; sometimes the last request again. */
  request(client: ClientProcess): void {
    const { assistants } = client
    const connection = this.#connection(client)
    if (assistants?.port == null || connection === undefined) return
    if (!this.#simulation.exchange.isRunning) return
    const repeated = this.#random.chance(0.15) ? this.#last : null
    const wanted = repeated ?? { connection, request: this.#makeRequest(client) }
    this.#last = wanted
    const { trace, violations } = this.#simulation
    const text = `request ${wanted.request.key ?? ''} ${wanted.request.action.kind}`
    trace.add(text)
    assistants.port.instruct(wanted.connection, wanted.request).then(
      (answer) =>
        trace.add(
          `${text}: ${answer.ok ? 'accepted' : `${answer.error.code} ${inEnglish(answer.error.message)}`}`,
        ),
      (error: unknown) => violations.add(`${text} threw ${String(error)}`),
    )
  }

  /** Takes back the newest pending instruction. */
  revoke(client: ClientProcess): void {
    const service = client.assistants?.assistantSession.instructionService
    const pending = service?.all().filter(({ status }) => status === 'PENDING') ?? []
    const last = pending.at(-1)
    if (last === undefined) return
    this.#simulation.trace.add(`revoke ${last.id}`)
    void service?.endings.revoke(last.connectionId, last.id)
  }

  #connection(client: ClientProcess): ConnectionId | undefined {
    const all = client.assistants?.assistantSession.connections.all() ?? []
    return this.#random.pick(all.filter(({ state }) => state !== 'revoked'))?.id
  }

  #makeRequest(client: ClientProcess): InstructionRequest {
    this.#keys += 1
    return { key: `key-${this.#keys}`, reason: 'simulated', action: this.#action(client) }
  }

  #action(client: ClientProcess): RequestedAction {
    const random = this.#random
    const drafts = this.#drafts
    const order = random.pick(
      client.session.streams.orders.all().filter(({ status }) => !isFinal(status)),
    )
    const kind = random.weighted({ place: 7, batch: 1, replace: 1, cancel: 2 })
    if (order !== undefined && (kind === 'replace' || kind === 'cancel')) {
      const { accountId, clientOrderId } = order
      return kind === 'cancel'
        ? { kind, accountId, clientOrderId }
        : {
            kind,
            accountId,
            clientOrderId,
            change: { quantity: asQuantity(fromInteger(1 + random.index(15))) },
          }
    }
    const count = kind === 'batch' ? 2 : 1
    return { kind: 'place', drafts: Array.from({ length: count }, () => drafts.any()) }
  }
}
