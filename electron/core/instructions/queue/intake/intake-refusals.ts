import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import { refuse, type Refusal } from '../../../../../shared/domain/instructions/refusal.js'
import { err, type Result } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'
import { PAUSE_MINUTES } from '../../connections/automatic-pauses.js'
import { haltRefusal } from '../../connections/halt-state.js'
import type { InstructionServiceDeps } from '../instruction-service-deps.js'
import { connectionRefusal } from './intake-checks.js'
import type { IntakeCall } from './intake-call.js'

/** Refuses requests: by the state of their connection, with a record of each refusal. */
export class IntakeRefusals {
  readonly #deps: InstructionServiceDeps
  readonly #closedReason: () => Refusal | null

  /** @param closedReason returns why requests are not accepted; null when they are */
  constructor(deps: InstructionServiceDeps, closedReason: () => Refusal | null) {
    this.#deps = deps
    this.#closedReason = closedReason
  }

  /** Returns why a connection in this state may not request anything now; null when it may. */
  stateRefusal(connection: ConnectionView): Refusal | null {
    const { environment, halted } = this.#deps
    const closed = this.#closedReason()
    if (closed !== null) return closed
    if (halted.get()) return haltRefusal(halted.reason?.() ?? null)
    return connectionRefusal(connection, environment) ?? this.#deps.notReadyReason()
  }

  /**
   * Returns why the connection's requests are refused now, regardless of its state at the request.
   */
  currentRefusal(connection: ConnectionView): Refusal | null {
    const current = this.#deps.connections.get(connection.id)
    return this.stateRefusal(current ?? { ...connection, state: 'revoked' })
  }

  /** Refuses a request, and records the refusal. */
  async refuse(
    { connection, requestDigest }: IntakeCall,
    refusal: Refusal,
  ): Promise<Result<never, Refusal>> {
    // A session that is not ready is not the assistant's fault.
    if (refusal.code !== 'not-ready') {
      await this.#deps.refusals.record(connection.id, refusal, { request: requestDigest })
    }
    return err(refusal)
  }

  /** Refuses a request as one too many. Frequent violations pause the connection. */
  async refuseRate(
    call: IntakeCall,
    why: Message,
    refusal: Refusal = { code: 'too-many', message: why },
  ): Promise<Result<never, Refusal>> {
    const { connections } = this.#deps
    const { id } = call.connection
    await this.refuse(call, refusal)
    // Its condition decides when it wakes, not the assistant.
    if (call.condition !== null) return refuse('too-many', why)
    if (await connections.recordRateViolation(id)) {
      await connections.pause(id, PAUSE_MINUTES, message('assistants.pausedForRate'))
    }
    return refuse('too-many', why)
  }
}
